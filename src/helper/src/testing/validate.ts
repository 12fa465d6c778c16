import { isObject } from "../safe.js";
import type { JsonSchema } from "./schemas.js";

const typeOf = (value: unknown): string => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/** Everything in which a value breaks a schema, as sentences that name the member. */
export function schemaProblems(value: unknown, schema: JsonSchema, path = "the error object"): string[] {
  const problems: string[] = [];
  const report = (text: string) => problems.push(`${path} ${text}, but is ${JSON.stringify(value)?.slice(0, 100)}.`);
  if (schema.type && typeOf(value) !== schema.type) report(`must be of type ${schema.type}`);
  if (schema.enum && !schema.enum.includes(value)) report(`must be one of ${schema.enum.join(", ")}`);
  if ("const" in schema && schema.const !== value) report(`must be ${JSON.stringify(schema.const)}`);
  if (typeof value === "string") {
    if (schema.minLength !== undefined && value.trim().length < schema.minLength) report("must not be empty");
    if (schema.maxLength !== undefined && value.length > schema.maxLength)
      report(`must have at most ${schema.maxLength} characters`);
    // eslint-disable-next-line no-restricted-syntax -- The pattern is the server's own, from the schema under test.
    if (schema.pattern && !new RegExp(schema.pattern).test(value)) report(`must match ${schema.pattern}`);
  }
  if (typeof value === "number" && schema.minimum !== undefined && value < schema.minimum)
    report(`must be at least ${schema.minimum}`);
  if (Array.isArray(value) && schema.items)
    for (const [index, item] of value.entries())
      problems.push(...schemaProblems(item, schema.items, `${path}[${index}]`));
  if (isObject(value) && !Array.isArray(value)) {
    for (const key of schema.required ?? [])
      if (!Object.hasOwn(value, key)) problems.push(`${key} is missing in ${path}.`);
    for (const [key, member] of Object.entries(schema.properties ?? {}))
      if (Object.hasOwn(value, key))
        problems.push(...schemaProblems(value[key], member, path === "the error object" ? key : `${path}.${key}`));
  }
  for (const part of schema.allOf ?? []) problems.push(...schemaProblems(value, part, path));
  if (schema.if && schema.then && schemaProblems(value, schema.if, path).length === 0)
    problems.push(...schemaProblems(value, schema.then, path));
  return problems;
}
