import { isBuiltin } from "node:module";
import type { TSESTree } from "@typescript-eslint/types";
import { FRAMEWORKS, SDK_SERVER_CLASSES } from "../../frameworks/index.js";
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
import { superClass } from "../values/classes.js";
import { resolve, rootEnv, type Ref } from "../values/values.js";
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

/** A function, a class, or a list of functions of a file's top level. */
interface Unit {
  readonly node: UnitNode;
  readonly name: string;
  readonly file: File;
  /** The name under which its very declaration exports it. */
  readonly exportedAs: string | undefined;
  /** The declaration with the name: what stands in it is started by nothing else. */
  readonly own: Node;
}

type UnitNode =
  FunctionNode | ClassNode | TSESTree.ObjectExpression | TSESTree.ArrayExpression | TSESTree.NewExpression;

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
  if (!facts || !file.project.packages.isMcp(facts)) return false;
  const isLeftOver = project.packages.isLeftOver(filename, facts);
  if (!isLeftOver && !unitAround(place, file)) return false;
  const { started: answers, seen } = knownFor(root);
  let isSeen = seen.get(file);
  // What only tests start is a server of theirs.
  isSeen ??= !isTestFile(filename, facts.directory) && project.seesImportersOf(filename);
  seen.set(file, isSeen);
  if (!isSeen) return false;
  if (isLeftOver && project.importersOf(filename, root.filename).length === 0) return true;
  return !isStartedAt(place, file, { root, answers, steps: 0 }) && !project.packages.isShared(facts);
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

/** Some other file of the package makes a server. */
function isServedElsewhere({ filename, project: { packages } }: File): boolean {
  const facts = packages.of(filename);
  return facts !== undefined && SERVER_MAKING.some((made) => packages.names(made, filename, facts));
}

const SERVER_MAKING = SDK_SERVER_CLASSES.map((name) => `new ${name}(`);

/**
 * Tools of the very file, which nothing imports, where no server is to be seen that could: somebody is writing them, and
 * wires them up next. Beside a server that has its tools from elsewhere they are left over, unless the file was just added.
 */
