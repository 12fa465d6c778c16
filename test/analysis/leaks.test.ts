import path from "node:path";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { buildModel } from "../../src/model-of.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

/** What `no-error-leak` says of each file of a server whose error results are built in `failed.ts`. */
function leaksIn(answer: string, builder: string): Record<string, string[]> {
  const root = makeTree({
    "package.json": MCP_MANIFEST,
    "main.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { failed } from "./failed.js";
new McpServer({ name: "s", version: "1" }).registerTool("load", {}, async (args) => {
  try {
    return { content: [{ type: "text", text: await load(args) }] };
  } catch (error) {
    ${answer}
  }
});`,
    "failed.ts": builder,
  });
  const parse = projectParser(undefined);
  const project = new Project({ settings: DEFAULT_SETTINGS, parse });
  const leaksOf = (name: string): string[] => {
    const filename = path.join(root, name);
    const parsed = parse(readFileSync(filename, "utf8"), filename);
    if (!parsed.ok) throw new Error(parsed.failure.message);
    const model = buildModel(filename, parsed.source, project);
    return model ? [...(rules["no-error-leak"]?.find(model, {}) ?? [])].map(({ messageId }) => messageId) : [];
  };
  return { main: leaksOf("main.ts"), failed: leaksOf("failed.ts") };
}

const WHOLE_ERROR = `export function failed(error: unknown) {
  return { isError: true, content: [{ type: "text" as const, text: JSON.stringify({ error }) }] };
}`;
const TEXT = `export function failed(text: string) {
  return { isError: true, content: [{ type: "text" as const, text }] };
}`;
const DETAILS = `export function failed(details: unknown) {
  return { isError: true, content: [{ type: "text" as const, text: JSON.stringify({ details }) }] };
}`;

describe("a leak of an error result that another file builds", () => {
  it("is told where the builder puts the error in, once", () => {
    expect(leaksIn("return failed(error);", WHOLE_ERROR)).toEqual({ main: [], failed: ["wholeError"] });
  });

  it("is told at the call that hands over the stack", () => {
    expect(leaksIn("return failed(error.stack);", TEXT)).toEqual({ main: ["stack"], failed: [] });
  });

  it("is told at the call where the builder cannot know what it is given", () => {
    expect(leaksIn("return failed(error);", DETAILS)).toEqual({ main: ["wholeError"], failed: [] });
  });
});
