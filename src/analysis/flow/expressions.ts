import { dottedName, lastName } from "../../syntax/names.js";
import { isLogger } from "./library.js";
import type { TSESTree } from "@typescript-eslint/types";
import { memberKey } from "./names.js";
import { parentOf, unwrapTypes, type Node } from "../../syntax/tree.js";
import { failureByTruth } from "./error-values.js";
import type { Frame } from "./frames.js";
import { allocate, birth, record } from "./heap.js";
import { itemsOf } from "./iteration.js";
import type { CallSite, Machine } from "./machine.js";
import { asText } from "./members.js";
import { assignField } from "./patterns.js";
import { merge, normal, andThen, type Completion, type Completions } from "./completions.js";
import { isFilled } from "./slots.js";
import type { State } from "./state.js";
import { isToolName, noteToolName, resultOf, truthOf } from "./tests.js";
import { conveyed } from "./provenance.js";
import {
  alternatives,
  constant,
  derived,
  isNullish,
  shallowSources,
  text,
  UNDEFINED,
  union,
  UNKNOWN,
  type DerivedValue,
  type RecordObject,
  type Source,
  type Value,
} from "./values.js";

/** Tags that give the text of their template. */
const LAYS_OUT = /^(?:raw|dedent|outdent|undent|endent|stripIndents?|oneLine\w*|html|markdown|md|text|codeBlock)$/u;

/** What the rest of an optional chain is skipped with: `a?.b.c` is undefined as a whole. */
const SKIPPED: Value = { kind: "constant", value: undefined };

export function runExpression(m: Machine, given: Node, frame: Frame, state: State): Completions {
  if (!m.spend()) return [];
  const node = given;
  const site: CallSite = { node, frame };
  switch (node.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
    case "TSInstantiationExpression":
    case "ChainExpression":
      return m
        .expression(node.expression, frame, state)
        .map((one) => (one.value === SKIPPED ? { ...one, value: UNDEFINED } : one));
    case "Literal":
      return [normal("regex" in node ? derived([], `regex${node.range[0]}`) : constant(node.value), state)];
    case "Identifier":
      return [normal(m.lookup(node, frame, state), state)];
    case "ThisExpression":
      return [normal(frame.self ?? UNKNOWN, state)];
    case "TemplateLiteral":
      return all(m, node.expressions, frame, state, (values, next) => {
        const parts = node.quasis.flatMap((quasi, at): (string | Value)[] => {
          const value = values[at];
          const part = node.expressions[at];
          return value && part
            ? [quasi.value.cooked ?? "", asText(value, { node: part, frame }, next)]
            : [quasi.value.cooked ?? ""];
        });
        return [normal(text(parts), next)];
      });
    case "TaggedTemplateExpression":
      return andThen(m.expression(node.tag, frame, state), (tag, first) =>
        all(m, node.quasi.expressions, frame, first, (values, next) => {
          // `dedent`…``, `String.raw`…``: the text, laid out. What another tag makes of it is not known.
          if (LAYS_OUT.test(lastName(node.tag) ?? "")) return m.expression(node.quasi, frame, next);
          if (tag.kind !== "function" && tag.kind !== "library" && tag.kind !== "promise")
            return [normal(derived(values.flatMap((value) => conveyed(value, next))), next)];
          return m.call(tag, [UNKNOWN, ...values], site, next);
        }),
      );
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return [
        normal(
          {
            kind: "function",
            node,
            frame,
            self: node.type === "ArrowFunctionExpression" ? frame.self : undefined,
            bound: [],
          },
          state,
        ),
      ];
    case "ClassExpression":
      return [normal({ kind: "class", node, frame }, state)];
    case "ObjectExpression":
      return makeObject(m, node, frame, state);
    case "ArrayExpression":
      return makeList(m, node, frame, state);
    case "AwaitExpression":
      return andThen(m.expression(node.argument, frame, state), (value, next) => m.await(value, site, next));
    case "YieldExpression":
      return andThen(
        node.argument ? m.expression(node.argument, frame, state) : [normal(UNDEFINED, state)],
        (value, next) =>
          andThen(m.await(value, site, next), (settled, after) => {
            m.yields?.push(settled);
            return [normal(UNKNOWN, after)];
          }),
      );
    case "UnaryExpression":
      return unary(m, node, frame, state);
    case "UpdateExpression":
      return andThen(m.expression(node.argument, frame, state), (value, next) => {
        const amount = node.operator === "++" ? 1 : -1;
        const after: Value =
          value.kind === "constant" && typeof value.value === "number"
            ? constant(value.value + amount)
            : derived(shallowSources(value), undefined, "number");
        return andThen(m.bind(node.argument, after, frame, next), (_, last) => [
          normal(node.prefix ? after : value, last),
        ]);
      });
    case "LogicalExpression":
      return logical(m, node, frame, state);
    case "ConditionalExpression":
      return andThen(m.test(node.test, frame, state), (value, next) =>
        m.expression(value.kind === "constant" && value.value === true ? node.consequent : node.alternate, frame, next),
      );
    case "BinaryExpression":
      return binary(m, node, frame, state);
    case "AssignmentExpression":
      return assign(m, node, frame, state);
    case "MemberExpression":
      return member(m, node, frame, state);
    case "CallExpression":
      return call(m, node, frame, state);
    case "NewExpression":
      return andThen(m.expression(node.callee, frame, state), (cls, first) =>
        withArguments(m, node.arguments, frame, first, (args, next) => m.construct(cls, args, site, next)),
      );
    case "SequenceExpression":
      return all(m, node.expressions, frame, state, (values, next) => [normal(values.at(-1) ?? UNDEFINED, next)]);
    case "ImportExpression":
      return andThen(m.expression(node.source, frame, state), (source, next) => [
        normal(
          source.kind === "constant" && typeof source.value === "string"
            ? m.imported(frame.file, source.value)
            : UNKNOWN,
          next,
        ),
      ]);
    default:
      if ((node.type as string) === "ParenthesizedExpression")
        return m.expression((node as unknown as { expression: Node }).expression, frame, state);
      return [normal(UNKNOWN, state)];
  }
}

