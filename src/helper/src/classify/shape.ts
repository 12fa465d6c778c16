import { attempt, isList, isObject, peek } from "../safe.js";

/** A cause chain longer than this is no chain that a library builds (smithy stops at 10 as well). */
const MAX_DEPTH = 10;

/** No list in an error is of use beyond this. */
export const listOf = (value: unknown): any[] => (isList(value) ? value.slice(0, 20) : []);

/** What stands at each of the paths, which are separated by spaces; undefined where it cannot be read. */
export const peekAll = (node: unknown, paths: string): any[] =>
  paths.split(" ").map((path) => peek(node, ...path.split(".")));

/**
 * The error, what caused it and what it aggregates, outermost first; safe against cycles and endless chains. Slack keeps the error
 * of its HTTP client in `original`, Stripe in `detail`, Apollo in `networkError`; results that are no exceptions have `error`,
 * outcomes of `Promise.allSettled` a `reason`. An axios request that a signal has ended says nothing of the reason itself.
 * GraphQL answers with status 200 and `errors`; error-first values are lists.
 */
export const chainOf = (error: unknown): any[] => {
  const chain: unknown[] = [];
  let level = [error];
  for (let depth = 0; level.length && depth <= MAX_DEPTH; depth++) {
    level = level.filter((node) => node && !chain.includes(node));
    chain.push(...level);
    level = listOf(
      level.flatMap((node) => [
        ...peekAll(node, "cause original detail networkError error reason config.signal.reason"),
        ...[node, ...peekAll(node, "errors graphQLErrors response.errors data.errors body.errors")].flatMap(listOf),
      ]),
    );
  }
  return chain;
};

/** `name` and the constructor's name: OpenAI, Stripe and gaxios leave `name` at "Error". */
export const namesOf = (node: unknown): string[] =>
  peekAll(node, "name constructor.name").filter((name) => typeof name === "string");

export const isNamed = (node: unknown, pattern: RegExp): boolean => namesOf(node).some((name) => pattern.test(name));

const STATUS =
  "status statusCode $metadata.httpStatusCode response.status response.statusCode extensions.status extensions.statusCode extensions.http.status";

/** The HTTP status of an error, wherever its library keeps it; undefined unless 400 … 599. */
export const statusOf = (node: unknown): number | undefined => {
  const [name, request, response] = peekAll(node, "name request response");
  // octokit gives status 500 to requests that were never answered.
  return name === "HttpError" && request && !response
    ? undefined
    : peekAll(node, STATUS)
        .filter((value) => attempt(() => /^[45]\d\d$/.test(value)))
        .map(Number)[0];
};

/** Reads headers by name, from `Headers`, `AxiosHeaders`, gRPC's metadata, lists of pairs and plain objects with any spelling. */
export const headersOf = (node: unknown): ((name: string) => string | undefined) => {
  const holders = peekAll(node, "response.headers $response.headers headers metadata").filter(isObject);
  const plain = new Map(
    holders
      .flatMap((headers) => attempt(() => (isList(headers) ? headers : Object.entries(headers))) ?? [])
      .map((pair) => [`${pair?.[0]}`.toLowerCase(), pair?.[1]]),
  );
  return (name) =>
    [...holders.map((headers) => attempt(() => (headers as any).get(name))), plain.get(name)]
      .flat()
      .map((value) => attempt(() => value?.toString().trim()))
      .find(Boolean);
};

/** The error, the parsed bodies that clients keep (axios and gaxios, ofetch, openai and Anthropic), the errors in those. */
export const bodiesOf = (node: unknown): any[] => {
  const bodies = [node, ...peekAll(node, "data body error response.data response._data response.body")];
  return [...bodies, ...bodies.map((holder) => peek(holder, "error"))].filter(Boolean);
};
