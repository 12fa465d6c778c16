export {
  callTool,
  nextStep,
  type CallToolOptions,
  type NextStep,
  type RetryEvent,
  type ToolOutcome,
} from "./call-tool.js";
