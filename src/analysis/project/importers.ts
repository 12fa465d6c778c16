import path from "node:path";
import { withoutEnding, type PackageSources } from "./package-sources.js";

/** A file that imports another one. */
export interface Importer {
  readonly file: string;
  /** It exports what it imports: the functions of the other file are called by its own importers. */
  readonly handsOn: boolean;
  /** It imports types alone: what is made of their names is made elsewhere. */
  readonly onlyTypes: boolean;
  /** False where the import cannot be followed, and its last name is that of the file. */
  readonly isSure: boolean;
}

interface ImportSite extends Omit<Importer, "isSure"> {
  readonly specifier: string;
}

/** A site with what it leads to. */
interface Lead extends ImportSite {
  /** Its place among those with the same last name. */
  readonly at: number;
  readonly target: string | undefined;
  /** It cannot be followed, and names no other package. */
  readonly isUnknown: boolean;
}

interface Leads {
  readonly to: ReadonlyMap<string, readonly Lead[]>;
  /** Those that may mean other files of that name, too. */
  readonly loose: readonly Lead[];
}

/** Of a larger package, the files in the upper folders are looked at. */
const SCANNED_FILES = 4000;

const TEST =
  /[\\/](?:tests?|__tests__|__mocks__|specs?|e2e|evals?)[\\/]|[\\/]testing(?=[\\/])(?:(?![\\/]testing[\\/]).)*[\\/]test[-_]|[.\-_](?:test|spec)\.\w+$/u;

const RELATIVE = /^\.{0,2}(?:\/|$)/u;

/** Tests call everything, and are no tools; `file` stands in the package of `directory`. */
export function isTestFile(file: string, directory: string): boolean {
  return TEST.test(file.slice(directory.length));
}

/** The imports of packages the other way round: which files import a given one. */
export class Importers {
  readonly #sources: PackageSources;
  readonly #resolve: (from: string, specifier: string) => string | undefined;
  readonly #isPackage: (from: string, specifier: string) => boolean;
  /** Of each package, where the last name of a specifier stands. */
  readonly #sites = new Map<string, ReadonlyMap<string, readonly ImportSite[]>>();
  /** Of each package and such a name, what the sites lead to: `index` and `types` stand in every folder. */
  readonly #leads = new Map<string, Leads>();
  readonly #cut = new Set<string>();
  readonly #found = new Map<string, readonly Importer[]>();

  /**
   * @param resolve the path of the file that a specifier leads to
   * @param isPackage the specifier names another package
   */
  constructor(
    sources: PackageSources,
    resolve: (from: string, specifier: string) => string | undefined,
    isPackage: (from: string, specifier: string) => boolean,
  ) {
    this.#sources = sources;
    this.#resolve = resolve;
    this.#isPackage = isPackage;
  }

  /** The files of the package in `directory` that import this one, without tests. */
  of(filename: string, directory: string): readonly Importer[] {
    const known = this.#found.get(filename);
    if (known) return known;
    const found = namesOf(filename).flatMap((name) => {
      const { to, loose } = this.#leadsOf(name, directory);
      const unsure = loose.filter(
        ({ target, isUnknown, specifier }) =>
          target !== filename && (isUnknown || isOutputOf(specifier, filename, directory)),
      );
      return [...(to.get(filename) ?? []), ...unsure]
        .filter(({ file }) => file !== filename)
        .sort((one, other) => one.at - other.at)
        .map(({ file, handsOn, onlyTypes, target }) => ({ file, handsOn, onlyTypes, isSure: target === filename }));
    });
    this.#found.set(filename, found);
    return found;
  }

  #leadsOf(name: string, directory: string): Leads {
    const key = `${directory}\0${name}`;
    const known = this.#leads.get(key);
    if (known) return known;
    const to = new Map<string, Lead[]>();
    const loose: Lead[] = [];
    for (const [at, site] of (this.#sitesIn(directory).get(name) ?? []).entries()) {
      const { file, specifier } = site;
      const target = this.#resolve(file, specifier);
      const isUnknown = target === undefined && !RELATIVE.test(specifier) && !this.#isPackage(file, specifier);
      const lead: Lead = { ...site, at, target, isUnknown };
      if (isUnknown || partInOutput(specifier) !== undefined) loose.push(lead);
      const others = target === undefined ? undefined : to.get(target);
      if (others) others.push(lead);
      else if (target !== undefined) to.set(target, [lead]);
    }
    const leads = { to, loose };
    this.#leads.set(key, leads);
    return leads;
  }

  /** The last name of a specifier, or that of the file which a name of the project's own stands for: `@tools`. */
  #nameBehind(file: string, specifier: string): string {
    const isOwnName = !RELATIVE.test(specifier) && !this.#isPackage(file, specifier);
    const target = isOwnName ? this.#resolve(file, specifier) : undefined;
    return withoutEnding(
      target === undefined ? specifier.slice(specifier.lastIndexOf("/") + 1) : path.basename(target),
    );
  }

  /** The package is small enough for all of its files to be looked at. */
  seesAll(directory: string): boolean {
    this.#sitesIn(directory);
    return !this.#cut.has(directory);
  }

  #sitesIn(directory: string): ReadonlyMap<string, readonly ImportSite[]> {
    const known = this.#sites.get(directory);
    if (known) return known;
    const sites = new Map<string, ImportSite[]>();
    const files = this.#sources.files(directory, SCANNED_FILES);
    if (files.length >= SCANNED_FILES) this.#cut.add(directory);
    for (const file of files) {
      if (isTestFile(file, directory)) continue;
      const { specifiers, atRunTime, handedOn } = this.#sources.importsOf(file);
      for (const specifier of new Set(specifiers)) {
        const name = this.#nameBehind(file, specifier);
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

const OUTPUTS: ReadonlySet<string> = new Set(["dist", "build", "out"]);

/** `tools/close.js` of `../dist/tools/close.js` */
function partInOutput(specifier: string): string | undefined {
  const folders = specifier.split("/");
  const output = folders.findLastIndex((folder, index) => OUTPUTS.has(folder) && index < folders.length - 1);
  return output < 0 ? undefined : folders.slice(output + 1).join("/");
}

/** `../dist/tools/close.js` is what a build makes of `src/tools/close.ts`. */
function isOutputOf(specifier: string, filename: string, directory: string): boolean {
  const within = partInOutput(specifier);
  if (within === undefined) return false;
  const own = withoutEnding(path.relative(directory, filename).replaceAll("\\", "/"));
  return withoutEnding(within).replace(/^src\//u, "") === own.replace(/^src\//u, "");
}

/** The last names of the specifiers that may mean a file. */
function namesOf(filename: string): string[] {
  const stem = withoutEnding(path.basename(filename));
  return stem === "index" ? [stem, path.basename(path.dirname(filename)), "", ".", ".."] : [stem];
}
