// Writes src/classify/packed-rows.ts from the readable table. Part of the build; run it after a change of table/rows.ts.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const { ROWS } = await createJiti(import.meta.url).import(path("table/rows.ts"));

/**
 * Keys tell what they are by their prefix; what has none are names of classes and codes. Codes stand in small letters, because
 * they then take a third less space in a bundle. A prefix in front of a number is no letter, because minified classes have
 * names like `g5`.
 */
const KEY = {
  http: (key) => `:${key}`,
  httpWithWait: (key) => `:${key}+`,
  httpToRepeat: (key) => `:${key}!`,
  reason: (key) => `b${key}`,
  grpc: (key) => `;${key}`,
  grpcQuota: (key) => `;${key}q`,
  name: (key) => key,
  code: (key) => key.toLowerCase(),
  sqlState: (key) => `@${key}`,
  mongodb: (key) => `&${key}`,
  aws: (key) => `a${key}`,
  redis: (key) => `r${key.toLowerCase()}`,
  mcp: (key) => `j${key}`,
  message: (key) => `t${key}`,
  schema: (key) => `v${key}`,
  special: (key) => `=${key}`,
};
const MARKS = { yes: "+", "unless written": "?", no: "-" };

/** One row a line: `mark,wait,code in words,key,key …`. */
const line = ({ code, category, repeat, waitSeconds = "", by }) => {
  const keys = Object.keys(KEY).flatMap((kind) => (by[kind] ?? []).map(KEY[kind]));
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
