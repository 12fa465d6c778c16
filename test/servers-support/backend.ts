import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

type Route = (url: URL) => Reply | Promise<Reply>;

/**
 * The HTTP API behind a server under test. In memory it is a `fetch`; for a child process it listens on a port.
 * A route decides per call what goes wrong, so that no test depends on time or on a network.
 */
export class Backend {
  readonly calls: string[] = [];
  readonly #routes = new Map<string, Route>();
  #server: Server | undefined;

  on(method: string, path: string, reply: Reply | Route): this {
    this.#routes.set(`${method} ${path}`, typeof reply === "function" ? reply : () => reply);
    return this;
  }

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { status = 200, headers = {}, body } = await this.#answer(init?.method ?? "GET", url);
    return new Response(encode(body), { status, headers });
  };

  async listen(): Promise<string> {
    const server = createServer((req, res) => {
      const url = new URL(req.url ?? "/", "http://127.0.0.1");
      void this.#answer(req.method ?? "GET", url).then(({ status = 200, headers = {}, body }) => {
        res.writeHead(status, headers).end(encode(body));
      });
    });
    this.#server = server;
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }

  async #answer(method: string, url: URL): Promise<Reply> {
    const key = `${method} ${url.pathname}`;
    this.calls.push(key);
    return (await this.#routes.get(key)?.(url)) ?? { status: 404, body: { error: "no such route" } };
  }
}

function encode(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body ?? null);
}
