import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createMCPClient } from "@ai-sdk/mcp";
import { createSdkMcpServer, tool as agentTool } from "@anthropic-ai/claude-agent-sdk";
import { loadMcpTools } from "@langchain/mcp-adapters";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { InMemoryTransport as TmcpTransport } from "@tmcp/transport-in-memory";
import { FastMCP } from "fastmcp";
import { MCPTool } from "mcp-framework";
import { McpServer as TmcpServer } from "tmcp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { readToolError, toolError, toolFailure, withToolFailures } from "mcp-tool-errors";
import { assertToolError } from "mcp-tool-errors/testing";
import { CASES, guard } from "./support/cases.js";

const LIST = Object.entries(CASES);
const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
const connect = async (server: { connect(transport: any): Promise<void> }) => {
  const client = new Client({ name: "c", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  await client.listTools();
  return { client, near };
};

describe("FastMCP", () => {
  const server = new FastMCP({ name: "s", version: "1.0.0" });
  const client = new Client({ name: "c", version: "1" });
  beforeAll(async () => {
    for (const [name, { run }] of LIST) {
      server.addTool({ name, description: name, execute: guard(run) });
      server.addTool({ name: `bare_${name}`, description: name, execute: async () => run() as never });
      server.addTool({
        name: `typed_${name}`,
        description: name,
        outputSchema: z.object({ orders: z.array(z.string()) }),
        execute: guard(() =>
          name === "mirrored_with_meta"
            ? toolError.business({ description: "No.", customerFriendlyMessage: "No." })
            : run(),
        ),
      });
    }
    const port = await freePort();
    await server.start({ transportType: "httpStream", httpStream: { port, host: "127.0.0.1", endpoint: "/mcp" } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)) as never);
    await client.listTools();
  });
  afterAll(async () => {
    await client.close();
    await server.stop();
  });
  it.each(LIST)("%s", async (name, { expected }) => {
    assertToolError(await client.callTool({ name, arguments: {} }), expected);
  });
  it.each(LIST)("%s of a tool with an output schema", async (name, { expected }) => {
    assertToolError(await client.callTool({ name: `typed_${name}`, arguments: {} }), expected, {
      hasOutputSchema: true,
    });
  });
  it("a ToolFailure that nothing catches is readable behind FastMCP's prefix", async () => {
    const read = readToolError(await client.callTool({ name: "bare_thrown_failure", arguments: {} }));
    expect(read).toMatchObject({
      isKnown: true,
      carrier: "wrapped text",
      payload: { errorCategory: "validation", errorCode: "BAD_ID" },
    });
  });
});

describe("tmcp", () => {
  const server = new TmcpServer(
    { name: "s", version: "1", description: "s" },
    { adapter: undefined, capabilities: { tools: {} } },
  );
  const session = new TmcpTransport(server).session();
  beforeAll(async () => {
    for (const [name, { run }] of LIST) server.tool({ name, description: name }, guard(run));
    await session.initialize("2025-06-18", {}, { name: "c", version: "1" });
  });
  it.each(LIST)("%s", async (name, { expected }) => {
    assertToolError(await session.callTool(name), expected);
  });
});

describe("claude-agent-sdk", () => {
  let client: Client;
  beforeAll(async () => {
    const server = createSdkMcpServer({
      name: "s",
      version: "1",
      tools: LIST.map(([name, { run }]) => agentTool(name, name, {}, guard(run))),
    });
    client = (await connect(server.instance as never)).client;
  });
  afterAll(() => client.close());
  it.each(LIST)("%s", async (name, { expected }) => {
    assertToolError(await client.callTool({ name, arguments: {} }), expected);
  });
});

describe("mcp-framework, which loses returned error results: withToolFailures", () => {
  const makeTool = (execute: () => Promise<any>) => {
    class Tool extends MCPTool {
      name = "t";
      description = "t";
      schema = {};
      execute = execute;
    }
    return new Tool();
  };
  it.each(LIST)("%s", async (_, { run, expected }) => {
    const result: unknown = await makeTool(guard(run, {}, withToolFailures)).toolCall({
      params: { name: "t", arguments: {} },
    });
    expect(readToolError(result)).toMatchObject({ isKnown: true, layer: "execution" });
    expect(readToolError(result)!.payload).toMatchObject(
      typeof expected === "string" ? { errorCategory: expected } : expected,
    );
  });
  it("without it, the failure counts as a success", async () => {
    const result: any = await makeTool(guard(CASES["returned_business"]!.run)).toolCall({
      params: { name: "t", arguments: {} },
    });
    expect(result.isError).not.toBe(true);
  });
});

/** What a model reads: the category, the flag, the wait. */
const expectModelReads = (text: string) => {
  expect(text).toContain('"errorCategory":"transient"');
  expect(text).toContain('"isRetryable":true');
  expect(text).toContain('"retryAfterSeconds":30');
};

describe("what the model is shown", () => {
  const makeServer = () => {
    const server = new McpServer({ name: "s", version: "1" });
    server.registerTool("plain", {}, guard(CASES["returned_transient"]!.run));
    server.registerTool(
      "typed",
      { outputSchema: { orders: z.array(z.string()) } },
      guard(CASES["returned_transient"]!.run, { hasOutputSchema: true }),
    );
    return server;
  };

  it.each(["plain", "typed"])("LangChain's adapter, %s tool", async (name) => {
    const { client } = await connect(makeServer());
    const tools = await loadMcpTools("s", client as never);
    const tool = tools.find((candidate) => candidate.name === name)!;
    const error = await tool.invoke({}).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expectModelReads((error as Error).message);
    expect(readToolError(error)!.payload).toMatchObject({
      errorCategory: "transient",
      isRetryable: true,
      retryAfterSeconds: 30,
      errorCode: "INDEX_BUSY",
      partialResults: { found: 2 },
    });
    await client.close();
  });

  it.each(["plain", "typed"])("the AI SDK's client, %s tool", async (name) => {
    const server = makeServer();
    const [near, far] = InMemoryTransport.createLinkedPair();
    await server.connect(far);
    const client = await createMCPClient({ transport: near as never });
    const tools = await client.tools();
    const output: any = await tools[name]!.execute({}, { toolCallId: "1", messages: [] } as never);
    const shown = (await tools[name]!.toModelOutput?.({ output, toolCallId: "1", input: {} } as never)) ?? output;
    const text: string = Array.isArray(shown.value) ? shown.value[0].text : JSON.stringify(shown.value ?? shown);
    expectModelReads(text.replaceAll('\\"', '"'));
    expect(readToolError(output)).toMatchObject({ isKnown: true, payload: { errorCode: "INDEX_BUSY" } });
    await client.close();
  });
});

describe("toolFailure in a bare handler", () => {
  it("carries the contract through McpServer", async () => {
    const server = new McpServer({ name: "s", version: "1" });
    server.registerTool("t", {}, async () => {
      throw toolFailure.business({ description: "The limit is 500.", customerFriendlyMessage: "Over the limit." });
    });
    const { client } = await connect(server);
    assertToolError(await client.callTool({ name: "t", arguments: {} }), "business");
    await client.close();
  });
});
