import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, lastName } from "../syntax/names.js";
import { contains, isFunction, unwrap, walkSameFunction, type FunctionNode, type Node } from "../syntax/tree.js";
import { calledFunction, MAX_HOPS, type CalledFunction } from "./calls.js";
import { attemptOf, isHarmlessCall, isTelemetryCall } from "./excuses.js";
import type { File } from "./file.js";
import { alwaysThrows } from "./flow.js";
import { comesFromWork, guardsOf } from "./guards.js";
import { handlersOfTable } from "./handler-tables.js";
import { implementationsOf } from "./implementations.js";
import { isOfSorted, sortedBy, throwsOwnWords, type Sorted } from "./own-words.js";
import { constantOf, resolve, rootEnv, type Env } from "./values.js";

type Call = TSESTree.CallExpression | TSESTree.NewExpression;

/** What the clause of a `try` catches was written by the project itself: its text is seen where that is thrown. */
export function catchesOwn(statement: TSESTree.TryStatement, file: File): boolean {
  return attemptOf(statement.block) === "work" && !catchesForeign(statement, file);
}

const judged = new WeakMap<Node, boolean>();

/** What the clause of a `try` catches may have been written by a library, or by a service behind it. */
export function catchesForeign({ block, handler }: TSESTree.TryStatement, file: File): boolean {
  let foreign = judged.get(block);
  if (foreign === undefined) {
    const attempt = attemptOf(block);
    // What a parser says of a text is about the text.
    const isOwn = attempt === "parse" || attempt === "trivial" || judgesInput(block, file);
    foreign = !isOwn && bringsForeign(block, { env: rootEnv(file), hops: MAX_HOPS, sorted: sortedBy(handler, file) });
    judged.set(block, foreign);
  }
  return foreign;
}

/** Work on a text that fails for what stands in the text. */
const ON_TEXT = /^(?:transform|compile|tokeni[sz]e|lint|minify|interpret|transpile)/u;

/** `program = compile(args.script, { loops: false })`, and nothing else: the message is about what the tool was given. */
function judgesInput(block: TSESTree.BlockStatement, file: File): boolean {
  const calls: Call[] = [];
  let waits = false;
  walkSameFunction(block, (node) => {
    if (node.type === "CallExpression" || node.type === "NewExpression") calls.push(node);
    if (node.type === "AwaitExpression") waits = true;
  });
  const [call] = calls;
  if (!call || waits || calls.length > 1 || !ON_TEXT.test(calleeName(call) ?? "")) return false;
  const given = call.arguments.filter(
    (argument) =>
      argument.type !== "ObjectExpression" && constantOf({ node: argument, env: rootEnv(file) }) === undefined,
  );
  return given.length === 1;
}

/** The block only reads values in a form, and none that some work brought: the fault is in what the tool was given. */
export function parsesInput({ block }: TSESTree.TryStatement, file: File): boolean {
  if (attemptOf(block) !== "parse") return false;
  return !contains(
    block,
    (node) =>
      (node.type === "CallExpression" || node.type === "NewExpression") &&
      !isHarmlessCall(node) &&
      (node.arguments.length === 0 || node.arguments.some((argument) => comesFromWork(argument, file))),
  );
}

/** `error instanceof ZodError`: of a validator that says which field is wrong, and what was expected of it. */
const VALIDATOR_ERROR = /^(?:Zod|Valibot|Yup|Joi|Typebox|Validation)\w*Error$|^(?:ValiError|ArkErrors)$/u;

/** Behind a test for the error of a validator, where the block has it look at what the tool was given. */
export function isOfValidator(place: Node, { block }: TSESTree.TryStatement, file: File): boolean {
  const isOfKind = (test: Node): boolean =>
    test.type === "BinaryExpression" &&
    test.operator === "instanceof" &&
    VALIDATOR_ERROR.test(lastName(test.right) ?? "");
  if (!guardsOf(place).some(({ test, negated }) => !negated && isOfKind(unwrap(test)))) return false;
  return contains(
    block,
    (node) =>
      node.type === "CallExpression" &&
      /^(?:parse|parseAsync|validate|validateSync|assert)$/u.test(calleeName(node) ?? "") &&
      !node.arguments.some((argument) => comesFromWork(argument, file)),
  );
}

