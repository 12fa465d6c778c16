import { cleanText, isObject, peek } from "../safe.js";
import type { Finding, Recognise } from "./classification.js";
import { retryAfterOf } from "./retry-after.js";
import { namesOf, textOf } from "./shape.js";
import { AWS_CLOCK_SKEW, AWS_THROTTLING, CODES } from "./table.js";

/** A small number alone says nothing (7 is gRPC's PERMISSION_DENIED and Mongo's HostNotFound); its neighbours do. */
const grpc: Recognise = (node) => {
  const { code, statusDetails, details, metadata } = node;
  const list: unknown[] = Array.isArray(statusDetails) ? statusDetails.slice(0, 20) : [];
  const found = CODES.get(`g${code}`);
  if (!found || !(list.length || (typeof details === "string" && isObject(metadata)))) return undefined;
  // The server's push-back in milliseconds; a negative one forbids a repetition.
  const pushback = parseInt((metadata as any)?.get?.("grpc-retry-pushback-ms")?.[0]);
  const finding: Finding = { code: found, wait: pushback >= 0 ? Math.ceil(pushback / 1000) : retryAfterOf(node) };
  if (pushback < 0) finding.retry = false;
  // Among the details of RESOURCE_EXHAUSTED only a QuotaFailure lists violations.
  if (code === 8 && finding.wait === undefined && list.some((detail) => peek(detail, "violations")))
    finding.code = "QUOTA_EXCEEDED";
  finding.detail = list
    .flatMap((detail) => peek(detail, "fieldViolations") ?? [])
    .slice(0, 5)
    .map((issue) => cleanText(`${textOf(issue, "field")}: ${textOf(issue, "description")}`, 300))
    .join("; ");
  return finding;
};

const MONGO_LABELS = ["SystemOverloadedError", "TransientTransactionError", "RetryableWriteError", "RetryableError"];

/** The server's labels say more than its numbers; the driver puts them on errors of its own as well, whose name says more. */
const mongo: Recognise = (node) =>
  /^Mongo/.test(node.name)
    ? (CODES.get(`n${node.name}`) ??
      CODES.get(`m${MONGO_LABELS.find((label) => node.hasErrorLabel?.(label)) ?? node.code}`))
    : undefined;

/** PostgreSQL clients give the SQLSTATE as `code` beside the server's `severity`; pg-pool gives nothing but a message. */
const postgres: Recognise = ({ code, severity, message }) =>
  severity && /^[\dA-Z]{5}$/.test(code)
    ? (CODES.get(`s${code}`) ?? CODES.get(`s${code.slice(0, 2)}`))
    : message === "timeout exceeded when trying to connect"
      ? { code: "DATABASE_UNAVAILABLE", unsure: false }
      : undefined;

const prisma: Recognise = ({ name, code, errorCode = code }) => {
  const found = /^PrismaClient[KI]/.test(name) && CODES.get(errorCode);
  // Nothing was sent before a connection existed.
  return found ? { code: found, unsure: !/P(1001|2024|2037)/.test(errorCode) && undefined } : undefined;
};

const stripe: Recognise = ({ type, code }) =>
  type === "StripeCardError" || (/^Stripe/.test(type) && code === "insufficient_funds")
    ? "PAYMENT_REQUIRED"
    : undefined;

const aws: Recognise = ({ name, $metadata, $retryable }) =>
  !$metadata
    ? undefined
    : $metadata.clockSkewCorrected && AWS_CLOCK_SKEW.test(name)
      ? "CLOCK_SKEW"
      : $retryable?.throttling || AWS_THROTTLING.test(name)
        ? "RATE_LIMITED"
        : /^AccessDenied/.test(name)
          ? "PERMISSION_DENIED"
          : (CODES.get(`a${name}`) ?? ($retryable && "UPSTREAM_ERROR"));

/** The first word of a reply is Redis's error code; the clients keep no other. */
const redis: Recognise = (node) =>
  /^(ReplyError|ErrorReply|SimpleError)$/m.test(namesOf(node).join("\n"))
    ? CODES.get(`r${node.message.split(" ", 1)[0]}`)
    : undefined;

/** The MCP SDKs' own errors. Their message was written for the other side of the protocol: bad parameters keep theirs. */
const mcp: Recognise = (node) => {
  const code = /^(McpError|ProtocolError)$/m.test(namesOf(node).join("\n")) && CODES.get(`j${node.code}`);
  return code
    ? { code, detail: code === "INVALID_INPUT" ? cleanText(node.message, 500).replace(/^MCP error -\d+: /, "") : "" }
    : undefined;
};

/** The shapes that only one vendor has. They come before statuses and codes, which say less. */
export const VENDORS: readonly Recognise[] = [grpc, mongo, postgres, prisma, stripe, aws, redis, mcp];
