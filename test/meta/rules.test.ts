import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import type { PresetName } from "../../src/presets.js";
import plugin from "../../src/index.js";

const FOLDER = path.resolve(import.meta.dirname, "../../rules");
const OPTIONS = readFileSync(path.resolve(FOLDER, "../src/rule-options.ts"), "utf8");

/** The rules that the published types list as those without options. */
const PLAIN = [...OPTIONS.matchAll(/^ {2}\| "(?<name>[\w-]+)"/gmu)].map(({ groups }) => groups?.["name"]);

/** The numbers that the rules take: a bound that moves is a change for who uses the rule. */
const BOUNDS: Readonly<Record<string, object>> = {
  "consistent-error-contract": { maxWaitSeconds: { type: "number", minimum: 0, maximum: undefined } },
  "require-tool-description": { minWords: { type: "integer", minimum: 1, maximum: undefined } },
  "no-terminal-retry": { max: { type: "integer", minimum: 1, maximum: undefined } },
};

describe("rules/", () => {
  it("holds one file a rule, and each is in the index, in order", () => {
    const files = readdirSync(FOLDER)
      .filter((file) => file !== "index.ts")
      .map((file) => path.basename(file, ".ts"));
    expect(Object.keys(rules)).toEqual(files.sort());
    expect(Object.keys(plugin.rules ?? {})).toEqual(files);
  });
});

describe.each(Object.entries(rules))("%s", (name, rule) => {
  const source = readFileSync(path.join(FOLDER, `${name}.ts`), "utf8");

  it("has the name of its file, and a page", () => {
    expect(source).toContain(`name: "${name}"`);
    expect(rule.meta.docs.url).toMatch(new RegExp(`/docs/rules/${name}\\.md$`, "u"));
  });

  it("describes itself in one sentence without a full stop", () => {
    expect(rule.meta.docs.description).toMatch(/^(?:Disallow|Require|Enforce|Prefer) .+[^.]$/u);
  });

  it("speaks in sentences, under ids that name the fault", () => {
    for (const [id, message] of Object.entries(rule.meta.messages)) {
      expect(id).toMatch(/^[a-z][A-Za-z]+$/u);
      expect(message, id).toMatch(/^[A-Z`"{].*\.$/u);
      expect(message, id).not.toMatch(/specification requires/iu);
    }
  });

  it("takes few options, each with a description, and no others", () => {
    const schemas = rule.meta.schema as {
      properties: Record<string, { description?: string }>;
      additionalProperties: boolean;
    }[];
    expect(schemas.length).toBeLessThanOrEqual(1);
    for (const schema of schemas) {
      expect(schema.additionalProperties).toBe(false);
      expect(Object.keys(schema.properties).length).toBeLessThanOrEqual(4);
      for (const [option, { description }] of Object.entries(schema.properties))
        expect(description, option).toMatch(/^[A-Z].*\.$/u);
    }
  });

  it("is known to the published type of an ESLint configuration", () => {
    expect(PLAIN.includes(name)).toBe((rule.meta.schema as readonly unknown[]).length === 0);
  });

  it("takes the type of its options from the published ones", () => {
    const [schema] = rule.meta.schema as { properties: object }[];
    expect(source.includes(`RuleOptions["${name}"]`)).toBe(schema !== undefined);
    const published = OPTIONS.split(/^ {2}"/mu).find((part) => part.startsWith(`${name}": {`)) ?? "";
    const names = [...published.matchAll(/^ {4}(?<option>\w+)\?:/gmu)].map(({ groups }) => groups?.["option"]);
    expect(names).toEqual(Object.keys(schema?.properties ?? {}));
  });

  it("takes numbers within the bounds that are meant", () => {
    const [schema] = rule.meta.schema as { properties?: Record<string, Readonly<Record<string, unknown>>> }[];
    const bounds = Object.entries(schema?.properties ?? {}).flatMap(([option, { type, minimum, maximum }]) =>
      type === "integer" || type === "number" ? [[option, { type, minimum, maximum }] as const] : [],
    );
    expect(Object.fromEntries(bounds)).toEqual(BOUNDS[name] ?? {});
  });

  it("never fixes by itself: every change would change what a tool answers", () => {
    expect(rule.meta.fixable).toBeUndefined();
    expect(rule.meta.hasSuggestions === true).toBe(/\bsuggest\b(?!")/u.test(source));
  });
});

describe("presets", () => {
  it.each<[larger: PresetName, smaller: PresetName]>([
    ["recommended", "defects"],
    ["strict", "recommended"],
    ["strict", "integration"],
    ["all", "strict"],
  ])("%s holds all of %s", (larger, smaller) => {
    expect(Object.keys(plugin.configs[larger].rules ?? {})).toEqual(
      expect.arrayContaining(Object.keys(plugin.configs[smaller].rules ?? {})),
    );
  });

  it("integration stands by itself: nothing of it is in recommended", () => {
    const integration = Object.keys(plugin.configs.integration.rules ?? {});
    expect(integration.length).toBeGreaterThan(5);
    expect(Object.keys(plugin.configs.recommended.rules ?? {}).filter((rule) => integration.includes(rule))).toEqual(
      [],
    );
  });

  it("all holds every rule", () => {
    expect(Object.keys(plugin.configs.all.rules ?? {})).toEqual(Object.keys(rules).map((name) => `mcp-errors/${name}`));
  });
});
