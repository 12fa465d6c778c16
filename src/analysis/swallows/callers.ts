import type { File } from "../file.js";
import type { Importer } from "../project/importers.js";
import type { Project } from "../project/project.js";

/** Files on the way from a function to the tool, both ends included. */
const MAX_FILES = 5;
/** Importers that are looked at for one function. */
const MAX_IMPORTERS = 40;

/** The files that import this one, also by way of others, which may hold tools: a look at texts alone. */
function* holdersAbove(filename: string, project: Project): Generator<string> {
  const seen = new Set([filename]);
  let level = [filename];
  for (let files = 1; files < MAX_FILES && level.length > 0; files++) {
    const next: string[] = [];
    for (const file of level)
      for (const importer of project.importersOf(file, filename)) {
        if (!importer.isSure || seen.has(importer.file)) continue;
        if (project.mayHoldTools(importer.file)) yield importer.file;
        // A barrel is no file of its own on the way.
        (importer.handsOn ? level : next).push(importer.file);
        seen.add(importer.file);
      }
    level = next;
  }
}

/** False where no file that may hold tools imports this one, also not by way of others. */
export function mayServeTools(filename: string, project: Project): boolean {
  // Types are imported by many more files, and each text is read for the answer: those that may call something come first.
  const isHolder = ({ file, isSure, onlyTypes }: Importer): boolean =>
    isSure && !onlyTypes && project.mayHoldTools(file);
  return project.importersOf(filename, filename).some(isHolder) || holdersAbove(filename, project).next().done !== true;
}

/** The files that import this one, also by way of others, and may hold tools; parsed for it. */
export function importersAbove({ filename, project }: File): File[] {
  return [...holdersAbove(filename, project)]
    .slice(0, MAX_IMPORTERS)
    .flatMap((importer) => project.load(importer) ?? []);
}
