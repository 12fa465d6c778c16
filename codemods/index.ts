import type { Transform, TransformName } from "../src/codemod/engine/transform.js";
import { errorResults } from "./error-results.js";

/** Every transform by its name. */
export const transforms: Readonly<Partial<Record<TransformName, Transform>>> = {
  "error-results": errorResults,
};
