import type { Random } from "../codemod/mutations.js";

type Rule = (random: Random, depth: number) => string;

const pick = <T>(list: readonly T[], random: Random): T => list[random(list.length)] as T;
const times = (random: Random, most: number, make: (at: number) => string): string =>
  Array.from({ length: random(most + 1) }, (_, at) => make(at)).join("");

const NAMES = [
  "load",
  "save",
  "fetch",
  "store.get",
  "api.items.list",
  "db.query",
  "client?.call",
  "helper",
  "JSON.parse",
];
const LOCALS = [
  "args",
  "error",
  "e",
  "result",
  "data",
  "res",
  "items",
  "id",
  "total",
  "list[0]",
  "this.api",
  "input.name",
];
const MESSAGES = [
  "Failed to load",
  "Error: …",
  "Not found",
  "Invalid id",
  "Done",
  "No items found",
  "rate limit exceeded",
];
const FIELDS = [
  "isError",
  "content",
  "isRetryable",
  "errorCategory",
  "success",
  "error",
  "ok",
  "message",
  "code",
  "retryAfter",
];

const name: Rule = (random) => pick(NAMES, random);
const local: Rule = (random) => pick(LOCALS, random);
const text: Rule = (random, depth) =>
  pick(
    [
      () => JSON.stringify(pick(MESSAGES, random)),
      () => `\`${pick(MESSAGES, random)}: \${${expression(random, depth + 1)}}\``,
      () => `String(${local(random, depth)})`,
      () => `JSON.stringify(${expression(random, depth + 1)})`,
    ],
    random,
  )();

function object(random: Random, depth: number): string {
  return `{ ${times(random, 3, () => `${pick(FIELDS, random)}: ${expression(random, depth + 1)}, `)}${random(6) === 0 ? `...${local(random, depth)} ` : ""}}`;
}

const result: Rule = (random, depth) =>
  pick(
    [
      () => `{ content: [{ type: "text", text: ${text(random, depth)} }]${random(2) === 0 ? ", isError: true" : ""} }`,
      () =>
        `{ isError: ${pick(["true", "false", "failed", "!ok"], random)}, content: [{ type: "text", text: ${text(random, depth)} }] }`,
      () => `{ type: "text", text: ${text(random, depth)} }`,
      () => text(random, depth),
      () => `build(${expression(random, depth + 1)})`,
      () => object(random, depth),
    ],
    random,
  )();

function expression(random: Random, depth: number): string {
  if (depth > 4) return local(random, depth);
  return pick<() => string>(
    [
      () => local(random, depth),
      () => text(random, depth),
      () => pick(["0", "-1", "404", "2n", "1e309", "null", "undefined", "true", "/a+/u", "``"], random),
      () => object(random, depth),
      () => `await ${name(random, depth)}(${times(random, 2, () => `${expression(random, depth + 1)}, `)})`,
      () => `${name(random, depth)}(${expression(random, depth + 1)}).catch((e) => ${expression(random, depth + 1)})`,
      () => `${expression(random, depth + 1)} ?? ${expression(random, depth + 1)}`,
      () => `(${expression(random, depth + 1)} ? ${expression(random, depth + 1)} : ${expression(random, depth + 1)})`,
      () => `[${times(random, 3, () => `${expression(random, depth + 1)}, `)}]`,
      () => `async (a) => { ${block(random, depth + 1)} }`,
      () => `${local(random, depth)}.map(async (one) => ${expression(random, depth + 1)})`,
      () => `Promise.allSettled(${expression(random, depth + 1)})`,
      () => `new ${pick(["Error", "McpError", "UserError", "Map", "AbortController"], random)}(${text(random, depth)})`,
    ],
    random,
  )();
}

function statement(random: Random, depth: number): string {
  if (depth > 5) return "return;\n";
  const inner = (): string => block(random, depth + 1);
  const value = (): string => expression(random, depth + 1);
  return pick<() => string>(
    [
      () =>
        `try { ${inner()} } catch ${random(2) === 0 ? "(error) " : ""}{ ${inner()} }${random(5) === 0 ? ` finally { ${inner()} }` : ""}\n`,
      () => `return ${result(random, depth)};\n`,
      () => `throw ${value()};\n`,
      () => `if (${value()}) { ${inner()} }${random(3) === 0 ? ` else { ${inner()} }` : ""}\n`,
      () => `if (!res.ok) return ${result(random, depth)};\n`,
      () => `const v${random(9)} = ${value()};\n`,
      () => `let { ${pick(FIELDS, random)}, ...rest${random(9)} } = ${value()};\n`,
      () => `for (const one of ${value()}) { ${inner()} }\n`,
      () => `for (let attempt = 0; attempt < 3; attempt++) { ${inner()} }\n`,
      () => `while (${local(random, depth)}) { ${inner()} ${pick(["break;", "continue;", ""], random)} }\n`,
      () => `switch (${local(random, depth)}) { case "a": ${inner()} default: ${inner()} }\n`,
      () => `${value()};\n`,
      () => `console.error(${value()});\n`,
      () => `${pick(["result", "total", "items"], random)} ${pick(["=", "+=", "??="], random)} ${value()};\n`,
      () =>
        `// ${pick(["best effort", "ignore", "eslint-disable-next-line mcp-errors/no-swallowed-error -- a b", "todo"], random)}\n`,
    ],
    random,
  )();
}

function block(random: Random, depth: number): string {
  return times(random, 3, () => statement(random, depth + 1));
}

const SERVERS: readonly ((handler: (random: Random) => string, random: Random) => string)[] = [
  (handler, random) =>
    `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\nconst server = new McpServer({ name: "s", version: "1" });\n${times(random, 3, (at) => `server.registerTool("t${at}", { description: "d", inputSchema: {} }, ${handler(random)});\n`)}server.tool("last", "d", {}, ${handler(random)});\n`,
  (handler, random) =>
    `import { FastMCP, UserError } from "fastmcp";\nconst server = new FastMCP({ name: "s", version: "1.0.0" });\n${times(random, 3, (at) => `server.addTool({ name: "t${at}", description: "d", execute: ${handler(random)} });\n`)}`,
  (handler, random) =>
    `import { Server } from "@modelcontextprotocol/sdk/server/index.js";\nimport { CallToolRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";\nconst handlers = { a: ${handler(random)}, b: ${handler(random)} };\nnew Server({}, {}).setRequestHandler(CallToolRequestSchema, async (request) => {\nconst args = request.params.arguments;\nswitch (request.params.name) { case "a": return handlers.a(args); case "b": { ${block(random, 1)} }\ndefault: ${statement(random, 1)} } });\n`,
];

/** A server whose tools do anything: most of it is no program that a person would write, but all of it may be one. */
export function generateServer(random: Random): string {
  const handler = (one: Random): string =>
    `async (${pick(["args", "{ id }", "{ id, ...rest }, extra", "", "args = {}"], one)}) => { ${block(one, 0)}${statement(one, 0)} }`;
  const helpers = `async function helper(id) { ${block(random, 1)} }\nconst build = (v) => (${result(random, 2)});\nfunction failed(error) { ${block(random, 1)} return ${result(random, 2)}; }\n`;
  return pick(SERVERS, random)(handler, random) + helpers;
}
