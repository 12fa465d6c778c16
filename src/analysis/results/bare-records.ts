import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../../syntax/names.js";
import { unwrap, walkSameFunction, type Node } from "../../syntax/tree.js";
import { hasFailureFlag } from "./answers.js";
import type { CatchFact } from "../catches/catches.js";
import { attemptOf, isTelemetryCall } from "../swallows/excuses.js";
import type { File } from "../file.js";
import { constantOf, objectShape, rootEnv } from "../values/values.js";

/** Fields that may hold why something failed. */
const MAY_TELL = /err|message|reason|detail|code|note|why|cause|text|description/iu;

/** `results.push({ name, status: "error" })`: an entry that says of one item that it failed, and nothing of why. */
export function bareRecords(fact: CatchFact, file: File): TSESTree.ObjectExpression[] {
  const { node: clause, attempt, cause } = fact;
  if (clause.type !== "CatchClause" || !file.textOf(clause).includes("push") || attemptOf(attempt) !== "work")
    return [];
  const found: TSESTree.ObjectExpression[] = [];
  let toldBeside = false;
  walkSameFunction(clause.body, (node) => {
    if (node.type === "CallExpression" && isTelemetryCall(node)) return false;
    if (node.type === "Identifier" && cause.has(node)) toldBeside = true;
    const entry = node.type === "CallExpression" && calleeName(node) === "push" ? node.arguments[0] : undefined;
    const record = entry && unwrap(entry);
    if (record?.type === "ObjectExpression" && saysOnlyThatItFailed(record, file)) found.push(record);
    return undefined;
  });
  return toldBeside ? [] : found;
}

function saysOnlyThatItFailed(record: Node, file: File): boolean {
  const shape = objectShape({ node: record, env: rootEnv(file) });
  if (!shape || shape.open || !hasFailureFlag(shape)) return false;
  return [...shape.fields].every(([name, value]) => !MAY_TELL.test(name) && !/\s/u.test(String(constantOf(value))));
}