/** What the expressions so far have given on one path. */
interface Given {
  readonly values: readonly Value[];
  readonly state: State;
}

/** Paths through a list of expressions that are told apart: each `...(a && { a })` doubles them. */
const MAX_PATHS = 12;

/** Runs expressions in order. */
function all(
  m: Machine,
  nodes: readonly (Node | null)[],
  frame: Frame,
  state: State,
  next: (values: readonly Value[], state: State) => Completions,
): Completions {
  let paths: readonly (Given | Completion)[] = [{ values: [], state }];
  for (const node of nodes) {
    paths = paths.flatMap((path): readonly (Given | Completion)[] => {
      if ("how" in path) return [path];
      const given = node ? m.expression(node, frame, path.state) : [normal(UNDEFINED, path.state)];
      return given.map((one) =>
        one.how === "normal" ? { values: [...path.values, one.value], state: one.state } : one,
      );
    });
    if (paths.length > MAX_PATHS) paths = fewerPaths(paths);
  }
  const [only] = paths;
  if (only && paths.length === 1 && !("how" in only)) return next(only.values, only.state);
  return merge(paths.flatMap((path) => ("how" in path ? [path] : next(path.values, path.state))));
}

/** Takes the paths together on which the same has failed: each value is one of those that they have. */
function fewerPaths(paths: readonly (Given | Completion)[]): readonly (Given | Completion)[] {
  const ended: Completion[] = [];
  const open = new Map<string, Given>();
  for (const path of paths)
    if ("how" in path) ended.push(path);
    else {
      const { outcome } = path.state;
      const known = open.get(outcome);
      open.set(outcome, known ? joinedPath(known, path) : path);
    }
  return [...open.values(), ...merge(ended)];
}

function joinedPath(one: Given, other: Given): Given {
  return {
    values: one.values.map((value, at) => union([value, other.values[at] ?? UNDEFINED])),
    state: one.state.join(other.state),
  };
}

