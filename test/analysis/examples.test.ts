import { expect, test } from "vitest";
import { isExample } from "../../src/analysis/started/examples.js";
import { open } from "../support/source.js";

const LINKED = 'import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";';

test.each([
  ["tools.examples.ts", LINKED, true],
  ["tools.example.mts", LINKED, true],
  ["tools.ts", LINKED, false],
  ["tools.examples.ts", "export {};", false],
])("%s: %s", (name, text, expected) => {
  expect(isExample(open(text, {}, name))).toBe(expected);
});

const AMONG = "examples/orders/server.ts";

test.each([
  ["a package", { "package.json": "{}" }, true],
  ["a repository of several packages", { "packages/orders/package.json": "{}" }, true],
  ["other folders of somebody", { "orders/package.json": "{}" }, false],
])("a folder of examples beside %s", (_beside, others: Readonly<Record<string, string>>, expected) => {
  expect(isExample(open("export {};", { [AMONG]: "", "examples/orders/package.json": "{}", ...others }, AMONG))).toBe(
    expected,
  );
});

test("a package that is itself named like one", () => {
  expect(isExample(open("export {};", { "package.json": "{}", "src/tool.ts": "" }, "src/tool.ts"))).toBe(false);
});
