import type { TSESTree } from "@typescript-eslint/types";
import {
  contains,
  enclosingFunction,
  enclosingLoop,
  isFunction,
  isInside,
  parentOf,
  type Node,
} from "../../syntax/tree.js";
import { calleeName, functionName, lastName, receiverName, wordsOfName } from "../../syntax/names.js";
import type { Failure, Operation } from "../flow/operations.js";
import { asksByLogVerb } from "../flow/library.js";
import { isForegone } from "../flow/tests.js";
import { conveyed } from "../flow/provenance.js";
import { type Site, type Source } from "../flow/values.js";
import type { Condition } from "../flow/conditions.js";
import type { Exit } from "../exits/exits.js";
import { recursionsIn } from "../exits/recursions.js";
import { memoised } from "../memoised.js";
import { wordsOf } from "../exits/words.js";
import { endsAsWithout, hasNoEffect, isInResult, isLeftOut, placeOf, standsIn, usualPlaces } from "./dependence.js";
import { TELEMETRY_ADDRESS, TELEMETRY_NAMES, TELEMETRY_PACKAGES } from "./telemetry.js";
import type { Lost } from "./lost.js";
import { commentNamesCause, hasReason, hasReasonOfPromise, namesIntent, saysWorkGoesOn } from "../swallows/reasons.js";

/** Why a failure may pass without a word. */
export interface Exemption {
  readonly id: string;
  readonly when: (lost: Lost) => boolean;
  /** What is exempt, for the rule's page. */
  readonly describes: string;
  readonly example: string;
  /** Code that looks alike and is not exempt. */
  readonly counterExample: string;
}

const CLEANUP =
  /^(?:close\w*|dispose\w*|unlink\w*|rm|rmdir\w*|rmSync|removeListener|removeAllListeners|removeEventListener|kill\w*|abort\w*|release\w*|disconnect\w*|destroy\w*|end|unsubscribe\w*|clear\w*|clean\w*|stop\w*|shutdown\w*|terminate\w*|rollback\w*|unref|teardown\w*|quit|detach\w*|unwatch\w*|unlock\w*|cleanup\w*|dismiss\w*|(?:delete|drop|remove)_?(?:session|te?mp)\w*)$/iu;
const TELEMETRY =
  /^(?:log(?!in|out)\w*|debug|info|warn|warning|trace|verbose|capture(?:Exception|Message|Error|Event|Metric|Stack)\w*|track\w*|emit\w*|report(?:Error|Event|Metric|Usage|Progress)\w*|record(?:Metric|Event|Usage|Telemetry)\w*|metric\w*|telemetry\w*|analytics\w*|notif(?:y|ication)\w*|send(?:Notification|Progress|Logging|Log|Telemetry|Event|Analytics|Metrics?)\w*|progress\w*|addBreadcrumb|setTag|startSpan|audit\w*|(?:write|append|add)\w*(?:Log|Metric)\w*|sendLoggingMessage|send\w*(?:Updated|Changed))$/iu;
const PROBE =
  /^(?:access(?:Sync)?|l?stat(?:Sync|fs\w*)?|exists\w*|pathExists|fileExists|dirExists|realpath\w*|readlink\w*|isDirectory|isFile|is(?:Visible|Hidden|Displayed|Attached|Enabled|Disabled|Checked|Editable))$/u;
const PARSE =
  /^(?:parse\w*|safeParse\w*|decode\w*|JSON5|URL|RegExp|Date|BigInt|Intl|atob|fromBase64|deserialize\w*|fromJSON|toJSON|parseInt|parseFloat|json|yaml\w*|loadYaml|stringify|unescape|decodeURI\w*|URLPattern|canParse|compile)$/u;
const DIGEST =
  /^(?:compute|calculate|calc|get|make|build|create)?_?(?:content|file|vault)?_?(?:fingerprint|checksum|digest|etag|hash|sha\d+|md5)/iu;
const WAIT = /^(?:sleep|wait(?:For)?|delay|pause|backoff|setTimeout)$/iu;
const CACHE = /cache|memo(?:ry|ize)?store/iu;

const verbOf = ({ failure }: Lost): string => failure.operation.verb;

