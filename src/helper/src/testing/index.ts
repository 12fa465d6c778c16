export { toolErrorSchema, type JsonSchema } from "./schemas.js";
export {
  assertEmptyResult,
  assertToolError,
  emptyResultProblems,
  toolErrorProblems,
  type AssertOptions,
  type ExpectedToolError,
} from "./assert.js";
export { toolErrorMatchers, type ToolErrorMatchers } from "./matchers.js";
