import { KEYS } from "../../src/classify/table.js";

const CATEGORIES: Record<string, string> = { v: "validation", p: "permission", b: "business" };
const FLAGS: Record<string, string> = { "+": "yes", "?": "unless written" };

/** How the keys of each prefix look behind it, and what they are; in the order of the documentation. */
const GROUPS: readonly (readonly [pattern: RegExp, group: string])[] = [
  [/^:(\d+|\dxx)$/, "HTTP"],
  [/^:(\d+\+)$/, "HTTP with a wait"],
  [/^:(\d+!)$/, "HTTP that is to be repeated"],
  [/^b([a-z]+_[a-z]+)$/, "reason in the body"],
  [/^;(\d+)$/, "gRPC"],
  [/^;(\d+q)$/, "gRPC with a broken quota"],
  [/^([A-Z]\w+)$/, "name"],
  [/^(slack_\w+)$/, "code"],
  [/^@(\d\w+)$/, "SQLSTATE"],
  [/^&(\w+)$/, "MongoDB"],
  [/^a([A-Z]\w+)$/, "AWS"],
  [/^r([a-z]+)$/, "Redis"],
  [/^j(-\d+)$/, "MCP"],
  [/^t(.* .*)$/, "message"],
  [/^[v=](.+)$/, ""],
  [/^([a-z]\w*)$/, "code"],
];

const natural = new Intl.Collator("en", { numeric: true }).compare;

/** System codes and Redis's replies stand in lower case in the source; Slack's are so themselves. */
const spelled = (key: string, group: string) =>
  /^(code|Redis)$/.test(group) && !key.startsWith("slack") ? key.toUpperCase() : key.replace(/(?<=^\d+)[+!q]$/, "");

function recognised(keys: readonly string[]): string {
  const groups = new Map(GROUPS.map(([, group]) => [group, [] as string[]]));
  for (const key of keys) {
    const [pattern, group] = GROUPS.find(([candidate]) => candidate.test(key))!;
    groups.get(group)!.push(spelled(pattern.exec(key)![1]!, group));
  }
  groups.delete("");
  return [...groups]
    .filter(([, members]) => members.length)
    .map(([group, members]) => `${group} ${members.sort(natural).join(", ")}`)
    .join("; ");
}

/** The table of `classifyError` for the documentation. */
export function decisionTable(): string {
  const order = ["transient", "validation", "permission", "business"];
  const rows = [...new Set(KEYS.values())]
    .map(([mark, wait, code, ...keys]) => ({
      code: code!.toUpperCase().replaceAll(" ", "_"),
      category: CATEGORIES[mark!] ?? "transient",
      flag: FLAGS[mark!] ?? "no",
      wait: wait ? `${wait} s` : "",
      keys: recognised(keys),
    }))
    .sort(
      (a, b) =>
        order.indexOf(a.category) - order.indexOf(b.category) || natural(a.code, b.code) || natural(b.flag, a.flag),
    );
  return [
    "| code | category | retryable | wait | recognised by |",
    "|---|---|---|---|---|",
    ...rows.map(
      ({ code, category, flag, wait, keys }) => `| \`${code}\` | ${category} | ${flag} | ${wait} | ${keys} |`,
    ),
  ].join("\n");
}
