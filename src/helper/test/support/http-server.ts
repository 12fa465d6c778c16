import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** What the server answers next, whatever is asked. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Instead of an answer: close the socket, or never answer. */
  fault?: "reset" | "silence";
}

export interface FaultyServer {
  url: string;
  port: number;
  answer: Answer;
  requests: number;
  close(): Promise<void>;
}

/** Holds what must never leave the server: the tests look for this word in every result. */
export const SECRET = "hunter2-secret";

/** A server on 127.0.0.1 that fails as told. Every body and URL carries the secret. */
export async function startFaultyServer(): Promise<FaultyServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    faulty.requests++;
    request.resume();
    const { status = 500, headers = {}, body, fault } = faulty.answer;
    if (fault === "reset") return void request.socket.destroy();
    if (fault === "silence") return;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body ?? { message: SECRET, error: { message: SECRET } }));
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const faulty: FaultyServer = {
    url: `http://127.0.0.1:${port}/orders?token=${SECRET}`,
    port,
    answer: {},
    requests: 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return faulty;
}

/** What a promise rejects with; fails the test if it does not. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("The call was expected to fail, but it succeeded.");
}
