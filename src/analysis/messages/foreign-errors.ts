import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, lastName, memberName } from "../../syntax/names.js";
import { contains, isFunction, unwrap, walkSameFunction, type FunctionNode, type Node } from "../../syntax/tree.js";
import { argumentsOf } from "../swallows/callers.js";
import { calledFunction, classOf, MAX_HOPS, type CalledFunction } from "../values/calls.js";
import { inheritedMethod } from "../values/classes.js";
import { attemptOf, isHarmlessCall, isTelemetryCall } from "../swallows/excuses.js";
import type { File } from "../file.js";
import { alwaysThrows } from "../values/flow.js";
import { comesFromWork, guardsOf } from "../values/guards.js";
import { handlersOfTable } from "../tools/handler-tables.js";
import { implementationsOf, methodsBelow } from "../values/implementations.js";
import { isIntercepted } from "../responses/interceptors.js";
import { isOfSorted, rejectsOwnWords, rethrownBy, sortedBy, type Sorted } from "./own-words.js";
import {
  asksClient,
  makesClient,
  makesId,
  neverThrows,
  readsForm,
  readsWhatExists,
  runInTurn,
  worksOnValue,
} from "../reachability/safe-calls.js";
import { readsOwnFile, readsOwnRows } from "../reachability/local-reads.js";
import { isPartOfRequest, sortsByStatus, tellsAnswer } from "../catches/status-sorting.js";
import { isStepOfPromise, rejectsGiven, settlesPromise } from "./promises.js";
import { constantOf, property, resolve, rootEnv, type Env, type Ref } from "../values/values.js";

type Call = TSESTree.CallExpression | TSESTree.NewExpression;

/** What the clause of a `try` catches was written by the project itself: its text is seen where that is thrown. */
export function catchesOwn(statement: TSESTree.TryStatement, file: File): boolean {
  return attemptOf(statement.block) === "work" && !catchesForeign(statement, file);
}

/**
 * Calls that are entered one from another: a tool, its service, a client, its request, what makes the error of an answer, and
 * small functions on the way.
 */
const MAX_CALLS = 8;

const judged = new WeakMap<Node, boolean>();

