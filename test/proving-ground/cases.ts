/** Reads the cases from disk. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type ProvingCase, readCase } from "./forms.js";

const root = fileURLToPath(new URL("cases/", import.meta.url));

/** bad and near must be found, good and silent must not, frameworks hold both. */
export const groups = ["bad", "near", "good", "silent", "frameworks"] as const;
export type Group = (typeof groups)[number];

export function casesOf(group: Group): ProvingCase[] {
  const folder = path.join(root, group);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .map((file) => readCase(group, file.slice(0, -".ts".length), readFileSync(path.join(folder, file), "utf8")));
}
