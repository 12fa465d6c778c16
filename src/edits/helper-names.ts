import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";

/** What the helper exports and transforms write. */
export type HelperExport =
  | "toolError"
  | "toolFailure"
  | "emptyResult"
  | "collectResults"
  | "propagate"
  | "withToolErrors"
  | "dialects"
  | "firstParty";

/** Where the helper is imported from: the package, or a file of the project as this file names it. */
export interface HelperModule {
  readonly specifier: string;
}

/** The names under which a file has, or will have, what the helper exports. */
export class HelperNames {
  readonly #file: File;
  readonly #specifier: string;
  readonly #taken: ReadonlySet<string>;
  readonly #names = new Map<HelperExport, string>();

  constructor(file: File, { specifier }: HelperModule) {
    this.#file = file;
    this.#specifier = specifier;
    this.#taken = namesIn(file);
  }

  /** The name of an export in this file: as it is imported already, its own, or another where its own is taken. */
  of(name: HelperExport): string {
    let local = this.#names.get(name);
    if (local === undefined) {
      local = this.#imported(name) ?? this.#free(name);
      this.#names.set(name, local);
    }
    return local;
  }

  /** True if the file imports it already. */
  has(name: HelperExport): boolean {
    return this.#imported(name) !== undefined;
  }

  #imported(name: HelperExport): string | undefined {
    const module = this.#file.scopeManager.globalScope?.childScopes[0] ?? this.#file.scopeManager.globalScope;
    for (const variable of [...(module?.variables ?? []), ...(this.#file.scopeManager.globalScope?.variables ?? [])]) {
      const definition = variable.defs[0];
      if (!definition || isTypeOnly(definition.node, definition.parent)) continue;
      const binding = this.#file.bindings.ofVariable(variable);
      if (binding.kind !== "import" || binding.source !== this.#specifier || binding.path.length > 0) continue;
      if (binding.imported === name) return variable.name;
      if (binding.imported === "*") return `${variable.name}.${name}`;
    }
    return undefined;
  }

  #free(name: HelperExport): string {
    if (!this.#taken.has(name)) return name;
    const base = `mcp${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    for (let at = 1; ; at++) {
      const candidate = at === 1 ? base : `${base}${at}`;
      if (!this.#taken.has(candidate)) return candidate;
    }
  }
}

function isTypeOnly(specifier: TSESTree.Node, declaration: TSESTree.Node | null | undefined): boolean {
  return (
    (specifier.type === "ImportSpecifier" && specifier.importKind === "type") ||
    (declaration?.type === "ImportDeclaration" && declaration.importKind === "type")
  );
}

/** Every name that is declared or used somewhere in the file: a new one must be none of them, so that nothing is shadowed. */
export function namesIn({ scopeManager }: File): ReadonlySet<string> {
  const names = new Set<string>();
  for (const scope of scopeManager.scopes) {
    for (const variable of scope.variables) names.add(variable.name);
    for (const reference of scope.through) names.add(reference.identifier.name);
  }
  return names;
}

/** The name, or the first of `name2`, `name3` … that the file does not have. */
export function freeName(name: string, file: File): string {
  const taken = namesIn(file);
  for (let at = 1; ; at++) {
    const candidate = at === 1 ? name : `${name}${at}`;
    if (!taken.has(candidate)) return candidate;
  }
}
