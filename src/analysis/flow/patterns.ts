import { memberKey } from "./names.js";
import type { Node } from "../../syntax/tree.js";
import { cellOf, type Frame } from "./frames.js";
import { itemsOf } from "./iteration.js";
import { newId } from "./frames.js";
import type { CallSite, Machine } from "./machine.js";
import { assignToReply } from "./replies.js";
import { normal, andThen, type Completions } from "./completions.js";
import type { State } from "./state.js";
import { alternatives, derived, isNullish, shallowSources, UNDEFINED, union, type Value } from "./values.js";

/** Gives the names of a pattern their values. */
export function bindPattern(m: Machine, pattern: Node, value: Value, frame: Frame, state: State): Completions {
  switch (pattern.type) {
    case "Identifier": {
      const variable = frame.file.bindings.variable(pattern);
      return [normal(UNDEFINED, variable ? state.put(cellOf(variable, frame).id, value) : state)];
    }
    case "AssignmentPattern":
      return withDefault(m, pattern.right, value, frame, state, (next, after) =>
        m.bind(pattern.left, next, frame, after),
      );
    case "ObjectPattern": {
      const taken: string[] = [];
      let completions: Completions = [normal(UNDEFINED, state)];
      for (const property of pattern.properties) {
        if (property.type === "RestElement") {
          completions = andThen(completions, (_, next) => restOf(m, value, taken, property.argument, frame, next));
          continue;
        }
        const name = memberKey(property.key, property.computed);
        if (name !== undefined) taken.push(name);
        const site = { node: property, frame };
        completions = andThen(completions, (_, next) =>
          andThen(
            name === undefined ? [normal(derived(shallowSources(value)), next)] : m.get(value, name, site, next),
            (member, after) => m.bind(property.value, member, frame, after),
          ),
        );
      }
      return completions;
    }
    case "ArrayPattern": {
      let completions: Completions = [normal(UNDEFINED, state)];
      for (const [at, element] of pattern.elements.entries()) {
        if (!element) continue;
        const site = { node: element, frame };
        completions = andThen(completions, (_, next) =>
          element.type === "RestElement"
            ? restOfList(m, value, at, element.argument, frame, next)
            : andThen(m.get(value, String(at), site, next), (item, after) => m.bind(element, item, frame, after)),
        );
      }
      return completions;
    }
    case "TSParameterProperty": {
      const target = pattern.parameter;
      const name = target.type === "AssignmentPattern" ? target.left : target;
      return andThen(m.bind(target, value, frame, state), (_, next) =>
        name.type === "Identifier"
          ? andThen(m.expression(name, frame, next), (held, after) => [
              normal(UNDEFINED, assignField(frame.self, name.name, held, after)),
            ])
          : [normal(UNDEFINED, next)],
      );
    }
    case "RestElement":
      return m.bind(pattern.argument, value, frame, state);
    case "MemberExpression":
      return andThen(m.expression(pattern.object, frame, state), (object, next) => {
        const name = memberKey(pattern.property, pattern.computed);
        if (name !== undefined)
          return [normal(UNDEFINED, assignField(object, name, value, next, { node: pattern, frame }))];
        return andThen(m.expression(pattern.property, frame, next), (key, after) => [
          normal(UNDEFINED, assignField(object, key.kind === "constant" ? String(key.value) : undefined, value, after)),
        ]);
      });
    case "TSAsExpression":
    case "TSNonNullExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
      return m.bind(pattern.expression, value, frame, state);
    default:
      return [normal(UNDEFINED, state)];
  }
}

function withDefault(
  m: Machine,
  fallback: Node,
  value: Value,
  frame: Frame,
  state: State,
  next: (value: Value, state: State) => Completions,
): Completions {
  if (value.kind === "constant" && value.value === undefined)
    return andThen(m.expression(fallback, frame, state), next);
  if (value.kind === "union" && value.of.some((one) => one.kind === "constant" && one.value === undefined)) {
    const rest = alternatives(value).filter((one) => !(one.kind === "constant" && one.value === undefined));
    const others = rest.flatMap((one) => next(one, state));
    return [...andThen(m.expression(fallback, frame, state), next), ...others];
  }
  return next(value, state);
}

function restOf(
  m: Machine,
  value: Value,
  taken: readonly string[],
  target: Node,
  frame: Frame,
  state: State,
): Completions {
  const record = state.recordOf(value);
  if (!record) return m.bind(target, value.kind === "error" ? value : derived(shallowSources(value)), frame, state);
  const fields = new Map([...record.fields].filter(([name]) => !taken.includes(name)));
  const id = newId();
  return m.bind(target, { kind: "reference", id }, frame, state.put(id, { ...record, fields }));
}

function restOfList(m: Machine, value: Value, from: number, target: Node, frame: Frame, state: State): Completions {
  const list = state.listOf(value);
  if (!list) return m.bind(target, derived(shallowSources(value)), frame, state);
  const id = newId();
  const { items } = itemsOf(value, state);
  return m.bind(target, { kind: "reference", id }, frame, state.put(id, { ...list, items: items.slice(from) }));
}

/** `object.name = value`; without a name it may be any field. */
export function assignField(
  object: Value | undefined,
  name: string | undefined,
  value: Value,
  state: State,
  site?: CallSite,
): State {
  if (!object) return state;
  if (object.kind === "union") {
    let next = state;
    for (const one of object.of) if (!isNullish(one)) next = assignField(one, name, value, next, site);
    return next;
  }
  if (object.kind !== "reference") return state;
  const target = state.object(object);
  if (target.kind === "list") {
    const at = Number(name);
    if (name === "length") return state.put(object.id, { ...target, items: [], open: false });
    if (name !== undefined && Number.isInteger(at) && at < target.items.length) {
      const items = target.items.with(at, value);
      return state.put(object.id, { ...target, items });
    }
    return state.put(object.id, {
      ...target,
      items: withItem(target.items, value),
      open: target.open || name === undefined,
    });
  }
  if (site && name !== undefined && (target.brand === "reply" || target.brand === "context")) {
    const next = assignToReply(object, target, name, value, site, state);
    if (next) return next;
  }
  if (name === undefined) {
    const sources = [...target.sources, ...shallowSources(value)];
    const fields = new Map(target.fields);
    if (target.brand === "map") fields.set("*", value);
    // `logs[pod] = "Error: …"`: what its words tell, and what an object holds, is read under whatever name.
    else if (isRead(value)) fields.set("*", union([...(fields.get("*") ? [fields.get("*") as Value] : []), value]));
    return state.put(object.id, { ...target, fields, open: true, sources });
  }
  return state.put(object.id, { ...target, fields: new Map(target.fields).set(name, value) });
}

function isRead(value: Value): boolean {
  switch (value.kind) {
    case "text":
    case "json":
    case "reference":
      return true;
    case "constant":
      return typeof value.value === "string" && value.value !== "";
    case "union":
      return value.of.some(isRead);
    default:
      return false;
  }
}

/** Items that a list is known to hold; what comes after them is like the last one. */
const MAX_ITEMS = 12;

export function withItem(items: readonly Value[], ...added: readonly Value[]): readonly Value[] {
  return items.length + added.length > MAX_ITEMS
    ? [...items.slice(0, MAX_ITEMS - added.length), ...added]
    : [...items, ...added];
}
