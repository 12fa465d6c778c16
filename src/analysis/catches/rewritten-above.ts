import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../../syntax/names.js";
import {
  ancestors,
  contains,
  isFunction,
  parentOf,
  unwrap,
  walk,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { calledFunction, type CalledFunction } from "../values/calls.js";
import type { File } from "../file.js";
import type { Returned } from "./returns.js";
import { resolve, rootEnv, type Env } from "../values/values.js";

/** Wrappers that are followed from a handler: `register(tool, guarded(logged(handler)))`. */
const MAX_WRAPPERS = 3;

/** What a function does to a text so that no secret is left in it. */
const FILTERS = /sanit|redact|scrub|censor|anonymi|mask(?!ed)|conceal|hide[A-Z]|strip(?:Secret|Sensitive|Internal)/iu;

/**
 * A wrapper of the project's own stands around the function, and makes something else of what leaves it: it catches what is
 * thrown, or filters what is returned. What the model reads is made there.
 */
export function isRewrittenAbove({ form, reached }: Returned, file: File): boolean {
  return takersOf(reached.fn, file).some(({ call, at }) => isRewrittenBy(call, at, form, rootEnv(file), MAX_WRAPPERS));
}

/** A call that is given a function, and where. */
interface Taker {
  readonly call: TSESTree.CallExpression;
  readonly at: number;
}

/** `guarded(async (args) => …)`, and `guarded(readOrder)` of a function of this file. */
function takersOf(fn: FunctionNode, file: File): Taker[] {
  const direct = parentOf(fn);
  if (direct?.type === "CallExpression" && direct.callee !== fn)
    return [{ call: direct, at: direct.arguments.findIndex((argument) => argument === fn) }];
  return file.index.calls.flatMap((call) =>
    call.arguments.flatMap((argument, at): Taker[] =>
      argument.type === "Identifier" && resolve({ node: argument, env: rootEnv(file) }).node === fn
        ? [{ call, at }]
        : [],
    ),
  );
}

function isRewrittenBy(
  call: TSESTree.CallExpression,
  at: number,
  form: Returned["form"],
  env: Env,
  hops: number,
): boolean {
  const wrapper = hops > 0 ? calledFunction(call, env) : undefined;
  if (!wrapper) return false;
  const uses = usesOf(wrapper, at);
  const runs = uses.flatMap((use) => runOf(use) ?? []);
  if (runs.length > 0) return runs.every((run) => (form === "throw" ? isCaught(run) : isFiltered(run, wrapper)));
  return uses.some((use) => {
    const next = parentOf(use);
    if (next?.type !== "CallExpression" || next.callee === use) return false;
    const inner = { ...wrapper.env, depth: 0 };
    return isRewrittenBy(
      next,
      next.arguments.findIndex((argument) => argument === use),
      form,
      inner,
      hops - 1,
    );
  });
}

/** Where the wrapper names the function that it is given. */
function usesOf({ fn, env }: CalledFunction, at: number): Node[] {
  const uses: Node[] = [];
  walk(fn.body, (node) => {
    if (node.type !== "Identifier") return;
    const binding = env.file.bindings.resolve(node);
    if (binding.kind === "parameter" && binding.fn === fn && binding.index === at && binding.path.length === 0)
      uses.push(node);
  });
  return uses;
}

/** `handler(args)`, `handler.call(this, args)` */
function runOf(use: Node): TSESTree.CallExpression | undefined {
  const up = parentOf(use);
  const callee = up?.type === "MemberExpression" && up.object === use ? up : use;
  const call = parentOf(callee);
  return call?.type === "CallExpression" && call.callee === callee ? call : undefined;
}

/** A clause around the call takes what it throws; of a promise that is handed on, it takes nothing. */
function isCaught(run: Node): boolean {
  let child: Node = run;
  let waits = false;
  for (const up of ancestors(run)) {
    if (isFunction(up)) return false;
    if (up.type === "AwaitExpression") waits = true;
    // `handler(args).catch(toResult)`
    if (up.type === "CallExpression" && calleeName(up) === "catch" && contains(up.callee, (node) => node === run))
      return true;
    if (up.type === "TryStatement" && up.handler && up.block === child) return waits;
    child = up;
  }
  return false;
}

/** `return redact(await handler(args))`, and `const result = await handler(args); return redact(result);`. */
function isFiltered(run: TSESTree.CallExpression, { env }: CalledFunction): boolean {
  let value: Node = run;
  for (let up = parentOf(value); up; up = parentOf(up)) {
    if (isFunction(up)) return false;
    if (up.type === "CallExpression" && up.callee !== value) return filters(up);
    if (up.type === "VariableDeclarator" && up.id.type === "Identifier") return isOnlyFiltered(up.id, env);
    if (up.type !== "AwaitExpression" && unwrap(up) === up) return false;
    value = up;
  }
  return false;
}

function isOnlyFiltered(name: TSESTree.Identifier, { file }: Env): boolean {
  const uses = file.bindings.variable(name)?.references.filter((reference) => !reference.isWrite()) ?? [];
  const leaving = uses.map(({ identifier }) => parentOf(identifier as Node));
  return (
    leaving.some((up) => up?.type === "CallExpression" && filters(up)) &&
    leaving.every((up) => up?.type !== "ReturnStatement")
  );
}

function filters(call: TSESTree.CallExpression): boolean {
  return FILTERS.test(calleeName(call) ?? "");
}