/** The calls on the way to an operation. What runs in a span or a measured block is no part of it: `tracer.startActiveSpan(name, async () => …)`. */
function callsTo({ stack, site }: Operation): TSESTree.CallExpression[] {
  const sites = [...stack.sites(), site];
  return stack.sites().flatMap(({ node, file }, at) => {
    const next = sites[at + 1];
    if (node.type !== "CallExpression") return [];
    const isWithin =
      next?.file.filename === file.filename && node.arguments.some((argument) => isInside(next.node, argument));
    // `const logs = await logsOf(pod)` has a name like a log's.
    const isAsked = asksByLogVerb({ verb: calleeName(node) ?? "", site: { node, file } });
    return isWithin || isAsked ? [] : [node];
  });
}

/** A call on the way to the operation, or the operation itself, is named like this, and it is not what the tool is for. */
function isCalledAs(pattern: RegExp, lost: Lost): boolean {
  const { operation } = lost.failure;
  const names = [operation.verb, ...callsTo(operation).map((call) => calleeName(call) ?? "")];
  return names.some((name) => pattern.test(name) && !isTask(name, lost));
}

/** `closeTicket()` in the tool `close_ticket`, or in a function that is named for it: the work itself. */
function isTask(verb: string, { exit, failure: { operation } }: Lost): boolean {
  const words = wordsIn(verb);
  const named = [exit.tool.name ?? "", ...namesAround(operation.site.node)].filter((name) => name !== verb);
  return named.some((name) => {
    const known = wordsIn(name);
    const at = known.indexOf(words[0] ?? "");
    return words.length > 1 ? at >= 0 && words.every((word, step) => known[at + step] === word) : at === 0;
  });
}

/** `tracker.close(input.id)`, and the tool does nothing else. */
function isOnlyWork({ exit, failure: { operation } }: Lost): boolean {
  const done = [
    ...exit.completed,
    ...exit.pending.map((one) => one.operation),
    ...exit.failures.map((one) => one.operation),
  ];
  return operation.inputs.some(({ kind }) => kind === "input") && done.every((one) => one === operation);
}

/** `closeTicket`, `close_ticket`, `close-ticket`: close, ticket. */
function wordsIn(name: string): string[] {
  return name
    .replace(/(?<=[a-z\d])(?=[A-Z])/gu, "_")
    .toLowerCase()
    .split(/[^a-z\d]+/u)
    .filter((word) => word !== "")
    .map((word) => word.replace(/(?<=..)s$/u, ""));
}

/** `fetch("https://telemetry.example.com/v1", …)` */
function isSentTo(pattern: RegExp, { exit, failure: { operation } }: Lost): boolean {
  const [address] = operation.args;
  return operation.row?.fails === "response" && address !== undefined && pattern.test(wordsOf(address, exit.state));
}

/** `mixpanel.people.set(id)` */
function isOfTelemetryService(lost: Lost): boolean {
  const { callee } = lost.failure.operation;
  return (callee.kind === "library" && TELEMETRY_PACKAGES.test(callee.module)) || isCalledOn(TELEMETRY_NAMES, lost);
}

function isCalledOn(pattern: RegExp, { failure: { operation } }: Lost): boolean {
  return pattern.test(operation.receiver) || callsTo(operation).some((call) => pattern.test(receiverName(call)));
}

function clauseOf({
  caughtAt,
}: Lost): { readonly clause: TSESTree.CatchClause; readonly attempt: TSESTree.TryStatement } | undefined {
  const clause = caughtAt?.node;
  return clause?.type === "CatchClause" ? { clause, attempt: clause.parent } : undefined;
}

/** The path asked what kind of failure it is, and it is that kind: of several questions, the last one says so. */
function isNarrowed({ failure, exit }: Lost): boolean {
  const isOf = (source: Source): boolean => source.kind === "failure" && isOfChain(source.failure, failure, exit);
  // `isNotFound(error)` of a package
  const asksFor = (source: Source): boolean =>
    isOf(source) ||
    (source.kind === "operation" && source.operation.args.some((arg) => conveyed(arg, exit.state).some(isOf)));
  const asked = exit.conditions.filter((test) =>
    (test.either ?? [test]).every(
      (one) => !isOfForm(one, failure) && !isForegone(one) && conveyed(one.subject, exit.state).some(asksFor),
    ),
  );
  const last = asked.at(-1);
  return last !== undefined && (last.either ?? [last]).every(({ holds }) => holds);
}

