import type { Transform, TransformName } from "../src/codemod/engine/transform.js";
import { dialect } from "./dialect.js";
import { emptyResults } from "./empty-results.js";
import { errorBuilders } from "./error-builders.js";
import { errorResults } from "./error-results.js";
import { partialResults } from "./partial-results.js";
import { protocolErrors } from "./protocol-errors.js";
import { retryability } from "./retryability.js";
import { swallowedErrors } from "./swallowed-errors.js";
import { thrownErrors } from "./thrown-errors.js";
import { uncheckedResponses } from "./unchecked-responses.js";
import { unflaggedErrors } from "./unflagged-errors.js";

/** Every transform by its name. */
export const transforms: Readonly<Record<TransformName, Transform>> = {
  dialect,
  "empty-results": emptyResults,
  "error-builders": errorBuilders,
  "error-results": errorResults,
  "partial-results": partialResults,
  "protocol-errors": protocolErrors,
  retryability,
  "swallowed-errors": swallowedErrors,
  "thrown-errors": thrownErrors,
  "unchecked-responses": uncheckedResponses,
  "unflagged-errors": unflaggedErrors,
};
