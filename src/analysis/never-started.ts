import { functionName } from "../syntax/names.js";
import { ancestors, isFunction, parentOf, type FunctionNode } from "../syntax/tree.js";
import { isUncalledMethod } from "./callers.js";
import type { File } from "./file.js";
import { toolsOf } from "./file-tools.js";
import { isTestFile } from "./importers.js";

const EXAMPLES = /[\\/](?:examples?|demos?|samples?)[\\/]/u;

/**
 * A script among a package's examples that registers no tool: who runs it reads what comes of it. What other files import may
 * be a part of an example server.
 */
function isExampleScript(file: File): boolean {
  const { project, filename } = file;
  const { directory } = project.packages.of(filename) ?? {};
  if (directory === undefined || !EXAMPLES.test(filename.slice(directory.length))) return false;
  return toolsOf(file).tools.length === 0 && project.importersOf(filename, filename).length === 0;
}

/** Files that are started by themselves, or by what looks for them in their folder. */
const ENTRY =
  /(?:^|[\\/])(?:index|main|server|app|cli|worker|mod|lib|route|plugin|middleware|handler|\[.*)\.\w+$|[\\/](?:pages|app|api|functions|routes|netlify)[\\/]/u;

/**
 * Nothing starts the function around a place for a model: an exported one that neither its own file nor one that imports it
 * names, a method that nobody calls, or a part of an example. Tests do not count. To be asked last: the files that import
 * this one are looked through.
 */
export function isNeverStarted(fn: FunctionNode, file: File): boolean {
  const outer = [fn, ...ancestors(fn)].filter(isFunction).at(-1) ?? fn;
  let never = neverStarted.get(outer);
  if (never === undefined) neverStarted.set(outer, (never = isOuterNeverStarted(outer, file)));
  return never;
}

const neverStarted = new WeakMap<FunctionNode, boolean>();

function isOuterNeverStarted(outer: FunctionNode, file: File): boolean {
  const { project, filename } = file;
  if (isExampleScript(file)) return true;
  const name = functionName(outer);
  if (name === undefined || isNamedBeside(name, file) || !project.options.settings.followImports) return false;
  const facts = project.packages.of(filename);
  // Of a package that others of the same repository may import, the files of these are not looked at.
  if (!facts?.dependsOnMcp || project.packages.of(facts.directory)) return false;
  // What only tests start is a server of theirs.
  if (isTestFile(filename, facts.directory)) return false;
  if (isUncalledMethod(outer, file)) return isOfPlainClass(outer);
  // A name of one word is one that a loader may look for: `handler`, `register`.
  if (!isExported(outer) || !/[a-z\d][A-Z]|_/u.test(name)) return false;
  const importers = project.importersOf(filename, filename);
  if (
    importers.some(({ handsOn }) => handsOn) ||
    (importers.length === 0 && ENTRY.test(filename.slice(facts.directory.length)))
  )
    return false;
  return importers.every(
    (importer) => !(project.loadWith(importer.file, name) ?? project.loadWith(importer.file, "* as")),
  );
}

/** No constructor, no decorated method, and none that a base class or an interface asks for: nobody sees who calls these. */
function isOfPlainClass({ parent }: FunctionNode): boolean {
  if (parent.type !== "MethodDefinition" || parent.kind !== "method" || parent.decorators.length > 0) return false;
  const around = parent.parent.parent;
  return around.superClass === null && around.implements.length === 0;
}

function isExported({ parent, type }: FunctionNode): boolean {
  if (type === "FunctionDeclaration") return parent.type === "ExportNamedDeclaration";
  return parent.type === "VariableDeclarator" && parentOf(parent.parent)?.type === "ExportNamedDeclaration";
}

/** The file has the name in a second place. */
function isNamedBeside(name: string, { text }: File): boolean {
  const first = text.indexOf(name);
  return text.includes(name, first + name.length);
}