/** The types of content blocks. */
const BLOCK_TYPES: ReadonlySet<unknown> = new Set(["text", "image", "audio", "resource", "resource_link"]);

/** `block.type === "text"` of the result of another server's tool: what it is made of, whether that failed or not. */
function isOfForm({ other }: Condition, { operation }: Failure): boolean {
  return operation.row?.fails === "tool-result" && other?.kind === "constant" && BLOCK_TYPES.has(other.value);
}

/** `await api.get(url).json().catch(log)`: what is awaited asks a service, whatever it is called. */
function isAwaited({ site: { node } }: Operation): boolean {
  let at = node;
  for (let up = parentOf(at); up; at = up, up = parentOf(at)) {
    if (up.type === "AwaitExpression") return true;
    const isChained =
      (up.type === "MemberExpression" && up.object === at) || (up.type === "CallExpression" && up.callee === at);
    if (!isChained) return false;
  }
  return false;
}

/** The failure itself, or the one for which it was thrown. */
function isOfChain(one: Failure, failure: Failure, exit: Exit): boolean {
  return one.operation === failure.operation || (failure.origin === "first-party" && exit.failures.includes(one));
}

/** The failure made the code do something else, and the model reads what that brought. */
function isFallback(lost: Lost): boolean {
  const { failure, exit, others } = lost;
  const usual = usualPlaces(others);
  return exit.completed.some(
    (operation) =>
      placeOf(operation) !== placeOf(failure.operation) &&
      !TELEMETRY.test(operation.verb) &&
      !CLEANUP.test(operation.verb) &&
      !WAIT.test(operation.verb) &&
      (!usual.has(placeOf(operation)) || standsIn(operation, lost)),
  );
}

/** The same operation worked when it was tried again. */
function workedLater(lost: Lost): boolean {
  const { failure, exit } = lost;
  const { operation } = failure;
  // An operation that gives its failure as a value has completed with it.
  if (failure.source === "error-value" || failure.source === "refused-response") return false;
  if (recursionsIn(exit).some((again) => again.failure === failure)) return true;
  if (failure.origin === "first-party" && isGuardedAgain(lost)) return true;
  const isAgain = exit.state.redone.some((one) => placeOf(one) === placeOf(operation));
  return isAgain && !isOfNextItem(operation, lost);
}

/** What the `try` guards was done again after what the project's own code threw there, and the model reads what that brought. */
function isGuardedAgain(lost: Lost): boolean {
  const { failure, exit } = lost;
  const { completed, state } = exit;
  const guarded = clauseOf(lost)?.attempt.block;
  const earlier = state.earlier.get(failure) ?? [];
  const isLater = (one: Operation): boolean =>
    state.redone.includes(one) || (completed.includes(one) && !earlier.includes(one));
  return (
    guarded !== undefined &&
    exit.sources.some(
      (source) =>
        source.kind === "operation" &&
        isLater(source.operation) &&
        source.operation.repeats &&
        [...source.operation.stack.sites(), source.operation.site].some(
          ({ node, file }) => file.filename === lost.caughtAt?.file.filename && isInside(node, guarded),
        ) &&
        !isOfNextItem(source.operation, lost),
    )
  );
}

/** What the loop around the clause goes over is asked, or given to the operation: each round does another work. */
function isOfNextItem({ inputs, args, callee }: Operation, { exit, caughtAt }: Lost): boolean {
  const own = caughtAt && enclosingLoop(caughtAt.node);
  const given = [...inputs, ...[callee, ...args].flatMap((value) => conveyed(value, exit.state))];
  return given.some((source) => source.kind === "item" && (!own || isInside(source.loop, own)));
}

function isOffPath(site: Site | undefined, operation: Operation): boolean {
  for (const start of [site?.node, operation.site.node]) {
    let child = start;
    for (let up: Node | undefined = child && parentOf(child); child && up; child = up, up = parentOf(up)) {
      if (up.type === "TryStatement" && up.finalizer === child) return true;
      if (isFunction(up)) break;
    }
  }
  return false;
}