/** The known items of what is spread; of what cannot be seen, one stands for all. */
function spreadItems(value: Value, state: State): readonly Value[] {
  const { items, open } = itemsOf(value, state);
  return items.length > 0 || !open ? items : [derived(conveyed(value, state))];
}

/** Runs the arguments of a call, with the items of those that are spread. */
function withArguments(
  m: Machine,
  nodes: readonly TSESTree.CallExpressionArgument[],
  frame: Frame,
  state: State,
  next: (values: readonly Value[], state: State) => Completions,
): Completions {
  const plain = nodes.map((node) => (node.type === "SpreadElement" ? node.argument : node));
  return all(m, plain, frame, state, (values, after) =>
    next(
      values.flatMap((value, at) => (nodes[at]?.type === "SpreadElement" ? spreadItems(value, after) : [value])),
      after,
    ),
  );
}

function makeObject(m: Machine, node: TSESTree.ObjectExpression, frame: Frame, state: State): Completions {
  const parts = node.properties.flatMap((property): Node[] =>
    property.type === "SpreadElement"
      ? [property.argument]
      : property.computed && memberKey(property.key, true) === undefined
        ? [property.key, property.value]
        : [property.value],
  );
  return all(m, parts, frame, state, (values, next) => {
    const fields = new Map<string, Value>();
    const sources: Source[] = [];
    let open = false;
    let at = 0;
    for (const property of node.properties) {
      if (property.type === "SpreadElement") {
        const value = values[at++] as Value;
        const spread = alternatives(value);
        for (const name of new Set(spread.flatMap((one) => [...(next.recordOf(one)?.fields.keys() ?? [])]))) {
          const held = spread.map((one) => next.recordOf(one)?.fields.get(name) ?? fields.get(name) ?? UNDEFINED);
          fields.set(name, union(held));
        }
        for (const one of spread) {
          const record = next.recordOf(one);
          if (record) {
            open ||= record.open || value.kind === "union";
            sources.push(...record.sources);
          } else if (one.kind !== "constant") {
            open = true;
            sources.push(...conveyed(one, next));
          }
        }
        continue;
      }
      const name = memberKey(property.key, property.computed);
      if (name === undefined) {
        const key = values[at++] as Value;
        const value = values[at++] as Value;
        if (key.kind === "constant") fields.set(String(key.value), value);
        else {
          open = true;
          sources.push(...conveyed(value, next));
        }
      } else fields.set(name, values[at++] as Value);
    }
    const { made, calls, tests } = copiedResult(node, values, next) ?? {
      made: { node, file: frame.file },
      ...birth({ node, frame }, next),
    };
    return allocate(record(fields, made, { open, sources, calls, tests }), next);
  });
}

/** `{ _meta: {}, ...result }`: the result that a function has made, with more around it, is made there all the same. */
function copiedResult(
  { properties }: TSESTree.ObjectExpression,
  values: readonly Value[],
  state: State,
): RecordObject | undefined {
  const [spread, ...others] = properties.filter(({ type }) => type === "SpreadElement");
  if (!spread || others.length > 0 || properties.some((one) => one.type === "Property" && one.computed))
    return undefined;
  const value = values[properties.indexOf(spread)];
  const copied = value && state.recordOf(value);
  const isWritten = properties.some(
    (one) => one.type === "Property" && OF_RESULTS.has(memberKey(one.key, false) ?? ""),
  );
  return copied?.fields.has("content") && !isWritten ? copied : undefined;
}

/** Fields of a tool's result. */
const OF_RESULTS: ReadonlySet<string> = new Set(["content", "isError", "structuredContent"]);

function makeList(m: Machine, node: TSESTree.ArrayExpression, frame: Frame, state: State): Completions {
  const plain = node.elements.map((element) => (element?.type === "SpreadElement" ? element.argument : element));
  return all(m, plain, frame, state, (values, next) => {
    const items: Value[] = [];
    const sources: Source[] = [];
    let open = false;
    let filled = false;
    for (const [at, element] of node.elements.entries()) {
      const value = values[at] as Value;
      if (element?.type !== "SpreadElement") {
        items.push(value);
        filled = true;
        continue;
      }
      const list = next.listOf(value);
      filled ||= list !== undefined && isFilled(list);
      const known = itemsOf(value, next);
      items.push(...known.items);
      open ||= known.open;
      sources.push(...(list?.sources ?? conveyed(value, next)));
    }
    return allocate({ kind: "list", items, open, filled, sources, made: { node, file: frame.file } }, next);
  });
}

