import { peek } from "../safe.js";

/** A cause chain longer than this is no chain that a library builds (smithy stops at 10 as well). */
const MAX_DEPTH = 10;

/** No list in an error is of use beyond this. */
export const listOf = (value: unknown): any[] => (Array.isArray(value) ? value.slice(0, 20) : []);

/** The error, what caused it and what it aggregates, outermost first; safe against cycles and endless chains. */
export const chainOf = (error: unknown): any[] => {
  const chain: unknown[] = [];
  let level = [error];
  for (let depth = 0; level.length && depth <= MAX_DEPTH; depth++) {
    level = level.filter((node) => node && !chain.includes(node));
    chain.push(...level);
    level = listOf(
      level.flatMap((node) => [
        peek(node, "cause"),
        // Slack keeps the error of its HTTP client in `original`, Stripe in `detail`.
        peek(node, "original"),
        peek(node, "detail"),
        // An axios request that a signal has ended says nothing of the reason itself.
        peek(node, "config", "signal", "reason"),
        ...listOf(peek(node, "errors")),
      ]),
    );
  }
  return chain;
};

/** `name` and the constructor's name: OpenAI, Stripe and gaxios leave `name` at "Error". */
export const namesOf = (node: any): string[] => [node?.name, node?.constructor?.name];

export const isNamed = (node: unknown, pattern: RegExp): boolean => namesOf(node).some((name) => pattern.test(name));

/** The HTTP status of an error, wherever its library keeps it; undefined unless 400 … 599. */
export const statusOf = (node: any): number | undefined =>
  // octokit gives status 500 to requests that were never answered.
  node.name === "HttpError" && node.request && !node.response
    ? undefined
    : [node, node.$metadata, node.response]
        .flatMap((holder) => [holder?.status, holder?.statusCode, holder?.httpStatusCode])
        .find((value) => typeof value === "number" && value >= 400 && value < 600);

/** Reads headers by name, from `Headers`, `AxiosHeaders`, gRPC's metadata and plain objects with any spelling. */
export const headersOf = (node: any): ((name: string) => string | undefined) => {
  const holders = [node.response?.headers, node.$response?.headers, node.headers, node.metadata].filter(Boolean);
  const plain = new Map(holders.flatMap(Object.entries).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) =>
    [...holders.map((headers) => headers.get?.(name)), plain.get(name)]
      .flat()
      .find((value) => value != null)
      ?.toString()
      .trim();
};

/** The error, the parsed bodies that clients keep (axios and gaxios, ofetch, openai and Anthropic), the errors in those. */
export const bodiesOf = (node: any): any[] => {
  const { data, body, error, response } = node;
  const bodies = [node, data, body, error, response?.data, response?._data, response?.body];
  return [...bodies, ...bodies.map((holder) => holder?.error)].filter(Boolean);
};