const HOUSEKEEPING = /^(?:clean(?:up)?|prune|purge|sweep|evict|rotate)(?:[A-Z_]|$)/u;
const ORNAMENT = /(?:Prefix|Suffix|Footer|Banner|Badge|Hints?|Tips?|Nudge)$/u;

/** The names of the functions around an operation, innermost first. */
function namesAround(node: Node): string[] {
  const names: string[] = [];
  for (let up = parentOf(node); up; up = parentOf(up)) {
    const name = isFunction(up) ? functionName(up) : undefined;
    if (name !== undefined) names.push(name);
  }
  return names;
}

/** `if (found) break;`: the loop ends with what it looks for; one that only ends when a list is long enough goes over all. */
function endsWithFirst(loop: Node): boolean {
  return contains(loop, (node) => {
    if (node.type !== "BreakStatement") return false;
    const guard = [node.parent, node.parent.parent].find((up) => up?.type === "IfStatement");
    return (
      guard?.type !== "IfStatement" ||
      !contains(
        guard.test,
        (test) => test.type === "MemberExpression" && /^(?:length|size)$/u.test(lastName(test) ?? ""),
      )
    );
  });
}

/** `which git`, `node --version`: the question whether a command is there. */
function asksForCommand({ failure: { operation }, exit }: Lost): boolean {
  const words = operation.args
    .flatMap((arg) => exit.state.listOf(arg)?.items ?? [arg])
    .flatMap((arg) => (arg.kind === "constant" && typeof arg.value === "string" ? [arg.value] : []));
  return words.some((word) => /^(?:which|where|command -v)(?:\s|$)|--version$|--find$/u.test(word));
}