function unary(m: Machine, node: TSESTree.UnaryExpression, frame: Frame, state: State): Completions {
  if (node.operator === "!") return m.test(node, frame, state);
  return andThen(m.expression(node.argument, frame, state), (value, next) => {
    switch (node.operator) {
      case "void":
      case "delete":
        return [normal(UNDEFINED, next)];
      case "typeof":
        return [normal(typeOf(value), next)];
      case "-":
        return [
          normal(value.kind === "constant" && typeof value.value === "number" ? constant(-value.value) : value, next),
        ];
      default:
        return [
          normal(value.kind === "constant" ? UNKNOWN : derived(shallowSources(value), undefined, "number"), next),
        ];
    }
  });
}

function typeOf(value: Value): Value {
  switch (value.kind) {
    case "constant":
      return constant(value.value === null ? "object" : typeof value.value);
    case "text":
    case "json":
      return constant("string");
    case "function":
    case "class":
      return constant("function");
    case "reference":
    case "error":
      return constant("object");
    case "derived":
      return value.type
        ? constant(value.type)
        : derived(value.sources, value.key === undefined ? undefined : `typeof ${value.key}`, "string");
    default:
      return UNKNOWN;
  }
}

function logical(m: Machine, node: TSESTree.LogicalExpression, frame: Frame, state: State): Completions {
  if (node.operator === "??")
    return andThen(m.expression(node.left, frame, state), (left, next) => {
      if (isNullish(left)) return m.expression(node.right, frame, next);
      // `result.error ?? "Saved."`: whether there is an error is what is asked.
      if (failureByTruth(left, true) && !isNothing(node.right))
        return andThen(m.test(node.left, frame, next), (value, after) =>
          value.kind === "constant" && value.value === true
            ? [normal(left, after)]
            : m.expression(node.right, frame, after),
        );
      const missing = resultOf("==", left, constant(null), next);
      if (missing === false) return [normal(left, next)];
      const present: Value = left.kind === "union" ? withoutNullish(left) : left;
      return [normal(present, next), ...m.expression(node.right, frame, next)];
    });
  const isAnd = node.operator === "&&";
  // The value of the left side is the result where it decides.
  return andThen(m.expression(node.left, frame, state), (left, next) => {
    const truth = truthOf(left, next);
    if (truth !== undefined) return truth === isAnd ? m.expression(node.right, frame, next) : [normal(left, next)];
    return andThen(m.test(node.left, frame, next), (value, after) => {
      const holds = value.kind === "constant" && value.value === true;
      if (holds === isAnd) return m.expression(node.right, frame, after);
      return [normal(narrowed(left, holds, after), after)];
    });
  });
}

function withoutNullish(value: Value): Value {
  if (value.kind !== "union") return value;
  const rest = value.of.filter((one) => !isNullish(one));
  const [only] = rest;
  return only && rest.length === 1 ? only : { kind: "union", of: rest };
}

function narrowed(value: Value, holds: boolean, state: State): Value {
  if (value.kind !== "union") return value;
  const rest = value.of.filter((one) => truthOf(one, state) !== !holds);
  const [only] = rest;
  return only && rest.length === 1 ? only : { kind: "union", of: rest };
}

function binary(m: Machine, node: TSESTree.BinaryExpression, frame: Frame, state: State): Completions {
  const { left, operator } = node;
  if (left.type === "PrivateIdentifier" || /^(?:[=!]==?|[<>]=?|instanceof|in)$/u.test(operator))
    return m.test(node, frame, state);
  return all(m, [left, node.right], frame, state, ([one = UNKNOWN, other = UNKNOWN], next) => [
    normal(
      operator === "+" ? plus(one, other, [left, node.right], frame, next) : arithmetic(operator, one, other),
      next,
    ),
  ]);
}

