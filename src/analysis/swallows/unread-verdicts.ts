import type { TSESTree } from "@typescript-eslint/types";
import { opensWithFailure } from "../../contract/lexicon.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { calleeName, keyName, memberName } from "../../syntax/names.js";
import { ancestors, enclosingStatement, isFunction, parentOf, unwrap, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { FINDS_OUT, holdsVerdict, isFalse } from "../results/answers.js";
import { outcomesOf } from "../results/results.js";
import { calledFunction } from "../values/calls.js";
import { enclosingCatch } from "../values/flow.js";
import { guardsOf, testsPassed, variablesIn } from "../values/guards.js";
import { textOf, wordsOf } from "../values/text.js";
import { constantOf, objectShape, resolve, type Env, type ObjectShape, type Ref } from "../values/values.js";
import { isNothing } from "../values/written.js";
import { attemptOf, isOffPath } from "./excuses.js";

/** A function's word that its work failed, which its caller does not look at. */
export interface UnreadVerdict {
  /** The statement that reads the rest of the value, or leaves it alone. */
  readonly place: Node;
  /** As it is written: `success: false`. */
  readonly flag: string;
  readonly line: number;
  readonly file: File;
}

type Fields = ObjectShape["fields"];

interface Failure {
  readonly fields: Fields;
  /** What of the value says that the work failed, as it is written. */
  readonly flag: string;
  readonly at: Ref;
}

/** `{ success: false }`, `{ status: "error" }` */
const FLAG = /^(?:success|ok|succeeded|isSuccess)$/u;
const STATE = /^(?:status|outcome|state)$/u;
const FAILED = /^(?:error|failed|failure)$/iu;
/** What stands beside the flag where work outside has failed; a mere refusal has none of it. */
const CAUSE = /^(?:err|error\w*|reason|stderr|exit_?[cC]ode|code)$/u;
/** Parts by which a caller may see, or show, that the work failed. */
const TELLS =
  /^(?:success|ok|succeeded|isSuccess|status|outcome|state|err|errors?|error[A-Z_]\w*|is_?[eE]rror|failed|failures?|messages?|reason|details?|warnings?|stderr|exit_?[cC]ode|code|signal|timed_?[oO]ut)$/u;

/** A value that is made of another one's parts is followed through this many calls. */
const MAX_CALLS = 3;

/**
 * `const run = await execute(command); return text(run.output);`, where `execute` gives `{ success: false, output, error }` for a
 * command that failed: of a call, the word that nobody asks for; undefined where somebody may, or the call has none.
 */
export function unreadVerdict(call: TSESTree.CallExpression, env: Env): UnreadVerdict | undefined {
  const reads = readsOf(call, env);
  if (!reads || reads.some(({ part }) => TELLS.test(part))) return undefined;
  if (reads.length === 0 && (attemptOf(call) !== "work" || isOffPath(call) || tidiesUp(call, env))) return undefined;
  const isTold = ({ fields }: Failure): boolean => reads.some(({ part }) => tellsInPart(fields.get(part)));
  const first = failuresOf(call, env, MAX_CALLS).find((failure) => !isTold(failure));
  if (!first) return undefined;
  const { file } = first.at.env;
  const place = enclosingStatement(reads[0]?.at ?? call);
  return { place, flag: first.flag, line: file.lineOf(first.at.node), file };
}

interface Read {
  readonly part: string;
  readonly at: Node;
}

/** The parts of a call's value that are read, none where it is left alone; undefined where it goes on as a whole, or a part is tested. */
function readsOf(call: TSESTree.CallExpression, { file }: Env): Read[] | undefined {
  const { parent, child } = around(call);
  if (parent?.type === "ExpressionStatement") return child === call ? undefined : [];
  if (parent?.type === "MemberExpression" && parent.object === child) return readOf(parent);
  if (parent?.type !== "VariableDeclarator" || child === call) return undefined;
  const { id } = parent;
  if (id.type === "ObjectPattern") return readsByPattern(id);
  const variable = id.type === "Identifier" ? file.bindings.variable(id) : undefined;
  const uses = variable?.references.filter(({ identifier }) => identifier !== id) ?? [];
  const reads = uses.map(({ identifier }) => {
    const use = around(identifier);
    return use.parent?.type === "MemberExpression" && use.parent.object === use.child ? readOf(use.parent) : undefined;
  });
  return reads.length > 0 && reads.every((read) => read !== undefined) ? reads.flat() : undefined;
}

/** `const { output } = await run(command)` */
function readsByPattern({ properties }: TSESTree.ObjectPattern): Read[] | undefined {
  const reads = properties.map((entry): Read | undefined => {
    const part = entry.type === "Property" ? keyName(entry.key, entry.computed) : undefined;
    return part === undefined ? undefined : { part, at: entry };
  });
  return reads.length > 0 && reads.every((read) => read !== undefined) ? reads : undefined;
}

/** The node as others see it: behind `await`, casts and parentheses. */
function around(node: Node): { parent: Node | undefined; child: Node } {
  let child = node;
  let parent = parentOf(child);
  while (
    parent &&
    (parent.type === "AwaitExpression" || (unwrap(parent) !== parent && unwrap(parent) === unwrap(child)))
  ) {
    child = parent;
    parent = parentOf(child);
  }
  return { parent, child };
}

/** `output` of `run.output`, unless a test asks for it. */
function readOf(read: TSESTree.MemberExpression): Read[] | undefined {
  const part = memberName(read);
  if (part === undefined) return undefined;
  let child: Node = read;
  for (const up of ancestors(read)) {
    if ("test" in up && up.test === child) return undefined;
    if (/Statement$|^VariableDeclaration$/u.test(up.type)) break;
    child = up;
  }
  return [{ part, at: read }];
}

/** `run("rm -rf build")`: cleaning up, written as a command. */
function tidiesUp({ arguments: given }: TSESTree.CallExpression, env: Env): boolean {
  const [command] = given;
  if (!command || command.type === "SpreadElement") return true;
  const words = wordsOf(textOf({ node: command, env }));
  return /^\s*(?:sudo\s+)?(?:rm|rmdir|del|kill|pkill|killall|unlink|sleep)\b/u.test(words);
}

/** Where the called function gives a value that calls itself a failure, and says more of it. */
function failuresOf(call: TSESTree.CallExpression, env: Env, hops: number): Failure[] {
  const called = hops > 0 && !FINDS_OUT.test(calleeName(call) ?? "") ? calledFunction(call, env) : undefined;
  return called
    ? returnedExpressions(called.fn).flatMap((node) => failuresAt({ node, env: called.env }, hops - 1))
    : [];
}

function failuresAt(returned: Ref, hops: number): Failure[] {
  const { node, env } = resolve(returned);
  if (node.type === "CallExpression") return isRefuted(returned) ? [] : failuresOf(node, env, hops);
  const afterFailure = enclosingCatch(returned.node) !== undefined;
  return outcomesOf({ node, env }).flatMap(({ kind, ref }): Failure[] => {
    const shape = kind === "data" || kind === "unknown" ? objectShape(ref) : undefined;
    if (!shape || holdsVerdict(shape) || isOfNoCase(ref.node)) return [];
    const { fields, open } = shape;
    const flag = flagOf(fields);
    if (flag !== undefined)
      return afterFailure || [...fields.keys()].some((name) => CAUSE.test(name)) ? [{ fields, flag, at: ref }] : [];
    const error = afterFailure ? errorOf(fields) : undefined;
    if (error !== undefined) return [{ fields, flag: error, at: ref }];
    return open ? inherited(shape, ref.env, hops) : [];
  });
}

/** `default: return { success: false, error: "Unknown query" };`: who chose among the cases does not ask for one that is not there. */
function isOfNoCase(node: Node): boolean {
  const branch = [node, ...ancestors(node)].find((up) => up.type === "SwitchCase" || isFunction(up));
  return branch?.type === "SwitchCase" && branch.test === null;
}

/** `{ ...run, output: … }`, where `run` may have failed. */
function inherited({ node, fields }: ObjectShape, env: Env, hops: number): Failure[] {
  return node.properties
    .flatMap((entry) => (entry.type === "SpreadElement" ? failuresAt({ node: entry.argument, env }, hops) : []))
    .map((failure) => ({ ...failure, fields: new Map([...failure.fields, ...fields]) }))
    .filter((failure) => flagOf(failure.fields) !== undefined);
}

/** `if (!run.success) throw …; return run;`: only what has worked comes to the place. */
function isRefuted({ node, env: { file } }: Ref): boolean {
  const variable = file.bindings.variable(unwrap(node));
  if (!variable) return false;
  const isAbout = (test: Node): boolean => variablesIn(test, file).includes(variable);
  return (
    [...testsPassed(node)].some((test) => isAbout(test) && !asksForSuccess(test)) ||
    guardsOf(node).some(({ test, negated }) => isAbout(test) && asksForSuccess(test) !== negated)
  );
}

/** `run.success`, and nothing else. */
function asksForSuccess(test: Node): boolean {
  const node = unwrap(test);
  return node.type === "MemberExpression" && FLAG.test(memberName(node) ?? "");
}

function flagOf(fields: Fields): string | undefined {
  for (const [name, value] of fields) {
    if (FLAG.test(name) && isFalse(value)) return `${name}: false`;
    const state = STATE.test(name) ? constantOf(value) : undefined;
    if (typeof state === "string" && FAILED.test(state)) return `${name}: "${state}"`;
  }
  return undefined;
}

/** `{ synced: false, error: error.message }`: in a clause, the error is word enough. */
function errorOf(fields: Fields): string | undefined {
  for (const [name, value] of fields)
    if (/^(?:err|error|errorMessage)$/u.test(name) && !isNothing(value.node)) return `${name}: …`;
  return undefined;
}

/** `{ success: false, output: "Error: …" }`, `{ ok: false, text: error.message }`: who reads the part reads of the failure. */
function tellsInPart(value: Ref | undefined): boolean {
  if (!value) return false;
  const { node } = resolve(value);
  return (
    opensWithFailure(wordsOf(textOf(value))) || (node.type === "MemberExpression" && memberName(node) === "message")
  );
}
