import type { File } from "../file.js";
import type { Project } from "../project/project.js";
import { Interpreter } from "../flow/interpreter.js";
import { constant } from "../flow/values.js";
import { handlersRegisteredElsewhere } from "../results/registered-elsewhere.js";
import { importersAbove } from "../swallows/callers.js";
import { toolsOf } from "../tools/file-tools.js";
import type { ReachedFunction } from "../tools/reach.js";
import { mayAnswer } from "../tools/routes.js";
import type { Tool } from "../tools/tool.js";
import { isDispatcher, runsByName } from "./dispatchers.js";
import { argumentsNaming, entriesOf, HANDLER_ARGUMENTS, NAME_OF_REQUEST } from "./entries.js";
import { exitsOfRun, type ToolExits } from "./exits.js";
import { exitsOfRoutes, type RouteExits } from "./route-exits.js";
import { rpcRunsOf, type RpcRun } from "./rpc-exits.js";

/** The exits of the tools of a project, each tool run once. */
class FlowModel {
  readonly #interpreter = new Interpreter();
  /** By the place of the registration: a file that is parsed twice has two trees, and the same tools. */
  readonly #exits = new Map<string, readonly ToolExits[]>();
  readonly #routes = new Map<string, readonly RouteExits[]>();
  readonly #rpc = new Map<string, readonly RpcRun[]>();

  /** @param called the name under which a dispatcher is called, and where its argument holds it */
  exitsOf(
    tool: Tool,
    file: File,
    called?: { readonly name: string; readonly at: readonly string[] },
  ): readonly ToolExits[] {
    const key = `${file.filename}:${tool.registration.range.join()}:${tool.functions.map(({ range }) => range[0]).join()}:${called?.name ?? ""}`;
    let exits = this.#exits.get(key);
    if (!exits) {
      exits = entriesOf(tool, file, this.#interpreter).flatMap((entry) => {
        if (isDispatcher(tool))
          return runsByName(entry, this.#interpreter).map(({ name, run }) =>
            exitsOfRun({ ...entry, tool: { ...entry.tool, name: name ?? entry.tool.name } }, run),
          );
        const given = called ? argumentsNaming(constant(called.name), called.at, entry.site) : HANDLER_ARGUMENTS;
        return exitsOfRun(entry, this.#interpreter.run(entry.handler, given, entry.site));
      });
      this.#exits.set(key, exits);
    }
    return exits;
  }

  rpcRunsOf(file: File): readonly RpcRun[] {
    let runs = this.#rpc.get(file.filename);
    if (!runs) this.#rpc.set(file.filename, (runs = rpcRunsOf(file, this.#interpreter)));
    return runs;
  }

  /** The answers of the routes that a file registers. */
  routesOf(file: File): readonly RouteExits[] {
    let routes = this.#routes.get(file.filename);
    if (!routes) this.#routes.set(file.filename, (routes = exitsOfRoutes(file, this.#interpreter)));
    return routes;
  }
}

/** The runs of a server that writes JSON-RPC itself, for calls of its tools. */
export function rpcRunsIn(file: File): readonly RpcRun[] {
  return flowModel(file.project).rpcRunsOf(file);
}

interface Kept {
  readonly version: number;
  readonly model: FlowModel;
}

const models = new WeakMap<Project, Kept>();

/** One interpreter for a project, as long as none of its files changes. */
function flowModel(project: Project): FlowModel {
  const version = project.reloads;
  const known = models.get(project);
  if (known?.version === version) return known.model;
  const model = new FlowModel();
  models.set(project, { version, model });
  return model;
}

/** The exits of one tool: several lists where one of several functions is its handler. */
export function exitsOfTool(tool: Tool, file: File): readonly ToolExits[] {
  return flowModel(file.project).exitsOf(tool, file);
}

/** The exits of one of the tools that a dispatcher tells apart by their names. */
export function exitsOfNamed(name: string, dispatcher: Tool, file: File): readonly ToolExits[] {
  const model = flowModel(file.project);
  const own = model.exitsOf(dispatcher, file).filter(({ tool }) => tool.name === name);
  if (own.length > 0) return own;
  return model.exitsOf(dispatcher, file, { name, at: pathOfName(name, model.exitsOf(dispatcher, file)) });
}

/** Where the argument of a dispatcher holds the name of the tool: what the paths compare with it. */
function pathOfName(name: string, tools: readonly ToolExits[]): readonly string[] {
  const test = ` === ${JSON.stringify(name)}`;
  for (const { exits } of tools)
    for (const { state } of exits)
      for (const key of state.facts.keys())
        if (key.endsWith(test) && /^input(?:\.\w+)*$/u.test(key.slice(0, -test.length)))
          return key.slice(0, -test.length).split(".").slice(1);
  return NAME_OF_REQUEST;
}

/**
 * The exits of the tools of a file, and of those of other files whose calls run through it. Where no tool is known to come
 * here, or none of their runs comes to an end, the functions that look like a tool's are taken for handlers.
 * @param reached the functions of the file in reach of a tool, found or guessed
 */
export function exitsThrough(file: File, reached: Iterable<ReachedFunction> = []): readonly ToolExits[] {
  const model = flowModel(file.project);
  const tools = [...toolsOf(file).tools, ...handlersRegisteredElsewhere(file)];
  const own = tools.flatMap((tool) => model.exitsOf(tool, file));
  const others = importersAbove(file)
    .flatMap((importer) => toolsOf(importer).tools.flatMap((tool) => model.exitsOf(tool, importer)))
    .filter(({ run }) => run.files.has(file.filename));
  const found = [...own, ...others];
  if (found.some(({ exits, idle }) => exits.length + idle.length > 0)) return found;
  return [...reached]
    .filter(({ role }) => role === "result")
    .flatMap((one) => model.exitsOf(guessedTool(one), file))
    .map((tool) => ({
      ...tool,
      exits: tool.exits.filter(({ visible }) => visible.result),
      idle: tool.idle.filter(({ visible }) => visible.result),
    }));
}

/** The answers of the routes of a file, and of those of other files that run through it. */
export function routesThrough(file: File): readonly RouteExits[] {
  const model = flowModel(file.project);
  const others = (mayAnswer(file) ? importersAbove(file) : [])
    .flatMap((importer) => model.routesOf(importer))
    .filter(({ run, handledIn }) => handledIn === file.filename || run.files.has(file.filename));
  const handled = new Set(others.filter(({ handledIn }) => handledIn === file.filename).map(({ handler }) => handler));
  // A handler that another file registers is known by what that file says of it.
  const own = model.routesOf(file).filter(({ isGuessed, handler }) => !(isGuessed && handled.has(handler)));
  return [...own, ...others];
}

function guessedTool({ fn, framework }: ReachedFunction): Tool {
  return {
    name: undefined,
    framework,
    registration: fn,
    functions: [fn],
    description: undefined,
    wrapped: false,
    certain: false,
  };
}
