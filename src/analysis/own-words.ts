import type { TSESTree } from "@typescript-eslint/types";
import { dottedName, keyName, lastName, memberName } from "../syntax/names.js";
import { contains, isInside, parentOf, unwrap, walkSameFunction, type Node } from "../syntax/tree.js";
import { calledFunction } from "./calls.js";
import type { File } from "./file.js";
import { guardsOf } from "./guards.js";
import { throwsIn } from "./throwers.js";
import type { Env } from "./values.js";

/** Where the throws of a clause are looked at, and how many calls deep. */
interface Look {
  readonly env: Env;
  readonly hops: number;
}

/** What a clause asks for first (`error instanceof OrdersError`): errors of these do not come to the rest of it. */
export interface Sorted {
  readonly classes: ReadonlySet<string>;
  /** The packages that these classes come from: what their functions throw is of these classes. */
  readonly packages: ReadonlySet<string>;
}

export function sortedBy(clause: TSESTree.CatchClause | null, file: File): Sorted {
  const asked = clause ? classesIn(clause.body) : [];
  return {
    classes: new Set(asked.flatMap((one) => lastName(one) ?? [])),
    packages: new Set(asked.flatMap((one) => packageOf(one, file) ?? [])),
  };
}

/** The call is one of a package whose errors are asked for. */
export function isOfSorted(call: TSESTree.CallExpression, { packages }: Sorted, file: File): boolean {
  if (packages.size === 0) return false;
  const source = packageOf(call.callee, file);
  return source !== undefined && packages.has(source);
}

/** Whatever the clause throws is the project's own: no word of what it caught is in it, or its class is asked for. */
export function throwsOwnWords(clause: TSESTree.CatchClause, look: Look & { readonly sorted: Sorted }): boolean {
  const isSorted = (one: Node): boolean => look.sorted.classes.has(lastName(one) ?? "");
  return throwsIn(clause.body, look.env).every((node) => {
    if (node.type !== "ThrowStatement") return false;
    const thrown = unwrap(node.argument);
    if (thrown.type === "NewExpression" && isSorted(thrown.callee)) return true;
    return guardsOf(node).some(({ test }) => classesIn(test).some(isSorted)) || !tellsCaught(thrown, clause, look);
  });
}

/** `OrdersError` of `error instanceof OrdersError`. */
function classesIn(place: Node): Node[] {
  const found: Node[] = [];
  walkSameFunction(place, (node) => {
    if (node.type === "BinaryExpression" && node.operator === "instanceof" && dottedName(node.right) !== "Error")
      found.push(node.right);
  });
  return found;
}

/** `stripe` for `Stripe.errors.StripeError`, and for `client.charges.create` with `client = new Stripe(key)`. */
function packageOf(node: Node, file: File): string | undefined {
  let root = unwrap(node);
  while (root.type === "MemberExpression") root = unwrap(root.object);
  if (root.type !== "Identifier") return undefined;
  const binding = file.bindings.resolve(root);
  if (binding.kind === "import") return binding.source.startsWith(".") ? undefined : binding.source;
  const made = binding.kind === "variable" && binding.constant && binding.init ? unwrap(binding.init) : undefined;
  return made?.type === "NewExpression" ? packageOf(made.callee, file) : undefined;
}

/** `new Error(`Not read: ${error.message}`)` hands on the text; `new Error("Not read", { cause: error })` does not. */
function tellsCaught(thrown: Node, clause: TSESTree.CatchClause, look: Look): boolean {
  const { file } = look.env;
  return contains(thrown, (node) => {
    if (node.type !== "Identifier" || staysBehind(node, look)) return false;
    const binding = file.bindings.resolve(node);
    if (binding.kind === "catch") return binding.clause === clause;
    const init = binding.kind === "variable" && binding.constant && binding.init;
    return init ? isInside(init, clause) && tellsCaught(init, clause, look) : false;
  });
}

/** `{ cause: error }`, `error.status`, `new NotRead(id, error)`, `explain(error)` of a function that leaves its text out. */
function staysBehind(node: TSESTree.Identifier, look: Look): boolean {
  const up = parentOf(node);
  switch (up?.type) {
    case "Property":
      return up.value === node && keyName(up.key, up.computed) === "cause";
    case "MemberExpression":
      return up.object === node && /^(?:code|status|statusCode|name)$/u.test(memberName(up) ?? "");
    case "NewExpression":
      return up.arguments.indexOf(node) > 0;
    case "CallExpression":
      return up.callee !== node && leavesOut(up, up.arguments.indexOf(node), look);
    default:
      return false;
  }
}

/** The called function of the project does not read the text of the error that it is given. */
function leavesOut(call: TSESTree.CallExpression, at: number, { env, hops }: Look): boolean {
  const called = hops > 0 ? calledFunction(call, env) : undefined;
  const parameter = called?.fn.params[at];
  if (!called || parameter?.type !== "Identifier") return false;
  return !contains(called.fn.body, (node) => {
    if (node.type !== "Identifier" || node.name !== parameter.name) return false;
    const up = parentOf(node);
    if (up?.type === "MemberExpression") return up.object === node && memberName(up) !== "code";
    return up?.type === "TemplateLiteral" || (up?.type === "CallExpression" && up.callee !== node);
  });
}
