import { DEFAULT_FRAMEWORK } from "../../frameworks/index.js";
import { isFunction, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { newId } from "../flow/frames.js";
import { record } from "../flow/heap.js";
import type { Given, Interpreter, Run } from "../flow/interpreter.js";
import { CallStack, failureOf, areOnlyExpected, type Failure } from "../flow/operations.js";
import { conveyed } from "../flow/provenance.js";
import { answerOf, answersSent, hasAnswered, newReply, statusOf, type Answer } from "../flow/replies.js";
import type { Completion } from "../flow/completions.js";
import type { State } from "../flow/state.js";
import {
  alternatives,
  derived,
  INPUT,
  UNDEFINED,
  type FunctionValue,
  type RecordObject,
  type ReferenceValue,
  type Site,
  type Value,
} from "../flow/values.js";
import { isForNoTool, pathInPackage } from "../policy/answers.js";
import { pathsOf, routesIn, takesError, type Route } from "../tools/routes.js";
import type { Tool } from "../tools/tool.js";
import { pathFacts } from "./exits.js";
import type { Exit, ToolExits } from "./exits.js";
import { valueOf } from "./places.js";
import type { Seen } from "./wire.js";

/** Steps that one route may take: a server has many, and the answer to a failure is near its start. */
const MAX_STEPS = 3_000;

/** One answer of a route of the server's own. */
export interface RouteExit extends Exit {
  readonly route: Route;
  /** The object that the interpreter has for what is sent, with the place and the calls that lead to it. */
  readonly answer: RecordObject;
  /** What goes out, or the 200 of the framework. Undefined: it is not known. */
  readonly status: number | undefined;
  readonly isStatusWritten: boolean;
  /** The handler is called for whatever other handlers have thrown. */
  readonly isForAll: boolean;
}

/** The answers of one route. */
export interface RouteExits extends ToolExits {
  readonly exits: readonly RouteExit[];
  /** The file of the handler, and where it stands there. */
  readonly handledIn: string;
  readonly handler: number;
  /** Nothing in the file registers the handler: it only looks like one. */
  readonly isGuessed: boolean;
}

/** The answers of the routes that a file registers. */
export function exitsOfRoutes(file: File, interpreter: Interpreter): readonly RouteExits[] {
  const done = new Set<Node>();
  const isFileForNoTool = isForNoTool(pathInPackage(file));
  return routesIn(file).flatMap((route) => {
    const isRun = !isFileForNoTool && !pathsOf(route, file).some(isForNoTool);
    return handlersOf(route, file, interpreter).flatMap((handler): RouteExits[] => {
      // What only looks like a handler may be one of a registration that was run before.
      const isGuessed = route.registration === handler.node;
      if (isGuessed && done.has(handler.node)) return [];
      done.add(handler.node);
      const around = { tool: toolOf(route), route, file };
      const place = { isGuessed, handledIn: handler.frame.file.filename, handler: handler.node.range[0] };
      return [{ ...place, tool: around.tool, ...(isRun ? runRoute(handler, around, interpreter) : NOT_RUN) }];
    });
  });
}

const NOT_RUN: Pick<RouteExits, "exits" | "idle" | "run"> = {
  exits: [],
  idle: [],
  run: {
    completions: [],
    complete: false,
    checkedResponses: new Set(),
    steps: 0,
    toolNames: new Set(),
    functions: new Map(),
    files: new Set(),
  },
};

function runRoute(
  handler: FunctionValue,
  around: Omit<Around, "run">,
  interpreter: Interpreter,
): Pick<RouteExits, "exits" | "idle" | "run"> {
  const { route, file } = around;
  let reply: ReferenceValue | undefined;
  const run = interpreter.run(
    handler,
    (state) => {
      const given = argumentsOf(route, handler, file, state);
      reply = given.reply;
      return given;
    },
    { node: route.registration, file },
    MAX_STEPS,
  );
  const exits = run.completions.flatMap((one) =>
    answersAt(one, reply, route).map((answer) => exitOf(answer, { ...around, run })),
  );
  return { exits: exits.filter(({ state }) => !areOnlyExpected(state.failures)), idle: [], run };
}

/** A route in the place of a tool: the questions about what an exit tells are the same. */
function toolOf({ registration }: Route): Tool {
  return {
    name: undefined,
    framework: DEFAULT_FRAMEWORK,
    registration,
    functions: isFunction(registration) ? [registration] : [],
    description: undefined,
    wrapped: false,
    certain: false,
  };
}

function handlersOf({ handlers }: Route, file: File, interpreter: Interpreter): readonly FunctionValue[] {
  return handlers.flatMap((node): readonly FunctionValue[] => {
    if (isFunction(node)) return [interpreter.functionAt(node, file)];
    const value = interpreter.valueOf(node, file);
    const functions = (value ? alternatives(value) : []).filter((one) => one.kind === "function");
    if (functions.length > 0 || node.type !== "CallExpression") return functions;
    // A wrapper of a package hands on what the handler throws.
    return node.arguments.flatMap((argument) => (isFunction(argument) ? [interpreter.functionAt(argument, file)] : []));
  });
}

/** What a web framework gives a handler. */
function argumentsOf(
  route: Route,
  handler: FunctionValue,
  file: File,
  before: State,
): Given & { readonly reply: ReferenceValue } {
  const site: Site = { node: route.registration, file };
  const brand = route.style === "context" ? "context" : "reply";
  const reply: ReferenceValue = { kind: "reference", id: newId() };
  let state = before.put(reply.id, newReply(brand, site));
  const request = derived([INPUT], "request");
  const error = (): Value => {
    const failure = failureOfRoute(site);
    state = state.fail(failure);
    return { kind: "error", failure };
  };
  const args: Value[] = route.isForErrors || takesError(handler.node) ? [error()] : [];
  switch (route.style) {
    case "context":
      // What comes after a middleware may fail.
      args.push(reply, derived([], "next"));
      break;
    case "request":
      args.push(request);
      break;
    case "filter": {
      const host = { kind: "reference", id: newId() } as const;
      const gives = (receiver: Value): Value => ({ kind: "builtin", name: "gives", receiver });
      const fields = new Map<string, Value>([
        ["switchToHttp", gives(host)],
        ["getResponse", gives(reply)],
        ["getRequest", gives(request)],
      ]);
      state = state.put(host.id, record(fields, site));
      args.push(host);
      break;
    }
    case "reply":
      args.push(request, reply, { kind: "builtin", name: "next", receiver: undefined });
  }
  return { args, state, reply };
}

/** What another handler has thrown. */
function failureOfRoute(site: Site): Failure {
  const operation = new CallStack().stepAt(site, { name: "the route", verb: "" });
  return failureOf(operation, "thrown", "unknown");
}

interface SentAnswer extends Answer {
  readonly completion: Completion;
}

function answersAt(completion: Completion, reply: ReferenceValue | undefined, route: Route): readonly SentAnswer[] {
  const { value, state, how } = completion;
  const sent = reply ? answersSent(reply, state) : [];
  // What is thrown after an answer comes too late; before it the framework sends a 500.
  const returned = how === "throw" ? [] : alternatives(value).flatMap((one) => answerOf(one, state) ?? []);
  const others = returned.filter(({ record: { made } }) => !sent.some((one) => one.record.made.node === made.node));
  const plain = how === "throw" || !route.sendsReturned || !reply ? [] : returnedBodies(completion, reply);
  return [...sent, ...others, ...plain].map((answer) => ({ ...answer, completion }));
}

/** Fastify sends what a handler returns. */
function returnedBodies({ value, state, at }: Completion, reply: ReferenceValue): readonly Answer[] {
  if (!at || hasAnswered(reply, state)) return [];
  return alternatives(value).flatMap((body) => {
    if ((body.kind === "reference" && (body.id === reply.id || answerOf(body, state))) || body.kind === "promise")
      return [];
    if (body.kind === "constant" && body.value === undefined) return [];
    const made = valueOf(at);
    const tests = state.conditionList;
    return [{ status: statusOf(reply, state), body, record: record(new Map(), made, { brand: "answer", tests }) }];
  });
}

interface Around {
  readonly tool: Tool;
  readonly route: Route;
  readonly file: File;
  readonly run: Run;
}

function exitOf(
  { status, body, record: answer, completion }: SentAnswer,
  { tool, route, file, run }: Around,
): RouteExit {
  const { state, value } = completion;
  const sent = statusSent(status);
  const seen = seenAs(sent);
  return {
    tool,
    route,
    file,
    framework: DEFAULT_FRAMEWORK,
    how: "return",
    at: answer.made,
    value: body.kind === "constant" && body.value === undefined ? value : body,
    state,
    seen,
    visible: { seen, parts: [body], result: undefined },
    sources: conveyed(body, state),
    failures: state.failures,
    pending: [],
    siblings: [],
    ...pathFacts(answer.tests, state, run),
    answer,
    status: sent,
    isForAll: state.failures[0]?.operation.site.node === route.registration,
    isStatusWritten: !alternatives(status).includes(UNDEFINED),
  };
}

/** The status of every way to the answer, where all of them say success, or all failure: the first one. */
function statusSent(status: Value): number | undefined {
  const numbers = alternatives(status).map((one) =>
    one.kind === "constant" ? (one.value === undefined ? 200 : Number(one.value)) : Number.NaN,
  );
  const [first] = numbers;
  const isOneKind = numbers.every((one) => one < 300 && one >= 200) || numbers.every((one) => one >= 400);
  return isOneKind ? first : undefined;
}

function seenAs(status: number | undefined): Seen {
  return status === undefined ? "unknown" : status < 400 ? "result" : "error-result";
}
