import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, wordsOfName } from "../../syntax/names.js";
import { ownNodes } from "../../syntax/node-index.js";
import { enclosingStatement, isInside, unwrap, walk, walkSameFunction, type Node } from "../../syntax/tree.js";
import {
  attemptOf,
  isCleanupCall,
  isHarmlessCall,
  isLoggerOrServerCall,
  isTelemetryCall,
} from "../swallows/excuses.js";
import type { File } from "../file.js";
import type { ReachedFunction } from "../tools/reach.js";
import { textOf, wordsOf } from "../values/text.js";
import { toolNameAt } from "../tools/tool-effects.js";
import { rootEnv } from "../values/values.js";

/**
 * `orders.cancel(id)` in `cancel_order`, `fs.unlink(file)` in a tool that does nothing else: the verb of a clean-up or of
 * a notice, but what the tool is there for and what its answer claims.
 */
export function isOwnTask(attempt: Node, reached: ReachedFunction, file: File): boolean {
  const kind = attemptOf(attempt);
  if (reached.role !== "result" || (kind !== "cleanup" && kind !== "telemetry")) return false;
  const calls = taskCalls(attempt);
  if (calls.length === 0 || letsGo(attempt, reached)) return false;
  const claimed = claimedWords(attempt, reached, file);
  if (calls.some((call) => isClaimed(wordsOfName(calleeName(call) ?? "")[0] ?? "", claimed))) return true;
  return kind === "cleanup" && isOnlyWork(attempt, reached, file);
}

function taskCalls(attempt: Node): TSESTree.CallExpression[] {
  const calls: TSESTree.CallExpression[] = [];
  walk(attempt, (node) => {
    if (node.type !== "CallExpression" || isLoggerOrServerCall(node)) return;
    if (isCleanupCall(node) || isTelemetryCall(node)) calls.push(node);
  });
  return calls;
}

/** The words of the tool's name and of the answer that it gives all the same. */
function claimedWords(attempt: Node, reached: ReachedFunction, file: File): readonly string[] {
  const answers = ownNodes(reached.fn).returns.filter((node) => node.range[0] > attempt.range[1] && node.argument);
  const texts = answers.flatMap(({ argument }) => textsIn(argument, file));
  const name = toolNameAt(attempt, reached, file) ?? "";
  return [...wordsOfName(name), ...texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}]+/u))];
}

/** The texts that stand in an answer, but no keys and no types: `"Closed."` of `{ type: "text", text: "Closed." }`. */
function textsIn(answer: Node | null, file: File): string[] {
  const texts: string[] = [];
  if (answer)
    walkSameFunction(answer, (node) => {
      if (node.type !== "Literal" && node.type !== "TemplateLiteral") return undefined;
      texts.push(wordsOf(textOf({ node, env: rootEnv(file) })));
      return false;
    });
  return texts;
}

const ENDING = /^(?:e?[sd]?|ing)$/u;

/** `cancel` is claimed by "cancelled", `close` by "closes". */
function isClaimed(verb: string, claimed: readonly string[]): boolean {
  if (verb.length < 3) return false;
  const stem = verb.replace(/e$/u, "");
  return claimed.some((word) => {
    if (!word.startsWith(stem)) return false;
    const ending = word.slice(stem.length);
    // "stop", "stopped"
    return ENDING.test(ending.startsWith(stem.at(-1) ?? "") ? ending.slice(1) : ending) || ENDING.test(ending);
  });
}

/** Nothing else is done in the function, and its answer is put together from words and from what the model has sent. */
export function isOnlyWork(attempt: Node, { fn }: ReachedFunction, file: File): boolean {
  const statement = enclosingStatement(attempt);
  const { calls, awaits, returns } = ownNodes(fn);
  const isElsewhere = (node: Node): boolean => !isInside(node, statement);
  if (awaits.some(isElsewhere)) return false;
  const answers = returns.flatMap(({ argument }) => (argument ? [unwrap(argument)] : []));
  return calls.every(
    (call) =>
      !isElsewhere(call) ||
      isHarmlessCall(call) ||
      isTelemetryCall(call) ||
      (answers.includes(call) && call.arguments.some((given) => textsIn(given, file).length > 0)),
  );
}

/** At once: what is waited for is work at another place. */
const FORGETS = /^(?:delete|clear|splice|remove|reset\w*|forget\w*)$/u;

/** `page = null` or `sessions.delete(id)` beside it: the server lets go of what it held, and that is what the tool claims. */
function letsGo(attempt: Node, { fn }: ReachedFunction): boolean {
  let found = false;
  walkSameFunction(fn.body, (node) => {
    if (node.type === "AssignmentExpression") found ||= isNothing(unwrap(node.right));
    if (node.type === "CallExpression" && !isInside(node, attempt) && node.parent.type !== "AwaitExpression")
      found ||= FORGETS.test(calleeName(node) ?? "");
    return !found;
  });
  return found;
}

function isNothing(node: Node): boolean {
  return (node.type === "Literal" && node.value === null) || (node.type === "Identifier" && node.name === "undefined");
}
