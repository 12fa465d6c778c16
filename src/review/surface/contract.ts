import { constantIn, fieldOf, type Payload, type PayloadField } from "../../analysis/exits/payload.js";
import { alternatives } from "../../analysis/flow/values.js";
import { categoryOf } from "../../contract/categories.js";
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

/** A value that is the same on every way, `"dynamic"` for one of run time, null for one that is not there. */
function read<T>(field: PayloadField | undefined, convert: (constant: unknown) => T | undefined): T | "dynamic" | null {
  if (!field || alternatives(field.value).every((one) => one.kind === "constant" && (one.value ?? null) === null))
    return null;
  if (field.value.kind !== "constant") return "dynamic";
  return convert(constantIn(field)) ?? null;
}

function asText(constant: unknown): string | undefined {
  return typeof constant === "string" || typeof constant === "number" ? String(constant) : undefined;
}

/** Seconds, whatever unit the name of the field says. */
function asSeconds(name: string): (constant: unknown) => number | undefined {
  const scale = /ms$|milli/iu.test(name) ? 1000 : 1;
  return (constant) => {
    const value = typeof constant === "number" ? constant : Number.NaN;
    return Number.isFinite(value) ? value / scale : undefined;
  };
}

/** What the fields that the model reads tell; a field that stands at several places is read where it is told first. */
export function contractOf(payload: Payload): ContractFacts {
  const wait = fieldOf(payload, "wait");
  const category = read(fieldOf(payload, "category"), asText);
  return {
    category: category === null || category === "dynamic" ? category : (categoryOf(category) ?? category),
    retryable: read(fieldOf(payload, "retryable"), (constant) =>
      typeof constant === "boolean" ? constant : undefined,
    ),
    waitSeconds: wait ? read(wait, asSeconds(wait.name)) : null,
    code: read(fieldOf(payload, "code"), asText),
    complete: payload.isClosed,
  };
}

/** What two results tell that one place makes: a field that differs is decided at run time. */
export function joinedContract(one: ContractFacts, other: ContractFacts): ContractFacts {
  const both = <T>(first: T, second: T): T | "dynamic" => (first === second ? first : "dynamic");
  return {
    category: both(one.category, other.category),
    retryable: both(one.retryable, other.retryable),
    waitSeconds: both(one.waitSeconds, other.waitSeconds),
    code: both(one.code, other.code),
    complete: one.complete && other.complete,
  };
}
