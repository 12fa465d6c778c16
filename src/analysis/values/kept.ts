import type { Node } from "../../syntax/tree.js";
import { isOutermost, isResolving, type Env } from "./values.js";

interface Answers<N, T> {
  /** That of the project: for the next linted file, imports are followed anew. */
  readonly version: number;
  readonly byNode: Map<N, T>;
}

/**
 * Keeps the answers to a question about nodes that many facts ask, while one file is linted. Only where nothing is known
 * of the calls that lead to the node: elsewhere the answer depends on them.
 */
export function kept<N extends Node, T>(find: (node: N, env: Env) => T): (node: N, env: Env) => T {
  const answersIn = new WeakMap<Env, Answers<N, T>>();
  return (node, env) => {
    if (!isOutermost(env) || isResolving()) return find(node, env);
    const { version } = env.file.project;
    let answers = answersIn.get(env);
    if (answers?.version !== version) answersIn.set(env, (answers = { version, byNode: new Map() }));
    const known = answers.byNode.get(node);
    if (known !== undefined || answers.byNode.has(node)) return known as T;
    const found = find(node, env);
    // Following an import may have read a file anew.
    if (env.file.project.version === version) answers.byNode.set(node, found);
    return found;
  };
}
