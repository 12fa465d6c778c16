import { TABLE } from "../../src/classify/table.js";

const PREFIXES: Record<string, string> = {
  h: "HTTP",
  g: "gRPC",
  m: "MongoDB",
  s: "SQLSTATE",
  a: "AWS",
  n: "name",
  r: "Redis",
  j: "MCP",
};

/** The table of `classifyError` for the documentation. */
export function decisionTable(): string {
  const rows = Object.entries(TABLE).map(([code, [category, retry, wait, keys]]) => {
    const groups = new Map<string, string[]>();
    for (const key of keys.split(" ").filter(Boolean)) {
      const match = /^([hgmsanrj])(?=[-\dA-Z])(.+)$/.exec(key);
      const group = match ? PREFIXES[match[1]!]! : "code";
      groups.set(group, [...(groups.get(group) ?? []), match ? match[2]! : key]);
    }
    const recognised = [...groups].map(([group, members]) => `${group} ${members.join(", ")}`).join("; ");
    const flag = retry === "unless-written" ? "unless written" : retry ? "yes" : "no";
    return `| \`${code}\` | ${category} | ${flag} | ${wait ? `${wait} s` : ""} | ${recognised} |`;
  });
  return ["| code | category | retryable | wait | recognised by |", "|---|---|---|---|---|", ...rows].join("\n");
}
