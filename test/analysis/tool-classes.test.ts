import path from "node:path";
import { describe, expect, it } from "vitest";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { buildModel } from "../../src/model-of.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree } from "../support/tree.js";

const MANIFEST = JSON.stringify({ name: "s", dependencies: { "mcp-framework": "1.0.0" } });

const BASE = `import { MCPTool } from "mcp-framework";
export default abstract class OrderTool<T> extends MCPTool<T> { protected client() { return connect(); } }`;

/** What a tool closes an order with, and tells the model where it cannot. */
const closing = (base: string, failure: string): string => `import OrderTool from "./base.js";
class CloseOrder extends ${base}<{ id: string }> {
  name = "close_order";
  async execute({ id }) {
    try {
      return { closed: await this.client().close(id) };
    } catch (error) {
      ${failure}
    }
  }
}
export default CloseOrder;`;

/** The failures that are no errors in a tool whose class extends one of another file. */
function unflaggedBelow(base: string, tool = closing("OrderTool", "return { error: String(error) };")): string[] {
  const root = makeTree({ "package.json": MANIFEST, "src/base.ts": base, "src/close-order.ts": tool });
  const parse = projectParser(undefined);
  const filename = path.join(root, "src/close-order.ts");
  const parsed = parse(tool, filename);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  const model = buildModel(filename, parsed.source, new Project({ settings: DEFAULT_SETTINGS, parse }));
  return model ? model.flow.unflagged.map(({ node }) => model.file.textOf(node)) : [];
}

describe("a tool whose class extends a base of the project's own", () => {
  it("is judged by the framework that the base comes from", () => {
    expect(unflaggedBelow(BASE)).toEqual(["{ error: String(error) }"]);
  });

  it("is followed by way of a second base", () => {
    const between = `${BASE.replaceAll("OrderTool", "BaseTool").replace("export default ", "")}\nexport default class OrderTool<T> extends BaseTool<T> {}`;
    expect(unflaggedBelow(between)).toEqual(["{ error: String(error) }"]);
  });

  it("may throw", () => {
    expect(unflaggedBelow(BASE, closing("OrderTool", "throw new Error(`Not closed: ${error.message}`);"))).toEqual([]);
  });

  it.each(["createErrorResponse(error) {", "createSuccessResponse(data) {", "async toolCall(request) {"])(
    "is not judged where the base makes the results itself: %s",
    (method) => {
      expect(
        unflaggedBelow(BASE.replace("protected client() {", `${method} return shape(this); } client() {`)),
      ).toEqual([]);
    },
  );

  it("is no tool of a framework that the base has nothing to do with", () => {
    expect(unflaggedBelow(BASE.replace('from "mcp-framework"', 'from "./own.js"'))).toEqual([]);
  });
});
