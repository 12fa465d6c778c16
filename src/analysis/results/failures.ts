import { failureKindIn, type FailureKind } from "../../contract/failures.js";
import { fieldNamed, type Contract } from "./contracts.js";
import { descriptionsIn } from "./descriptions.js";
import type { File } from "../file.js";
import { guardsOf, statusesOf } from "../values/guards.js";
import { payloadShapes } from "./payload-shapes.js";
import { textOf, wordsOf } from "../values/text.js";
import { constantOf, type Ref } from "../values/values.js";

/** What a field of the error's own says: `recovery.requiresReconnect`, or the same at the top. */
export function memberOf(contract: Pick<Contract, "result">, name: string): Ref | undefined {
  for (const shape of payloadShapes(contract)) {
    const value = shape.fields.get(name);
    if (value) return value;
  }
  return undefined;
}

function stringOf(ref: Ref | undefined): string {
  const constant = ref && constantOf(ref);
  return typeof constant === "string" ? constant : "";
}

/** The kind of failure that an error stands for: by its code, its type, the tests around it, or its description. */
export function failureKindOf(contract: Contract, file: File): FailureKind | undefined {
  const code = fieldNamed(contract.fields, "code");
  const told = failureKindIn(stringOf(code?.value)) ?? failureKindIn(stringOf(memberOf(contract, "failureType")));
  if (told) return told;
  for (const { test, negated } of guardsOf(contract.node)) {
    if (negated) continue;
    const statuses = statusesOf(test, file);
    if (statuses.includes(408) || statuses.includes(504)) return "timeout";
    if (statuses.includes(401) || statuses.includes(403)) return "access-denied";
    const kind = failureKindIn(file.textOf(test));
    if (kind) return kind;
  }
  // The sentence tells of a failure only where the code does not.
  const sentence = code
    ? ""
    : descriptionsIn(contract.result)
        .map((value) => wordsOf(textOf(value)))
        .join("\n");
  return failureKindIn(sentence);
}
