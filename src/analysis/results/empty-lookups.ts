import type { TSESTree } from "@typescript-eslint/types";
import { tellsNoneOfThatName, tellsNotFoundById, tellsNothingFound } from "../../contract/lexicon.js";
import type { File } from "../file.js";
import {
  alternativesOf,
  comesFromWork,
  emptyListTested,
  guardsOf,
  missingValueTested,
  type Guard,
} from "../values/guards.js";
import { calleeName, dottedName, functionName, lastName, literalProperty, memberName } from "../../syntax/names.js";
import { ownNodes } from "../../syntax/node-index.js";
import { sendsMutation } from "../../syntax/statements.js";
import { enclosingFunction, parentOf, unwrap, walk, type FunctionNode, type Node } from "../../syntax/tree.js";
import { rootOf } from "../values/answer-flow.js";
import { outputSchemaAt } from "../tools/output-schemas.js";
import { resolve, rootEnv } from "../values/values.js";
import { outcomesOf } from "./results.js";
import { isErrorOutcome, type Returned } from "../catches/returns.js";
import { effectAt } from "../tools/tool-effects.js";

/** The value tells the model of a failure, or is thrown. */
export function isFailure(returned: Returned): boolean {
  if (returned.reached.role !== "result" && !returned.reached.isHandler) return false;
  return returned.form === "throw" || isErrorOutcome(returned.outcome);
}

function wordsOf(returned: Returned): string {
  return returned.messages.map(({ words }) => words).join("\n");
}

/** The lookup worked, and what it brought is empty. */
export function isEmptyLookup(returned: Returned, file: File): boolean {
  const { guard, failure } = returned;
  if (!guard || failure === "caught" || failure === "response" || testsErrorToo(guard)) return false;
  if (NOT_A_LOOKUP.test(wordsOf(returned))) return false;
  return findsNothing(returned, guard, file) && !isStep(returned, file);
}

function findsNothing(returned: Returned, guard: Guard, file: File): boolean {
  const words = wordsOf(returned);
  if (NO_ANSWER.test(words) || FAILED_STEP.test(words) || VALID_ONES.test(words) || tellsNoneOfThatName(words))
    return false;
  const list = emptyListTested(guard.test, guard.negated);
  if (list && (isPartOfAnswer(list) || isMatch(list, file) || isForOne(list, guard, file) || isOfChange(list, file)))
    return false;
  if (list && comesFromWork(list, file)) return !tellsNotFoundById(words) || tellsNothingFound(words);
  const value = missingValueTested(guard.test, guard.negated);
  return (
    value !== undefined &&
    !isMatch(value, file) &&
    !isConnectionPart(value) &&
    !isOfChange(value, file) &&
    comesFromWork(value, file) &&
    tellsNothingFound(words) &&
    SEVERAL_FOUND.test(words) &&
    !tellsNotFoundById(words)
  );
}

const NOT_A_LOOKUP =
  /\b(?:tool|method|operation|handler|command|action|tokens?|session|credentials?|api[\s-]?keys?|auth\w*|config\w*|environment|env|variable|permissions?|connection|header|devices?|selector|element)\b/iu;

/** The service was asked and gave nothing usable back: no lookup, an answer that is not whole. */
const NO_ANSWER = /\bno\s+(?:\w+\s+)?(?:response|reply|answer|choices?|candidates?|completions?)\b(?!\s+\w+s\b)/iu;

