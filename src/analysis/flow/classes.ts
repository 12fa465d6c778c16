import { calleeName } from "../../syntax/names.js";
import { isFunction } from "../../syntax/tree.js";
import { constructBuiltin, isErrorClass } from "./builtins.js";
import { andThen, eachOf, normal, type Completions } from "./completions.js";
import { isApart, newId, type Frame } from "./frames.js";
import { allocate, birth, failureIn, handOn, record } from "./heap.js";
import { libraryRow } from "./library.js";
import { siteOf, type CallSite, type Machine } from "./machine.js";
import { memberOfClass, superclassOf } from "./members.js";
import { memberKey } from "./names.js";
import { operate } from "./operate.js";
import { assignField } from "./patterns.js";
import { conveyed } from "./provenance.js";
import { makeResponse } from "./replies.js";
import type { State } from "./state.js";
import {
  constant,
  derived,
  LOST,
  text,
  UNDEFINED,
  UNKNOWN,
  type ClassValue,
  type FunctionValue,
  type RecordObject,
  type ReferenceValue,
  type Value,
} from "./values.js";

/** `NextResponse` */
export function isResponseClass(module: string, path: readonly string[]): boolean {
  return module === "next/server" && path.join() === "NextResponse";
}

/** The class of a package that a class of the project extends. */
export function rootOf(m: Machine, cls: ClassValue, depth = 6): Value | undefined {
  const parent = superclassOf(m, cls);
  return parent?.kind === "class" && depth > 0 ? rootOf(m, parent, depth - 1) : parent;
}

/** `super(…)` and `super.method(…)` */
export function callSuper(
  m: Machine,
  home: Value | undefined,
  name: string,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  const { self } = site.frame;
  const parent = home?.kind === "class" ? superclassOf(m, home) : undefined;
  if (name === "constructor") {
    if (parent?.kind === "class" && self?.kind === "reference")
      return andThen(initialise(m, parent, self, args, site, state), (_, next) => [normal(UNDEFINED, next)]);
    const [, options] = args;
    const isError =
      (parent?.kind === "builtin" && isErrorClass(parent.name)) ||
      (parent?.kind === "library" && isErrorClass(parent.path.at(-1) ?? ""));
    // A code may come first: `super(ErrorCode.InternalError, "The order is locked.")`.
    const message = parent?.kind === "library" ? (args.find(isSaid) ?? args[0]) : args[0];
    const cause = options && state.recordOf(options)?.fields.get("cause");
    let next = isError && message ? assignField(self, "message", message, state) : state;
    if (cause) next = assignField(self, "cause", cause, next);
    return [normal(UNDEFINED, next)];
  }
  const method = parent?.kind === "class" ? memberOfClass(m, parent, name, false) : undefined;
  return method ? m.apply({ ...method.fn, self }, args, site, state) : operate(m, UNKNOWN, args, site, state);
}

export function constructValue(
  m: Machine,
  cls: Value,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  switch (cls.kind) {
    case "builtin":
      return constructBuiltin(m, cls.name, args, site, state);
    case "class":
      return andThen(allocate(newInstance(m, cls, site, state), state), (self, next) =>
        andThen(initialise(m, cls, self as ReferenceValue, args, site, next), (_, after) => [
          // What no tool makes is there for all calls of all tools.
          normal(self, isApart() ? m.asItLasts(cls, self as ReferenceValue, after) : after),
        ]),
      );
    case "library": {
      const name = cls.path.at(-1) ?? "";
      if (isResponseClass(cls.module, cls.path)) return makeResponse(args, site, state);
      let next = state;
      for (const arg of args) next = handOn(arg, next);
      if (isErrorClass(name) || name === "McpError" || name === "UserError")
        return makeForeignError(name, args, site, next);
      if (libraryRow(cls.module, [...cls.path, "new"])?.fails === "throws" && m.isGuarded(site.frame))
        return operate(m, cls, args, site, next);
      return [normal({ ...cls, path: [...cls.path, "new"] }, next)];
    }
    case "union":
      return eachOf(cls.of, state, (one, before) => m.construct(one, args, site, before));
    default: {
      const name = site.node.type === "NewExpression" ? calleeName(site.node) : undefined;
      if (name !== undefined && isErrorClass(name)) return makeForeignError(name, args, site, state, true);
      return [normal(derived(args.flatMap((arg) => conveyed(arg, state))), state)];
    }
  }
}

