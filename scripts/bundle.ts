/**
 * Makes the package `mcp-errors` of what the compiler wrote to dist: the command with its libraries in a few files, as loading
 * hundreds is most of what a small run takes (docs/decisions/0063-bundled-command.md). The plugin becomes one file as well, but
 * for its dependencies. Part of the build.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rolldown, type Plugin } from "rolldown";
import { noticesFor } from "./bundle/notices.js";

const ROOT = path.resolve(import.meta.dirname, "..");
const PACKAGE = path.join(ROOT, "packages/mcp-errors");
const OUT = path.join(PACKAGE, "dist");

/**
 * Leaves out the names that TypeScript's libraries declare, 120 modules: `src/syntax/parse.ts` asks for none of them.
 *
 * @throws {Error} if the scope manager keeps them elsewhere by now
 */
function withoutLibraryNames(): Plugin {
  let found = false;
  return {
    name: "without-library-names",
    load: {
      filter: { id: /[\\/]@typescript-eslint[\\/]scope-manager[\\/]dist[\\/]lib[\\/]index\.js$/u },
      handler() {
        found = true;
        return "exports.lib = new Map();";
      },
    },
    buildEnd(error) {
      if (!found && !error) throw new Error("@typescript-eslint/scope-manager has no dist/lib/index.js any more.");
    },
  };
}

rmSync(OUT, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: ROOT,
  input: {
    cli: path.join(ROOT, "dist/src/cli/index.js"),
    // `migrate` starts threads with it.
    worker: path.join(ROOT, "dist/src/codemod/run/worker.js"),
    // For configuration files: `defineConfig`.
    config: path.join(ROOT, "dist/src/cli/config/types.js"),
  },
  platform: "node",
  // Dependencies: the parser brings a binary for each platform, the loader of configurations a compiler that it loads by its path.
  external: ["oxc-parser", "jiti"],
  plugins: [withoutLibraryNames()],
  // Its other form asks for its own files by names that no bundler can follow.
  resolve: { alias: { "jsonc-parser": path.join(ROOT, "node_modules/jsonc-parser/lib/esm/main.js") } },
});
const { output } = await bundle.write({
  dir: OUT,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "[name].js",
});
await bundle.close();

const plugin = await rolldown({
  cwd: ROOT,
  input: path.join(ROOT, "dist/src/index.js"),
  platform: "node",
  // What has a name of a package is installed with the plugin, and ESLint or the parser has loaded most of it before.
  external: (id) => !id.startsWith(".") && !path.isAbsolute(id),
});
await plugin.write({ file: path.join(ROOT, "dist/index.js"), format: "esm" });
await plugin.close();

/** Copies a declaration, and those that it imports, as they lie to each other. */
function copyTypes(file: string, copied = new Set<string>()): void {
  if (copied.has(file)) return;
  copied.add(file);
  const source = path.join(ROOT, "dist", file);
  cpSync(source, path.join(OUT, "types", file));
  for (const [, specifier = ""] of readFileSync(source, "utf8").matchAll(/from "(\.[^"]+)\.js"/gu))
    copyTypes(path.join(path.dirname(file), `${specifier}.d.ts`), copied);
}

copyTypes("src/cli/config/types.d.ts");

const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
const licence = readFileSync(path.join(ROOT, "LICENSE"), "utf8");
writeFileSync(path.join(PACKAGE, "LICENSE"), `${licence}\n${noticesFor(modules)}`);
// What is read at run time: the helper that `migrate` writes into projects, and the pages that `explain` shows.
cpSync(path.join(ROOT, "dist/vendored"), path.join(OUT, "vendored"), { recursive: true });
for (const name of ["rules", "schemas"]) {
  rmSync(path.join(PACKAGE, "docs", name), { recursive: true, force: true });
  cpSync(path.join(ROOT, "docs", name), path.join(PACKAGE, "docs", name), { recursive: true });
}
