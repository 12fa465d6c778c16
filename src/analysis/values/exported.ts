import { isFunction, type FunctionNode } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { resolve, rootEnv } from "./values.js";

/** The functions of a file that it exports by a name. */
export function exportedFunctions(file: File): FunctionNode[] {
  return [...file.exports.values()].flatMap((exported) => {
    const named = exported.type === "ExportSpecifier" ? exported.local : exported;
    const value = named.type === "VariableDeclarator" ? (named.init ?? named) : named;
    const { node, env } = resolve({ node: value, env: rootEnv(file) });
    return isFunction(node) && env.file === file ? [node] : [];
  });
}
