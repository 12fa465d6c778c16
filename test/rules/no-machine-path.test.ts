import { testConfigRule, entry, FILES, vsCodeEntry, type BadConfig } from "../support/config-rule-tester.js";

type Suggestion = readonly [messageId: "fromProject" | "fromHome", start: string, from: string, to: string];

function machinePath(path: string, client: string, suggest: readonly Suggestion[]): BadConfig["problems"][number] {
  return {
    messageId: "machinePath",
    data: { path, client, server: "orders" },
    suggest: suggest.map(([messageId, start, from, to]) => ({ messageId, data: { start }, from, to })),
  };
}

testConfigRule(
  "no-machine-path",
  [
    { code: entry('"command": "${HOME}/bin/orders-mcp", "args": ["./server.js", "../shared/run"]') },
    { name: "gaps to fill in", code: entry('"command": "node", "args": ["/path/to/server.js", "/Users/<you>/shop"]') },
    {
      name: "users of containers",
      code: entry('"command": "/home/node/app/run", "args": ["/home/vscode/x", "/Users/Shared/x"]'),
    },
    {
      name: "addresses and other folders",
      code: entry('"command": "x", "args": ["https://a.example/home/ada/x", "/srv/home/ada"]'),
    },
    { name: "words about it", code: entry('"command": "x", "description": "Not /home/ada/shop."') },
    {
      name: "the user's own file needs such paths",
      file: FILES.claudeDesktop,
      code: entry('"command": "/Users/ada/bin/orders-mcp"'),
    },
  ],
  [
    {
      code: entry('"command": "⟦/Users/ada⟧/bin/orders-mcp"'),
      problems: [machinePath("/Users/ada", "Claude Code", [["fromHome", "${HOME}", "/Users/ada", "${HOME}"]])],
    },
    {
      name: "a path into the project",
      code: entry('"command": "node", "args": ["--config=⟦/home/ada⟧/code/shop/mcp.json"]'),
      problems: [
        machinePath("/home/ada", "Claude Code", [
          ["fromProject", "${CLAUDE_PROJECT_DIR:-.}", "/home/ada/code/shop", "${CLAUDE_PROJECT_DIR:-.}"],
          ["fromHome", "${HOME}", "/home/ada", "${HOME}"],
        ]),
      ],
    },
    {
      name: "the folder of the project is not known in `env`",
      code: entry('"command": "node", "env": { "ROOT": "⟦/home/ada⟧/code/shop" }'),
      problems: [machinePath("/home/ada", "Claude Code", [["fromHome", "${HOME}", "/home/ada", "${HOME}"]])],
    },
    {
      name: "Windows, with its escapes",
      code: entry(String.raw`"command": "node", "args": ["⟦C:\\Users\\ada⟧\\code\\orders\\run.js"]`),
      problems: [
        machinePath(String.raw`C:\Users\ada`, "Claude Code", [
          ["fromHome", "${USERPROFILE}", String.raw`C:\\Users\\ada`, "${USERPROFILE}"],
        ]),
      ],
    },
    {
      file: FILES.vsCode,
      code: vsCodeEntry('"command": "node", "envFile": "⟦/home/ada⟧/shop/.env"'),
      problems: [
        machinePath("/home/ada", "VS Code", [
          ["fromProject", "${workspaceFolder}", "/home/ada/shop", "${workspaceFolder}"],
          ["fromHome", "${userHome}", "/home/ada", "${userHome}"],
        ]),
      ],
    },
    {
      name: "a folder for a container, whose own path it is behind the colon",
      file: FILES.cursor,
      code: entry('"command": "docker", "args": ["-v", "⟦/home/ada⟧/a:/home/ada/b"]'),
      problems: [machinePath("/home/ada", "Cursor", [["fromHome", "${userHome}", "/home/ada/a", "${userHome}/a"]])],
    },
  ],
);
