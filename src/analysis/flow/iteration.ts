import type { TSESTree } from "@typescript-eslint/types";
import { parentOf, type Loop, type Node } from "../../syntax/tree.js";
import { operationOf } from "./operate.js";
import { isNotIterable } from "./error-pages.js";
import type { Frame } from "./frames.js";
import type { CallSite, Machine } from "./machine.js";
import { missingMember } from "./members.js";
import { merge, normal, andThen, type Completion, type Completions } from "./completions.js";
import type { State } from "./state.js";
import { derived, shallowSources, UNDEFINED, type Source, type Value } from "./values.js";

/** A loop is taken for no iteration, the first one, and a later one. */
export function iterate(m: Machine, node: Loop, frame: Frame, state: State): Completions {
  switch (node.type) {
    case "ForOfStatement":
    case "ForInStatement":
      return overItems(m, node, frame, state);
    case "WhileStatement":
      return whileTrue(m, { test: node.test, body: node.body, update: undefined }, frame, [normal(UNDEFINED, state)]);
    case "DoWhileStatement":
      return whileTrue(
        m,
        { test: node.test, body: node.body, update: undefined },
        frame,
        round(m, node.body, frame, state),
      );
    default: {
      const { init } = node;
      const start: Completions = !init
        ? [normal(UNDEFINED, state)]
        : init.type === "VariableDeclaration"
          ? m.statement(init, frame, state)
          : m.expression(init, frame, state);
      return whileTrue(m, { test: node.test, body: node.body, update: node.update }, frame, start);
    }
  }
}

interface Counted {
  readonly test: Node | null;
  readonly body: Node;
  readonly update: Node | null | undefined;
}

/** Iterations that are run one by one; what goes on after them is taken for the last one. */
const ITERATIONS = 2;

function whileTrue(m: Machine, loop: Counted, frame: Frame, start: Completions): Completions {
  const done: Completion[] = [];
  let open: Completion[] = [];
  const sort = (completions: Completions): void => {
    for (const one of completions) {
      if (one.how === "normal") open.push(one);
      else if (one.how === "break" && one.label === undefined) done.push(normal(UNDEFINED, one.state));
      else done.push(one);
    }
  };
  sort(start);
  for (let at = 0; at <= ITERATIONS && open.length > 0; at++) {
    const entering: State[] = [];
    for (const { state } of fewer(open))
      for (const one of loop.test
        ? m.test(loop.test, frame, state)
        : [normal({ kind: "constant", value: true }, state)])
        if (one.how !== "normal") done.push(one);
        else if (one.value.kind === "constant" && one.value.value === true) entering.push(one.state);
        else done.push(normal(UNDEFINED, one.state));
    open = [];
    if (at === ITERATIONS) {
      // A later iteration ends like these; without a test only a `break` leaves the loop.
      if (loop.test) for (const state of entering) done.push(normal(UNDEFINED, state));
      break;
    }
    for (const state of entering)
      sort(
        andThen(round(m, loop.body, frame, state), (_, next) =>
          loop.update
            ? andThen(m.expression(loop.update, frame, next), (__, after) => [normal(UNDEFINED, after)])
            : [normal(UNDEFINED, next)],
        ),
      );
  }
  return merge(done);
}

/** States that a later iteration starts from. */
const WIDTH_OF_LATER = 2;

function fewer(open: readonly Completion[]): Completions {
  return open.length <= WIDTH_OF_LATER ? open : merge(open, WIDTH_OF_LATER);
}

/** One iteration; `continue` ends it, `break` leaves the loop. */
function round(m: Machine, body: Node, frame: Frame, state: State): Completions {
  const loop = parentOf(body);
  const around = loop && parentOf(loop);
  const label = around?.type === "LabeledStatement" ? around.label.name : undefined;
  return merge(
    m
      .statement(body, frame, state)
      .map((one) =>
        one.how === "normal" || (one.how === "continue" && (one.label === undefined || one.label === label))
          ? normal(UNDEFINED, one.state.goOn(state))
          : one,
      ),
  );
}

