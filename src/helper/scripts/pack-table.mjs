// Writes src/classify/packed-rows.ts from the readable table. Part of the build; run it after a change of table/rows.ts.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const jiti = createJiti(import.meta.url);
const { ROWS } = await jiti.import(path("table/rows.ts"));
const { PATTERNS } = await jiti.import(path("src/classify/patterns.ts"));

/**
 * Keys tell what they are by their prefix; what has none are names of classes and codes. Codes stand in small letters, because
 * they then take a third less space in a bundle. A prefix in front of a number is no letter, because minified classes have
 * names like `g5`. The kinds stand in the order that a bundle compresses best.
 */
const KEY = {
  redis: (key) => `r${key.toLowerCase()}`,
  sqlState: (key) => `@${key}`,
  mcp: (key) => `j${key}`,
  special: (key) => `=${key}`,
  http: (key) => `:${key}`,
  httpWithWait: (key) => `:${key}+`,
  httpToRepeat: (key) => `:${key}!`,
  code: (key) => key.toLowerCase(),
  name: (key) => key.toLowerCase(),
  aws: (key) => `a${key}`,
  reason: (key) => `b${key}`,
  grpc: (key) => `;${key}`,
  grpcQuota: (key) => `;${key}q`,
  mongodb: (key) => `&${key}`,
  message: (key) => `t${key}`,
  schema: (key) => `v${key}`,
};
const MARKS = { yes: "+", "unless written": "?", no: "-" };

/** A pattern recognises the name or the code, and stands for the row that has it. */
const isCovered = (kind, key, { code, by }) => {
  const pattern = ["name", "code", "aws"].includes(kind) && PATTERNS.find(([, pattern]) => pattern.test(key));
  return (
    pattern &&
    (pattern[0] === `=${by.special}` ||
      pattern[0] === code.toLowerCase() ||
      by.code?.some((one) => one.toLowerCase() === pattern[0]))
  );
};

/** One row a line: `mark,wait,code in words,key,key …`. */
const line = (row) => {
  const { code, category, repeat, waitSeconds = "", by } = row;
  const keys = Object.keys(KEY).flatMap((kind) =>
    (by[kind] ?? []).filter((key) => !isCovered(kind, key, row)).map(KEY[kind]),
  );
  return [
    category === "transient" ? MARKS[repeat] : category[0],
    waitSeconds,
    code.toLowerCase().replaceAll("_", " "),
    ...keys,
  ].join(",");
};

/** The text of the generated module. */
export const packed = () =>
  `/** Generated from table/rows.ts by scripts/pack-table.mjs; do not edit. */\nexport const PACKED_ROWS = \`${ROWS.map(line).join("\n")}\`;\n`;

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(path("src/classify/packed-rows.ts"), packed());
