import type { Keys } from "../../table/row.js";
import { ROWS } from "../../table/rows.js";

/** What the lists of keys are called, in the order of the documentation. */
const KINDS: readonly (readonly [kind: keyof Keys, name: string])[] = [
  ["http", "HTTP"],
  ["httpWithWait", "HTTP with a wait"],
  ["httpToRepeat", "HTTP that is to be repeated"],
  ["reason", "reason in the body"],
  ["grpc", "gRPC"],
  ["grpcQuota", "gRPC with a broken quota"],
  ["name", "name"],
  ["code", "code"],
  ["sqlState", "SQLSTATE"],
  ["mongodb", "MongoDB"],
  ["aws", "AWS"],
  ["redis", "Redis"],
  ["mcp", "MCP"],
  ["message", "message"],
];
const ORDER = ["transient", "validation", "permission", "business"];

const natural = new Intl.Collator("en", { numeric: true }).compare;

const recognised = (by: Keys): string =>
  KINDS.filter(([kind]) => by[kind])
    .map(([kind, name]) => `${name} ${by[kind]!.map(String).sort(natural).join(", ")}`)
    .join("; ");

/** The table of `classifyError` for the documentation. */
export function decisionTable(): string {
  const rows = ROWS.map(({ repeat = "no", waitSeconds, by, ...row }) => ({
    ...row,
    flag: repeat,
    wait: waitSeconds === undefined ? "" : `${waitSeconds} s`,
    keys: recognised(by),
  })).sort(
    (a, b) =>
      ORDER.indexOf(a.category) - ORDER.indexOf(b.category) || natural(a.code, b.code) || natural(b.flag, a.flag),
  );
  return [
    "| code | category | retryable | wait | recognised by |",
    "|---|---|---|---|---|",
    ...rows.map(
      ({ code, category, flag, wait, keys }) => `| \`${code}\` | ${category} | ${flag} | ${wait} | ${keys} |`,
    ),
  ].join("\n");
}
