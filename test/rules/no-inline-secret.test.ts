import { testConfigRule, entry, FILES, vsCodeEntry, type BadConfig } from "../support/config-rule-tester.js";

/** Made up: the shapes are those of the providers, the rest is one letter, a number and so on in turn. */
const random = (length: number): string => "a7Kq9Zx3Rm5Tw1Bn8Vc2Lp6Yd4Hs0Gf".repeat(4).slice(0, length);
const hex = (length: number): string => "9f3a7c1e5b8d2046".repeat(8).slice(0, length);
const jwt = (claims: object): string =>
  ['{"alg":"HS256"}', JSON.stringify(claims)]
    .map((part) => Buffer.from(part.padEnd(30)).toString("base64url"))
    .concat(random(43))
    .join(".");

const TOKEN = random(40);
const GITHUB = `ghp_${random(36)}`;
const OPENAI = `sk-proj-${random(40)}`;
const DATABASE = "postgres://shop:Tr0ub4dor-3@db.internal/shop";

const STDIO = '"command": "npx", "args": ["-y", "orders-mcp"]';

/** A credential: what it is, where it stands, the text that goes, and the variable that comes. */
function secret(
  what: string,
  where: string,
  value: string,
  from: string,
  reference: string,
): BadConfig["problems"][number] {
  const server = where.startsWith("db.") ? "db" : "orders";
  return {
    messageId: "secret",
    data: {
      what: `${/^[AO]/u.test(what) ? "An" : "A"} ${what}`,
      start: `${value.slice(0, Math.min(4, Math.floor(value.length / 4)))}…`,
      where: where.replace("db.", ""),
      server,
      reference: `\`${reference}\``,
    },
    suggest: [{ messageId: "useVariable", data: { reference: `\`${reference}\`` }, from, to: reference }],
  };
}

/** One secret in `env`, told by its shape or by its name. */
function inEnv(name: string, value: string, what: string): BadConfig {
  return {
    name: `${name}: ${what}`,
    code: entry(`${STDIO}, "env": { "${name}": "⟦${value}⟧" }`),
    problems: [secret(what, `env.${name}`, value, value, `\${${name}}`)],
  };
}

