import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { keyName } from "../../syntax/names.js";
import { isClass, isFunction, isInside, parentOf, type FunctionNode, type Node } from "../../syntax/tree.js";
import { sourceOfStar } from "../../syntax/exports.js";
import type { File } from "../file.js";
import { GLOBALS } from "./builtins.js";
import { cellOf, type Frame } from "./frames.js";
import { newInstance } from "./classes.js";
import { HELPER, isVendoredHelper } from "./helper-calls.js";
import { laterWritesOf } from "./later-writes.js";
import { superclassOf } from "./members.js";
import { itemsOf } from "./iteration.js";
import { allocate } from "./heap.js";
import { CallStack } from "./operations.js";
import type { CallSite, Machine } from "./machine.js";
import { State, type BaseStore } from "./state.js";
import { libraryRow } from "./library.js";
import { instanceOfType, packageOfType } from "./types.js";
import {
  constant,
  derived,
  UNDEFINED,
  union,
  UNKNOWN,
  type ClassValue,
  type RecordObject,
  type ReferenceValue,
  type Slot,
  type Value,
} from "./values.js";

/** Calls of a function that are looked at for what it is given. */
const VISITS = /^(?:forEach|map|flatMap)$/u;
/** Items of a loop that registers them, each of which its code may be about. */
const MAX_ITEMS = 16;
const MAX_CALLERS = 6;
/** Files that import one and are looked at for calls of its functions. */
const MAX_IMPORTERS = 12;
/** The number of frames that no run has made. */
const AMBIENT = -1;
/** Classes above one whose fields are looked at. */
const MAX_PARENTS = 4;
/** Values that are written to one variable. */
const MAX_WRITES = 3;

/**
 * Code that no tool runs, such as the top level of a file: its names are looked up when they are asked for, and what they
 * hold is the same for all tools.
 */
export class Ambient {
  readonly #m: Machine;
  readonly #base: BaseStore;
  readonly #frames = new Map<Node, Frame>();
  readonly #instances = new Map<Node, ReferenceValue>();
  /** Classes of which one is being made. */
  readonly #making = new Set<Node>();
  /** Classes to whose instances what methods write is being added. */
  readonly #completing = new Set<Node>();
  readonly #callers = new Map<FunctionNode, readonly (readonly Value[])[]>();

  constructor(m: Machine, base: BaseStore) {
    this.#m = m;
    this.#base = base;
  }

