import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface StoredComment {
  readonly id: number;
  body: string;
}

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** What the server answers instead, once: the request is as good as not made. */
export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message?: string;
}

/** A server that speaks as much of GitHub's REST API as a review needs. */
export class GithubApi {
  readonly issueComments: StoredComment[] = [];
  readonly reviewComments: (StoredComment & { readonly path: string; readonly line: number })[] = [];
  /** Open pull requests; `branch` is `owner:name`. */
  readonly pulls: { readonly number: number; readonly head: { readonly sha: string }; readonly branch: string }[] = [];
  readonly seen: Seen[] = [];
  readonly refusals: Refusal[] = [];
  /** The token may read only. */
  readOnly = false;
  /** Lines that GitHub does not show in the pull request. */
  readonly unknownLines = new Set<number>();
  url = "";
  #ids = 1000;

  static async start(): Promise<GithubApi> {
    const api = new GithubApi();
    const server = createServer((request, response) => {
      void api.#answer(request, response);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return api;
  }

  /** Fills pages with what other people wrote. */
  chatter(amount: number): void {
    for (let at = 0; at < amount; at++) {
      this.issueComments.push({
        id: this.#ids++,
        body: `Looks good ${at}. <!-- mcp-errors-review --> is not at the start.`,
      });
      this.reviewComments.push({ id: this.#ids++, body: `Nit ${at}.`, path: "a.ts", line: 1 });
    }
  }

  writes(): Seen[] {
    return this.seen.filter(({ method }) => method !== "GET");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const part of request) text += String(part);
    const { pathname, searchParams } = new URL(request.url ?? "", this.url);
    const method = request.method ?? "";
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    this.seen.push({ method, path: pathname, body });
    const send = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): void => {
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
    };
    const refusal = this.refusals.shift();
    if (refusal) {
      send(refusal.status, { message: refusal.message ?? "refused" }, refusal.headers);
      return;
    }
    if (request.headers.authorization !== "token secret") {
      send(401, { message: "Bad credentials" });
      return;
    }
    if (this.readOnly && method !== "GET") {
      send(403, { message: "Resource not accessible by integration" });
      return;
    }
    const page = <T>(all: readonly T[]): T[] => {
      const size = Number(searchParams.get("per_page") ?? 30);
      const at = Number(searchParams.get("page") ?? 1);
      return all.slice((at - 1) * size, at * size);
    };
    const route = `${method} ${pathname}`;
    if (route === "GET /repos/ada/orders/issues/7/comments") send(200, page(this.issueComments));
    else if (route === "POST /repos/ada/orders/issues/7/comments") {
      const comment = { id: this.#ids++, body: (body as { body: string }).body };
      this.issueComments.push(comment);
      send(201, comment);
    } else if (method === "PATCH" && pathname.startsWith("/repos/ada/orders/issues/comments/")) {
      const comment = this.issueComments.find(({ id }) => pathname.endsWith(`/${id}`));
      if (comment) comment.body = (body as { body: string }).body;
      send(comment ? 200 : 404, comment ?? { message: "Not Found" });
    } else if (route === "GET /repos/ada/orders/pulls")
      send(200, page(this.pulls.filter(({ branch }) => branch === searchParams.get("head"))));
    else if (route === "GET /repos/ada/orders/pulls/7") send(200, { number: 7, head: { sha: "a".repeat(40) } });
    else if (route === "GET /repos/ada/orders/pulls/7/comments") send(200, page(this.reviewComments));
    else if (route === "POST /repos/ada/orders/pulls/7/reviews") this.#review(body, send);
    else send(404, { message: "Not Found" });
  }

  #review(body: unknown, send: (status: number, value: unknown) => void): void {
    const { comments } = body as { comments: { path: string; line: number; body: string }[] };
    if (comments.some(({ line }) => this.unknownLines.has(line))) {
      send(422, { message: "Unprocessable Entity", errors: ["Line could not be resolved"] });
      return;
    }
    for (const comment of comments) this.reviewComments.push({ id: this.#ids++, ...comment });
    send(200, { id: this.#ids++ });
  }
}
