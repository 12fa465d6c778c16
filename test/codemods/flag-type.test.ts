import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rewriteText } from "../../src/codemod/rewrite.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";
import { projectForTests } from "./support/fixtures.js";

const TOOL = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Told } from "./types.js";
const server = new McpServer({ name: "orders", version: "1.0.0" });
async function getOrder(id: string): Promise<Told> {
  const state = await api.state(id);
  if (state.failed) return { content: [{ type: "text", text: "Failed, sorry." }] };
  return { content: [{ type: "text", text: state.text }] };
}
server.registerTool("get_order", {}, async ({ id }) => ({ ...(await getOrder(id)) }));
`;

/** The tool rewritten beside a file with the type that it declares. */
function rewritten(types: string) {
  const root = makeTree({ "package.json": MCP_MANIFEST, "index.ts": TOOL, "types.ts": types });
  const file = join(root, "index.ts");
  return rewriteText(readFileSync(file, "utf8"), file, projectForTests(), {
    transforms: ["unflagged-errors"],
    helper: { kind: "package" },
  });
}

describe("a declared type that stands in another file", () => {
  it.each([
    ["an alias", "export type Told = { content: unknown[] };"],
    ["an interface", "export interface Told { content: unknown[] }"],
    ["an alias of one", "interface Own { content: unknown[] }\nexport type Told = Own;"],
  ])("gets no flag that it has no place for: %s", (_, types) => {
    const { text, changes } = rewritten(types);
    expect(changes.map(({ outcome }) => outcome)).toEqual(["marked"]);
    expect(text).toContain(" The type `Told` has no `isError`: add it there first. */");
    expect(text).not.toContain("isError: true");
  });

  it.each([
    ["it has a place", "export type Told = { content: unknown[]; isError?: boolean };"],
    ["it takes any field", "export interface Told { content: unknown[]; [name: string]: unknown }"],
    ["it is not known", "export type Told = Awaited<ReturnType<typeof load>>;"],
    [
      "it extends another",
      'import { Result } from "orders";\nexport interface Told extends Result { content: unknown[] }',
    ],
  ])("is left as it is where %s", (_, types) => {
    const { text, changes } = rewritten(types);
    expect(changes.map(({ outcome }) => outcome)).toEqual(["rewritten"]);
    expect(text).toContain('text: "Failed, sorry." }], isError: true };');
    expect(text).toContain("Promise<Told>");
  });
});
