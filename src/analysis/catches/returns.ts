import type { TSESTree } from "@typescript-eslint/types";
import type { Variable } from "@typescript-eslint/scope-manager";
import { isMcpErrorClass } from "../../contract/protocol.js";
import { calleeName } from "../../syntax/names.js";
import { ownNodes, returnedExpressions } from "../../syntax/node-index.js";
import { enclosingFunction, isInside, unwrap, walkSameFunction, type Node } from "../../syntax/tree.js";
import { hasContractFields, hasFailureFlag } from "../results/answers.js";
import type { CatchFact } from "./catches.js";
import { isOffPath } from "../swallows/excuses.js";
import type { File } from "../file.js";
import {
  comesFromWork,
  guardsOf,
  missingValueTested,
  provesSuccess,
  testsResponse,
  variablesIn,
  type Guard,
} from "../values/guards.js";
import { lastWrite } from "../values/last-write.js";
import { guardPassedBy, isOtherCase } from "../reachability/other-cases.js";
import { rejectedBy } from "../throws/leaving-throws.js";
import { messagesAppended, messagesOf, type Message } from "../messages/messages.js";
import type { ReachedFunction } from "../tools/reach.js";
import { outcomesOf, outcomesOfCall, type Outcome } from "../results/results.js";
import { Cause } from "../values/taint.js";
import { textOf, wordsOf, type Text } from "../values/text.js";
import { thrownJson, throwsJson } from "../throws/thrown-json.js";
import { becomesResult } from "../throws/thrown-results.js";
import type { ToolResult } from "../results/tool-results.js";
import { isBehindEveryCase } from "../reachability/unreachable.js";
import { objectShape, resolve, rootEnv, type Env } from "../values/values.js";

/** What makes a return one that follows a failure. */
export type FailureKind =
  /** It stands in a catch clause or rejection handler. */
  | "caught"
  /** Behind a test of an upstream answer: `!response.ok`. */
  | "response"
  /** Behind a test of a value that work was to bring: `!data`. */
  | "missing"
  /** Behind a test of an error value: `if (error)`, `if (!result.success)`. */
  | "error-value"
  /** Behind another test, such as that of an argument. */
  | "check"
  | "none";

/** One returned (or thrown) value of a function in reach, with the failure it follows. */
export interface Returned {
  readonly form: "return" | "throw";
  /** The returned expression, or the thrown one. */
  readonly node: Node;
  readonly reached: ReachedFunction;
  readonly outcome: Outcome;
  /** The value is made by a function: its literal is not at this place. */
  readonly byCall: boolean;
  readonly messages: readonly Message[];
  /** What is added to the text right before it is returned. */
  readonly appended: readonly Message[];
  readonly failure: FailureKind;
  readonly guard: Guard | undefined;
  /** The failure is used in the value. */
  readonly tellsCause: boolean;
  /** Some function that makes the value takes it on its failure path. */
  readonly afterFailure: boolean;
  readonly caught: CatchFact | undefined;
}

const ERROR_VALUE = /^(?:error|err|errors|failure|success|ok|isError|failed|valid|isValid)$/u;

/** What a test says of the failure behind it. */
export function failureKindOf(guard: Guard | undefined, file: File): FailureKind {
  if (!guard) return "none";
  if (testsResponse(guard.test)) return "response";
  let errorValue = false;
  walkSameFunction(guard.test, (node) => {
    if (node.type === "Identifier" && ERROR_VALUE.test(node.name)) errorValue = true;
  });
  if (errorValue) return "error-value";
  const missing = missingValueTested(guard.test, guard.negated);
  return missing && comesFromWork(missing, file) ? "missing" : "check";
}

function catchAround(node: Node, catches: readonly CatchFact[]): CatchFact | undefined {
  return catches
    .filter(({ node: place, form }) => {
      const inside = form === "catch" ? place : undefined;
      return inside !== undefined && node.range[0] >= inside.range[0] && node.range[1] <= inside.range[1];
    })
    .at(-1);
}

/** Every returned and thrown value of a function in reach. */
export function returnsOf(reached: ReachedFunction, catches: readonly CatchFact[], file: File): Returned[] {
  const found: Returned[] = [];
  const { fn } = reached;
  if (isOffPath(fn)) return found;
  if (reached.role === "result")
    for (const expression of returnedExpressions(fn)) {
      const rejected = rejectedBy(expression);
      found.push(...returnedAt(rejected ? "throw" : "return", rejected ?? expression, reached, catches, file));
    }
  const { throws, calls } = ownNodes(fn);
  for (const { argument } of throws) found.push(...returnedAt("throw", argument, reached, catches, file));
  for (const call of calls)
    if (
      leavesByCall(call) &&
      becomesResult({ form: "throw", node: call, reached }) &&
      throwsJson(call, rootEnv(file), reached.framework)
    )
      found.push(...returnedAt("throw", call, reached, catches, file));
  for (const fact of catches)
    if (fact.form === "promise-catch" && reached.role === "result")
      for (const answer of fact.answers) found.push(...returnedAt("return", answer.node, reached, catches, file, fact));
  return found;
}

