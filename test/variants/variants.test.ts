/** Each published contract, kept and broken: what is marked must be found, at its line and by its rule, and nothing else. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import { ERRORS_ONLY } from "../support/error-rules.js";
import plugin from "../../src/index.js";
import { readSettings } from "../../src/settings.js";
import { toolErrorProblems, type AssertOptions } from "../../src/helper/src/testing/index.js";
import { stripMarkers } from "../proving-ground/forms.js";
import { variantPlaces } from "../support/variant-places.js";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const CONTRACTS = ["compact", "envelope", "propagation", "recovery", "standard"];

interface Variant {
  readonly code: string;
  readonly settings: object;
  readonly options: Readonly<Record<string, object>>;
  readonly expected: readonly string[];
}

function variantOf(name: string): Variant {
  const { code, expected } = stripMarkers(readFileSync(`${FOLDER}${name}.ts`, "utf8"));
  const settings = JSON.parse(/^\/\/ settings: (.*)$/mu.exec(code)?.[1] ?? "") as object;
  const options = JSON.parse(/^\/\/ options: (.*)$/mu.exec(code)?.[1] ?? "{}") as Record<string, object>;
  return { code, settings, options, expected: expected.map(({ line, rule }) => `${line} ${rule}`) };
}

function findingsOf({ code, settings, options }: Variant): string[] {
  const config: Linter.Config[] = [
    { files: ["**/*.ts"], languageOptions: { parser }, settings: { "mcp-errors": settings } },
    plugin.configs.strict,
    ERRORS_ONLY,
    // By hand is the point of these files.
    { rules: { "mcp-errors/prefer-tool-error": "off" } },
    { rules: Object.fromEntries(Object.entries(options).map(([rule, own]) => [`mcp-errors/${rule}`, ["error", own]])) },
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
    expect(findingsOf(broken)).toEqual(broken.expected);
  });
});

/** What a linter does not see, as the test kit tells it. */
const KIT: Readonly<Record<string, { dialect: AssertOptions["dialect"]; failure: object; problem: string }>> = {
  wait_that_no_agent_keeps: {
    dialect: "standard",
    failure: { errorCategory: "transient", isRetryable: true, retryAfterSeconds: 90_000, description: "Busy." },
    problem: "retryAfterSeconds is 90000, a wait of 1500 minutes, longer than an agent waits.",
  },
  text_that_is_cut: {
    dialect: "standard",
    failure: { errorCategory: "transient", isRetryable: false, description: "Down. ".repeat(2000) },
    problem: "The text has 12066 characters; some clients cut at 10000.",
  },
  retryable_without_a_wait: {
    dialect: "envelope",
    failure: { bucket: "Transient", retryable: true, retryAfterMs: 0, errorCode: "STOCK_BUSY", humanMessage: "Busy." },
    problem: "retryAfterMs must be at least 1, but is 0.",
  },
  no_wait_at_all: {
    dialect: "envelope",
    failure: { bucket: "Business", retryable: false, errorCode: "SOLD_OUT", humanMessage: "Sold out." },
    problem: "retryAfterMs is missing in the error object.",
  },
  retryable_permission: {
    dialect: "envelope",
    failure: { bucket: "Permission", retryable: true, retryAfterMs: 9, errorCode: "NO_SCOPE", humanMessage: "No." },
    problem: "retryable must be false, but is true.",
  },
  retryable_without_recovery: {
    dialect: "recovery",
    failure: { success: false, isRetryable: true, error: "Busy." },
    problem: "recovery is missing in the error object.",
  },
};

describe("the table of the README", () => {
  const readme = readFileSync(`${FOLDER}README.md`, "utf8");
  const rows = [
    ...readme.matchAll(
      /^\| .+? +\| (?:`(?<file>\w+)\.bad\.ts`|(?<kit>test kit)) `(?<name>\w+)` +\| (?:rule )?`(?<by>[\w-]+)` +\|$/gmu,
    ),
  ].map(({ groups = {} }) => ({
    file: groups["file"],
    place: `${groups["file"] ?? "kit"} ${String(groups["name"])} ${String(groups["by"])}`,
  }));
  const shown = CONTRACTS.flatMap((contract) => {
    const { code, expected } = variantOf(`${contract}.bad`);
    return variantPlaces(code).flatMap(({ name, from, to }) =>
      expected.flatMap((at) => {
        const [line, rule] = at.split(" ");
        return Number(line) >= from && Number(line) <= to ? [`${contract} ${name} ${String(rule)}`] : [];
      }),
    );
  });

  it("is read as a whole", () => {
    expect(rows).toHaveLength(readme.split("\n").filter((line) => line.startsWith("| ")).length - 2);
  });

  it("has a row for every place that is broken, and none for another", () => {
    const ofRules = rows.filter(({ file }) => file !== undefined).map(({ place }) => place);
    expect([...new Set(ofRules)].sort()).toEqual([...new Set(shown)].sort());
  });

  it("has a row for every case of the test kit", () => {
    const ofKit = rows.filter(({ file }) => file === undefined).map(({ place }) => place);
    expect(ofKit.sort()).toEqual(
      Object.keys(KIT)
        .map((name) => `kit ${name} toolErrorProblems`)
        .sort(),
    );
  });

  it.each(Object.entries(KIT))("the test kit tells %s", (_, { dialect, failure, problem }) => {
    const result = { isError: true, content: [{ type: "text", text: JSON.stringify(failure) }] };
    expect(toolErrorProblems(result, undefined, { dialect })).toEqual([problem]);
  });
});
