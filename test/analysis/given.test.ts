import path from "node:path";
import { describe, expect, it } from "vitest";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { calledFunction } from "../../src/analysis/values/calls.js";
import { rootEnv } from "../../src/analysis/values/values.js";
import { DEFAULT_SETTINGS, type Settings } from "../../src/settings.js";
import { check } from "../../src/cli/check.js";
import { presetSetup } from "../../src/cli/config/setup.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

const ORDERS = `export function registerOrders(server, { fail }) {
  server.registerTool("order", {}, async ({ id }) => fail("NO_ORDER", id));
}`;
const FAIL = 'function fail(code, id) { return { content: [{ type: "text", text: `Error: ${code} ${id}` }] }; }';
const MAIN = `import { registerOrders } from "./orders.js";\n${FAIL}\nconst context = { fail };\nregisterOrders(server, context);`;

/** The file of the function behind `fail(…)` in `orders.js`. */
function behindFail(
  files: Readonly<Record<string, string>>,
  settings: Settings = DEFAULT_SETTINGS,
): string | undefined {
  const root = makeTree({ "package.json": MCP_MANIFEST, "orders.js": ORDERS, ...files });
  const project = new Project({ settings, parse: projectParser(undefined) });
  const file = project.load(path.join(root, "orders.js"));
  const call = file?.index.calls.find((one) => file.textOf(one.callee) === "fail");
  if (!file || !call) throw new Error("orders.js does not parse, or calls no fail()");
  const called = calledFunction(call, rootEnv(file));
  return called && path.basename(called.env.file.filename);
}

describe("a function that a file is handed", () => {
  it("is that of the importing file", () => {
    expect(behindFail({ "main.js": MAIN })).toBe("main.js");
  });

  it("is that of the importing file under another name", () => {
    const main = MAIN.replace("{ registerOrders }", "{ registerOrders as add }").replace(
      "registerOrders(server",
      "add(server",
    );
    expect(behindFail({ "main.js": main })).toBe("main.js");
  });

  it("is that of the importing file by way of its module", () => {
    const main = MAIN.replace("{ registerOrders }", "* as orders").replace(
      "registerOrders(server",
      "orders.registerOrders(server",
    );
    expect(behindFail({ "main.js": main })).toBe("main.js");
  });

  it("is known by its place among the arguments, too", () => {
    const orders = ORDERS.replace("{ fail }", "fail");
    expect(behindFail({ "orders.js": orders, "main.js": MAIN.replace("server, context", "server, fail") })).toBe(
      "main.js",
    );
  });

  it("is one where several files hand the same", () => {
    const errors = `export ${FAIL}`;
    const main =
      'import { fail } from "./errors.js";\nimport { registerOrders } from "./orders.js";\nregisterOrders(server, { fail });';
    expect(behindFail({ "errors.js": errors, "main.js": main, "http.js": main })).toBe("errors.js");
  });

  it.each([
    ["nobody imports the file", {}],
    ["two files hand different ones", { "main.js": MAIN, "http.js": MAIN }],
    ["one of two calls hands something unknown", { "main.js": `${MAIN}\nregisterOrders(other, contextOf(other));` }],
    ["the function is not exported", { "main.js": MAIN, "orders.js": ORDERS.replace("export function", "function") }],
    [
      "it is a parameter of a function inside",
      {
        "main.js": MAIN,
        "orders.js": `export function registerOrders(server, all) { all.map((fail) => fail("NO", 1)); }`,
      },
    ],
  ])("is unknown where %s", (_name, files) => {
    expect(behindFail(files)).toBeUndefined();
  });

  it("is unknown where imports are not followed", () => {
    expect(behindFail({ "main.js": MAIN }, { ...DEFAULT_SETTINGS, followImports: false })).toBeUndefined();
  });

  it("is judged where it is called: the failure has no flag", () => {
    const server =
      'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\nconst server = new McpServer({ name: "s", version: "1" });\n';
    const cwd = makeTree({ "package.json": MCP_MANIFEST, "orders.js": ORDERS, "main.js": `${server}${MAIN}` });
    const { results } = check({ paths: ["."], cwd, setup: presetSetup("defects") });
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId))).toEqual([
      "mcp-errors/require-is-error",
    ]);
  });
});
