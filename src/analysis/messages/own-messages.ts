import { saysWhatToDo } from "../../contract/lexicon.js";
import { calleeName, memberName } from "../../syntax/names.js";
import { contains, isClass, unwrap, type Node } from "../../syntax/tree.js";
import { messageOfClass } from "./class-messages.js";
import { comesFromWork, guardsOf } from "../values/guards.js";
import { textOf, wordsOf } from "../values/text.js";
import { resolve, type Env, type Ref } from "../values/values.js";

/**
 * A run-time part of a message is that of a class of the project's own, and may say what to do: its constructor does, or
 * leaves the words to those who throw it. `if (error instanceof PathError) throw new Error(`Denied: ${error.message}`)`
 */
export function mayBringStep(part: Ref, place: Node): boolean {
  const { node, env } = resolve(part);
  if (node.type !== "MemberExpression" || memberName(node) !== "message") return false;
  const cls = classTested(unwrap(node.object), place, env);
  const message = cls && messageOfClass(cls);
  if (message === undefined) return cls !== undefined;
  const words = wordsOf(textOf(message));
  return saysWhatToDo(words) || !/\p{L}{2}/u.test(words);
}

/**
 * A run-time part is what a validator has found wrong with the input: `parsed.error.message`, and
 * `parsed.error.issues.map((issue) => issue.message).join("; ")`, of `const parsed = OrderSchema.safeParse(args)`.
 */
export function tellsWrongForm(part: Ref): boolean {
  const { node, env } = resolve(part);
  return contains(node, (inner) => {
    if (inner.type !== "MemberExpression" || memberName(inner) !== "error") return false;
    const { node: work, env: home } = resolve({ node: inner.object, env });
    const call = work.type === "AwaitExpression" ? unwrap(work.argument) : work;
    if (call.type !== "CallExpression" || !/^safeParse(?:Async)?$/u.test(calleeName(call) ?? "")) return false;
    const [input] = call.arguments;
    return input !== undefined && !comesFromWork(input, home.file);
  });
}

/** `PathError` of the `error instanceof PathError` that holds at a place, if the project declares it. */
function classTested(error: Node, place: Node, env: Env): Ref | undefined {
  for (const { test, negated } of guardsOf(place)) {
    const node = unwrap(test);
    if (negated || node.type !== "BinaryExpression" || node.operator !== "instanceof") continue;
    if (env.file.bindings.variable(node.left) !== env.file.bindings.variable(error)) continue;
    const cls = resolve({ node: node.right, env });
    if (isClass(cls.node)) return cls;
  }
  return undefined;
}
