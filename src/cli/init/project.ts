import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { readJson } from "../../analysis/project/json-file.js";
import { repositoryRoot } from "../../review/root.js";
import { holdsTypeScript } from "../files.js";

export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

/** What is known of the project that a folder belongs to. */
export interface ProjectFacts {
  /** The nearest folder with a package.json, else the folder itself. */
  readonly folder: string;
  /** The flat config that ESLint would use there. */
  readonly config: string | undefined;
  /** The file with a config of the old kind, which ESLint 9 does not read; package.json may hold one. */
  readonly legacyConfig: string | undefined;
  readonly packageManager: PackageManager;
  /** `.js` files of the project are ES modules. */
  readonly isModule: boolean;
  readonly usesTypeScript: boolean;
  /** Everything that its package.json lists, and that of the workspace's root. */
  readonly dependencies: ReadonlySet<string>;
}

const LOCK_FILES: readonly (readonly [string, PackageManager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

/** In the order in which ESLint looks for them. */
const CONFIGS = ["js", "mjs", "cjs", "ts", "mts", "cts"].map((extension) => `eslint.config.${extension}`);

/** A folder and those above it, up to the root of the repository. */
function upwards(folder: string): string[] {
  const root = repositoryRoot(folder);
  const folders = [folder];
  for (let at = folder; at !== root && path.dirname(at) !== at; at = path.dirname(at)) folders.push(path.dirname(at));
  return folders;
}

function managerOf(folders: readonly string[]): PackageManager {
  for (const folder of folders) {
    const named = readJson(path.join(folder, "package.json"))?.["packageManager"];
    const [name] = typeof named === "string" ? named.split("@") : [];
    if (name === "npm" || name === "pnpm" || name === "yarn" || name === "bun") return name;
    const lock = LOCK_FILES.find(([file]) => existsSync(path.join(folder, file)));
    if (lock) return lock[1];
  }
  return "npm";
}

function legacyConfigIn(folder: string): string | undefined {
  const file = readdirSync(folder).find((name) => /^\.eslintrc(?:\.(?:js|cjs|json|ya?ml))?$/u.test(name));
  return (
    file ?? (readJson(path.join(folder, "package.json"))?.["eslintConfig"] === undefined ? undefined : "package.json")
  );
}

function dependenciesOf(manifest: Record<string, unknown> | undefined): string[] {
  return ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].flatMap((field) =>
    Object.keys((manifest?.[field] as Record<string, string> | undefined) ?? {}),
  );
}

/** Looks at the project that a folder belongs to; nothing above the root of its repository counts. */
export function projectFacts(cwd: string): ProjectFacts {
  const folders = upwards(cwd);
  const folder = folders.find((one) => existsSync(path.join(one, "package.json"))) ?? cwd;
  const manifest = readJson(path.join(folder, "package.json"));
  const config = folders.flatMap((one) => CONFIGS.map((name) => path.join(one, name))).find((file) => existsSync(file));
  const dependencies = new Set(folders.flatMap((one) => dependenciesOf(readJson(path.join(one, "package.json")))));
  return {
    folder,
    config,
    legacyConfig: legacyConfigIn(folder),
    packageManager: managerOf(folders),
    isModule: manifest?.["type"] === "module",
    usesTypeScript:
      dependencies.has("typescript") || existsSync(path.join(folder, "tsconfig.json")) || holdsTypeScript(folder),
    dependencies,
  };
}

const ADD: Readonly<Record<PackageManager, { readonly dev: string; readonly run: string }>> = {
  npm: { dev: "npm install --save-dev", run: "npm install" },
  pnpm: { dev: "pnpm add --save-dev", run: "pnpm add" },
  yarn: { dev: "yarn add --dev", run: "yarn add" },
  bun: { dev: "bun add --dev", run: "bun add" },
};

/** The command that installs packages, for development or for run time. */
export function installCommand(manager: PackageManager, kind: "dev" | "run", packages: readonly string[]): string {
  return `${ADD[manager][kind]} ${packages.join(" ")}`;
}