testConfigRule(
  "no-inline-secret",
  [
    { code: entry(`${STDIO}, "env": { "ORDERS_TOKEN": "\${ORDERS_TOKEN}" }`) },
    {
      code: entry(
        `"type": "http", "url": "https://mcp.example.com", "headers": { "Authorization": "Bearer \${TOKEN}" }`,
      ),
    },
    { code: entry(`${STDIO}, "env": { "ORDERS_TOKEN": "\${ORDERS_TOKEN:-}" }`) },
    ...[
      "",
      "<your-key>",
      "YOUR_API_KEY",
      "your-api-key-here",
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      `sk-ant-your-key-${random(20)}`,
      "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      "ghp_000000000000000000000000000000000000",
      "sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaa",
      "{{API_KEY}}",
      "***************",
      "REPLACE_ME",
      "changeme",
      "0123456789abcdef0123456789abcdef",
      "GITHUB_TOKEN",
      "$GITHUB_TOKEN",
      "${input:token}",
      "demo",
      "local-dev-secret-key-2024",
      "./secrets/token.json",
      "https://login.example.com/token",
      "my-orders-service",
    ].map((value) => ({
      name: `a placeholder, a name or a place: "${value}"`,
      code: entry(`${STDIO}, "env": { "API_KEY": "${value}" }`),
    })),
    ...[
      "MAX_TOKENS",
      "TOKEN_LIMIT",
      "KEY_FILE",
      "API_KEY_NAME",
      "PUBLIC_KEY",
      "TOKEN_URL",
      "KEYBOARD",
      "SECRET_PATH",
    ].map((name) => ({
      name: `no credential by its name: ${name}`,
      code: entry(`${STDIO}, "env": { "${name}": "${random(32)}" }`),
    })),
    {
      name: "what anybody may see",
      code: entry(
        `${STDIO}, "env": { "STRIPE_KEY": "pk_live_${random(24)}", "SUPABASE_KEY": "${jwt({ role: "anon" })}" }`,
      ),
    },
    {
      name: "a password that a database has from the start",
      code: entry(`${STDIO}, "env": { "DB_PASSWORD": "postgres" }`),
    },
    {
      name: "an address with gaps in it",
      code: entry(`"command": "pg-mcp", "args": ["postgresql://user:password@localhost:5432/shop"]`),
    },
    ...["localhost:5432", "127.0.0.1", "host.docker.internal:5432"].map((host) => ({
      name: `a database on ${host}, which everybody has for themselves`,
      code: entry(
        `"command": "pg-mcp", "args": ["postgres://shop:Tr0ub4dor-3@${host}/shop"], "env": { "A": "Server=${host};Password=Tr0ub4dor-3;", "DB_HOST": "${host}", "DB_PASSWORD": "Tr0ub4dor-3" }`,
      ),
    })),
    { name: "words about a header", code: entry(`${STDIO}, "env": { "HELP": "Send Bearer authentication-header" }`) },
    {
      name: "no configuration of a client",
      file: "/home/nobody/shop/package.json",
      code: `{ "token": "ghp_${random(36)}" }`,
    },
  ],
  [
    inEnv("GITHUB_TOKEN", `ghp_${random(36)}`, "GitHub token"),
    inEnv("GITHUB_TOKEN", `github_pat_${random(40)}`, "GitHub token"),
    inEnv("ANTHROPIC_API_KEY", `sk-ant-api03-${random(40)}`, "Anthropic token"),
    inEnv("OPENAI_API_KEY", `sk-proj-${random(40)}`, "OpenAI token"),
    inEnv("SLACK_BOT_TOKEN", `xoxb-${random(30)}`, "Slack token"),
    inEnv("STRIPE_SECRET", `sk_test_${random(24)}`, "Stripe token"),
    inEnv("AWS_ACCESS_KEY_ID", "AKIAQ7Z3R5T1B8V2L6Y4", "AWS token"),
    inEnv("SUPABASE_ACCESS_TOKEN", `sbp_${hex(40)}`, "Supabase token"),
    inEnv("SERVICE", jwt({ role: "service_role" }), "JSON Web Token"),
    inEnv("BRAVE_API_KEY", random(31), "token"),
    inEnv("X_SECRET", hex(32), "token"),
    inEnv("SUPABASE_ACCESS_TOKEN", `sbp_v0_${hex(40)}`, "Supabase token"),
    inEnv("SERVICE", `napi_${random(48).toLowerCase()}`, "Neon token"),
    {
      name: "a long run of one letter is the start of some tokens",
      ...inEnv("X_BEARER_TOKEN", `AAAAAAAAAAAAAAAAAAAA${random(60)}`, "token"),
    },
    { name: "a name with a digit in a word stays as it is", ...inEnv("NEO4J_PASS", "Tr0ub4dor-3", "password") },
    {
      name: "the host of another database says nothing",
      code: entry(
        `${STDIO}, "env": { "CACHE_HOST": "localhost", "DB_HOST": "db.example.com", "DB_PASSWORD": "⟦Tr0ub4dor-3⟧" }`,
      ),
      problems: [secret("password", "env.DB_PASSWORD", "Tr0ub4dor-3", "Tr0ub4dor-3", "${DB_PASSWORD}")],
    },
    {
      name: "a header that is handed on",
      code: entry(
        `"command": "npx", "args": ["mcp-remote", "https://a.example", "--header", "Authorization: Bearer ⟦access_1748_shop⟧"], "env": { "MCP_AUTH_HEADER": "Authorization: Bearer ⟦access_1749_shop⟧" }`,
      ),
      problems: [
        secret("token", "args", "access_1748_shop", "access_1748_shop", "${ORDERS_TOKEN}"),
        secret("token", "env.MCP_AUTH_HEADER", "access_1749_shop", "access_1749_shop", "${TOKEN}"),
      ],
    },
    inEnv("JIRA_PASSWORD", "hunter2!eagle", "password"),
    {
      name: "a header",
      code: entry(
        `"type": "http", "url": "https://mcp.example.com", "headers": { "Authorization": "Bearer ⟦${TOKEN}⟧" }`,
      ),
      problems: [secret("token", "headers.Authorization", TOKEN, TOKEN, "${ORDERS_TOKEN}")],
    },
    {
      name: "an option, with its value behind it or joined to it",
      code: entry(`"command": "npx", "args": ["orders-mcp", "--api-key", "⟦${TOKEN}⟧", "--token=⟦${hex(40)}⟧"]`),
      problems: [
        secret("token", "args", TOKEN, TOKEN, "${ORDERS_API_KEY}"),
        secret("token", "args", hex(40), hex(40), "${ORDERS_TOKEN}"),
      ],
    },
    {
      name: "a variable that is given to a container",
      code: entry(`"command": "docker", "args": ["run", "-e", "ORDERS_TOKEN=⟦${TOKEN}⟧", "orders-mcp"]`),
      problems: [secret("token", "args", TOKEN, TOKEN, "${ORDERS_TOKEN}")],
    },
    {
      name: "a parameter and a password of an address",
      code: entry(
        `"type": "http", "url": "https://mcp.example.com/mcp?api_key=⟦${TOKEN}⟧&team=7" },
    "db": { "command": "pg-mcp", "args": ["⟦${DATABASE}⟧"]`,
      ),
      problems: [
        secret("token", "url", TOKEN, TOKEN, "${ORDERS_API_KEY}"),
        secret("password", "db.args", "Tr0ub4dor-3", DATABASE, "${DB_DATABASE_URL}"),
      ],
    },
    {
      name: "a connection string of pairs",
      code: entry(
        `${STDIO}, "env": { "CONNECTION": "⟦Server=db.internal;Database=shop;User Id=shop;Password=Tr0ub4dor-3;⟧" }`,
      ),
      problems: [
        secret(
          "password",
          "env.CONNECTION",
          "Tr0ub4dor-3",
          "Server=db.internal;Database=shop;User Id=shop;Password=Tr0ub4dor-3;",
          "${CONNECTION}",
        ),
      ],
    },
    {
      name: "the default of a variable",
      code: entry(`${STDIO}, "env": { "API_KEY": "⟦\${ORDERS_KEY:-${OPENAI}}⟧" }`),
      problems: [secret("OpenAI token", "env.API_KEY", OPENAI, `\${ORDERS_KEY:-${OPENAI}}`, "${ORDERS_KEY}")],
    },
    {
      name: "escapes before it stay as they are written",
      code: entry(`"command": "sh", "args": ["-c", "echo \\"\\u00e9\\"; curl -H 'X-Api-Key: ⟦${GITHUB}⟧'"]`),
      problems: [secret("GitHub token", "args", GITHUB, GITHUB, "${ORDERS_X_API_KEY}")],
    },
    {
      name: "VS Code has a form of its own",
      file: FILES.vsCode,
      code: vsCodeEntry(`"command": "npx", "env": { "TOKEN": "⟦${GITHUB}⟧" }`),
      problems: [secret("GitHub token", "env.TOKEN", GITHUB, GITHUB, "${env:TOKEN}")],
    },
    {
      name: "a field in which nothing is expanded has no suggestion",
      code: entry(`"command": "x", "oauth": { "clientSecret": "⟦${TOKEN}⟧" }`),
      problems: [{ ...secret("token", "oauth.clientSecret", TOKEN, "", "${ORDERS_CLIENT_SECRET}"), suggest: [] }],
    },
    {
      name: "a client that expands nothing",
      file: FILES.claudeDesktop,
      code: entry(`"command": "npx", "env": { "TOKEN": "⟦${GITHUB}⟧" }`),
      problems: [
        {
          messageId: "secretInOwnFile",
          data: {
            what: "A GitHub token",
            start: "ghp_…",
            where: "env.TOKEN",
            server: "orders",
            client: "Claude Desktop",
          },
        },
      ],
    },
    {
      name: "the file of a plugin, whose entries stand by themselves",
      code: `{ "orders": { "command": "npx", "env": { "TOKEN": "⟦${GITHUB}⟧" } } }`,
      problems: [secret("GitHub token", "env.TOKEN", GITHUB, GITHUB, "${TOKEN}")],
    },
    {
      name: "servers under another client's key are read by nobody, and can be read by anybody",
      file: FILES.vsCode,
      code: `{ "mcpServers": { "orders": { "command": "npx", "env": { "TOKEN": "⟦${GITHUB}⟧" } } } }`,
      problems: [secret("GitHub token", "env.TOKEN", GITHUB, GITHUB, "${env:TOKEN}")],
    },
    {
      name: "also beside the client's own, and where an entry slipped out of the list",
      file: FILES.cursor,
      code: `{
  "mcpServers": {},
  "servers": { "orders": { "command": "npx", "env": { "TOKEN": "⟦${GITHUB}⟧" } } },
  "orders": { "command": "npx", "env": { "KEY": "⟦${OPENAI}⟧" } }
}`,
      problems: [
        secret("GitHub token", "env.TOKEN", GITHUB, GITHUB, "${env:TOKEN}"),
        secret("OpenAI token", "env.KEY", OPENAI, OPENAI, "${env:KEY}"),
      ],
    },
    {
      name: "a list in the place of the servers",
      code: `{ "mcpServers": [{ "name": "orders", "command": "npx", "env": { "TOKEN": "⟦${GITHUB}⟧" } }] }`,
      problems: [secret("GitHub token", "env.TOKEN", GITHUB, GITHUB, "${TOKEN}")],
    },
    {
      name: "in the form of the editor's settings",
      file: FILES.vsCode,
      code: `{ "mcp": { "servers": { "orders": { "command": "npx", "env": { "TOKEN": "⟦${GITHUB}⟧" } } } } }`,
      problems: [secret("GitHub token", "env.TOKEN", GITHUB, GITHUB, "${env:TOKEN}")],
    },
  ],
);
