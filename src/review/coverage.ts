import type { Linter } from "eslint";
import { errorPathsOf } from "../analysis/exits/error-paths.js";
import type { Site } from "../analysis/flow/values.js";
import type { Model } from "../analysis/model.js";
import { toolsOf } from "../analysis/tools/file-tools.js";
import type { Tool } from "../analysis/tools/index.js";
import { printable } from "./escape.js";
import { count } from "./report.js";
import { dispatchedNames, servesSeveral } from "./surface/dispatch.js";

/** Something that was not looked at, and why. */
export interface Skipped {
  readonly path: string;
  readonly reason: string;
}

/** How much of a project a run could see. */
export interface Coverage {
  readonly files: number;
  /** Files with something of a tool in them. */
  readonly mcpFiles: number;
  readonly tools: number;
  /** Catch clauses, rejection handlers and returned or thrown failures that were looked at. */
  readonly errorPaths: number;
  /** Of these: where it cannot be told what the model gets. */
  readonly unresolved: number;
  readonly unparsed: number;
  /** Configuration files of clients that were looked at. */
  readonly configs: number;
  readonly skipped: readonly Skipped[];
  readonly unreadableFolders: readonly Skipped[];
  /** Some file belongs to a package that depends on an MCP library. */
  readonly dependsOnMcp: boolean;
  /** Single files were asked for, by name, and none of them has to hold a tool. */
  readonly filesOnly: boolean;
  /** A file of the project that holds tools, where none of those that were looked at does. */
  readonly toolsElsewhere: string | undefined;
}

/** A project that serves MCP was looked at, and nothing in it was taken for a tool: that is no clean result. */
export function missesTools({ tools, dependsOnMcp, filesOnly, toolsElsewhere }: Coverage): boolean {
  return tools === 0 && dependsOnMcp && !filesOnly && toolsElsewhere === undefined;
}

/** What was seen in one file. */
export interface FileCounts {
  readonly concernsMcp: boolean;
  readonly tools: number;
  readonly errorPaths: number;
  readonly unresolved: number;
}

/** The handler of a tool that has its name where it stands, in this file or another. */
function isOfNamedTool({ node, file }: Site): boolean {
  return toolsOf(file).tools.some(
    ({ name, functions }) => name !== undefined && functions.some(({ range }) => range[0] === node.range[0]),
  );
}

/** The tools of a file: a dispatcher is as many as it tells apart, a loop over tools that are counted where they stand is none. */
function toolCount({ tools, reached, told }: Model): number {
  const isLoop = (tool: Tool): boolean => {
    const entries = told.tools.filter((one) => one.tool.registration === tool.registration);
    return tool.name === undefined && entries.length > 0 && entries.every(({ entry }) => entry && isOfNamedTool(entry));
  };
  const others = tools.filter((tool) => !servesSeveral(tool) && !isLoop(tool)).length;
  const dispatchers = tools.filter(servesSeveral);
  if (dispatchers.length === 0) return others;
  const functions = [...reached].flatMap(([fn, { tool }]) => (tool && dispatchers.includes(tool) ? [fn] : []));
  const names = dispatchedNames(new Set([...functions, ...dispatchers.flatMap((tool) => tool.functions)]));
  return others + Math.max(names.size, dispatchers.length);
}

/** @param findings of the file: what a rule reports is a failure that was looked at, whatever brought it to light */
export function countsOf(model: Model, findings: readonly Linter.LintMessage[]): FileCounts {
  const { places, unresolved } = errorPathsOf(model.told);
  const { lines } = model.file;
  const others = new Set(
    findings
      .map((finding) => lines.offset(finding))
      .filter((offset) => !places.some(({ range: [start, end] }) => start <= offset && offset < end)),
  );
  return {
    concernsMcp: model.tools.length > 0 || model.reached.size > 0,
    tools: toolCount(model),
    errorPaths: places.length + others.size,
    unresolved: unresolved.length,
  };
}

