import { isFunction } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { allocate, birth, failureIn, record } from "./heap.js";
import type { CallSite } from "./machine.js";
import { siteOf } from "./machine.js";
import { conveyed } from "./provenance.js";
import { andThen, type Completions } from "./completions.js";
import type { State } from "./state.js";
import { constant, derived, FALSE, TRUE, type Source, type Value } from "./values.js";

/** The package of the typed helper, also where its source stands in the project. */
export const HELPER = "mcp-tool-errors";

const CATEGORIES: ReadonlySet<string> = new Set(["transient", "validation", "permission", "business", "from"]);

/** A file of the project holds the helper: it exports `toolError` as an object, and no function of the project's own. */
export function isVendoredHelper(file: File, name: string): boolean {
  if (name !== "toolError" && name !== "emptyResult") return false;
  const exported = file.exports.get("toolError");
  return exported?.type === "VariableDeclarator" && exported.init !== null && !isFunction(exported.init);
}

/** What a function of the helper gives; undefined for those that are taken as any function of a package. */
export function callHelper(
  path: readonly string[],
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions | undefined {
  const [name, member = ""] = path;
  if (name === "emptyResult") return emptyResult(args, site, state);
  return name === "toolError" && CATEGORIES.has(member) ? errorResult(member, args, site, state) : undefined;
}

/** `toolError.validation({ description })`, `toolError.from(error, { description })`: the fields as JSON, with the flag. */
function errorResult(member: string, args: readonly Value[], site: CallSite, state: State): Completions {
  const [caught, given] = member === "from" ? [args[0], args[1]] : [undefined, args[0]];
  const own = given && state.recordOf(given);
  const said = member === "from" ? classified(caught, state) : undefined;
  const fields = new Map<string, Value>([
    ["errorCategory", said ?? constant(member)],
    ["isRetryable", said ?? (member === "transient" ? TRUE : FALSE)],
    ...(own?.fields ?? []),
  ]);
  const payload = record(fields, own?.made ?? siteOf(site), {
    open: true,
    brand: "contract",
    sources: own?.sources ?? (given ? conveyed(given, state) : []),
    ...birth(site, state),
  });
  return andThen(allocate(payload, state), (value, next) => textResult({ kind: "json", of: value }, TRUE, site, next));
}

/** What `from` finds out of an error: its kind, and nothing of its words. */
function classified(caught: Value | undefined, state: State): Value {
  const failure = caught && failureIn(caught, state);
  const sources: readonly Source[] = failure
    ? [{ kind: "failure", failure, part: "name" }]
    : caught
      ? conveyed(caught, state)
      : [];
  return derived(sources, undefined, "string");
}

function emptyResult([text = constant("")]: readonly Value[], site: CallSite, state: State): Completions {
  return textResult(text.kind === "reference" ? { kind: "json", of: text } : text, FALSE, site, state);
}

function textResult(text: Value, isError: Value, site: CallSite, state: State): Completions {
  const made = siteOf(site);
  const block = record(
    new Map([
      ["type", constant("text")],
      ["text", text],
    ]),
    made,
  );
  return andThen(allocate(block, state), (item, first) =>
    andThen(allocate({ kind: "list", items: [item], open: false, sources: [], made }, first), (content, second) =>
      allocate(
        record(
          new Map([
            ["content", content],
            ["isError", isError],
          ]),
          made,
          birth(site, second),
        ),
        second,
      ),
    ),
  );
}