/** "Failed to download the file (empty)": work that did not succeed, and not a search. */
const FAILED_STEP =
  /^\W*(?:error\W+)?(?:failed\s+to|could\s*(?:not|n['’]t)|unable\s+to)\s+(?!(?:find|locate|match|get|list|search|fetch|retrieve|load|read)\b)\w/iu;

/** "Available keys: a, b": the argument is none of the few that there are. */
const VALID_ONES = /\b(?:available|valid|known|supported|allowed)\s+[\w-]+:/iu;

/** "No orders found", and not "no file was found". */
const SEVERAL_FOUND =
  /\b(?:results?|match\w*|(?!(?:was|is|has)\b)\w+s)\b(?:(?!\b(?:results?|match\w*|(?!(?:was|is|has)\b)\w+s)\b).)*\bfound\b/iu;

/** `data.choices`: what every whole answer of a language model has. */
function isPartOfAnswer(list: Node): boolean {
  const node = unwrap(list);
  return (
    node.type === "MemberExpression" && /^(?:choices|candidates|completions|generations)$/u.test(memberName(node) ?? "")
  );
}

/** `!data.orders.edges`: a list that every whole answer of GraphQL has, be it an empty one. */
function isConnectionPart(value: Node): boolean {
  const node = unwrap(value);
  return node.type === "MemberExpression" && /^(?:edges|nodes)$/u.test(memberName(node) ?? "");
}

/** One thing is looked up with a search, or several by their ids: `users[0]` is all that is taken of the list, `ordersByIds(ids)`. */
function isForOne(list: Node, { test }: Guard, file: File): boolean {
  const lookup = workBehind(list, file);
  if (lookup && /By(?:Ids?|Names?|Keys?)$/u.test(calleeName(lookup) ?? "")) return true;
  const fn = enclosingFunction(test);
  const words = file.textOf(unwrap(list));
  let first = false;
  let more = false;
  walk(fn?.body ?? test, (node) => {
    if (node.range[0] < test.range[0] || node.type !== unwrap(list).type || file.textOf(node) !== words) return;
    const use = useOf(node);
    if (use === "first") first = true;
    else if (use !== "count") more = true;
  });
  return first && !more;
}

/** `list[0]`, `list.at(0)`, `const [one] = list`; `list.length`. */
function useOf(list: Node): "first" | "count" | "other" {
  const parent = parentOf(list);
  if (parent?.type === "VariableDeclarator")
    return parent.id.type === "ArrayPattern" && parent.id.elements.length === 1 ? "first" : "other";
  if (parent?.type === "UnaryExpression" || parent?.type === "LogicalExpression") return "count";
  if (parent?.type !== "MemberExpression" || parent.object !== list) return "other";
  if (parent.computed) return parent.property.type === "Literal" && parent.property.value === 0 ? "first" : "other";
  const name = memberName(parent) ?? "";
  return /^(?:length|size)$/u.test(name) ? "count" : /^(?:at|shift)$/u.test(name) ? "first" : "other";
}

/** `data.upload.files` of what a mutation answers with: something was to be changed, and nothing was looked up. */
function isOfChange(value: Node, file: File): boolean {
  const work = workBehind(value, file);
  return work !== undefined && sendsMutation(work);
}

/** `client.search(name)` of `const { nodes } = await client.search(name)`, also of a part of that which has a name. */
function workBehind(value: Node, file: File, steps = 3): TSESTree.CallExpression | undefined {
  const binding = file.bindings.resolve(rootOf(unwrap(value)));
  const init = binding.kind === "variable" && binding.init ? unwrap(binding.init) : undefined;
  if (!init) return undefined;
  const made = init.type === "AwaitExpression" ? unwrap(init.argument) : init;
  if (made.type === "CallExpression") return made;
  return steps > 0 ? workBehind(init, file, steps - 1) : undefined;
}

/** `output.match(…)` without a match: a text that looks other than expected. */
function isMatch(value: Node, file: File): boolean {
  const { node } = resolve({ node: value, env: rootEnv(file) });
  return node.type === "CallExpression" && /^(?:match|exec)$/u.test(calleeName(node) ?? "");
}

/** The protocol asks a tool that works as a task for its task: one that is not there has no other answer than a throw. */
function answersForTask(fn: FunctionNode): boolean {
  const holder = fn.parent?.parent;
  return (
    /^(?:getTask|getTaskResult)$/u.test(functionName(fn) ?? "") &&
    holder?.type === "ObjectExpression" &&
    literalProperty(holder, "createTask") !== undefined
  );
}

/** What is missing had to be there for the tool's real work: it changes something, or asks for another call first. */
function isStep(returned: Returned, file: File): boolean {
  const { writes } = effectAt(returned.node, returned.reached, file);
  if (writes === true || /\bfirst\b/iu.test(wordsOf(returned))) return true;
  // A tool that is not known to read may act on what it looks up.
  return writes === undefined && goesOn(returned) && !isAnswerElsewhere(returned, file);
}

/** `loadError || !order`: what stands behind it may as well be a look-up that failed, and is no answer then. */
function testsErrorToo({ test, negated }: Guard): boolean {
  return !negated && alternativesOf(test).some((side) => asksForError(unwrap(side)));
}

/** `loadError`, `isServiceError(order)`, `!found.success` */
function asksForError(side: Node): boolean {
  if (side.type === "CallExpression") return /^is\w*(?:Error|Failure)$/u.test(calleeName(side) ?? "");
  if (side.type === "UnaryExpression") return /^(?:success|ok)$/u.test(lastName(side.argument) ?? "");
  return /(?:^|[._])err$|error$/iu.test(dottedName(side) ?? "");
}

/** The same list, empty in another branch of the function, is an ordinary answer there. */
function isAnswerElsewhere({ guard, reached }: Returned, file: File): boolean {
  const tested = (place: Guard | undefined): Node | undefined => place && emptyListTested(place.test, place.negated);
  const list = tested(guard);
  return (
    list !== undefined &&
    ownNodes(reached.fn).returns.some(({ argument }) => {
      const other = argument && tested(guardsOf(argument)[0]);
      if (!other || file.textOf(other) !== file.textOf(list)) return false;
      return outcomesOf({ node: argument, env: rootEnv(file) }).every(
        (outcome) => outcome.kind === "tool-result" && outcome.result.isError === "absent",
      );
    })
  );
}

/** `api.list(id)`, `searchOrders(query)`: what gives nothing at all has no match either. */
const LISTS = /^(?:list|search|query|findAll|findMany)(?:[A-Z_]|$)/u;

/** `if (!order) return …`: one item is not there, and no list is empty. */
export function isBehindMissingItem(place: Node, file: File): boolean {
  const [guard] = guardsOf(place);
  const value = guard && missingValueTested(guard.test, guard.negated);
  if (!value || emptyListTested(guard.test, guard.negated) !== undefined) return false;
  const made = unwrap(resolve({ node: value, env: rootEnv(file) }).node);
  return !(made.type === "CallExpression" && LISTS.test(calleeName(made) ?? ""));
}

/** The function goes on with other work once it has the item. */
export function goesOn({ node, reached }: Returned): boolean {
  return ownNodes(reached.fn).awaits.some(({ range }) => range[0] > node.range[1]);
}

/** One thing that was asked for by its id is not there, and was all that was asked for. */
export function isMissingById(returned: Returned, file: File): boolean {
  const { guard, failure } = returned;
  if (!guard || failure === "caught" || failure === "response" || testsErrorToo(guard)) return false;
  const list = emptyListTested(guard.test, guard.negated);
  const value = missingValueTested(guard.test, guard.negated) ?? list;
  // An unknown tool is a wrong request, a missing session or key a missing right: no lookups.
  if (NOT_A_LOOKUP.test(wordsOf(returned))) return false;
  if (isStep(returned, file) || goesOn(returned) || answersForTask(returned.reached.fn)) return false;
  // A malformed answer of the upstream service is a failure.
  if (/\bin\s+(?:the\s+)?(?:response|result|reply|output|answer)\b/iu.test(wordsOf(returned))) return false;
  const words = wordsOf(returned);
  return (
    value !== undefined &&
    comesFromWork(value, file) &&
    !isOfChange(value, file) &&
    (tellsNotFoundById(words) ||
      tellsNoneOfThatName(words) ||
      (list !== undefined && isForOne(list, guard, file) && tellsNothingFound(words))) &&
    !promisesItem(returned, file)
  );
}

/** The tool's output schema requires what is missing: an ordinary result without it would break the contract. */
function promisesItem({ node, reached }: Returned, file: File): boolean {
  return outputSchemaAt(node, reached, file)?.required.some((name) => !FOUND_FLAG.test(name)) ?? false;
}

const FOUND_FLAG = /^(?:found|exists|ok|success)$/iu;
