import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import path from "node:path";
import { InvalidArgumentError, Option } from "commander";
import { PRESET_NAMES, type PresetName } from "../../presets.js";
import { replaceFile } from "../../replace-file.js";
import { printable } from "../../review/escape.js";
import { commandParser } from "../command-parser.js";
import { UsageError, type AddCommand, type ExitCode, type Io } from "../command.js";
import { codeOf } from "../system-error.js";
import { configFiles } from "../config-files.js";
import { presetSetup } from "../config/setup.js";
import { entryLines, importLines, JSON_LANGUAGE, newConfig, PARSER, PLUGIN } from "./config-lines.js";
import { addToConfig } from "./edit-config.js";
import { addPart, PART_NAMES, partsFor, type PartName } from "./parts.js";
import { installCommand, projectFacts, type ProjectFacts } from "./project.js";

const HELPER = "mcp-tool-errors";

interface InitFlags {
  readonly preset: PresetName;
  readonly helper?: boolean;
  readonly mcpConfig?: boolean;
  readonly dryRun?: true;
  readonly with?: readonly PartName[];
}

/** One file that is to be written. */
interface Plan {
  readonly file: string;
  readonly text: string;
  readonly isNew: boolean;
  readonly added: readonly string[];
}

/** Config and plugin agree already, or the config has to be edited by hand. */
interface NoPlan {
  readonly code: ExitCode;
  readonly lines: readonly string[];
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => (line === "" ? "" : `  ${line}`));

