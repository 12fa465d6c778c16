import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import { isAboutErrors } from "../support/error-rules.js";
import { buildModel } from "../../src/model-of.js";
import { projectForTests } from "../codemods/support/fixtures.js";

const filename = "/nowhere/src/tools/GetTool.ts";

/** What the rules report, as `rule: the first characters of the place`. */
function found(code: string): string[] {
  const project = projectForTests();
  const parsed = project.options.parse(code, filename);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  const model = buildModel(filename, parsed.source, project);
  if (!model) return [];
  return Object.entries(rules)
    .filter(([name]) => isAboutErrors(name))
    .filter(([rule]) => rule !== "prefer-tool-error")
    .flatMap(([rule, { find }]) =>
      [...find(model, {})].map(({ node }) => `${rule}: ${code.slice(...node.range).slice(0, 24)}`),
    );
}

const FRAMEWORKS: Readonly<Record<string, (body: string, head?: string) => string>> = {
  "mcp-framework": (body, head = "") => `import { MCPTool } from "mcp-framework";
${head}
export default class GetTool extends MCPTool { name = "get_row"; description = "Gets a row"; async execute({ id }) {
${body}
} }`,
  mastra: (body, head = "") => `import { createTool } from "@mastra/core/tools";
import { MCPServer } from "@mastra/mcp";
${head}
const get = createTool({ id: "get_row", description: "Gets a row", execute: async ({ id }) => {
${body}
} });
export const server = new MCPServer({ id: "x", name: "x", version: "1", tools: { get } });`,
  litemcp: (body, head = "") => `import { LiteMCP } from "litemcp";
${head}
const server = new LiteMCP("s", "1.0.0");
server.addTool({ name: "get_row", description: "Gets a row", execute: async ({ id }) => {
${body}
} });`,
  fastmcp: (body, head = "") => `import { FastMCP, UserError } from "fastmcp";
${head}
const server = new FastMCP({ name: "s", version: "1.0.0" });
server.addTool({ name: "get_row", description: "Gets a row", execute: async ({ id }) => {
${body}
} });`,
  "SDK v1": (body, head = "") => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
${head}
const server = new McpServer({ name: "s", version: "1.0.0" });
server.registerTool("get_row", { description: "Gets a row" }, async ({ id }) => {
${body}
});`,
};

const fastmcp = FRAMEWORKS["fastmcp"] as (body: string, head?: string) => string;

const WHOLE =
  'errorCategory: "validation", isRetryable: false, errorCode: "BAD_ID", description: "The id is too long. Shorten it."';

/** Fields of an error, and the rules that they break. */
const FAULTS: readonly (readonly [fields: string, ...rules: string[]])[] = [
  [WHOLE],
  ['isRetryable: false, errorCode: "BAD_ID", description: "The id is too long. Shorten it."', "require-error-category"],
  [
    'errorCategory: "validation", errorCode: "BAD_ID", description: "The id is too long. Cut it."',
    "require-is-retryable",
  ],
  ['errorCategory: "validation", isRetryable: false, errorCode: "BAD_ID"', "require-error-description"],
  ['errorCategory: "validation", isRetryable: false, description: "The id is too long. Cut it."', "require-error-code"],
  [
    'errorCategory: "business", isRetryable: false, errorCode: "ROW_LIMIT", description: "No more rows. Delete one."',
    "require-customer-message",
  ],
  [
    'errorCategory: "transient", isRetryable: true, errorCode: "ROW_BUSY", description: "The row is busy. Repeat the call."',
    "require-retry-after",
  ],
  [
    'errorCategory: "transient", isRetryable: true, retryAfterSeconds: 2000, errorCode: "ROW_BUSY", description: "The row is busy. Repeat the call."',
    "consistent-error-contract",
  ],
  [
    'errorCategory: "transient", retryable: true, retryAfterMs: 2000, errorCode: "ROW_BUSY", description: "The row is busy. Repeat the call."',
    "consistent-error-contract",
  ],
  [`${WHOLE.replace("false", "true")}, retryAfterSeconds: 2`, "no-retryable-terminal-error"],
  [`${WHOLE}, details: row.error.stack`, "no-error-leak"],
];

describe.each(Object.entries(FRAMEWORKS))("JSON that is thrown in %s", (_name, tool) => {
  it.each(FAULTS)("{ %s }", (fields, ...expected) => {
    const code = tool(
      `  const row = await rows.get(id);\n  if (row.odd) throw new Error(JSON.stringify({ ${fields} }));\n  return row.text;`,
    );
    const own = found(code).map((line) => line.replace(/:.*/su, ""));
    expect(own).toEqual(expected);
  });
});

const NO_CATEGORY = '{ isRetryable: false, errorCode: "BAD_ID", description: "The id is too long. Shorten it." }';
const inTool = (statements: string, head = ""): string =>
  fastmcp(`  const row = await rows.get(id);\n${statements}\n  return row.text;`, head);

describe("the error is found", () => {
  it.each([
    [
      "in a variable",
      `  const problem = ${NO_CATEGORY};\n  if (row.odd) throw new Error(JSON.stringify(problem));`,
      "",
    ],
    [
      "thrown from a variable",
      `  const error = new Error(JSON.stringify(${NO_CATEGORY}));\n  if (row.odd) throw error;`,
      "",
    ],
    ["as a UserError", `  if (row.odd) throw new UserError(JSON.stringify(${NO_CATEGORY}));`, ""],
    ["in a template", `  if (row.odd) throw new Error(\`\${JSON.stringify(${NO_CATEGORY}, null, 2)}\`);`, ""],
    ["behind words", `  if (row.odd) throw new Error("Bad id: " + JSON.stringify(${NO_CATEGORY}));`, ""],
    [
      "with fields put onto it",
      `  if (row.odd) throw Object.assign(new Error(JSON.stringify(${NO_CATEGORY})), extras);`,
      "",
    ],
    [
      "made by a function",
      `  if (row.odd) throw failure(${NO_CATEGORY});`,
      "const failure = (fields) => new Error(JSON.stringify(fields));",
    ],
    [
      "thrown by a function",
      `  if (row.odd) fail(${NO_CATEGORY});`,
      "function fail(fields): never { throw new Error(JSON.stringify(fields)); }",
    ],
    [
      "made by a class",
      `  if (row.odd) throw new Failure(${NO_CATEGORY});`,
      "class Failure extends Error { constructor(readonly fields: object) { super(JSON.stringify(fields)); } }",
    ],
    [
      "made by the class above",
      `  if (row.odd) throw new Odd(${NO_CATEGORY});`,
      "class Failure extends Error { constructor(fields) { super(); this.message = JSON.stringify(fields); } }\nclass Odd extends Failure {}",
    ],
    ["as a rejection", `  if (row.odd) return Promise.reject(new Error(JSON.stringify(${NO_CATEGORY})));`, ""],
    [
      "thrown on by a clause",
      `  try {\n    if (row.odd) throw new Error(JSON.stringify(${NO_CATEGORY}));\n    await rows.lock(id);\n  } catch (error) {\n    console.error(error);\n    throw error;\n  }`,
      "",
    ],
  ])("%s", (_name, statements, head) => {
    expect(
      found(inTool(statements, head))
        .map((line) => line.replace(/:.*/su, ""))
        .filter((rule) => rule !== "no-lost-error-data"),
    ).toEqual(["require-error-category"]);
  });

  it("once, where a function writes it for all its callers", () => {
    const head =
      "const failure = (message) => new Error(JSON.stringify({ isRetryable: false, errorCode: 'BAD_ID', message }));";
    const code = inTool("  if (row.odd) throw failure('Odd.');\n  if (row.even) throw failure('Even.');", head);
    expect(found(code)).toEqual(["require-error-category: new Error(JSON.stringify"]);
  });

  it("at the throw, where that gives the field which is at fault", () => {
    const head = `class Failure extends Error {
  constructor(errorCategory, description, isRetryable = false) {
    super(JSON.stringify({ errorCategory, isRetryable, errorCode: "BAD_ID", description }));
  }
}`;
    const code = inTool("  if (row.odd) throw new Failure('business', 'No more rows. Delete one.');", head);
    expect(found(code)).toEqual(["require-customer-message: new Failure('business', "]);
  });

  it("with what FastMCP sends beside the message", () => {
    const thrown = `  if (row.odd) throw new UserError(JSON.stringify(${NO_CATEGORY}), { errorCategory: "validation" });`;
    expect(found(inTool(thrown))).toEqual([]);
  });

  it("a whole error as JSON", () => {
    const body =
      "  try {\n    return await rows.get(id);\n  } catch (error) {\n    if (error.status !== 504) throw error;\n    throw new Error(JSON.stringify(error));\n  }";
    expect(found(fastmcp(body))).toEqual(["no-error-leak: error"]);
  });

  it("a category of nothing found", () => {
    const thrown =
      "  if (row.odd) throw new Error(JSON.stringify({ errorCategory: 'not_found', isRetryable: false, errorCode: 'NO_ROWS', description: 'No rows match. Try other words.' }));";
    expect(found(inTool(thrown))).toEqual(["no-error-for-empty-result: new Error(JSON.stringify"]);
  });
});

