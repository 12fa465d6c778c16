import type { Variable } from "@typescript-eslint/scope-manager";
import { dottedName } from "../../syntax/names.js";
import { unwrap, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { constantOf, rootEnv } from "../values/values.js";

/** The counter of a loop, and what it starts from. */
export interface Counter {
  readonly variable: Variable;
  readonly start: number;
}

/** How long a loop of so many attempts waits at the most, in milliseconds; undefined where that is not written here. */
export function longestWait(
  delays: readonly Node[],
  counter: Counter,
  attempts: number,
  file: File,
): number | undefined {
  let total = 0;
  for (let round = 0; round < attempts - 1; round++) {
    const waits = delays.flatMap((delay) => numberOf(delay, { ...counter, start: counter.start + round }, file) ?? []);
    if (waits.length === 0) return undefined;
    total += Math.max(...waits);
  }
  return total;
}

/** The value of a sum in one round of the loop, as large as it can be. */
function numberOf(place: Node, counter: Counter, file: File, steps = 8): number | undefined {
  const node = unwrap(place);
  if (steps <= 0) return undefined;
  const constant = constantOf({ node, env: rootEnv(file) });
  if (typeof constant === "number") return constant;
  const inner = (part: Node): number | undefined => numberOf(part, counter, file, steps - 1);
  if (node.type === "BinaryExpression" && node.left.type !== "PrivateIdentifier") {
    const left = inner(node.left);
    const right = inner(node.right);
    return left === undefined || right === undefined ? undefined : OPERATORS[node.operator]?.(left, right);
  }
  if (node.type === "CallExpression") {
    const given = node.arguments.map(inner);
    return given.every((value) => value !== undefined) ? MATH[dottedName(node.callee) ?? ""]?.(...given) : undefined;
  }
  const binding = file.bindings.resolve(node);
  if (binding.kind !== "variable" || binding.path.length > 0) return undefined;
  if (binding.variable === counter.variable) return counter.start;
  return binding.constant && binding.init ? inner(binding.init) : undefined;
}

const OPERATORS: Readonly<Partial<Record<string, (left: number, right: number) => number>>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "**": (left, right) => left ** right,
};

const MATH: Readonly<Partial<Record<string, (...given: number[]) => number>>> = {
  "Math.pow": (base = 0, power = 0) => base ** power,
  "Math.min": Math.min,
  "Math.max": Math.max,
  "Math.round": (value = 0) => value,
  "Math.floor": (value = 0) => value,
  "Math.ceil": (value = 0) => value,
  "Math.random": () => 1,
};
