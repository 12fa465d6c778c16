import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, receiverName } from "../../syntax/names.js";
import { ancestors, contains, isFunction, statementsAfter, unwrap, type Node } from "../../syntax/tree.js";
import { sendsMutation } from "../../syntax/statements.js";
import { workCall } from "../../syntax/work.js";
import type { File } from "../file.js";
import { writes } from "./writing-work.js";

const MAKES = /^(?:create|insert|upload|start|begin|open|init|prepare|stage)/u;

/** An upload, a draft, the tree of a commit, the folder or the container of what goes in there. */
const PIECE =
  /upload|attachment|blob|tree(?:s?$|[A-Z])|draft|temp|tmp|staged?(?:$|[A-Z])|staging|session|folder|directory|container|chunk|multipart|placeholder|media/iu;

/** What makes the thing itself of its pieces. */
const FINISHES =
  /^(?:create|add|attach|post|publish|send|submit|complete|finish|finali[sz]e|commit|insert|upload|write|put|save|run|execute|import|process|convert|promote|confirm)/u;

/** What is said of a thing that is there: `files.createPermission({ fileId })`, `addLabels(id)`. */
const QUALIFIES = /permission|shar(?:e|ing)|label|tag|member|collaborator|comment|note/iu;

/** `uploadFile(…)`, `createDraft(…)`, `git.createTree(…)`, `drafts.create(…)`. */
export function makesPiece(work: Node): boolean {
  const call = workCall(work);
  const name = (call && calleeName(call)) ?? "";
  if (!call || !MAKES.test(name)) return false;
  return PIECE.test(name) || (/^(?:create|insert|init|start)$/u.test(name) && PIECE.test(receiverName(call)));
}

/**
 * The call makes the thing itself of what the variables hold, or of what is made of them: `const { id } = upload; await
 * addDocument(id)`. Without it, the piece is worth nothing, and a second call makes its own.
 */
export function finishes(call: TSESTree.CallExpression, variables: readonly Variable[], file: File): boolean {
  const name = calleeName(call) ?? "";
  if (!(FINISHES.test(name) || sendsMutation(call)) || QUALIFIES.test(`${receiverName(call)}.${name}`)) return false;
  return call.arguments.some((argument) => isMadeOf(argument, variables, file));
}

/** The value holds one of the variables, or something that was made of it. */
function isMadeOf(value: Node, variables: readonly Variable[], file: File, steps = 4): boolean {
  return contains(value, (node) => {
    const variable = node.type === "Identifier" ? file.bindings.variable(node) : undefined;
    if (!variable) return false;
    if (variables.includes(variable)) return true;
    return (
      steps > 0 &&
      variable.references.some(({ writeExpr }) => {
        const made: Node | null | undefined = writeExpr;
        return made != null && !changesSomething(made) && isMadeOf(made, variables, file, steps - 1);
      })
    );
  });
}

/** `await api.createPage(text)`: what comes of that is a thing of its own. */
function changesSomething(value: Node): boolean {
  return contains(value, (node) => node.type === "AwaitExpression" && writes(node.argument));
}

/** A later step of the same function makes the thing itself: `for (…) parts.push(await upload(…)); await publish(parts);`. */
export function areFinishedLater(from: Node, variables: readonly Variable[], file: File): boolean {
  const takes = (node: Node): boolean => {
    const work = node.type === "AwaitExpression" ? unwrap(node.argument) : undefined;
    return work?.type === "CallExpression" && finishes(work, variables, file);
  };
  for (const up of [from, ...ancestors(from)]) {
    if (isFunction(up)) return false;
    if (statementsAfter(up).some((later) => contains(later, takes))) return true;
  }
  return false;
}
