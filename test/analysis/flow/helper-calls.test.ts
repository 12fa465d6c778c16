import { expect, it } from "vitest";
import { exitsOf } from "../../support/exits.js";

const HELPER = 'import { emptyResult, toolError } from "mcp-tool-errors";';

it.each([
  {
    title: "a category of the typed helper is a flagged result with its fields",
    body: 'return toolError.validation({ description: "Give an id." });',
    exits: [/errorCategory: …, isRetryable: …, description: ….*isError: true \}$/u],
  },
  {
    title: "what is found out of an error comes from its failure",
    body: `
      try { return await api.order(input.id); }
      catch (error) { return toolError.from(error, { description: "The order was not read." }); }
    `,
    exits: [
      /^return <api\.order\(\)>$/u,
      /errorCategory: …, isRetryable: …, errorCode: …, retryAfterSeconds: …, description: ….*isError: true \} after api\.order\(\) rejected$/u,
    ],
  },
  {
    title: "an empty result is no error",
    body: "return emptyResult(`No order ${input.id}.`);",
    exits: [/^return \{ content: \[\{ type: "text", text: `No order .*isError: false \}$/u],
  },
])("$title", ({ body, exits }) => {
  const found = exitsOf(body, HELPER);
  expect(found).toHaveLength(exits.length);
  for (const exit of exits) expect(found.some((one) => exit.test(one))).toBe(true);
});

it("a boundary returns what the handler returns, and tells what it throws", () => {
  const head = 'import { toolFailure, withToolErrors } from "mcp-tool-errors";';
  const body = `return await withToolErrors(async (id) => {
    if (!id) throw toolFailure.validation({ description: "Give an id." });
    return await api.order(id);
  })(input.id);`;
  const exits = exitsOf(body, head);
  expect(exits).toHaveLength(3);
  expect(exits[0]).toBe("return <api.order()>");
  const told = exits.filter((one) => /isError: true \} after /u.test(one));
  expect(told).toHaveLength(2);
  expect(told.filter((one) => one.includes("retryAfterSeconds: …")).map((one) => one.split(" after ").at(-1))).toEqual([
    "api.order() rejected",
  ]);
});

it("a boundary that throws gives each failure the contract", () => {
  const head = 'import { withToolFailures } from "mcp-tool-errors";';
  const exits = exitsOf("return await withToolFailures(async (id) => await api.order(id))(input.id);", head);
  expect(exits).toHaveLength(2);
  expect(exits.filter((one) => one.startsWith("throw ") && one.includes("errorCategory"))).toHaveLength(1);
});

it("a helper that stands in the project is the same", () => {
  const vendored = "export const toolError = { validation: (fields) => make(fields) };";
  const body = 'return toolError.validation({ description: "Give an id." });';
  const [exit] = exitsOf(body, 'import { toolError } from "./mcp-tool-errors.js";', { "mcp-tool-errors.ts": vendored });
  expect(exit).toMatch(/errorCategory: ….*isError: true \}$/u);
});

it("a dispatcher of many cases keeps the result of each", () => {
  const names = Array.from({ length: 20 }, (_, at) => `tool${at}`);
  const cases = names.map(
    (name) => `case "${name}": return { content: [{ type: "text", text: "${name} is done." }] };`,
  );
  const call = `function call(name) { switch (name) { ${cases.join("\n")} default: throw new Error("none"); } }`;
  const exits = exitsOf("return await call(input.name);", call).join("\n");
  for (const name of names) expect(exits).toContain(`${name} is done.`);
});

it("a vendored helper is known by its head, whatever of it is left", () => {
  const head = 'import { toolFailure } from "./mcp-tool-errors.js";';
  const others = {
    "mcp-tool-errors.ts":
      "// mcp-tool-errors, vendored: one file.\nexport const toolFailure = { validation: (fields) => new Error(fields.description) };",
  };
  expect(exitsOf('throw toolFailure.validation({ description: "Give an id." });', head, others)).toEqual([
    expect.stringContaining("errorCategory"),
  ]);
});
