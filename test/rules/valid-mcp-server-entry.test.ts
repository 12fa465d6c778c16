import { testConfigRule, entry, FILES, vsCodeEntry, type BadConfig } from "../support/config-rule-tester.js";

type Facts = Readonly<Record<string, string>>;

/** A problem with all that its messages may name. */
function problem(
  messageId: string,
  facts: Facts = {},
  suggest?: BadConfig["problems"][number]["suggest"],
): BadConfig["problems"][number] {
  return {
    messageId,
    data: { client: "Claude Code", serversKey: "mcpServers", server: "orders", ...facts },
    ...(suggest ? { suggest } : {}),
  };
}

const rename = (
  key: string,
  meant: string,
  from = `"${key}"`,
): NonNullable<BadConfig["problems"][number]["suggest"]> => [
  { messageId: "rename", data: { key, meant }, from, to: `"${meant}"` },
];

testConfigRule(
  "valid-mcp-server-entry",
  [
    { code: entry('"command": "npx", "args": ["-y", "orders-mcp"], "env": { "A": "1" }') },
    { code: entry('"type": "stdio", "command": "npx"') },
    { code: entry('"type": "http", "url": "https://mcp.example.com", "headers": { "A": "1" }') },
    { code: entry('"type": "streamable-http", "url": "https://mcp.example.com"') },
    { name: "addresses of this machine", code: entry('"type": "http", "url": "http://127.0.0.1:3000/mcp"') },
    {
      name: "and of the machine around a container",
      code: entry('"type": "http", "url": "http://host.docker.internal:3000"'),
    },
    {
      name: "a host that is only known at run time",
      code: entry('"type": "http", "url": "http://${HOST:-localhost}/mcp"'),
    },
    {
      name: "a file of a plugin",
      code: '{ "orders": { "command": "npx" }, "shop": { "type": "http", "url": "https://a.example" } }',
    },
    { name: "nothing yet", code: '{ "mcpServers": {} }' },
    { name: "keys that nobody can mean", code: entry('"command": "npx", "x-team": "shop", "comment": "…"') },
    {
      name: "remarks, and fields that are switched off",
      code: entry('"type": "http", "url": "https://a.example", "$comment": "…", "_command": "npx", "//args": []'),
    },
    {
      name: "the servers of two clients in one file",
      file: FILES.vsCode,
      code: '{ "servers": { "orders": { "command": "npx" } }, "mcpServers": { "orders": { "command": "npx" } } }',
    },
    {
      name: "a type is not needed in VS Code",
      file: FILES.vsCode,
      code: vsCodeEntry('"url": "https://mcp.example.com"'),
    },
    {
      name: "numbers in `env` of VS Code",
      file: FILES.vsCode,
      code: vsCodeEntry('"command": "npx", "env": { "PORT": 3000, "A": null }'),
    },
    { name: "a type is not needed in Cursor", file: FILES.cursor, code: entry('"url": "https://mcp.example.com"') },
    {
      name: "other keys of Claude Desktop",
      file: FILES.claudeDesktop,
      code: '{ "globalShortcut": "", "mcpServers": {} }',
    },
  ],
  [
    {
      code: "⟦[]⟧",
      problems: [problem("wrongType", { server: "", what: "The file", wanted: "an object", got: "an array" })],
    },
    {
      code: '{ "mcpServers": ⟦[]⟧ }',
      problems: [
        problem("wrongType", {
          server: "",
          what: "`mcpServers`",
          wanted: "an object with an entry for each server",
          got: "an array",
        }),
      ],
    },
    {
      name: "each server by itself: the others are still looked at",
      code: '{ "mcpServers": { "orders": ⟦"npx orders-mcp"⟧, "shop": ⟦null⟧, ⟦"stock"⟧: {} } }',
      problems: [
        problem("wrongType", { what: '"orders"', wanted: "an object", got: "a string" }),
        problem("wrongType", { what: '"shop"', server: "shop", wanted: "an object", got: "null" }),
        problem("noWay", { server: "stock" }),
      ],
    },
    {
      name: "the key of another client",
      code: '{ ⟦"servers"⟧: { "orders": { "command": "npx" } } }',
      problems: [problem("wrongServersKey", { server: "", key: "servers" }, rename("servers", "mcpServers"))],
    },
    {
      file: FILES.vsCode,
      code: '{ ⟦"mcpServers"⟧: { "orders": { "command": "npx" } } }',
      problems: [
        problem(
          "wrongServersKey",
          { client: "VS Code", serversKey: "servers", server: "", key: "mcpServers" },
          rename("mcpServers", "servers"),
        ),
      ],
    },
    {
      code: '{ ⟦"mcpServer"⟧: { "orders": { "command": "npx" } } }',
      problems: [problem("wrongServersKey", { server: "", key: "mcpServer" }, rename("mcpServer", "mcpServers"))],
    },
    {
      name: "the form of the editor's settings",
      file: FILES.vsCode,
      code: '{ "mcp": { ⟦"servers"⟧: { "orders": { "command": "npx" } } } }',
      problems: [
        problem("wrongServersKey", { client: "VS Code", serversKey: "servers", server: "", key: "mcp.servers" }),
      ],
    },
    {
      name: "an entry that slipped out of the list",
      file: FILES.cursor,
      code: '{ "mcpServers": {}, ⟦"orders"⟧: { "command": "npx" } }',
      problems: [problem("stray", { client: "Cursor" })],
    },
    {
      name: "a name twice",
      code: `{
  "mcpServers": {
    "orders": { "command": "npx" },
    ⟦"orders"⟧: { "command": "uvx", "args": [], ⟦"args"⟧: [] }
  }
}`,
      problems: [
        problem("duplicate", { server: "", name: "orders", line: "3" }),
        problem("duplicate", { name: "args", line: "4" }),
      ],
    },
    {
      code: entry('"type": ⟦"htpp"⟧, "url": "https://mcp.example.com"'),
      problems: [
        problem("unknownType", { type: "htpp", known: '"stdio", "http", "streamable-http", "sse", "ws"' }, [
          { messageId: "setType", data: { key: "", meant: "http" }, from: '"htpp"', to: '"http"' },
        ]),
      ],
    },
    {
      code: entry('"type": ⟦"websocket"⟧, "url": "https://mcp.example.com"'),
      problems: [
        problem("unknownType", { type: "websocket", known: '"stdio", "http", "streamable-http", "sse", "ws"' }),
      ],
    },
    { code: entry('"command": "npx", ⟦"url"⟧: "https://mcp.example.com"'), problems: [problem("bothWays")] },
    {
      code: entry('"type": ⟦"stdio"⟧, "url": "https://a.example"'),
      problems: [problem("typeWithout", { type: "stdio", field: "command" })],
    },
    {
      code: entry('"type": ⟦"http"⟧, "command": "npx"'),
      problems: [problem("typeWithout", { type: "http", field: "url" })],
    },
    {
      name: "an address without a type: the members stay where they are",
      code: `{
\t"mcpServers": {
\t\t"orders": {
\t\t\t⟦"url"⟧: "https://mcp.example.com/mcp"
\t\t}
\t}
}`,
      problems: [
        problem("untypedUrl", {}, [
          { messageId: "addType", data: {}, from: '"url"', to: '"type": "http",\n\t\t\t"url"' },
        ]),
      ],
    },
    {
      name: "nothing is suggested for the older transport",
      code: entry('⟦"url"⟧: "https://mcp.example.com/sse"'),
      problems: [problem("untypedUrl")],
    },
    { code: entry('"type": ⟦"sse"⟧, "url": "https://mcp.example.com/sse"'), problems: [problem("legacySse")] },
    {
      code: entry('"type": "http", "url": ⟦"http://mcp.example.com/mcp"⟧'),
      problems: [problem("plainHttp", { host: "mcp.example.com" })],
    },
    {
      name: "wrong values at every level",
      code: entry('"type": ⟦1⟧, "command": ⟦["npx"]⟧, "args": ⟦"-y"⟧, "env": ⟦["A"]⟧'),
      problems: [
        problem("wrongType", { what: "`type`", wanted: "a string", got: "a number" }),
        problem("wrongType", { what: "`command`", wanted: "a string", got: "an array" }),
        problem("wrongType", { what: "`args`", wanted: "an array of strings", got: "a string" }),
        problem("wrongType", { what: "`env`", wanted: "an object of strings", got: "an array" }),
      ],
    },
    {
      code: entry('"command": "npx", "args": ["-p", ⟦3000⟧], "env": { "DEBUG": ⟦true⟧ }'),
      problems: [
        problem("wrongType", { what: "`args[1]`", wanted: "a string", got: "a number" }),
        problem("wrongType", { what: "`env.DEBUG`", wanted: "a string", got: "a boolean" }),
      ],
    },
    {
      code: entry('⟦"comand"⟧: "npx", ⟦"arg"⟧: ["-y"], ⟦"ENV"⟧: {}'),
      problems: [
        problem("nearKey", { key: "comand", meant: "command", place: "orders" }, rename("comand", "command")),
        problem("nearKey", { key: "arg", meant: "args", place: "orders" }, rename("arg", "args")),
        problem("nearKey", { key: "ENV", meant: "env", place: "orders" }, rename("ENV", "env")),
      ],
    },
  ],
);
