/** Each published contract, kept and broken: what is marked must be found, at its line and by its rule, and nothing else. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import plugin from "../../src/index.js";
import { readSettings } from "../../src/settings.js";
import { stripMarkers } from "../proving-ground/forms.js";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const CONTRACTS = ["compact", "envelope", "propagation", "recovery", "standard"];
const KNOWN = new Set(Object.keys(plugin.rules ?? {}));

interface Variant {
  readonly code: string;
  readonly settings: object;
  readonly expected: readonly string[];
}

function variantOf(name: string): Variant {
  const { code, expected } = stripMarkers(readFileSync(`${FOLDER}${name}.ts`, "utf8"));
  const settings = JSON.parse(/^\/\/ settings: (.*)$/mu.exec(code)?.[1] ?? "") as object;
  return { code, settings, expected: expected.map(({ line, rule }) => `${line} ${rule}`) };
}

function findingsOf({ code, settings }: Variant): string[] {
  const config: Linter.Config[] = [
    { files: ["**/*.ts"], languageOptions: { parser }, settings: { "mcp-errors": settings } },
    plugin.configs.strict,
    // By hand is the point of these files.
    { rules: { "mcp-errors/prefer-tool-error": "off" } },
  ];
  return new Linter({ configType: "flat", cwd: FOLDER })
    .verify(code, config, `${FOLDER}server.ts`)
    .map(({ line, ruleId }) => `${line} ${String(ruleId).replace("mcp-errors/", "")}`);
}

it("there are five contracts, each kept and broken", () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".ts") && file !== "variants.test.ts");
  expect(files.sort()).toEqual(CONTRACTS.flatMap((name) => [`${name}.bad.ts`, `${name}.ts`]));
});

describe.each(CONTRACTS)("%s", (name) => {
  const kept = variantOf(name);
  const broken = variantOf(`${name}.bad`);

  it("is linted with settings that exist", () => {
    expect(() => readSettings(kept.settings)).not.toThrow();
    expect(broken.settings).toEqual(kept.settings);
  });

  it("written well, gives no finding", () => {
    expect(kept.expected).toEqual([]);
    expect(findingsOf(kept)).toEqual([]);
  });

  it("written badly, gives the finding meant at each place, and no other", () => {
    expect(broken.expected.length).toBeGreaterThan(2);
    expect(findingsOf(broken)).toEqual(broken.expected.filter((place) => KNOWN.has(place.split(" ")[1] ?? "")));
  });
});
