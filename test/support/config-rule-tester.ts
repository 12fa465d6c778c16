import path from "node:path";
import json from "@eslint/json";
import { RuleTester } from "eslint";
import { rules } from "../../rules/index.js";
import { clientOf } from "../../src/server-config/clients/index.js";
import { placesIn, replaceOnce, type Problem } from "./rule-tester.js";

/** Paths of configuration files, of a project that is called `shop`. */
export const FILES = {
  claudeCode: path.resolve("/home/nobody/shop/.mcp.json"),
  vsCode: path.resolve("/home/nobody/shop/.vscode/mcp.json"),
  cursor: path.resolve("/home/nobody/shop/.cursor/mcp.json"),
  claudeDesktop: path.resolve("/home/nobody/shop/claude_desktop_config.json"),
} as const;

export interface ConfigCase {
  readonly name?: string;
  /** Default: that of Claude Code. */
  readonly file?: string;
  /** The text of the file; `⟦…⟧` stand around what each problem points at. */
  readonly code: string;
}

export interface BadConfig extends ConfigCase {
  readonly problems: readonly (Omit<Problem, "suggest"> & {
    readonly suggest?: readonly NonNullable<Problem["suggest"]>[];
  })[];
}

const tester = new RuleTester({ plugins: { json } });

function shared({ name, file = FILES.claudeCode }: ConfigCase): object {
  const isLenient = clientOf(file)?.isLenient === true;
  return {
    filename: file,
    language: isLenient ? "json/jsonc" : "json/json",
    ...(isLenient ? { languageOptions: { allowTrailingCommas: true } } : {}),
    ...(name === undefined ? {} : { name }),
  };
}

/** Runs the cases of a rule that looks at configuration files, under the language of the file. */
export function testConfigRule(name: string, good: readonly ConfigCase[], bad: readonly BadConfig[]): void {
  const rule = rules[name];
  if (!rule) throw new Error(`There is no rule "${name}".`);
  tester.run(name, rule, {
    assertionOptions: { requireMessage: true, requireLocation: true, requireData: true },
    valid: good.map((entry) => ({ code: entry.code, ...shared(entry) })),
    invalid: bad.map((entry) => {
      const { bare, places } = placesIn(entry.code);
      if (places.length !== entry.problems.length)
        throw new Error(`${places.length} marks, ${entry.problems.length} problems:\n${entry.code}`);
      return {
        code: bare,
        ...shared(entry),
        errors: entry.problems.map(({ messageId, data, suggest = [] }, at) => ({
          messageId,
          ...(data ? { data } : {}),
          ...places[at],
          suggestions: suggest.map(({ from, to, ...suggestion }) => ({
            messageId: suggestion.messageId,
            ...(suggestion.data ? { data: suggestion.data } : {}),
            output: replaceOnce(bare, from, to),
          })),
        })),
      };
    }),
  });
}

/** A file of Claude Code, Cursor or Claude Desktop with these members in the entry of one server. */
export function entry(members: string, name = "orders"): string {
  return `{
  "mcpServers": {
    "${name}": {
      ${members}
    }
  }
}
`;
}

/** The same for VS Code. */
export function vsCodeEntry(members: string, inputs = ""): string {
  return `{
  // The team's servers.
  "servers": {
    "orders": {
      ${members},
    },
  },${inputs}
}
`;
}
