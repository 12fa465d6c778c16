import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName } from "../../syntax/names.js";
import { isFunction, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { isMcpSpecifier } from "../../frameworks/index.js";
import { isHarmlessCall, isTelemetryCall } from "../swallows/excuses.js";
import type { File } from "../file.js";

/** A fresh id: nothing in it can fail. */
const MAKES_ID =
  /^(?:(?:nano|uu|cu|u|short)id(?:v?[1-7])?|v[1-7]|(?:new|make|create|generate|gen|random)(?:[A-Z]\w*)?(?:Id|ID|UUID|Uuid))$/u;

export function makesId(call: TSESTree.CallExpression): boolean {
  return MAKES_ID.test(calleeName(call) ?? "");
}

/**
 * Questions to the platform, the reading of an `.env` file, what only joins promises, and what is written to a socket, which
 * tells of its failures by events: they never throw themselves.
 */
const NEVER_THROWS =
  /(?:^|\.)(?:existsSync|homedir|tmpdir|cwd|getStore|structuredClone|(?:en|de)codeURI(?:Component)?|atob|btoa|hasOwn(?:Property(?:\.call)?)?)$|^(?:Math|performance|Object|Number|Date|process|Buffer|AbortSignal|Reflect|Symbol|Intl)\.\w+$|^Promise\.(?:all|allSettled|any|race|resolve)$|(?:^|\.)(?:ws|socket|webSocket)\.send$|(?:^|\.)stdin\.write$|[dD]otenv/u;

const LIMITERS = /^(?:\w*limit(?:er)?|gate|semaphore|throttled?|enqueue|schedule|runExclusive)$/iu;

/** `load` of `limit(() => load(id))`, of p-limit and the like: it waits for its turn, and gives what it is given to run. */
export function runInTurn(call: TSESTree.CallExpression): FunctionNode | undefined {
  const [first] = call.arguments;
  return first && isFunction(first) && LIMITERS.test(calleeName(call) ?? "") ? first : undefined;
}

/**
 * Questions with a yes or a no, timers, the end of a connection that nobody waits for, and methods of texts and dates that the
 * list of harmless ones has no name for.
 */
const ANSWERS =
  /^(?:(?:is|has|can|supports|matches)[A-Z]\w*|search|(?:add|remove)(?:Event)?Listener|on|once|off|emit|removeAllListeners|close|terminate|kill|destroy|unref|(?:set|clear)(?:Timeout|Interval|Immediate)|abort|charAt|codePointAt|repeat|normalize|append|(?:get|set)(?:UTC)?(?:Date|Day|Month|FullYear|Hours|Minutes|Seconds|Milliseconds)|getTimezoneOffset|to(?:Locale)?(?:Date|Time)String|toUTCString|valueOf|with|to(?:Sorted|Reversed|Spliced)|findLastIndex|reduceRight|copyWithin|matchAll|to(?:Precision|Exponential)|toLocale(?:Lower|Upper)Case|isWellFormed|toWellFormed)$/u;

/** Modules of the platform, and packages, that work on values at hand: what they say of a failure is about such a value. */
const WORKS_ON_VALUES =
  /^(?:(?:node:)?(?:path|url|crypto|os|util|buffer|async_hooks|perf_hooks)|semver|zod|valibot|yup|lodash(?:-es)?|date-fns|dayjs|luxon|uuid|nanoid|slugify|ms|minimatch|picomatch|deepmerge|fast-deep-equal|diff|chalk|picocolors|@turf\/[\w-]+)(?:\/|$)/u;

/** `JSON.parse(text)`, `OrderSchema.parse(args)`: what they say of a failure is about the value that they are given. */
export function readsForm(call: TSESTree.CallExpression, file: File): boolean {
  const callee = unwrap(call.callee);
  if (callee.type !== "MemberExpression") return false;
  const receiver = dottedName(callee.object) ?? "";
  if (receiver === "JSON") return calleeName(call) === "parse";
  // `parsed.error.format()`: what a validator has found, in another form.
  if (/(?:^|\.)error$/u.test(receiver)) return /^(?:format|flatten)$/u.test(calleeName(call) ?? "");
  if (!/^(?:safeP|p)arse(?:Async)?$/u.test(calleeName(call) ?? "")) return false;
  return /schemas?(?:\.\w+)?$/iu.test(receiver) || isOfValues(rootOf(callee.object), file);
}

/** `z` of `z.object(fields).strict()`. */
function rootOf(node: Node): Node {
  const inner = unwrap(node);
  if (inner.type === "MemberExpression") return rootOf(inner.object);
  return inner.type === "CallExpression" ? rootOf(inner.callee) : inner;
}

/** Of such a module, or made by one: `today` of `const today = dayjs()`. */
function isOfValues(root: Node, file: File): boolean {
  if (isImportOfValues(root, file)) return true;
  const binding = root.type === "Identifier" ? file.bindings.resolve(root) : undefined;
  const made = binding?.kind === "variable" && binding.init ? unwrap(binding.init) : undefined;
  const source = made?.type === "CallExpression" ? rootOf(made) : undefined;
  return source !== undefined && isImportOfValues(source, file);
}

function isImportOfValues(name: Node, file: File): boolean {
  const binding = name.type === "Identifier" ? file.bindings.resolve(name) : undefined;
  return binding?.kind === "import" && WORKS_ON_VALUES.test(binding.source);
}

export function neverThrows(call: TSESTree.CallExpression, file: File): boolean {
  if (isTelemetryCall(call) || readsForm(call, file) || NEVER_THROWS.test(dottedName(call.callee) ?? "")) return true;
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
