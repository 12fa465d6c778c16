import type { TSESTree } from "@typescript-eslint/types";
import { contains } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { failingIn, isNeverEntered } from "./idle-tries.js";
import { readsForm } from "./safe-calls.js";

/** What comes to a clause, as far as it matters for what the error has in it. */
export type Comers =
  /** The `try` answers every failure inside. */
  | "none"
  /** Only what a check of the form of a value throws: `OrderSchema.parse(args)`. */
  | "refused-form"
  | "any";

/** What the block of a `try` lets come to its clause. */
export function comersOf(clause: TSESTree.CatchClause, file: File): Comers {
  const { block } = clause.parent;
  if (contains(block, (node) => node.type === "CallExpression" && readsForm(node, file)))
    return failingIn(block, file).length === 0 ? "refused-form" : "any";
  return isNeverEntered(clause, file) ? "none" : "any";
}
