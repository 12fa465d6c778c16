import { calleeName } from "../../syntax/names.js";
import type { Interpreter, Run } from "../flow/interpreter.js";
import { constant, derived, INPUT, type Value } from "../flow/values.js";
import type { Tool } from "../tools/tool.js";
import { argumentsNaming, HANDLER_ARGUMENTS, NAME_OF_REQUEST, type Entry } from "./entries.js";

/** A run of a handler for one of its tools; without a name, for one that it does not know. */
export interface NamedRun {
  readonly name: string | undefined;
  readonly run: Run;
}

/** Tools of one handler that are run each on its own. */
const MAX_TOOLS = 200;

/** No tool is called this. */
const UNKNOWN_TOOL = "unknown_tool";

/** One handler answers the calls of all tools: `server.setRequestHandler(CallToolRequestSchema, …)`. */
export function isDispatcher({ registration }: Tool): boolean {
  return registration.type === "CallExpression" && calleeName(registration) === "setRequestHandler";
}

/** The runs of a handler, one for each tool that it tells apart by the name in the request. */
export function runsByName({ handler, site }: Entry, interpreter: Interpreter): readonly NamedRun[] {
  const runWith = (name: Value): Run => interpreter.run(handler, argumentsNaming(name, NAME_OF_REQUEST, site), site);
  const { toolNames } = runWith(derived([INPUT], "input.params.name", "tool-name"));
  if (toolNames.size === 0) return [{ name: undefined, run: interpreter.run(handler, HANDLER_ARGUMENTS, site) }];
  const names = [...toolNames].slice(0, MAX_TOOLS);
  return [
    ...names.map((name) => ({ name, run: runWith(constant(name)) })),
    { name: undefined, run: runWith(constant(UNKNOWN_TOOL)) },
  ];
}