describe("nothing is asked of", () => {
  it.each([
    [
      "JSON behind words that is no contract",
      "  if (row.odd) throw new Error(`Odd row, list the rows: ${JSON.stringify({ row: row.id })}`);",
      "",
    ],
    ["JSON of a value from elsewhere", "  if (row.odd) throw new Error(JSON.stringify(row.problem));", ""],
    ["fields that cannot be read", "  if (row.odd) throw new Error(JSON.stringify({ ...row.problem }));", ""],
    [
      "the typed helper",
      "  if (row.odd) throw toolFailure.validation({ description: 'Odd. Give an even id.' });",
      'import { toolFailure } from "mcp-tool-errors";',
    ],
    [
      "what a clause of the handler takes",
      "  try {\n    if (row.odd) throw new Error(JSON.stringify({ odd: true }));\n    await rows.lock(id);\n  } catch (error) {\n    return toAnswer(error);\n  }",
      "",
    ],
  ])("%s", (_name, statements, head) => {
    expect(found(inTool(statements, head))).toEqual([]);
  });

  it("what the framework hides from the model", () => {
    const code = `import { Tool, ToolContext } from "@frontmcp/sdk";
@Tool({ name: "get_row", inputSchema: {} })
export class GetRow extends ToolContext { async execute({ id }) {
  const row = await rows.get(id);
  if (row.odd) throw new Error(JSON.stringify(${NO_CATEGORY}));
  return row.text;
} }`;
    expect(found(code).map((line) => line.replace(/:.*/su, ""))).toEqual(["no-bare-throw"]);
  });

  it("what a low-level handler throws: it never reaches the model", () => {
    const code = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
const server = new Server({ name: "s", version: "1" }, {});
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const row = await rows.get(request.params.arguments.id).catch((error) => failed(error));
  if (row.odd) throw new Error(JSON.stringify(${NO_CATEGORY}));
  return { content: [{ type: "text", text: row.text }] };
});`;
    expect(found(code).filter((line) => line.startsWith("require-"))).toEqual([]);
  });
});
