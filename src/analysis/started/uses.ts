import type { TSESTree } from "@typescript-eslint/types";
import { withoutBlockComments } from "../../syntax/comments.js";
import { memberName } from "../../syntax/names.js";
import { ancestors, isInside, parentOf, type Node } from "../../syntax/tree.js";
import { placesOf } from "../../syntax/words.js";
import type { File } from "../file.js";
import type { Project } from "../project/project.js";

/** What may come of a name of a file's top level. */
export type Use =
  /** It is read there. */
  | { readonly kind: "place"; readonly node: Node; readonly file: File }
  /** The file gives it to those that import it, under a name. */
  | { readonly kind: "export"; readonly filename: string; readonly name: string }
  /** Somebody may use it whom nobody sees: an importing package, a loader, a file that cannot be read. */
  | { readonly kind: "unknown" };

const UNKNOWN: Use = { kind: "unknown" };

/** Importers that are looked at for one name. */
const MAX_IMPORTERS = 40;

/** A name of one word is one that a loader may look for: `handler`, `register`; what only builds a result is not. */
const LOADERS_NAME = /^(?!.*(?:[a-z\d][A-Z]|_))(?!(?:error|success|text|json)$)/u;

/** With these, a name need not be imported. */
const AUTO_IMPORTERS = ["nuxt", "nitropack", "nitro", "unimport", "unplugin-auto-import"];

