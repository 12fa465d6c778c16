import { expect, test } from "vitest";
import { isExample } from "../../src/analysis/examples.js";
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