function readConfig(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${codeOf(error)}).`, { cause: error });
  }
  if (!isUtf8(bytes)) throw new UsageError(`${file} is not UTF-8; it was not changed.`);
  return bytes.toString("utf8");
}

/** The project parses TypeScript if its config names a parser or a set of configs for it. */
function parsesTypeScript({ config }: ProjectFacts): boolean {
  return (
    config !== undefined &&
    /typescript-eslint|@antfu\/eslint-config|eslint-config-next|next\/typescript|@nx\/eslint|withNuxt|\bneostandard\b|oxc-parser/u.test(
      readConfig(config),
    )
  );
}

/** What to do about a config that ESLint does not read any more. */
function legacyLines(file: string): string[] {
  const convert = (name: string): string => `  npx @eslint/migrate-config ${name}`;
  return file === "package.json"
    ? [
        "The ESLint config of this project is `eslintConfig` in package.json, which ESLint 9 and later do not read.",
        "Move it to a file .eslintrc.json, convert that to a flat config, and run this command again:",
        convert(".eslintrc.json"),
      ]
    : [
        `The project has ${file}, which ESLint 9 and later do not read. Convert it to a flat config, and run this command again:`,
        convert(file),
      ];
}

function planFor(
  facts: ProjectFacts,
  { preset }: InitFlags,
  withMcpConfig: boolean,
  name: (file: string) => string,
): Plan | NoPlan {
  const { config } = facts;
  if (config === undefined) {
    if (facts.legacyConfig !== undefined) return { code: 2, lines: legacyLines(facts.legacyConfig) };
    const file = path.join(facts.folder, facts.isModule ? "eslint.config.js" : "eslint.config.mjs");
    const text = newConfig(preset, withMcpConfig);
    return { file, text, isNew: true, added: text.trimEnd().split("\n") };
  }
  const text = readConfig(config);
  const edited = addToConfig(text, config, { preset, withMcpConfig }, commandParser());
  if (edited.kind === "present")
    return { code: 0, lines: [`${name(config)} already uses ${PLUGIN}; nothing was changed.`] };
  if (edited.kind === "edited") return { file: config, text: edited.text, isNew: false, added: edited.added };
  const isCommonJs = /\bmodule\.exports\b/u.test(text);
  const wanted = {
    preset,
    withMcpConfig,
    plugin: "mcpErrors",
    json: "json",
    isCommonJs,
    quote: '"',
    semicolon: ";",
  } as const;
  return {
    code: 2,
    lines: [
      `${name(config)} was left unchanged: ${edited.reason}. Add ${withMcpConfig ? "the imports" : "the import"} by hand:`,
      "",
      ...indented(importLines(wanted)),
      "",
      `and ${withMcpConfig ? "these entries" : "this entry"} to the end of the list of configs:`,
      "",
      ...indented(entryLines(wanted)),
    ],
  };
}

function installLines(facts: ProjectFacts, packages: readonly string[], helper: boolean): string[] {
  const missing = packages.filter((name) => !facts.dependencies.has(name));
  const commands = [
    ...(missing.length > 0 ? [installCommand(facts.packageManager, "dev", missing)] : []),
    ...(helper && !facts.dependencies.has(HELPER) ? [installCommand(facts.packageManager, "run", [HELPER])] : []),
  ];
  return commands.length > 0 ? ["", "Install what is missing:", "", ...indented(commands)] : [];
}

async function agrees(io: Io, question: string, preset: boolean): Promise<boolean> {
  if (!io.ask) return preset;
  const answer = (await io.ask(`${question} ${preset ? "[Y/n]" : "[y/N]"} `)).trim().toLowerCase();
  return answer === "" ? preset : answer === "y" || answer === "yes";
}

/** The parts that the flags name; at a terminal, those that the user agrees to. */
async function offerParts(
  flags: InitFlags,
  facts: ProjectFacts,
  io: Io,
  say: (lines: string[]) => void,
): Promise<void> {
  const parts = partsFor(facts, flags.preset, io.cwd);
  for (const name of PART_NAMES) {
    const part = parts[name];
    const isWanted = flags.with ? flags.with.includes(name) : await agrees(io, part.question, false);
    if (isWanted) say(addPart(part, flags.dryRun ?? false, io.cwd));
  }
  if (!flags.with && !io.ask)
    say([
      "",
      `--with ${PART_NAMES.join(",")} adds the configuration of the command, a CI workflow and a pre-commit line.`,
    ]);
}

function partList(value: string, before: readonly PartName[] = []): readonly PartName[] {
  const names = value.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !(PART_NAMES as readonly string[]).includes(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`Allowed choices are ${PART_NAMES.join(", ")}.`);
  return [...before, ...(names as PartName[])];
}

async function runInit(flags: InitFlags, io: Io): Promise<ExitCode> {
  const say = (lines: readonly string[]): void => {
    io.out(lines.map((line) => `${printable(line)}\n`).join(""));
  };
  const facts = projectFacts(io.cwd);
  const name = (file: string): string => path.relative(io.cwd, file);
  const configurations = configFiles({ paths: [facts.folder], cwd: io.cwd, setup: presetSetup() });
  const withMcpConfig =
    flags.mcpConfig ??
    (configurations.length > 0 &&
      (await agrees(io, `Lint ${configurations.map(name).join(", ")} too, with ${JSON_LANGUAGE}?`, true)));
  const plan = planFor(facts, flags, withMcpConfig, name);
  if ("code" in plan) {
    say(plan.lines);
    if (plan.code === 0) {
      say(installLines(facts, ["eslint", PLUGIN], flags.helper ?? false));
      await offerParts(flags, facts, io, say);
    }
    return plan.code;
  }
  const what = plan.isNew ? "Write" : "Add to";
  if (flags.dryRun || io.ask) say([`${what} ${name(plan.file)}:`, "", ...indented(plan.added), ""]);
  if (flags.dryRun) say(["Nothing was written (--dry-run)."]);
  else if (!(await agrees(io, plan.isNew ? "Write it?" : "Add these lines?", true))) {
    say(["Nothing was written."]);
    return 0;
  } else {
    try {
      // A config that came meanwhile is somebody's work.
      replaceFile(plan.file, plan.text, plan.isNew);
    } catch (error) {
      throw new UsageError(`${name(plan.file)} cannot be written (${codeOf(error)}).`, { cause: error });
    }
    say(
      io.ask
        ? [`${name(plan.file)} is written.`]
        : [`${plan.isNew ? "Wrote" : "Added to"} ${name(plan.file)}:`, "", ...indented(plan.added)],
    );
  }
  const helper =
    flags.helper ??
    (!facts.dependencies.has(HELPER) &&
      (await agrees(io, `Also use ${HELPER}, the typed helper that builds error results at run time?`, false)));
  say(
    installLines(
      facts,
      [
        "eslint",
        PLUGIN,
        ...(facts.usesTypeScript && !parsesTypeScript(facts) ? [PARSER] : []),
        ...(withMcpConfig ? [JSON_LANGUAGE] : []),
      ],
      helper,
    ),
  );
  if (withMcpConfig && !plan.isNew)
    say([
      "",
      "Configs for JavaScript that name no `files`, such as `js.configs.recommended`, would run on the JSON files too, and some of their rules stop ESLint there: give them `files`.",
    ]);
  if (!helper && !io.ask && flags.helper === undefined)
    say(["", `--helper also installs ${HELPER}, the typed helper that builds error results at run time.`]);
  await offerParts(flags, facts, io, say);
  say(["", "Then run `npx eslint .`, or `npx mcp-errors check`, which needs no ESLint."]);
  return 0;
}

/** `mcp-errors init`: the plugin in the project's ESLint config. */
export const addInit: AddCommand = (program, io, done) => {
  program
    .command("init")
    .summary("add the plugin to the project's ESLint config")
    .description(
      "Add the plugin to the flat config of this folder, or write one, and say what to install. Asks before it writes, if it runs in a terminal.",
    )
    .addOption(new Option("--preset <name>", "which rules to run").choices(PRESET_NAMES).default("recommended"))
    .option("--with <parts>", `what else to add: ${PART_NAMES.join(", ")}`, partList)
    .option("--helper", "also say how to install mcp-tool-errors, the run-time helper")
    .option("--no-helper", "do not ask about it")
    .option("--mcp-config", "also lint .mcp.json and the like, with @eslint/json (default: where there is one)")
    .option("--no-mcp-config", "leave them out")
    .option("--dry-run", "show what would be written, and write nothing")
    .addHelpText(
      "after",
      `
Examples:
  $ mcp-errors init                           add the preset recommended to eslint.config.*
  $ mcp-errors init --preset defects          only failures that are lost, hidden or contradictory
  $ mcp-errors init --dry-run                 show it first
  $ mcp-errors init --with config,ci          also the command's configuration, and a workflow

Exit code: 0 done, or nothing to do; 2 wrong use, or a config that has to be edited by hand.`,
    )
    .action(async (flags: InitFlags) => {
      done(await runInit(flags, io));
    });
};
