import type { Model } from "../analysis/model.js";
import type { Project } from "../analysis/project.js";

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
  readonly skipped: readonly Skipped[];
  readonly unreadableFolders: readonly Skipped[];
  /** Some file belongs to a package that depends on an MCP library. */
  readonly dependsOnMcp: boolean;
}

export class CoverageCounter {
  #files = 0;
  #mcpFiles = 0;
  #tools = 0;
  #errorPaths = 0;
  #unresolved = 0;
  #unparsed = 0;
  #dependsOnMcp = false;
  readonly #skipped: Skipped[] = [];
  readonly #unreadableFolders: Skipped[] = [];

  addSkipped(file: string, reason: string): void {
    this.#skipped.push({ path: file, reason });
  }

  addUnreadableFolder(folder: string, reason: string): void {
    this.#unreadableFolders.push({ path: folder, reason });
  }

  addFile(file: string, model: Model | undefined, project: Project, unparsed: boolean): void {
    this.#files++;
    if (unparsed) this.#unparsed++;
    this.#dependsOnMcp ||= project.packages.of(file)?.dependsOnMcp ?? false;
    if (!model) return;
    if (model.tools.length > 0 || model.reached.size > 0) this.#mcpFiles++;
    this.#tools += model.tools.length;
    const failures = model.returns.filter(({ failure }) => failure !== "none");
    this.#errorPaths += model.catches.length + failures.filter(({ failure }) => failure !== "caught").length;
    this.#unresolved += failures.filter(
      ({ outcome, reached, form }) => form === "return" && reached.role === "result" && outcome.kind === "unknown",
    ).length;
  }

  summary(): Coverage {
    return {
      files: this.#files + this.#skipped.length,
      mcpFiles: this.#mcpFiles,
      tools: this.#tools,
      errorPaths: this.#errorPaths,
      unresolved: this.#unresolved,
      unparsed: this.#unparsed,
      skipped: this.#skipped,
      unreadableFolders: this.#unreadableFolders,
      dependsOnMcp: this.#dependsOnMcp,
    };
  }
}
