import path from "node:path";
import * as parser from "@typescript-eslint/parser";
import { RuleTester } from "eslint";
import { describe, it } from "vitest";
import { rules } from "../../rules/index.js";
import type { McpErrorsSettings } from "../../src/settings.js";

RuleTester.describe = describe;
RuleTester.it = it;
RuleTester.itOnly = it.only;

const tester = new RuleTester({
  languageOptions: { parser: parser, ecmaVersion: "latest", sourceType: "module" },
  // Directives in the cases name rules of the plugin, and need not keep anything back.
  plugins: { "mcp-errors": { rules } },
  linterOptions: { reportUnusedDisableDirectives: "off" },
});

export interface Extra {
  readonly name?: string;
  /** Where the file stands: some frameworks find their tools by that. */
  readonly filename?: string;
  readonly options?: object;
  readonly settings?: McpErrorsSettings;
}

export interface Problem {
  readonly messageId: string;
  readonly data?: Readonly<Record<string, string>>;
  /** What the suggestion replaces in the code (its one occurrence), and by what. */
  readonly suggest?: {
    readonly messageId: string;
    readonly data?: Readonly<Record<string, string>>;
    readonly from: string;
    readonly to: string;
  };
}

export interface Bad extends Extra {
  /** `⟦…⟧` stand around what each problem points at, in source order. */
  readonly code: string;
  readonly problems: readonly Problem[];
}

export interface Good extends Extra {
  readonly code: string;
}

/** The cases with these options, where they have no others of the same name. */
export function withOptions<Case extends Extra>(options: object, cases: readonly Case[]): Case[] {
  return cases.map((one) => ({ ...one, options: { ...options, ...one.options } }));
}

/** Several problems at one place are written as several marks around it: `⟦⟦…⟧⟧`. */
export function placesIn(code: string): { bare: string; places: RuleTester.TestCaseError[] } {
  const open: { line: number; column: number; at: number }[] = [];
  const places: RuleTester.TestCaseError[] = [];
  let bare = "";
  let line = 1;
  let column = 1;
  for (const char of code) {
    if (char === "⟦") {
      open.push({ line, column, at: places.length });
      places.push({});
    } else if (char === "⟧") {
      const start = open.pop();
      if (!start) throw new Error("⟧ without ⟦");
      places[start.at] = { line: start.line, column: start.column, endLine: line, endColumn: column };
    } else {
      bare += char;
      column += char.length;
      if (char === "\n") {
        line++;
        column = 1;
      }
    }
  }
  return { bare, places };
}

/** Outside every package: this repository's own manifest lists MCP libraries, which is a fact about a file. */
const NOWHERE = path.resolve("/nowhere/server.ts");

function shared({ name, filename = NOWHERE, options, settings }: Extra): object {
  return {
    filename,
    ...(name === undefined ? {} : { name }),
    ...(options === undefined ? {} : { options: [options] }),
    ...(settings === undefined ? {} : { settings: { "mcp-errors": settings } }),
  };
}

export function replaceOnce(text: string, from: string, to: string): string {
  const [head, tail, ...more] = text.split(from);
  if (head === undefined || tail === undefined || more.length > 0)
    throw new Error(`"${from}" does not stand in the code exactly once`);
  return head + to + tail;
}

/** Runs a rule's cases; every problem is compared by message, data and its whole location. */
export function testRule(name: string, good: readonly (Good | string)[], bad: readonly Bad[]): void {
  const rule = rules[name];
  if (!rule) throw new Error(`There is no rule "${name}".`);
  tester.run(name, rule, {
    assertionOptions: { requireMessage: true, requireLocation: true, requireData: true },
    valid: good.map((entry) => ({
      code: typeof entry === "string" ? entry : entry.code,
      ...shared(typeof entry === "string" ? {} : entry),
    })),
    invalid: bad.map((entry) => {
      const { bare, places } = placesIn(entry.code);
      if (places.length !== entry.problems.length)
        throw new Error(`${places.length} marks, ${entry.problems.length} problems:\n${entry.code}`);
      return {
        code: bare,
        ...shared(entry),
        errors: entry.problems.map(({ messageId, data, suggest }, at) => ({
          messageId,
          ...(data ? { data } : {}),
          ...places[at],
          ...(suggest
            ? {
                suggestions: [
                  {
                    messageId: suggest.messageId,
                    ...(suggest.data ? { data: suggest.data } : {}),
                    output: replaceOnce(bare, suggest.from, suggest.to),
                  },
                ],
              }
            : {}),
        })),
      };
    }),
  });
}

/** A tool of the official SDK whose handler has this body. */
export function tool(body: string, head = ""): string {
  return `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
${head}
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("a", { description: "d" }, async (args) => {
${body}
});
`;
}

/** A low-level request handler with this body. */
export function lowLevel(body: string, head = ""): string {
  return `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, McpError, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
${head}
const server = new Server({ name: "s", version: "1" }, {});
server.setRequestHandler(CallToolRequestSchema, async (request) => {
${body}
});
`;
}

/** A tool of FastMCP, where a returned string is a success. */
export function fastmcp(body: string, head = ""): string {
  return `import { FastMCP, UserError } from "fastmcp";
${head}
const server = new FastMCP({ name: "s", version: "1.0.0" });
server.addTool({ name: "a", description: "d", parameters: schema, execute: async (args) => {
${body}
} });
`;
}

/** An error result with the fields of the contract, as JSON in its text. */
export function errorResult(fields: string): string {
  return `{ isError: true, content: [{ type: "text", text: JSON.stringify({ ${fields} }) }] }`;
}

/** The three frameworks whose tools are declared apart from their handler, with this name, these declarations and this body. */
export const DECLARED_APART: readonly {
  readonly framework: string;
  readonly filename?: string;
  readonly code: (name: string, declared: { annotations?: string; outputSchema?: string }, body: string) => string;
}[] = [
  {
    framework: "xmcp",
    filename: path.resolve("/nowhere/src/tools/run.ts"),
    code: (name, { annotations = "{}", outputSchema }, body) => `import type { ToolMetadata } from "xmcp";
export const metadata: ToolMetadata = { name: "${name}", description: "d", annotations: ${annotations} };
${outputSchema === undefined ? "" : `export const outputSchema = ${outputSchema};`}
export default async function run(args) {
${body}
}
`,
  },
  {
    framework: "salesforce-provider",
    code: (
      name,
      { annotations = "{}", outputSchema = "undefined" },
      body,
    ) => `import { McpTool } from "@salesforce/mcp-provider-api";
export class Run extends McpTool {
  getName() { return "${name}"; }
  getConfig() { return { description: "d", annotations: ${annotations}, outputSchema: ${outputSchema} }; }
  async exec(args) {
${body}
  }
}
`,
  },
  {
    framework: "frontmcp",
    code: (
      name,
      { annotations = "{}", outputSchema = "undefined" },
      body,
    ) => `import { Tool, ToolContext } from "@frontmcp/sdk";
@Tool({ name: "${name}", description: "d", annotations: ${annotations}, outputSchema: ${outputSchema} })
export default class Run extends ToolContext {
  async execute(args) {
${body}
  }
}
`,
  },
];
