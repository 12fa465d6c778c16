import type { Variable } from "@typescript-eslint/scope-manager";
import {
  opensAsError,
  opensWithFailure,
  tellsFailure,
  tellsNotFoundById,
  tellsNothingFound,
} from "../../contract/lexicon.js";
import { calleeName, memberName } from "../../syntax/names.js";
import { ownNodes, returnedExpressions } from "../../syntax/node-index.js";
import { contains, isInLoop, isInside, parentOf, unwrap, walkSameFunction, type Node } from "../../syntax/tree.js";
import type { CatchFact } from "../catches/catches.js";
import type { File } from "../file.js";
import { enclosingCatch } from "../values/flow.js";
import { comesFromWork, guardsOf, variablesIn } from "../values/guards.js";
import { takenBy } from "../swallows/value-uses.js";
import { messagesOf } from "../messages/messages.js";
import type { ReachedFunction } from "../tools/reach.js";
import { FINDS_OUT, hasFailureFlag, holdsVerdict, SAYS_WHY } from "./answers.js";
import { outcomesOf, type Outcome } from "./results.js";
import { asksForState } from "./status-answers.js";
import { failureKindOf, flagsFailure } from "../catches/returns.js";
import { textOf, wordsOf, type Text } from "../values/text.js";
import { objectShape, resolve, rootEnv } from "../values/values.js";

/** A failure that an ordinary result tells of, away from a `return` that is there for the failure alone. */
export interface ToldLater {
  /** The value that speaks of the failure, or the result in which it is one of two texts. */
  readonly node: Node;
  /** What that value amounts to; undefined for such a result. */
  readonly outcome: Outcome | undefined;
  /** For such a result: the test that chooses, if it can be repeated there, and whether the failure is told where it holds. */
  readonly choice?: { readonly test: Node; readonly ifTrue: boolean } | undefined;
  readonly reached: ReachedFunction;
}

/** `text = "Error: …"` in a clause, and `return { content: [{ type: "text", text }] }` behind it. */
export function toldLater(reached: ReachedFunction, catches: readonly CatchFact[], file: File): ToldLater[] {
  if (reached.role !== "result") return [];
  const returned = returnedExpressions(reached.fn);
  return [
    ...catches.flatMap((fact) => [...toldByVariable(fact, returned, file), ...toldByPromise(fact, returned, file)]),
    ...toldByBranch(reached, returned, file),
    ...toldByChoice(reached, returned, file),
  ];
}

/** `const text = await load(id).catch((error) => error.message);`, and a result with that text. */
function toldByPromise(fact: CatchFact, returned: readonly Node[], file: File): ToldLater[] {
  const { form, node, reached } = fact;
  const taken = form === "promise-catch" ? takenBy(node, file) : undefined;
  const answer = taken && fact.answers.find(({ node: given, tellsCause }) => tellsCause && isText(given, file));
  if (!answer || isAskedAbout(taken.variable, fact, file)) return [];
  const behind = returned.filter((expression) => expression.range[0] > taken.end);
  return behind.some((expression) => givesWhole(expression, taken.variable, file, node))
    ? [{ node: answer.node, outcome: answer.outcome, reached }]
    : [];
}

/** `error.message`, `String(error)`, "Error: …": what the model reads is the failure, and nothing but its words says so. */
function isText(value: Node, file: File): boolean {
  const node = unwrap(value);
  if (node.type === "MemberExpression") return memberName(node) === "message";
  if (node.type === "ConditionalExpression") return isText(node.consequent, file) || isText(node.alternate, file);
  return outcomesOf({ node, env: rootEnv(file) }).some(({ kind }) => kind === "text");
}

/** A test behind the clause asks for more than the type of the value: it may tell the two apart. */
function isAskedAbout(variable: Variable, { node, reached }: CatchFact, file: File): boolean {
  return contains(reached.fn.body, (child) => {
    if (child.type !== "IfStatement" && child.type !== "ConditionalExpression" && child.type !== "SwitchStatement")
      return false;
    const test = child.type === "SwitchStatement" ? child.discriminant : child.test;
    const isOfType = contains(test, (part) => part.type === "UnaryExpression" && part.operator === "typeof");
    return test.range[0] > node.range[1] && !isOfType && variablesIn(test, file).includes(variable);
  });
}

