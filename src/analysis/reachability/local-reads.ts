import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName } from "../../syntax/names.js";
import { contains, isInside, unwrap, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { argumentsOf } from "../swallows/callers.js";
import { resolve, rootEnv } from "../values/values.js";

/** Names and calls by which a path is followed to what it is made of. */
const MAX_STEPS = 4;

/** `"rules.md"`, `join(here, "rules.md")`, `this.statePath`, also under a name: the same file, whatever the tool is asked. */
export function isFixedPath(path: Node, file: File, steps = MAX_STEPS): boolean {
  return !contains(path, (node) => {
    const variable = node.type === "Identifier" ? file.bindings.variable(node) : undefined;
    if (!variable || variable.scope.type === "module" || variable.scope.type === "global") return false;
    if (steps <= 0) return true;
    const binding = file.bindings.resolve(node);
    if (binding.kind === "parameter") {
      // `names.filter((name) => name.endsWith(".md"))`
      if (isInside(binding.fn, path)) return false;
      const given = binding.path.length === 0 ? argumentsOf(binding.fn, binding.index, file) : undefined;
      return !given?.every((ref) => isFixedPath(ref.node, ref.env.file, steps - 1));
    }
    const values = variable.references.flatMap(({ writeExpr }) => (writeExpr ? [writeExpr] : []));
    return values.length === 0 || !values.every((value) => isFixedPath(value, file, steps - 1));
  });
}

const READS_FILE = /^(?:readFile|stat|lstat|readdir|access)(?:Sync)?$/u;

/** What is asked of `Bun.file(path)`. */
const READS_HANDLE = /^(?:text|json|exists|bytes|arrayBuffer)$/u;

/**
 * `readFile(join(here, "rules.md"))`: a file of the server's own. That fails where the server is installed wrongly, and has no
 * kinds that a model could be told apart.
 */
export function readsOwnFile(call: TSESTree.CallExpression, file: File): boolean {
  const name = calleeName(call) ?? "";
  const callee = unwrap(call.callee);
  // The path is only noted there.
  if (dottedName(callee) === "Bun.file") return true;
  if (READS_FILE.test(name)) return isFixedPath(call, file);
  if (callee.type !== "MemberExpression" || !READS_HANDLE.test(name)) return false;
  const { node: asked, env } = resolve({ node: callee.object, env: rootEnv(file) });
  return asked.type === "CallExpression" && dottedName(asked.callee) === "Bun.file" && isFixedPath(asked, env.file);
}

/**
 * `db.prepare("SELECT …").all(id)`, `statement.get(id)` of such a one, without a wait: of a database that the server holds in its
 * process, as better-sqlite3, node:sqlite and bun:sqlite do. What writes (`run`) meets its constraints.
 */
export function readsOwnRows(call: TSESTree.CallExpression, file: File): boolean {
  const name = calleeName(call) ?? "";
  const callee = unwrap(call.callee);
  if (callee.type !== "MemberExpression") return false;
  if (name === "prepare") return true;
  if (!/^(?:all|get|iterate|pluck)$/u.test(name)) return false;
  const { node: statement } = resolve({ node: callee.object, env: rootEnv(file) });
  return statement.type === "CallExpression" && calleeName(statement) === "prepare";
}
