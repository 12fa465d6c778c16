/** How often one request is repeated, and how long all waits together may take, in milliseconds. */
const MAX_ATTEMPTS = 4;
const MAX_WAIT = 120_000;
/** Without a hint of the server: GitHub asks for a minute after a secondary limit; a first try comes earlier. */
const DEFAULT_WAIT = 5_000;

interface HttpError {
  readonly status: number;
  readonly message: string;
  readonly response?: { readonly headers?: Readonly<Record<string, string | number | undefined>> };
}

function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && typeof (error as { status?: unknown }).status === "number";
}

export function statusOf(error: unknown): number | undefined {
  return isHttpError(error) ? error.status : undefined;
}

/**
 * The wait that an answer asks for, in milliseconds; undefined where a repetition cannot help.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
export function waitAsked(error: unknown, now: number): number | undefined {
  if (!isHttpError(error)) return undefined;
  const headers = error.response?.headers ?? {};
  const after = headers["retry-after"];
  if (after !== undefined && (error.status === 429 || error.status === 403 || error.status === 503)) {
    const seconds = Number(after);
    const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(String(after)) - now;
    return Number.isFinite(wait) ? Math.max(0, wait) : DEFAULT_WAIT;
  }
  if ((error.status === 403 || error.status === 429) && String(headers["x-ratelimit-remaining"]) === "0") {
    const reset = Number(headers["x-ratelimit-reset"]) * 1000 - now;
    return Number.isFinite(reset) ? Math.max(0, reset) : DEFAULT_WAIT;
  }
  if (error.status === 429 || /secondary rate limit/iu.test(error.message)) return DEFAULT_WAIT;
  return error.status >= 500 ? DEFAULT_WAIT : undefined;
}

/** Repeats requests that a limit or an outage of the server stopped, as long as it asks for, up to a bound. */
export class Patience {
  #left = MAX_WAIT;
  readonly #sleep: (milliseconds: number) => Promise<void>;

  constructor(sleep = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds))) {
    this.#sleep = sleep;
  }

  /** @throws what the last attempt threw */
  async run<T>(request: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await request();
      } catch (error) {
        const wait = waitAsked(error, Date.now());
        if (wait === undefined || attempt >= MAX_ATTEMPTS || wait > this.#left) throw error;
        this.#left -= wait;
        await this.#sleep(wait);
      }
    }
  }
}
