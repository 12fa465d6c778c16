import type { TSESTree } from "@typescript-eslint/types";
import { calleeName } from "../../syntax/names.js";
import { unwrap, type Node } from "../../syntax/tree.js";
import { declaredType, valuesHeld } from "../values/implementations.js";
import { resolve, type Env, type Ref } from "../values/values.js";

/**
 * Packages whose clients answer every failure as `{ data, error }`, that of the network too, and never reject: seen with
 * `@supabase/supabase-js` 2.109.0 (tables, `rpc`, `storage`, `functions`, `auth`) and `resend` 6.38.0, whose `fetch` rejected.
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

/** Values of a name, and functions that hand on a client, are followed this far. */
const MAX_STEPS = 4;

/**
 * `resend` of `const resend = new Resend(key)`, of `const db = createClient(url, key)` and of `(resend: Resend)`; also where a
 * function makes it (`await getDb()`), or it is made when it is first asked for.
 */
function comesFromOne(receiver: Ref, steps = MAX_STEPS): boolean {
  const type = declaredType(receiver);
  if (type?.node.type === "TSTypeReference" && isOfOne({ node: type.node.typeName, env: type.env })) return true;
  const { node: value, env } = resolve(receiver);
  const node = value.type === "AwaitExpression" ? unwrap(value.argument) : value;
  if ((node.type === "NewExpression" || node.type === "CallExpression") && isOfOne({ node: node.callee, env }))
    return true;
  return steps > 0 && valuesHeld(node, env).some((held) => comesFromOne(held, steps - 1));
}

function isOfOne(ref: Ref): boolean {
  const { node, env } = resolve(ref);
  if (node.type !== "Identifier") return false;
  const binding = env.file.bindings.resolve(node);
  return binding.kind === "import" && ANSWERING.has(packageOf(binding.source));
}

/** `@supabase/supabase-js` of `npm:@supabase/supabase-js@2` and of `https://esm.sh/@supabase/supabase-js@2`, as Deno writes it. */
function packageOf(specifier: string): string {
  const name = specifier.replace(/^(?:npm:|jsr:|https:\/\/esm\.sh\/)/u, "");
  const version = name.indexOf("@", Math.max(1, name.lastIndexOf("/")));
  return version < 0 ? name : name.slice(0, version);
}