/** One returned or thrown value, with the failure that it follows. */
export function returnedAt(
  form: Returned["form"],
  node: Node,
  reached: ReachedFunction,
  catches: readonly CatchFact[],
  file: File,
  fact = catchAround(node, catches),
): Returned[] {
  if (isBehindEveryCase(node)) return [];
  // `return sent.ok ? sent.id : failed(sent)`: its test is that of each of the two values.
  const choice = unwrap(node);
  if (form === "return" && choice.type === "ConditionalExpression")
    return [choice.consequent, choice.alternate].flatMap((one) => returnedAt(form, one, reached, catches, file, fact));
  const env = rootEnv(file);
  const guards = guardsOf(node).filter((guard) => !fact || guard.test.range[0] >= fact.node.range[0]);
  const guard = guards[0] ?? guardPassedBy(node) ?? choiceOf(reached);
  const isLast = !guard && isOtherCase(node);
  // `if (response.ok) return …`: what is behind it follows no failure.
  const asked = guard && provesSuccess(guard) ? undefined : guard;
  const failure: FailureKind = fact ? "caught" : isLast ? "check" : failureKindOf(asked, file);
  const cause = fact?.cause ?? (guard ? causeOfGuard(guard, failure, file) : undefined);
  const appended = failure === "none" ? [] : messagesAppended(node, env);
  const shared = {
    form,
    node,
    reached,
    failure,
    guard,
    appended,
    tellsCause: cause?.isIn(node) ?? false,
    caught: fact,
  };
  if (form === "throw") return [withMessages({ ...shared, ...thrownAt(shared, env), afterFailure: false })];
  const value = resolve({ node, env });
  // `result = failed(error); return result;`
  const last = value.node.type === "Identifier" ? lastWrite(value.node, value.env.file) : undefined;
  const target = last ? resolve({ node: last, env: value.env }) : value;
  if (target.node.type === "CallExpression")
    return outcomesOfCall(target.node, target.env).map(({ outcome, afterFailure }) =>
      withMessages({ ...shared, outcome, afterFailure, byCall: true }),
    );
  return conditionalBranches(target.node).flatMap((branch) =>
    outcomesOf({ node: branch, env }).map((outcome) =>
      withMessages({ ...shared, outcome, afterFailure: false, byCall: unwrap(branch).type === "CallExpression" }),
    ),
  );
}

/** `service ? makeHandler(service) : async () => "No service."`: the test stands around the handler itself. */
function choiceOf({ fn, isHandler }: ReachedFunction): Guard | undefined {
  return isHandler && fn.parent.type === "ConditionalExpression" ? guardsOf(fn)[0] : undefined;
}

/** Few of the sentences are ever asked for, and each costs a look at every part of the result. */
function withMessages(returned: Omit<Returned, "messages">): Returned {
  let messages: readonly Message[] | undefined;
  return {
    ...returned,
    get messages() {
      return (messages ??= messagesOf(returned.outcome));
    },
  };
}

/** The values that an expression chooses from: `a ? b : c`, `a ?? b`. */
export function conditionalBranches(node: Node): Node[] {
  if (node.type === "LogicalExpression" && node.operator !== "&&")
    return [node.left, node.right].flatMap((branch) => conditionalBranches(unwrap(branch)));
  return node.type === "ConditionalExpression"
    ? [node.consequent, node.alternate].flatMap((branch) => conditionalBranches(unwrap(branch)))
    : [node];
}

/** What tells of the cause behind a test: the upstream answer, the error value; a value that is missing tells nothing. */
function causeOfGuard(guard: Guard, failure: FailureKind, file: File): Cause | undefined {
  if (failure !== "response" && failure !== "error-value") return undefined;
  // What was derived from the answer before the test tells of it as well.
  const tested = variablesIn(guard.test, file);
  const told = [...tested, ...tested.flatMap((variable) => readFrom(variable, file))];
  return Cause.ofVariables(told, enclosingFunction(guard.test)?.body ?? guard.branch, file);
}