function plus(one: Value, other: Value, [left, right]: readonly [Node, Node], frame: Frame, state: State): Value {
  if (isText(one) || isText(other))
    return text([asText(one, { node: left, frame }, state), asText(other, { node: right, frame }, state)]);
  if (one.kind === "constant" && other.kind === "constant") {
    const sum = (one.value as number) + (other.value as number);
    return constant(sum);
  }
  return derived([...conveyed(one, state), ...conveyed(other, state)]);
}

function isText(value: Value): boolean {
  return (
    value.kind === "text" ||
    value.kind === "json" ||
    (value.kind === "constant" && typeof value.value === "string") ||
    (value.kind === "derived" && value.type === "string")
  );
}

function arithmetic(operator: string, one: Value, other: Value): Value {
  if (
    one.kind === "constant" &&
    other.kind === "constant" &&
    typeof one.value === "number" &&
    typeof other.value === "number"
  )
    switch (operator) {
      case "-":
        return constant(one.value - other.value);
      case "*":
        return constant(one.value * other.value);
      case "/":
        return constant(one.value / other.value);
      case "**":
        return constant(one.value ** other.value);
      default:
    }
  return derived([...shallowSources(one), ...shallowSources(other)], undefined, "number");
}

/** `row.error ?? null` writes a field of a row in another way, and asks nothing. */
function isNothing(node: Node): boolean {
  return (node.type === "Literal" && !node.value) || (node.type === "Identifier" && node.name === "undefined");
}

/** `this.code = code`: what an object is made of, and no value on its way out. */
function isOfThis(left: Node): boolean {
  return left.type === "MemberExpression" && left.object.type === "ThisExpression";
}

function assign(m: Machine, node: TSESTree.AssignmentExpression, frame: Frame, state: State): Completions {
  const { left, right, operator } = node;
  const put = (value: Value, next: State): Completions =>
    andThen(bindTo(m, left, value, frame, next), (_, after) => [
      normal(value, isOfThis(left) ? after : after.written(value, { node: right, file: frame.file })),
    ]);
  if (operator === "=") return andThen(m.expression(right, frame, state), put);
  return andThen(m.expression(left, frame, state), (held, first) => {
    if (operator === "||=" || operator === "&&=" || operator === "??=") {
      const truth = operator === "??=" ? resultOf("==", held, constant(null), first) : truthOf(held, first);
      const assigns = operator === "&&=" || operator === "??=" ? truth : truth === undefined ? undefined : !truth;
      if (assigns === false) return [normal(held, first)];
      const assigned = andThen(m.expression(right, frame, first), put);
      return assigns === true ? assigned : [normal(held, first), ...assigned];
    }
    return andThen(m.expression(right, frame, first), (value, next) =>
      put(
        operator === "+="
          ? plus(held, value, [left, right], frame, next)
          : arithmetic(operator.slice(0, -1), held, value),
        next,
      ),
    );
  });
}

function bindTo(m: Machine, target: Node, value: Value, frame: Frame, state: State): Completions {
  const place = unwrapTypes(target);
  if (place.type !== "MemberExpression") return m.bind(place, value, frame, state);
  return andThen(m.expression(place.object, frame, state), (object, first) => {
    const name = memberKey(place.property, place.computed);
    if (name !== undefined) {
      const site: CallSite = { node: parentOf(place) ?? place, frame };
      if (place.object.type === "Identifier" && isAnswer(object) && value.kind !== "function")
        return andThen(
          allocate(
            record(
              new Map([[name, value]]),
              { node: place, file: frame.file },
              { open: true, sources: object.sources },
            ),
            first,
          ),
          (extended, next) => m.bind(place.object, extended, frame, next),
        );
      return [normal(UNDEFINED, assignField(object, name, value, first, site))];
    }
    return andThen(m.expression(place.property, frame, first), (key, next) => [
      normal(UNDEFINED, assignField(object, key.kind === "constant" ? String(key.value) : undefined, value, next)),
    ]);
  });
}

/** What an operation has brought: `order.items = …` adds to it. */
function isAnswer(value: Value): value is DerivedValue {
  return (
    value.kind === "derived" && value.sources.length > 0 && value.sources.every(({ kind }) => kind === "operation")
  );
}

