import type { Variable } from "@typescript-eslint/scope-manager";
import { calleeName } from "../../syntax/names.js";
import { walkSameFunction, type Node } from "../../syntax/tree.js";
import { waitsIn } from "../swallows/excuses.js";
import type { File } from "../file.js";
import { comesFromWork, variablesIn } from "../values/guards.js";
import type { Returned } from "./returns.js";

const PARSER = /parse|decode|deserialize/iu;

/**
 * The clause answers with the very text that the attempt could not parse: the work itself has succeeded, and the model
 * gets all that came of it.
 */
export function answersUnparsed({ caught, node }: Pick<Returned, "caught" | "node">, file: File): boolean {
  if (!caught || waitsIn(caught.attempt)) return false;
  const given = variablesIn(node, file);
  return given.length > 0 && parsedIn(caught.attempt, file).some((variable) => given.includes(variable));
}

/** The variables with results of work that a block hands to a parser: `stdout` of `parseList(stdout)`. */
function parsedIn(block: Node, file: File): Variable[] {
  const found: Variable[] = [];
  walkSameFunction(block, (node) => {
    if (node.type !== "CallExpression" || !PARSER.test(calleeName(node) ?? "")) return;
    for (const argument of node.arguments)
      if (comesFromWork(argument, file)) found.push(...variablesIn(argument, file));
  });
  return found;
}
