import type { TSESTree } from "@typescript-eslint/types";
import { dottedName } from "../../syntax/names.js";
import { unwrap, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";

const FETCH_MODULES: ReadonlySet<string> = new Set([
  "node-fetch",
  "undici",
  "cross-fetch",
  "isomorphic-fetch",
  "node-fetch-native",
  "whatwg-fetch",
]);

/** The standard `fetch`, or one of its stand-ins: it resolves for every status. */
export function isFetch(call: TSESTree.CallExpression, file: File): boolean {
  const callee = unwrap(call.callee);
  if (callee.type === "MemberExpression") return dottedName(callee) === "globalThis.fetch";
  if (callee.type !== "Identifier") return false;
  const binding = file.bindings.resolve(callee);
  if (binding.kind === "global") return callee.name === "fetch";
  if (binding.kind === "import")
    return FETCH_MODULES.has(binding.source) && (binding.imported === "default" || binding.imported === "fetch");
  // `const request = given.fetch ?? fetch`
  if (binding.kind === "variable") return binding.constant && isElseFetch(binding.init, file);
  // `createServer({ fetch })`: an injected fetch keeps the contract of the one it stands for.
  return binding.kind === "parameter" && callee.name === "fetch";
}

function isElseFetch(init: Node | null, { bindings }: File): boolean {
  if (init?.type !== "LogicalExpression" || init.operator === "&&" || init.right.type !== "Identifier") return false;
  return init.right.name === "fetch" && bindings.resolve(init.right).kind === "global";
}
