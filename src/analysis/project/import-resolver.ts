import path from "node:path";
import { DISK, type FileTree } from "./file-tree.js";
import { asObject, readJson, textsIn } from "./json-file.js";
import { aliasOf, byExactness, packageImports, targetsOf, type PathAlias } from "./package-imports.js";

const EXTENSIONS = [".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs", ".jsx"] as const;
/** TypeScript's ESM spelling: the import says `.js`, the source is `.ts`. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".js", ".jsx"],
  ".mjs": [".mts", ".mjs"],
  ".cjs": [".cts", ".cjs"],
  ".jsx": [".tsx", ".jsx"],
};

interface TsConfig {
  readonly aliases: readonly PathAlias[];
  readonly baseUrl: string | undefined;
}

const ROOT_PREFIX = /^[@~]\//u;

/** `extends` chains are followed this far; deeper ones do not occur. */
const MAX_EXTENDS = 5;

function readTsConfig(file: string, tree: FileTree, depth = 0): TsConfig | undefined {
  const config = readJson(file, tree);
  if (!config) return undefined;
  const directory = path.dirname(file);
  const options = asObject(config["compilerOptions"]) ?? {};
  const baseUrl = typeof options["baseUrl"] === "string" ? path.resolve(directory, options["baseUrl"]) : undefined;
  const aliases = Object.entries(asObject(options["paths"]) ?? {})
    .map(([pattern, targets]) =>
      aliasOf(
        pattern,
        textsIn(targets).map((target) => path.resolve(baseUrl ?? directory, target)),
      ),
    )
    .sort(byExactness);
  const parents = [config["extends"]]
    .flat()
    .filter((parent): parent is string => typeof parent === "string" && parent.startsWith("."));
  const inherited =
    depth < MAX_EXTENDS
      ? parents.map((parent) => readTsConfig(withJson(path.resolve(directory, parent)), tree, depth + 1))
      : [];
  const parent = inherited.find(
    (found) => found !== undefined && (found.aliases.length > 0 || found.baseUrl !== undefined),
  );
  return { aliases: aliases.length > 0 ? aliases : (parent?.aliases ?? []), baseUrl: baseUrl ?? parent?.baseUrl };
}

function withJson(file: string): string {
  return file.endsWith(".json") ? file : `${file}.json`;
}

function sourceFile(target: string, tree: FileTree): string | undefined {
  const extension = path.extname(target);
  const bare = target.slice(0, target.length - extension.length);
  const candidates = [
    ...(SOURCES_OF[extension] ?? []).map((other) => bare + other),
    ...((EXTENSIONS as readonly string[]).includes(extension) ? [target] : []),
    ...EXTENSIONS.map((other) => target + other),
    ...EXTENSIONS.map((other) => path.join(target, `index${other}`)),
  ];
  return candidates.find((file) => tree.stamp(file) !== undefined);
}

/** Finds the files behind relative imports, `#` imports of the package and tsconfig aliases. */
export class ImportResolver {
  readonly #tree: FileTree;
  readonly #packageImports = new Map<string, readonly PathAlias[]>();
  readonly #tsconfigs = new Map<string, TsConfig | undefined>();
  readonly #resolved = new Map<string, string | undefined>();

  constructor(tree: FileTree = DISK) {
    this.#tree = tree;
  }

  /** The file that an import in `from` means; a package is not followed. */
  resolve(from: string, specifier: string): string | undefined {
    if (!path.isAbsolute(from)) return undefined;
    const directory = path.dirname(from);
    const key = `${directory}\0${specifier}`;
    if (!this.#resolved.has(key)) this.#resolved.set(key, this.#find(directory, specifier));
    return this.#resolved.get(key);
  }

  #find(directory: string, specifier: string): string | undefined {
    if (specifier.startsWith(".")) return sourceFile(path.resolve(directory, specifier), this.#tree);
    const config = this.#tsconfigAt(directory);
    const own = specifier.startsWith("#") ? this.#importsAt(directory) : [];
    for (const alias of [...own, ...(config?.aliases ?? [])])
      for (const target of targetsOf(alias, specifier)) {
        const found = sourceFile(target, this.#tree);
        if (found) return found;
      }
    const below =
      config?.baseUrl === undefined ? undefined : sourceFile(path.join(config.baseUrl, specifier), this.#tree);
    return below ?? this.#atRoot(directory, specifier);
  }

  /** `@/x`, `~/x` where no configuration that can be read says what they mean: by convention the package or its `src`. */
  #atRoot(directory: string, specifier: string): string | undefined {
    const inside = ROOT_PREFIX.test(specifier) ? specifier.replace(ROOT_PREFIX, "") : undefined;
    const root = inside === undefined ? undefined : this.#packageRoot(directory);
    if (inside === undefined || root === undefined) return undefined;
    return sourceFile(path.join(root, "src", inside), this.#tree) ?? sourceFile(path.join(root, inside), this.#tree);
  }

  #packageRoot(directory: string): string | undefined {
    for (let at = directory; ; at = path.dirname(at)) {
      if (this.#tree.stamp(path.join(at, "package.json")) !== undefined) return at;
      if (at === path.dirname(at)) return undefined;
    }
  }

  #importsAt(directory: string): readonly PathAlias[] {
    const known = this.#packageImports.get(directory);
    if (known) return known;
    const parent = path.dirname(directory);
    const found = packageImports(directory, this.#tree) ?? (parent === directory ? [] : this.#importsAt(parent));
    this.#packageImports.set(directory, found);
    return found;
  }

  #tsconfigAt(directory: string): TsConfig | undefined {
    if (this.#tsconfigs.has(directory)) return this.#tsconfigs.get(directory);
    const parent = path.dirname(directory);
    const own = ["tsconfig.json", "jsconfig.json"]
      .map((name) => path.join(directory, name))
      .find((file) => this.#tree.stamp(file) !== undefined);
    const config = own ? readTsConfig(own, this.#tree) : parent === directory ? undefined : this.#tsconfigAt(parent);
    this.#tsconfigs.set(directory, config);
    return config;
  }
}
