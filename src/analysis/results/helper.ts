import path from "node:path";
import type { TSESTree } from "@typescript-eslint/types";
import { isVendoredText } from "../../contract/vendored.js";
import type { HelperSetting } from "../../settings.js";
import { isFunction, unwrap, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { resolve, rootEnv } from "../values/values.js";

/** The typed helper with which the project is to build its errors. */
export interface Helper {
  readonly module: string;
  readonly names: readonly string[];
  /** The project has it: by the settings, an import, or its manifest. */
  readonly atHand: boolean;
}

/** The package that this project offers, and what it exports for building errors. */
const PACKAGE = "mcp-tool-errors";
const NAMES: readonly string[] = [
  "toolError",
  "toolFailure",
  "withToolErrors",
  "withToolFailures",
  "emptyResult",
  "propagate",
];

/** The helper of the settings, else the one that this file imports or its package depends on, else the one to install. */
export function helperOf(file: File): Helper {
  const { helper } = file.project.options.settings;
  if (helper) return { module: helper.module, names: helper.names ?? NAMES, atHand: true };
  for (const statement of file.ast.body)
    if (
      statement.type === "ImportDeclaration" &&
      (statement.source.value === PACKAGE || importsHelper(statement, file))
    )
      return { module: statement.source.value, names: NAMES, atHand: true };
  const installed = file.project.packages.of(file.filename)?.dependencies.has(PACKAGE) === true;
  return { module: PACKAGE, names: NAMES, atHand: installed };
}

/** The file is the helper, written into the project: what it builds by hand is what the others are to call. */
export function isHelperFile(file: File): boolean {
  const { helper } = file.project.options.settings;
  return (
    isVendoredText(file.text) ||
    file.exports.has("toolError") ||
    (helper !== undefined && isPathOf(helper, file.filename, file))
  );
}

/** What it exports for other ends than an error result. */
const NO_ERRORS: ReadonlySet<string> = new Set(["withToolErrors", "withToolFailures", "emptyResult"]);

/** `toolError.transient(…)`, `errors.fail(…)`: the helper makes a complete error result. */
export function isHelperError(call: TSESTree.CallExpression, file: File): boolean {
  let root: Node = unwrap(call.callee);
  while (root.type === "MemberExpression") root = unwrap(root.object);
  const binding = root.type === "Identifier" ? file.bindings.resolve(root) : undefined;
  if (binding?.kind !== "import" || NO_ERRORS.has(binding.imported)) return false;
  const { module, names } = helperOf(file);
  if (binding.imported !== "*" && !names.includes(binding.imported)) return false;
  if (binding.source === module) return true;
  const { helper } = file.project.options.settings;
  return helper !== undefined && isPathOf(helper, path.resolve(path.dirname(file.filename), binding.source), file);
}

/** A vendored helper goes by the name of its main export. A function of the project's own with that name has no categories. */
function importsHelper({ specifiers, importKind }: TSESTree.ImportDeclaration, file: File): boolean {
  return (
    importKind !== "type" &&
    specifiers.some(
      (specifier) =>
        specifier.type === "ImportSpecifier" &&
        specifier.imported.type === "Identifier" &&
        /^(?:toolError|toolFailure)$/u.test(specifier.imported.name) &&
        !isFunction(resolve({ node: specifier.local, env: rootEnv(file) }).node),
    )
  );
}

/** The setting names a file of the package by its path from the package's folder, with any extension. */
function isPathOf({ module }: HelperSetting, filename: string, file: File): boolean {
  if (!/^\.{0,2}\//u.test(module)) return false;
  const root = file.project.packages.of(file.filename)?.directory;
  const bare = (name: string): string => name.replace(/\.[mc]?[jt]sx?$/u, "");
  return root !== undefined && bare(path.resolve(root, module)) === bare(filename);
}
