import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as PairV1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server as ServerV1 } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/sdk/types.js";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import {
  McpServer as McpServerV2,
  Server as ServerV2,
  UrlElicitationRequiredError as UrlElicitationRequiredErrorV2,
} from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { dialects, emptyResult, readToolError, toolError, withToolErrors } from "mcp-tool-errors";
import { assertEmptyResult, assertToolError } from "mcp-tool-errors/testing";
import { CASES, FURTHER, guard } from "./support/cases.js";

interface Server {
  connect(transport: any): Promise<void>;
  close(): Promise<void>;
}

const EMPTY = () => emptyResult("No orders.");
const EMPTY_TYPED = () => emptyResult("No orders.", undefined, { structuredContent: { orders: [] } });
const outputSchema = z.object({ orders: z.array(z.string()) });

const highLevel = (Mcp: typeof McpServerV1 | typeof McpServerV2) => (): Server => {
  const server = new (Mcp as typeof McpServerV1)({ name: "s", version: "1" });
  for (const [name, { run }] of Object.entries(CASES)) {
    server.registerTool(name, {}, guard(run));
    // However it is configured, no structuredContent may stand on the error of such a tool.
    server.registerTool(
      `typed_${name}`,
      { outputSchema },
      guard(
        () =>
          name === "mirrored_with_meta"
            ? toolError.business(
                { description: "The limit is 500.", customerFriendlyMessage: "No." },
                { structuredContent: "mirror", meta: "com.example/tool-error", hasOutputSchema: true },
              )
            : run(),
        { hasOutputSchema: true, structuredContent: "mirror" },
      ),
    );
  }
  server.registerTool("empty", {}, async () => EMPTY());
  server.registerTool("typed_empty", { outputSchema }, async () => EMPTY_TYPED());
  return server as Server;
};

const dispatch = async (name: string): Promise<any> =>
  name === "empty"
    ? EMPTY()
    : name === "typed_empty"
      ? EMPTY_TYPED()
      : guard(CASES[name.replace(/^typed_/, "")]!.run, name.startsWith("typed_") ? { hasOutputSchema: true } : {})();
const names = ["empty", ...Object.keys(CASES)];
const listed = () => ({
  tools: [
    ...names.map((name) => ({ name, inputSchema: { type: "object" as const } })),
    ...names
      // The low-level dispatcher cannot take the mirror off a result that is already built.
      .filter((name) => name !== "mirrored_with_meta")
      .map((name) => ({
        name: `typed_${name}`,
        inputSchema: { type: "object" as const },
        outputSchema: z.toJSONSchema(outputSchema, { target: "draft-7" }) as any,
      })),
  ],
});

