import type { Concept } from "../../contract/dialects.js";
import { tellsOfAttempts } from "../../contract/waits.js";
import type { Failure } from "../flow/operations.js";
import type { RecordObject, Site } from "../flow/values.js";
import { callsAgent } from "../policy/agents.js";
import type { Exit, ToolExits } from "./exits.js";
import { decisionOf } from "./field-places.js";
import { isSame } from "./kinds.js";
import { constantIn, fieldOf, payloadsOf, type Payload } from "./payload.js";
import { isWithin } from "./places.js";
import { retriesIn, type Retry } from "./terminal-retries.js";
import { isContract, lacks, type ToldError } from "./told-contract.js";
import { wordsOf } from "./words.js";

/** A failure that one agent hands to another, which has to go on without having seen it. */
export interface Propagation {
  readonly site: Site;
  /**
   * `subagent`: the failed work was another agent's; `partial`: the payload calls itself a partial failure; `retried`: the
   * work was done again before it was given up.
   */
  readonly kind: "partial" | "subagent" | "retried";
  readonly missing: readonly Concept[];
}

/** What a coordinator needs beside the sentence. */
const NEEDED = ["category", "retryable", "partialResults", "attempts"] as const satisfies readonly Concept[];

/** Every failure that is handed on to a coordinator without what it needs. */
export function propagationsIn(tools: readonly ToolExits[], errors: readonly ToldError[]): readonly Propagation[] {
  const partial = tools.flatMap(({ exits }) => exits.flatMap((exit) => payloadsOf(exit).flatMap(partialFailureIn)));
  const others = errors.filter((error) => isContract(error) && partialIn(error.payload) === undefined);
  const ofAgents = others.flatMap((error) => {
    const isOfAgent = failuresTold(error.exit).some(({ operation }) => callsAgent(operation, error.exit.state));
    return isOfAgent ? propagation("subagent", error.site, error) : [];
  });
  const retries = others.some(isSilentOnAttempts) ? tools.flatMap(retriesIn) : [];
  const retried = others.flatMap((error): readonly Propagation[] =>
    isSilentOnAttempts(error) && retries.some((retry) => isAfter(error, retry))
      ? [{ site: error.site, kind: "retried", missing: ["attempts"] }]
      : [],
  );
  return [...partial, ...ofAgents, ...retried];
}

function propagation(
  kind: Propagation["kind"],
  site: Site,
  { isClosed, payload }: Pick<ToldError, "isClosed" | "payload">,
): readonly Propagation[] {
  const missing = NEEDED.filter((concept) => !payload.fields.some((field) => field.concept === concept));
  return isClosed && missing.length > 0 ? [{ site, kind, missing }] : [];
}

/** It asks for a repetition, and does not say that there have been some. */
function isSilentOnAttempts(error: ToldError): boolean {
  if (constantIn(fieldOf(error, "retryable")) !== true || !lacks(error, "attempts")) return false;
  return !error.exit.visible.parts.some((part) => tellsOfAttempts(wordsOf(part, error.exit.state)));
}

/** The error tells of what a loop has tried, once the loop has given up. */
function isAfter({ exit, site }: ToldError, { failure, loop, site: { file } }: Retry): boolean {
  return !isWithin(site, { node: loop, file }) && failuresTold(exit).some((one) => isSame(one, failure));
}

function partialFailureIn(payload: Payload): readonly Propagation[] {
  const record = partialIn(payload);
  return record ? propagation("partial", decisionOf(record).site, { isClosed: payload.isClosed, payload }) : [];
}

/** The object that says `status: "partial_failure"`. */
function partialIn({ records }: Payload): RecordObject | undefined {
  return records.find(({ fields }) => {
    const status = fields.get("status");
    return status?.kind === "constant" && /^partial[\s_-]?failure$/iu.test(String(status.value));
  });
}

/** Those that the exit is for: the last one, and what the same clause gets. An earlier one has been dealt with. */
function failuresTold({ failures, state }: Exit): readonly Failure[] {
  // One that is only expected there counts as well.
  const last = state.failures.at(-1);
  const caughtAt = last && state.caught.get(last)?.node;
  return failures.filter((one) => one === last || (caughtAt && state.caught.get(one)?.node === caughtAt));
}
