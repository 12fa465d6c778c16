import { calleeName, dottedName } from "../../syntax/names.js";
import { contains, parentOf, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { failingIn } from "../reachability/idle-tries.js";
import { isProbe, waitsIn } from "./excuses.js";

/**
 * What reaches out is caught inside: `for (const id of ids) { try { rows.push(await load(id)); } catch { … } }`. All that is left
 * for the clause are values at hand, or that nothing is there: `await access(folder); try { await read(folder); } catch { … }`.
 */
export function isCaughtInside(attempt: Node, file: File): boolean {
  if (!contains(attempt, (node) => node.type === "TryStatement")) return false;
  const failing = failingIn(attempt, file);
  if (failing.every(isProbe) && contains(attempt, isProbe)) return true;
  return waitsIn(attempt) && !failing.some((node) => isProbe(node) || reachesOutAtOnce(node));
}

/** `await load(id)`, `readFileSync(path)`, `this.db.prepare(…)` */
function reachesOutAtOnce(node: Node): boolean {
  if (parentOf(node)?.type === "AwaitExpression") return true;
  const name = node.type === "CallExpression" ? (dottedName(node.callee) ?? calleeName(node) ?? "") : "";
  return /Sync$|db|database|sql|statement|stmt|store/iu.test(name);
}
