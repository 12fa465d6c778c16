import type { TSESTree } from "@typescript-eslint/types";
import {
  ancestors,
  isClass,
  isFunction,
  isInside,
  unwrap,
  type ClassNode,
  type FunctionNode,
  type Node,
} from "../../syntax/tree.js";
import type { File } from "../file.js";
import { toolsOf } from "../tools/file-tools.js";
import { isTestFile } from "../project/importers.js";
import { methodAround, placesNaming } from "./methods.js";
import type { Project } from "../project/project.js";
import { readsOf, usesOfExport, type Use } from "./uses.js";

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

/** A function or class of a file's top level, under its name. */
interface Unit {
  readonly node: FunctionNode | ClassNode;
  readonly name: string;
  readonly file: File;
  readonly isExported: boolean;
  /** The declaration with the name: what stands in it is started by nothing else. */
  readonly own: Node;
}

/** Steps from a place up to what starts it; a longer way is taken for one. */
const MAX_STEPS = 8;

/** What was found out for the findings of a file. */
interface Known {
  /** Of functions, classes and methods: something starts them. */
  readonly started: Map<Node, boolean>;
  /** All files that may import a file are seen, and it is no test. */
  readonly seen: Map<File, boolean>;
}

const known = new WeakMap<File, Known>();

function knownFor(root: File): Known {
  let found = known.get(root);
  if (!found) known.set(root, (found = { started: new Map(), seen: new Map() }));
  return found;
}

/**
 * Nothing starts the code at a place: the function or class around it is named by nothing that runs, in its own file or in
 * one that imports it, or it is a method that nobody calls, or a part of an example. Tests do not count. To be asked last:
 * the files that import this one are looked through.
 *
 * @param root the file whose findings depend on the answer
 */
export function isNeverStarted(place: Node, file: File, root: File = file): boolean {
  const { project, filename } = file;
  if (isExampleScript(file)) return true;
  if (!project.options.settings.followImports) return false;
  const facts = project.packages.of(filename);
  if (!facts?.dependsOnMcp) return false;
  // What others of the same repository import of a package of theirs is not looked for.
  const isSharable = project.packages.of(facts.directory) !== undefined;
  const isLeftOver = project.packages.isLeftOver(filename, facts);
  if (!isLeftOver && (isSharable || !unitAround(place, file))) return false;
  const { started: answers, seen } = knownFor(root);
  let isSeen = seen.get(file);
  // What only tests start is a server of theirs.
  isSeen ??= !isTestFile(filename, facts.directory) && project.seesImportersOf(filename);
  seen.set(file, isSeen);
  if (!isSeen) return false;
  if (isLeftOver && project.importersOf(filename, root.filename).length === 0) return true;
  return !isSharable && !isStartedAt(place, file, { root, answers, steps: 0 });
}

type Export = Pick<Extract<Use, { kind: "export" }>, "filename" | "name">;

interface Search {
  readonly root: File;
  readonly answers: Map<Node, boolean>;
  readonly steps: number;
}

function isStartedAt(place: Node, file: File, search: Search): boolean {
  const unit = unitAround(place, file);
  if (!unit) return true;
  const method = isClass(unit.node) ? methodAround(place, unit.node) : undefined;
  return isUsed(unit.node, unit, search) && (!method || isUsed(method, unit, search));
}

/** Tools of the very file, which nothing imports: somebody is writing them, and wires them up next. */
function isYetToBeStarted({ node, file }: Unit, { root }: Search): boolean {
  return (
    isFunction(node) &&
    file.filename === root.filename &&
    file.project.importersOf(file.filename, root.filename).length === 0 &&
    toolsOf(file).tools.some(({ registration }) => isInside(registration, node))
  );
}

/** What is asked about already is taken for started: a circle of functions that call each other tells nothing. */
function isUsed(node: Node, unit: Unit, { root, answers, steps }: Search): boolean {
  let used = answers.get(node);
  if (used !== undefined) return used;
  if (steps >= MAX_STEPS) return true;
  answers.set(node, true);
  const search = { root, answers, steps: steps + 1 };
  used = node.type === "MethodDefinition" ? isMethodUsed(node, unit.file, search) : isUnitUsed(unit, search);
  answers.set(node, used);
  return used;
}

function isUnitUsed(unit: Unit, search: Search): boolean {
  const { node, name, file, isExported, own } = unit;
  // A framework finds it by its mark, or the class that it extends knows its children.
  if (isClass(node) && (node.decorators.length > 0 || node.superClass || isInjected(file))) return true;
  for (const use of readsOf(name, file, own)) if (isStarting(use, file.project, search)) return true;
  if (isExported && isExportUsed({ filename: file.filename, name }, file.project, search)) return true;
  return isYetToBeStarted(unit, search);
}

function isMethodUsed(method: TSESTree.MethodDefinition, file: File, search: Search): boolean {
  const places = placesNaming(method, file, search.root);
  return !places || places.some((place) => isStartedAt(place, file, search));
}

function isStarting(use: Use, project: Project, search: Search): boolean {
  switch (use.kind) {
    case "unknown":
      return true;
    case "place":
      return isStartedAt(use.node, use.file, search);
    case "export":
      return isExportUsed(use, project, search);
  }
}

function isExportUsed({ filename, name }: Export, project: Project, { root, answers, steps }: Search): boolean {
  // Barrels may hand on each other's names.
  if (steps >= MAX_STEPS) return true;
  for (const use of usesOfExport(filename, name, project, root.filename))
    if (isStarting(use, project, { root, answers, steps: steps + 1 })) return true;
  return false;
}

/** The type of a parameter is enough for an instance to be made. */
function isInjected({ project, filename }: File): boolean {
  return project.packages.of(filename)?.dependencies.has("reflect-metadata") ?? false;
}

/** The function or class of the top level that a place stands in; undefined for what runs when the file is loaded. */
function unitAround(place: Node, file: File): Unit | undefined {
  const around = [place, ...ancestors(place)];
  const top = around.at(-2);
  if (!top || around.at(-1)?.type !== "Program") return undefined;
  const isExported = top.type === "ExportNamedDeclaration";
  const own = isExported ? top.declaration : top;
  if (own?.type === "FunctionDeclaration" || own?.type === "ClassDeclaration")
    return own.id ? { node: own, name: own.id.name, file, isExported, own } : undefined;
  const declarator = around.find((up) => up.type === "VariableDeclarator" && up.parent === own);
  if (declarator?.type !== "VariableDeclarator" || declarator.id.type !== "Identifier" || !declarator.init)
    return undefined;
  const node = unwrap(declarator.init);
  if (!isFunction(node) && !isClass(node)) return undefined;
  return { node, name: declarator.id.name, file, isExported, own: declarator };
}
