import { execFileSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { TempProject } from "./support/project.js";

/** Too heavy to be a development dependency (160 packages, 155 MB). They ask for Node 22 and run on Node 20 as well. */
const MASTRA = { "@mastra/core": "1.71.0", "@mastra/mcp": "2.0.0", zod: "4.6.7" };

/** Each failure as a plain tool, as one with an output schema, and as one that returns the result, which Mastra loses. */
const SERVER = `
import { createTool } from "@mastra/core/tools";
import { MCPServer } from "@mastra/mcp";
import { z } from "zod";
import { toolError, toolFailure, withToolErrors, withToolFailures } from "mcp-tool-errors";

const customerFriendlyMessage = "We cannot do that at the moment.";
const fail = (error) => {
  throw error;
};
const RUNS = {
  transient: () =>
    toolError.transient({
      description: "The index is being rebuilt.",
      retryAfterSeconds: 30,
      errorCode: "INDEX_BUSY",
      partialResults: { found: 2 },
    }),
  validation: () => toolError.validation({ description: "The date is wrong." }),
  permission: () => toolError.permission({ description: "The scope orders:read is missing.", customerFriendlyMessage }),
  business: () => toolError.business({ description: "The limit is 500.", customerFriendlyMessage }),
  failure: () => fail(toolFailure.validation({ description: "The id is wrong.", errorCode: "BAD_ID" })),
  foreign: () =>
    fail(Object.assign(new Error("hunter2"), { response: { status: 429, headers: { "retry-after": "7" } } })),
  unknown: () => fail(new Error("hunter2 at /srv/app.ts:1:1")),
};

const tools = {};
const add = (id, execute, more) => {
  tools[id] = createTool({ id, description: id, inputSchema: z.object({}), execute, ...more });
};
for (const [id, run] of Object.entries(RUNS)) {
  const handler = async () => run();
  const outputSchema = z.object({ orders: z.array(z.string()) });
  add(id, withToolFailures(handler));
  add("typed_" + id, withToolFailures(handler, { hasOutputSchema: true }), { outputSchema });
  add("returned_" + id, withToolErrors(handler));
}
await new MCPServer({ name: "s", version: "1.0.0", tools }).startStdio();
`;

const customerFriendlyMessage = "We cannot do that at the moment.";
const EXPECTED: readonly (readonly [tool: string, payload: object])[] = [
  [
    "transient",
    {
      errorCategory: "transient",
      isRetryable: true,
      retryAfterSeconds: 30,
      errorCode: "INDEX_BUSY",
      partialResults: { found: 2 },
    },
  ],
  ["validation", { errorCategory: "validation", isRetryable: false, description: "The date is wrong." }],
  ["permission", { errorCategory: "permission", isRetryable: false, customerFriendlyMessage }],
  ["business", { errorCategory: "business", isRetryable: false, customerFriendlyMessage }],
  ["failure", { errorCategory: "validation", isRetryable: false, errorCode: "BAD_ID" }],
  ["foreign", { errorCategory: "transient", isRetryable: true, retryAfterSeconds: 7, errorCode: "RATE_LIMITED" }],
  ["unknown", { errorCategory: "transient", isRetryable: false, errorCode: "UNCLASSIFIED" }],
];

function isOnline(): boolean {
  try {
    execFileSync("npm", ["view", `@mastra/mcp@${MASTRA["@mastra/mcp"]}`, "version"], {
      stdio: "ignore",
      timeout: 60_000,
    });
    return true;
  } catch {
    console.warn("Skipped: the npm registry does not answer, and Mastra is installed from there.");
    return false;
  }
}

describe.skipIf(!isOnline())("a Mastra server that reports through the helper", () => {
  const project = new TempProject();
  const client = new Client({ name: "c", version: "1" }, { versionNegotiation: { mode: "auto" } });
  let helper: typeof import("../../src/helper/src/index.js");

  beforeAll(async () => {
    project.install({ ...MASTRA, "mcp-tool-errors": inject("tarballs").helper }).write("server.mjs", SERVER);
    const entry = join(project.root, "node_modules/mcp-tool-errors/dist/index.js");
    helper = (await import(pathToFileURL(entry).href)) as typeof helper;
    await client.connect(
      // Mastra logs every failed tool.
      new StdioClientTransport({
        command: process.execPath,
        args: ["server.mjs"],
        cwd: project.root,
        stderr: "ignore",
      }),
    );
    // A client that has seen the output schemas checks results against them.
    await client.listTools();
  });
  afterAll(async () => {
    await client.close();
    project.remove();
  });

  it.each(EXPECTED)("%s", async (name, payload) => {
    for (const tool of [name, `typed_${name}`]) {
      const result = await client.callTool({ name: tool, arguments: {} });
      expect(result.isError, tool).toBe(true);
      expect(result, tool).not.toHaveProperty("structuredContent");
      const read = helper.readToolError(result);
      expect(read, tool).toMatchObject({ isKnown: true, layer: "execution", payload });
      expect(JSON.stringify(result), tool).not.toMatch(/hunter2|app\.ts/);
    }
  });

  it.each(EXPECTED)("%s, returned, counts as a success", async (name) => {
    const result = await client.callTool({ name: `returned_${name}`, arguments: {} });
    expect(result.isError).not.toBe(true);
  });
});
