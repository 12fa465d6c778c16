import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, memberName, receiverName } from "../../syntax/names.js";
import { ownNodes } from "../../syntax/node-index.js";
import {
  ancestors,
  contains,
  enclosingStatement,
  isFunction,
  isLoop,
  isInside,
  parentOf,
  unwrap,
  walkSameFunction,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { workName } from "../../syntax/work.js";
import { reachesAnswer, rootOf, variablesOf } from "../values/answer-flow.js";
import { dropOf, isCommittedLater, type LostPartials, type Scope } from "../results/drops.js";
import type { File } from "../file.js";
import { enclosingCatch } from "../values/flow.js";
import { guardsOf } from "../values/guards.js";
import { functionsCalled } from "../values/implementations.js";
import { isSafeWork } from "../reachability/can-fail.js";
import { rootEnv } from "../values/values.js";
import { canFailLater } from "./later-failures.js";
import { areFinishedLater, makesPiece } from "./pieces.js";
import { declaresToolResult } from "../tools/result-types.js";
import type { ReachedFunction } from "../tools/reach.js";
import { guardingTry } from "../catches/tries.js";
import { generates, isConvergent, optionOfChange, talksToModel } from "./writing-work.js";

/** Something that was made or sent, and of which the error of a later step says nothing. */
export interface LostStep {
  /** The statement that fails. */
  readonly node: Node;
  /** The variable that holds what was made, if one does. */
  readonly gathered: string | undefined;
  /** The call that made it. */
  readonly done: string;
  /** The work that fails. */
  readonly what: string;
  readonly option: LostPartials["option"];
}

/** Work of which a second run comes on top of the first. */
const ADDS =
  /^(?:create|insert(?!Text)|submit|publish|upload|deploy|provision|invite|charge|purchase|refund|transfer|enqueue|duplicate|fork|clone|place(?:Order|Bid)|book|issue(?:Refund|Card)|send(?:Mail|Email|Message|Invoice|Sms|Payment|Transaction|Invitation)|post(?:Message|Comment|Update)|add(?:Comment|Note|Member|User|Item|Record|Task|Reply|Issue|Page))/u;

/** Objects of the process, and what a second run replaces. */
const OWN_OBJECT =
  /client|connection|session|context|stream|server|transport|provider|instance|reader|writer|browser|tabs?\b|windows?\b|agent|logger|cache|index|hash|signature|temp|tmp|dir|snapshot|url|query|request|response|result|schema|config|option|params|filter|payload|error|runtime|sandbox|page\b|pool|wallet|account\b|key\b|pdf|image|zip|archive|backup|checkpoint|authorization|terminal|shell|api|core/iu;

/** `Org.create()`: the making of an object. */
function makesObject(call: TSESTree.CallExpression, name: string): boolean {
  if (name !== "create") return OWN_OBJECT.test(name);
  if (unwrap(call.callee).type !== "MemberExpression") return true;
  const receiver = receiverName(call);
  return /^[A-Z]/u.test(receiver) || OWN_OBJECT.test(receiver);
}

const READS_BODY = /^(?:json|text|arrayBuffer|blob|formData|next|read)$/u;

/** Taking the step back, or doing all or nothing. */
const UNDOES = /(?:rollback|undo|revert|delete|remove|destroy|cleanup|transaction|begin|commit)/iu;

interface Step {
  readonly statement: Node;
  readonly call: TSESTree.CallExpression;
  readonly variables: readonly Variable[];
}

/** `const issue = await client.createIssue(…)`, and the same without a variable. */
function stepOf(waited: TSESTree.AwaitExpression, file: File): Step | undefined {
  const { parent } = waited;
  const declared = parent.type === "VariableDeclarator";
  if (!declared && parent.type !== "ExpressionStatement") return undefined;
  const call = unwrap(waited.argument);
  if (call.type !== "CallExpression") return undefined;
  const name = calleeName(call) ?? "";
  if (!ADDS.test(name) || makesObject(call, name) || generates(call) || talksToModel(call)) return undefined;
  const statement = declared ? parent.parent : parent;
  return { statement, call, variables: declared ? variablesOf(parent.id, file) : [] };
}

/** `await this.createZone(name);`, which catches its failures or answers with a tool result: nobody has asked whether it worked. */
function mayHaveFailed({ call, variables }: Step, file: File): boolean {
  if (variables.length > 0) return false;
  const env = rootEnv(file);
  const functions = functionsCalled(call, env);
  return (
    functions.some(({ fn }) => declaresToolResult(fn)) ||
    (functions.some(({ fn }) => ownNodes(fn).tries.length > 0) && isSafeWork(call, env))
  );
}

/** The later node is reached only by way of the earlier one. */
function comesAfter(later: Node, earlier: Node): boolean {
  return later.range[0] > earlier.range[1] && earlier.parent !== undefined && isInside(later, earlier.parent);
}

/** What the step made is a part of the answer, and more than an input of the next step. */
function matters({ variables, statement }: Step, fn: FunctionNode, file: File): boolean {
  if (statement.type === "ExpressionStatement") return true;
  const uses = variables.flatMap(({ references }) => references.map(({ identifier }) => identifier as Node));
  const later = uses.filter((use) => use.range[0] > statement.range[1] && isInside(use, fn));
  // What it made works on: an object of this process.
  if (later.some((use) => isReceiverOfWork(use))) return false;
  return later.some((use) => !isWaitedFor(use, fn) && reachesAnswer(use, fn, file));
}

/** `await org.connect()`. */
function isReceiverOfWork(use: Node): boolean {
  let child = use;
  for (const up of ancestors(use)) {
    if (up.type === "CallExpression") return up.callee === child && parentOf(up)?.type === "AwaitExpression";
    if (up.type !== "MemberExpression" || up.object !== child) return false;
    child = up;
  }
  return false;
}

function isWaitedFor(use: Node, fn: FunctionNode): boolean {
  for (const up of ancestors(use)) {
    if (up === fn) return false;
    if (up.type === "AwaitExpression") return true;
  }
  return false;
}

/** The function undoes what it has done, or does all of it or nothing. */
function isUndone(fn: FunctionNode): boolean {
  return contains(fn.body, (node) => node.type === "CallExpression" && UNDOES.test(calleeName(node) ?? ""));
}

/** Work in a loop or a callback, which is done once an item. */
function isRepeated(node: Node, fn: FunctionNode): boolean {
  for (const up of ancestors(node)) {
    if (up === fn) return false;
    if (isFunction(up) || isLoop(up)) return true;
  }
  return false;
}

/** `client.getAccountEmail()`, `notes.triggerSync("created")`: nothing of the step before is given to it. */
function standsAlone(call: TSESTree.CallExpression): boolean {
  return (
    call.arguments.every(({ type }) => type === "Literal") &&
    /^(?:get|is|has|list|read|load|sync|triggerSync|flush)/u.test(calleeName(call) ?? "")
  );
}

/** `if (created.dryRun) await plans.add(…);`: in this branch the step before has done nothing. */
function isWhereNothingWasDone(work: Node, { variables }: Step, file: File): boolean {
  return guardsOf(work).some(
    ({ test, negated }) =>
      !negated &&
      contains(test, (node) => {
        if (
          node.type !== "MemberExpression" ||
          !/^(?:is)?_?(?:dry_?run|preview|skipped|existing|existed)$/iu.test(memberName(node) ?? "")
        )
          return false;
        const root = rootOf(node);
        const made = root.type === "Identifier" ? file.bindings.variable(root) : undefined;
        return made !== undefined && variables.includes(made);
      }),
  );
}

/**
 * What the function notes of itself between two steps, as in `done.push(issue.id)` and `made = issue`: a clause that names
 * it tells of the step. What is noted outside the function may be told by the one that it was handed to.
 */
function notesBetween(step: Node, work: Node, fn: FunctionNode, file: File) {
  const variables: Variable[] = [];
  let isElsewhere = false;
  walkSameFunction(fn.body, (node) => {
    if (node.range[0] <= step.range[1] || node.range[1] > work.range[0]) return;
    const target =
      node.type === "AssignmentExpression"
        ? node.left
        : node.type === "CallExpression"
          ? notingReceiver(node)
          : undefined;
    const root = target && rootOf(target);
    const variable = root?.type === "Identifier" ? file.bindings.variable(root) : undefined;
    if (variable) variables.push(variable);
    const declared = variable?.defs[0]?.name as Node | undefined;
    if (root?.type === "ThisExpression" || (declared && !isInside(declared, fn.body))) isElsewhere = true;
  });
  return { variables, isElsewhere };
}

/** `done` of `done.push(issue.id)`. */
function notingReceiver(call: TSESTree.CallExpression): Node | undefined {
  const callee = unwrap(call.callee);
  return callee.type === "MemberExpression" && /^(?:push|set|add|unshift|append)$/u.test(memberName(callee) ?? "")
    ? callee.object
    : undefined;
}

/** `addTarget(goal.id, …)`, whose clause throws "No target for goal 7: …": the error of the later step names what was made. */
function namesStepItself(call: TSESTree.CallExpression, { variables }: Step, file: File): boolean {
  const given = call.arguments.findIndex((argument) =>
    contains(argument, (node) => {
      const variable = node.type === "Identifier" ? file.bindings.variable(node) : undefined;
      return variable !== undefined && variables.includes(variable);
    }),
  );
  const functions = given < 0 ? [] : functionsCalled(call, rootEnv(file));
  return functions.length > 0 && functions.every(({ fn, env }) => throwsWith(fn, fn.params[given], env.file));
}

function throwsWith(fn: FunctionNode, parameter: TSESTree.Parameter | undefined, { bindings }: File): boolean {
  const variable = parameter?.type === "Identifier" ? bindings.variable(parameter) : undefined;
  const isNamed = (node: Node): boolean => node.type === "Identifier" && bindings.variable(node) === variable;
  const clauses = ownNodes(fn).tries.flatMap(({ handler }) => handler ?? []);
  return (
    variable !== undefined &&
    clauses.some((clause) => contains(clause, (node) => node.type === "ThrowStatement" && contains(node, isNamed)))
  );
}

/** Where the failure of a later step says nothing of this one. */
function lossOf(
  step: Step,
  works: readonly TSESTree.AwaitExpression[],
  { fn, isHandedOn }: ReachedFunction,
  scope: Scope,
) {
  if (makesPiece(step.call) && areFinishedLater(step.statement, step.variables, scope.file)) return undefined;
  for (const work of works) {
    const call = unwrap(work.argument);
    if (call.type !== "CallExpression" || !comesAfter(work, step.statement)) continue;
    if (READS_BODY.test(calleeName(call) ?? "") || standsAlone(call) || !canFailLater(call, scope.file)) continue;
    if (isWhereNothingWasDone(work, step, scope.file)) continue;
    if (isCommittedLater(work)) continue;
    // A clause of its own for what comes after: its author has thought of what was done.
    const around = guardingTry(work);
    if (around && around.range[0] > step.statement.range[1]) continue;
    const noted = notesBetween(step.statement, work, fn, scope.file);
    if (isHandedOn && noted.isElsewhere) continue;
    if (namesStepItself(call, step, scope.file)) continue;
    if (dropOf(work, fn.body, [...step.variables, ...noted.variables], scope)) return { step, work, call };
  }
  return undefined;
}

/** Steps that add something, and of which nobody hears when a later step of the same call fails; one of each row. */
export function lostSteps(reached: ReachedFunction, scope: Scope): LostStep[] {
  const { fn } = reached;
  const { file } = scope;
  const works = ownNodes(fn).awaits.filter((node) => !enclosingCatch(node));
  const steps = works.flatMap((node) => {
    const step = stepOf(node, file);
    return step && !isRepeated(node, fn) && !mayHaveFailed(step, file) ? step : [];
  });
  if (steps.length === 0 || isUndone(fn)) return [];
  const losses = steps.flatMap((step) => (matters(step, fn, file) && lossOf(step, works, reached, scope)) || []);
  const best = [...losses].sort((a, b) => worthOf(b.step) - worthOf(a.step));
  return best
    .filter(({ step }, at) => !best.slice(0, at).some((other) => areOfOneRow(step.statement, other.step.statement)))
    .map(({ step, work, call }) => ({
      node: enclosingStatement(work),
      gathered: step.variables[0]?.name,
      done: workName(step.call),
      what: workName(call),
      option: works.some((other) => isCached(other, step, work))
        ? "convergentWrites"
        : (optionOfChange(step.call, true) ?? "steps"),
    }));
}

/** `await setCached(key, result)` between the step and the failure: the cache answers a second call. */
function isCached(other: TSESTree.AwaitExpression, step: Step, failing: Node): boolean {
  const call = unwrap(other.argument);
  if (call.type !== "CallExpression") return false;
  const isBetween = comesAfter(other, step.statement) && comesAfter(failing, enclosingStatement(other));
  return isBetween && /^(?:set|put|write|save|store)\w*cache|^cache(?:$|[A-Z])/iu.test(calleeName(call) ?? "");
}

/** What a second call does again is worth the most; then what has a name, by which it can be told. */
function worthOf({ call, variables }: Step): number {
  return (isConvergent(call) ? 0 : 2) + (variables.length > 0 ? 1 : 0);
}

function areOfOneRow(a: Node, b: Node): boolean {
  return comesAfter(a, b) || comesAfter(b, a);
}
