import { cleanText, isObject, peek } from "../safe.js";
import type { Finding } from "./classification.js";
import { retryAfterOf } from "./retry-after.js";
import { namesOf, textOf } from "./shape.js";
import { AWS_CLOCK_SKEW, AWS_THROTTLING, CODES } from "./table.js";

type Row = (node: any) => Finding | undefined;

const find = (rule: string, more?: Partial<Finding>): Finding | undefined => {
  const code = more?.code ?? CODES.get(rule);
  return code === undefined ? undefined : { ...more, code, rule };
};

/** A small number alone says nothing (7 is gRPC's PERMISSION_DENIED and Mongo's HostNotFound); its neighbours do. */
const grpc: Row = (node) => {
  const { code, statusDetails, details, metadata } = node;
  const isList = Array.isArray(statusDetails);
  if (typeof code !== "number" || !(isList || (typeof details === "string" && isObject(metadata)))) return undefined;
  // The server's push-back in milliseconds; a negative one forbids a repetition.
  const pushback = parseInt(metadata?.get?.("grpc-retry-pushback-ms")[0]);
  const wait = pushback >= 0 ? Math.ceil(pushback / 1000) : retryAfterOf(node);
  const list: unknown[] = isList ? statusDetails.slice(0, 20) : [];
  const issues = list
    .flatMap((detail) => peek(detail, "fieldViolations") ?? [])
    .slice(0, 5)
    .map((issue) => cleanText(`${textOf(issue, "field")}: ${textOf(issue, "description")}`, 300));
  const more: Partial<Finding> = { wait, detail: issues.join("; ") };
  if (pushback < 0) more.retry = false;
  // Among the details of RESOURCE_EXHAUSTED only a QuotaFailure lists violations.
  if (code === 8 && wait === undefined && list.some((detail) => peek(detail, "violations"))) more.code = "QUOTA_EXCEEDED";
  return find(`g${code}`, more);
};

const MONGO_LABELS = {
  SystemOverloadedError: "RATE_LIMITED",
  TransientTransactionError: "CONFLICT_RETRY",
  RetryableWriteError: "DATABASE_UNAVAILABLE",
  RetryableError: "DATABASE_UNAVAILABLE",
};

/** The server's labels say more than its numbers. */
const mongo: Row = (node) => {
  if (!textOf(node, "name").startsWith("Mongo")) return undefined;
  for (const [label, code] of Object.entries(MONGO_LABELS)) if (node.hasErrorLabel?.(label)) return find(label, { code });
  return find(`m${node.code}`) ?? find(`n${node.name}`);
};

/** PostgreSQL clients give the SQLSTATE as `code` beside the server's `severity`; pg-pool gives nothing but a message. */
const postgres: Row = (node) => {
  const state = textOf(node, "code");
  if (/^[\dA-Z]{5}$/.test(state) && textOf(node, "severity")) return find(`s${state}`) ?? find(`s${state.slice(0, 2)}`);
  return node.message === "timeout exceeded when trying to connect" ? find("pg-pool", { code: "DATABASE_UNAVAILABLE", retry: true }) : undefined;
};

const prisma: Row = (node) => {
  if (!/^PrismaClient(Known|Init)/.test(textOf(node, "name"))) return undefined;
  const code = textOf(node, "code") || textOf(node, "errorCode");
  // Nothing was sent before a connection existed.
  return find(code, /^P(1001|2024|2037)$/.test(code) ? { retry: true } : {});
};

const stripe: Row = (node) => {
  const type = textOf(node, "type");
  if (!type.startsWith("Stripe")) return undefined;
  if (type === "StripeCardError" || node.code === "insufficient_funds") return find(type, { code: "PAYMENT_REQUIRED" });
  return type === "StripeConnectionError" ? find(type, { code: "NETWORK_ERROR" }) : undefined;
};

const aws: Row = (node) => {
  const name = textOf(node, "name");
  if (!isObject(node.$metadata)) return undefined;
  const wait = retryAfterOf(node, 429);
  if (AWS_CLOCK_SKEW.test(name) && node.$metadata.clockSkewCorrected) return find(name, { code: "CLOCK_SKEW" });
  if (AWS_THROTTLING.test(name) || node.$retryable?.throttling) return find(name, { code: "RATE_LIMITED", wait });
  if (name.startsWith("AccessDenied")) return find(name, { code: "PERMISSION_DENIED" });
  return find(`a${name}`) ?? (node.$retryable ? find(name, { code: "UPSTREAM_ERROR", wait }) : undefined);
};

const slack: Row = (node) =>
  node.code === "slack_webapi_rate_limited_error" ? find(node.code, { code: "RATE_LIMITED", wait: retryAfterOf(node, 429) }) : undefined;

/** The first word of a reply is Redis's error code; the clients keep no other. */
const redis: Row = (node) =>
  namesOf(node).some((name) => /^(ReplyError|ErrorReply|SimpleError)$/.test(name))
    ? find(`r${textOf(node, "message").slice(0, 40).split(" ", 1)[0]}`)
    : undefined;

/** The MCP SDKs' own errors. Their message was written for the other side of the protocol: bad parameters keep theirs. */
const mcp: Row = (node) => {
  if (!namesOf(node).some((name) => /^(McpError|ProtocolError)$/.test(name))) return undefined;
  const isAboutInput = node.code === -32602 || node.code === -32600;
  return find(`j${node.code}`, { detail: isAboutInput ? cleanText(node.message, 500).replace(/^MCP error -\d+: /, "") : undefined });
};

const ROWS = [grpc, mongo, postgres, prisma, stripe, aws, slack, redis, mcp];

/** The shapes that only one vendor has. They come before statuses and codes, which say less. */
export function vendors(node: object): Finding | undefined {
  for (const row of ROWS) {
    try {
      const finding = row(node);
      if (finding) return finding;
    } catch {
      // A member that cannot be read belongs to no vendor's error.
    }
  }
  return undefined;
}
