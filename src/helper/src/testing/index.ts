export { toolErrorSchema, type Codes, type JsonSchema } from "./schemas.js";
export {
  assertEmptyResult,
  assertToolError,
  emptyResultProblems,
  toolErrorProblems,
  type AssertOptions,
  type ExpectedToolError,
} from "./assert.js";
export { assertHttpToolError, httpToolErrorProblems, type HttpAssertOptions } from "./http.js";
export { toolErrorMatchers, type ToolErrorMatchers } from "./matchers.js";
