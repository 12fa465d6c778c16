import type { File } from "../analysis/file.js";
import { constantOf, rootEnv } from "../analysis/values/values.js";
import { unwrap, type Node } from "../syntax/tree.js";

/** Source of a wait in seconds; the unit is in the name of the member. */
export function inSecondsSource(name: string, value: Node, file: File): string {
  if (!/ms$|milliseconds$/iu.test(name)) return file.textOf(value);
  const constant = constantOf({ node: value, env: rootEnv(file) });
  if (typeof constant === "number" && unwrap(value).type === "Literal") return String(Math.ceil(constant / 1000));
  return `Math.ceil(${file.textOf(value)} / 1000)`;
}
