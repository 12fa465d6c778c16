import { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import { transforms } from "../../codemods/index.js";
import plugin from "../../src/index.js";
import { rewriteText } from "../../src/codemod/rewrite.js";
import { lintText, type ActiveRule } from "../../src/lint/lint-text.js";
import { projectParser } from "../../src/analysis/project/project.js";
import { projectForTests } from "../codemods/support/fixtures.js";
import { errorResult, tool } from "../support/rule-tester.js";

const FILE = "/nowhere/server.js";
const answer = (result: string, head = ""): string =>
  tool(`  if (bad(args)) return ${result};\n  return { content: [] };`, head);
const TEXT_ALONE = answer('{ isError: true, content: [{ type: "text", text: "The id is required." }] }');

type Severities = Readonly<Record<string, Linter.Severity>>;
const both: Severities = { "require-error-category": 2, "require-is-retryable": 2 };
const all: Severities = {
  ...both,
  "require-error-description": 2,
  "require-customer-message": 2,
  "require-error-code": 2,
};

const linter = new Linter({ cwd: "/nowhere" });

function inEslint(code: string, severities: Severities): string[] {
  const config: Linter.Config = {
    plugins: { "mcp-errors": plugin },
    rules: Object.fromEntries(Object.entries(severities).map(([name, severity]) => [`mcp-errors/${name}`, severity])),
  };
  return linter.verify(code, config, FILE).map(({ ruleId, message }) => `${ruleId ?? ""}: ${message}`);
}

function inCommand(code: string, severities: Severities): string[] {
  const active = Object.entries(severities).flatMap(([name, severity]): ActiveRule[] => {
    const rule = rules[name];
    return rule && severity !== 0 ? [{ id: `mcp-errors/${name}`, rule, severity, options: {} }] : [];
  });
  const { result } = lintText(FILE, code, projectParser(undefined), projectForTests(), active);
  return result.messages.map(({ ruleId, message }) => `${ruleId ?? ""}: ${message}`);
}

const GUESS = "so the model has to guess whether to retry, correct the input, ask for permission or stop.";
const CATEGORY = '`errorCategory` ("transient", "validation", "permission" or "business")';
const FLAG_ALONE =
  "mcp-errors/require-is-retryable: This error result has no `isRetryable`, so the model repeats calls that can't succeed, or gives up too early. Add a boolean `isRetryable`.";

const cases: Readonly<Record<string, { code: string; rules: Severities; found: readonly string[] }>> = {
  "the category and the flag": {
    code: TEXT_ALONE,
    rules: both,
    found: [
      `mcp-errors/require-error-category: This error result has no \`errorCategory\` or \`isRetryable\`, ${GUESS} Put ${CATEGORY} and a boolean \`isRetryable\` into the JSON of the first text block.`,
    ],
  },
  "the flag alone, where the category is not asked for": {
    code: TEXT_ALONE,
    rules: { "require-is-retryable": 2 },
    found: [FLAG_ALONE],
  },
  "the flag alone, where the category is turned off": {
    code: TEXT_ALONE,
    rules: { ...both, "require-error-category": 0 },
    found: [FLAG_ALONE],
  },
  "the flag alone, where a comment turns the category off": {
    code: `/* eslint mcp-errors/require-error-category: "off" */\n${TEXT_ALONE}`,
    rules: both,
    found: [FLAG_ALONE],
  },
  "what a comment asks for besides": {
    code: `/* eslint mcp-errors/require-is-retryable: "error" */\n${TEXT_ALONE}`,
    rules: { "require-error-category": 2 },
    found: [
      `mcp-errors/require-error-category: This error result has no \`errorCategory\` or \`isRetryable\`, ${GUESS} Put ${CATEGORY} and a boolean \`isRetryable\` into the JSON of the first text block.`,
    ],
  },
  "the flag alone, beside a category": {
    code: answer(errorResult('errorCategory: "validation", description: "The id is taken.", errorCode: "TAKEN"')),
    rules: all,
    found: [FLAG_ALONE],
  },
  "three fields": {
    code: answer(errorResult("isRetryable: false, details: { id: args.id }")),
    rules: all,
    found: [
      `mcp-errors/require-error-category: This error result has no \`errorCategory\`, \`description\` or \`errorCode\`, ${GUESS} Put ${CATEGORY}, a \`description\` of what failed and what to do next and an UPPER_SNAKE_CASE \`errorCode\` from a list the server owns into the JSON of the first text block.`,
    ],
  },
  "the sentence for the user and the code": {
    code: answer(
      errorResult('errorCategory: "permission", isRetryable: false, description: "The role admin is missing."'),
    ),
    rules: all,
    found: [
      "mcp-errors/require-customer-message: This permission error has no `customerFriendlyMessage` or `errorCode`, so the model can only show the user the description, which is written for the model and may name internals. Add a `customerFriendlyMessage` for the user and an UPPER_SNAKE_CASE `errorCode` from a list the server owns.",
    ],
  },
  "nothing, where all is there": {
    code: answer(
      errorResult(
        'errorCategory: "validation", isRetryable: false, errorCode: "ID_TAKEN", description: "The id is taken. Choose another one."',
      ),
    ),
    rules: all,
    found: [],
  },
};

describe("One finding names", () => {
  it.each(Object.entries(cases))("%s", (_name, { code, rules: active, found }) => {
    expect(inEslint(code, active)).toEqual(found);
    expect(inCommand(code, active)).toEqual(found);
  });

  it("what each of two places lacks", () => {
    const code = tool(`  if (args.a) return ${errorResult('description: "The id is taken."')};
  return ${errorResult('errorCategory: "business", description: "The order is closed."')};`);
    expect(inEslint(code, both).map((one) => one.slice(0, one.indexOf(",")))).toEqual([
      "mcp-errors/require-error-category: This error result has no `errorCategory` or `isRetryable`",
      "mcp-errors/require-is-retryable: This error result has no `isRetryable`",
    ]);
  });

  it("what the rules of this run ask for, not those of the last one on the same tree", () => {
    const config = (names: readonly string[]): Linter.Config => ({
      plugins: { "mcp-errors": plugin },
      rules: Object.fromEntries(names.map((name) => [`mcp-errors/${name}`, 2])),
    });
    linter.verify(TEXT_ALONE, config(Object.keys(both)), FILE);
    const tree = linter.getSourceCode();
    expect(linter.verify(tree, config(["require-is-retryable"]), FILE).map(({ ruleId }) => ruleId)).toEqual([
      "mcp-errors/require-is-retryable",
    ]);
  });
});

describe("A codemod", () => {
  const migrated = (code: string) =>
    rewriteText(code, FILE, projectForTests(), { helper: { kind: "package" }, transforms: ["error-results"] });

  it("counts a place that lacks two fields once", () => {
    expect(transforms["error-results"].rules).toEqual(Object.keys(both));
    expect(migrated(TEXT_ALONE).changes.map(({ outcome, ruleId }) => `${outcome}: ${ruleId}`)).toEqual([
      "rewritten: require-error-category",
    ]);
  });

  it("leaves alone what a comment on the one finding keeps back", () => {
    const code = TEXT_ALONE.replace(
      "  if (bad(args))",
      "  // eslint-disable-next-line mcp-errors/require-error-category -- the old client reads prose\n  if (bad(args))",
    );
    expect(inEslint(code, both)).toEqual([]);
    expect(migrated(code).text).toBe(code);
  });

  it("rewrites what the rule of the flag reports where the category is turned off", () => {
    const code = `/* eslint mcp-errors/require-error-category: "off" */\n${TEXT_ALONE}`;
    expect(migrated(code).changes.map(({ outcome, ruleId }) => `${outcome}: ${ruleId}`)).toContain(
      "rewritten: require-is-retryable",
    );
  });
});