  /** The frame of the top level of a file. */
  moduleFrame(file: File): Frame {
    return this.#frame(file.ast, () => ({
      block: file.ast,
      file,
      parent: undefined,
      self: undefined,
      ambient: true,
      cells: new Map(),
      stack: new CallStack(),
      home: undefined,
      born: AMBIENT,
    }));
  }

  /** The frame of the code around a node, as if nobody had called it. */
  frameAround(node: Node, file: File): Frame {
    for (let up = parentOf(node); up; up = parentOf(up)) {
      if (isFunction(up)) return this.#functionFrame(up, file);
      if (isClass(up)) return this.#classFrame(up, file);
    }
    return this.moduleFrame(file);
  }

  #frame(node: Node, make: () => Frame): Frame {
    let frame = this.#frames.get(node);
    if (!frame) this.#frames.set(node, (frame = make()));
    return frame;
  }

  #functionFrame(fn: FunctionNode, file: File): Frame {
    return this.#frame(fn, () => {
      const parent = this.frameAround(fn, file);
      return { ...parent, block: fn, parent, cells: new Map(), born: AMBIENT };
    });
  }

  #classFrame(cls: ClassValue["node"], file: File): Frame {
    return this.#frame(cls, () => {
      const parent = this.frameAround(cls, file);
      const value: ClassValue = { kind: "class", node: cls, frame: parent };
      return {
        ...parent,
        block: cls,
        parent,
        cells: new Map(),
        self: this.instance(value),
        home: value,
        born: AMBIENT,
      };
    });
  }

  /** An instance of a class of which nobody saw how it was made. */
  instance(cls: ClassValue): ReferenceValue {
    let instance = this.#instances.get(cls.node);
    if (instance) return instance;
    // `class Node { constructor(parent: Node) {} }`: what it is given is one, too.
    if (this.#making.has(cls.node)) return this.#bareInstance(cls);
    this.#making.add(cls.node);
    const [made] = this.#run((state) => {
      const completions = this.#m.construct(
        cls,
        this.#constructorArguments(cls),
        { node: cls.node, frame: cls.frame },
        state,
      );
      return completions;
    });
    this.#making.delete(cls.node);
    instance = made?.kind === "reference" ? made : this.#bareInstance(cls);
    this.#instances.set(cls.node, instance);
    return instance;
  }

  /** An instance with the methods of its class alone: its constructor always throws, or costs too much to run. */
  #bareInstance(cls: ClassValue): ReferenceValue {
    const site: CallSite = { node: cls.node, frame: cls.frame };
    const [made] = this.#run((state) => allocate(newInstance(this.#m, cls, site, state), state));
    return made as ReferenceValue;
  }

  #constructorArguments(cls: ClassValue): Value[] {
    const method = cls.node.body.body.find(
      (member) => member.type === "MethodDefinition" && member.kind === "constructor",
    );
    if (method?.type !== "MethodDefinition" || !isFunction(method.value)) return [];
    return method.value.params.map((parameter) => {
      const pattern = parameter.type === "TSParameterProperty" ? parameter.parameter : parameter;
      return this.#m.typed(pattern, cls.frame, derived([], `parameter${pattern.range[0]}`));
    });
  }

  /** Runs code apart from any tool; what it writes holds for all. */
  #run(run: (state: State) => ReturnType<Machine["expression"]>): Value[] {
    const completions = this.#m.apart(() => run(new State(this.#base)));
    const first = completions.find(({ how }) => how === "normal" || how === "return");
    if (!first) return [];
    const made: [id: number, object: RecordObject, cls: ClassValue][] = [];
    first.state.changes.differences(new State(this.#base).changes, (id, slot) => {
      const before = this.#base.get(-id);
      if (before) this.#base.changed++;
      this.#base.set(-id, slot as Slot);
      if (!before && slot?.kind === "record" && slot.cls) made.push([-id, slot, slot.cls]);
    });
    for (const [id, object, cls] of made) this.#addLaterWrites(id, object, cls);
    // A flag that the environment sets is the one or the other.
    const values = completions.flatMap(({ how, value }) => (how === first.how ? [value] : []));
    return [values.every(({ kind }) => kind === "constant") ? union(values) : first.value];
  }

  /** Calls of an instance's methods may have come before: each of its fields holds what it was made with, or what they write. */
  #addLaterWrites(id: number, object: RecordObject, cls: ClassValue, depth = MAX_PARENTS): void {
    const { file } = cls.frame;
    const fields = new Map(object.fields);
    // What a method writes may be made of another instance of the class.
    const isNested = this.#completing.has(cls.node);
    this.#completing.add(cls.node);
    for (const { name, value, declaration } of laterWritesOf(cls.node, file)) {
      const unseen = derived([], `${file.filename}:${cls.node.range[0]}.${name}`);
      const isMade = value?.type === "NewExpression" || value?.type === "Literal";
      const written = isMade && !isNested ? (this.value(value, this.frameAround(value, file))[0] ?? unseen) : unseen;
      const typed = declaration && !isNested ? this.typed(declaration, cls.frame, written) : written;
      const held = fields.get(name);
      fields.set(name, held ? union([held, typed]) : union([UNDEFINED, typed]));
    }
    if (!isNested) this.#completing.delete(cls.node);
    const whole = { ...object, fields };
    this.#base.set(id, whole);
    const parent = superclassOf(this.#m, cls);
    if (parent?.kind === "class" && depth > 0) this.#addLaterWrites(id, whole, parent, depth - 1);
  }

  value(node: Node, frame: Frame): readonly Value[] {
    return this.#run((state) => this.#m.expression(node, frame, state));
  }

  /** The value of a name. */
  lookup(name: TSESTree.Identifier, frame: Frame, state: State): Value {
    const variable = frame.file.bindings.variable(name);
    if (!variable || variable.defs.length === 0) return globalValue(name.name);
    const { id, frame: owner } = cellOf(variable, frame);
    const held = state.slot(id);
    if (held) return held as Value;
    if (!owner.ambient) return UNDEFINED;
    // Until it is known, whoever asks again goes round in a circle.
    this.#base.set(id, UNKNOWN);
    const value = this.#declared(variable, owner);
    this.#base.set(id, value);
    this.#runTopLevelChanges(variable, owner);
    return (this.#base.get(id) as Value | undefined) ?? value;
  }

  #declared(variable: Variable, frame: Frame): Value {
    const { file } = frame;
    const binding = file.bindings.ofVariable(variable);
    switch (binding.kind) {
      case "function":
        return {
          kind: "function",
          node: binding.node,
          frame: this.frameAround(binding.node, file),
          self: undefined,
          bound: [],
        };
      case "class":
        return { kind: "class", node: binding.node, frame: this.frameAround(binding.node, file) };
      case "import": {
        let value = this.imported(file, binding.source, binding.imported);
        for (const part of binding.path) value = this.#member(value, part, frame);
        return value;
      }
      case "variable":
        return this.#variable(variable, binding.declarator, frame);
      case "parameter":
        return this.#parameter(binding.fn, binding.index, binding.path, frame);
      default:
        return UNKNOWN;
    }
  }

  #member(value: Value, name: string, frame: Frame): Value {
    const [found] = this.#run((state) => this.#m.get(value, name, { node: frame.block, frame }, state));
    return found ?? UNKNOWN;
  }

  #variable(variable: Variable, declarator: TSESTree.VariableDeclarator, frame: Frame): Value {
    const { init, id } = declarator;
    const written = frame.file.bindings.assignmentsTo(variable).slice(0, MAX_WRITES);
    const values: Value[] = [];
    if (init) {
      const [value] = this.#run((state) => this.#m.expression(init, frame, state));
      values.push(this.#bound(variable, id, this.#m.typed(id, frame, value ?? UNKNOWN), frame));
    }
    for (const node of written) values.push(this.value(node, this.frameAround(node, frame.file))[0] ?? UNKNOWN);
    const loop = declarator.parent.parent;
    if (loop.type === "ForOfStatement" && loop.left === declarator.parent)
      for (const item of this.#eachOf(loop.right, frame)) values.push(this.#bound(variable, id, item, frame));
    if (values.length === 0) return this.#m.typed(id, frame, derived([], `variable${id.range[0]}`));
    return union(values);
  }

  /** What a variable holds where a value is bound to the name, or to the pattern that the name stands in. */
  #bound(variable: Variable, id: TSESTree.BindingName, value: Value, frame: Frame): Value {
    if (id.type === "Identifier") return value;
    this.#run((state) => this.#m.bind(id, value, frame, state));
    return (this.#base.get(cellOf(variable, frame).id) as Value | undefined) ?? UNKNOWN;
  }

  /** `handlers.set("a", run)`, `tools.push(tool)`, `table.name = run`: what the top level does to an object right away. */
  #runTopLevelChanges(variable: Variable, frame: Frame): void {
    if (frame.block.type !== "Program") return;
    for (const { identifier } of variable.references) {
      const statement = topLevelChange(identifier);
      if (statement) this.#run((state) => this.#m.expression(statement, frame, state));
    }
  }

  /** What the calls of a function give it, or what its declared type says. */
  #parameter(fn: FunctionNode, index: number, path: readonly string[], frame: Frame): Value {
    const parameter = fn.params[index];
    const own = derived([], `parameter${parameter?.range[0] ?? 0}`);
    const given = [
      ...this.#given(fn, frame.file).flatMap((args) => args[index] ?? []),
      ...(index === 0 ? this.#visited(fn, frame) : []),
    ];
    let value = union(given.length > 0 ? given : [own]);
    if (parameter) value = this.#m.typed(parameter, frame, value);
    for (const part of path) value = part === "..." ? UNKNOWN : this.#member(value, part, frame);
    return value;
  }

  /** `tools.forEach((tool) => …)`, `tools.forEach(register)`: the items that a function is called for. */
  #visited(fn: FunctionNode, { file }: Frame): readonly Value[] {
    return [fn, ...usesOf(fn, file)].flatMap((given) => {
      const call = parentOf(given);
      if (call?.type !== "CallExpression" || call.arguments[0] !== given || call.callee.type !== "MemberExpression")
        return [];
      const isVisit = VISITS.test(keyName(call.callee.property, call.callee.computed) ?? "");
      return isVisit ? this.#eachOf(call.callee.object, this.frameAround(call, file)) : [];
    });
  }

  /** The items of a list that is known to the last one, where they are few. */
  #eachOf(list: Node, frame: Frame): readonly Value[] {
    const [value] = this.value(list, frame);
    const { items, open } = value ? itemsOf(value, new State(this.#base)) : { items: [], open: true };
    return open || items.length > MAX_ITEMS ? [] : items;
  }

  /** The arguments of the calls that can be seen. */
  #given(fn: FunctionNode, file: File): readonly (readonly Value[])[] {
    const known = this.#callers.get(fn);
    if (known) return known;
    this.#callers.set(fn, []);
    const calls = [...callsIn(fn, file), ...this.#callsElsewhere(fn, file)].slice(0, MAX_CALLERS);
    const given = calls.map(({ call, from }) =>
      call.arguments.map((argument) =>
        argument.type === "SpreadElement"
          ? UNKNOWN
          : (this.value(argument, this.frameAround(call, from))[0] ?? UNKNOWN),
      ),
    );
    this.#callers.set(fn, given);
    return given;
  }

  #callsElsewhere(fn: FunctionNode, file: File): { readonly call: TSESTree.CallExpression; readonly from: File }[] {
    const name = nameOf(fn)?.name;
    if (name === undefined || this.frameAround(fn, file).block.type !== "Program") return [];
    return file.project
      .importersOf(file.filename, file.filename)
      .filter(({ onlyTypes }) => !onlyTypes)
      .slice(0, MAX_IMPORTERS)
      .flatMap(({ file: path }) => {
        const importer = file.project.loadWith(path, name);
        return importer
          ? importer.index.calls.filter((call) => calls(call, name)).map((call) => ({ call, from: importer }))
          : [];
      })
      .filter(({ call, from }) => {
        const [callee] = this.value(call.callee, this.frameAround(call, from));
        return callee?.kind === "function" && callee.node.range[0] === fn.range[0];
      });
  }

  /** What an import stands for: a value of the project, or one of a package. */
  imported(file: File, source: string, name: string): Value {
    const target = file.project.follow(file, source);
    if (!target) return { kind: "library", module: packageOf(source), path: [name] };
    if (isVendoredHelper(target, name)) return { kind: "library", module: HELPER, path: [name] };
    return name === "*"
      ? { kind: "library", module: `${FILE}${target.filename}`, path: ["*"] }
      : this.exported(target, name);
  }

  /** A member of `import * as name`, where that is a file of the project. */
  namespaceMember(module: string, name: string, file: File): Value | undefined {
    if (!module.startsWith(FILE)) return undefined;
    const target = file.project.load(module.slice(FILE.length));
    return target && this.exported(target, name);
  }

  exported(file: File, name: string, depth = 6): Value {
    const node = file.exports.get(name);
    const frame = this.moduleFrame(file);
    if (!node) {
      for (const [key, star] of depth > 0 ? file.exports : []) {
        const source = key.startsWith("*") ? sourceOfStar(star) : undefined;
        if (source === undefined) continue;
        const target = file.project.follow(file, source);
        if (target?.exports.has(name) || (target && [...target.exports.keys()].some((one) => one.startsWith("*")))) {
          const value = this.exported(target, name, depth - 1);
          if (value !== UNKNOWN) return value;
        }
      }
      // `module.exports = create`, taken as the default.
      const whole = name === "default" ? undefined : file.exports.get("default");
      if (whole && name !== "default") return this.#member(this.exported(file, "default"), name, frame);
      return UNKNOWN;
    }
    if (node.type === "VariableDeclarator")
      return node.id.type === "Identifier" ? this.lookup(node.id, frame, new State(this.#base)) : UNKNOWN;
    if (node.type === "ExportSpecifier") {
      const local = node.local.type === "Identifier" ? node.local.name : node.local.value;
      const declaration = node.parent;
      if (declaration.type === "ExportNamedDeclaration" && declaration.source)
        return this.imported(file, declaration.source.value, local);
      return node.local.type === "Identifier" ? this.lookup(node.local, frame, new State(this.#base)) : UNKNOWN;
    }
    if ((isFunction(node) || isClass(node)) && node.id) return this.lookup(node.id, frame, new State(this.#base));
    if (isFunction(node)) return { kind: "function", node, frame, self: undefined, bound: [] };
    if (isClass(node)) return { kind: "class", node, frame };
    return this.value(node, frame)[0] ?? UNKNOWN;
  }

  /** A client of a package of which something is known, by its declared type. */
  #ofPackage(pattern: Node, file: File): Value | undefined {
    const type = packageOfType(pattern, file);
    const module = type && packageOf(type.source);
    return type && module !== undefined && libraryRow(module, [type.name])
      ? { kind: "library", module, path: [type.name] }
      : undefined;
  }

  /** What a declared type says of a value of which nothing else is known. */
  typed(pattern: Node, frame: Frame, fallback: Value): Value {
    if (fallback.kind !== "derived" || fallback.sources.some(({ kind }) => kind !== "operation" && kind !== "item"))
      return fallback;
    const cls = instanceOfType(pattern, frame.file);
    if (!cls) return fallback.sources.length === 0 ? (this.#ofPackage(pattern, frame.file) ?? fallback) : fallback;
    if (cls.kind === "object") return this.value(cls.node, this.frameAround(cls.node, cls.file))[0] ?? fallback;
    return this.instance({ kind: "class", node: cls.node, frame: this.frameAround(cls.node, cls.file) });
  }
}

/** Where a function stands by its name. */
function usesOf(fn: FunctionNode, file: File): Node[] {
  const name = nameOf(fn);
  return ((name && file.bindings.variable(name)?.references) ?? []).map(({ identifier }) => identifier as Node);
}

/** The name that a function is declared by, or kept under. */
function nameOf({ id, parent }: FunctionNode): TSESTree.Identifier | undefined {
  if (id) return id;
  return parent.type === "VariableDeclarator" && parent.id.type === "Identifier" ? parent.id : undefined;
}

/** `npm:@supabase/supabase-js@2`, `jsr:@std/fs@1`, as Deno writes it: the name of the package. */
function packageOf(source: string): string {
  if (!/^(?:npm|jsr):/u.test(source)) return source;
  const [scope = "", ...others] = source.slice("npm:".length).replace(/^\//u, "").split("/");
  const parts = scope.startsWith("@") ? [scope, ...others.slice(0, 1)] : [scope];
  const rest = scope.startsWith("@") ? others.slice(1) : others;
  const name = parts.map((part) => (part.includes("@", 1) ? part.slice(0, part.indexOf("@", 1)) : part));
  return [...name, ...rest].join("/");
}

/** Marks the module of a file of the project. */
const FILE = "file:";

function globalValue(name: string): Value {
  switch (name) {
    case "undefined":
      return UNDEFINED;
    case "NaN":
      return constant(Number.NaN);
    case "Infinity":
      return constant(Number.POSITIVE_INFINITY);
    case "fetch":
      return { kind: "library", module: "global", path: ["fetch"] };
    default:
      return GLOBALS.has(name) ? { kind: "builtin", name, receiver: undefined } : derived([], `global ${name}`);
  }
}

const CHANGES = /^(?:set|add|push|register\w*|unshift)$/u;

/** The expression of a statement at the top level that changes the object that a name holds. */
function topLevelChange(identifier: Node): Node | undefined {
  const member = parentOf(identifier);
  if (member?.type !== "MemberExpression" || member.object !== identifier) return undefined;
  const use = parentOf(member);
  const name = keyName(member.property, member.computed);
  const changes =
    (use?.type === "AssignmentExpression" && use.left === member) ||
    (use?.type === "CallExpression" && use.callee === member && name !== undefined && CHANGES.test(name));
  if (!changes) return undefined;
  const statement = parentOf(use);
  return statement?.type === "ExpressionStatement" && parentOf(statement)?.type === "Program" ? use : undefined;
}

function calls({ callee }: TSESTree.CallExpression, name: string): boolean {
  if (callee.type === "Identifier") return callee.name === name;
  return callee.type === "MemberExpression" && keyName(callee.property, callee.computed) === name;
}

/** The calls of a function by its name, in its own file. */
function callsIn(fn: FunctionNode, file: File): { readonly call: TSESTree.CallExpression; readonly from: File }[] {
  return usesOf(fn, file).flatMap((node) => {
    const call = parentOf(node);
    return call?.type === "CallExpression" && call.callee === node && !isInside(call, fn) ? [{ call, from: file }] : [];
  });
}