/** What the clause of a `try` catches may have been written by a library, or by a service behind it. */
export function catchesForeign({ block, handler }: TSESTree.TryStatement, file: File): boolean {
  let foreign = judged.get(block);
  if (foreign === undefined) {
    const attempt = attemptOf(block);
    // What a parser says of a text is about the text.
    const isOwn = attempt === "parse" || attempt === "trivial" || judgesInput(block, file);
    foreign =
      !isOwn &&
      bringsForeign(block, {
        env: rootEnv(file),
        hops: MAX_CALLS,
        sorted: sortedBy(handler, file),
        answers: false,
        seen: new Map(),
      });
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

/** The name of a class of validators' errors, also `z.ZodError`. */
export function isValidatorError(name: string | undefined): boolean {
  return VALIDATOR_ERROR.test(name?.split(".").at(-1) ?? "");
}

/**
 * Behind a test for the error of a validator: it has looked at what the tool was given, unless the block has it look at
 * what some work brought.
 */
export function isOfValidator(place: Node, { block }: TSESTree.TryStatement, file: File): boolean {
  const isOfKind = (test: Node): boolean =>
    test.type === "BinaryExpression" && test.operator === "instanceof" && isValidatorError(lastName(test.right));
  if (!guardsOf(place).some(({ test, negated }) => !negated && isOfKind(unwrap(test)))) return false;
  return !contains(
    block,
    (node) =>
      node.type === "CallExpression" &&
      /^(?:parse|parseAsync|validate|validateSync|assert)$/u.test(calleeName(node) ?? "") &&
      node.arguments.some((argument) => comesFromWork(argument, file)),
  );
}

/** Where a body is looked through. */
interface Look {
  readonly env: Env;
  readonly hops: number;
  readonly sorted: Sorted;
  /** Around the place, refusals are sorted by their status. */
  readonly answers: boolean;
  /** The functions that were looked through, and whether as part of such a request: none is twice for one block. */
  readonly seen: Map<FunctionNode, boolean>;
}

/** Something in the block may fail in code that is not the project's, and nothing inside answers for it. */
function bringsForeign(block: Node, look: Look): boolean {
  let foreign = false;
  walkSameFunction(block, (node) => {
    if (foreign) return false;
    if (node.type === "TryStatement" && node.handler) {
      const rethrown = rethrownBy(node.handler, look);
      if (rethrown === "own words" || (rethrown === "own classes" && !tellsAnswer(node.block, look.env, look.hops))) {
        const { handler, finalizer } = node;
        foreign = [handler.body, ...(finalizer ? [finalizer] : [])].some((part) => bringsForeign(part, look));
        return false;
      }
    }
    if (node.type === "AwaitExpression") foreign = !isOwnWork(node.argument, look);
    if (node.type === "ForOfStatement" && node.await) foreign = true;
    if (node.type === "NewExpression") foreign = isMadeForeign(node, look);
    if (node.type === "CallExpression") {
      // `load(id).catch(() => undefined)`
      if (isAnswered(node, look)) return false;
      // `services.getTelemetry().sendEvent(await …)`: what it is sent by is left out, not what it is sent.
      if (isTelemetryCall(node)) {
        foreign = node.arguments.some((argument) => bringsForeign(argument, look));
        return false;
      }
      foreign = mayBringForeign(node, look);
    }
    return !foreign;
  });
  return foreign;
}

/** What is waited for is a function of the project's, which is looked at by itself, or a module of its own. */
function isOwnWork(waited: Node, look: Look): boolean {
  const { env, sorted } = look;
  const { node: work, env: home } = resolve({ node: waited, env });
  const all = (...parts: readonly Node[]): boolean => parts.every((part) => isOwnWork(part, { ...look, env: home }));
  switch (work.type) {
    case "ImportExpression":
      return isOwnModule(work.source, home);
    case "ConditionalExpression":
      return all(work.consequent, work.alternate);
    case "LogicalExpression":
      return all(work.left, work.right);
    case "ArrayExpression":
      return all(...work.elements.flatMap((element) => element ?? []));
    case "NewExpression":
      // The executor is looked through where it is made.
      return dottedName(work.callee) === "Promise";
    case "CallExpression":
      break;
    default:
      return false;
  }
  if (
    isTelemetryCall(work) ||
    readsForm(work, home.file) ||
    readsOwnFile(work, home.file) ||
    isOfSorted(work, sorted, home.file) ||
    isAnswered(work, { ...look, env: home })
  )
    return true;
  const callee = dottedName(work.callee) ?? "";
  // Whatever fails in there, this one does not.
  if (callee === "Promise.allSettled") return true;
  if (/^Promise\.(?:all|any|race)$/u.test(callee)) return all(...work.arguments);
  if (look.answers && isPartOfRequest(work, home.file)) return true;
  // What is run in its turn is looked through where it stands.
  if (runInTurn(work)) return true;
  // `Promise.all(ids.map((id) => read(id)))`: the function is looked through where the list is made.
  if (
    calleeName(work) === "map" &&
    work.arguments.some((given) => isFunction(resolve({ node: given, env: home }).node))
  )
    return true;
  return isIntercepted(work, home, look.hops) || functionsOf(work, home) !== undefined;
}

/** `load(id).catch(() => undefined)`: whatever is waited for is answered, or put into words of the project's own. */
function isAnswered(call: TSESTree.CallExpression, { env, hops }: Look): boolean {
  const [handler] = call.arguments;
  if (calleeName(call) !== "catch" || !handler || call.callee.type !== "MemberExpression") return false;
  const { node, env: home } = resolve({ node: handler, env });
  return isFunction(node) && rejectsOwnWords(node, { env: home, hops });
}

/** The functions that may stand behind a call: the one that is known, all of a table, or those of the classes that its type names. */
function functionsOf(call: TSESTree.CallExpression, env: Env): readonly CalledFunction[] | undefined {
  // Each call is as near as the first one: how many are entered is counted here.
  const near = env.depth >= MAX_HOPS - 1 ? { ...env, depth: 0 } : env;
  const called = calledFunction(call, near);
  if (called && !isAbstract(call, called.fn)) return [called];
  // Where no class below is seen, the base class alone tells nothing.
  const below = methodsBelow(call, near);
  if (called ?? below) return below;
  const handlers = handlersOfTable(call, near);
  if (handlers && handlers.length > 0) return handlers;
  return implementationsOf(call, near) ?? givenFunctions(call, env) ?? handlers;
}

/**
 * `handler` of `register(name, handler)`, `client.get` of `read(client, id)`: what all calls of the function give it, where each
 * is seen.
 */
function givenFunctions(call: TSESTree.CallExpression, { file }: Env): CalledFunction[] | undefined {
  const callee = unwrap(call.callee);
  const method = callee.type === "MemberExpression" ? memberName(callee) : undefined;
  const name = callee.type === "MemberExpression" ? unwrap(callee.object) : callee;
  if (name.type !== "Identifier" || (name !== callee && method === undefined)) return undefined;
  const binding = file.bindings.resolve(name);
  if (binding.kind !== "parameter" || binding.path.length > 0) return undefined;
  const given = argumentsOf(binding.fn, binding.index, file);
  const functions = given?.flatMap((ref): CalledFunction[] => {
    const target = method === undefined ? resolve(ref) : methodGiven(ref, method);
    return target && isFunction(target.node) ? [{ fn: target.node, env: target.env }] : [];
  });
  return functions && functions.length > 0 && functions.length === given?.length ? functions : undefined;
}

/** `get` of `new ShopClient()`, `handler` of `{ name, handler: async (args) => … }`. */
function methodGiven(ref: Ref, name: string): Ref | undefined {
  const cls = classOf(ref);
  if (cls) return inheritedMethod(cls, name);
  const value = property(ref, name);
  return value && resolve(value);
}

/** `import("./orders.js")` */
function isOwnModule(source: Node, env: Env): boolean {
  const name = constantOf({ node: source, env });
  return typeof name === "string" && name.startsWith(".");
}

/** `Array(nights)`, `BigInt(text)`: what the language says of a value; `require("./names")` loads a module, as an import does. */
function isOfLanguage({ callee }: TSESTree.CallExpression, { bindings }: File): boolean {
  if (callee.type !== "Identifier" || !/^(?:Array|Object|BigInt|Symbol|RegExp|require)$/u.test(callee.name))
    return false;
  return bindings.resolve(callee).kind === "global";
}

function mayBringForeign(call: TSESTree.CallExpression, look: Look): boolean {
  const { env, hops, sorted } = look;
  if (
    neverThrows(call, env.file) ||
    worksOnValue(call, env.file) ||
    readsWhatExists(call, env.file) ||
    readsOwnFile(call, env.file) ||
    readsOwnRows(call, env.file) ||
    isOfSorted(call, sorted, env.file)
  )
    return false;
  if ((look.answers && isPartOfRequest(call, env.file)) || isIntercepted(call, env, hops)) return false;
  if (call.callee.type === "Super") return isForeignAbove(call, look);
  // What it is chained to, and what it runs, are looked through by themselves.
  if (isStepOfPromise(call)) return call.arguments.some((argument) => givenForeign(argument, look));
  const functions = hops > 0 ? functionsOf(call, env) : undefined;
  if (makesId(call) || isOfLanguage(call, env.file) || settlesPromise(call, env.file)) return false;
  if (functions) return functions.some((called) => isForeignInside(called, call, look));
  const inTurn = runInTurn(call);
  if (inTurn) return givenForeign(inTurn, look);
  return !isHarmlessCall(call) || asksClient(call) || call.arguments.some((argument) => givenForeign(argument, look));
}

/** `super(options)`: what the constructor of the class above does, if that is one of the project's. */
function isForeignAbove(call: TSESTree.CallExpression, look: Look): boolean {
  const cls = look.hops > 0 ? classOf({ node: call.callee, env: look.env }) : undefined;
  const constructor = cls && inheritedMethod(cls, "constructor");
  return (
    constructor !== undefined &&
    isFunction(constructor.node) &&
    bringsForeign(constructor.node.body, { ...look, env: constructor.env, hops: look.hops - 1 })
  );
}

function isForeignInside({ fn, env }: CalledFunction, call: TSESTree.CallExpression, look: Look): boolean {
  const hops = look.hops - 1;
  const answers = look.answers ? !tellsAnswer(fn.body, env, hops) : sortsByStatus(fn, env, hops);
  const known = look.seen.get(fn);
  // What a function is given to run is another one at each call.
  const isSame = call.arguments.every((argument) => !isFunction(resolve({ node: argument, env: look.env }).node));
  if (isSame && known !== undefined && (known === answers || !known)) return false;
  if (isSame) look.seen.set(fn, answers);
  return bringsForeign(fn.body, { ...look, env, hops, answers });
}

/** An error, a client, a value of the platform; for a class of the project, what its constructor does. */
function isMadeForeign(node: TSESTree.NewExpression, look: Look): boolean {
  if (isHarmlessCall(node) || /Error$/u.test(calleeName(node) ?? "") || makesClient(node, look.env.file)) return false;
  const inside = (fn: Node): boolean =>
    isFunction(fn) && look.hops > 0 && bringsForeign(fn.body, { ...look, hops: look.hops - 1 });
  const [executor] = node.arguments;
  if (dottedName(node.callee) === "Promise")
    return !executor || !isFunction(executor) || rejectsGiven(executor, look.env.file) || inside(executor);
  const cls = resolve({ node: node.callee, env: look.env });
  const constructor = inheritedMethod(cls, "constructor");
  if (!constructor) return cls.node.type !== "ClassDeclaration";
  return (
    isFunction(constructor.node) &&
    look.hops > 0 &&
    bringsForeign(constructor.node.body, { ...look, env: constructor.env, hops: look.hops - 1 })
  );
}

/** `orders.map((order) => shop.read(order))`: what is done with each entry of a list. */
function givenForeign(argument: Node, look: Look): boolean {
  const { node, env } = resolve({ node: argument, env: look.env });
  return isFunction(node) && look.hops > 0 && bringsForeign(node.body, { ...look, env, hops: look.hops - 1 });
}

/** `execute() { throw new Error("Not implemented."); }` of a base class: one of a class below it is called. */
function isAbstract({ callee }: TSESTree.CallExpression, fn: FunctionNode): boolean {
  return callee.type === "MemberExpression" && callee.object.type === "ThisExpression" && alwaysThrows(fn);
}
