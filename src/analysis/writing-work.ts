import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, lastName, literalProperty } from "../syntax/names.js";
import { ancestors, contains, isFunction, unwrap, walkSameFunction, type Node } from "../syntax/tree.js";

/** Work that changes something: how often it was done counts as a result. */
const WRITES =
  /^(?:create|add|insert|post|put|patch|update|set|delete|remove|send|upload|import|assign|move|copy|rename|publish|write|save|apply|cancel|close|archive|merge|tag|label|invite|grant|revoke|fill|click|run|execute|deploy|install|sync|trigger|enable|disable|approve|register)/iu;

/** What a model is asked for by `create`: `openai.chat.completions.create(…)` adds nothing anywhere. */
const GENERATES =
  /^(?:completions|embeddings|responses|moderations|images|speech|transcriptions|translations|generations)$/u;

/** The last name of what a method is called on: `threads` of `client().beta.threads.create()`. */
export function receiverName(call: TSESTree.CallExpression): string {
  const callee = unwrap(call.callee);
  return callee.type === "MemberExpression" ? (lastName(callee.object) ?? "") : "";
}

/** A text, an image or a vector is generated: `anthropic.messages.create({ model, … })`. */
export function generates(call: TSESTree.CallExpression): boolean {
  if (calleeName(call) !== "create") return false;
  const receiver = receiverName(call);
  const [first] = call.arguments;
  const isAsked = first?.type === "ObjectExpression" && literalProperty(first, "model") !== undefined;
  return GENERATES.test(receiver) || (receiver === "messages" && isAsked);
}

/** The call changes something elsewhere, by its name. */
export function writes(work: Node): boolean {
  const call = unwrap(work);
  return call.type === "CallExpression" && WRITES.test(calleeName(call) ?? "") && !generates(call);
}

/** `post(url, { method: "POST" })`: a request that may add something, or ask with a body. */
function sends(work: Node): boolean {
  const call = unwrap(work);
  if (call.type !== "CallExpression") return false;
  return call.arguments.some((argument) => {
    const method = argument.type === "ObjectExpression" ? literalProperty(argument, "method")?.value : undefined;
    return method?.type === "Literal" && /^(?:POST|PUT|PATCH|DELETE)$/u.test(String(method.value));
  });
}

/** `existing`, `alreadyOpen`: what was looked up, so that nothing is done twice. */
function asksForExisting(test: Node): boolean {
  return contains(test, (node) => node.type === "Identifier" && /exist|already/iu.test(node.name));
}

/** `if (!existing) await create()`, `if (existing.has(id)) continue;`: a second call finds what the first one did. */
export function isConvergent(work: Node): boolean {
  if (!writes(work) && !sends(work)) return false;
  for (const up of ancestors(work)) {
    if (isFunction(up)) return false;
    if (up.type === "IfStatement" && asksForExisting(up.test)) return true;
    if (up.type === "BlockStatement" && up.body.some((sibling) => sibling.range[1] < work.range[0] && skips(sibling)))
      return true;
  }
  return false;
}

function skips(statement: Node): boolean {
  if (statement.type !== "IfStatement" || !asksForExisting(statement.test)) return false;
  let leaves = false;
  walkSameFunction(statement.consequent, (node) => {
    if (node.type === "ContinueStatement") leaves = true;
  });
  return leaves;
}
