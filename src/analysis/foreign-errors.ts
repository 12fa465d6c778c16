import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName } from "../syntax/names.js";
import { contains, unwrap, walkSameFunction, type FunctionNode, type Node } from "../syntax/tree.js";
import { calledFunction, MAX_HOPS } from "./calls.js";
import { attemptOf, isHarmlessCall, isTelemetryCall } from "./excuses.js";
import type { File } from "./file.js";
import { alwaysThrows } from "./flow.js";
import { comesFromWork } from "./guards.js";
import { throwsIn } from "./throwers.js";
import { constantOf, rootEnv, type Env } from "./values.js";

type Call = TSESTree.CallExpression | TSESTree.NewExpression;

/** What the clause of a `try` catches was written by the project itself: its text is seen where that is thrown. */
export function catchesOwn(statement: TSESTree.TryStatement, file: File): boolean {
  return attemptOf(statement.block) === "work" && !catchesForeign(statement, file);
}

const known = new WeakMap<Node, boolean>();

/** What the clause of a `try` catches may have been written by a library, or by a service behind it. */
export function catchesForeign({ block }: TSESTree.TryStatement, file: File): boolean {
  let foreign = known.get(block);
  if (foreign === undefined) {
    const attempt = attemptOf(block);
    // What a parser says of a text is about the text.
    const isOwn = attempt === "parse" || attempt === "trivial" || judgesInput(block, file);
    foreign = !isOwn && bringsForeign(block, rootEnv(file), MAX_HOPS);
    known.set(block, foreign);
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

/** Something in the block may fail in code that is not the project's, and nothing inside answers for it. */
function bringsForeign(block: Node, env: Env, hops: number): boolean {
  let foreign = false;
  walkSameFunction(block, (node) => {
    if (foreign) return false;
    if (node.type === "TryStatement" && node.handler && throwsIn(node.handler.body, env).length === 0) {
      const { handler, finalizer } = node;
      foreign = [handler.body, ...(finalizer ? [finalizer] : [])].some((part) => bringsForeign(part, env, hops));
      return false;
    }
    if (node.type === "AwaitExpression") foreign = !isOwnWork(unwrap(node), env);
    if (node.type === "ForOfStatement" && node.await) foreign = true;
    if (node.type === "NewExpression") foreign = !isHarmlessCall(node) && !/Error$/u.test(calleeName(node) ?? "");
    if (node.type === "CallExpression") foreign = mayBringForeign(node, env, hops);
    return !foreign;
  });
  return foreign;
}

/** What is waited for is a function of the project's, which is looked at by itself, or a module of its own. */
function isOwnWork(work: Node, env: Env): boolean {
  if (work.type === "ImportExpression") return isOwnModule(work.source, env);
  return work.type === "CallExpression" && (isTelemetryCall(work) || calledFunction(work, env) !== undefined);
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
const NEVER_THROWS = /(?:^|\.)(?:existsSync|homedir|tmpdir|cwd)$|dotenv/iu;

function neverThrows(call: TSESTree.CallExpression): boolean {
  return isTelemetryCall(call) || NEVER_THROWS.test(dottedName(call.callee) ?? "");
}

function mayBringForeign(call: TSESTree.CallExpression, env: Env, hops: number): boolean {
  if (neverThrows(call)) return false;
  const called = hops > 0 ? calledFunction(call, env) : undefined;
  if (MAKES_ID.test(calleeName(call) ?? "")) return false;
  // `this.execute()` of a base class stands for that of any class below it.
  if (called) return isAbstract(call, called.fn) || bringsForeign(called.fn.body, called.env, hops - 1);
  // What is done with each entry of a list may be anything.
  return !isHarmlessCall(call) || call.arguments.some((argument) => contains(argument, isUnknownCall));
}

function isUnknownCall(node: Node): boolean {
  if (node.type !== "CallExpression") return node.type === "AwaitExpression";
  return !isHarmlessCall(node) && !neverThrows(node);
}

function isAbstract({ callee }: TSESTree.CallExpression, fn: FunctionNode): boolean {
  return callee.type === "MemberExpression" && callee.object.type === "ThisExpression" && alwaysThrows(fn);
}
