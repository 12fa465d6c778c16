import { describe, expect, it } from "vitest";
import { loadOxc, parseWithOxc, type Parse } from "../../src/syntax/parse.js";
import { Project } from "../../src/analysis/project/project.js";
import { buildModel } from "../../src/model-of.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";

const oxc = loadOxc();
if (!oxc) throw new Error("oxc-parser is a devDependency of this project.");
const parse: Parse = (text, filename) => parseWithOxc(oxc, text, filename);

function namesIn(registration: string): (string | undefined)[] {
  const text = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { tool } from "./tool.js";
const server = new McpServer({ name: "s", version: "1" });
const NAME = "get_order";
${registration}`;
  const parsed = parse(text, "/server.ts");
  if (!parsed.ok) throw new Error(parsed.failure.message);
  const model = buildModel("/server.ts", parsed.source, new Project({ settings: DEFAULT_SETTINGS, parse }));
  return model?.tools.map(({ name }) => name) ?? [];
}

describe("the name of a tool", () => {
  it.each([
    ["the first argument", 'server.registerTool("get_order", { title: "Order" }, async () => ({ content: [] }));'],
    ["a constant", "server.registerTool(NAME, {}, async () => ({ content: [] }));"],
    [
      "not a parameter that is called name",
      'server.tool("get_order", "An order.", { name: z.string() }, async () => ({ content: [] }));',
    ],
    [
      "the one in the description, where a builder takes its group first",
      'export const getOrder = tool("orders", { name: "get_order" }, async () => ({ content: [] }));',
    ],
  ])("is %s", (_name, registration) => {
    expect(namesIn(registration)).toEqual(["get_order"]);
  });
});
