import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../../syntax/names.js";
import { unwrap, type Node } from "../../syntax/tree.js";
import { declaredType } from "../values/implementations.js";
import { resolve, type Env, type Ref } from "../values/values.js";

/**
 * Packages whose clients answer every failure as `{ data, error }`, that of the network too, and never reject:
 * https://github.com/resend/resend-node (fetchRequest), https://supabase.com/docs/reference/javascript (error handling).
 */
const ANSWERING: ReadonlySet<string> = new Set(["resend", "@supabase/supabase-js", "@supabase/ssr"]);

/** The call is one to a client that puts each failure into its answer: `resend.contacts.create(…)`. */
export function answersFailures(call: TSESTree.CallExpression, env: Env): boolean {
  let node: Node = call;
  while (node.type === "CallExpression" || node.type === "MemberExpression") {
    if (node.type === "CallExpression" && calleeName(node) === "throwOnError") return false;
    node = unwrap(node.type === "CallExpression" ? node.callee : node.object);
    if (node.type !== "CallExpression" && comesFromOne({ node, env })) return true;
  }
  return false;
}

/** `resend` of `const resend = new Resend(key)`, of `const db = createClient(url, key)` and of `(resend: Resend)`. */
function comesFromOne(receiver: Ref): boolean {
  const { node, env } = resolve(receiver);
  if (node.type === "NewExpression" || node.type === "CallExpression") return isOfOne({ node: node.callee, env });
  const type = declaredType(receiver);
  return type?.node.type === "TSTypeReference" && isOfOne({ node: type.node.typeName, env: type.env });
}

function isOfOne(ref: Ref): boolean {
  const { node, env } = resolve(ref);
  if (node.type !== "Identifier") return false;
  const binding = env.file.bindings.resolve(node);
  return binding.kind === "import" && ANSWERING.has(packageOf(binding.source));
}

/** `@supabase/supabase-js` of `npm:@supabase/supabase-js@2` and of `https://esm.sh/@supabase/supabase-js@2`, as Deno writes it. */
function packageOf(specifier: string): string {
  return specifier.replace(/^(?:npm:|jsr:|https:\/\/esm\.sh\/)/u, "").replace(/(?<=.)@[^/]*$/u, "");
}
