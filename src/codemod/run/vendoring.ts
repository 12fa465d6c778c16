import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { readJson } from "../../analysis/project/json-file.js";
import { layoutOf } from "../../edits/style.js";
import type { Parse } from "../../syntax/parse.js";
import { helperSpecifier } from "../engine/helper-specifier.js";
import type { FileChange } from "./diff.js";
import { helperUse, joinedUse } from "./helper-use.js";
import type { HouseStyle } from "./restyle.js";
import type { HelperUse } from "./shake.js";
import {
  defaultVendoredPath,
  heldBy,
  sharedFolder,
  vendoredForm,
  vendoredText,
  type VendoredForm,
} from "./vendored.js";

interface Source {
  readonly file: string;
  readonly text: string;
}

/** A file that imports the helper now. */
export interface HelperUser extends Source {
  /** Its text before the migration. */
  readonly before: string;
}

const IS_TYPESCRIPT = /\.[mc]?tsx?$/iu;

/** The source has module syntax; a script gets its modules by `require`. */
function isModule({ file, text }: Source): boolean {
  return /\.mjs$/iu.test(file) || (!/\.cjs$/iu.test(file) && /^(?:import|export)\b/mu.test(text));
}

/** Where the helper lies in the sources, in which language, and what it holds. */
export class Vendoring {
  readonly #given: string | undefined;
  readonly #homes = new Map<string, Home>();
  readonly #homeOf: (file: string) => Home;

  /** @param given the file that the user names; without it, packages that may share a file have one among the sources of theirs */
  constructor(
    sources: readonly Source[],
    given: string | undefined,
    directoryOf: (file: string) => string | undefined,
  ) {
    this.#given = given;
    const folders = new Map<string, string>();
    const folderOf = (file: string): string => {
      const own = directoryOf(file) ?? path.dirname(file);
      const known = folders.get(own);
      if (known !== undefined) return known;
      const folder = sharedFolder(own);
      folders.set(own, folder);
      return folder;
    };
    for (const source of sources) {
      const folder = folderOf(source.file);
      const home = this.#homes.get(folder) ?? new Home(folder);
      this.#homes.set(folder, home);
      home.sources.push(source);
    }
    this.#homeOf = (file) => {
      const folder = folderOf(file);
      return this.#homes.get(folder) ?? new Home(folder);
    };
  }

  /** The path of the helper for one file. */
  pathFor(file: string): string {
    return this.#given ?? this.#homeOf(file).pathFor(file);
  }

  /** The files that the changed sources need. */
  files(users: readonly HelperUser[], parse: Parse, notes: string[]): FileChange[] {
    const byPath = new Map<string, HelperUser[]>();
    for (const user of users) {
      const file = this.pathFor(user.file);
      const others = byPath.get(file);
      if (others) others.push(user);
      else byPath.set(file, [user]);
    }
    const changes = [...byPath].flatMap(([file, ofFile]) => fileFor(file, ofFile, parse, notes));
    if (changes.length > 0) notes.push("The helper was written into the sources; it is yours to edit.");
    return changes;
  }
}

/** A folder whose sources share a helper, one for each language. */
class Home {
  readonly sources: Source[] = [];
  readonly #folder: string;
  readonly #paths = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  pathFor(file: string): string {
    const extension = this.#extensionFor(file);
    let known = this.#paths.get(extension);
    if (known === undefined) {
      const files = this.sources.map((source) => source.file);
      known = defaultVendoredPath(this.#folder, files, extension);
      this.#paths.set(extension, known);
    }
    return known;
  }

  /** TypeScript cannot be loaded by a script, and a file of each language may stand beside the other. */
  #extensionFor(file: string): string {
    if (IS_TYPESCRIPT.test(file)) return ".ts";
    const hasTypeScript = this.sources.some((source) => IS_TYPESCRIPT.test(source.file));
    const source = this.sources.find((one) => one.file === file);
    if (source && isModule(source)) return hasTypeScript ? ".mjs" : ".js";
    const isModulePackage = readJson(path.join(this.#folder, "package.json"))?.["type"] === "module";
    const hasModules = this.sources.some((one) => !IS_TYPESCRIPT.test(one.file) && isModule(one));
    return isModulePackage || hasTypeScript || hasModules ? ".cjs" : ".js";
  }
}

function fileFor(file: string, users: readonly HelperUser[], parse: Parse, notes: string[]): FileChange[] {
  const [first] = users;
  if (!first) return [];
  const needed = helperUse(
    users.map(({ file: user, before, text }) => ({
      text,
      specifier: helperSpecifier({ kind: "vendored", path: file }, user, before),
    })),
  );
  const form = formOf(file, first);
  const style = houseStyle(first.before);
  const write = (use: HelperUse): string => vendoredText({ form, use, style }, parse);
  if (!existsSync(file)) return [{ file, before: undefined, after: write(needed) }];
  const before = readFileSync(file, "utf8");
  const held = heldBy(before);
  if (!held) return []; // of a version that held everything
  const all = joinedUse(held, needed);
  const after = write(all);
  if (after === before) return [];
  if (write(held) === before) return [{ file, before, after }];
  const words = new Set(before.match(/\w+/gu));
  const missing = [...needed.names].filter((name) => !words.has(name));
  if (missing.length > 0) notes.push(`${file} was edited, so it was not changed. Add ${missing.join(", ")} to it.`);
  return [];
}

/** A `.js` file is what the files that import it are; their package only says what Node takes it for. */
function formOf(file: string, user: HelperUser): VendoredForm {
  if (path.extname(file) === ".js") return isModule({ file: user.file, text: user.before }) ? "js" : "cjs";
  return vendoredForm(file, path.dirname(file)) ?? "js";
}

function houseStyle(text: string): HouseStyle {
  const single = text.match(/[(,:[=\s]'[^'\n]*'/gu)?.length ?? 0;
  const double = text.match(/[(,:[=\s]"[^"\n]*"/gu)?.length ?? 0;
  return { ...layoutOf(text), quote: single > double ? "'" : '"' };
}
