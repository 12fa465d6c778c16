import type { ErrorCategory, ToolErrorPayload } from "../contract.js";
import { ownPayload } from "../write.js";
import { makePayload } from "../payload.js";
import { attempt, cleanText, optionsOf, sentence } from "../safe.js";
import { settings } from "../settings.js";
import type { Classification, ClassifyOptions, Recognise } from "./classification.js";
import { exposedMessage } from "./exposed.js";
import { http } from "./http.js";
import { retryAfterOf } from "./retry-after.js";
import { chainOf, headersOf, isNamed, namesOf, statusOf } from "./shape.js";
import { KEYS, type Row } from "./table.js";
import { keysOf } from "./patterns.js";
import { detailOf, validation } from "./validation.js";
import { vendors } from "./vendors.js";
import { wordsOf } from "./words.js";

const byName = (node: any): unknown[] => namesOf(node).flatMap(keysOf);

const byCode = ({
  code,
  extensions,
  type,
  errorCode = code ?? extensions?.code ?? type,
  killed,
  signal,
  syscall,
}: any): unknown[] =>
  // A missing program is the server's own fault, not an input that names a missing file. Stripe puts the name of its class there.
  /^spawn|[a-z]Error$/.test(`${syscall} ${errorCode}`)
    ? []
    : // What `execFile` leaves of a process that its time limit has killed.
      [...keysOf(String(errorCode)), killed && signal && !code && "timeout"];

/** A signal that fires by time has a TimeoutError as its reason. */
const cancellation: Recognise = (node, _options, chain) => [
  [...byCode(node), ...byName(node)].some((key) => KEYS.get(key) === KEYS.get("cancelled")) &&
    (chain.some((link) => link.name === "TimeoutError") ? "timeout" : "cancelled"),
];

/** In the order of how much they say; each asks the whole cause chain before the next one is asked. */
const STAGES: readonly Recognise[] = [cancellation, validation, vendors, http, byCode, byName];

const NO_REPETITION = "Do not repeat the call: report the failure or take another way.";

/** What an unclassified failure says besides the words of an author. */
export const UNKNOWN_CAUSE = `The cause is unknown. ${NO_REPETITION}`;

/** Categories, what to do next, and what a customer may hear, by the first member of the row or by its code. */
const WORDS: Record<string, [category: ErrorCategory, next: string, forCustomers?: string]> = {
  v: ["validation", "Correct the input before calling again."],
  p: [
    "permission",
    "Do not repeat the call: someone has to grant access first.",
    "I do not have the access that this needs.",
  ],
  b: ["business", NO_REPETITION, "This cannot be done at the moment."],
  "not found": ["validation", "Check the identifier, or search for it first."],
  unclassified: ["transient", UNKNOWN_CAUSE],
};

/** What a customer may hear of a failure whose author said nothing for customers. */
export const forCustomers = (category: ErrorCategory): string | undefined => WORDS[category[0]!]?.[2];

const found = (payload: ToolErrorPayload, rule: string, waitFromUpstream = true, matched = true): Classification => ({
  ...payload,
  rule,
  matched,
  waitFromUpstream,
});

/** Puts a row of the table, and what the error itself adds to it, into the words of the contract. */
const inWords = (row: Row, node: any, { idempotent, service }: ClassifyOptions, told: string): Classification => {
  const status = statusOf(node);
  // "true", "false", or gRPC's push-back in milliseconds, which forbids a repetition when it is negative.
  const verdict = ["x-should-retry", "stripe-should-retry", "grpc-retry-pushback-ms"]
    .map(headersOf(node))
    .find(Boolean);
  // A code has one category, so that of a terminal conflict cannot be the one of a conflict that may be retried.
  const [mark, defaultWait, code] = verdict === "true" && status === 409 ? KEYS.get(":409!")! : row;
  const isUnknown = idempotent === false && mark === "?";
  const isRetryable = !isUnknown && (verdict === "true" || (mark !== "-" && !/^[-f]/.test(verdict!)));
  const wait = isRetryable ? retryAfterOf(node, status) : undefined;
  const retryAfterSeconds = wait ?? +defaultWait!;
  const [
    category = "transient",
    next = isUnknown
      ? "It may have taken effect: read the current state before repeating it."
      : isRetryable
        ? `Wait ${retryAfterSeconds} seconds, then repeat the same call.`
        : NO_REPETITION,
    customerFriendlyMessage,
  ] = WORDS[code!] ?? WORDS[mark!] ?? [];
  const isMatched = code !== "unclassified";
  const what =
    (code === "invalid input" && attempt(() => detailOf(node))) ||
    told ||
    `${service ? `The call to ${service}` : "The tool"} failed${isMatched ? `: ${code}${status ? ` (HTTP ${status})` : ""}` : ""}`;
  return found(
    makePayload(category, {
      isRetryable,
      retryAfterSeconds,
      errorCode: code,
      description: `${sentence(what)} ${next}`,
      customerFriendlyMessage,
      recovery: isUnknown ? { stateAfterTimeoutUnknown: true } : undefined,
    }),
    attempt(() => `${node.name ?? ""} ${status ?? node.code ?? ""}`.trim()) ?? "",
    wait !== undefined,
    isMatched,
  );
};

const fromClassifiers = (error: unknown, options: ClassifyOptions): Classification | undefined => {
  for (const classifier of [...(options.classifiers ?? []), ...(settings.classifiers ?? [])]) {
    // A classifier that fails on an unfamiliar error has not recognised it.
    const fields = attempt(() => classifier(error));
    // A wait that the author has written counts as much as one from a header.
    if (fields) return found(makePayload(fields.category, fields), "classifier");
  }
  return undefined;
};

/**
 * Says what an error means for the agent: its category, whether the same call may be repeated and when.
 *
 * Looks, in this order, at failures of this package, user classifiers, cancellation, schema libraries, vendor shapes,
 * HTTP status and headers, system codes and names; through `cause` and `AggregateError`, the errors in results that are no
 * exceptions; at last at what the words of wrappers say of status and code. An error that nothing matches has no category of
 * its own: it is `UNCLASSIFIED`, transient, not retryable, `matched: false`, and the description says that the cause is unknown.
 *
 * The error's own message is never told, except that of an error that `exposeMessages` allows, the issues of
 * schema libraries, the fields that gRPC names as invalid, the message of an MCP SDK error for bad parameters, and
 * FastMCP's `UserError`. Throws nothing.
 */
export const classifyError = (error: unknown, options?: ClassifyOptions): Classification => {
  const given = optionsOf(options);
  const own = ownPayload(error);
  if (own) return found(own, "own");
  const custom = attempt(() => fromClassifiers(error, given));
  if (custom) return custom;
  const chain = chainOf(error);
  // FastMCP's UserError is documented as an error whose message is shown.
  const told =
    attempt(() =>
      isNamed(error, /^UserError$/)
        ? cleanText((error as Error).message, 500)
        : exposedMessage(chain, given.exposeMessages ?? settings.exposeMessages),
    ) ?? "";
  for (const nodes of [chain, chain.map((node) => attempt(() => wordsOf(node)) ?? {})]) {
    for (const recognise of STAGES) {
      for (const node of nodes) {
        // A shape that cannot be read is none that is known.
        const row = (attempt(() => recognise(node, given, nodes)) ?? []).map((key) => KEYS.get(key)).find(Boolean);
        if (row) return inWords(row, node, given, told);
      }
    }
  }
  const { fallback } = given;
  if (fallback) return found(makePayload(fallback.category, fallback), "fallback", true, false);
  return inWords(KEYS.get("=none")!, { name: "none" }, given, told);
};