/** `db.from("usage_logs").insert(…)`, `update({ last_used_at })`: a record of what was done. */
const RECORDS_USE =
  /\bfrom\(\s*["'`]\w*(?:logs?|usage|audit|metrics|analytics|calls)\w*["'`]|\blast_?(?:used|seen|accessed)\w*\s*:/iu;

function recordsUse({ failure: { operation } }: Lost): boolean {
  const { node, file } = operation.site;
  return RECORDS_USE.test(file.textOf(node));
}

/** Nothing is done after the failure, though the tool's work comes after the clause where nothing has failed. */
function endsBeforeWork({ failure: { operation }, exit, others, caughtAt }: Lost): boolean {
  const isLater = ({ site }: Operation): boolean =>
    caughtAt !== undefined &&
    site.file.filename === caughtAt.file.filename &&
    site.node.range[0] >= caughtAt.node.range[1];
  if (operation.loop !== undefined || exit.completed.some(isLater)) return false;
  if (exit.at && caughtAt && isInside(exit.at.node, caughtAt.node)) return false;
  return others.some((other) => other.seen === "result" && other.completed.some(isLater));
}

/** The exemption that only holds where `commentedCauses` is off. */
export const COMMENTED_CAUSE = "commented-cause";

/** The exemptions, first to last: each one with what it exempts, and what looks alike and is reported. */
export const EXEMPTIONS: readonly Exemption[] = [
  {
    id: "cleanup",
    describes: "Cleanup that the caller doesn't depend on",
    when: (lost) => isCalledAs(CLEANUP, lost) && !isOnlyWork(lost),
    example: "try { await browser.close(); } catch {}",
    counterExample: "try { await store.save(order); } catch {}",
  },
  {
    id: "telemetry",
    describes: "Logs, metrics and notifications",
    when: (lost) =>
      (isCalledAs(TELEMETRY, lost) && !asksByLogVerb(lost.failure.operation)) ||
      recordsUse(lost) ||
      isSentTo(TELEMETRY_ADDRESS, lost) ||
      isOfTelemetryService(lost) ||
      isCalledOn(/(?:^|\.)(?:telemetry|analytics|metrics|tracer|span|progress)$/iu, lost),
    example: "await analytics.track(name).catch(() => {});",
    counterExample: "await orders.update(id).catch(() => {});",
  },
  {
    id: "probe",
    describes: "Probes of a file or an element: absence is the answer",
    when: (lost) => PROBE.test(verbOf(lost)) || asksForCommand(lost),
    example: "try { await access(path); return true; } catch { return false; }",
    counterExample: "try { await fetch(url); return true; } catch { return false; }",
  },
  {
    id: "parse",
    describes: "Parsers of a value at hand",
    when: (lost) =>
      lost.failure.origin === "validator" ||
      (PARSE.test(verbOf(lost)) && !lost.failure.operation.isAsync && !isAwaited(lost.failure.operation)),
    example: "try { return JSON.parse(text); } catch { return text; }",
    counterExample: "try { return JSON.parse(await load(id)); } catch { return {}; }",
  },
  {
    id: "digest",
    describes: "Fingerprints, which only compare two states",
    when: (lost) =>
      DIGEST.test(verbOf(lost)) || namesAround(lost.failure.operation.site.node).some((name) => DIGEST.test(name)),
    example: "async function contentHash(path) { try { return hash(await readFile(path)); } catch { return null; } }",
    counterExample: 'async function contentOf(path) { try { return await readFile(path); } catch { return ""; } }',
  },
  {
    id: "cache",
    describes: "Caches: without an entry, the work is done again",
    when: (lost) => isCalledOn(CACHE, lost) || CACHE.test(verbOf(lost)),
    example: "await cache.set(key, order).catch(() => {});",
    counterExample: "await store.set(key, order).catch(() => {});",
  },
  {
    id: "housekeeping",
    describes: "Functions named for housekeeping",
    when: (lost) => {
      const names = namesAround(lost.failure.operation.site.node);
      return names.some((name) => ORNAMENT.test(name) || (HOUSEKEEPING.test(name) && !isInResult(lost)));
    },
    example: "async function pruneSessions() { try { await db.delete(old); } catch {} }",
    counterExample: "async function deleteOrder(id) { try { await db.delete(id); } catch {} }",
  },
  {
    id: "detached",
    describes: "`finally` blocks, which run after the result is decided",
    when: ({ caughtAt, failure }) => isOffPath(caughtAt, failure.operation),
    example: "try { return await load(id); } finally { await release(id).catch(() => {}); }",
    counterExample: 'await save(id).catch(() => {}); return text("Saved.");',
  },
  {
    id: "narrowed",
    describes: "One expected failure, tested by code, status or class",
    when: isNarrowed,
    example: 'try { return await read(path); } catch (error) { if (error.code === "ENOENT") return []; throw error; }',
    counterExample: "try { return await read(path); } catch (error) { return []; }",
  },
  {
    id: "retried",
    describes: "Retries of the same operation",
    when: workedLater,
    example: "for (let n = 0; n < 3; n++) try { return await load(id); } catch { await wait(n); }",
    counterExample: "for (const id of ids) try { found.push(await load(id)); } catch {}",
  },
  {
    id: "fallback",
    describes: "Fallbacks: another operation does the work",
    when: isFallback,
    example: "try { return await fromIndex(id); } catch { return await fromDisk(id); }",
    counterExample: "try { return await fromIndex(id); } catch { return []; }",
  },
  {
    id: "candidate",
    describes: "Candidates: the first that works ends the loop",
    when: ({ failure: { operation }, exit }) => {
      const loop = operation.loop ?? enclosingLoop(operation.site.node);
      if (loop === undefined || !exit.completed.some(({ site }) => isInside(site.node, loop))) return false;
      const ends = [...exit.state.returns().map(({ site }) => site.node), ...(exit.at ? [exit.at.node] : [])];
      const fn = enclosingFunction(loop);
      return ends.some((node) => isInside(node, loop) && enclosingFunction(node) === fn) || endsWithFirst(loop);
    },
    example:
      'for (const mirror of mirrors) try { return json(await load(mirror)); } catch {} return fail("No mirror answers.");',
    counterExample: "for (const id of ids) try { found.push(await load(id)); } catch {}",
  },
  {
    id: "enrichment",
    describes: "Optional fields, left out beside what was found",
    when: (lost) => isLeftOut(lost) || endsAsWithout(lost),
    example: "let owner; try { owner = await loadOwner(id); } catch {} return json({ order, owner });",
    counterExample: "let items = []; try { items = await loadItems(id); } catch {} return json({ order, items });",
  },
  {
    id: "no-effect",
    describes: "Reads that no result depends on",
    when: hasNoEffect,
    example: "const region = await readRegion().catch(() => undefined); meter.add(region); return json(order);",
    counterExample: 'await saveOrder(order).catch(() => undefined); return text("Saved.");',
  },
  {
    id: "named-intent",
    describes: "A `catch` variable named `expected…` or `ignored…`",
    when: (lost) => {
      const found = clauseOf(lost);
      return found !== undefined && namesIntent(found.clause);
    },
    example: "try { await subscribe(id); } catch (ignored) {}",
    counterExample: "try { await subscribe(id); } catch (error) {}",
  },
  {
    id: "reason",
    describes: "A comment that says why the failure may be ignored",
    when: (lost) => {
      const { caughtAt } = lost;
      const found = clauseOf(lost);
      if (!caughtAt) return false;
      if (!found) return hasReasonOfPromise(caughtAt.node, caughtAt.file);
      if (saysWorkGoesOn(found.clause, caughtAt.file) && endsBeforeWork(lost)) return false;
      return hasReason(found.clause, found.attempt, caughtAt.file);
    },
    example: "try { await index.add(id); } catch { /* best effort: the next run fills the index again */ }",
    counterExample: "try { await index.add(id); } catch { /* TODO: handle error */ }",
  },
  {
    id: COMMENTED_CAUSE,
    describes: "A comment that names the one cause it expects; `strict` reports it, as every other failure passes too",
    when: (lost) => {
      const found = clauseOf(lost);
      return found !== undefined && lost.caughtAt !== undefined && commentNamesCause(found.clause, lost.caughtAt.file);
    },
    example: "try { await index.add(id); } catch { /* the index does not exist yet */ }",
    counterExample: "try { await index.add(id); } catch { /* ignore */ }",
  },
];

/** Exemptions for work that is done beside what the tool is there for. */
const ANCILLARY: ReadonlySet<string> = new Set(["cleanup", "telemetry", "cache", "housekeeping"]);

/** The exemption that covers a lost failure, of all or of some of them. */
export function exemptionOf(lost: Lost, among?: ReadonlySet<string>): Exemption | undefined {
  const { exit, failure, caughtAt } = lost;
  if (among || caughtAt !== exit.state.caught.get(failure)) return findExemption(lost, among);
  // Several questions ask it of the same failure.
  const known = exemptionsAt(exit);
  if (!known.has(failure)) known.set(failure, findExemption(lost));
  return known.get(failure);
}

const exemptionsAt = memoised((_: Exit) => new Map<Failure, Exemption | undefined>());

function findExemption(lost: Lost, among?: ReadonlySet<string>): Exemption | undefined {
  const isMain = isPrimary(lost);
  return EXEMPTIONS.find(({ id, when }) => (!among || among.has(id)) && !(isMain && ANCILLARY.has(id)) && when(lost));
}

/** Work beside the tool's own by its names alone: cleanup, and what goes to somebody else. */
export function isCleanupOrTelemetry(lost: Lost): boolean {
  return EXEMPTIONS.some(({ id, when }) => (id === "cleanup" || id === "telemetry") && when(lost));
}

/** What the tool is there for: its name says so (`closeTicket()` in `close_ticket`), or it does nothing else. */
function isPrimary(lost: Lost): boolean {
  const {
    failure: { operation },
    exit,
    others,
  } = lost;
  // A notice to the client is never what a tool is there for.
  if (/^send\w*(?:Changed|Updated)$|Notification$/u.test(operation.verb)) return false;
  const [verb = ""] = wordsOfName(operation.verb);
  const name = wordsOfName(exit.tool.name ?? "");
  const nouns = new Set(wordsOfName(`${operation.receiver} ${operation.verb}`).slice(-2).map(singular));
  if (name[0] === verb && name.slice(1).some((word) => nouns.has(singular(word)))) return true;
  const place = placeOf(operation);
  return (
    !isOfTelemetryService(lost) &&
    operation.stack.sites().length === 0 &&
    others.every((other) => other.completed.every((one) => placeOf(one) === place || CLEANUP.test(one.verb)))
  );
}

const singular = (word: string): string => word.replace(/s$/u, "");
