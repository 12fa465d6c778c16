import type { TSESTree } from "@typescript-eslint/types";
import type { ContractField } from "../../analysis/results/contract-fields.js";
import { textOf, wordsOf } from "../../analysis/values/text.js";
import { objectShape, type Env } from "../../analysis/values/values.js";
import { CATEGORIES, TERMINAL_CATEGORIES } from "../../contract/categories.js";
import { conceptOf } from "../../contract/dialects.js";
import { dottedName } from "../../syntax/names.js";
import { unwrap } from "../../syntax/tree.js";
import { AT_RUN_TIME, contractOf, type ContractFacts } from "./contract.js";

/** What a call of the typed helper makes. */
export type HelperCall =
  | { readonly makes: "error"; readonly contract: ContractFacts; readonly message: string | null }
  | { readonly makes: "empty"; readonly message: string | null };

/** The package, and a vendored copy of it. */
const HELPER_MODULE = /^mcp-tool-errors$|(?:^|\/)(?:mcp-)?tool-errors?(?:\.[cm]?[jt]s)?$/u;

/** The name by which the helper exports what a callee stands for: `toolError.transient`, `emptyResult`. */
function exportedName(callee: TSESTree.Node, env: Env): string | undefined {
  const name = dottedName(callee);
  if (name === undefined) return undefined;
  const [head = "", ...members] = name.split(".");
  let root = unwrap(callee);
  while (root.type === "MemberExpression") root = unwrap(root.object);
  if (root.type !== "Identifier") return undefined;
  const binding = env.file.bindings.resolve(root);
  if (binding.kind !== "import" || !HELPER_MODULE.test(binding.source)) return undefined;
  const imported = binding.imported === "*" ? [] : [binding.imported, ...binding.path];
  return [...(imported.length > 0 ? imported : []), ...members].join(".") || head;
}

/** Reads `toolError.business({ … })`, `toolFailure.from(error)`, `emptyResult("…")`; undefined for any other call. */
export function helperCall(call: TSESTree.CallExpression | TSESTree.NewExpression, env: Env): HelperCall | undefined {
  const name = exportedName(call.callee, env);
  if (name === undefined) return undefined;
  const [first] = call.arguments;
  if (name === "emptyResult") {
    const words = first && first.type !== "SpreadElement" ? wordsOf(textOf({ node: first, env })) : null;
    return { makes: "empty", message: words };
  }
  if (/^(?:toolError|toolFailure)\.from$|^propagate$/u.test(name))
    return { makes: "error", contract: AT_RUN_TIME, message: null };
  const category = CATEGORIES.find((one) => name === `toolError.${one}` || name === `toolFailure.${one}`);
  if (category === undefined) return undefined;
  const shape = first && first.type !== "SpreadElement" ? objectShape({ node: first, env }) : undefined;
  const fields: ContractField[] = [];
  for (const [field, value] of shape?.fields ?? []) {
    const concept = conceptOf(field);
    if (concept) fields.push({ concept, name: field, value, carrier: "text" });
  }
  const told = contractOf(fields, shape?.open === false);
  const description = shape?.fields.get("description");
  return {
    makes: "error",
    contract: {
      ...told,
      category,
      // The helper sets what its types leave no choice about.
      retryable: TERMINAL_CATEGORIES.has(category) ? false : (told.retryable ?? true),
    },
    message: description ? wordsOf(textOf(description)) : null,
  };
}

/** `withToolErrors(handler)`, `withToolFailures(handler)`: whatever the handler throws becomes a classified error result. */
export function isHelperBoundary(call: TSESTree.CallExpression, env: Env): boolean {
  return /^withTool(?:Errors|Failures)$/u.test(exportedName(call.callee, env) ?? "");
}