export class CoverageCounter {
  #files = 0;
  #mcpFiles = 0;
  #tools = 0;
  #errorPaths = 0;
  #unresolved = 0;
  #unparsed = 0;
  #configs = 0;
  #dependsOnMcp = false;
  #filesOnly = false;
  #toolsElsewhere: string | undefined;
  readonly #skipped: Skipped[] = [];
  readonly #unreadableFolders: Skipped[] = [];

  /** Says that only files were asked for, no folder. */
  expectFilesOnly(): void {
    this.#filesOnly = true;
  }

  /** Names a file of the project that holds tools. */
  addToolsElsewhere(file: string): void {
    this.#toolsElsewhere = file;
  }

  addSkipped(file: string, reason: string): void {
    this.#skipped.push({ path: file, reason });
  }

  addUnreadableFolder(folder: string, reason: string): void {
    this.#unreadableFolders.push({ path: folder, reason });
  }

  /** @param counts undefined where the file has nothing to do with MCP or does not parse */
  addFile(counts: FileCounts | undefined, facts: { readonly dependsOnMcp: boolean; readonly unparsed: boolean }): void {
    this.#files++;
    if (facts.unparsed) this.#unparsed++;
    this.#dependsOnMcp ||= facts.dependsOnMcp;
    if (!counts) return;
    if (counts.concernsMcp) this.#mcpFiles++;
    this.#tools += counts.tools;
    this.#errorPaths += counts.errorPaths;
    this.#unresolved += counts.unresolved;
  }

  addConfig(): void {
    this.#configs++;
  }

  summary(): Coverage {
    return {
      files: this.#files + this.#skipped.length,
      mcpFiles: this.#mcpFiles,
      tools: this.#tools,
      errorPaths: this.#errorPaths,
      unresolved: this.#unresolved,
      unparsed: this.#unparsed,
      configs: this.#configs,
      skipped: this.#skipped,
      unreadableFolders: this.#unreadableFolders,
      dependsOnMcp: this.#dependsOnMcp,
      filesOnly: this.#filesOnly,
      toolsElsewhere: this.#toolsElsewhere,
    };
  }
}

/** What the run could not see, in sentences; none for a change, of which no coverage is told. */
export function coverageProblems(coverage: Coverage | undefined): string[] {
  if (!coverage) return [];
  const { unresolved, unparsed, skipped, unreadableFolders } = coverage;
  return [
    ...(unresolved > 0
      ? [
          `${count(unresolved, "error path")} couldn't be resolved and ${unresolved === 1 ? "wasn't" : "weren't"} checked.`,
        ]
      : []),
    ...(unparsed > 0 ? [`${count(unparsed, "file")} couldn't be parsed.`] : []),
    ...[...skipped, ...unreadableFolders].map(({ path: name, reason }) => `Not checked: ${printable(name)}. ${reason}`),
    ...(coverage.tools === 0 && coverage.toolsElsewhere !== undefined
      ? [`No tools here. The project has some in other files, such as ${printable(coverage.toolsElsewhere)}.`]
      : []),
    ...(missesTools(coverage)
      ? [
          "No tools found, although the project depends on an MCP library. If functions of your own register the tools, name them in `settings.toolBuilders` of mcp-errors.config.json.",
        ]
      : []),
  ];
}

/** What the run could see, and what not, in sentences; none for a change. */
export function coverageLines(coverage: Coverage | undefined): string[] {
  if (!coverage) return [];
  const { files, tools, mcpFiles, errorPaths, configs } = coverage;
  const read = configs > 0 ? [`Checked ${count(configs, "MCP configuration")}.`] : [];
  // A project may hold nothing else.
  if (files === 0 && configs > 0) return [...read, ...coverageProblems(coverage)];
  return [
    `Checked ${count(files, "file")}: ${count(tools, "tool")} and ${count(errorPaths, "error path")} in ${count(mcpFiles, "file")}.`,
    ...read,
    ...coverageProblems(coverage),
  ];
}
