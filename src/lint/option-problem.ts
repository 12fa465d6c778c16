import { validate, type Schema } from "jsonschema";

/** What is wrong with the options that a comment gives a rule, in one line; undefined where they fit its schema. */
export function optionProblem(schemas: readonly Schema[], options: readonly unknown[]): string | undefined {
  if (options.length > schemas.length)
    return schemas.length === 0 ? "the rule takes no options" : `the rule takes ${schemas.length} option`;
  const problems = options.flatMap((option, index) =>
    validate(option, schemas[index] ?? {}).errors.map(({ property, message }) => `${property} ${message}`),
  );
  return problems.length === 0 ? undefined : problems.join("; ").replaceAll(/\binstance\b/gu, "options");
}
