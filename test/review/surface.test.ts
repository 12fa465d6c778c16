import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { SURFACE_FORMATS } from "../../src/review/surface/formats/index.js";
import type { Surface } from "../../src/review/surface/types.js";
import { run } from "../support/cli.js";
import { Repository } from "../support/git.js";
import { SUCCESS, surfaceTool, surfaceWith } from "../support/surface-page.js";
import { exitsOf, onlyTool, surfaceOfTexts, tool } from "../support/surface.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

const ROOT = path.resolve(import.meta.dirname, "../..");
const schema = JSON.parse(readFileSync(path.join(ROOT, "docs/schemas/surface.schema.json"), "utf8")) as object;
const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);

const ok = (text: string): string => `({ content: [{ type: "text", text: ${text} }] })`;
const fail = (fields: string): string =>
  `({ isError: true, content: [{ type: "text", text: JSON.stringify({ ${fields} }) }] })`;

describe("what the model sees", () => {
  it("a result with the flag, with its contract; waits in seconds whatever their unit", () => {
    const handler = `async ({ id }) => {
      try { return ${ok("await api.get(id)")}; } catch (error) {
        if (error.status === 429) return ${fail('bucket: "Transient", retryable: true, retryAfterMs: 1500, errorCode: "RATE_LIMITED", humanMessage: "Wait."')};
        return ${fail('errorCategory: "business", isRetryable: false, description: "Stop here."')};
      }
    }`;
    const found = onlyTool(tool(handler));
    expect(exitsOf(found)).toEqual([
      "all went well: success, result",
      "429 of api.get(): failure, error-result, transient true 1.5 RATE_LIMITED",
      "any other failure of api.get(): failure, error-result, business false null null",
    ]);
    expect(found.exits[1]?.message).toBe("Wait.");
  });

  it("failures that are told without the flag, hidden, or left to the framework", () => {
    const told = `async ({ id }) => { try { return ${ok("await api.get(id)")}; } catch (error) { return ${ok('"Error: " + error.message')}; } }`;
    expect(exitsOf(onlyTool(tool(told)))[1]).toBe("any failure of api.get(): failure, ordinary-text");
    const hidden = `async ({ id }) => { let orders = []; try { orders = await api.list(id); } catch {} return ${ok("JSON.stringify(orders)")}; }`;
    const lost = onlyTool(tool(hidden)).exits[1];
    expect(lost).toMatchObject({ outcome: "failure", seenAs: "hidden", instead: "[]" });
    expect(lost?.findings.map(({ rule }) => rule)).toEqual(["mcp-errors/no-swallowed-error"]);
    const thrown = `async ({ id }) => ${ok("await api.get(id)")}`;
    expect(exitsOf(onlyTool(tool(thrown)))[1]).toBe("uncaught failure of api.get(): failure, converted-throw");
  });

  it("JSON that is thrown, with its contract", () => {
    const handler = `async ({ id }) => {
      const order = await api.get(id);
      if (order.locked) throw new Error(JSON.stringify({ errorCategory: "transient", isRetryable: true, retryAfterSeconds: 5, errorCode: "ORDER_LOCKED", description: "Wait." }));
      return ${ok("order.text")};
    }`;
    const found = onlyTool(tool(handler));
    expect(exitsOf(found)).toContain("order.locked: failure, error-result, transient true 5 ORDER_LOCKED");
    expect(found.exits.map(({ message }) => message)).toContain("Wait.");
  });

  it("a throw in a low-level handler as a protocol error", () => {
    const text = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
      import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
      const server = new Server({ name: "s", version: "1" }, {});
      server.setRequestHandler(CallToolRequestSchema, async (request) => ${ok("await api.get(request)")});`;
    expect(exitsOf(onlyTool(text))[1]).toBe("uncaught failure of api.get(): failure, protocol-error");
  });

  it("an empty answer apart from a failure", () => {
    const handler = `async ({ id }) => {
      const orders = await api.list(id);
      if (orders.length === 0) return ${ok('"No orders found."')};
      return ${ok("JSON.stringify(orders)")};
    }`;
    expect(exitsOf(onlyTool(tool(handler))).slice(0, 2)).toEqual([
      "all went well: success, result",
      "orders.length === 0: empty, result",
    ]);
  });

  it("what the typed helper makes", () => {
    const head = 'import { toolError, emptyResult } from "mcp-tool-errors";';
    const handler = `async ({ id }) => {
      try {
        const order = await api.get(id);
        if (!order) return emptyResult("No such order.");
        return ${ok("JSON.stringify(order)")};
      } catch (error) {
        if (error.status === 503) return toolError.transient({ description: "Down.", retryAfterSeconds: 7 });
        if (error.status === 403) return toolError.permission({ description: "No scope.", customerFriendlyMessage: "Sorry." });
        return toolError.from(error);
      }
    }`;
    expect(exitsOf(onlyTool(tool(handler, head)))).toEqual([
      "all went well: success, result",
      "!order: empty, result",
      "503 of api.get(): failure, error-result, transient true 7 null",
      "403 of api.get(): failure, error-result, permission false null null",
      "any other failure of api.get(): failure, error-result, dynamic dynamic dynamic dynamic",
    ]);
    const wrapped = onlyTool(
      tool(
        `withToolErrors(async ({ id }) => ${ok("await api.get(id)")})`,
        'import { withToolErrors } from "mcp-tool-errors";',
      ),
    );
    expect(exitsOf(wrapped)[1]).toBe(
      "any failure of api.get(): failure, error-result, dynamic dynamic dynamic dynamic",
    );
  });
});

describe("what leads to an exit", () => {
  const caught = (body: string): string[] =>
    exitsOf(
      onlyTool(tool(`async ({ id }) => { try { return ${ok("await api.get(id)")}; } catch (error) { ${body} } }`)),
    )
      .slice(1)
      .map((line) => line.slice(0, line.indexOf(": failure")));
  const answer = `return ${fail('errorCategory: "transient", isRetryable: false')};`;

  it("statuses: equal, in a range, in a list, in a switch", () => {
    expect(caught(`if (error.status === 401 || error.statusCode === 403) ${answer} throw error;`)[0]).toBe(
      "401 or 403 of api.get()",
    );
    expect(caught(`if (error.status >= 500) ${answer} throw error;`)[0]).toBe("5xx of api.get()");
    expect(caught(`if (error.status >= 400 && error.status < 500) ${answer} throw error;`)[0]).toBe("4xx of api.get()");
    expect(caught(`if ([429, 503].includes(error.status)) ${answer} throw error;`)[0]).toBe("429 or 503 of api.get()");
    expect(caught(`switch (error.status) { case 404: case 410: ${answer} default: throw error; }`)[0]).toBe(
      "404 or 410 of api.get()",
    );
    expect(caught(`if (error.status < 400) ${answer} throw error;`)[0]).toBe("error.status < 400");
  });

  it("a test of the arguments, of an answer, of a missing value", () => {
    const handler = `async ({ id }) => {
      if (!id) return ${fail('errorCategory: "validation", isRetryable: false')};
      const response = await fetch(id);
      if (!response.ok) return ${fail('errorCategory: "transient", isRetryable: false')};
      const order = await response.json();
      if (!order) return ${fail('errorCategory: "validation", isRetryable: false')};
      return ${ok("JSON.stringify(order)")};
    }`;
    const { exits } = onlyTool(tool(handler));
    const kinds = exits.filter(({ seenAs }) => seenAs === "error-result").map(({ trigger }) => trigger.kind);
    expect(kinds).toEqual(["input", "response", "missing"]);
  });
});

describe("where an exit is", () => {
  it("in the helper that decides, with the calls that lead there", () => {
    const helper = `export function toResult(error) {
  if (error.status === 429)
    return ${fail('errorCategory: "transient", isRetryable: true, retryAfterSeconds: error.wait ?? 10')};
  return ${fail('errorCategory: "business", isRetryable: false')};
}`;
    const head = 'import { toResult } from "./results.js";';
    const handler = `async ({ id }) => { try { return ${ok("await api.get(id)")}; } catch (error) { return toResult(error); } }`;
    const [, limited, other] = onlyTool(tool(handler, head), { "results.ts": helper }).exits;
    expect(limited).toMatchObject({ waitSeconds: "dynamic", place: { file: "results.ts", line: 3 } });
    expect(limited?.via).toMatchObject([{ file: "main.ts", line: 4 }]);
    expect(other).toMatchObject({ category: "business", place: { file: "results.ts", line: 4 } });
  });

  it("in the helper that decides, once for each call that gives it other fields", () => {
    const head = `function busy(error, wait) {
  if (!error.status) throw error;
  return ${ok('JSON.stringify({ errorCategory: "transient", isRetryable: true, retryAfterSeconds: wait })').replace("({ content", "({ isError: true, content")};
}`;
    const handler = `async ({ id }) => {
      try { await api.lock(id); } catch (error) { return busy(error, 5); }
      try { return ${ok("await api.get(id)")}; } catch (error) { return busy(error, 30); }
    }`;
    const { exits } = onlyTool(tool(handler, head));
    const told = exits.filter(({ seenAs }) => seenAs === "error-result");
    expect(told.map(({ trigger, waitSeconds }) => [trigger.source, waitSeconds])).toEqual([
      ["api.lock()", 5],
      ["api.get()", 30],
    ]);
  });

  it("behind a promise that an event settles", () => {
    const head = `function load(id) {
  return new Promise((resolve, reject) => {
    const request = client.open(id);
    request.on("end", () => resolve("done"));
    request.on("error", (error) => reject(error));
  });
}`;
    const handler = `async ({ id }) => {
      try { return ${ok("await load(id)")}; }
      catch (error) { return { isError: true, content: [{ type: "text", text: "No luck." }] }; }
    }`;
    expect(exitsOf(onlyTool(tool(handler, head)))).toEqual([
      "all went well: success, result",
      "any failure of the promise: failure, error-result",
    ]);
  });

  it("behind a function of the project that registers what a wrapper gives", () => {
    const head = `const add = (given) => { if (wanted.has(given.name)) server.registerTool(given.name, { inputSchema: {} }, given.handler); };
const guarded = (handler) => async (args) => { try { return await handler(args); } catch { return { isError: true, content: [{ type: "text", text: "No luck." }] }; } };`;
    const { tools } = surfaceOfTexts({
      "main.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "orders", version: "1.0.0" });
${head}
add({ name: "get_order", description: "Read an order.", handler: guarded(async ({ id }) => ${ok("await api.get(id)")}) });
`,
    });
    expect(tools.flatMap(exitsOf)).toContain("any failure of api.get(): failure, error-result");
  });

  it("in the file of an imported handler, and once only", () => {
    const orders = `import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
export async function getOrder({ id }): Promise<CallToolResult> {
  return ${ok("await api.get(id)")};
}`;
    const found = onlyTool(tool("getOrder", 'import { getOrder } from "./orders.js";'), { "orders.ts": orders });
    expect(found).toMatchObject({
      name: "get_order",
      place: { file: "main.ts" },
      handler: { file: "orders.ts", line: 2 },
    });
    expect(found.exits.map(({ place }) => place.file)).toEqual(["orders.ts", "orders.ts"]);
  });

  it("behind a wrapper that can be read; behind one that cannot, a throw stays unknown", () => {
    const wrapper = `export const guarded = (handler) => async (args) => {
  try { return await handler(args); } catch (error) { return ${fail('errorCategory: "transient", isRetryable: false')}; }
};`;
    const handler = `guarded(async ({ id }) => ${ok("await api.get(id)")})`;
    const read = onlyTool(tool(handler, 'import { guarded } from "./guard.js";'), { "guard.ts": wrapper });
    expect(exitsOf(read)).toEqual([
      "all went well: success, result",
      "any failure of api.get(): failure, error-result, transient false null null",
    ]);
    const unread = onlyTool(tool(handler, 'import { guarded } from "some-package";'));
    expect(exitsOf(unread)[1]).toBe("uncaught failure of api.get(): failure, unknown");
  });

  it("in a table of handlers, a class and an imported object, each once", () => {
    const { tools } = surfaceOfTexts({
      "main.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
        import { FastMCP } from "fastmcp";
        import { HANDLERS } from "./handlers.js";
        import { ReadHandler } from "./read.js";
        import { cancel } from "./cancel.js";
        export const tools = [{ name: "read_order", description: "Reads.", schema: {}, handler: ReadHandler }];
        new FastMCP({ name: "orders", version: "1.0.0" }).addTool(cancel);
        export const dispatch = (name, args) => HANDLERS[name](args);`,
      "handlers.ts": `import { answer } from "./answer.js";
        export const HANDLERS = { list_orders: async (args) => answer(await api.list(args)) };`,
      "answer.ts": `export const answer = (text) => ${ok("text")};`,
      "read.ts": `import { BaseToolHandler } from "./base.js";
        export class ReadHandler extends BaseToolHandler { async runTool(args) { return ${ok("await api.get(args)")}; } }`,
      "cancel.ts": `export const cancel = { name: "cancel_order", description: "Cancels.", parameters: {}, execute: async () => "Done." };`,
    });
    expect(tools.map(({ name, handler }) => [name, handler?.file])).toEqual([
      ["list_orders", "handlers.ts"],
      ["read_order", "read.ts"],
      ["cancel_order", "cancel.ts"],
    ]);
  });

  it("in what a function hands on that only looks at it, whatever it was given before", () => {
    const handler = `async (args) => {
      const logged = (result) => { log(result); return result; };
      if (!args.id) return logged(${ok('"Give an id."')});
      const result = await work(args);
      return logged(result);
    }`;
    const told = ok('"Error: " + error.message');
    const work = `async function work(args) { try { return ${ok("await api.get(args)")}; } catch (error) { return ${told}; } }`;
    expect(exitsOf(onlyTool(tool(handler, work)))).toContain("any failure of api.get(): failure, ordinary-text");
  });

  it("in the cases of a dispatcher, whichever way their answers leave it", () => {
    const { tools } = surfaceOfTexts({
      "main.ts": `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
        import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
        new Server({ name: "s", version: "1" }, {}).setRequestHandler(CallToolRequestSchema, async (request) => {
          let text;
          switch (request.params.name) {
            case "get_order": text = await api.get(request); break;
            case "list_orders": text = await api.list(request); break;
          }
          return ${ok("text")};
        });`,
    });
    expect(tools.map(({ name }) => name)).toEqual(["get_order", "list_orders"]);
  });

  it("in the branches of a dispatcher, which are tools of their own; an unknown tool is none", () => {
    const text = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
      import { CallToolRequestSchema, McpError, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
      const server = new Server({ name: "s", version: "1" }, {});
      server.setRequestHandler(CallToolRequestSchema, async (request) => {
        if (!request.params.arguments) return ${fail('errorCategory: "validation", isRetryable: false')};
        switch (request.params.name) {
          case "list_orders": return ${ok("await api.list()")};
          case "get_order": return ${ok('"here"')};
          default: throw new McpError(ErrorCode.MethodNotFound, "Unknown tool");
        }
      });`;
    const { tools } = surfaceOfTexts({ "main.ts": text });
    expect(tools.map(({ id }) => id)).toEqual(["main.ts#list_orders", "main.ts#get_order"]);
    expect(tools.map((found) => found.exits.map(({ seenAs }) => seenAs))).toEqual([
      ["result", "error-result", "protocol-error"],
      ["result", "error-result"],
    ]);
  });

  it("nowhere, where the handler cannot be seen", () => {
    const found = onlyTool(tool("getOrder", 'import { getOrder } from "some-package";'));
    expect(found).toMatchObject({ handler: null, exits: [] });
  });
});

