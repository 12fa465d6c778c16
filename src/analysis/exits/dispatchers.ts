import { calleeName } from "../../syntax/names.js";
import type { Given, Interpreter, Run } from "../flow/interpreter.js";
import { allocate, record } from "../flow/heap.js";
import { constant, derived, INPUT, type Site, type Value } from "../flow/values.js";
import type { State } from "../flow/state.js";
import type { Tool } from "../tools/tool.js";
import { HANDLER_ARGUMENTS } from "./entries.js";

/** A run of a handler for one of its tools; without a name, for a tool that it does not know. */
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
export function runsByName(handler: Value, site: Site, interpreter: Interpreter): readonly NamedRun[] {
  const runWith = (name: Value): Run => interpreter.run(handler, (state) => requestFor(name, site, state), site);
  const { toolNames } = runWith(derived([INPUT], "input.params.name", "tool-name"));
  if (toolNames.size < 2) return [{ name: undefined, run: interpreter.run(handler, HANDLER_ARGUMENTS, site) }];
  const names = [...toolNames].slice(0, MAX_TOOLS);
  return [
    ...names.map((name) => ({ name, run: runWith(constant(name)) })),
    { name: undefined, run: runWith(constant(UNKNOWN_TOOL)) },
  ];
}

/** `{ method, params: { name, arguments } }` */
function requestFor(name: Value, site: Site, state: State): Given {
  const open = { open: true, sources: [INPUT] };
  const fields: [string, Value][] = [
    ["name", name],
    ["arguments", derived([INPUT], "input.params.arguments")],
  ];
  const [params] = allocate(record(new Map(fields), site, open), state);
  if (!params) return { args: HANDLER_ARGUMENTS, state };
  const [request] = allocate(record(new Map([["params", params.value]]), site, open), params.state);
  return request
    ? { args: [request.value, ...HANDLER_ARGUMENTS.slice(1)], state: request.state }
    : { args: HANDLER_ARGUMENTS, state };
}
