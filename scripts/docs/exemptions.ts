import { ANSWER_EXEMPTIONS } from "../../src/analysis/policy/answers.js";
import { EXEMPTIONS, type Exemption } from "../../src/analysis/policy/exemptions.js";
import { LOST_WORK_EXEMPTIONS } from "../../src/analysis/policy/lost-work.js";
import { lintExample } from "./examples.js";

/** A row of the table of a page: what is exempt, code that is, and code that looks alike and is reported. */
interface ExemptionRow {
  readonly what: string;
  readonly passes: string;
  readonly reported: string;
}

const HEAD = ["Exempt", "Not reported", "Reported"];

/** The rules that the exemptions of a policy belong to; others ask for some of them, in cases of their own. */
const POLICIES: Readonly<Record<string, readonly Pick<Exemption, "describes" | "example" | "counterExample">[]>> = {
  "no-swallowed-error": EXEMPTIONS,
  "no-http-200-error": ANSWER_EXEMPTIONS,
  "no-lost-partial-results": LOST_WORK_EXEMPTIONS,
};

/** The table of the policy's exemptions, for the page of its rule. */
export function policyTable(rule: string): string | undefined {
  const policy = POLICIES[rule];
  if (!policy) return undefined;
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const code = (text: string): string => `\`${text.replaceAll("|", "\\|")}\``;
  return [
    line(HEAD),
    line(HEAD.map(() => "---")),
    ...policy.map(({ describes, example, counterExample }) => line([describes, code(example), code(counterExample)])),
  ].join("\n");
}

/** The rows of the table below "What is exempt". */
export function rowsIn(page: string): ExemptionRow[] {
  const section = page.split(/^## /mu).find((part) => part.startsWith("What is exempt\n")) ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^\| (?:Exempt |-)/u.test(line))
    .map((line) => {
      const [what = "", passes = "", reported = ""] = line
        .split(/(?<!\\)\|/u)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("\\|", "|"));
      return { what, passes: codeIn(passes), reported: codeIn(reported) };
    });
}

function codeIn(cell: string): string {
  const code = /^(?<ticks>`+) ?(?<code>.*?) ?\k<ticks>$/u.exec(cell)?.groups?.["code"];
  if (code === undefined) throw new Error(`"${cell}" is not one piece of code.`);
  return code;
}

/** What a piece of code may call without declaring it. */
const HELPERS: Readonly<Record<string, string>> = {
  text: 'const text = (words) => ({ content: [{ type: "text", text: words }] });',
  json: 'const json = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });',
  fail: 'const fail = (words) => ({ isError: true, content: [{ type: "text", text: words }] });',
  failure:
    'const failure = (fields) => ({ isError: true, content: [{ type: "text", text: JSON.stringify(fields) }] });',
};

/** Names that are arguments of the tool. */
const ARGUMENTS = ["id", "ids", "key", "limit", "name", "path", "query", "text", "url"];

/** What a server begins with, and how it takes a handler. */
interface Scaffold {
  readonly head: string;
  readonly register: (handler: string) => string;
}

const HIGH_LEVEL: Scaffold = {
  head: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "orders", version: "1.0.0" });`,
  register: (handler) => `server.registerTool("run", { inputSchema: {} }, ${handler});`,
};

const LOW_LEVEL: Scaffold = {
  head: `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
const server = new Server({ name: "orders", version: "1.0.0" }, { capabilities: { tools: {} } });`,
  register: (handler) => `server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const handle = ${handler};
  return handle(request.params.arguments);
});`,
};

/** Rules about handlers whose throws no framework catches. */
const OF_LOW_LEVEL: ReadonlySet<string> = new Set(["no-protocol-error"]);

/**
 * A server with the code of a cell in it. Code that registers a tool or a route stands by itself, a function is called by a
 * handler, code that returns a result is the body of one, and other code is the work of one.
 */
export function serverAround(code: string, rule: string): string {
  const { head, register } = OF_LOW_LEVEL.has(rule) ? LOW_LEVEL : HIGH_LEVEL;
  const server = (...parts: readonly string[]): string => {
    const body = parts.join("\n");
    const helpers = Object.entries(HELPERS).filter(([name]) => new RegExp(`(?<!\\.)\\b${name}\\(`, "u").test(body));
    return [head, ...helpers.map(([, helper]) => helper), body].join("\n");
  };
  if (/^(?:app|server)\.\w+\(/u.test(code)) return server(code);
  const used = ARGUMENTS.filter((argument) => new RegExp(`\\b${argument}\\b(?!\\()`, "u").test(code));
  const handler = (body: string): string => `async ({ ${used.join(", ")} }, extra) => {\n  ${body}\n}`;
  const order = "const order = await api.readOrder(1);\n  ";
  const declared = /^(?:async )?function (?<name>\w+)\((?<parameter>\w*)/u.exec(code)?.groups;
  if (declared) {
    const argument = used.find((one) => one === declared["parameter"]) ?? "order";
    return server(
      code,
      register(handler(`${order}return json({ order, value: await ${declared["name"] ?? ""}(${argument}) });`)),
    );
  }
  const lacks = (name: string): boolean =>
    new RegExp(`\\b${name}\\b`, "u").test(code) &&
    !new RegExp(`\\b(?:const|let) (?:${name}\\b|[[{][^=]*\\b${name}\\b)`, "u").test(code);
  const found = lacks("found") ? "const found = [];\n  " : "";
  const setUp = (lacks("order") ? order : "") + found;
  if (/\breturn (?:\w+\.)?(?:text|json|fail|failure|from)\(|\breturn \{ isError/u.test(code))
    return server(register(handler(setUp + code)));
  if (/\breturn\b/u.test(code))
    return server(
      `async function work({ ${used.join(", ")} }) {\n  ${setUp}${code}\n}`,
      register("async (input) => json(await work(input))"),
    );
  return server(
    register(handler(`${order}${found}${code}\n  return json({ done: true, order${found && ", found"} });`)),
  );
}

/** Some rows are about what is reported by option only. */
const OPTIONS: Readonly<Record<string, object>> = {
  "no-lost-partial-results": { steps: true, reads: true, unclearWrites: true },
};

/** What a rule says of the code of a cell. */
export function findingsIn(code: string, rule: string): string[] {
  const example = {
    kind: "good",
    language: "js",
    code: serverAround(code, rule),
    line: 1,
    options: undefined,
    settings: undefined,
    file: undefined,
  } as const;
  return lintExample(example, { [`mcp-errors/${rule}`]: ["error", ...(OPTIONS[rule] ? [OPTIONS[rule]] : [])] }).map(
    ({ message }) => message,
  );
}
