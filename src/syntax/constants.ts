import type { TSESTree } from "@typescript-eslint/types";
import { ancestors, type Node } from "./tree.js";

/** `const query = "SELECT …"` in a block around the place. */
export function constantNear(name: TSESTree.Identifier): Node | undefined {
  for (const up of ancestors(name)) {
    if (up.type !== "BlockStatement") continue;
    for (const statement of up.body)
      if (statement.type === "VariableDeclaration" && statement.kind === "const")
        for (const { id, init } of statement.declarations)
          if (id.type === "Identifier" && id.name === name.name) return init ?? undefined;
  }
  return undefined;
}
