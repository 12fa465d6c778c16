import { Client as ClientV2, InMemoryTransport as InMemoryV2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { McpServer as McpServerV2 } from "@modelcontextprotocol/server";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Session, tap } from "./wire.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const info = { name: "servers-test", version: "1.0.0" };

/** SDK v1 in memory. FastMCP's `connect` takes the same transport. */
export async function openV1(server: { connect(transport: Transport): Promise<unknown> }): Promise<Session> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const client = new Client(info);
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  return tap(client, clientSide);
}

export async function openV2(server: McpServerV2): Promise<Session> {
  const [clientSide, serverSide] = InMemoryV2.createLinkedPair();
  const client = new ClientV2(info);
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  return tap(client, clientSide);
}

export interface ChildSession extends Session {
  /** Resolves as soon as the child has written a line with these words to stderr. */
  stderrSays(words: string): Promise<void>;
}

/** Any of the servers, or a copy by its absolute path, as a child process. TypeScript runs through jiti, which also works on Node 20. */
export async function openChild(main: string, env: Record<string, string>): Promise<ChildSession> {
  const loader = main.endsWith(".ts") ? ["--import", "jiti/register"] : [];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...loader, resolve(root, "test/servers", main)],
    cwd: root,
    env,
    stderr: "pipe",
  });
  let written = "";
  const waiting = new Set<() => void>();
  transport.stderr?.on("data", (chunk: Buffer) => {
    written += chunk.toString();
    for (const check of waiting) check();
  });
  const client = new Client(info);
  await client.connect(transport);
  return {
    ...tap(client, transport),
    stderrSays: (words) =>
      new Promise((done) => {
        const check = () => {
          if (!written.includes(words)) return;
          waiting.delete(check);
          done();
        };
        waiting.add(check);
        check();
      }),
  };
}
