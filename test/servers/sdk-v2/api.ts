/** A ticket tracker's HTTP API, as far as the tools need it. */

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export interface Ticket {
  id: string;
  title: string;
  status: "open" | "waiting" | "closed";
  assignee: string | null;
}

export interface TicketFilter {
  status?: string;
  assignee?: string;
}

export class TrackerError extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, retryAfterSeconds?: number) {
    super(`Ticket tracker answered ${status}`);
    this.name = "TrackerError";
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export class TrackerTimeout extends Error {
  constructor(path: string, cause: unknown) {
    super(`Ticket tracker did not answer ${path} in time`, { cause });
    this.name = "TrackerTimeout";
  }
}

const TIMEOUT_MS = 10_000;

export class Tracker {
  readonly #baseUrl: string;
  readonly #fetch: Fetch;

  constructor(baseUrl: string, fetch: Fetch) {
    this.#baseUrl = baseUrl;
    this.#fetch = fetch;
  }

  list(filter: TicketFilter): Promise<Ticket[]> {
    return this.#request("GET", `/tickets?${new URLSearchParams({ ...filter }).toString()}`);
  }

  search(query: string): Promise<Ticket[]> {
    return this.#request("GET", `/tickets/search?q=${encodeURIComponent(query)}`);
  }

  get(id: string): Promise<Ticket> {
    return this.#request("GET", `/tickets/${encodeURIComponent(id)}`);
  }

  create(title: string, body: string): Promise<Ticket> {
    return this.#request("POST", "/tickets", { title, body });
  }

  update(id: string, change: Partial<Pick<Ticket, "status" | "assignee">>): Promise<Ticket> {
    return this.#request("PATCH", `/tickets/${encodeURIComponent(id)}`, change);
  }

  addComment(id: string, body: string): Promise<{ id: string }> {
    return this.#request("POST", `/tickets/${encodeURIComponent(id)}/comments`, { body });
  }

  async #request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const init: RequestInit = {
      method,
      headers: { "content-type": "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    if (body !== undefined) init.body = JSON.stringify(body);
    let res: Response;
    try {
      res = await this.#fetch(`${this.#baseUrl}${path}`, init);
    } catch (error) {
      if (error instanceof Error && error.name === "TimeoutError") throw new TrackerTimeout(path, error);
      throw error;
    }
    if (!res.ok) {
      const retryAfter = Number(res.headers.get("retry-after") ?? Number.NaN);
      throw new TrackerError(res.status, Number.isFinite(retryAfter) ? retryAfter : undefined);
    }
    return (await res.json()) as T;
  }
}
