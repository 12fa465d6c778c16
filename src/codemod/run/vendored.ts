import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { readJson } from "../../analysis/project/json-file.js";
import { PACKAGE_ROOT } from "../../package-root.js";

/** How the vendored helper is written: the language of the project, and its kind of modules. */
export type VendoredForm = "ts" | "js" | "cjs";

const NAME = "mcp-tool-errors";

/** What the vendored helper begins with, whatever the user makes of the rest. */
export const VENDORED_MARK = "// mcp-tool-errors, vendored";

/** The helper itself is no tool, though it makes error results. */
export function isVendoredHelper(text: string): boolean {
  return text.slice(0, 1000).includes(VENDORED_MARK);
}

/** Where the vendored helper of a package goes, if the user does not say: among the sources. */
export function defaultVendoredPath(directory: string, files: readonly string[]): string {
  const isTypeScript =
    existsSync(path.join(directory, "tsconfig.json")) || files.some((file) => /\.[mc]?tsx?$/u.test(file));
  const folder = files.some((file) => file.startsWith(path.join(directory, "src") + path.sep)) ? "src" : "";
  return path.join(directory, folder, `${NAME}.${isTypeScript ? "ts" : "js"}`);
}

/** The form that a path asks for. A `.js` file is what its package says that it is. */
export function vendoredForm(file: string, directory: string): VendoredForm | undefined {
  const extension = path.extname(file);
  if (extension === ".ts" || extension === ".mts" || extension === ".cts") return "ts";
  if (extension === ".mjs") return "js";
  if (extension === ".cjs") return "cjs";
  if (extension !== ".js") return undefined;
  return readJson(path.join(directory, "package.json"))?.["type"] === "module" ? "js" : "cjs";
}

/**
 * The helper as one file. The build makes it of the sources of `mcp-tool-errors`.
 *
 * @throws {Error} in a checkout that was not built
 */
export function vendoredText(form: VendoredForm): string {
  const file = path.join(PACKAGE_ROOT, "dist", "vendored", `${NAME}.${form}`);
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`${file} is missing: run \`npm run build\`.`, { cause: error });
  }
}
