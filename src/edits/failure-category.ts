import type { TSESTree } from "@typescript-eslint/types";
import type { ErrorInScope } from "../analysis/catches/error-in-scope.js";
import type { File } from "../analysis/file.js";
import type { Model } from "../analysis/model.js";
import {
  classesOf,
  comesFromWork,
  guardsOf,
  missingValueTested,
  statusesOf,
  type Guard,
} from "../analysis/values/guards.js";
import { constantOf, rootEnv } from "../analysis/values/values.js";
import { categoryOf, categoryOfStatus, TERMINAL_CATEGORIES, type Category } from "../contract/categories.js";
import { categoryOfClass, categoryOfSystemCode, categoryOfWords } from "../contract/category-words.js";
import { isMcpErrorClass } from "../contract/protocol.js";
import { calleeName, memberName } from "../syntax/names.js";
import {
  ancestors,
  contains,
  enclosingFunction,
  isFunction,
  isInside,
  unwrap,
  walk,
  type FunctionNode,
  type Node,
} from "../syntax/tree.js";
import { errorAtHand } from "./error-at-hand.js";

/** What a failure is, as far as the code around it tells. */
export type FailureCategory =
  /** Known when the code is written. */
  | { readonly kind: "category"; readonly category: Category; readonly why: string }
  /** An error is at hand that tells it at run time. */
  | { readonly kind: "from-error"; readonly error: ErrorInScope; readonly why: string }
  | { readonly kind: "unknown"; readonly why: string };

export interface Told {
  /** The value of a category field that is there already. */
  readonly category?: string | undefined;
  /** The HTTP status that the result names. */
  readonly status?: number | undefined;
  /** The words that the model reads; run-time parts stand as `…`. */
  readonly words: string;
}

/**
 * The category of a failure that is reported at a place. Looked at in this order: the field that is there already, the
 * tests around the place, the error that is at hand, the words of the message. An error at hand goes before words: what
 * a clause catches is not known to be what its message speaks of.
 */
export function failureCategoryAt(place: Node, told: Told, model: Model): FailureCategory {
  const { file } = model;
  const stated = told.category === undefined ? undefined : categoryOf(told.category);
  if (stated) return known(stated, `The result already said \`${told.category ?? ""}\``);
  const error = errorAtHand(place, file);
  // A status that is written for whatever a clause catches was never that of the error.
  const byStatus = told.status === undefined || error ? undefined : categoryOfStatus(told.status);
  if (byStatus) return known(byStatus, `The result already said HTTP ${String(told.status)}`);
  const guards = guardsAround(place, error);
  for (const guard of guards) {
    const found = categoryOfGuard(guard, file);
    // Only the error itself knows how long to wait.
    if (found && (TERMINAL_CATEGORIES.has(found.category) || !error)) return known(found.category, found.why);
    if (found && error) return fromError(error, `${found.why}, and the error knows the wait`);
  }
  const [nearest] = guards;
  if ((error?.kind === "caught" || error?.kind === "given") && nearest) {
    // `if (error.message.includes("not found"))`: the words that are tested say what was caught.
    const tested = categoryOfWords(stringsIn(nearest.test).join(" ; "));
    if (tested && TERMINAL_CATEGORIES.has(tested)) return known(tested, `The condition names a ${tested} error`);
    // Behind a test of the error itself the message speaks of the one cause that was picked out.
    const spoken = categoryOfWords(told.words);
    if (spoken && TERMINAL_CATEGORIES.has(spoken) && testsError(nearest, error))
      return known(spoken, `The condition selects one error, and the message names a ${spoken} error`);
  }
  if (error?.kind === "caught" && checksInput(error, file))
    return known("validation", "The `try` block only checks the input");
  if (error && error.kind !== "error-value") return fromError(error, error.why);
  const isInput = nearest !== undefined && testsInput(nearest, model);
  const byWords = categoryOfWords(told.words);
  // "Division by zero is not allowed": what a test of the input alone refuses is a matter of the input, unless a limit is named.
  if (isInput && byWords === "business" && /\bnot\s+allowed\b/iu.test(told.words) && !NAMES_LIMIT.test(told.words))
    return known("validation", "The condition tests only the tool's input");
  // "Invalid response" behind a test of what work has brought blames the other side, not the input.
  if (byWords && (byWords !== "validation" || !nearest || isInput || blamesInput(told.words)))
    return known(byWords, `The message names a ${byWords} error`);
  if (error) return fromError(error, error.why);
  if (isInput) return known("validation", "The condition tests only the tool's input");
  return {
    kind: "unknown",
    why: "Couldn't infer the category from a condition, an error or the message. Choose transient, validation, permission or business.",
  };
}