/** What may take the names of a module without writing them. */
const TAKES_ALL = /\*\s*as\b|\bexport\s*\*|\b(?:import|require)\s*\(/u;

/** Lists that name one list within the other. */
const MAX_LISTS = 4;

/** The reads of a name of the file's top level, outside of its own declaration. */
export function* readsOf(name: string, file: File, own?: Node, lists = MAX_LISTS): Generator<Use> {
  for (const node of referencesTo(name, file) ?? [undefined]) {
    const parent = node && parentOf(node);
    if (!node) yield UNKNOWN;
    // Types are not walked, and have no parents: they start nothing.
    else if (!parent || parent.type === "TSTypeQuery" || isCounted(parent) || (own && isInside(node, own))) continue;
    else if (parent.type !== "ExportSpecifier") yield* usesOfList(node, file, lists);
    else if (parent.exportKind !== "type")
      yield { kind: "export", filename: file.filename, name: nameOf(parent.exported) };
  }
}

/** `export default { open, close };`, `const all = { open, close };`: what comes of a list comes of what it names. */
function* usesOfList(node: Node, file: File, lists: number): Generator<Use> {
  const { filename } = file;
  const [property, list, holder, declaration] = ancestors(node);
  const isNamed =
    lists > 0 && property?.type === "Property" && property.value === node && list?.type === "ObjectExpression";
  if (isNamed && holder?.type === "ExportDefaultDeclaration") yield { kind: "export", filename, name: "default" };
  else if (isNamed && holder?.type === "VariableDeclarator" && holder.id.type === "Identifier" && isTopLevel(holder)) {
    yield* readsOf(holder.id.name, file, holder, lists - 1);
    if (declaration?.parent?.type === "ExportNamedDeclaration")
      yield { kind: "export", filename, name: holder.id.name };
  } else yield { kind: "place", node, file };
}

function isTopLevel({ parent: { parent } }: TSESTree.VariableDeclarator): boolean {
  return parent.type === "Program" || parent.type === "ExportNamedDeclaration";
}

/** `allTools().length`: of what the list holds, nothing is called. */
function isCounted(use: Node): boolean {
  const up = use.type === "CallExpression" && use.arguments.length === 0 ? parentOf(use) : undefined;
  return up?.type === "MemberExpression" && memberName(up) === "length";
}

/** Undefined where the scopes do not tell: the names of a script are everyone's. */
function referencesTo(name: string, { ast, scopeManager }: File): Node[] | undefined {
  const scope = scopeManager.scopes.find(
    ({ block, type, set }) => block === ast && (type as string) !== "global" && set.has(name),
  );
  return (
    scope?.set
      .get(name)
      // Undefined for a scope manager that knows no types. What is exported by name may be a value as well as a type.
      ?.references.filter((reference) => (reference.isValueReference as boolean | undefined) !== false)
      .map(({ identifier }) => identifier)
  );
}

function nameOf(name: TSESTree.Identifier | TSESTree.StringLiteral): string {
  return name.type === "Identifier" ? name.name : name.value;
}

/**
 * What the files of the package make of a name that one of them exports. To be asked last: they are parsed for it.
 *
 * @param root the file whose findings depend on the answer
 * @param all each use is wanted, also where it is plain without a look at the tree that the name is used
 */
export function* usesOfExport(
  filename: string,
  name: string,
  project: Project,
  root: string,
  all = false,
): Generator<Use> {
  const importers = project.importersOf(filename, root);
  const facts = project.packages.of(filename);
  if (
    (name === "default" ? importers.length > 0 : LOADERS_NAME.test(name)) ||
    importers.length > MAX_IMPORTERS ||
    !facts ||
    AUTO_IMPORTERS.some((one) => facts.dependencies.has(one)) ||
    project.packages.isEntry(filename, facts) ||
    (importers.length === 0 && project.packages.isLoaded(filename, facts))
  )
    yield UNKNOWN;
  for (const importer of importers) {
    if (importer.onlyTypes) continue;
    const text = importer.isSure ? project.textOf(importer.file) : undefined;
    if (text !== undefined && !text.includes(name) && !TAKES_ALL.test(text)) continue;
    if (!all && text !== undefined && isWrittenToRun(name, text) && isStartedItself(importer.file, project, root))
      yield UNKNOWN;
    const file = text === undefined ? undefined : project.load(importer.file);
    if (file) yield* usesBy(file, filename, name);
    else yield UNKNOWN;
  }
}

/** `closeAll(ids)`, `server.tool("close", closeAll)`: more than an import, a type or a comment. Parsing the file costs much more. */
function isWrittenToRun(name: string, text: string): boolean {
  const stripped = withoutImports(text);
  let line = 0;
  for (const at of placesOf(name, stripped)) {
    for (let next = stripped.indexOf("\n", line); next >= 0 && next < at; next = stripped.indexOf("\n", line))
      line = next + 1;
    if (
      !NO_CODE.test(stripped.slice(line, line + MARGIN)) &&
      !NOT_RUN.test(stripped.slice(Math.max(0, at - 7), at)) &&
      HANDED.test(stripped.slice(at + name.length, at + name.length + MARGIN))
    )
      return true;
  }
  return false;
}

/** The line is a comment. */
const NO_CODE = /^\s*(?:\/\/|\*)/u;
/** Before a name: it is a member, a text, or only its type is meant. */
const NOT_RUN = /(?:[."'\x60]|typeof\s)$/u;
/** Behind a name: it is called, or handed on. */
const HANDED = /^\s*[(,)\]}]/u;
/** Nobody indents further. In characters. */
const MARGIN = 200;

/** The last text that was asked about: one file often names the functions of many others. */
let last = { text: "", stripped: "" };

function withoutImports(text: string): string {
  if (last.text !== text) last = { text, stripped: withoutBlockComments(text).replaceAll(IMPORTED_NAMES, "") };
  return last.stripped;
}

const IMPORTED_NAMES = /^[^\S\n\r\u2028\u2029]*(?:import|export)\b(?:(?!\b(?:import|export)\b)[^;'"()])*\bfrom\b/gmu;

/** A file that others import, or that is looked for under its name: hardly ever does nothing start what it does. */
function isStartedItself(filename: string, project: Project, root: string): boolean {
  if (project.importersOf(filename, root).length > 0) return true;
  const facts = project.packages.of(filename);
  return facts !== undefined && project.packages.isLoaded(filename, facts);
}

/** What a file makes of a name that it may import from another one. */
function* usesBy(file: File, target: string, name: string): Generator<Use> {
  const { project, filename, text } = file;
  const leadsThere = (specifier: string): boolean => project.resolve(filename, specifier) === target;
  for (const statement of file.ast.body) {
    if (statement.type === "ImportDeclaration") {
      for (const specifier of statement.specifiers) {
        const isAll = specifier.type === "ImportNamespaceSpecifier";
        if (!isAll && (specifier.type !== "ImportSpecifier" || nameOf(specifier.imported) !== name)) continue;
        // Asked last: a file that starts the others has an import for each of them.
        if (!leadsThere(statement.source.value)) break;
        yield* isAll ? membersRead(specifier.local.name, name, file) : readsOf(specifier.local.name, file);
      }
    } else if (statement.type === "ExportNamedDeclaration" && statement.source && leadsThere(statement.source.value)) {
      for (const { local, exported } of statement.specifiers)
        if (nameOf(local) === name) yield { kind: "export", filename, name: nameOf(exported) };
    } else if (statement.type === "ExportAllDeclaration" && leadsThere(statement.source.value))
      yield statement.exported ? UNKNOWN : { kind: "export", filename, name };
  }
  for (const { index, 1: specifier = "" } of lateImportsOf(file))
    if (leadsThere(specifier) && !(PICKS.test(text.slice(0, index)) && !text.includes(name))) yield UNKNOWN;
}

const lateImports = new WeakMap<File, readonly RegExpExecArray[]>();

function lateImportsOf(file: File): readonly RegExpExecArray[] {
  let found = lateImports.get(file);
  if (!found) lateImports.set(file, (found = [...file.text.matchAll(LATE_IMPORT)]));
  return found;
}

const LATE_IMPORT = /\b(?:import|require)\s*\(\s*["']([^"']+)["']/gu;

/** `const { open, close } =` before such an import: the other names of the module are not taken. */
const PICKS = /\{[^{}.]*\}\s*=\s*(?:await\s+)?$/u;

/** The reads of one name of a namespace, and those in which the namespace itself is handed on. */
function* membersRead(namespace: string, name: string, file: File): Generator<Use> {
  for (const use of readsOf(namespace, file)) {
    const parent = use.kind === "place" ? parentOf(use.node) : undefined;
    const read = parent?.type === "MemberExpression" ? memberName(parent) : undefined;
    if (read === undefined || read === name) yield use.kind === "export" ? UNKNOWN : use;
  }
}
