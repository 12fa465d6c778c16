import { categoryOf, STATUSES_WITH_RETRY_AFTER, TERMINAL_CATEGORIES } from "../../contract/categories.js";
import { DIALECTS, dialectOf, type DialectName } from "../../contract/dialects.js";
import type { Node } from "../../syntax/tree.js";
import { conveyed } from "../flow/provenance.js";
import { alternatives, type Site, type Value } from "../flow/values.js";
import { conveyanceOf } from "./conveyance.js";
import type { Exit, ToolExits } from "./exits.js";
import { constantIn, fieldOf, payloadsOf, terminalOf, textsOf, type Payload, type PayloadField } from "./payload.js";
import { statusesIn } from "./tested-kinds.js";
import { leavingValue, siteOfRecord, siteUnder } from "./field-places.js";
import { isMeantAsError } from "./wire.js";
import { wordsOf } from "./words.js";

/** A result that tells the model to repeat a call, against what its path says of the failure. */
export interface Contradiction {
  readonly site: Site;
  readonly exit: Exit;
  readonly field: PayloadField;
  /** The category as the result spells it. */
  readonly category: string;
  /** The status that the category follows from. */
  readonly status: number | undefined;
  /** The class that the category follows from. */
  readonly className: string | undefined;
}

/** Terminal failures that are marked retryable. */
export function retryableTerminalIn(tool: ToolExits): Contradiction[] {
  return eachOnce(tool, (exit, payload) => {
    const field = fieldOf(payload, "retryable");
    if (!field || constantIn(field) !== true || isIssue(field)) return undefined;
    const terminal = terminalOf(payload);
    if (!terminal) return undefined;
    const { stated, status, className, test } = terminal;
    return { site: siteUnder(test, field), exit, field, category: stated, status, className };
  });
}

/** `{ severity, category: "validation", message, retryable }`: an entry of a report on something that was examined. */
function isIssue({ record }: PayloadField): boolean {
  return record.fields.has("severity") && record.fields.has("category");
}

/** A wait that is not told, or told as 0. */
export interface MissingWait {
  readonly site: Site;
  readonly exit: Exit;
  /** The field that says 0. */
  readonly zero: PayloadField | undefined;
  readonly status: number | undefined;
  /** It is marked retryable; else a rate limit without a flag that says so. */
  readonly isMarked: boolean;
}

const RATE_LIMIT = /rate[\s_-]*limit|too[\s_]many[\s_](?:requests|calls)|\b429\b|throttl|quota/iu;
const SPEAKS_OF_WAIT = /retry[\s_-]?after|ratelimit-reset|\b\d+\s*(?:s|sec|seconds?|min|minutes?|ms)\b/iu;

/** Retryable failures without a wait, and rate limits with a wait of 0. */
export function missingWaitsIn(tool: ToolExits): MissingWait[] {
  const general = sitesForOthers(tool);
  return eachOnce(tool, (exit, payload) => {
    const asked = statusToWaitFor(payload);
    // `if (![429, 502, 503].includes(status)) break;`: what is told behind the loop is told of any failure.
    const isOfAny = asked !== undefined && general.has(siteOfWhole(exit, payload)?.node);
    const status = isOfAny ? undefined : asked;
    const recovery = fieldOf(payload, "recovery");
    const isLimit = isRateLimit(payload);
    const wait = fieldOf(payload, "wait") ?? (recovery && isSeen(recovery, exit) ? undefined : recovery);
    if (wait && !isNothing(wait.value)) {
      if (constantIn(wait) !== 0 || !(status !== undefined || isLimit)) return undefined;
      return told(exit, payload, { zero: wait, status, isMarked: false });
    }
    if (!payload.isClosed || speaksOfWait(exit) || constantIn(fieldOf(payload, "retryable")) === false)
      return undefined;
    const isAsked =
      isRetryable(payload) &&
      asksForWait(payload, exit.file.project.options.settings.dialect) &&
      !asksForConsent(payload);
    const isMeant = isLimit && (recovery ?? fieldOf(payload, "retryable")) !== undefined;
    if (status === undefined && !isAsked && !isMeant) return undefined;
    return told(exit, payload, { zero: undefined, status, isMarked: isAsked });
  });
}

