import { statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ESLint, Linter } from "eslint";
import type { McpErrorsRule } from "../create-rule.js";
import { lintText } from "../lint/lint-text.js";
import { projectFor } from "../model-of.js";
import { countsOf, CoverageCounter } from "../review/coverage.js";
import { locate, locateInConfig, type LocatedResult } from "../review/finding.js";
import { DEFAULT_SETTINGS, readSettings } from "../settings.js";
import { reportOf, type CheckReport } from "./check.js";
import { commandParser } from "./command-parser.js";
import { configFiles, readConfigFile } from "./config-files.js";
import { UsageError } from "./command.js";
import { sourcesBehind, type SourceOptions } from "./sources.js";
import { noteToolsElsewhere } from "./tools-elsewhere.js";

export interface EslintCheckOptions extends SourceOptions {
  /** The project's flat config, as the user named it. */
  readonly config: string;
}

const PLUGIN_NAME = "eslint-plugin-mcp-errors";
/** The first version whose flat configs the plugin works with. */
const OLDEST = [9, 15] as const;

type ESLintClass = typeof ESLint;

/** The ESLint that is installed where the config stands. */
async function loadEslint(configFile: string, name: string): Promise<ESLintClass> {
  let entry: string;
  try {
    entry = createRequire(configFile).resolve("eslint");
  } catch {
    throw new UsageError(
      `ESLint is not installed where ${name} is. Run \`npm install --save-dev eslint\` there, or leave --config out: the presets need no ESLint.`,
    );
  }
  const loaded = (await import(pathToFileURL(entry).href)) as { readonly ESLint: ESLintClass };
  const [major = 0, minor = 0] = loaded.ESLint.version.split(".").map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new UsageError(
      `ESLint ${loaded.ESLint.version} is installed where ${name} is; ${OLDEST.join(".")} or newer is needed.`,
    );
  return loaded.ESLint;
}

/** The names under which a config has the plugin, each with the plugin's rules. */
function namespacesOf(config: Linter.Config | undefined): [string, Readonly<Record<string, unknown>>][] {
  return Object.entries(config?.plugins ?? {}).flatMap(([namespace, plugin]) =>
    plugin.meta?.name === PLUGIN_NAME ? [[namespace, plugin.rules ?? {}]] : [],
  );
}

/** What a config says of each file, or a line that says why it cannot be used. */
async function configsOf(eslint: ESLint, files: readonly string[], name: string): Promise<Map<string, Linter.Config>> {
  const configs = new Map<string, Linter.Config>();
  for (const file of files) {
    try {
      const config = (await eslint.calculateConfigForFile(file)) as Linter.Config | undefined;
      if (config) configs.set(file, config); // an ignored file has none
    } catch (error) {
      throw new UsageError(`ESLint cannot use ${name}: ${sentenceOf(error)}`, { cause: error });
    }
  }
  return configs;
}

/** ESLint also reports what comments in the file say of rules that are not there. */
function withoutOthers(result: ESLint.LintResult, rules: Readonly<Record<string, unknown>>): ESLint.LintResult {
  const messages = result.messages.filter(({ ruleId }) => ruleId === null || Object.hasOwn(rules, ruleId));
  const errorCount = messages.filter(({ severity }) => severity === 2).length;
  return { ...result, messages, errorCount, warningCount: messages.length - errorCount };
}

/** The first line, with those that go on with it: below the name of a rule, what is wrong with its options. */
function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [first = "", ...others] = text.trim().split(/\r?\n/u);
  const end = others.findIndex((line) => !/^\s+\S/u.test(line));
  const continued = first.endsWith(":") ? others.slice(0, end < 0 ? others.length : end) : [];
  return [first, ...continued.map((line) => line.trim())].join(" ");
}

/**
 * Lints with the project's own flat config and the ESLint that is installed there: the rules of this plugin alone, with
 * the options, settings and severities of the config.
 *
 * @throws {UsageError} if the config is absent or fails, no ESLint is installed, or the config does not use the plugin
 */
export async function checkWithEslint(options: EslintCheckOptions): Promise<CheckReport> {
  const { cwd, config: name } = options;
  const configFile = path.resolve(cwd, name);
  if (!statSync(configFile, { throwIfNoEntry: false })?.isFile()) throw new UsageError(`There is no config ${name}.`);
  const Loaded = await loadEslint(configFile, name);
  const coverage = new CoverageCounter();
  const configurations = configFiles(options);
  const sources = [...sourcesBehind(options, coverage, configurations.length)];
  const texts = sources.flatMap((source) => (source.kind === "text" ? [source] : []));
  const rules: Record<string, McpErrorsRule> = {};
  const eslint = new Loaded({
    cwd: path.dirname(configFile),
    overrideConfigFile: configFile,
    // Comments that keep back another plugin's rules are not unused because that plugin does not run here.
    overrideConfig: { linterOptions: { reportUnusedDisableDirectives: "off", reportUnusedInlineConfigs: "off" } },
    ruleFilter: ({ ruleId }) => Object.hasOwn(rules, ruleId),
    errorOnUnmatchedPattern: false,
    warnIgnored: false,
  });
  const configs = await configsOf(eslint, [...texts.map(({ file }) => file), ...configurations], name);
  for (const config of configs.values())
    for (const [namespace, ofPlugin] of namespacesOf(config))
      for (const [rule, value] of Object.entries(ofPlugin)) rules[`${namespace}/${rule}`] = value as McpErrorsRule;
  if (Object.keys(rules).length === 0)
    throw new UsageError(
      `${name} does not use ${PLUGIN_NAME} for ${texts.length === 1 ? "this file" : "any of these files"}. Add it with \`mcp-errors init\`, or leave --config out to run a preset.`,
    );
  const results = new Map<string, ESLint.LintResult>();
  try {
    for (const result of await eslint.lintFiles([...configs.keys()]))
      results.set(result.filePath, withoutOthers(result, rules));
  } catch (error) {
    throw new UsageError(`ESLint crashed on ${name}: ${sentenceOf(error)}`, { cause: error });
  }
  const parse = commandParser();
  const located = sources.flatMap((source): LocatedResult[] => {
    if (source.kind === "gap") return [locate(source.result, undefined)];
    const result = results.get(source.file);
    if (!result) return [];
    // ESLint keeps its facts to itself: for the tools and the coverage the file is looked at once more.
    const settings = readSettings(configs.get(source.file)?.settings?.["mcp-errors"]);
    const project = projectFor(settings);
    const { model } = lintText(source.file, source.text, parse, project, []);
    coverage.addFile(model && countsOf(model, result.messages), {
      dependsOnMcp: project.packages.of(source.file)?.dependsOnMcp ?? false,
      unparsed: result.fatalErrorCount > 0,
    });
    return [locate(result, model)];
  });
  // Of those, the ones that the config has a language for.
  const ofClients = configurations.flatMap((file): LocatedResult[] => {
    const result = results.get(file);
    if (!result) return [];
    const read = readConfigFile(file, cwd, coverage);
    return ["gap" in read ? read.gap : locateInConfig(result, read.config)];
  });
  noteToolsElsewhere(coverage, options, projectFor(DEFAULT_SETTINGS));
  return reportOf([...ofClients, ...located], coverage.summary(), { cwd, rules });
}
