import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import { unwrap, type Node } from "../syntax/tree.js";

/** A test whose outcome is known. */
export interface KnownTest {
  /** Source of the test. */
  readonly test: string;
  readonly holds: boolean;
}

/** The branch of a conditional on a test whose outcome is known. */
export function branchOf(
  { test, consequent, alternate }: TSESTree.ConditionalExpression,
  known: KnownTest,
  file: File,
): Node | undefined {
  const asked = file.textOf(unwrap(test));
  if (asked === known.test || `!!${asked}` === known.test) return known.holds ? consequent : alternate;
  const isOpposite = asked === `!${known.test}` || `!${asked}` === known.test;
  return isOpposite ? (known.holds ? alternate : consequent) : undefined;
}