/** All hints that it holds are known: a wait is none of them. */
function isSeen({ value }: PayloadField, { state }: Exit): boolean {
  return alternatives(value).every((one) => state.recordOf(one)?.open === false);
}

function statusToWaitFor({ conditions }: Payload): number | undefined {
  return statusesIn(conditions).find((one) => STATUSES_WITH_RETRY_AFTER.has(one));
}

/** Where failures with another status are told, or with one that nobody has asked for. */
function sitesForOthers({ exits }: ToolExits): ReadonlySet<Node | undefined> {
  const failing = exits.filter(({ failures }) => failures.length > 0);
  return new Set(
    failing.flatMap((exit) =>
      payloadsOf(exit).flatMap((payload) =>
        statusToWaitFor(payload) === undefined ? siteOfWhole(exit, payload)?.node : [],
      ),
    ),
  );
}

function told(exit: Exit, payload: Payload, wait: Omit<MissingWait, "site" | "exit">): MissingWait | undefined {
  const site = siteOfWhole(exit, payload);
  return site && { site, exit, ...wait };
}

function isNothing(value: Value): boolean {
  return alternatives(value).every((one) => one.kind === "constant" && (one.value === undefined || one.value === null));
}

/** An error that tells the model to repeat the call. A terminal one must not be repeated at all: another rule says so. */
function isRetryable(payload: Payload): boolean {
  const categories = textsOf(fieldOf(payload, "category")).map((text) => categoryOf(text));
  if (categories.some((category) => category && TERMINAL_CATEGORIES.has(category))) return false;
  const retryable = fieldOf(payload, "retryable");
  return retryable
    ? constantIn(retryable) === true
    : categories.length > 0 && categories.every((one) => one === "transient");
}

function isRateLimit(payload: Payload): boolean {
  return [...textsOf(fieldOf(payload, "code")), ...textsOf(fieldOf(payload, "category"))].some((text) =>
    RATE_LIMIT.test(text),
  );
}

/** The dialect `compact` has no field for a wait; one that is at hand is passed on all the same. */
function asksForWait({ fields }: Payload, expected: DialectName): boolean {
  const dialect = dialectOf(new Set(fields.map(({ name }) => name)), expected);
  return DIALECTS[dialect].fields.wait !== undefined;
}

const CONSENT = /^(?:auth|authori[sz]ation|consent)_?ur[il]$|^(?:required|missing)_?(?:scopes|permissions)$/iu;

/** `authorizationUrl`, `missingScopes`: somebody has to agree first, however long that takes. */
function asksForConsent({ records }: Payload): boolean {
  return records.some(({ fields }) => [...fields.keys()].some((name) => CONSENT.test(name)));
}

function speaksOfWait(exit: Exit): boolean {
  return exit.visible.parts.some(
    (part) =>
      SPEAKS_OF_WAIT.test(wordsOf(part, exit.state)) ||
      conveyed(part, exit.state).some((source) => source.kind === "failure" && source.part === "headers"),
  );
}

/** The value that leaves with the fields, or without any. */
function siteOfWhole(exit: Exit, { records }: Payload): Site | undefined {
  const [first] = records;
  const record = first ?? exit.visible.result ?? exit.state.recordOf(exit.value);
  if (record) return siteOfRecord(record);
  return exit.at && { node: leavingValue(exit.at.node), file: exit.at.file };
}

/** The model reads an error, with the flag or without it; what worked at the second attempt is none. */
function isError(exit: Exit): boolean {
  if (exit.seen !== "result" || isMeantAsError(exit.visible, exit.state)) return true;
  return exit.failures.some((failure) => conveyanceOf(exit, failure) !== "none");
}

function eachOnce<T extends { readonly site: Site }>(
  { exits }: ToolExits,
  find: (exit: Exit, payload: Payload) => T | undefined,
): T[] {
  const found = new Map<Node, T>();
  for (const exit of exits) {
    if (exit.seen === "protocol-error") continue;
    if (!isError(exit)) continue;
    for (const payload of payloadsOf(exit)) {
      const fault = find(exit, payload);
      if (fault && !found.has(fault.site.node)) found.set(fault.site.node, fault);
    }
  }
  return [...found.values()];
}
