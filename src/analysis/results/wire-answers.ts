import { LOW_LEVEL_FRAMEWORK } from "../../frameworks/index.js";
import { literalProperty } from "../../syntax/names.js";
import { enclosingFunction, unwrap } from "../../syntax/tree.js";
import { catchesOf } from "../catches/catches.js";
import type { File } from "../file.js";
import type { ReachedFunction } from "../tools/reach.js";
import { returnedAt, type Returned } from "../catches/returns.js";

/**
 * Answers that a server writes as JSON-RPC itself: `{ jsonrpc: "2.0", id, result: { content: […] } }`. They need not be
 * returned: most are sent.
 */
export function wireAnswers(file: File): Returned[] {
  if (!file.text.includes("jsonrpc")) return [];
  return file.index.objects.flatMap((object): Returned[] => {
    if (!literalProperty(object, "jsonrpc")) return [];
    const result = literalProperty(object, "result");
    const value = result && unwrap(result.value);
    const fn = enclosingFunction(object);
    if (value?.type !== "ObjectExpression" || !literalProperty(value, "content") || !fn) return [];
    const reached: ReachedFunction = {
      fn,
      role: "result",
      framework: LOW_LEVEL_FRAMEWORK,
      certain: false,
      tool: undefined,
      isHandler: false,
      isHandedOn: false,
    };
    return returnedAt("return", value, reached, catchesOf(reached, file), file);
  });
}
