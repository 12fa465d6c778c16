import { isObject, peek } from "../safe.js";

/** A cause chain longer than this is no chain that a library builds (smithy stops at 10 as well). */
const MAX_DEPTH = 10;
const MAX_NODES = 30;

/** The error, what caused it and what it aggregates, outermost first; safe against cycles and endless chains. */
export function chainOf(error: unknown): object[] {
  const seen = new Set<object>();
  let level: unknown[] = [error];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const next: unknown[] = [];
    for (const node of level) {
      if (!isObject(node) || seen.has(node) || seen.size >= MAX_NODES) continue;
      seen.add(node);
      // Slack keeps the error of its HTTP client in `original`, Stripe in `detail`.
      next.push(peek(node, "cause"), peek(node, "original"), peek(node, "detail"));
      const errors = peek(node, "errors");
      if (peek(node, "name") === "AggregateError" && Array.isArray(errors)) next.push(...errors.slice(0, MAX_NODES));
    }
    level = next;
  }
  return [...seen];
}

export const textOf = (node: unknown, ...path: string[]): string => {
  const value = peek(node, ...path);
  return typeof value === "string" ? value : "";
};

/** `name` and the constructor's name: OpenAI, Stripe and gaxios leave `name` at "Error". */
export const namesOf = (node: unknown): string[] => [textOf(node, "name"), textOf(node, "constructor", "name")];

/** The HTTP status of an error, wherever its library keeps it; undefined unless 400 … 599. */
export function statusOf(node: unknown): number | undefined {
  // octokit gives status 500 to requests that were never answered.
  if (peek(node, "name") === "HttpError" && peek(node, "request") && !peek(node, "response")) return undefined;
  for (const holder of [node, peek(node, "response")]) {
    for (const value of [
      peek(holder, "status"),
      peek(holder, "statusCode"),
      peek(holder, "$metadata", "httpStatusCode"),
    ])
      if (typeof value === "number" && value >= 400 && value < 600) return value;
  }
  return undefined;
}

/** One header, from `Headers`, `AxiosHeaders` and plain objects with any spelling. */
export function headerOf(node: unknown, name: string): string | undefined {
  for (const holder of ["response", "$response", ""]) {
    const headers: any = peek(holder ? peek(node, holder) : node, "headers");
    if (!isObject(headers)) continue;
    try {
      let value: any = (headers as any).get?.(name);
      for (const key of value == null ? Object.keys(headers) : []) if (key.toLowerCase() === name) value = headers[key];
      if (Array.isArray(value)) value = value[0];
      if (value != null) return String(value).trim();
    } catch {
      // Headers that cannot be read say nothing.
    }
  }
  return undefined;
}

/** The parsed bodies that clients keep: axios and gaxios, ofetch, openai and Anthropic. */
export const bodiesOf = (node: unknown): unknown[] =>
  [node, peek(node, "response")].flatMap((holder) =>
    ["data", "_data", "body", "error"].map((key) => peek(holder, key)),
  );