const SERVERS: Record<string, () => Server> = {
  "McpServer 1.x": highLevel(McpServerV1),
  "Server 1.x": () => {
    const server = new ServerV1({ name: "s", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, listed);
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => dispatch(params.name));
    return server;
  },
  "McpServer 2.x": highLevel(McpServerV2),
  "Server 2.x": () => {
    const server = new ServerV2({ name: "s", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/list", listed);
    server.setRequestHandler("tools/call", ({ params }) => dispatch(params.name));
    return server;
  },
};
const CLIENTS = {
  "client 1.x": () => new ClientV1({ name: "c", version: "1" }),
  "client 2.x": () => new ClientV2({ name: "c", version: "1" }),
};

describe.each(Object.entries(SERVERS))("%s", (serverName, makeServer) => {
  describe.each(Object.entries(CLIENTS))("%s", (_, makeClient) => {
    let client: any;
    let server: Server;
    beforeAll(async () => {
      const [near, far] = PairV1.createLinkedPair();
      server = makeServer();
      client = makeClient();
      await Promise.all([server.connect(far), client.connect(near)]);
      // Clients check output schemas only of tools that they have listed.
      await client.listTools();
    });
    afterAll(async () => {
      await client.close();
      await server.close();
    });
    const call = (name: string): Promise<any> => client.callTool({ name, arguments: {} });

    it.each(Object.entries(CASES))("%s reaches the client whole", async (name, { expected }) => {
      const result = await call(name);
      assertToolError(result, expected);
      expect(readToolError(result)).toMatchObject({ isKnown: true, layer: "execution", carrier: "content" });
      expect(JSON.stringify(result)).not.toMatch(/hunter2|app\.ts/);
      if (name === "mirrored_with_meta") {
        expect(result.structuredContent).toEqual(JSON.parse(result.content[0].text));
        expect(result._meta["com.example/tool-error"]).toEqual(result.structuredContent);
      }
    });
    it.each(Object.entries(CASES).filter(([name]) => serverName.startsWith("Mcp") || name !== "mirrored_with_meta"))(
      "%s of a tool with an output schema does not make the client throw",
      async (name, { expected }) => {
        assertToolError(await call(`typed_${name}`), expected, { hasOutputSchema: true });
      },
    );
    it("an empty result is a success, with and without an output schema", async () => {
      for (const name of ["empty", "typed_empty"]) {
        const result = await call(name);
        assertEmptyResult(result);
        expect(readToolError(result)).toBeUndefined();
      }
      expect((await call("typed_empty")).structuredContent).toEqual({ orders: [] });
    });
  });
});

describe.each(Object.entries({ "McpServer 1.x": McpServerV1, "McpServer 2.x": McpServerV2 }))(
  "dialects, %s",
  (_, Mcp) => {
    const fields = {
      description: "The pipe is busy.",
      retryAfterSeconds: 30,
      errorCode: "PIPE_BUSY",
      ...FURTHER,
    } as const;

    describe.each(Object.entries(CLIENTS))("%s", (_name, makeClient) => {
      it.each(Object.values(dialects))("$name reaches the client whole, with its mirrors", async (dialect) => {
        const server = new (Mcp as typeof McpServerV1)({ name: "s", version: "1" });
        server.registerTool("busy", {}, async () => toolError.transient(fields, { dialect, mirrors: true }));
        const [near, far] = PairV1.createLinkedPair();
        const client: any = makeClient();
        await Promise.all([server.connect(far), client.connect(near)]);
        const result = await client.callTool({ name: "busy", arguments: {} });
        assertToolError(result, { errorCategory: "transient", isRetryable: true, errorCode: "PIPE_BUSY" }, { dialect });
        const read = readToolError(result)!;
        expect(read).toMatchObject({ isKnown: true, dialect: dialect.name, conflicts: [], mirrors: FURTHER.recovery });
        expect(read.payload).toMatchObject({ description: "The pipe is busy.", ...FURTHER });
        await client.close();
        await server.close();
      });
    });
  },
);

describe("the trap that hasOutputSchema avoids", () => {
  it("a 1.x client throws and loses the error when structuredContent stands there all the same", async () => {
    const server = new McpServerV1({ name: "s", version: "1" });
    server.registerTool("t", { outputSchema }, async () =>
      toolError.validation({ description: "The date is wrong." }, { structuredContent: "mirror" }),
    );
    const client = new ClientV1({ name: "c", version: "1" });
    const [near, far] = PairV1.createLinkedPair();
    await Promise.all([server.connect(far), client.connect(near)]);
    await client.listTools();
    await expect(client.callTool({ name: "t", arguments: {} })).rejects.toThrow(/-32602/);
    await client.close();
  });
});

describe("URL elicitation", () => {
  it("of SDK 1.x passes the boundary as the protocol error that it has to be", async () => {
    const server = new McpServerV1({ name: "s", version: "1" });
    const handler = withToolErrors(async (): Promise<never> => {
      throw new UrlElicitationRequiredError([
        { mode: "url", message: "Sign in.", url: "https://example.com/", elicitationId: "1" },
      ]);
    });
    server.registerTool("t", {}, handler);
    const client = new ClientV1({ name: "c", version: "1" });
    const [near, far] = PairV1.createLinkedPair();
    await Promise.all([server.connect(far), client.connect(near)]);
    await expect(client.callTool({ name: "t", arguments: {} })).rejects.toMatchObject({ code: -32042 });
    await client.close();
  });
  it("of SDK 2.x is recognised as well", async () => {
    const error = new UrlElicitationRequiredErrorV2([
      { mode: "url", message: "Sign in.", url: "https://example.com/", elicitationId: "1" },
    ]);
    await expect(withToolErrors(() => Promise.reject(error))()).rejects.toBe(error);
  });
});

describe("a ToolFailure that nothing catches", () => {
  it("is readable after McpServer has turned it into a text", async () => {
    const server = new McpServerV1({ name: "s", version: "1" });
    server.registerTool("t", {}, () => CASES["thrown_failure"]!.run() as never);
    const client = new ClientV1({ name: "c", version: "1" });
    const [near, far] = PairV1.createLinkedPair();
    await Promise.all([server.connect(far), client.connect(near)]);
    assertToolError(await client.callTool({ name: "t", arguments: {} }), { errorCode: "BAD_ID" });
    await client.close();
  });
  it("is readable in the data of the JSON-RPC error of a low-level server", async () => {
    const server = new ServerV1({ name: "s", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(CallToolRequestSchema, () => CASES["thrown_failure"]!.run() as never);
    const client = new ClientV1({ name: "c", version: "1" });
    const [near, far] = PairV1.createLinkedPair();
    await Promise.all([server.connect(far), client.connect(near)]);
    const error = await client.callTool({ name: "t", arguments: {} }).catch((thrown: unknown) => thrown);
    expect(readToolError(error)).toMatchObject({
      layer: "protocol",
      carrier: "error data",
      payload: { errorCategory: "validation", errorCode: "BAD_ID" },
    });
    await client.close();
  });
});
