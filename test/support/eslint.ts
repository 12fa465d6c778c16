import { ESLint, type Linter } from "eslint";
import * as parser from "@typescript-eslint/parser";
import plugin, { type PresetName } from "../../src/index.js";

export interface LintOptions {
  readonly preset?: PresetName;
  readonly settings?: object;
  /** `null`: ESLint's own parser. */
  readonly parser?: Linter.Parser | null;
}

/** A flat config that runs a preset as a user would set it up. */
export function configOf({ preset = "recommended", settings = {}, parser: own }: LintOptions = {}): Linter.Config[] {
  return [
    {
      files: ["**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}"],
      languageOptions: own === null ? {} : { parser: own ?? parser },
      settings: { "mcp-errors": settings },
      linterOptions: { reportUnusedDisableDirectives: "off" },
    },
    plugin.configs[preset],
  ];
}

/** Lints files on disk through ESLint. Results come in the order of the files. */
export async function lintWithEslint(
  cwd: string,
  files: readonly string[],
  options: LintOptions = {},
): Promise<ESLint.LintResult[]> {
  const eslint = new ESLint({ cwd, overrideConfigFile: true, overrideConfig: configOf(options), ignore: false });
  const results = await eslint.lintFiles([...files]);
  return results.sort((a, b) => files.indexOf(a.filePath) - files.indexOf(b.filePath));
}
