import { failureKindIn, type FailureKind } from "../../contract/failures.js";
import { isInside } from "../../syntax/tree.js";
import { conditionsOf, type Condition } from "../flow/conditions.js";
import { conveyed } from "../flow/provenance.js";
import type { State } from "../flow/state.js";
import { changes } from "../flow/effects.js";
import type { Operation } from "../flow/operations.js";
import type { RecordObject, Site, Value } from "../flow/values.js";
import { effectOfTool, type ToolEffect } from "../tools/tool-effects.js";
import { codeOf } from "./codes.js";
import { descriptionsIn } from "./descriptions.js";
import type { Exit } from "./exits.js";
import { siteOfField } from "./field-places.js";
import { constantIn, fieldOf, type PayloadField } from "./payload.js";
import { isWithin } from "./places.js";
import { statusesIn } from "./tested-kinds.js";
import { isContract, type ToldError } from "./told-contract.js";
import { wordsOf } from "./words.js";

/** What an error leaves out of what helps after its failure. */
export type MissingHint = { readonly site: Site } & (
  | { readonly kind: "retryable write"; readonly field: PayloadField }
  | {
      readonly kind: "unknown state" | "reconnect" | "action";
      /** The object that the hint belongs into, if there is one. */
      readonly recovery: RecordObject | undefined;
    }
);

/** The hint that each kind of failure asks for in the dialect `recovery`. */
const HINTS = {
  timeout: { kind: "unknown state", name: "stateAfterTimeoutUnknown" },
  "connection-lost": { kind: "reconnect", name: "requiresReconnect" },
  "access-denied": { kind: "action", name: "suggestedAction" },
} as const;

/** The hint that an error lacks, of those that a retry alone cannot make up for. */
export function missingHintIn(error: ToldError): MissingHint | undefined {
  const failed = isContract(error) ? failureKindOf(error) : undefined;
  if (failed === undefined) return undefined;
  const { site, dialect, isClosed, exit, payload } = error;
  const effect = effectOfTool(exit.tool, exit.file);
  const retryable = fieldOf(error, "retryable");
  if (failed === "timeout" && isDoneTwice(effect, exit) && retryable && constantIn(retryable) === true)
    return { site, kind: "retryable write", field: retryable };
  if (dialect !== "recovery" || !isClosed || (failed === "timeout" && !mayHaveChanged(effect, exit))) return undefined;
  const { kind, name } = HINTS[failed];
  if (payload.records.some(({ fields }) => fields.has(name))) return undefined;
  const recovery = fieldOf(error, "recovery");
  return {
    site: recovery ? siteOfHints(recovery, site) : site,
    kind,
    recovery: recovery && exit.state.recordOf(recovery.value),
  };
}

/** Where the hints are given to a function that makes the error of them; else where the error is made. */
function siteOfHints(recovery: PayloadField, site: Site): Site {
  const given = siteOfField(recovery);
  return isWithin(given, site) || isInside(given.node, recovery.record.made.node) ? site : given;
}

/** A second call of the tool does it again: it changes something each time, and no key tells the service of the repetition. */
function isDoneTwice({ writes, idempotent }: ToolEffect, exit: Exit): boolean {
  return writes === true && idempotent === false && !isRead(exit) && !sendsKey(exit);
}

/** What was under way when the time was up changes something: by what the tool says of itself, else by the operation. */
function mayHaveChanged({ writes }: ToolEffect, exit: Exit): boolean {
  if (writes !== undefined) return writes && !isRead(exit);
  return [...failedOperations(exit), ...exit.completed].some(({ effect }) => changes(effect));
}

/** What has failed only reads, whatever the tool does else. */
function isRead(exit: Exit): boolean {
  const failed = failedOperations(exit);
  return failed.length > 0 && failed.every(({ effect }) => effect === "reads");
}

function failedOperations({ failures }: Exit): readonly Operation[] {
  return failures.map(({ operation }) => operation);
}

/** The kind of failure that an error stands for: by its code, its type, the tests around it, or its description. */
function failureKindOf(error: ToldError): FailureKind | undefined {
  const { payload, exit } = error;
  const code = codeOf(error);
  const types = payload.records.flatMap(({ fields }) => fields.get("failureType") ?? []);
  for (const value of [...(code ? [code.value] : []), ...types]) {
    const kind = value.kind === "constant" ? failureKindIn(String(value.value)) : undefined;
    if (kind) return kind;
  }
  const tested = kindTested(
    payload.records.flatMap(({ tests }) => conditionsOf(tests)),
    exit.state,
  );
  // The sentence tells of a failure only where there is no code.
  if (tested || code) return tested;
  return failureKindIn(
    descriptionsIn(error)
      .map(({ value }) => wordsOf(value, exit.state))
      .join("\n"),
  );
}

function kindTested(conditions: readonly Condition[], state: State): FailureKind | undefined {
  const statuses = statusesIn(conditions);
  if (statuses.includes(408) || statuses.includes(504)) return "timeout";
  if (statuses.includes(401) || statuses.includes(403)) return "access-denied";
  for (const condition of conditions) {
    const kinds = (condition.either ?? [condition]).map((one) => kindAskedFor(one, state));
    if (kinds[0] && kinds.every((kind) => kind === kinds[0])) return kinds[0];
  }
  return undefined;
}

/** `error.name === "TimeoutError"`, `isTimeout(error)`; what the tool is asked to do says nothing of a failure. */
function kindAskedFor({ holds, subject, other, site }: Condition, state: State): FailureKind | undefined {
  const sources = [subject, ...(other ? [other] : [])].flatMap((value) => conveyed(value, state));
  const isOfInput = sources.length > 0 && sources.every(({ kind }) => kind === "input");
  return holds && !isOfInput ? failureKindIn(site.file.textOf(site.node)) : undefined;
}

const KEY = /idempoten(?:cy|t)[\s_-]?(?:key|token)|client_?(?:request_?)?token|dedup/iu;

/** How deep the arguments of an operation are looked into. */
const MAX_DEPTH = 4;

/** The service recognises a repetition by a key that is sent along. */
function sendsKey(exit: Exit): boolean {
  const holdsKey = (value: Value, depth: number): boolean => {
    if (depth <= 0) return false;
    if (value.kind === "derived") return KEY.test(value.key ?? "");
    if (value.kind === "constant") return KEY.test(String(value.value));
    const object = exit.state.objectOf(value);
    if (object?.kind === "list") return object.items.some((item) => holdsKey(item, depth - 1));
    return [...(object?.fields ?? [])].some(([name, field]) => KEY.test(name) || holdsKey(field, depth - 1));
  };
  return [...failedOperations(exit), ...exit.completed].some(({ args }) =>
    args.some((arg) => holdsKey(arg, MAX_DEPTH)),
  );
}
