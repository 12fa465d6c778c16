import { existsSync } from "node:fs";
import path from "node:path";
import { readJson } from "../../analysis/project/json-file.js";

const LOCK_FILES = [
  ["pnpm-lock.yaml", { run: "pnpm exec", install: "pnpm install" }],
  ["yarn.lock", { run: "yarn", install: "yarn install" }],
  ["bun.lock", { run: "bunx", install: "bun install" }],
  ["bun.lockb", { run: "bunx", install: "bun install" }],
  ["package-lock.json", { run: "npx", install: "npm install" }],
] as const;

const FORMATTERS = [
  {
    name: "prettier",
    command: "prettier --write",
    files: [
      ...["", ".json", ".json5", ".yaml", ".yml", ".toml"].map((end) => `.prettierrc${end}`),
      ...["js", "cjs", "mjs", "ts", "cts", "mts"].flatMap((end) => [`.prettierrc.${end}`, `prettier.config.${end}`]),
    ],
  },
  { name: "@biomejs/biome", command: "biome check --write", files: ["biome.json", "biome.jsonc", ".biome.json"] },
  {
    name: "eslint",
    command: "eslint --fix",
    files: ["js", "mjs", "cjs", "ts", "mts", "cts"].map((end) => `eslint.config.${end}`),
  },
] as const;

/** From a folder to the root of its repository, or of the file system. */
function* upwards(folder: string): Generator<string> {
  for (let at = folder; ; at = path.dirname(at)) {
    yield at;
    if (existsSync(path.join(at, ".git")) || path.dirname(at) === at) return;
  }
}

function dependsOn(manifest: Record<string, unknown> | undefined, name: string): boolean {
  return ["dependencies", "devDependencies"].some((field) =>
    Object.hasOwn((manifest?.[field] as object | undefined) ?? {}, name),
  );
}

/** How a project runs and installs its tools: by its lock file; npm where there is none. */
export function packageManagerOf(folder: string): { readonly run: string; readonly install: string } {
  for (const at of upwards(folder))
    for (const [file, manager] of LOCK_FILES) if (existsSync(path.join(at, file))) return manager;
  return { run: "npx", install: "npm install" };
}

/** The command with which a project formats files, without the files; undefined where none shows itself. */
export function formatterOf(folder: string): string | undefined {
  for (const { name, command, files } of FORMATTERS)
    for (const at of upwards(folder)) {
      const manifest = readJson(path.join(at, "package.json"));
      const isConfigured =
        files.some((file) => existsSync(path.join(at, file))) ||
        (name === "prettier" && manifest?.["prettier"] !== undefined) ||
        // ESLint in the dependencies alone says nothing of formatting.
        (name !== "eslint" && dependsOn(manifest, name));
      if (isConfigured) return `${packageManagerOf(folder).run} ${command}`;
    }
  return undefined;
}
