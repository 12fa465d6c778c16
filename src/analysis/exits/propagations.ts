import type { Concept } from "../../contract/dialects.js";
import type { Failure } from "../flow/operations.js";
import type { RecordObject, Site } from "../flow/values.js";
import { callsAgent } from "../policy/agents.js";
import type { Exit, ToolExits } from "./exits.js";
import { decisionOf } from "./field-places.js";
import { payloadsOf, type Payload } from "./payload.js";
import { isContract, type ToldError } from "./told-contract.js";

/** A failure that one agent hands to another, which has to go on without having seen it. */
export interface Propagation {
  readonly site: Site;
  /** `subagent`: the failed work was another agent's; `partial`: the payload calls itself a partial failure. */
  readonly kind: "partial" | "subagent";
  readonly missing: readonly Concept[];
}

/** What a coordinator needs beside the sentence. */
const NEEDED = ["category", "retryable", "partialResults", "attempts"] as const satisfies readonly Concept[];

/** Every failure that is handed on to a coordinator without what it needs. */
export function propagationsIn(tools: readonly ToolExits[], errors: readonly ToldError[]): readonly Propagation[] {
  const partial = tools.flatMap(({ exits }) => exits.flatMap((exit) => payloadsOf(exit).flatMap(partialFailureIn)));
  const others = errors.filter((error) => isContract(error) && partialIn(error.payload) === undefined);
  const ofAgents = others.filter(({ exit }) =>
    failuresTold(exit).some(({ operation }) => callsAgent(operation, exit.state)),
  );
  return [
    ...partial,
    ...ofAgents.map(({ site, payload, isClosed }) => ({
      site,
      kind: "subagent" as const,
      missing: isClosed ? missingIn(payload) : [],
    })),
  ].filter(({ missing }) => missing.length > 0);
}

function partialFailureIn(payload: Payload): readonly Propagation[] {
  const record = partialIn(payload);
  if (!record) return [];
  return [{ site: decisionOf(record).site, kind: "partial", missing: payload.isClosed ? missingIn(payload) : [] }];
}

/** The object that says `status: "partial_failure"`. */
function partialIn({ records }: Payload): RecordObject | undefined {
  return records.find(({ fields }) => {
    const status = fields.get("status");
    return status?.kind === "constant" && /^partial[\s_-]?failure$/iu.test(String(status.value));
  });
}

function missingIn({ fields }: Payload): Concept[] {
  return NEEDED.filter((concept) => !fields.some((field) => field.concept === concept));
}

/** Those that the exit is for: the last one, and what the same clause gets. An earlier one has been dealt with. */
function failuresTold({ failures, state }: Exit): readonly Failure[] {
  // One that is only expected there counts as well.
  const last = state.failures.at(-1);
  const caughtAt = last && state.caught.get(last)?.node;
  return failures.filter((one) => one === last || (caughtAt && state.caught.get(one)?.node === caughtAt));
}
