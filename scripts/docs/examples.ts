import path from "node:path";
import json from "@eslint/json";
import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import plugin from "../../src/index.js";

/** A fenced code example of a rule's page: ` ```ts bad ` or ` ```ts good `, with JSON behind it for options and settings. */
export interface Example {
  readonly kind: "bad" | "good";
  readonly language: string;
  readonly code: string;
  /** 1-based line of the fence in the page. */
  readonly line: number;
  readonly options: object | undefined;
  readonly settings: object | undefined;
  /** The file that it is, below a project: a client reads its configuration at one place. */
  readonly file: string | undefined;
}

const ROOT = path.resolve(import.meta.dirname, "../..");

/** An example, and the rendered findings behind it, which belong to it. */
const EXAMPLE =
  /^```(?<language>\w+) (?<kind>bad|good)(?: (?<setup>\{.*\}))?\n(?<code>[\s\S]*?)^```\n(?:\n```text findings\n[\s\S]*?^```\n)?/gmu;

interface Setup {
  readonly options?: object;
  readonly settings?: object;
  readonly file?: string;
}

function exampleOf(match: RegExpMatchArray, page: string): Example {
  const { language = "ts", kind, setup, code = "" } = match.groups ?? {};
  const { options, settings, file } = (setup === undefined ? {} : JSON.parse(setup)) as Setup;
  return {
    kind: kind === "bad" ? "bad" : "good",
    language,
    code,
    line: page.slice(0, match.index).split("\n").length,
    options,
    settings,
    file,
  };
}

/** The examples of a page, in order. */
export function examplesIn(page: string): Example[] {
  return [...page.matchAll(EXAMPLE)].map((match) => exampleOf(match, page));
}

/** Runs rules of the plugin over an example as ESLint would over a file of a server. */
export function lintExample(example: Example, rules: Linter.RulesRecord): Linter.LintMessage[] {
  const linter = new Linter({ cwd: ROOT });
  // The folder need not exist. It lies in this project, so that the example belongs to a package with an MCP library.
  const folder = path.join(ROOT, "docs", "snippets");
  if (/^jsonc?$/u.test(example.language)) return lintJson(linter, example, folder, rules);
  const filename = path.join(folder, `server.${example.language}`);
  return linter.verify(
    example.code,
    [
      {
        files: ["**/*.{js,ts}"],
        plugins: { "mcp-errors": plugin },
        languageOptions: { parser },
        // A page about directives shows some that keep nothing back in the one rule that runs.
        linterOptions: { reportUnusedDisableDirectives: "off" },
        rules,
        ...(example.settings ? { settings: { "mcp-errors": example.settings } } : {}),
      },
    ],
    { filename },
  );
}

/** Under the language that reads the file: JSON with comments for `jsonc`. */
function lintJson(linter: Linter, example: Example, folder: string, rules: Linter.RulesRecord): Linter.LintMessage[] {
  const isLenient = example.language === "jsonc";
  return linter.verify(
    example.code,
    [
      {
        files: ["**/*.json"],
        plugins: { json, "mcp-errors": plugin },
        language: isLenient ? "json/jsonc" : "json/json",
        ...(isLenient ? { languageOptions: { allowTrailingCommas: true } } : {}),
        rules,
      },
    ],
    { filename: path.join(folder, example.file ?? ".mcp.json") },
  );
}

const WIDTH = 100;
const INDENT = "    ";

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && INDENT.length + line.length + 1 + word.length > WIDTH) {
      lines.push(INDENT + line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, INDENT + line];
}

function renderMessage(message: Linter.LintMessage, code: string): string {
  const text = code.split("\n")[message.line - 1] ?? "";
  const endLine = message.endLine ?? message.line;
  const number = String(message.line);
  const start = message.column - 1;
  const end = endLine === message.line ? (message.endColumn ?? message.column + 1) - 1 : text.length;
  const squiggle = " ".repeat(start) + "~".repeat(Math.max(1, end - start));
  return [
    `${number} | ${text}`,
    `${" ".repeat(number.length)} | ${squiggle}${endLine === message.line ? "" : ` to line ${endLine}`}`,
    ...wrap(message.message),
    ...(message.suggestions ?? []).flatMap(({ desc }) => wrap(`Suggestion: ${desc}`)),
  ].join("\n");
}

/** What the rule says of an example: the line, the place under it, and the message. */
export function renderFindings(example: Example, rule: string): string {
  const messages = lintExample(example, {
    [`mcp-errors/${rule}`]: ["error", ...(example.options ? [example.options] : [])],
  });
  return messages.map((message) => renderMessage(message, example.code)).join("\n\n");
}

/** The page with the findings below each bad example as the rule gives them now. */
export function withFindings(page: string, rule: string): string {
  return page.replace(EXAMPLE, (...parts: unknown[]) => {
    const whole = String(parts[0]);
    const groups = parts.at(-1) as Record<string, string>;
    const example = exampleOf(Object.assign([whole] as unknown as RegExpMatchArray, { groups, index: 0 }), page);
    const fence = `${whole.slice(0, whole.indexOf("\n"))}\n${example.code}\`\`\`\n`;
    if (example.kind === "good") return fence;
    return `${fence}\n\`\`\`text findings\n${renderFindings(example, rule)}\n\`\`\`\n`;
  });
}
