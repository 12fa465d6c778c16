import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName } from "../syntax/names.js";
import { unwrap } from "../syntax/tree.js";
import { isMcpSpecifier } from "../frameworks/index.js";
import { isHarmlessCall, isTelemetryCall } from "./excuses.js";
import type { File } from "./file.js";

/** A fresh id: nothing in it can fail. */
const MAKES_ID =
  /^(?:(?:nano|uu|cu|u|short)id(?:v?[1-7])?|v[1-7]|(?:new|make|create|generate|gen|random)(?:[A-Z]\w*)?(?:Id|ID|UUID|Uuid))$/u;

export function makesId(call: TSESTree.CallExpression): boolean {
  return MAKES_ID.test(calleeName(call) ?? "");
}

/** Questions to the platform, the reading of an `.env` file, and what only joins promises: they never throw themselves. */
const NEVER_THROWS =
  /(?:^|\.)(?:existsSync|homedir|tmpdir|cwd|getStore|structuredClone|encodeURI(?:Component)?|hasOwn(?:Property(?:\.call)?)?)$|^(?:Math|performance|Object|Number|Date|process)\.\w+$|^Promise\.(?:all|allSettled|any|race|resolve)$|[dD]otenv/u;

/** Questions with a yes or a no, timers, and methods of texts and dates that the list of harmless ones has no name for. */
const ANSWERS =
  /^(?:(?:is|has)[A-Z]\w*|(?:set|clear)(?:Timeout|Interval|Immediate)|abort|charAt|codePointAt|repeat|normalize|append|(?:get|set)(?:UTC)?(?:Date|Day|Month|FullYear|Hours|Minutes|Seconds|Milliseconds))$/u;

/** Modules of the platform that work on values at hand. */
const WORKS_ON_VALUES = /^(?:node:)?(?:path|url|crypto|os|util|async_hooks|perf_hooks)$/u;

export function neverThrows(call: TSESTree.CallExpression, file: File): boolean {
  if (isTelemetryCall(call) || NEVER_THROWS.test(dottedName(call.callee) ?? "")) return true;
  const callee = unwrap(call.callee);
  const receiver = callee.type === "MemberExpression" ? unwrap(callee.object) : undefined;
  // `createHash("sha256").update(text).digest("hex")`, `map.values().next()`
  if (receiver?.type === "CallExpression")
    return (
      /^(?:next|update|digest)$/u.test(calleeName(call) ?? "") &&
      (isHarmlessCall(receiver) || neverThrows(receiver, file))
    );
  const root = receiver ?? callee;
  const binding = root.type === "Identifier" ? file.bindings.resolve(root) : undefined;
  if (binding?.kind !== "import")
    return (receiver !== undefined || binding?.kind === "global") && ANSWERS.test(calleeName(call) ?? "");
  // `headers()` of a framework: what came with the call of the tool.
  return WORKS_ON_VALUES.test(binding.source) || (!receiver && isMcpSpecifier(binding.source));
}

/** Values of the platform that are made of what is at hand. */
const VALUES =
  /^(?:URLSearchParams|AbortController|Headers|FormData|Blob|Request|TextEncoder|TextDecoder|URL|Array|Object|WeakMap|WeakSet|WeakRef|Uint8Array|ReadableStream|AsyncLocalStorage|EventEmitter|Proxy|Intl\.\w+)$/u;

/** What is opened, connected or run with the very `new`. */
const OPENS = /Database|Sqlite|SQLite|Socket|Worker|Function|Script|Stream|Watcher/u;

/** `new Orders({ apiKey })`: a client of a library is told its options, and asked nothing yet. */
export function makesClient({ callee, arguments: given }: TSESTree.NewExpression, file: File): boolean {
  const name = dottedName(callee) ?? "";
  const binding = callee.type === "Identifier" ? file.bindings.resolve(callee) : undefined;
  if (binding?.kind !== "import") return VALUES.test(name);
  if (binding.source.startsWith(".") || OPENS.test(name)) return false;
  return given.length === 0 || (given.length === 1 && given[0]?.type === "ObjectExpression");
}
