import type { ErrorCategory, ToolErrorPayload } from "../contract.js";
import { ownPayload } from "../write.js";
import { makePayload } from "../payload.js";
import { cleanText } from "../safe.js";
import { settings } from "../settings.js";
import type { Classification, ClassifyOptions, Recognise } from "./classification.js";
import { http } from "./http.js";
import { retryAfterOf } from "./retry-after.js";
import { chainOf, headersOf, isNamed, namesOf, statusOf } from "./shape.js";
import { FETCH_MESSAGE, KEYS, TLS, type Row } from "./table.js";
import { detailOf, validation } from "./validation.js";
import { vendors } from "./vendors.js";

const byName = (node: any): unknown[] => [
  ...namesOf(node),
  // The message is all that the rejections of `fetch` have.
  node.name === "TypeError" && FETCH_MESSAGE.test(node.message) && "econnreset",
];

const byCode = ({ code, errorCode = code, killed, signal, syscall }: any): unknown[] => {
  const key = `${errorCode}`.toLowerCase();
  return [
    // A missing program is the server's own fault, not an input that names a missing file.
    !/^spawn/.test(syscall) && key,
    TLS.test(key) && "=tls",
    // What `execFile` leaves of a process that its time limit has killed.
    killed && signal && !code && "etimedout",
  ];
};

/** A signal that fires by time has a TimeoutError as its reason. */
const cancellation: Recognise = (node, _options, chain) => [
  [...byCode(node), ...byName(node)].some((key) => KEYS.get(key) === KEYS.get("AbortError")) &&
    (chain.find((link) => link.name === "TimeoutError")?.name ?? "AbortError"),
];

/** In the order of how much they say; each asks the whole cause chain before the next one is asked. */
const STAGES: readonly Recognise[] = [cancellation, validation, vendors, http, byCode, byName];

const NO_REPETITION = "Do not repeat the call: report the failure or take another way.";

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
};

const found = (payload: ToolErrorPayload, rule: string, waitFromUpstream = true, matched = true): Classification => ({
  ...payload,
  rule,
  matched,
  waitFromUpstream,
});

/** Puts a row of the table, and what the error itself adds to it, into the words of the contract. */
const inWords = (row: Row, node: any, { idempotent, service }: ClassifyOptions, told = ""): Classification => {
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
  const detail = code === "invalid input" ? detailOf(node) : told;
  const [
    category = "transient",
    next = isUnknown
      ? "It may have taken effect: read the current state before repeating it."
      : isRetryable
        ? `Wait ${retryAfterSeconds} seconds, then repeat the same call.`
        : NO_REPETITION,
    customerFriendlyMessage,
  ] = WORDS[code!] ?? WORDS[mark!] ?? [];
  const what =
    detail.replace(/\.$/, "") ||
    `${service ? `The call to ${service}` : "The tool"} failed: ${code}${status ? ` (HTTP ${status})` : ""}`;
  return found(
    makePayload(category, {
      isRetryable,
      retryAfterSeconds,
      errorCode: code,
      description: `${what}. ${next}`,
      customerFriendlyMessage,
      recovery: isUnknown ? { stateAfterTimeoutUnknown: true } : undefined,
    }),
    `${node.name ?? ""} ${status ?? node.code ?? ""}`.trim(),
    wait !== undefined,
    code !== "unclassified",
  );
};

const fromClassifiers = (error: unknown, options: ClassifyOptions): Classification | undefined => {
  for (const classifier of [...(options.classifiers ?? []), ...(settings.classifiers ?? [])]) {
    try {
      const fields = classifier(error);
      // A wait that the author has written counts as much as one from a header.
      if (fields) return found(makePayload(fields.category, fields), "classifier");
    } catch {
      // A classifier that fails on an unfamiliar error has not recognised it.
    }
  }
  return undefined;
};

const unmatched = (error: unknown, options: ClassifyOptions): Classification => {
  const { fallback } = options;
  if (fallback) return found(makePayload(fallback.category, fallback), "fallback", true, false);
  // FastMCP's UserError is documented as an error whose message is shown.
  const told = isNamed(error, /^UserError$/) ? cleanText((error as Error).message, 500) : "";
  return inWords(KEYS.get("=none")!, { name: "none" }, options, told || "The tool failed for an unknown reason");
};

/**
 * Says what an error means for the agent: its category, whether the same call may be repeated and when.
 *
 * Looks, in this order, at failures of this package, user classifiers, cancellation, schema libraries, vendor shapes,
 * HTTP status and headers, system codes and names; through `cause` and `AggregateError`. An error that nothing matches is
 * transient, not retryable, `UNCLASSIFIED`, `matched: false`. The error's own message is never used, except the issues of
 * schema libraries, the fields that gRPC names as invalid, the message of an MCP SDK error for bad parameters, and
 * FastMCP's `UserError`. Throws nothing.
 */
export const classifyError = (error: unknown, options: ClassifyOptions = {}): Classification => {
  try {
    const own = ownPayload(error);
    if (own) return found(own, "own");
    const custom = fromClassifiers(error, options);
    if (custom) return custom;
    const chain = chainOf(error);
    for (const recognise of STAGES) {
      for (const node of chain) {
        try {
          for (const key of recognise(node, options, chain)) {
            const row = KEYS.get(key);
            if (row) return inWords(row, node, options);
          }
        } catch {
          // A shape that cannot be read is none that is known.
        }
      }
    }
    return unmatched(error, options);
  } catch {
    // Only a deliberately hostile object gets here; its text must not leave either.
    return unmatched(undefined, {});
  }
};