/**
 * An error of a class that cannot be seen into: its name tells what it is, and the first text that it is given is its message.
 * @param tellsAll the class may put into its message what it is given besides, but for an error, which is the cause
 */
function makeForeignError(
  name: string,
  args: readonly Value[],
  site: CallSite,
  state: State,
  tellsAll = false,
): Completions {
  const message = args.find(isSaid);
  const others = args.filter((arg) => arg !== message && !failureIn(arg, state));
  // `new ShopError("Failed to load.", "SHOP_DOWN")`: what is given besides may be told as well.
  const isTold = message !== undefined && ((tellsAll && others.length > 0) || others.some(isWords));
  const besides = others.flatMap((arg) => conveyed(arg, state));
  const told = derived(besides.length > 0 ? besides : [LOST]);
  const fields = new Map<string, Value>([
    ["message", isTold ? text([message, told]) : (message ?? args[1] ?? args[0] ?? constant(""))],
    ["name", constant(name)],
  ]);
  for (const [at, arg] of args.entries()) fields.set(`argument${at}`, arg);
  return allocate(record(fields, siteOf(site), { brand: "error", open: true, ...birth(site, state) }), state);
}

function isSaid(value: Value): boolean {
  return value.kind === "text" || value.kind === "json" || isWords(value);
}

function isWords(value: Value): boolean {
  return value.kind === "constant" && typeof value.value === "string";
}

export function newInstance(m: Machine, cls: ClassValue, site: CallSite, state: State): RecordObject {
  const root = rootOf(m, cls);
  const isError =
    (root?.kind === "builtin" && isErrorClass(root.name)) ||
    (root?.kind === "library" && isErrorClass(root.path.at(-1) ?? ""));
  const fields = new Map<string, Value>(isError ? [["name", constant(cls.node.id?.name ?? "Error")]] : []);
  return record(fields, siteOf(site), { cls, open: true, brand: isError ? "error" : undefined, ...birth(site, state) });
}

/** Runs the fields and the constructor of a class. */
export function initialise(
  m: Machine,
  cls: ClassValue,
  self: ReferenceValue,
  args: readonly Value[],
  site: CallSite,
  state: State,
): Completions {
  const { body } = cls.node.body;
  const method = body.find((member) => member.type === "MethodDefinition" && member.kind === "constructor");
  const own =
    method?.type === "MethodDefinition" && isFunction(method.value) && method.value.body ? method.value : undefined;
  const frame: Frame = {
    block: cls.node,
    file: cls.frame.file,
    parent: cls.frame,
    self,
    ambient: cls.frame.ambient,
    cells: new Map(),
    stack: site.frame.stack,
    home: cls,
    born: newId(),
  };
  const fields = (before: State): Completions => {
    let completions: Completions = [normal(UNDEFINED, before)];
    for (const member of body) {
      if (member.type !== "PropertyDefinition" || member.static || !member.value) continue;
      const name = memberKey(member.key, member.computed);
      const { value: init } = member;
      if (name === undefined) continue;
      completions = andThen(completions, (_, next) =>
        andThen(m.expression(init, frame, next), (value, after) => [
          normal(UNDEFINED, assignField(self, name, m.typed(member, frame, value), after)),
        ]),
      );
    }
    return completions;
  };
  if (own) {
    const fn: FunctionValue = { kind: "function", node: own, frame: cls.frame, self, home: cls, bound: [] };
    return andThen(fields(state), (_, next) => m.apply(fn, args, site, next));
  }
  const parent = superclassOf(m, cls);
  const base: Completions =
    parent?.kind === "class"
      ? initialise(m, parent, self, args, site, state)
      : parent
        ? callSuper(m, cls, "constructor", args, { ...site, frame }, state)
        : [normal(UNDEFINED, state)];
  return andThen(base, (_, next) => fields(next));
}
