import { ownPayload } from "../failure.js";
import type { AnyFields } from "../fields.js";
import type { ErrorCategory } from "../contract.js";
import { isCategory, makePayload } from "../payload.js";
import { cleanText, peek } from "../safe.js";
import { settings } from "../settings.js";
import type { Classification, ClassifyOptions, Finding } from "./classification.js";
import { http } from "./http.js";
import { retryAfterOf } from "./retry-after.js";
import { chainOf, namesOf, textOf } from "./shape.js";
import { CODES, FETCH_MESSAGE, TABLE, TLS } from "./table.js";
import { validation } from "./validation.js";
import { vendors } from "./vendors.js";

const codeOf = (node: object): string | undefined => {
  const key = [textOf(node, "code"), ...namesOf(node).map((name) => `n${name}`)].find((candidate) => CODES.has(candidate));
  return key && CODES.get(key);
};

function cancellation(node: object): Finding | undefined {
  if (codeOf(node) !== "CANCELLED") return undefined;
  // A signal that fires by time aborts with this cause.
  return { code: peek(node, "cause", "name") === "TimeoutError" ? "TIMEOUT" : "CANCELLED", rule: "abort" };
}

function system(node: object): Finding | undefined {
  const key = textOf(node, "code");
  // A missing program is the server's own fault, not an input that names a missing file.
  if (key === "ENOENT" && textOf(node, "syscall").startsWith("spawn")) return undefined;
  // What `execFile` leaves of a process that its time limit has killed.
  if (peek(node, "killed") && textOf(node, "signal") && !key) return { code: "TIMEOUT", rule: "killed" };
  const code = codeOf(node) ?? (TLS.test(key) ? "TLS_ERROR" : undefined);
  return code ? { code, rule: `code ${key || code}`, retry: key === "EMFILE" || undefined } : undefined;
}

const fetchMessage = (node: object): Finding | undefined =>
  peek(node, "name") === "TypeError" && FETCH_MESSAGE.test(textOf(node, "message").slice(0, 500)) ? { code: "NETWORK_ERROR", rule: "fetch" } : undefined;

/** In the order of how much they say; each asks the whole cause chain before the next one is asked. */
const STAGES: readonly ((node: object, options: ClassifyOptions) => Finding | undefined)[] = [
  cancellation,
  (node, { source }) => validation(node, source),
  vendors,
  http,
  system,
  fetchMessage,
];

const NEXT = {
  transient: "Do not repeat the same call at once: report the failure or take another way.",
  validation: "Correct the input before calling again.",
  permission: "Do not repeat the call: someone has to grant the access first.",
  business: "Do not repeat the call: explain this or take another way.",
};

const FOR_CUSTOMER: { [Category in ErrorCategory]?: string } = {
  permission: "I do not have the access that this needs.",
  business: "This cannot be done at the moment.",
};

/** Puts a finding into the words of the contract. */
function inWords({ code, rule, retry, wait, detail, unsure }: Finding, { idempotent, service }: ClassifyOptions): Classification {
  const [category, byTable, defaultWait, , what, hint, forCustomer] = TABLE[code]!;
  const isUnknown = idempotent === false && category === "transient" && (byTable === "unless-written" || unsure === true);
  const isRetryable = !isUnknown && (retry ?? byTable !== false);
  const seconds = wait ?? defaultWait;
  const status = rule.startsWith("http") ? ` (HTTP ${rule.slice(5)})` : "";
  const next = isUnknown
    ? "The action may have happened all the same: read the current state before deciding whether to repeat it."
    : isRetryable && category === "transient"
      ? `${seconds ? `Wait ${seconds} seconds, then repeat` : "Repeat"} the same call.`
      : hint || NEXT[category];
  const text = detail?.replace(/\.$/, "") || what.replace("@", () => cleanText(service, 100) || "The upstream service") + status;
  const payload = makePayload(category, {
    isRetryable,
    retryAfterSeconds: seconds,
    errorCode: code,
    description: `${text}. ${next}`,
    customerFriendlyMessage: forCustomer ?? FOR_CUSTOMER[category],
    recovery: isUnknown ? { stateAfterTimeoutUnknown: true } : undefined,
  });
  return { ...payload, matched: code !== "UNCLASSIFIED", rule, waitFromUpstream: wait !== undefined };
}

/** A category that does not exist, from JavaScript, must not take the rest of the failure with it. */
const categoryOf = (fields: AnyFields): ErrorCategory => (isCategory(peek(fields, "category")) ? fields.category : "transient");

const ofFields = (fields: AnyFields, matched: boolean, rule: string): Classification => ({
  ...makePayload(categoryOf(fields), fields),
  matched,
  rule,
  // A wait that the author has written counts as much as one from a header.
  waitFromUpstream: true,
});

function fromClassifiers(error: unknown, options: ClassifyOptions): Classification | undefined {
  for (const classifier of [...(options.classifiers ?? []), ...(settings.classifiers ?? [])]) {
    try {
      const fields = classifier(error);
      if (fields) return ofFields(fields, true, "classifier");
    } catch {
      // A classifier that fails on an unfamiliar error has not recognised it.
    }
  }
  return undefined;
}

function unmatched(error: unknown, options: ClassifyOptions): Classification {
  if (options.fallback) return ofFields(options.fallback, false, "fallback");
  const finding: Finding = { code: "UNCLASSIFIED", rule: "none" };
  // FastMCP's UserError is documented as an error whose message is shown.
  if (namesOf(error).includes("UserError")) finding.detail = cleanText(peek(error, "message"), 500);
  return inWords(finding, options);
}

/**
 * Says what an error means for the agent: its category, whether the same call may be repeated and when.
 *
 * Looks, in this order, at failures of this package, user classifiers, cancellation, schema libraries, vendor shapes,
 * HTTP status and headers, system codes and names; through `cause` and `AggregateError`. An error that nothing matches is
 * transient, not retryable, `UNCLASSIFIED`, `matched: false`. The error's own message is never used, except the issues of
 * schema libraries, the fields that gRPC names as invalid, the message of an MCP SDK error for bad parameters, and
 * FastMCP's `UserError`. Throws nothing.
 */
export function classifyError(error: unknown, options: ClassifyOptions = {}): Classification {
  try {
    const own = ownPayload(error);
    if (own) return { ...own, matched: true, rule: "own", waitFromUpstream: true };
    const custom = fromClassifiers(error, options);
    if (custom) return custom;
    const chain = chainOf(error);
    for (const stage of STAGES) {
      for (const node of chain) {
        const finding = stage(node, options);
        if (finding) return inWords({ ...finding, wait: finding.wait ?? retryAfterOf(node) }, options);
      }
    }
    return unmatched(error, options);
  } catch {
    // Only a deliberately hostile object gets here; its text must not leave either.
    return inWords({ code: "UNCLASSIFIED", rule: "unreadable" }, {});
  }
}
