import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import type { Site } from "../analysis/flow/values.js";
import type { Project } from "../analysis/project/project.js";
import { readsOf, usesOfExport, type Use } from "../analysis/started/uses.js";
import { mayBeCalledByName } from "../analysis/started/methods.js";
import { classOf } from "../analysis/values/calls.js";
import { inheritedMethod, typeOf } from "../analysis/values/classes.js";
import { resolve, rootEnv, type Ref } from "../analysis/values/values.js";
import { keyName, memberName } from "../syntax/names.js";
import { ancestors, contains, enclosingClass, unwrap, walk, type FunctionNode, type Node } from "../syntax/tree.js";

/**
 * The calls of a function, in all files of its package. Undefined where somebody else may call it as well: it is handed on as
 * a value, found by its name, or given to those that depend on the package.
 */
export function everyCallOf(fn: FunctionNode, file: File): readonly Site[] | undefined {
  const { filename, project } = file;
  const facts = project.packages.of(filename);
  if (!facts || !project.options.settings.followImports || !project.seesImportersOf(filename)) return undefined;
  if (isGiven(filename, project) || project.packages.isShared(facts)) return undefined;
  const { parent } = fn;
  if (parent.type === "MethodDefinition" && parent.value === fn) return callsOfMethod(parent, file);
  const own = fn.type === "FunctionDeclaration" ? fn : parent.type === "VariableDeclarator" ? parent : undefined;
  if (own?.id?.type !== "Identifier" || callsItself(fn, own.id.name)) return undefined;
  return callsByName(own, own.id.name, file);
}

/** The file, or one that hands on what it exports, is what the package gives to others. */
function isGiven(filename: string, project: Project, steps = 3): boolean {
  const facts = project.packages.of(filename);
  if (!facts || steps === 0 || project.packages.isEntry(filename, facts)) return true;
  return project
    .importersOf(filename, filename)
    .some((importer) => importer.handsOn && isGiven(importer.file, project, steps - 1));
}

/** Whoever catches there what it throws is not looked for. */
function callsItself({ body }: FunctionNode, name: string): boolean {
  return contains(body, (node) => node.type === "Identifier" && node.name === name);
}

function callsByName(own: Node, name: string, file: File): readonly Site[] | undefined {
  const [declaration, outer] = own.type === "VariableDeclarator" ? [...ancestors(own)] : [own, own.parent];
  const holder = outer ?? declaration;
  if (holder?.type !== "Program" && !/^Export(?:Named|Default)Declaration$/u.test(holder?.type ?? "")) return undefined;
  const uses: Use[] = [...readsOf(name, file, own)];
  const { filename, project } = file;
  if (holder?.type !== "Program")
    uses.push({ kind: "export", filename, name: holder?.type === "ExportDefaultDeclaration" ? "default" : name });
  const calls: Site[] = [];
  const seen = new Set<string>();
  for (const use of uses) {
    if (use.kind === "unknown") return undefined;
    if (use.kind === "place") {
      const call = callWith(use.node, name);
      if (!call) return undefined;
      calls.push({ node: call, file: use.file });
    } else if (!seen.has(`${use.filename}:${use.name}`)) {
      seen.add(`${use.filename}:${use.name}`);
      // The list grows while it is read.
      uses.push(...usesOfExport(use.filename, use.name, project, filename, true));
    }
  }
  return calls;
}

/** `load(id)` of `load`, `orders.load(id)` of `orders`. */
function callWith(node: Node, name: string): TSESTree.CallExpression | undefined {
  const { parent } = node;
  const callee = parent?.type === "MemberExpression" && memberName(parent) === name ? parent : node;
  const call = callee.parent;
  return call?.type === "CallExpression" && call.callee === callee ? call : undefined;
}

/** Whoever is called by the name of the method, but for what is another's by its class. */
function callsOfMethod(method: TSESTree.MethodDefinition, file: File): readonly Site[] | undefined {
  const { project, filename } = file;
  const name = keyName(method.key, method.computed);
  const facts = project.packages.of(filename);
  if (name === undefined || !facts || !mayBeCalledByName(method, file)) return undefined;
  const isOwn = method.key.type === "PrivateIdentifier" || method.accessibility === "private";
  const others = isOwn ? [] : project.packages.filesNaming(name, filename, facts);
  const calls: Site[] = [];
  for (const other of [file, ...others.map((one) => project.load(one))]) {
    const found =
      other && callsIn(other, name, (object) => isOfAnother({ node: object, env: rootEnv(other) }, method, file));
    if (!found) return undefined;
    calls.push(...found.map((node) => ({ node, file: other })));
  }
  return calls;
}

/** Undefined where the method is taken for a value. */
function callsIn({ ast }: File, name: string, isOfOther: (object: Node) => boolean): readonly Node[] | undefined {
  const calls: Node[] = [];
  let isTaken = false;
  walk(ast, (node) => {
    if (node.type === "Property" && node.parent.type === "ObjectPattern" && keyName(node.key, node.computed) === name)
      isTaken = true;
    if (node.type !== "MemberExpression" || memberName(node) !== name || isOfOther(node.object)) return;
    const { parent } = node;
    if (parent.type === "CallExpression" && unwrap(parent.callee) === node) calls.push(parent);
    else isTaken = true;
  });
  return isTaken ? undefined : calls;
}

/** The receiver is made by, or declared with, a class that has a method of its own under the name, or a class of the language. */
function isOfAnother(receiver: Ref, method: TSESTree.MethodDefinition, { filename }: File): boolean {
  const cls = classOf(receiver);
  const found = cls && inheritedMethod(cls, keyName(method.key, method.computed) ?? "");
  if (found) {
    const isSameFile = found.env.file.filename === filename;
    return !isSameFile || enclosingClass(found.node)?.id?.name !== method.parent.parent.id?.name;
  }
  const { node, env } = resolve(receiver);
  const type = typeOf(receiver);
  if (node.type === "NewExpression") return isOfLanguage(node.callee, env.file);
  return type?.node.type === "TSTypeReference" && isOfLanguage(type.node.typeName, type.env.file);
}

/** `Map`, `URLSearchParams` */
function isOfLanguage(name: Node, { bindings }: File): boolean {
  return name.type === "Identifier" && bindings.resolve(name).kind === "global";
}