function toldByVariable(fact: CatchFact, returned: readonly Node[], file: File): ToldLater[] {
  if (fact.form !== "catch" || !fact.goesOn || isInLoop(fact.node)) return [];
  const found: ToldLater[] = [];
  walkSameFunction(fact.node, (node) => {
    if (node.type !== "AssignmentExpression" || node.operator !== "=" || node.left.type !== "Identifier") return;
    const variable = file.bindings.variable(node.left);
    const declared = variable?.defs[0]?.name as Node | undefined;
    if (!variable || !declared || isInside(declared, fact.node)) return;
    const tellsCause = fact.cause.isIn(node.right);
    const outcome = outcomesOf({ node: node.right, env: rootEnv(file) }).find(
      (each) => speaks(each, tellsCause) || (tellsCause && isText(node.right, file)),
    );
    const behind = returned.filter((expression) => expression.range[0] > fact.node.range[1]);
    if (!outcome || isAskedAbout(variable, fact, file)) return;
    if (behind.some((expression) => givesWhole(expression, variable, file)))
      found.push({ node: node.right, outcome, reached: fact.reached });
  });
  return found;
}

function speaks(outcome: Outcome, tellsCause: boolean): boolean {
  if (outcome.kind === "tool-result") {
    if (outcome.result.isError !== "absent" && outcome.result.isError !== "false") return false;
  } else if (outcome.kind !== "text" && outcome.kind !== "data") return false;
  const sentences = messagesOf(outcome).map(({ words }) => words);
  return (
    flagsFailure(outcome) || sentences.some((words) => opensWithFailure(words) || (tellsCause && tellsFailure(words)))
  );
}

/**
 * The returned value is the variable, or an ordinary result with nothing in it but the variable. `value` is what the
 * variable holds: of a constant the text shows that.
 */
function givesWhole(expression: Node, variable: Variable, file: File, value?: Node): boolean {
  const isVariable = (node: Node): boolean =>
    (node.type === "AwaitExpression" ? node.argument : node) === value ||
    (node.type === "Identifier" && file.bindings.variable(node) === variable);
  const node = unwrap(expression);
  if (isVariable(node)) return true;
  if (node.type !== "ObjectExpression") return false;
  return outcomesOf({ node, env: rootEnv(file) }).some(
    (outcome) =>
      outcome.kind === "tool-result" &&
      outcome.result.isError === "absent" &&
      outcome.result.texts.some((text) => isOnly(text, isVariable)),
  );
}

/** The text is the value, or its JSON: `typeof value === "string" ? value : JSON.stringify(value)`. */
function isOnly([first, ...others]: Text, isValue: (node: Node) => boolean): boolean {
  if (!first || others.length > 0) return false;
  if (first.kind === "choice") return first.options.every((option) => isOnly(option, isValue));
  return (first.kind === "dynamic" || first.kind === "json") && isValue(unwrap(first.ref.node));
}

/** `if (built.success) text = "Built."; else text = "❌ The build failed.";`, and one result for both. */
function toldByBranch(reached: ReachedFunction, returned: readonly Node[], file: File): ToldLater[] {
  const found: ToldLater[] = [];
  for (const node of ownNodes(reached.fn).assignments) {
    if (node.operator !== "=" || enclosingCatch(node)) continue;
    const [guard] = guardsOf(node);
    const variable = file.bindings.variable(node.left);
    const declared = variable?.defs[0]?.name as Node | undefined;
    if (!guard || !variable || !declared || isInLoop(node) || isInside(declared, guard.branch)) continue;
    if (!isFailureBehind(guard.test, node.right, file)) continue;
    const result = returned.find(
      (expression) => expression.range[0] > guard.branch.range[1] && givesWhole(expression, variable, file),
    );
    if (!result || unwrap(result).type !== "ObjectExpression") continue;
    const around = guard.branch.parent && parentOf(guard.branch.parent);
    // Further out, the names of the test may be unknown; behind an `else if`, the test alone does not tell.
    const isTestable = around !== undefined && isInside(result, around);
    const choice = isTestable ? { test: guard.test, ifTrue: !guard.negated } : undefined;
    found.push({ node: unwrap(result), outcome: undefined, choice, reached });
  }
  return found;
}

/** What is assigned calls itself a failure, as `{ success: false, error }` does, or its words say so behind such a test. */
function isFailureBehind(test: Node, value: Node, file: File): boolean {
  const ref = { node: value, env: rootEnv(file) };
  const shape = objectShape(ref);
  if (!shape) return failureWordsBehind(test, file)?.(wordsOf(textOf(ref))) === true;
  const hasReason = [...shape.fields.keys()].some((name) => SAYS_WHY.test(name));
  return hasFailureFlag(shape) && hasReason && !holdsVerdict(shape) && !asksForFindings(test, file);
}

