import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { readJson } from "../../analysis/project/json-file.js";
import { PACKAGE_ROOT } from "../../package-root.js";
import type { Parse } from "../../syntax/parse.js";
import { restyled, type HouseStyle } from "./restyle.js";
import { shaken, type HelperUse } from "./shake.js";

/** How the vendored helper is written: the language of the project, and its kind of modules. */
export type VendoredForm = "ts" | "js" | "cjs";

const NAME = "mcp-tool-errors";

const END_OF_HEAD = "/* eslint-disable */\n";

/** The line of the vendored helper that names what it holds. */
const HOLDS = "// Holds: ";

/** Where the vendored helper for files of one language goes, if the user does not say: among the sources. */
export function defaultVendoredPath(directory: string, files: readonly string[], extension: string): string {
  const folder = files.some((file) => file.startsWith(path.join(directory, "src") + path.sep)) ? "src" : "";
  return path.join(directory, folder, `${NAME}${extension}`);
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

/** The text of a vendored helper, and what of the package it holds. */
export interface VendoredHelper {
  readonly form: VendoredForm;
  readonly use: HelperUse;
  readonly style: HouseStyle;
}

/**
 * The helper as one file that holds what the project uses of it, and nothing else.
 *
 * @throws {Error} in a checkout that was not built
 */
export function vendoredText({ form, use, style }: VendoredHelper, parse: Parse): string {
  const extension = form === "ts" ? "ts" : "js";
  const filename = `${NAME}.${extension}`;
  const whole = builtText(filename);
  const end = whole.indexOf(END_OF_HEAD) + END_OF_HEAD.length;
  const head = whole.slice(0, end).replace("\n", `\n${HOLDS}${namesOf(use).join(" ")}\n`);
  const body = restyled(shaken(whole.slice(end), filename, use, parse), filename, style, parse);
  return head.replaceAll("\n", style.lineEnd) + (form === "cjs" ? asCommonJs(body, parse, style) : body);
}

/** The whole helper, as the build makes it. */
export function builtText(filename: string): string {
  const file = path.join(PACKAGE_ROOT, "dist", "vendored", filename);
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`${file} is missing: run \`npm run build\`.`, { cause: error });
  }
}

/** `toolError.from`, `emptyResult`; an object alone is there with all of its members. */
function namesOf({ names, members }: HelperUse): string[] {
  return [...names]
    .flatMap((name) => {
      const used = members.get(name);
      return used ? [...used].map((member) => `${name}.${member}`) : [name];
    })
    .sort();
}

/** What a vendored helper says that it holds; undefined for one of an earlier version, which holds everything. */
export function heldBy(text: string): HelperUse | undefined {
  const line = text.split(/\r?\n/u, 10).find((one) => one.startsWith(HOLDS));
  if (line === undefined) return undefined;
  const names = new Set<string>();
  const members = new Map<string, Set<string>>();
  for (const entry of line.slice(HOLDS.length).split(" ")) {
    const [name = "", member] = entry.split(".");
    names.add(name);
    if (member !== undefined) members.set(name, (members.get(name) ?? new Set()).add(member));
  }
  return { names, members };
}

function asCommonJs(body: string, parse: Parse, { lineEnd, quote }: HouseStyle): string {
  const result = parse(body, `${NAME}.js`);
  if (!result.ok) throw new Error(result.failure.message);
  const exported: string[] = [];
  let text = "";
  let at = 0;
  for (const statement of result.source.ast.body) {
    if (statement.type !== "ExportNamedDeclaration" || !statement.declaration) continue;
    const { declaration } = statement;
    if (declaration.type === "VariableDeclaration")
      exported.push(...declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : [])));
    else if ("id" in declaration && declaration.id?.type === "Identifier") exported.push(declaration.id.name);
    text += body.slice(at, statement.range[0]);
    [at] = declaration.range;
  }
  const strict = `${quote}use strict${quote};${lineEnd}${lineEnd}`;
  return `${strict}${text}${body.slice(at).trimEnd()}${lineEnd}${lineEnd}module.exports = { ${exported.join(", ")} };${lineEnd}`;
}

/** A folder of sources in which packages share one file: the workspace around them, where nothing keeps them apart. */
export function sharedFolder(directory: string): string {
  if (!mayLookOutside(directory)) return directory;
  for (let at = path.dirname(directory); at !== path.dirname(at); at = path.dirname(at)) {
    const manifest = readJson(path.join(at, "package.json"));
    if (manifest?.["workspaces"] !== undefined || existsSync(path.join(at, "pnpm-workspace.yaml"))) return at;
    if (existsSync(path.join(at, ".git"))) break;
  }
  return directory;
}

/** A package that is published brings its own files, and `rootDir` keeps a compiler inside of it. */
function mayLookOutside(directory: string): boolean {
  if (readJson(path.join(directory, "package.json"))?.["private"] !== true) return false;
  try {
    return !/"(?:rootDir|composite)"\s*:/u.test(readFileSync(path.join(directory, "tsconfig.json"), "utf8"));
  } catch {
    return true; // no compiler asks
  }
}
