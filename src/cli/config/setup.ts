import path from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import type { Linter } from "eslint";
import picomatch from "picomatch";
import { rules as allRules } from "../../../rules/index.js";
import { presetRules } from "../../configs.js";
import type { ActiveRule } from "../../lint/lint-text.js";
import { PRESET_NAMES, type PresetName } from "../../presets.js";
import type { Severity } from "../../rule-options.js";
import { clientOf } from "../../server-config/clients/index.js";
import { DEFAULT_SETTINGS, readSettings, type Settings } from "../../settings.js";
import { loadConfig } from "./load.js";

/** The flags of every command that runs rules. */
export interface SetupFlags {
  readonly preset?: PresetName;
  readonly config?: string | false;
  /** False: a configuration that is code is not run. */
  readonly code?: boolean;
  readonly rule?: Readonly<Record<string, unknown>>;
  readonly ignore?: readonly string[];
}

/** What a run goes by: the flags over the configuration file over the defaults. */
export interface Setup {
  readonly rules: readonly ActiveRule[];
  readonly settings: Settings;
  /** The configuration file that was read. */
  readonly configFile: string | undefined;
  /** False for a file that the globs of the flags or the configuration leave out; by its absolute path. */
  readonly admits: (file: string) => boolean;
}

type Entry = Severity | readonly [Severity, object?];

const SEVERITIES: Readonly<Record<Severity, 0 | 1 | 2>> = { off: 0, warn: 1, error: 2, 0: 0, 1: 1, 2: 2 };

/** Reads a value of `--rule`: `no-error-leak: off`, `no-terminal-retry: [error, {"max": 5}]`. */
function parseRule(value: string, before: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const colon = value.indexOf(":");
  const name = value.slice(0, Math.max(colon, 0)).trim();
  const level = colon < 0 ? "" : value.slice(colon + 1).trim();
  const quoted = level.replace(/^(\[?)\s*(off|warn|error)(?=\s*(?:,|\]|$))/u, '$1"$2"');
  try {
    return { ...before, [name]: JSON.parse(quoted) as unknown };
  } catch {
    throw new InvalidArgumentError(`Write the name and the severity, as in 'no-error-leak: off'.`);
  }
}

function repeated(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** Adds the flags that all commands share. */
export function addSetupOptions(command: Command, { rules }: { readonly rules: boolean }): Command {
  if (rules)
    command
      .addOption(
        new Option("--preset <name>", "which rules to run (default: recommended and integration)").choices(
          PRESET_NAMES,
        ),
      )
      .option(
        "--rule <entry>",
        "severity and options of one rule, as in 'no-error-leak: off' (may be repeated)",
        parseRule,
      );
  return command
    .option("--config <file>", "configuration file (default: the nearest mcp-errors.config.*)")
    .option("--no-config", "read no configuration file")
    .option("--no-code", "refuse a configuration that is code, such as mcp-errors.config.ts")
    .option("--ignore <glob>", "leave out files that match (may be repeated)", repeated);
}

function withoutPrefix(entries: object): Record<string, Entry> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name.replace(/^mcp-errors\//u, ""), entry as Entry]),
  );
}

/** What runs where no preset is named: the findings in the code, and those in how it is wired into clients. */
const DEFAULT_PRESETS = ["recommended", "integration"] as const satisfies readonly PresetName[];

/** The rules of a preset under the entries of a configuration; an entry without options keeps those of the preset. */
function activeRules(preset: PresetName | undefined, entries: Readonly<Record<string, Entry>>): ActiveRule[] {
  const presets = preset === undefined ? DEFAULT_PRESETS : [preset];
  const ofPreset = Object.assign({}, ...presets.map((name) => presetRules(allRules, name))) as Linter.RulesRecord;
  return Object.entries(allRules).flatMap(([name, rule]): ActiveRule[] => {
    const id = `mcp-errors/${name}`;
    const [level, options]: readonly unknown[] = [entries[name] ?? "off"].flat();
    const [presetLevel, presetOptions]: readonly unknown[] = [ofPreset[id] ?? "off"].flat();
    const severity = SEVERITIES[(entries[name] === undefined ? presetLevel : level) as Severity];
    return severity === 0 ? [] : [{ id, rule, severity, options: options ?? presetOptions ?? {} }];
  });
}

function matcher(globs: readonly string[], folder: string): (file: string) => boolean {
  if (globs.length === 0) return () => false;
  // `src/` and `src` mean what is below, as in an ignore file.
  const matches = picomatch(
    globs.flatMap((glob) => {
      const bare = glob.replace(/^\.\//u, "").replace(/\/$/u, "");
      return [bare, `${bare}/**`];
    }),
    { dot: true },
  );
  return (file) => {
    const relative = path.relative(folder, file).split(path.sep).join("/");
    return !relative.startsWith("../") && matches(relative);
  };
}

/** What a run goes by that has neither flags nor a configuration, but a preset at most. */
export function presetSetup(preset?: PresetName): Setup {
  return { rules: activeRules(preset, {}), settings: DEFAULT_SETTINGS, configFile: undefined, admits: () => true };
}

/**
 * Reads the configuration of a run, and puts the flags over it.
 *
 * @param folder that the globs of `--ignore` are relative to; default: `cwd`
 * @throws {UsageError} if the configuration cannot be used, or a flag names a rule that does not exist
 */
export async function readSetup(flags: SetupFlags, cwd: string, folder = cwd): Promise<Setup> {
  const loaded = await loadConfig(cwd, flags.config, flags.code !== false);
  const config = loaded?.config ?? {};
  const flagRules = flags.rule ?? {};
  if (Object.keys(flagRules).length > 0) (await import("./validate.js")).validConfig({ rules: flagRules }, "--rule");
  const entries = { ...withoutPrefix(config.rules ?? {}), ...withoutPrefix(flagRules) };
  const home = loaded ? path.dirname(loaded.file) : cwd;
  const isIgnored = [matcher(config.ignores ?? [], home), matcher(flags.ignore ?? [], folder)];
  const isListed = config.files ? matcher(config.files, home) : () => true;
  // `files` says which sources are meant. A client reads its configuration at the root, wherever these stand.
  const isWanted = (file: string): boolean => isListed(file) || clientOf(file) !== undefined;
  return {
    rules: activeRules(flags.preset ?? config.preset, entries),
    settings: readSettings(config.settings),
    configFile: loaded?.file,
    admits: (file) => isWanted(file) && !isIgnored.some((ignores) => ignores(file)),
  };
}
