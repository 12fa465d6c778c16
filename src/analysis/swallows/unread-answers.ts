import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, functionName, keyName, memberName } from "../../syntax/names.js";
import { ownNodes } from "../../syntax/node-index.js";
import {
  ancestors,
  enclosingFunction,
  enclosingStatement,
  isFunction,
  parentOf,
  unwrap,
  writtenText,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import { workName } from "../../syntax/work.js";
import type { File } from "../file.js";
import { answersFailures } from "../responses/answering-clients.js";
import { isEmptyValue } from "../results/answers.js";
import type { ReachedFunction } from "../tools/reach.js";
import { rootEnv } from "../values/values.js";
import { isHousekeeping, isOffPath } from "./excuses.js";
import { fateOfExpression, fateOfTaken } from "./fates.js";
import type { Swallow } from "./swallows.js";

/** Calls of a chain that change something: `db.from("orders").update(row).eq("id", id)`. */
const WRITES = /^(?:insert|upsert|update|delete|send|create|remove|upload|move|copy)$/u;

/** Parts by which a caller may see, or show, that the request failed. */
const TELLS: ReadonlySet<string> = new Set(["error", "status", "statusText", "success"]);

/** Tables of what is kept beside the work of a tool: `db.from("usage_logs").insert(row)`. */
const TABLES_BESIDE =
  /(?:^|_)(?:logs?|audits?|analytics|telemetry|usage|metrics?|track\w*|histor\w+|activit\w+|sessions?|cache\w*|rate_limits?|events?)(?:_|$)/iu;

/** Fields that only say when something was last used: `update({ last_used_at: now })`. */
const TIME_MARK = /^(?:last\w*|updated|touched|used|seen)_?at$|_count$/iu;

/** A function named for what it keeps beside the work: `trackUsage()`, `touchKey()`. */
const BESIDE_BY_NAME = /^(?:log|track|record|audit|touch|bump|increment|mark|save(?:Log|History)|cleanup|prune)/iu;

/** How many callers of a function in its file are looked at for what they make of its value. */
const MAX_CALLERS = 2;

/**
 * `const { data } = await db.from("orders").select();`: the client puts each failure into `error` of its answer, which nobody reads,
 * and what stands for the orders goes on as if there were none.
 */
export function unreadAnswers(
  reached: ReachedFunction,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
): Swallow[] {
  return ownNodes(reached.fn).calls.flatMap((call): Swallow[] => {
    const instead = lostIn(call, reached, all, file);
    if (instead === undefined) return [];
    const path = pathOfAnswer(call, instead);
    return [{ node: enclosingStatement(call), how: "answered", reached, commented: false, path, instead }];
  });
}

/** The way of a failure that nobody reads, for the message. */
export function pathOfAnswer(call: TSESTree.CallExpression, instead: string): string[] {
  return [`${workName(call)} fails`, "`error` of its answer", instead];
}

/** What stands for the failure of a call that says it in its answer; undefined where it may be told, or the call is none of this kind. */
function lostIn(
  call: TSESTree.CallExpression,
  reached: ReachedFunction,
  all: ReadonlyMap<FunctionNode, ReachedFunction>,
  file: File,
): string | undefined {
  const holder = holderOf(call);
  const fn = enclosingFunction(call);
  if (!holder || !fn || isOffPath(call) || isHousekeeping(fn)) return undefined;
  if (holder.type === "ExpressionStatement")
    return isWrite(call) && !isBeside(call, fn) && answersFailures(call, rootEnv(file)) ? "done" : undefined;
  const parts = partsOf(holder, file);
  if (!parts || parts.some(({ name }) => TELLS.has(name)) || !answersFailures(call, rootEnv(file))) return undefined;
  const end = enclosingStatement(call).range[1];
  const isLost = parts.every(({ at }) => {
    const variable = file.bindings.variable(at);
    const fate = variable
      ? fateOfTaken({ variable, end }, fn, reached, all, file, MAX_CALLERS)
      : fateOfExpression(at, reached, all, file, MAX_CALLERS);
    return fate === "hidden" && !throwsWithoutValue(at, variable);
  });
  return isLost ? `${parts[0]?.name ?? "data"}: null` : undefined;
}

/** `data.map(…)` before any test: of a request that failed, this throws. */
function throwsWithoutValue(at: Node, variable: Variable | undefined): boolean {
  const [first] = variable ? readsOf(variable) : [at];
  if (!first) return false;
  const read = ancestors(first).find(({ type }) => type !== "TSNonNullExpression" && type !== "TSAsExpression");
  if (read?.type === "ForOfStatement") return unwrap(read.right) === first;
  return read?.type === "MemberExpression" && unwrap(read.object) === first && !read.optional;
}

function readsOf({ references }: Variable): Node[] {
  return references.filter((reference) => reference.isRead()).map(({ identifier }) => identifier as Node);
}

/** What a function returns of an answer whose `error` it does not read: `return data ?? []`. */
export interface LostAnswer {
  readonly call: TSESTree.CallExpression;
  readonly instead: string;
}

/** The same for a function of a service, by its own text: what its callers make of the value is not looked at. */
export function answersLostIn(fn: FunctionNode, file: File): LostAnswer[] {
  return ownNodes(fn).calls.flatMap((call): LostAnswer[] => {
    const holder = holderOf(call);
    const parts = holder && holder.type !== "ExpressionStatement" ? partsOf(holder, file) : undefined;
    const [only] = parts ?? [];
    if (!only || parts?.length !== 1 || only.name !== "data" || isOffPath(call)) return [];
    const variable = file.bindings.variable(only.at);
    const reads = variable ? readsOf(variable) : [only.at];
    const [first] = reads;
    const returned = reads.length === 1 && first ? returnedFor(first) : undefined;
    if (returned === undefined || throwsWithoutValue(only.at, variable)) return [];
    return answersFailures(call, rootEnv(file)) ? [{ call, instead: returned }] : [];
  });
}

/** What is returned where the value is `null`: `null` of `return data`, `[]` of `return (data ?? []).map(…)`. */
function returnedFor(value: Node): string | undefined {
  let instead = "null";
  let child = value;
  for (const up of ancestors(value)) {
    if (up.type === "ReturnStatement") return instead;
    if (up.type === "LogicalExpression" && up.operator !== "&&" && up.left === child && isEmptyValue(unwrap(up.right)))
      instead = unwrap(up.right).type === "ArrayExpression" ? "[]" : "null";
    else if (!ASSERTIONS.test(up.type) && !(instead === "[]" && isStepOfChain(up, child))) return undefined;
    child = up;
  }
  return undefined;
}

const ASSERTIONS = /^TS\w+Expression$|^TSTypeAssertion$/u;

/** `.map` and `.map(…)` of `rows.map(…)` */
function isStepOfChain(up: Node, child: Node): boolean {
  return (
    (up.type === "MemberExpression" && up.object === child) || (up.type === "CallExpression" && up.callee === child)
  );
}

/** What takes the answer of a call that is waited for: a pattern or name, or the statement where nobody does. */
function holderOf(call: TSESTree.CallExpression): Node | undefined {
  const parent = parentOf(call);
  if (parent?.type === "ArrayExpression") return holderByPosition(call, parent);
  if (parent?.type !== "AwaitExpression") return undefined;
  const user = parentOf(parent);
  return user?.type === "VariableDeclarator" ? user.id : user?.type === "ExpressionStatement" ? user : undefined;
}

/** `const [{ data: orders }, { data: items }] = await Promise.all([…, …])` */
function holderByPosition(call: TSESTree.CallExpression, list: TSESTree.ArrayExpression): Node | undefined {
  const all = list.parent;
  if (all.type !== "CallExpression" || dottedName(all.callee) !== "Promise.all") return undefined;
  const declarator = all.parent.type === "AwaitExpression" ? all.parent.parent : undefined;
  if (declarator?.type !== "VariableDeclarator" || declarator.id.type !== "ArrayPattern") return undefined;
  return declarator.id.elements[list.elements.indexOf(call)] ?? undefined;
}

interface Part {
  readonly name: string;
  /** The name that holds it, or the place where it is read. */
  readonly at: Node;
}

/** The parts of an answer that are read; undefined where the answer goes on as a whole, or a part is taken apart at once. */
function partsOf(holder: Node, file: File): Part[] | undefined {
  const parts = holder.type === "ObjectPattern" ? partsByPattern(holder) : partsByName(holder, file);
  return parts && parts.length > 0 && parts.every((part) => part !== undefined) ? parts : undefined;
}

function partsByPattern({ properties }: TSESTree.ObjectPattern): (Part | undefined)[] {
  return properties.map((entry) => {
    const name = entry.type === "Property" ? keyName(entry.key, entry.computed) : undefined;
    if (entry.type !== "Property" || name === undefined) return undefined;
    return entry.value.type === "Identifier" ? { name, at: entry.value } : undefined;
  });
}

function partsByName(holder: Node, file: File): (Part | undefined)[] | undefined {
  const variable = holder.type === "Identifier" ? file.bindings.variable(holder) : undefined;
  return (
    variable &&
    readsOf(variable).map((use) => {
      const read = parentOf(use);
      const name = read?.type === "MemberExpression" && read.object === use ? memberName(read) : undefined;
      return read && name !== undefined ? { name, at: read } : undefined;
    })
  );
}

/** The links of a chain, from its last call on: `eq`, `update`, `from`. */
function* chainOf(call: TSESTree.CallExpression): Generator<TSESTree.CallExpression> {
  let node: Node = call;
  while (node.type === "CallExpression" || node.type === "MemberExpression") {
    if (node.type === "CallExpression") yield node;
    node = unwrap(node.type === "CallExpression" ? node.callee : node.object);
  }
}

function isWrite(call: TSESTree.CallExpression): boolean {
  return [...chainOf(call)].some((link) => WRITES.test(calleeName(link) ?? ""));
}

/** By its table, its fields or the name of a function around it, the call is no part of the tool's work. */
function isBeside(call: TSESTree.CallExpression, fn: FunctionNode): boolean {
  const names = [fn, ...ancestors(fn)].flatMap((up) => (isFunction(up) ? (functionName(up) ?? []) : []));
  return names.some((name) => BESIDE_BY_NAME.test(name)) || [...chainOf(call)].some(isLinkBeside);
}

function isLinkBeside({ arguments: [given] }: TSESTree.CallExpression): boolean {
  if (given?.type === "ObjectExpression")
    return given.properties.every(
      (entry) => entry.type === "Property" && TIME_MARK.test(keyName(entry.key, entry.computed) ?? ""),
    );
  return given !== undefined && TABLES_BESIDE.test(writtenText(given));
}
