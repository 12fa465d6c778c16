/** The good forms of the documents that the contract is made from, written with the helper: no rule about errors has anything to say. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { Linter } from "eslint";
import { expect, it } from "vitest";
import type { DialectName } from "../../src/contract/dialects.js";
import { isAboutErrors } from "../support/error-rules.js";
import { configOf, lintWithEslint } from "../support/eslint.js";

const folder = fileURLToPath(new URL("../../src/helper/test/forms", import.meta.url));
const DIALECT_OF: Readonly<Record<string, DialectName>> = {
  "billing.ts": "envelope",
  "inspector.ts": "recovery",
  "orders.ts": "standard",
  "payments.ts": "compact",
  "search.ts": "standard",
};

it("has every form", () => {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(DIALECT_OF));
});

it.each(Object.entries(DIALECT_OF))("%s in the dialect %s", async (name, dialect) => {
  const [result] = await lintWithEslint(folder, [path.join(folder, name)], { preset: "strict", settings: { dialect } });
  expect(
    result?.messages
      .filter(({ ruleId }) => isAboutErrors(ruleId ?? ""))
      .map(({ ruleId, line, message }) => `${ruleId ?? ""} ${line}: ${message}`),
  ).toEqual([]);
});

const SWALLOWED = `
server.registerTool("canary", { description: "Reads one order." }, async () => {
  try {
    return { content: [{ type: "text", text: await (await fetch("https://orders.example")).text() }] };
  } catch {
    return { content: [{ type: "text", text: "There are no orders." }] };
  }
});
`;

it.each(Object.keys(DIALECT_OF))("a fault beside the forms of %s is found", (name) => {
  const source = readFileSync(path.join(folder, name), "utf8") + SWALLOWED;
  const messages = new Linter().verify(source, configOf({ preset: "defects" }), name);
  expect(messages.map(({ ruleId }) => ruleId)).toContain("mcp-errors/no-swallowed-error");
});