/** `try { validatePath(path); } catch …`, `try { new URL(url); } …`: nothing but a check of what was given can fail there. */
function checksInput({ clause }: ErrorInScope, file: File): boolean {
  const block = clause?.type === "CatchClause" ? clause.parent.block : undefined;
  if (!block || contains(block, ({ type }) => type === "AwaitExpression" || type === "ThrowStatement")) return false;
  const calls: string[] = [];
  walk(block, (node) => {
    if (isFunction(node)) return false;
    if (node.type === "CallExpression" || node.type === "NewExpression") calls.push(file.textOf(node.callee));
    return undefined;
  });
  return calls.length > 0 && calls.every((call) => CHECKS.test(call));
}

/** Calls that fail for nothing but their argument. JSON may be an answer's. */
const CHECKS = /^(?:\w+\.)*(?:(?:validate|assert(?:Valid)?|ensureValid|checkValid)\w*|URL|RegExp)$/u;

const NAMES_LIMIT = /limit|quota|exceed|maxim|polic/iu;

function known(category: Category, why: string): FailureCategory {
  return { kind: "category", category, why: `${why}.` };
}

function fromError(error: ErrorInScope, why: string): FailureCategory {
  return { kind: "from-error", error, why: `${why}.` };
}

/** The tests around a place, innermost first; in a clause only those of the clause. */
function guardsAround(place: Node, error: ErrorInScope | undefined): Guard[] {
  const guards = guardsOf(place);
  const { clause } = error ?? {};
  const inside = clause ? guards.filter(({ test }) => isInside(test, clause)) : guards;
  const branch = switchCaseAround(place);
  // The innermost test stands last in the text.
  return (branch ? [branch, ...inside] : inside).sort((a, b) => b.test.range[0] - a.test.range[0]);
}

/** `switch (status) { case 404: … }` as a test of what is switched on. */
function switchCaseAround(place: Node): Guard | undefined {
  for (const up of ancestors(place)) {
    if (isFunction(up)) return undefined;
    if (up.type !== "SwitchCase") continue;
    const left = up.parent.discriminant;
    // None of the values that are known: a test of what is switched on, and of nothing else.
    if (!up.test) return { test: left, branch: up, negated: true };
    const test = { type: "BinaryExpression", operator: "===", left, right: up.test, range: up.test.range };
    return { test: test as unknown as Node, branch: up, negated: false };
  }
  return undefined;
}

interface Found {
  readonly category: Category;
  readonly why: string;
}

function onlyOne(categories: readonly (Category | undefined)[]): Category | undefined {
  const [first, ...others] = new Set(categories);
  return others.length === 0 ? first : undefined;
}

/** The category that a test alone makes sure of. */
function categoryOfGuard({ test, negated }: Guard, file: File): Found | undefined {
  if (isSafeParseFailure(test, negated, file))
    return { category: "validation", why: "The input was parsed by a schema and didn't match" };
  if (negated) return undefined;
  const statuses = statusesOf(test, file);
  const byStatus = statuses.length > 0 ? onlyOne(statuses.map(categoryOfStatus)) : undefined;
  if (byStatus) return { category: byStatus, why: `The test is for HTTP ${statuses.join(", ")}` };
  const classes = classesOf(test).filter((name) => !isMcpErrorClass(name));
  const byClass = classes.length > 0 ? onlyOne(classes.map(categoryOfClass)) : undefined;
  if (byClass) return { category: byClass, why: `The test is for ${classes.join(", ")}` };
  const codes = stringsIn(test).filter((text) => /^E[A-Z]{3,}|^ERR_/u.test(text));
  const byCode = codes.length > 0 ? onlyOne(codes.map(categoryOfSystemCode)) : undefined;
  return byCode && { category: byCode, why: `The test is for ${codes.join(", ")}` };
}

/** `error.message.includes("scope")`: one cause of several, not just "is it an error at all". */
function testsError({ test, negated }: Guard, { text }: ErrorInScope): boolean {
  if (negated || text === "") return false;
  let picks = false;
  walk(test, (node) => {
    if (node.type === "Literal" && typeof node.value === "string") picks = true;
  });
  return picks && contains(test, (node) => node.type === "Identifier" && node.name === text);
}

function stringsIn(test: Node): string[] {
  const found: string[] = [];
  walk(test, (node) => {
    if (node.type === "Literal" && typeof node.value === "string") found.push(node.value);
    else if (node.type === "Literal" && typeof node.value === "number") found.push(`HTTP ${node.value}`);
  });
  return found;
}