function member(m: Machine, node: TSESTree.MemberExpression, frame: Frame, state: State): Completions {
  const site: CallSite = { node, frame };
  if (node.object.type === "Super") return [normal(UNKNOWN, state)];
  return andThen(m.expression(node.object, frame, state), (object, next) => {
    if (object === SKIPPED || (node.optional && isNullish(object))) return [normal(SKIPPED, next)];
    const name = memberKey(node.property, node.computed);
    if (name !== undefined) return m.get(object, name, site, next);
    return andThen(m.expression(node.property, frame, next), (key, after) =>
      key.kind === "constant"
        ? m
            .get(object, String(key.value), site, after)
            .map((one) => (typeof key.value === "number" ? itemAt(one, node) : one))
        : [normal(anyMember(m, object, key, after), after)],
    );
  });
}

/** `ids[at]` in a loop that counts: one of the items. */
function itemAt(found: Completion, node: TSESTree.MemberExpression): Completion {
  const { value } = found;
  if (found.how !== "normal" || value.kind !== "derived") return found;
  return { ...found, value: derived([...value.sources, { kind: "item", loop: node }], value.key, value.type) };
}

/** `table[name]`: one of the fields, where all of them are known. */
function anyMember(m: Machine, object: Value, key: Value, state: State): Value {
  const heap = state.objectOf(object);
  if (heap?.kind === "record" && isToolName(key)) {
    for (const name of heap.fields.keys()) noteToolName(m, key, constant(name));
    return UNDEFINED;
  }
  if (heap?.kind === "record" && heap.fields.size > 0)
    return { kind: "union", of: [...heap.fields.values(), ...(heap.open ? [] : [UNDEFINED])] };
  if (heap?.kind === "list" && heap.items.length > 0) return { kind: "union", of: [...heap.items, UNDEFINED] };
  const own = object.kind === "derived" ? object.key : undefined;
  const inner = key.kind === "derived" ? key.key : undefined;
  return derived(conveyed(object, state), own !== undefined && inner !== undefined ? `${own}.[${inner}]` : undefined);
}

function call(m: Machine, node: TSESTree.CallExpression, frame: Frame, state: State): Completions {
  const site: CallSite = { node, frame };
  const callee = unwrapTypes(node.callee);
  if (callee.type === "MemberExpression" && callee.object.type !== "Super") {
    const name = memberKey(callee.property, callee.computed);
    const isLogged = isLogger(dottedName(callee.object) ?? "") && node.parent.type === "ExpressionStatement";
    return andThen(m.expression(callee.object, frame, state), (object, first) => {
      if (object === SKIPPED || (isNullish(object) && (callee.optional || node.optional)))
        return [normal(SKIPPED, first)];
      const invoke = (method: string | Value, before: State): Completions =>
        withArguments(m, node.arguments, frame, before, (args, next) => {
          // What a logger does with its words is nothing to the result, whoever wrote it.
          if (isLogged) return [normal(UNDEFINED, next)];
          return typeof method === "string"
            ? m.callMethod(object, method, args, site, next)
            : m.call(method, args, site, next);
        });
      if (name !== undefined) return invoke(name, first);
      return andThen(m.expression(callee.property, frame, first), (key, next) =>
        invoke(key.kind === "constant" ? String(key.value) : anyMember(m, object, key, next), next),
      );
    });
  }
  if (callee.type === "Super" || (callee.type === "MemberExpression" && callee.object.type === "Super"))
    return withArguments(m, node.arguments, frame, state, (args, next) => {
      const name =
        callee.type === "MemberExpression" ? (memberKey(callee.property, callee.computed) ?? "") : "constructor";
      return m.callMethod({ kind: "builtin", name: "super", receiver: frame.home }, name, args, site, next);
    });
  return andThen(m.expression(callee, frame, state), (fn, first) => {
    if (fn === SKIPPED || (node.optional && isNullish(fn))) return [normal(SKIPPED, first)];
    return withArguments(m, node.arguments, frame, first, (args, next) => m.call(fn, args, site, next));
  });
}
