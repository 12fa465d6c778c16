import type { TSESTree } from "@typescript-eslint/types";
import { dottedName } from "../../syntax/names.js";
import { isFunction, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { sortsSomeByStatus } from "../catches/status-sorting.js";
import { rejectsOwnWords } from "../messages/own-words.js";
import type { File } from "../file.js";
import { resolve, rootEnv, type Env } from "../values/values.js";

/** A handler that every failure of a client goes through, and the name of the client. */
interface Interceptor {
  readonly client: string;
  readonly handler: FunctionNode;
  readonly env: Env;
}

const known = new WeakMap<File, readonly Interceptor[]>();

/** `client.interceptors.response.use((response) => response, (error) => { throw explain(error.response.status); })` */
function interceptorsIn(file: File): readonly Interceptor[] {
  let found = known.get(file);
  if (!found) {
    const all = file.text.includes(".interceptors") ? file.index.calls : [];
    found = all.flatMap(({ callee, arguments: [, failed] }): Interceptor[] => {
      const name = dottedName(callee) ?? "";
      if (!failed || !name.endsWith(".interceptors.response.use")) return [];
      const { node, env } = resolve({ node: failed, env: rootEnv(file) });
      const client = name.slice(0, -".interceptors.response.use".length);
      return isFunction(node) ? [{ client: lastOf(client), handler: node, env }] : [];
    });
    known.set(file, found);
  }
  return found;
}

/** `http` of `this.http`. */
function lastOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** A request of a client whose interceptor puts each failure into words of the project's own. */
export function isIntercepted(call: TSESTree.CallExpression, env: Env, hops: number): boolean {
  const callee = unwrap(call.callee);
  const receiver: Node | undefined = callee.type === "MemberExpression" ? callee.object : callee;
  const name = dottedName(receiver);
  if (name === undefined) return false;
  // A client of another file is known there by the name that it is made under.
  const made = resolve({ node: receiver, env });
  const holder = made.node.parent?.type === "VariableDeclarator" ? dottedName(made.node.parent.id) : undefined;
  return (
    interceptorsFor(interceptorsIn(env.file), lastOf(name), hops) ||
    (holder !== undefined && interceptorsFor(interceptorsIn(made.env.file), holder, hops))
  );
}

function interceptorsFor(all: readonly Interceptor[], client: string, hops: number): boolean {
  const own = all.filter((one) => one.client === client);
  return own.some(
    ({ handler, env }) => rejectsOwnWords(handler, { env, hops }) || sortsSomeByStatus(handler, env, hops),
  );
}
