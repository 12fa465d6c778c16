import type { TSESTree } from "@typescript-eslint/types";
import { keyName } from "../../syntax/names.js";
import { ancestors, isInside, walk, type ClassNode, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";

/** The method of a class that a place stands in. */
export function methodAround(place: Node, around: ClassNode): TSESTree.MethodDefinition | undefined {
  const member = [place, ...ancestors(place)].find((up) => up.parent === around.body);
  return member?.type === "MethodDefinition" ? member : undefined;
}

/** Names that a runtime or a library asks an object for, whoever made it. */
const ASKED_FOR = /^(?:to|on|get|set)[A-Z]|^[a-z]+$/u;

/** `handlers[name](args)`, `this[method].call(this)`: any method may be meant. */
const COMPUTED_CALL = /[\w)\]]\[(?!["'\d])[^[\]"']+\][!?.]*\s*(?:\(|\.\s*(?:call|apply|bind)\b)/u;

/**
 * The places of a file that name one of its methods, outside of the method itself. Undefined where others may name it too:
 * a base class, an interface, a framework that finds it by its mark, another file of the package.
 */
export function placesNaming(method: TSESTree.MethodDefinition, file: File, root: File): readonly Node[] | undefined {
  const around = method.parent.parent;
  const name = keyName(method.key, method.computed);
  const isOwn = method.key.type === "PrivateIdentifier" || method.accessibility === "private";
  if (method.kind !== "method" || name === undefined || method.decorators.length > 0) return undefined;
  if (around.superClass || around.implements.length > 0 || COMPUTED_CALL.test(file.text)) return undefined;
  if (!isOwn && (ASKED_FOR.test(name) || isNamedByOthers(name, file, root))) return undefined;
  return (namesIn(file).get(name) ?? []).filter((node) => !isInside(node, method));
}

/**
 * Nobody calls a method but by its name, written after a dot: no base class or interface has it, no framework finds it by a
 * mark, and no file that may hold such an object looks for a method under a computed name.
 */
export function mayBeCalledByName(method: TSESTree.MethodDefinition, { text, filename, project }: File): boolean {
  const around = method.parent.parent;
  if (method.kind !== "method" || method.decorators.length > 0) return false;
  if (around.superClass || around.implements.length > 0 || COMPUTED_CALL.test(text)) return false;
  return !project
    .importersOf(filename, filename)
    .some(({ file, isSure }) => !isSure || COMPUTED_CALL.test(project.textOf(file) ?? "[x]()"));
}

/** Without types, anybody may ask an object for a method that only an interface of a library names. */
function isNamedByOthers(name: string, { filename, project }: File, root: File): boolean {
  if (!/\.[mc]?tsx?$/u.test(filename)) return true;
  const importers = project.importersOf(filename, root.filename);
  if (importers.some(({ file, isSure }) => !isSure || COMPUTED_CALL.test(project.textOf(file) ?? "[x]()"))) return true;
  const facts = project.packages.of(filename);
  return !facts || project.packages.names(name, filename, facts);
}

const names = new WeakMap<File, ReadonlyMap<string, readonly Node[]>>();

/** The names and short texts of a file, each with the places where they stand. */
function namesIn(file: File): ReadonlyMap<string, readonly Node[]> {
  let found = names.get(file);
  if (!found) names.set(file, (found = collectNames(file)));
  return found;
}

function collectNames({ ast }: File): Map<string, Node[]> {
  const found = new Map<string, Node[]>();
  walk(ast, (node) => {
    const name = keyName(node, false);
    if (name === undefined) return;
    const others = found.get(name);
    if (others) others.push(node);
    else found.set(name, [node]);
  });
  return found;
}