/** `if (!parsed.success)`, where `parsed` is what `safeParse` gave. */
function isSafeParseFailure(test: Node, negated: boolean, file: File): boolean {
  const node = unwrap(test);
  const flag =
    !negated && node.type === "UnaryExpression" && node.operator === "!"
      ? unwrap(node.argument)
      : negated
        ? node
        : undefined;
  if (flag?.type !== "MemberExpression" || memberName(flag) !== "success") return false;
  const object = unwrap(flag.object);
  if (object.type !== "Identifier") return false;
  const binding = file.bindings.resolve(object);
  const init = binding.kind === "variable" && binding.init ? unwrap(binding.init) : undefined;
  return init?.type === "CallExpression" && /^safeParse/u.test(calleeName(init) ?? "");
}

/** "Invalid response", "Missing field in the answer" blame the other side; without such words the message is about the input. */
function blamesInput(words: string): boolean {
  return !/\b(?:responses?|answers?|repl(?:y|ies)|payload|returned|received|results?|output|data)\b/iu.test(words);
}

/** Methods and functions that only look at a value. */
const LOOKS_ONLY =
  /^(?:includes|has|test|match|startsWith|endsWith|trim|isArray|isInteger|isFinite|isNaN|isSafeInteger|keys|values|some|every|toLowerCase|toUpperCase|toString|String|Number|parseInt|parseFloat|Date|getTime|(?=\w+$)\w*?[vV]alid\w*)$/u;

/** Names of what a function is given besides the tool's arguments: services, settings, answers, errors. */
const NO_INPUT =
  /^(?:env|status|statusCode|code|res|ctx|api|db|\w*(?:[rR]esponse|[rR]esult|[eE]rror|[cC]lient|[cC]onnection|[cC]ontext|[sS]ervice|[mM]anager|[sS]tore|[sS]ession|[cC]onfig|[sS]ettings))$/u;

/** A test of the tool's own arguments, and of nothing that work has brought: `!args.id`, `!IDS.includes(kind)`. */
function testsInput({ test, negated }: Guard, model: Model): boolean {
  const { file } = model;
  const missing = missingValueTested(test, negated);
  if (missing && comesFromWork(missing, file)) return false;
  const own = enclosingFunction(test);
  let input = 0;
  let other = false;
  walk(test, (node) => {
    if (node.type === "AwaitExpression" || node.type === "ThisExpression") other = true;
    if (node.type === "CallExpression" && !LOOKS_ONLY.test(calleeName(node) ?? "")) other = true;
    if (node.type === "Identifier" && NO_INPUT.test(node.name)) other = true;
    if (node.type !== "Identifier" || !file.bindings.variable(node)) return;
    const origin = originOf(node, model);
    if (origin === "input") input++;
    else if (origin === "work") other = true;
  });
  // A bound on an argument may be a policy as well as a matter of form.
  const bounds = /[<>]/u.test(file.textOf(test).replace(/=>/gu, "")) && !/\.length|typeof/u.test(file.textOf(test));
  return own !== undefined && input > 0 && !other && !bounds;
}

/** The arguments of the tool are those of a function whose result is the tool's; what other functions are given may be anything. */
function originOf(identifier: TSESTree.Identifier, model: Model, fuel = 4): "input" | "constant" | "work" {
  const { file } = model;
  const binding = file.bindings.resolve(identifier);
  switch (binding.kind) {
    case "parameter":
      // What a framework gives beside the arguments is of the session.
      if (binding.index > 0 && model.reached.get(binding.fn)?.isHandler === true) return "work";
      return model.reached.get(binding.fn)?.role === "result" || isElementOfInput(binding.fn, model, fuel)
        ? "input"
        : "work";
    case "variable": {
      if (!binding.init || fuel <= 0 || /\benv\b/u.test(file.textOf(binding.init))) return "work";
      if (constantOf({ node: identifier, env: rootEnv(file) }) !== undefined) return "constant";
      const origins = new Set<string>();
      let work = false;
      walk(binding.init, (node) => {
        if (node.type === "AwaitExpression" || node.type === "NewExpression") work = true;
        if (isFunction(node)) return false;
        if (node.type === "Identifier" && node !== identifier && file.bindings.variable(node))
          origins.add(originOf(node, model, fuel - 1));
        return undefined;
      });
      if (work || origins.has("work")) return "work";
      return origins.has("input") ? "input" : "constant";
    }
    case "import":
    case "function":
    case "class":
      return "constant";
    default:
      return "work";
  }
}

/** `ids.filter((id) => !known.has(id))`: a parameter of a callback on the input. */
function isElementOfInput(fn: FunctionNode, model: Model, fuel: number): boolean {
  const call = fn.parent.type === "CallExpression" ? fn.parent : undefined;
  const callee = call && unwrap(call.callee);
  if (!callee || callee.type !== "MemberExpression" || fuel <= 0) return false;
  let root = unwrap(callee.object);
  while (root.type === "MemberExpression") root = unwrap(root.object);
  return root.type === "Identifier" && originOf(root, model, fuel - 1) === "input";
}