/** `text: response.ok ? body : "Error: HTTP 500"`: one of the two texts is a failure, and the result is the same. */
function toldByChoice(reached: ReachedFunction, returned: readonly Node[], file: File): ToldLater[] {
  return returned.flatMap((expression) => {
    const node = unwrap(expression);
    if ((node.type !== "ObjectExpression" && node.type !== "CallExpression") || asksForState(node, reached, file))
      return [];
    const texts = ordinaryTexts(node, file);
    const text = [...texts, ...texts.flatMap(sentencesIn)].find((each) => choosesFailure(each, file));
    const choice = text && choiceIn(text);
    // What a called function chooses is told there, and what is chosen in a clause is one failure or another.
    if (!text || (node.type === "CallExpression" && !isChosenIn(node, choice))) return [];
    return [{ node, outcome: undefined, reached, choice }];
  });
}

function isChosenIn(call: Node, choice: ToldLater["choice"]): boolean {
  return choice !== undefined && isInside(choice.test, call) && !enclosingCatch(call);
}

/** The texts of a result that is none of a failure: written here, or built by a call that gives no other. */
function ordinaryTexts(node: Node, file: File): Text[] {
  const outcomes = outcomesOf({ node, env: rootEnv(file) });
  const ordinary = outcomes.flatMap((each) =>
    each.kind === "tool-result" && (each.result.isError === "absent" || each.result.isError === "false")
      ? [each.result]
      : [],
  );
  if (node.type === "CallExpression" && ordinary.length < outcomes.length) return [];
  return ordinary.flatMap(({ texts }) => texts);
}

/** The sentences in what is written as JSON: `{ success: sent.ok, message: sent.ok ? "Sent." : "Sending failed." }`. */
function sentencesIn(text: Text): Text[] {
  return text.flatMap((part) => {
    const shape = part.kind === "json" ? objectShape(part.ref) : undefined;
    if (!shape || holdsVerdict(shape)) return [];
    return [...shape.fields].flatMap(([name, value]) => {
      const sentence = SAYS_WHY.test(name) ? textOf(value) : [];
      return sentence[0]?.kind === "choice" && sentence[0].test ? [sentence] : [];
    });
  });
}

function choiceIn([first]: Text): ToldLater["choice"] {
  if (first?.kind !== "choice" || !first.test) return undefined;
  const [ifTrue] = first.options;
  return { test: first.test.node, ifTrue: ifTrue !== undefined && isFailureText(wordsOf(ifTrue)) };
}

function choosesFailure([first]: Text, file: File): boolean {
  if (first?.kind !== "choice" || first.call) return false;
  if (!first.test) return first.options.some(isErrorMember);
  if (first.test.env.file !== file) return false;
  const tells = failureWordsBehind(first.test.node, file);
  const failures = tells ? first.options.filter((option) => tells(wordsOf(option))) : [];
  return failures.length > 0 && failures.length < first.options.length;
}

/** Which words tell of a failure behind a test: of one that asks for an error more of them; undefined where it asks for neither. */
function failureWordsBehind(test: Node, file: File): ((words: string) => boolean) | undefined {
  if (asksForFindings(test, file)) return undefined;
  const kind = failureKindOf({ test, negated: false, branch: test }, file);
  if (kind === "response" || kind === "error-value") return isFailureText;
  return comesFromWork(test, file) && !ASKS_FOR_STATE.test(file.textOf(test)) ? isPlainFailure : undefined;
}

/** `found.success` of `const found = await checkTypes(files)`: what is wrong with them is the answer. */
function asksForFindings(test: Node, file: File): boolean {
  return contains(test, (node) => {
    const value = node.type === "Identifier" ? resolve({ node, env: rootEnv(file) }).node : undefined;
    return value?.type === "CallExpression" && FINDS_OUT.test(calleeName(value) ?? "");
  });
}

/** `isValid`, `connected`: what the tool was to find out. */
const ASKS_FOR_STATE =
  /valid|exist|connect|running|health|ready|alive|online|active|available|enabled|reachable|authenticat|authori[sz]|logged|signed|found|passed|\.length|status|state/iu;

/** `deleted ? "Deleted." : "Failed to delete it."`: no test of an error, so that only the plainest words count. */
function isPlainFailure(words: string): boolean {
  return opensAsError(words) && isFailureText(words);
}

/** `found.error ?? "Nothing found"` */
function isErrorMember([first, ...others]: Text): boolean {
  const node = first?.kind === "dynamic" && others.length === 0 ? unwrap(first.ref.node) : undefined;
  return node?.type === "MemberExpression" && /^error(?:Message)?$/u.test(memberName(node) ?? "");
}

function isFailureText(words: string): boolean {
  return opensWithFailure(words) && !tellsNothingFound(words) && !tellsNotFoundById(words);
}
