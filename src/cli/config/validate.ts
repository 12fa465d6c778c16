import { Ajv, type ErrorObject } from "ajv";
import { rules } from "../../../rules/index.js";
import { UsageError } from "../command.js";
import { didYouMean } from "../similar.js";
import { configSchema } from "./schema.js";
import type { McpErrorsConfig } from "./types.js";

/** `rules["no-error-leak"][1]`: where a value stands, as JavaScript would write it. */
function pathOf(pointer: string): string {
  const names = pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce((text, name) => {
    if (/^\d+$/u.test(name)) return `${text}[${name}]`;
    if (!/^[\w$]+$/u.test(name)) return `${text}["${name}"]`;
    return text === "" ? name : `${text}.${name}`;
  }, "");
}

function unknownKey({ instancePath, params, parentSchema }: ErrorObject): string {
  const key = String((params as { readonly additionalProperty: unknown }).additionalProperty);
  const known = Object.keys((parentSchema as { readonly properties?: object } | undefined)?.properties ?? {});
  const where = pathOf(instancePath);
  if (where === "rules") {
    const name = key.replace(/^mcp-errors\//u, "");
    return `there is no rule "${key}".${didYouMean(name, Object.keys(rules)) || " `mcp-errors explain` lists the rules."}`;
  }
  const hint = didYouMean(key, known) || ` Known: ${known.filter((one) => !one.startsWith("$")).join(", ")}.`;
  return `unknown key "${key}"${where === "" ? "" : ` in ${where}`}.${hint}`;
}

/** Of the faults that the alternatives of a schema have, the one that says most: the deepest, and there a name or a choice. */
function sentenceOf(errors: readonly ErrorObject[]): string {
  const depth = ({ instancePath }: ErrorObject): number => instancePath.split("/").length;
  const weight = (error: ErrorObject): number =>
    depth(error) * 10 + ["anyOf", "type", "minItems", "enum", "additionalProperties"].indexOf(error.keyword);
  const [error] = [...errors].sort((a, b) => weight(b) - weight(a));
  if (!error) return "it is not valid.";
  if (error.keyword === "additionalProperties") return unknownKey(error);
  const where = pathOf(error.instancePath) || "the configuration";
  if (error.keyword !== "enum") return `${where} ${error.message ?? "is not valid"}.`;
  const { allowedValues } = error.params as { readonly allowedValues: readonly unknown[] };
  return `${where} must be one of ${allowedValues.map(String).join(", ")}.`;
}

/**
 * Checks what a configuration file holds against its JSON Schema.
 *
 * @param name where it stands, for the message
 * @throws {UsageError} for the first fault
 */
export function validConfig(value: unknown, name: string): McpErrorsConfig {
  const validate = new Ajv({ allErrors: true, verbose: true, strict: false }).compile<McpErrorsConfig>(configSchema());
  if (validate(value)) return value;
  throw new UsageError(`${name}: ${sentenceOf(validate.errors ?? [])}`);
}