function isYetToBeStarted({ node, file }: Unit, { root }: Search): boolean {
  return (
    !isClass(node) &&
    file.filename === root.filename &&
    file.project.importersOf(file.filename, root.filename).length === 0 &&
    toolsOf(file).tools.some(({ registration }) => isInside(registration, node)) &&
    (file.project.options.isNew?.(file.filename) === true || !isServedElsewhere(file))
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
  const { node, name, file, exportedAs, own } = unit;
  if (isClass(node) && isFoundByFramework(node, file)) return true;
  for (const use of readsOf(name, file, own)) if (isStarting(use, file.project, search)) return true;
  if (exportedAs !== undefined && isExportUsed({ filename: file.filename, name: exportedAs }, file.project, search))
    return true;
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

/** A framework finds the class by its mark or its type, or the class that it extends knows its children. */
function isFoundByFramework(cls: ClassNode, file: File): boolean {
  if (cls.decorators.length > 0 || isInjected(file)) return true;
  if (cls.superClass === null || isMissing(cls.superClass, file) || isOfPlatform(cls.superClass, file)) return false;
  return !isOwnClass(superClass({ node: cls, env: rootEnv(file) }), file);
}

/** `extends Desk`, of `import { Desk } from "../desk.js"` where no such file is: the class was moved, and cannot even be loaded. */
function isMissing(base: Node, { bindings, filename, project }: File): boolean {
  const binding = bindings.resolve(base);
  return (
    binding.kind === "import" &&
    binding.source.startsWith(".") &&
    project.resolve(filename, binding.source) === undefined
  );
}

/** `extends EventEmitter`, `extends Error`: the platform knows no children of a class. */
function isOfPlatform(base: Node, { bindings }: File): boolean {
  const binding = bindings.resolve(base);
  if (binding.kind === "import") return isBuiltin(binding.source);
  return binding.kind === "global" && OF_PLATFORM.test(binding.name);
}

const OF_PLATFORM = /^(?:EventTarget|Map|Set|Array|Promise|(?:Type|Range)?Error)$/u;

/** The base stands in the project, which depends on no framework that makes instances of whatever extends its own. */
function isOwnClass(base: Ref | undefined, { project, filename }: File, steps = MAX_STEPS): boolean {
  const { dependencies = new Set() } = project.packages.of(filename) ?? {};
  if (!base || !isClass(base.node) || steps <= 0) return false;
  if (MAKERS_OF_CLASSES.some((one) => dependencies.has(one))) return false;
  return base.node.superClass === null || isOwnClass(superClass(base), base.env.file, steps - 1);
}

const MAKERS_OF_CLASSES = FRAMEWORKS.filter(({ registrations }) =>
  registrations.some(({ kind }) => kind === "class"),
).flatMap(({ packages }) => packages);

/** The type of a parameter is enough for an instance to be made. */
function isInjected({ project, filename }: File): boolean {
  return project.packages.of(filename)?.dependencies.has("reflect-metadata") ?? false;
}

/** What of the top level a place stands in; undefined for what runs when the file is loaded. */
function unitAround(place: Node, file: File): Unit | undefined {
  const around = [place, ...ancestors(place)];
  const top = around.at(-2);
  if (!top || around.at(-1)?.type !== "Program") return undefined;
  const isExported = top.type === "ExportNamedDeclaration";
  const isDefault = top.type === "ExportDefaultDeclaration";
  const own = isExported || isDefault ? top.declaration : top;
  if (own?.type === "FunctionDeclaration" || own?.type === "ClassDeclaration") {
    const name = own.id?.name;
    const exportedAs = isDefault ? "default" : isExported ? name : undefined;
    return name === undefined ? undefined : { node: own, name, file, exportedAs, own };
  }
  const declarator = around.find((up) => up.type === "VariableDeclarator" && up.parent === own);
  if (declarator?.type !== "VariableDeclarator" || declarator.id.type !== "Identifier" || !declarator.init)
    return undefined;
  const { name } = declarator.id;
  // What is only made here may do all there is to do as it is made: `const server = new OrdersServer();`.
  const node = isExported ? madeFrom(unwrap(declarator.init)) : unwrap(declarator.init);
  if (!isFunction(node) && !isClass(node) && !(isExported && isInstance(node, file)) && !isListAround(node, around))
    return undefined;
  return { node, name, file, exportedAs: isExported ? name : undefined, own: declarator };
}

/** `new Desk()` of `new Desk().allTools()`: whoever wants what comes of it reads the name that it is given. */
function madeFrom(value: Node): Node {
  if (value.type !== "CallExpression" || value.callee.type !== "MemberExpression") return value;
  const made = unwrap(value.callee.object);
  return made.type === "NewExpression" ? made : value;
}

/** Of a class of the project's own: one of a library's may serve what it is given. */
function isInstance(node: Node, file: File): node is TSESTree.NewExpression {
  return node.type === "NewExpression" && isClass(resolve({ node: node.callee, env: rootEnv(file) }).node);
}

const CALLS: ReadonlySet<string> = new Set(["CallExpression", "NewExpression", "TaggedTemplateExpression"]);

/** `{ open: async (id) => …, close() { … } }`: what the functions of a list do comes of nothing but its uses. */
function isListAround(
  node: Node,
  around: readonly Node[],
): node is TSESTree.ObjectExpression | TSESTree.ArrayExpression {
  if (node.type !== "ObjectExpression" && node.type !== "ArrayExpression") return false;
  const within = around.slice(0, around.indexOf(node));
  return within.some(isFunction) && !within.slice(within.findLastIndex(isFunction)).some(({ type }) => CALLS.has(type));
}