function overItems(
  m: Machine,
  node: TSESTree.ForOfStatement | TSESTree.ForInStatement,
  frame: Frame,
  state: State,
): Completions {
  const site: CallSite = { node: node.right, frame };
  const isAwaiting = node.type === "ForOfStatement" && node.await;
  return andThen(m.expression(node.right, frame, state), (given, first) =>
    andThen(
      isAwaiting || given.kind === "promise" ? stepsOf(m, given, site, first) : [normal(given, first)],
      (items, next) => {
        if (node.type === "ForOfStatement" && isNotIterable(items, m.checkedResponses))
          return missingMember(items, "next", site, next);
        const values = node.type === "ForInStatement" ? { items: [], open: true } : itemsOf(items, next);
        if (values.items.length === 0 && !values.open) return [normal(UNDEFINED, next)];
        const fresh = itemOf(items, node, next);
        return m.inLoop(node, () => {
          const done: Completion[] = values.open || values.items.length === 0 ? [normal(UNDEFINED, next)] : [];
          let open: Completions = [normal(UNDEFINED, next)];
          for (let at = 0; at < ITERATIONS && open.length > 0; at++) {
            const item =
              values.items[at] ??
              (values.open || values.items.length === 0 ? (values.items.at(-1) ?? fresh) : undefined);
            if (item === undefined) break;
            const passed: Completion[] = [];
            for (const before of fewer([...open]))
              for (const one of takeItem(m, node, withItem(item, node), frame, before.state)) {
                if (one.how === "normal") passed.push(one);
                else if (one.how === "break" && one.label === undefined) done.push(normal(UNDEFINED, one.state));
                else done.push(one);
              }
            open = passed;
            if (values.open || at + 1 >= values.items.length || at + 1 === ITERATIONS) done.push(...passed);
          }
          return merge(done);
        });
      },
    ),
  );
}

function takeItem(
  m: Machine,
  node: TSESTree.ForOfStatement | TSESTree.ForInStatement,
  item: Value,
  frame: Frame,
  state: State,
): Completions {
  const site: CallSite = { node: node.right, frame };
  const target = node.left.type === "VariableDeclaration" ? (node.left.declarations[0]?.id ?? node.left) : node.left;
  const isAwaiting = node.type === "ForOfStatement" && node.await;
  const values: Completions = isAwaiting ? m.await(item, site, state) : [normal(item, state)];
  return andThen(values, (value, next) =>
    andThen(m.bind(target, value, frame, next), (_, after) => round(m, node.body, frame, after)),
  );
}

/** `for await (const page of client.pages())`: each step may fail. */
function stepsOf(m: Machine, given: Value, site: CallSite, state: State): Completions {
  if (given.kind === "reference") return [normal(given, state)];
  if (given.kind === "promise") return m.await(given, site, state);
  const operation = operationOf(m, given, [], site, state);
  return [normal(derived([...shallowSources(given), { kind: "operation", operation }]), state)];
}

/** The known items of what is iterated over. */
export function itemsOf(value: Value, state: State): { readonly items: readonly Value[]; readonly open: boolean } {
  const list = state.listOf(value);
  if (list) return { items: list.items, open: list.open };
  const record = state.recordOf(value);
  if (record?.brand === "map") return { items: [...record.fields.values()], open: true };
  return { items: [], open: true };
}

/** An item that nothing is known of but where it comes from. */
export function itemOf(list: Value, loop: Node, state: State): Value {
  const object = state.objectOf(list);
  const sources: readonly Source[] = object ? object.sources : shallowSources(list);
  return derived([...sources, { kind: "item", loop }]);
}

/** The item of this iteration: what derives from it belongs to one item alone. */
function withItem(item: Value, loop: Node): Value {
  if (item.kind !== "derived") return item;
  return derived(
    [...item.sources, { kind: "item", loop }],
    item.key === undefined ? undefined : `${item.key}[]`,
    item.type,
  );
}
