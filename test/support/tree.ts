import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Writes a folder of files that is gone after the test. */
export function makeTree(files: Readonly<Record<string, string | Buffer>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "mcp-errors-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = join(root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return root;
}

/** A manifest that makes a folder a project which serves MCP. */
export const MCP_MANIFEST = JSON.stringify({
  name: "server",
  type: "module",
  dependencies: { "@modelcontextprotocol/sdk": "1.32.2" },
});
export const PLAIN_MANIFEST = JSON.stringify({ name: "plain", type: "module", dependencies: { express: "5.0.0" } });

/** A tool in which one finding is certain: an empty catch before "Done". */
export const SWALLOWING_TOOL = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("archive", { description: "Archive a note." }, async ({ name }) => {
  try {
    await store.archive(name);
  } catch {}
  return { content: [{ type: "text", text: "Done." }] };
});
`;
/** Line of the catch clause in it. */
export const SWALLOWING_LINE = 6;

/** A tool whose failure is told without the contract. */
export const FAILING_TOOL = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("archive", { description: "Archive a note." }, async ({ name }) => {
  try {
    await store.archive(name);
  } catch (error) {
    return { isError: true, content: [{ type: "text", text: "The note cannot be archived." }] };
  }
  return { content: [{ type: "text", text: "Done." }] };
});
`;

/** A tool without a finding. */
export const GOOD_TOOL = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("archive", { description: "Archive a note." }, async ({ name }) => {
  await store.archive(name);
  return { content: [{ type: "text", text: "Done." }] };
});
`;
