import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, keyName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { ancestors, isFunction, parentOf, unwrap, walk, type Node } from "../../syntax/tree.js";
import { hasFailureFlag } from "../results/answers.js";
import { calledFunction } from "../values/calls.js";
import type { File } from "../file.js";
import { guardStatuses, variablesIn } from "../values/guards.js";
import type { Returned } from "../catches/returns.js";
import { objectShape, rootEnv } from "../values/values.js";

/** Statuses by which an upstream refuses the input: its body says what is wrong with it. */
const REFUSED_INPUT: ReadonlySet<number> = new Set([400, 422]);

/**
 * `if (response.status === 400) throw new ApiError("Invalid order", new Error(body))`: why the input was refused has been
 * read, and does not get into the one fixed sentence that the model reads.
 */
export function dropsRefusal({ form, node, outcome }: Returned, file: File): boolean {
  if (form !== "throw" || outcome.kind !== "text" || outcome.text.some(({ kind }) => kind !== "static")) return false;
  if (!guardStatuses(node, file).some((status) => REFUSED_INPUT.has(status))) return false;
  const bodies = bodiesReadBefore(node, file);
  return bodies.length > 0 && !tells(node, bodies, file);
}

/** `const body = await response.text()`, in a block around the place. */
function bodiesReadBefore(place: Node, file: File): Variable[] {
  const found: Variable[] = [];
  for (const up of ancestors(place)) {
    if (isFunction(up)) break;
    for (const statement of up.type === "BlockStatement" ? up.body : [])
      if (statement.type === "VariableDeclaration" && statement.range[1] <= place.range[0])
        for (const { id, init } of statement.declarations) {
          const variable = init && readsBody(init) ? file.bindings.variable(id) : undefined;
          if (variable) found.push(variable);
        }
  }
  return found;
}

function readsBody(init: Node): boolean {
  const work = init.type === "AwaitExpression" ? unwrap(init.argument) : undefined;
  return (
    work?.type === "CallExpression" && work.arguments.length === 0 && /^(?:text|json)$/u.test(calleeName(work) ?? "")
  );
}

/** What was read gets into the failure otherwise than as its cause: `new Error(body)`, `{ cause: body }`. */
function tells(thrown: Node, bodies: readonly Variable[], file: File): boolean {
  let found = false;
  walk(thrown, (node) => {
    if (node.type === "NewExpression" && node !== thrown && parentOf(node) === thrown) return false;
    if (node.type === "Property" && keyName(node.key, node.computed) === "cause") return false;
    const variable = node.type === "Identifier" ? file.bindings.variable(node) : undefined;
    if (variable && bodies.includes(variable)) found = true;
    return undefined;
  });
  return found;
}

/** `if (!place.success) throw …`, where the function that `place` comes from gives `{ success: false, error }`. */
export function hasReasonAtHand({ guard, failure }: Returned, file: File): boolean {
  if (!guard || failure !== "error-value") return false;
  return variablesIn(guard.test, file).some((variable) => {
    const binding = file.bindings.ofVariable(variable);
    const work =
      binding.kind === "variable" && binding.path.length === 0 && binding.init ? awaited(binding.init) : undefined;
    const called = work && calledFunction(work, rootEnv(file));
    return (
      called !== undefined &&
      returnedExpressions(called.fn).some((node) => {
        const shape = objectShape({ node, env: called.env });
        return (
          shape !== undefined && hasFailureFlag(shape) && [...shape.fields.keys()].some((name) => REASON.test(name))
        );
      })
    );
  });
}

const REASON = /^(?:error|errorMessage|message|reason|details?)$/u;

function awaited(init: Node): TSESTree.CallExpression | undefined {
  const work = init.type === "AwaitExpression" ? unwrap(init.argument) : unwrap(init);
  return work.type === "CallExpression" ? work : undefined;
}
