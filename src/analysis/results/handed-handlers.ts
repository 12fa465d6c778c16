import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, functionName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { isFunction, isInside, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { genericFramework, type FileContext } from "../tools/index.js";
import type { ReachedFunction } from "../tools/reach.js";
import { calledFunction } from "../values/calls.js";
import { resolve, rootEnv } from "../values/values.js";
import { FINDS_OUT } from "./answers.js";
import { failuresIn, type DroppedFlag } from "./dropped-flags.js";
import { sourcesIn } from "./passed-on.js";
import { outcomesOfFunction } from "./results.js";

/**
 * `addTool("close_order", schema, async (args) => …)`, where `addTool` makes an ordinary result of whatever the given
 * function brings: `{ content: [{ type: "text", text: JSON.stringify(await handler(args)) }] }`. A failure that such a
 * function tells as data is told nowhere else.
 */
export function handedFailures(
  { file, ...context }: FileContext,
  reached: ReadonlyMap<FunctionNode, ReachedFunction>,
): DroppedFlag[] {
  if (!context.isMcp) return [];
  const framework = genericFramework({ file, ...context });
  const found: DroppedFlag[] = [];
  for (const call of file.index.calls)
    for (const fn of handedIn(call, file)) {
      const callee = functionName(fn) ?? "handler";
      if (FINDS_OUT.test(callee)) continue;
      const judged = reached.get(fn) ?? { ...NOT_REACHED, fn, framework };
      for (const { node, env } of failuresIn(outcomesOfFunction(fn, rootEnv(file)), undefined))
        if (env.file === file) found.push({ how: "own-data", node, callee, reached: judged });
    }
  return found;
}

const NOT_REACHED = { role: "result", certain: false, tool: undefined, isHandler: false, isHandedOn: false } as const;

/** The functions of this file that a call hands to a function which makes results of what they bring. */
function handedIn(call: TSESTree.CallExpression, file: File): FunctionNode[] {
  // A call for each item of a list, or for each event, is no wrapper.
  if (/^(?:map|then|catch|on|forEach)$/u.test(calleeName(call) ?? "")) return [];
  const handed = call.arguments.map((argument) => functionOf(argument, file));
  if (handed.every((fn) => fn === undefined)) return [];
  const called = calledFunction(call, rootEnv(file));
  if (!called) return [];
  const home = called.env.file;
  return handed.flatMap((fn, at) => {
    const parameter = called.fn.params[at];
    const variable = fn && parameter?.type === "Identifier" ? home.bindings.variable(parameter) : undefined;
    return fn && variable && resultsOf(called.fn, home).includes(variable) ? [fn] : [];
  });
}

function functionOf(argument: Node, file: File): FunctionNode | undefined {
  const { type } = unwrap(argument);
  if (type !== "Identifier" && type !== "ArrowFunctionExpression" && type !== "FunctionExpression") return undefined;
  const { node, env } = resolve({ node: argument, env: rootEnv(file) });
  return isFunction(node) && env.file === file ? node : undefined;
}

const known = new WeakMap<FunctionNode, readonly Variable[]>();

/** The parameters of a wrapper that it calls, to make an ordinary result of their value whatever that is. */
function resultsOf(wrapper: FunctionNode, file: File): readonly Variable[] {
  let found = known.get(wrapper);
  if (!found) known.set(wrapper, (found = calledForResults(wrapper, file)));
  return found;
}

function calledForResults(wrapper: FunctionNode, file: File): Variable[] {
  const parameters = new Set(wrapper.params.flatMap((parameter) => file.bindings.variable(parameter) ?? []));
  return file.index.functions
    .filter((fn) => isInside(fn, wrapper))
    .flatMap((fn) => returnedExpressions(fn))
    .flatMap((expression) => sourcesIn(expression, file))
    .flatMap(({ call, property }) => {
      const variable = property === undefined ? file.bindings.variable(unwrap(call.node.callee)) : undefined;
      return variable && parameters.has(variable) ? [variable] : [];
    });
}
