import type { Concept } from "../../contract/dialects.js";
import { calleeName, dottedName } from "../../syntax/names.js";
import { contains, isInside, type Node } from "../../syntax/tree.js";
import type { CatchFact } from "../catches/catches.js";
import type { Contract } from "./contracts.js";
import { fieldsOfShape, type ContractField } from "./contract-fields.js";
import type { File } from "../file.js";
import { constantOf, isUndefined, objectShape, resolve, rootEnv } from "../values/values.js";

/** A failure that one agent hands to another, which has to go on without having seen it. */
export interface Propagation {
  readonly node: Node;
  /** `subagent`: the failed work was another agent's; `partial`: the payload calls itself a partial failure. */
  readonly kind: "partial" | "subagent";
  readonly missing: readonly Concept[];
}

/** What a coordinator needs beside the sentence. */
const NEEDED = ["category", "retryable", "partialResults", "attempts"] as const satisfies readonly Concept[];

/** `runSubagent(…)`, `researchAgent.run(…)`, `delegateTo(…)`: another agent does the work. */
function callsAgent(node: Node): boolean {
  return contains(node, (child) => {
    if (child.type !== "CallExpression") return false;
    const name = calleeName(child) ?? "";
    if (/sub_?agent|^delegate(?:To|Task)?$|^(?:run|call|invoke|spawn|ask)\w*Agent$/iu.test(name)) return true;
    const whole = dottedName(child.callee) ?? "";
    return /agent\.(?:run|call|invoke|generate|stream|execute|ask|prompt)$/iu.test(whole);
  });
}

function missingIn(fields: readonly ContractField[]): Concept[] {
  return NEEDED.filter(
    (concept) => !fields.some((field) => field.concept === concept && !isUndefined(resolve(field.value).node)),
  );
}

/** Objects that say `status: "partial_failure"`. */
function partialFailures(file: File): Propagation[] {
  return file.index.objects.flatMap((literal): Propagation[] => {
    const shape = objectShape({ node: literal, env: rootEnv(file) });
    const status = shape?.fields.get("status");
    const value = status && constantOf(status);
    if (!shape || typeof value !== "string" || !/^partial[\s_-]?failure$/iu.test(value)) return [];
    const fields: ContractField[] = [];
    const known = fieldsOfShape(shape, "text", fields);
    const missing = known ? missingIn(fields) : [];
    return missing.length > 0 ? [{ node: literal, kind: "partial", missing }] : [];
  });
}

/** Errors with contract fields that stand for the failed work of another agent. */
function agentFailures(contracts: readonly Contract[], catches: readonly CatchFact[]): Propagation[] {
  const clauses = catches.filter(({ attempt }) => callsAgent(attempt));
  return contracts.flatMap(({ node, fields, complete }): Propagation[] => {
    const missing = complete && clauses.some((clause) => isInside(node, clause.node)) ? missingIn(fields) : [];
    return missing.length > 0 ? [{ node, kind: "subagent", missing }] : [];
  });
}

/** Every failure in the file that is handed on to a coordinator without what it needs. */
export function propagationsOf(
  contracts: readonly Contract[],
  catches: readonly CatchFact[],
  file: File,
): Propagation[] {
  const partial = partialFailures(file);
  const others = agentFailures(contracts, catches).filter(
    ({ node }) => !partial.some((found) => isInside(found.node, node)),
  );
  return [...partial, ...others];
}
