import { ownPayload } from "../failure.js";
import type { AnyFields } from "../fields.js";
import { isCategory, makePayload } from "../payload.js";
import { cleanText, peek } from "../safe.js";
import { settings } from "../settings.js";
import type { Classification, ClassifyOptions, Finding, Recognise } from "./classification.js";
import { http } from "./http.js";
import { retryAfterOf } from "./retry-after.js";
import { chainOf, namesOf, statusOf, textOf } from "./shape.js";
import { CODES, FETCH_MESSAGE, TABLE, TLS } from "./table.js";
import { validation } from "./validation.js";
import { VENDORS } from "./vendors.js";

const byName: Recognise = (node) =>
  namesOf(node).reduce<string | undefined>((code, name) => code ?? CODES.get(`n${name}`), undefined) ??
  // The message is all that the rejections of `fetch` have.
  (node.name === "TypeError" && FETCH_MESSAGE.test(node.message) ? "NETWORK_ERROR" : undefined);

const isCancelled = (node: any): boolean =>
  byName(node ?? {}, {}) === "CANCELLED" || CODES.get(node?.code) === "CANCELLED";

/** A signal that fires by time has a TimeoutError as its reason, which is the cause or hangs on the request. */
const cancellation: Recognise = (node) =>
  isCancelled(node) || isCancelled(node.cause)
    ? [node.cause, node.config?.signal?.reason].some((reason) => reason?.name === "TimeoutError")
      ? "TIMEOUT"
      : "CANCELLED"
    : undefined;

const byCode: Recognise = ({ code, killed, signal, syscall }) => {
  // A missing program is the server's own fault, not an input that names a missing file.
  if (code === "ENOENT" && /^spawn/.test(syscall)) return undefined;
  if (code === "EMFILE") return { code: "RESOURCE_EXHAUSTED", retry: true };
  // What `execFile` leaves of a process that its time limit has killed.
  return killed && signal && !code ? "TIMEOUT" : (CODES.get(code) ?? (TLS.test(code) ? "TLS_ERROR" : undefined));
};

/** In the order of how much they say; each asks the whole cause chain before the next one is asked. */
const STAGES: readonly Recognise[] = [cancellation, validation, ...VENDORS, http, byCode, byName];

const NEXT: Record<string, string> = {
  transient: "Do not repeat the same call at once: report the failure or take another way.",
  validation: "Correct the input before calling again.",
  permission: "Do not repeat the call: someone has to grant access first.",
  business: "Do not repeat the call: take another way.",
  NOT_FOUND: "Check the identifier, or search for it first.",
};

/** Puts a finding into the words of the contract. */
function inWords(
  finding: Finding,
  { idempotent, service }: ClassifyOptions,
  rule: string,
  status?: number,
): Classification {
  const { code, retry, wait, detail, unsure } = finding;
  const [category, byTable, defaultWait] = TABLE[code]!;
  const isTransient = category === "transient";
  const isUnknown = idempotent === false && isTransient && (unsure ?? byTable === "unless-written");
  const isRetryable = isTransient && !isUnknown && (retry ?? byTable !== false);
  const seconds = wait ?? defaultWait;
  const words = `${code.toLowerCase().replaceAll("_", " ")}${status ? ` (HTTP ${status})` : ""}`;
  const next = isUnknown
    ? "It may have taken effect: read the current state before repeating it."
    : isRetryable
      ? `Wait ${seconds} seconds, then repeat the same call.`
      : (NEXT[code] ?? NEXT[category]);
  const label = cleanText(service, 100);
  return {
    ...makePayload(category, {
      isRetryable,
      retryAfterSeconds: seconds,
      errorCode: code,
      description: `${detail?.replace(/\.$/, "") || `${label ? `The call to ${label}` : "The tool"} failed: ${words}`}. ${next}`,
      customerFriendlyMessage: {
        permission: "I do not have the access that this needs.",
        business: "This cannot be done at the moment.",
      }[category as string],
      recovery: isUnknown ? { stateAfterTimeoutUnknown: true } : undefined,
    }),
    matched: code !== "UNCLASSIFIED",
    rule,
    waitFromUpstream: wait !== undefined,
  };
}

/** A category that does not exist, from JavaScript, must not take the rest of the failure with it. */
const ofFields = (fields: AnyFields, matched: boolean, rule: string): Classification => ({
  ...makePayload(
    isCategory(fields.category) ? fields.category : "transient",
    isCategory(fields.category) ? fields : { ...(fields as object), isRetryable: false },
  ),
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
  // FastMCP's UserError is documented as an error whose message is shown.
  const detail = namesOf(error).includes("UserError") ? cleanText(peek(error, "message"), 500) : "";
  return inWords({ code: "UNCLASSIFIED", detail: detail || "The tool failed for an unknown reason" }, options, "none");
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
    for (const recognise of STAGES) {
      for (const node of chain) {
        try {
          const found = recognise(node, options);
          if (!found) continue;
          const finding = typeof found === "string" ? { code: found } : found;
          const status = statusOf(node);
          const rule = [textOf(node, "name"), status ?? String(peek(node, "code") ?? "")].join(" ").trim();
          return inWords({ ...finding, wait: finding.wait ?? retryAfterOf(node, status) }, options, rule, status);
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
}
