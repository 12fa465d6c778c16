import path from "node:path";
import { concernsTools, buildModel } from "../model-of.js";
import type { Project } from "../analysis/project/project.js";
import { missesTools, type CoverageCounter } from "../review/coverage.js";
import { commandParser } from "./command-parser.js";
import { sourcesBelow, readSource } from "./files.js";
import type { SourceOptions } from "./sources.js";

/** A file with a tool in the packages that paths belong to. */
function fileWithTools({ paths, cwd }: SourceOptions, project: Project): string | undefined {
  const parse = commandParser();
  const asked = paths.map((given) => path.resolve(cwd, given));
  const folders = new Set(asked.flatMap((one) => project.packages.of(path.join(one, "x.ts"))?.directory ?? []));
  for (const file of [...folders].flatMap((folder) => sourcesBelow(folder, new Map()))) {
    if (asked.some((one) => file === one || file.startsWith(one + path.sep))) continue;
    const source = readSource(file);
    if (!source.ok || !concernsTools(source.text, file, project)) continue;
    const parsed = parse(source.text, file);
    if (parsed.ok && (buildModel(file, parsed.source, project)?.tools.length ?? 0) > 0) return file;
  }
  return undefined;
}

/** A folder without tools is as it should be, if the tools of the project are in another one. */
export function noteToolsElsewhere(coverage: CoverageCounter, options: SourceOptions, project: Project): void {
  if (!missesTools(coverage.summary())) return;
  const file = fileWithTools(options, project);
  if (file !== undefined) coverage.addToolsElsewhere(path.relative(options.cwd, file));
}