describe("robustness", () => {
  it("ends where functions call themselves and each other", () => {
    const head = `async function a(x) { try { return await b(x); } catch { return a(x); } }
async function b(x) { return x ? a(x) : ${ok('"done"')}; }`;
    expect(onlyTool(tool("async ({ id }) => a(id)", head)).exits.length).toBeGreaterThan(0);
  });

  it("with a finding in code that several tools call, at each of them", () => {
    const { tools, findings, summary } = surfaceOfTexts({
      "main.ts": `${tool(`async () => ${ok("await rates()")}`)}
server.registerTool("again", { inputSchema: {} }, async () => { const found = await rates(); return ${ok("found.join()")}; });
server.registerTool("other", { inputSchema: {} }, async () => ${ok('"a"')});
async function rates() { const answer = await fetch("https://a.example"); return answer.json(); }`,
    });
    expect(
      tools.map(({ name, exits, findings: own }) => {
        const found = [...exits, { findings: own }].flatMap((part) => part.findings);
        return [name, found.map(({ rule, file, line }) => `${rule} ${file}:${line}`)];
      }),
    ).toEqual([
      ["get_order", ["mcp-errors/no-unchecked-response main.ts:8"]],
      ["again", ["mcp-errors/no-unchecked-response main.ts:8"]],
      ["other", []],
    ]);
    expect(findings).toEqual([]);
    expect(summary.findings).toBe(1);
  });

  it("with the findings of a branch at its tool, and those of the dispatcher at the exits that each tool has there", () => {
    const text = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
const server = new Server({ name: "s", version: "1" }, {});
async function rates() { const answer = await fetch("https://a.example"); return ${ok("await answer.text()")}; }
async function places() { return ${ok('"here"')}; }
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const answer = await fetch("https://b.example");
  await answer.text();
  switch (request.params.name) {
    case "rates": return rates();
    case "places": return places();
  }
});`;
    const { tools, findings } = surfaceOfTexts({ "main.ts": text });
    const found = ({ exits, findings: own }: (typeof tools)[number]): string[] =>
      [...exits, { findings: own }].flatMap((part) =>
        part.findings.map(({ rule, line }) => `${rule.slice(11)}:${line}`),
      );
    expect(tools.map((one) => [one.name, found(one)])).toEqual([
      ["rates", ["no-unchecked-response:7", "no-protocol-error:7", "no-unchecked-response:4"]],
      ["places", ["no-unchecked-response:7", "no-protocol-error:7"]],
    ]);
    expect(findings).toEqual([]);
  });

  it("gives two tools of one name two ids, the same in every run", () => {
    const twice = `${tool(`async () => ${ok('"a"')}`)}
server.registerTool("get_order", { description: "Again.", inputSchema: {} }, async () => ${ok('"b"')});`;
    const ids = (): string[] => surfaceOfTexts({ "main.ts": twice }).tools.map(({ id }) => id);
    expect(ids()).toEqual(["main.ts#get_order", "main.ts#get_order~2"]);
    expect(ids()).toEqual(ids());
  });
});

describe("formats", () => {
  const HOSTILE = 'a|b`c`"d"\\e\u202e<script>\u0000{}[x](y)';
  const hostile = (): Surface =>
    surfaceOfTexts({
      "main.ts": tool(`async ({ id }) => ${ok("await api.get(id)")}`, "", "NAME").replace(
        '"NAME"',
        JSON.stringify(HOSTILE),
      ),
    });
  const format = (name: string, surface: Surface): string => SURFACE_FORMATS[name]?.(surface) ?? "";

  it("markdown lists findings that stand at no exit", () => {
    const finding = { rule: "mcp-errors/no-unchecked-response", message: "Nobody looks.", file: "a|b.ts", column: 1 };
    const surface = surfaceWith(
      [surfaceTool("rates", [SUCCESS], { findings: [{ ...finding, line: 4 }] })],
      [{ ...finding, line: 5 }],
    );
    const markdown = format("markdown", surface);
    expect(markdown).toContain(
      "\nFindings outside the exits:\n\n- `no-unchecked-response` at `a\\|b.ts:4`: Nobody looks.\n",
    );
    expect(markdown).toMatch(
      /\n## Findings in no tool\n\n- `no-unchecked-response` at `a\\\|b\.ts:5`: Nobody looks\.\n$/u,
    );
    expect(validate(JSON.parse(format("json", surface)))).toBe(true);
  });

  it.each(["sdk-v1", "sdk-v2", "low-level", "fastmcp"])("json of %s keeps the schema", async (server) => {
    const result = await run(path.join(ROOT, "test/servers", server), ["surface", "--format", "json"]);
    expect(result.code).toBe(0);
    const surface = JSON.parse(result.out) as Surface;
    expect(validate(surface), JSON.stringify(validate.errors)).toBe(true);
    expect(surface.tools.length).toBe(8);
    expect(validate({ ...surface, version: 2 })).toBe(false);
    expect(validate({ ...surface, tools: [{ ...surface.tools[0], exits: [{}] }] })).toBe(false);
  });

  it("describes every property in the schema", () => {
    const undescribed = (node: unknown, at: string): string[] => {
      if (typeof node !== "object" || node === null) return [];
      const { properties } = node as { properties?: Record<string, { description?: string; $ref?: string }> };
      const own = Object.entries(properties ?? {}).flatMap(([name, value]) =>
        (value.description ?? value.$ref) ? [] : [`${at}.${name}`],
      );
      return [...own, ...Object.entries(node).flatMap(([name, value]) => undescribed(value, `${at}.${name}`))];
    };
    expect(undescribed(schema, "$")).toEqual([]);
  });

  it("json holds hostile names unharmed", () => {
    const surface = JSON.parse(format("json", hostile())) as Surface;
    expect(surface.tools[0]?.name).toBe(HOSTILE);
  });

  it("markdown and dot print no control characters, and every table row has its five cells", () => {
    const markdown = format("markdown", hostile());
    for (const text of [markdown, format("dot", hostile())]) expect(text).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    const rows = markdown.split("\n").filter((line) => line.startsWith("|"));
    expect(rows.length).toBeGreaterThan(4);
    for (const line of rows.slice(4)) expect(line.match(/(?<!\\)\|/gu)).toHaveLength(6);
  });

  it("dot quotes: each quotation mark inside a string is escaped", () => {
    const dot = format("dot", hostile());
    for (const line of dot.split("\n"))
      expect(line.replace(/\\./gu, "").match(/"/gu)?.length ?? 0).toSatisfy((n: number) => n % 2 === 0);
    expect(dot.match(/\{/gu)?.length).toBe(dot.match(/\}/gu)?.length);
  });
});

describe("the command", () => {
  const project = (files: Readonly<Record<string, string>>): string =>
    makeTree({ "package.json": MCP_MANIFEST, ...files });

  it("writes to a file in a folder that is made, and tells counts on the other stream", async () => {
    const root = project({ "a.ts": tool(`async () => ${ok('"a"')}`) });
    const result = await run(root, ["surface", "--format", "json", "--output-file", "out/surface.json"]);
    expect(result).toMatchObject({ code: 0, out: "" });
    expect(result.err).toBe("1 tool, 1 exit, 0 failures in 1 file.\n");
    expect(validate(JSON.parse(readFileSync(path.join(root, "out/surface.json"), "utf8")))).toBe(true);
  });

  it("counts what couldn't be resolved, and calls nothing a failure that the model sees before it is known", async () => {
    const wrapped = `import { wrap } from "elsewhere";\n${tool("wrap(async () => done)")}`;
    const { out, err } = await run(project({ "a.ts": wrapped }), ["surface"]);
    expect(err).toMatch(/^1 tool, \d exits?, 0 failures in 1 file; [^;]* couldn't be resolved\.\n$/u);
    expect(out).toContain("0 of the exits are failures; ");
    expect(out).not.toContain("| The model gets | Failures |");
    const told = tool(
      `async () => { try { return await api.get(); } catch { return ${fail('errorCategory: "business"')}; } }`,
    );
    expect((await run(project({ "a.ts": told }), ["surface"])).err).toContain("the model sees every failure as one");
  });

  it("says in one line that a file cannot be written, and that there is no tool", async () => {
    const root = project({ "a.ts": tool(`async () => ${ok('"a"')}`), "b.ts": "export const b = 1;\n" });
    const unwritable = await run(root, ["surface", "--output-file", "a.ts/x.json"]);
    expect(unwritable.code).toBe(2);
    expect(unwritable.err).toMatch(/^error: The output file a\.ts\/x\.json cannot be written \(E\w+\)\.\n$/u);
    const none = await run(root, ["surface", "b.ts"]);
    expect(none.code).toBe(2);
    expect(none.err).toContain("No tools found.");
    expect((await run(root, ["surface", "missing"])).err).toBe("error: No such file or folder: missing.\n");
  });

  it.each([
    ["vscode", (root: string) => `vscode://file${root}/a.ts:`],
    ["jetbrains", (root: string) => `idea://open?file=${root}/a.ts&amp;line=`],
    ["github", (_root: string, commit: string) => `https://example.com/acme/notes/blob/${commit}/a.ts#L`],
    ["gitlab", (_root: string, commit: string) => `https://example.com/acme/notes/-/blob/${commit}/a.ts#L`],
    ["https://code.example/{path}?line={line}", () => "https://code.example/a.ts?line="],
  ])("links places to their sources: %s", async (template, addressOf) => {
    const repository = new Repository({ "package.json": MCP_MANIFEST, "a.ts": tool(`async () => ${ok('"a"')}`) });
    repository.git("remote", "add", "origin", "git@example.com:acme/notes.git");
    const { out } = await run(repository.root, ["surface", "--format", "html", "--link-template", template]);
    const commit = repository.git("rev-parse", "HEAD");
    expect(out).toContain(`href="${addressOf(repository.root, commit)}`);
    expect(out).toContain(`<h1>Error surface of server at ${commit.slice(0, 7)}</h1>`);
    const { out: markdown } = await run(repository.root, ["surface", "--link-template", template]);
    expect(markdown).toMatch(/\[`a\.ts:\d+`\]\(<\S+>\)/u);
  });

  it.each([
    ["a template without the path", "https://code.example/{line}", /needs \{path\} or \{absolute\}/u],
    ["a forge without a repository", "github", /needs a git repository with a commit and the remote "origin"/u],
  ])("refuses %s", async (_name, template, message) => {
    const root = project({ "a.ts": tool(`async () => ${ok('"a"')}`) });
    const { code, err } = await run(root, ["surface", "--link-template", template]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it("goes on where one file does not parse, and names it", async () => {
    const root = project({
      "a.ts": tool(`async () => ${ok('"a"')}`),
      "broken.ts": `import "@modelcontextprotocol/sdk"; const tool = {{;`,
    });
    const result = await run(root, ["surface"]);
    expect(result.code).toBe(0);
    expect(result.err).toMatch(/Not checked: broken\.ts\. Parsing error/u);
  });
});