/** `const parsed = parse(answer)`: the answer itself tells what the parsed one was tested for. */
function readFrom(variable: Variable, file: File): Variable[] {
  const binding = file.bindings.ofVariable(variable);
  const init = binding.kind === "variable" && binding.init ? unwrap(binding.init) : undefined;
  if (init?.type !== "CallExpression") return [];
  return init.arguments.flatMap((argument) =>
    argument.type === "Identifier" && comesFromWork(argument, file) ? (file.bindings.variable(argument) ?? []) : [],
  );
}

/** How functions are called that do nothing but throw; asked before it is looked up what a call stands for. */
const NAMES_THROW = /^(?:throw|fail|raise|reject|refuse|deny|abort|bail|panic)|Error$|Failure$/iu;

/** `fail({ … });`, `return await fail({ … });`: nothing but the call stands there. */
function leavesByCall(call: TSESTree.CallExpression): boolean {
  if (!NAMES_THROW.test(calleeName(call) ?? "")) return false;
  const around = call.parent?.type === "AwaitExpression" ? call.parent.parent : call.parent;
  return around?.type === "ExpressionStatement" || around?.type === "ReturnStatement";
}

/** JSON that the framework shows to the model is an error result, as if it were returned; any other throw is a text. */
function thrownAt(thrown: Pick<Returned, "form" | "node" | "reached">, env: Env): Pick<Returned, "outcome" | "byCall"> {
  const { node, reached } = thrown;
  const ref = { node, env };
  const json = !isPlainError(node) && becomesResult(thrown) ? thrownJson(ref, reached.framework) : undefined;
  if (!json) return { outcome: thrownOutcome(node, env), byCall: false };
  const { text, result } = json;
  if (!result) return { outcome: { kind: "text", text, ref }, byCall: false };
  return { outcome: { kind: "tool-result", result, ref }, byCall: isMadeElsewhere(result, node, env.file) };
}

/** `new Error("No such order.")`, `new Error(`No order: ${error.message}`)`: words, as most throws are. */
function isPlainError(thrown: Node): boolean {
  const [text] = thrown.type === "NewExpression" && calleeName(thrown) === "Error" ? thrown.arguments : [];
  if (text?.type === "TemplateLiteral") return text.expressions.every(({ type }) => type === "MemberExpression");
  return text?.type === "Literal";
}

/** The object is written in another function: one that makes the error, or the constructor of its class. */
function isMadeElsewhere({ literal, env }: ToolResult, thrown: Node, file: File): boolean {
  if (env.file !== file) return true;
  const home = enclosingFunction(literal);
  return home !== undefined && !isInside(thrown, home);
}

/** `new SomeError(message, …)`: the message is what the model gets to read. */
export function thrownOutcome(node: Node, env: Env): Outcome {
  const ref = resolve({ node, env });
  if (ref.node.type === "NewExpression" || ref.node.type === "CallExpression") {
    const name = calleeName(ref.node) ?? "";
    // The sentence is the first argument with words in it: codes and reasons may stand before it.
    const texts = ref.node.arguments.slice(isMcpErrorClass(name) ? 1 : 0, 3).flatMap((argument): Text[] => {
      if (argument.type === "SpreadElement") return [];
      const text = textOf({ node: argument, env: ref.env });
      return text.some((part) => part.kind !== "dynamic" && part.kind !== "json") ? [text] : [];
    });
    const text = texts.find((candidate) => /\s/u.test(wordsOf(candidate))) ?? texts[0];
    if (text) return { kind: "text", text, ref };
    return { kind: "unknown", ref };
  }
  if (ref.node.type === "Literal" || ref.node.type === "TemplateLiteral")
    return { kind: "text", text: textOf(ref), ref };
  return { kind: "unknown", ref };
}

/** `{ success: false }` and the like in the data or the JSON of the text. */
export function flagsFailure(outcome: Outcome): boolean {
  if (outcome.kind === "tool-result" && (outcome.result.flagInBlock !== undefined || hasContractFields(outcome.result)))
    return true;
  if (outcome.kind === "data") return hasFailureFlag(outcome.shape);
  const texts = outcome.kind === "tool-result" ? outcome.result.texts : outcome.kind === "text" ? [outcome.text] : [];
  const inText = texts.some((text) =>
    text.some((part) => {
      const shape = part.kind === "json" ? objectShape(part.ref) : undefined;
      return shape !== undefined && hasFailureFlag(shape);
    }),
  );
  return (
    inText ||
    (outcome.kind === "tool-result" &&
      outcome.result.structured !== undefined &&
      hasFailureFlag(outcome.result.structured))
  );
}

export function isErrorOutcome(outcome: Outcome): outcome is Extract<Outcome, { kind: "tool-result" }> {
  return outcome.kind === "tool-result" && (outcome.result.isError === "true" || outcome.result.isError === "maybe");
}
