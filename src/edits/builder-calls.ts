import type { Exit } from "../analysis/exits/exits.js";
import { isOneResult, leavingsAt, leavingsOf } from "../analysis/exits/leavings.js";
import { fieldOf } from "../analysis/exits/payload.js";
import { flagOf } from "../analysis/exits/wire.js";
import type { Model } from "../analysis/model.js";
import { calledFunction } from "../analysis/values/calls.js";
import { rootEnv, type Env } from "../analysis/values/values.js";
import { calleeName } from "../syntax/names.js";
import { returnedExpressions } from "../syntax/node-index.js";
import { contains, isInside, unwrap, type FunctionNode, type Node } from "../syntax/tree.js";
import { carriedFromCall, type NotCarried } from "./carried.js";
import { errorAtHand } from "./error-at-hand.js";
import { writeFailure, type WrittenFailure } from "./failure.js";
import { isReturned, reachedAt, wayOut } from "./leave.js";
import { resultAt, type Made } from "./made-by.js";
import type { Writer } from "./writer.js";

/** A returned call of a function of the project that makes an error result of words alone. */
export interface BuilderCall {
  readonly node: Node;
  readonly made: Made;
}

/** The calls in this file of builders that cannot know what they report. */
export function builderCalls(model: Model): BuilderCall[] {
  const told = new Map(model.told.errors.map((error) => [error.exit, error]));
  const calls = new Map<Node, Made>();
  for (const { exit, node } of leavingsOf(model)) {
    const error = told.get(exit);
    const reached = reachedAt(node, model);
    if (!error || !reached || calls.has(node) || node.type !== "CallExpression" || !isReturned(node)) continue;
    if (exit.how === "throw" || fieldOf(error, "category") || fieldOf(error, "retryable")) continue;
    const made = isFlagged(exit) && isOneResult(leavingsAt(node, model)) ? resultAt(node, exit, model) : undefined;
    const way = made && wayOut(reached, node);
    if (!way || !("form" in way) || way.form !== "return") continue;
    if (!onlyMakes(node, made.literal, rootEnv(model.file))) continue;
    // A builder that is given the error is mended in its own body.
    if (!errorAtHand(made.literal, made.env.file)) calls.set(node, made);
  }
  return [...calls].map(([node, made]) => ({ node, made }));
}

/** The flag is there, whatever becomes of it. */
function isFlagged({ visible: { result }, state }: Exit): boolean {
  return result !== undefined && flagOf(result, state) === true;
}

/** The call only puts the literal together, itself or by one more such call: nothing is logged, counted or chosen on the way. */
function onlyMakes(call: Node, literal: Node, env: Env, fuel = 3): boolean {
  const called = call.type === "CallExpression" && fuel > 0 ? calledFunction(call, env) : undefined;
  const [only, ...others] = called ? returnedExpressions(called.fn) : [];
  if (!called || !only || others.length > 0 || !hasNoEffect(called.fn)) return false;
  return isInside(literal, called.fn) || onlyMakes(unwrap(only), literal, called.env, fuel - 1);
}

/** Statements that only name values. */
function hasNoEffect({ body }: FunctionNode): boolean {
  if (body.type !== "BlockStatement") return true;
  return body.body.every(
    (statement) =>
      statement.type === "ReturnStatement" ||
      (statement.type === "VariableDeclaration" &&
        !contains(statement, (node) => node.type === "CallExpression" && !PURE.test(calleeName(node) ?? ""))),
  );
}

const PURE = /^(?:String|stringify|join|map|trim|filter|toString)$/u;

export function rewriteCall({ node, made }: BuilderCall, model: Model, writer: Writer): WrittenFailure | NotCarried {
  return writeFailure({ node, form: "return" }, carriedFromCall(node, made, model.file), model, writer);
}