/** Where a body is looked through. */
interface Look {
  readonly env: Env;
  readonly hops: number;
  readonly sorted: Sorted;
}

/** Something in the block may fail in code that is not the project's, and nothing inside answers for it. */
function bringsForeign(block: Node, look: Look): boolean {
  let foreign = false;
  walkSameFunction(block, (node) => {
    if (foreign) return false;
    if (node.type === "TryStatement" && node.handler && throwsOwnWords(node.handler, look)) {
      const { handler, finalizer } = node;
      foreign = [handler.body, ...(finalizer ? [finalizer] : [])].some((part) => bringsForeign(part, look));
      return false;
    }
    if (node.type === "AwaitExpression") foreign = !isOwnWork(unwrap(node), look);
    if (node.type === "ForOfStatement" && node.await) foreign = true;
    if (node.type === "NewExpression") foreign = !isHarmlessCall(node) && !/Error$/u.test(calleeName(node) ?? "");
    if (node.type === "CallExpression") foreign = mayBringForeign(node, look);
    return !foreign;
  });
  return foreign;
}

/** What is waited for is a function of the project's, which is looked at by itself, or a module of its own. */
function isOwnWork(work: Node, { env, sorted }: Look): boolean {
  if (work.type === "ImportExpression") return isOwnModule(work.source, env);
  if (work.type !== "CallExpression") return false;
  return isTelemetryCall(work) || isOfSorted(work, sorted, env.file) || functionsOf(work, env) !== undefined;
}

/** The functions that may stand behind a call: the one that is known, all of a table, or those of the classes that its type names. */
function functionsOf(call: TSESTree.CallExpression, env: Env): readonly CalledFunction[] | undefined {
  const called = calledFunction(call, env);
  return called ? [called] : (handlersOfTable(call, env) ?? implementationsOf(call, env));
}

/** `import("./orders.js")` */
function isOwnModule(source: Node, env: Env): boolean {
  const name = constantOf({ node: source, env });
  return typeof name === "string" && name.startsWith(".");
}

/** A fresh id: nothing in it can fail. */
const MAKES_ID =
  /^(?:(?:nano|uu|cu|u|short)id|v4|(?:new|make|create|generate|gen|random)(?:[A-Z]\w*)?(?:Id|ID|UUID|Uuid))$/u;

/** Questions to the platform, and the reading of an `.env` file: they answer, and never throw. */
const NEVER_THROWS =
  /(?:^|\.)(?:existsSync|homedir|tmpdir|cwd|getStore|structuredClone|encodeURI(?:Component)?)$|^(?:Math|performance|Object|Number|Date|process)\.\w+$|[dD]otenv/u;

/** Modules of the platform that work on values at hand. */
const WORKS_ON_VALUES = /^(?:node:)?(?:path|url|crypto|os|util|async_hooks|perf_hooks)$/u;

function neverThrows(call: TSESTree.CallExpression, file: File): boolean {
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
  return binding?.kind === "import" && WORKS_ON_VALUES.test(binding.source);
}

function mayBringForeign(call: TSESTree.CallExpression, look: Look): boolean {
  if (neverThrows(call, look.env.file) || isOfSorted(call, look.sorted, look.env.file)) return false;
  const functions = look.hops > 0 ? functionsOf(call, look.env) : undefined;
  if (MAKES_ID.test(calleeName(call) ?? "")) return false;
  // `this.execute()` of a base class stands for that of any class below it.
  if (functions)
    return functions.some(
      ({ fn, env }) => isAbstract(call, fn) || bringsForeign(fn.body, { ...look, env, hops: look.hops - 1 }),
    );
  return !isHarmlessCall(call) || call.arguments.some((argument) => givenForeign(argument, look));
}

/** `orders.map((order) => shop.read(order))`: what is done with each entry of a list. */
function givenForeign(argument: Node, look: Look): boolean {
  const { node, env } = resolve({ node: argument, env: look.env });
  return isFunction(node) && look.hops > 0 && bringsForeign(node.body, { ...look, env, hops: look.hops - 1 });
}

function isAbstract({ callee }: TSESTree.CallExpression, fn: FunctionNode): boolean {
  return callee.type === "MemberExpression" && callee.object.type === "ThisExpression" && alwaysThrows(fn);
}
