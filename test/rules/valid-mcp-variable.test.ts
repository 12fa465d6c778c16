import { testConfigRule, entry, FILES, vsCodeEntry, type BadConfig } from "../support/config-rule-tester.js";

type Problem = BadConfig["problems"][number];

const FIELDS = "`command`, `args`, `env`, `url`, `headers`";

/** A reference that stays as it is written, and what is written in its place. */
function notExpanded(reference: string, form: string | undefined, client = "Claude Code", known = "${NAME}"): Problem {
  return {
    messageId: "notExpanded",
    data: { client, reference, advice: form === undefined ? `It knows \`${known}\`` : `Write \`${form}\`` },
    ...(form === undefined ? {} : { suggest: [{ messageId: "useForm", data: { form }, from: reference, to: form }] }),
  };
}

testConfigRule(
  "valid-mcp-variable",
  [
    {
      code: entry(
        '"command": "${BIN}", "args": ["${A}", "--port=${PORT:-3000}"], "env": { "TOKEN": "Bearer ${TOKEN}" }',
      ),
    },
    { code: entry('"type": "http", "url": "${URL:-https://a.example}/mcp", "headers": { "A": "${A}" }') },
    { code: entry('"command": "node", "args": ["${CLAUDE_PROJECT_DIR:-.}/server.js"]') },
    { name: "set for the server", code: entry('"command": "node", "env": { "ROOT": "${CLAUDE_PROJECT_DIR}" }') },
    {
      name: "a plugin",
      code: entry('"command": "${CLAUDE_PLUGIN_ROOT}/run", "args": ["${CLAUDE_PROJECT_DIR}", "${user_config.url}"]'),
    },
    { name: "a shell expands its own", code: entry('"command": "sh", "args": ["-c", "exec orders-mcp --home $HOME"]') },
    { name: "so does that of Windows", code: entry('"command": "cmd", "args": ["/c", "orders-mcp", "%APPDATA%"]') },
    {
      name: "and a program for it",
      code: entry('"command": "npx", "args": ["envmcp", "orders-mcp", "$ORDERS_TOKEN"]'),
    },
    { name: "prices and patterns", code: entry('"command": "x", "args": ["$5", "^a$", "100%", "pa$$word"]') },
    { name: "words about it", code: entry('"command": "x", "description": "Reads $HOME and ${env:TOKEN}."') },
    {
      file: FILES.vsCode,
      code: vsCodeEntry(
        '"command": "${workspaceFolder}/run", "args": ["${userHome}", "${config:shop.port}"], "env": { "A": "${env:A}", "B": "${input:b}" }',
        ' "inputs": [{ "type": "promptString", "id": "b" }]',
      ),
    },
    { file: FILES.cursor, code: entry('"command": "${workspaceFolder}${/}run", "env": { "A": "${env:A}" }') },
    {
      name: "a file of variables in Cursor",
      file: FILES.cursor,
      code: entry('"command": "npx", "envFile": "${workspaceFolder}/.env"'),
    },
    { file: FILES.claudeDesktop, code: entry('"command": "npx", "args": ["-y", "orders-mcp"]') },
  ],
  [
    {
      code: entry('"command": "npx", "args": ["⟦$TOKEN⟧"], "env": { "A": "⟦${env:A}⟧", "B": "⟦%B_KEY%⟧" }'),
      problems: [
        notExpanded("$TOKEN", "${TOKEN}"),
        notExpanded("${env:A}", "${A}"),
        notExpanded("%B_KEY%", "${B_KEY}"),
      ],
    },
    {
      code: entry(
        '"command": "node", "args": ["⟦${workspaceFolder}⟧/a.js", "⟦${userHome}⟧/b"], "env": { "C": "⟦${input:c}⟧" }',
      ),
      problems: [
        notExpanded("${workspaceFolder}", "${CLAUDE_PROJECT_DIR:-.}"),
        notExpanded("${userHome}", "${HOME}"),
        notExpanded("${input:c}", undefined),
      ],
    },
    {
      name: "the folder of the project is not known in `env`",
      code: entry('"command": "node", "env": { "ROOT": "⟦${workspaceFolder}⟧" }'),
      problems: [notExpanded("${workspaceFolder}", undefined)],
    },
    {
      code: entry('"command": "node", "env": { "A": "⟦${A:-${B}}⟧" }'),
      problems: [{ messageId: "nested", data: { client: "Claude Code", reference: "${A:-${B}}" } }],
    },
    {
      code: entry('"command": "node", "cwd": "⟦${HOME}⟧/shop"'),
      problems: [
        {
          messageId: "notExpandedHere",
          data: { client: "Claude Code", fields: FIELDS, key: "cwd", reference: "${HOME}" },
        },
      ],
    },
    {
      code: entry('"command": "node", "args": ["⟦${CLAUDE_PROJECT_DIR}⟧/server.js"]'),
      problems: [
        {
          messageId: "projectDir",
          data: { client: "Claude Code", form: "${CLAUDE_PROJECT_DIR:-.}" },
          suggest: [
            {
              messageId: "useForm",
              data: { form: "${CLAUDE_PROJECT_DIR:-.}" },
              from: "${CLAUDE_PROJECT_DIR}",
              to: "${CLAUDE_PROJECT_DIR:-.}",
            },
          ],
        },
      ],
    },
    {
      name: "a default that may be a credential is not repeated",
      code: entry('"command": "node", "env": { "A": "⟦${env:A:-abcdefghijklmnop}⟧" }'),
      problems: [
        {
          ...notExpanded("${env:A:-…}", "${A:-abcdefghijklmnop}"),
          suggest: [
            {
              messageId: "useForm",
              data: { form: "${A:-abcdefghijklmnop}" },
              from: "${env:A:-abcdefghijklmnop}",
              to: "${A:-abcdefghijklmnop}",
            },
          ],
        },
      ],
    },
    {
      file: FILES.vsCode,
      code: vsCodeEntry(
        '"command": "node", "env": { "A": "⟦${A}⟧", "B": "⟦$B_KEY⟧", "C": "⟦${C:-1}⟧", "D": "⟦${input:d}⟧" }',
      ),
      problems: [
        notExpanded("${A}", "${env:A}", "VS Code"),
        notExpanded("$B_KEY", "${env:B_KEY}", "VS Code"),
        notExpanded("${C:-1}", undefined, "VS Code", "${env:NAME}"),
        { messageId: "unknownInput", data: { client: "VS Code", reference: "${input:d}" } },
      ],
    },
    {
      file: FILES.cursor,
      code: entry('"command": "node", "env": { "A": "⟦${A}⟧", "B": "⟦${input:b}⟧" }'),
      problems: [
        notExpanded("${A}", "${env:A}", "Cursor"),
        notExpanded("${input:b}", undefined, "Cursor", "${env:NAME}"),
      ],
    },
    {
      file: FILES.claudeDesktop,
      code: entry('"command": "node", "args": ["⟦$HOME⟧/a"], "env": { "A": "⟦${A}⟧" }'),
      problems: ["$HOME", "${A}"].map((reference) => ({
        messageId: "nothingExpands",
        data: { client: "Claude Desktop", reference },
      })),
    },
  ],
);
