import type { TSESTree } from "@typescript-eslint/types";
import { enclosingCatch } from "../../analysis/values/flow.js";
import type { File } from "../../analysis/file.js";
import { comesFromWork, emptyListTested, guardsOf, variablesIn, type Guard } from "../../analysis/values/guards.js";
import { failureKindOf } from "../../analysis/catches/returns.js";
import { isStatus, statusLabel, statusRanges, switchStatuses, writeStatuses } from "./statuses.js";
import { calleeName, memberName } from "../../syntax/names.js";
import { isInside, unwrap, walkSameFunction, type Node } from "../../syntax/tree.js";
import { nameOfWork } from "../../syntax/work.js";
import type { Trigger, TriggerKind } from "./types.js";

/** A trigger before it gets its label, which depends on what else the tool answers. */
export type TriggerFacts = Omit<Trigger, "label">;

export const ALWAYS: TriggerFacts = { kind: "always", statuses: [], condition: null, source: null };

/** True for the branch in which an upstream answer or a result is a good one, false for the bad one. */
function isGoodBranch(guard: Guard): boolean | undefined {
  const good = polarity(guard.test);
  return good === undefined ? undefined : good !== guard.negated;
}

function polarity(test: Node): boolean | undefined {
  const node = unwrap(test);
  if (node.type === "UnaryExpression" && node.operator === "!") {
    const inner = polarity(node.argument);
    return inner === undefined ? undefined : !inner;
  }
  if (node.type === "LogicalExpression") return polarity(node.left) ?? polarity(node.right);
  const name = node.type === "MemberExpression" ? memberName(node) : node.type === "Identifier" ? node.name : undefined;
  if (name !== undefined) {
    if (/^(?:ok|success|succeeded|valid|isValid|isOk|isSuccess)$/u.test(name)) return true;
    if (/^(?:error|err|errors|failed|failure|isError)$/u.test(name)) return false;
    return undefined;
  }
  if (node.type !== "BinaryExpression" || !isStatus(node.left) || node.right.type !== "Literal") return undefined;
  const value = Number(node.right.value);
  if (/^===?$/u.test(node.operator)) return value < 400;
  if (/^!==?$/u.test(node.operator)) return value >= 400;
  if (/^<=?$/u.test(node.operator)) return true;
  return value < 400;
}

function onOneLine(node: Node, file: File): string {
  return file.textOf(node).replace(/\s+/gu, " ");
}

function conditionOf({ test, negated }: Guard, file: File): string {
  const text = onOneLine(test, file);
  if (!negated) return text;
  return /^[\w.]+$/u.test(text) ? `!${text}` : `!(${text})`;
}

/** The test asks for nothing but arguments of the function. */
function testsInput(test: Node, file: File): boolean {
  const variables = variablesIn(test, file);
  if (variables.length === 0 || comesFromWork(test, file)) return false;
  return variables.every((variable) => {
    const [definition] = variable.defs;
    if (!definition) return false;
    if (definition.type === "Parameter") return true;
    return definition.type === "Variable" && isParsedInput(definition.node, file);
  });
}

/** `const parsed = schema.safeParse(args)`, `const id = args.id`. */
function isParsedInput(declarator: Node, file: File): boolean {
  if (declarator.type !== "VariableDeclarator" || !declarator.init) return false;
  const init = unwrap(declarator.init);
  if (init !== declarator.init && declarator.init.type === "AwaitExpression") return false;
  if (init.type === "CallExpression") {
    if (!/^(?:safeParse|parse|validate|trim|toLowerCase|String|Number|parseInt)$/u.test(calleeName(init) ?? ""))
      return false;
    return init.arguments.every((argument) => testsInput(argument, file));
  }
  return init.type === "MemberExpression" && testsInput(init, file);
}

function kindOfGuard(guard: Guard, file: File): TriggerKind {
  if (isGoodBranch(guard) === true) return "check";
  const list = emptyListTested(guard.test, guard.negated);
  if (list && comesFromWork(list, file)) return "empty-list";
  if (testsInput(guard.test, file)) return "input";
  const kind = failureKindOf(guard, file);
  return kind === "caught" || kind === "none" ? "check" : kind;
}

/** The work that a block waits for first, by name. */
export function sourceOf(attempt: Node): string | null {
  let awaited: string | undefined;
  let called: string | undefined;
  walkSameFunction(attempt, (node) => {
    if (node.type === "AwaitExpression") {
      const work = unwrap(node.argument);
      if (work.type === "CallExpression") awaited ??= nameOf(work);
    } else if (node.type === "CallExpression") called ??= nameOf(node);
  });
  const name = awaited ?? called;
  return name === undefined ? null : name;
}

function nameOf(call: TSESTree.CallExpression): string | undefined {
  const name = nameOfWork(call);
  return name === undefined ? undefined : `${name}()`;
}

/** The test that decides on a node, and the clause that it stands in. */
export interface Situation {
  readonly facts: TriggerFacts;
  /** The clause that the node stands in, in its own function. */
  readonly clause: TSESTree.CatchClause | undefined;
  readonly guard: Guard | undefined;
}

/** What leads to a node inside its function; `outer` is what led to the call of the function. */
export function situationOf(node: Node, outer: TriggerFacts, file: File): Situation {
  const clause = enclosingCatch(node);
  const guards = guardsOf(node).filter((guard) => !clause || isInside(guard.test, clause));
  const [guard] = guards;
  const condition = guard ? conditionOf(guard, file) : outer.condition;
  const statuses = [
    ...new Set(
      guards
        .filter(({ negated }) => !negated)
        .map(({ test }) => writeStatuses(statusRanges(test, file) ?? []))
        .find((found) => found.length > 0) ?? switchStatuses(node, clause, file),
    ),
  ];
  const source = clause ? sourceOf(clause.parent.block) : outer.source;
  const caught = clause !== undefined || outer.kind === "caught" || outer.kind === "status";
  const shared = { clause, guard };
  if (statuses.length > 0) return { ...shared, facts: { kind: "status", statuses, condition, source } };
  if (caught) {
    const inherited = clause ? [] : outer.statuses;
    return {
      ...shared,
      facts: { kind: inherited.length > 0 ? "status" : "caught", statuses: inherited, condition, source },
    };
  }
  if (guard) return { ...shared, facts: { kind: kindOfGuard(guard, file), statuses: [], condition, source } };
  return { ...shared, facts: outer };
}

function shorten(text: string): string {
  return text.length > 70 ? `${text.slice(0, 67)}…` : text;
}

/** What people read: `others` says that the same failure is answered elsewhere for special cases. */
export function labelOf(trigger: TriggerFacts, others: boolean): string {
  const { kind, statuses, condition, source } = trigger;
  const of = source === null ? "" : ` of ${source}`;
  if (statuses.length > 0) return `${statuses.map(statusLabel).join(" or ")}${of}`;
  if (condition !== null && kind !== "caught") return shorten(condition);
  switch (kind) {
    case "caught":
      if (condition !== null) return shorten(condition);
      return others ? `any other failure${of}` : `any failure${of}`;
    case "unguarded":
      return source === null ? "uncaught failure" : `uncaught failure of ${source}`;
    case "ignored":
      return source === null ? "ignored failure" : `ignored failure of ${source}`;
    default:
      return "otherwise";
  }
}

/** The label of an exit to which nothing leads but that the work is done. */
export const WENT_WELL = "all went well";
