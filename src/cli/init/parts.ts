import { existsSync } from "node:fs";
import path from "node:path";
import { replaceFile } from "../../replace-file.js";
import { repositoryRoot } from "../../review/root.js";
import { UsageError } from "../command.js";
import { codeOf } from "../system-error.js";
import type { ProjectFacts } from "./project.js";

/** What `init` offers beside the config of ESLint. */
export const PART_NAMES = ["config", "ci", "pre-commit"] as const;
export type PartName = (typeof PART_NAMES)[number];

/** A file to write, or lines for people to add by hand. */
export interface Part {
  readonly question: string;
  readonly file?: { readonly path: string; readonly text: string };
  readonly lines?: readonly string[];
}

const WORKFLOW = `name: MCP tool errors
on: pull_request
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: npx mcp-errors check --format github
`;

function commandConfig(preset: string): string {
  return `${JSON.stringify({ $schema: "./node_modules/mcp-errors/docs/schemas/config.schema.json", preset }, undefined, 2)}\n`;
}

/** The line for whatever runs before commits in the project. */
function preCommitLines({ dependencies }: ProjectFacts, root: string): string[] {
  if (dependencies.has("lint-staged"))
    return [
      "In the configuration of lint-staged:",
      "",
      '  "*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}": "mcp-errors check --cache"',
    ];
  if (existsSync(path.join(root, ".pre-commit-config.yaml")))
    return [
      "In .pre-commit-config.yaml, below `repos`:",
      "",
      "  - repo: local",
      "    hooks:",
      "      - id: mcp-errors",
      "        name: MCP tool errors",
      "        entry: npx mcp-errors check --cache",
      "        language: system",
      String.raw`        files: \.[cm]?[jt]sx?$`,
    ];
  const hook = existsSync(path.join(root, ".husky")) ? ".husky/pre-commit" : ".git/hooks/pre-commit";
  return [`In ${hook}:`, "", "  npx mcp-errors review"];
}

/** The parts for a project. */
export function partsFor(facts: ProjectFacts, preset: string, cwd: string): Readonly<Record<PartName, Part>> {
  const root = repositoryRoot(cwd);
  return {
    config: {
      question: "Write mcp-errors.config.json, the configuration of the command?",
      file: { path: path.join(facts.folder, "mcp-errors.config.json"), text: commandConfig(preset) },
    },
    ci: {
      question: "Write a workflow for GitHub that annotates pull requests?",
      file: { path: path.join(root, ".github", "workflows", "mcp-errors.yml"), text: WORKFLOW },
    },
    "pre-commit": { question: "Show the line to add to a pre-commit hook?", lines: preCommitLines(facts, root) },
  };
}

/**
 * Writes the file of a part, if it has one.
 *
 * @returns the lines to print
 * @throws {UsageError} if the file cannot be written
 */
export function addPart({ file, lines = [] }: Part, dryRun: boolean, cwd: string): string[] {
  if (!file) return ["", ...lines];
  const name = path.relative(cwd, file.path);
  const shown = file.text.trimEnd().split("\n");
  if (existsSync(file.path)) return ["", `${name} already exists and was left unchanged.`];
  if (dryRun) return ["", `Write ${name}:`, "", ...shown.map((line) => `  ${line}`)];
  try {
    replaceFile(file.path, file.text, true);
  } catch (error) {
    throw new UsageError(`${name} cannot be written (${codeOf(error)}).`, { cause: error });
  }
  return ["", `Wrote ${name}.`];
}
