import { attempt, isList, isObject, peek } from "../safe.js";

/** A cause chain longer than this is no chain that a library builds (smithy stops at 10 as well). */
const MAX_DEPTH = 10;

/** No list in an error is of use beyond this. */
export const listOf = (value: unknown): any[] => (isList(value) ? value.slice(0, 20) : []);

/** The error, what caused it and what it aggregates, outermost first; safe against cycles and endless chains. */
export const chainOf = (error: unknown): any[] => {
  const chain: unknown[] = [];
  let level = [error];
  for (let depth = 0; level.length && depth <= MAX_DEPTH; depth++) {
    level = level.filter((node) => node && !chain.includes(node));
    chain.push(...level);
    level = listOf(
      level.flatMap((node) => [
        // Slack keeps the error of its HTTP client in `original`, Stripe in `detail`, Apollo in `networkError`. Results that are
        // no exceptions have `error`, and `reason` those of `Promise.allSettled`.
        ...["cause", "original", "detail", "networkError", "error", "reason"].map((key) => peek(node, key)),
        // An axios request that a signal has ended says nothing of the reason itself.
        peek(node, "config", "signal", "reason"),
        // GraphQL answers with status 200. Error-first values are lists.
        ...[peek(node, "errors"), peek(node, "graphQLErrors"), peek(node, "response", "errors"), node].flatMap(listOf),
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
    : [node, node.$metadata, node.response, node.extensions, node.extensions?.http]
        .flatMap((holder) => [holder?.status, holder?.statusCode, holder?.httpStatusCode])
        .map((value) => (/^[45]\d\d$/.test(value) ? +value : 0))
        .find(Boolean);

/** Reads headers by name, from `Headers`, `AxiosHeaders`, gRPC's metadata and plain objects with any spelling. */
export const headersOf = (node: any): ((name: string) => string | undefined) => {
  const holders: any[] = [node.response?.headers, node.$response?.headers, node.headers, node.metadata].filter(
    isObject,
  );
  const plain = new Map(
    holders
      // Raw headers are a list of pairs.
      .flatMap((headers) => attempt(() => (isList(headers) ? headers : Object.entries(headers))) ?? [])
      .map((pair) => [`${pair?.[0]}`.toLowerCase(), pair?.[1]]),
  );
  return (name) =>
    [...holders.map((headers) => attempt(() => headers.get(name))), plain.get(name)]
      .flat()
      .filter((value) => value != null)
      .map((value) => attempt(() => `${value}`.trim()))[0];
};

/** The error, the parsed bodies that clients keep (axios and gaxios, ofetch, openai and Anthropic), the errors in those. */
export const bodiesOf = (node: any): any[] => {
  const { data, body, error, response } = node;
  const bodies = [node, data, body, error, response?.data, response?._data, response?.body];
  return [...bodies, ...bodies.map((holder) => holder?.error)].filter(Boolean);
};
