import type { ContractField } from "../../analysis/results/contract-fields.js";
import type { ToolResult } from "../../analysis/results/tool-results.js";
import { constantOf, resolve, isUndefined, type Ref } from "../../analysis/values/values.js";
import { categoryOf } from "../../contract/categories.js";
import type { Concept } from "../../contract/dialects.js";
import type { Exit } from "./types.js";

/** What an exit tells of the contract. */
export type ContractFacts = Pick<Exit, "category" | "retryable" | "waitSeconds" | "code" | "complete">;

/** An exit that says nothing: a success, a throw, a hidden failure. */
export const NO_CONTRACT: ContractFacts = {
  category: null,
  retryable: null,
  waitSeconds: null,
  code: null,
  complete: true,
};

/** Every field is there, and its value is a matter of run time. */
export const AT_RUN_TIME: ContractFacts = {
  category: "dynamic",
  retryable: "dynamic",
  waitSeconds: "dynamic",
  code: "dynamic",
  complete: true,
};

/** Nothing of the result can be read. */
export const UNREADABLE: ContractFacts = { ...NO_CONTRACT, complete: false };

type Constant = ReturnType<typeof constantOf>;

/** A value that is written out, `"dynamic"` for one of run time, null for one that is not there. */
function read<T>(value: Ref | undefined, convert: (constant: Constant) => T | undefined): T | "dynamic" | null {
  if (!value || isUndefined(resolve(value).node)) return null;
  const constant = constantOf(value);
  if (constant === null) return null;
  return constant === undefined ? "dynamic" : (convert(constant) ?? null);
}

function asText(constant: Constant): string | undefined {
  return typeof constant === "string" || typeof constant === "number" ? String(constant) : undefined;
}

/** Seconds, whatever unit the name of the field says. */
function asSeconds(name: string): (constant: Constant) => number | undefined {
  const scale = /ms$|milli/iu.test(name) ? 1000 : 1;
  return (constant) => {
    const value = typeof constant === "number" ? constant : Number.NaN;
    return Number.isFinite(value) ? value / scale : undefined;
  };
}

/** What the fields of a result tell; a field that stands at several places is read where it is told first. */
export function contractOf(fields: readonly ContractField[], complete: boolean): ContractFacts {
  const of = (concept: Concept): ContractField | undefined => fields.find((field) => field.concept === concept);
  const wait = of("wait");
  const category = read(of("category")?.value, asText);
  return {
    category: category === null || category === "dynamic" ? category : (categoryOf(category) ?? category),
    retryable: read(of("retryable")?.value, (constant) => (typeof constant === "boolean" ? constant : undefined)),
    waitSeconds: wait ? read(wait.value, asSeconds(wait.name)) : null,
    code: read(of("code")?.value, asText),
    complete,
  };
}

export function contractOfResult({ fields }: ToolResult): ContractFacts {
  return contractOf(fields.list, fields.known);
}
