import path from "node:path";
import { withoutEnding, type PackageSources } from "./package-sources.js";

/** A file that imports another one. */
export interface Importer {
  readonly file: string;
  /** It exports what it imports: the functions of the other file are called by its own importers. */
  readonly handsOn: boolean;
  /** It imports types alone: what is made of their names is made elsewhere. */
  readonly onlyTypes: boolean;
}

interface ImportSite extends Importer {
  readonly specifier: string;
}

/** Of a larger package, the files in the upper folders are looked at. */
const SCANNED_FILES = 4000;

const TEST = /[\\/](?:tests?|__tests__|__mocks__|specs?|e2e)[\\/]|[.\-_](?:test|spec)\.\w+$/u;

/** Tests call everything, and are no tools; `file` stands in the package of `directory`. */
export function isTestFile(file: string, directory: string): boolean {
  return TEST.test(file.slice(directory.length));
}

/** The imports of packages the other way round: which files import a given one. */
export class Importers {
  readonly #sources: PackageSources;
  readonly #resolve: (from: string, specifier: string) => string | undefined;
  /** Of each package, where the last name of a specifier stands. */
  readonly #sites = new Map<string, ReadonlyMap<string, readonly ImportSite[]>>();
  readonly #found = new Map<string, readonly Importer[]>();

  constructor(sources: PackageSources, resolve: (from: string, specifier: string) => string | undefined) {
    this.#sources = sources;
    this.#resolve = resolve;
  }

  /** The files of the package in `directory` that import this one, without tests. */
  of(filename: string, directory: string): readonly Importer[] {
    const known = this.#found.get(filename);
    if (known) return known;
    const sites = this.#sitesIn(directory);
    const found = namesOf(filename).flatMap((name) =>
      (sites.get(name) ?? []).filter(
        ({ file, specifier }) => file !== filename && this.#resolve(file, specifier) === filename,
      ),
    );
    this.#found.set(filename, found);
    return found;
  }

  #sitesIn(directory: string): ReadonlyMap<string, readonly ImportSite[]> {
    const known = this.#sites.get(directory);
    if (known) return known;
    const sites = new Map<string, ImportSite[]>();
    for (const file of this.#sources.files(directory, SCANNED_FILES)) {
      if (isTestFile(file, directory)) continue;
      const { specifiers, atRunTime, handedOn } = this.#sources.importsOf(file);
      for (const specifier of new Set(specifiers)) {
        const name = withoutEnding(specifier.slice(specifier.lastIndexOf("/") + 1));
        const site = {
          file,
          specifier,
          handsOn: handedOn.includes(specifier),
          onlyTypes: !atRunTime.includes(specifier),
        };
        const others = sites.get(name);
        if (others) others.push(site);
        else sites.set(name, [site]);
      }
    }
    this.#sites.set(directory, sites);
    return sites;
  }
}

/** The last names of the specifiers that may mean a file. */
function namesOf(filename: string): string[] {
  const stem = withoutEnding(path.basename(filename));
  return stem === "index" ? [stem, path.basename(path.dirname(filename)), ".", ".."] : [stem];
}
