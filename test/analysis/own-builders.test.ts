import path from "node:path";
import { describe, expect, it } from "vitest";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { buildersCalling } from "../../src/analysis/results/own-builders.js";
import { helperOf } from "../../src/analysis/results/helper.js";
import { buildModel } from "../../src/model-of.js";
import type { Model } from "../../src/analysis/model.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { functionName } from "../../src/syntax/names.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

function modelOf(files: Readonly<Record<string, string>>, name: string): Model {
  const root = makeTree({ "package.json": MCP_MANIFEST, ...files });
  const parse = projectParser(undefined);
  const filename = path.join(root, name);
  const parsed = parse(files[name] ?? "", filename);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  const model = buildModel(filename, parsed.source, new Project({ settings: DEFAULT_SETTINGS, parse }));
  if (!model) throw new Error(`${name} has no tools`);
  return model;
}

const LEAF = `export function refuseCall(message) {
  return { isError: true, content: [{ type: "text", text: message }] };
}
export function run(work) {
  return work().catch((error) => refuseCall(error.message));
}`;

/** How many functions alone build with `refuseCall`; none where another file does so too. */
function callersOfLeaf(main: string): number {
  const model = modelOf({ "errors.ts": LEAF, "main.ts": main }, "errors.ts");
  const leaf = model.file.index.functions.find((fn) => functionName(fn) === "refuseCall");
  if (!leaf) throw new Error("There is no leaf.");
  return buildersCalling(leaf, model).length;
}

describe("the functions that alone build with an exported one", () => {
  it("are those of its file, where no other file names it", () => {
    expect(callersOfLeaf('import { run } from "./errors.js";\nserve(run);')).toBe(1);
  });

  it("are unknown where another file takes it", () => {
    expect(callersOfLeaf('import { refuseCall } from "./errors.js";\nserve(refuseCall);')).toBe(0);
  });
});

const TOOL = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { toolError } from "./errors.js";
new McpServer({ name: "s", version: "1" }).registerTool("a", {}, async (args) => toolError("Read the order", args));`;

/** The module that errors are to be built with. */
const moduleFor = (errors: string): string =>
  helperOf(modelOf({ "errors.ts": errors, "main.ts": TOOL }, "main.ts").file).module;

describe("the helper of a project", () => {
  it("is what it imports under the name of the helper's main export", () => {
    expect(moduleFor("export const toolError = { validation: (given) => given };")).toBe("./errors.js");
  });

  it("is no function of its own with that name, which has no categories", () => {
    expect(moduleFor("export function toolError(action, error) {\n  return { isError: true, content: [] };\n}")).toBe(
      "mcp-tool-errors",
    );
  });
});
