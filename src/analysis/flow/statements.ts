import type { TSESTree } from "@typescript-eslint/types";
import { isFunction, unwrap, type Node } from "../../syntax/tree.js";
import { cellOf, type Frame } from "./frames.js";
import { iterate } from "./iteration.js";
import { catchFailures, throwValue } from "./heap.js";
import type { Machine } from "./machine.js";
import { failureOf } from "./operations.js";
import { merge, normal, andThen, thrown, type Completion, type Completions } from "./completions.js";
import type { State } from "./state.js";
import { isNullish, FALSE, UNDEFINED, type Value } from "./values.js";
import { looselyEqual, noteToolName } from "./tests.js";

/** Functions are there from the start of their block. */
function hoist(list: readonly Node[], frame: Frame, state: State): State {
  let hoisted = state;
  for (const statement of list) {
    const fn = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (fn?.type !== "FunctionDeclaration" || !fn.id) continue;
    const variable = frame.file.bindings.variable(fn.id);
    if (variable)
      hoisted = hoisted.put(cellOf(variable, frame).id, {
        kind: "function",
        node: fn,
        frame,
        self: undefined,
        bound: [],
      });
  }
  return hoisted;
}

export function runStatements(m: Machine, list: readonly Node[], frame: Frame, state: State): Completions {
  let completions: Completions = [normal(UNDEFINED, hoist(list, frame, state))];
  for (const statement of list) {
    completions = andThen(completions, (_, next) => m.statement(statement, frame, next));
    if (!completions.some(({ how }) => how === "normal")) break;
  }
  return completions;
}

export function runStatement(m: Machine, node: Node, frame: Frame, state: State): Completions {
  // Where the budget is spent, the path ends: what would come is not known.
  if (!m.spend()) return [];
  const site = { node, file: frame.file };
  switch (node.type) {
    case "BlockStatement":
      return runStatements(m, node.body, frame, state);
    case "ExpressionStatement":
      return andThen(m.expression(node.expression, frame, state), (_, next) => [normal(UNDEFINED, next)]);
    case "VariableDeclaration":
      return declare(m, node, frame, state);
    case "ReturnStatement": {
      const values: Completions = node.argument
        ? m.expression(node.argument, frame, state)
        : [normal(UNDEFINED, state)];
      return andThen(values, (value, next) => [{ how: "return", value, state: next, at: site, label: undefined }]);
    }
    case "ThrowStatement":
      return andThen(m.expression(node.argument, frame, state), (value, next) =>
        // `throw last` behind a loop that fills `last`: a loop that never ran would throw nothing, and no code means to.
        isNullish(value) ? [] : throwValue(value, { node, frame }, next),
      );
    case "IfStatement":
      return branch(
        m.test(node.test, frame, state),
        (next) => m.statement(node.consequent, frame, next),
        (next) => (node.alternate ? m.statement(node.alternate, frame, next) : [normal(UNDEFINED, next)]),
      );
    case "TryStatement":
      return runTry(m, node, frame, state);
    case "SwitchStatement":
      return runSwitch(m, node, frame, state);
    case "LabeledStatement":
      return m
        .statement(node.body, frame, state)
        .map((one) => (one.how === "break" && one.label === node.label.name ? normal(UNDEFINED, one.state) : one));
    case "BreakStatement":
    case "ContinueStatement": {
      const how = node.type === "BreakStatement" ? "break" : "continue";
      return [{ how, value: UNDEFINED, state, at: site, label: node.label?.name }];
    }
    case "ForOfStatement":
    case "ForInStatement":
    case "ForStatement":
    case "WhileStatement":
    case "DoWhileStatement":
      return iterate(m, node, frame, state);
    case "ClassDeclaration":
      return declareClass(node, frame, state);
    case "ExportNamedDeclaration":
      return node.declaration ? m.statement(node.declaration, frame, state) : [normal(UNDEFINED, state)];
    default:
      return [normal(UNDEFINED, state)];
  }
}

/** Goes on with either branch, by how a test comes out. */
export function branch(
  tests: Completions,
  ifTrue: (state: State) => Completions,
  ifFalse: (state: State) => Completions,
): Completions {
  return andThen(tests, (value, state) =>
    value.kind === "constant" && value.value === true ? ifTrue(state) : ifFalse(state),
  );
}

function declare(m: Machine, node: TSESTree.VariableDeclaration, frame: Frame, state: State): Completions {
  let completions: Completions = [normal(UNDEFINED, state)];
  for (const { id, init } of node.declarations)
    completions = andThen(completions, (_, next) => {
      // `var` in a loop keeps its value; a declaration without one starts as undefined.
      const values: Completions = init ? m.expression(init, frame, next) : [normal(UNDEFINED, next)];
      return andThen(values, (value, after) => m.bind(id, m.typed(id, frame, value), frame, after));
    });
  return completions;
}

function declareClass(node: TSESTree.ClassDeclaration, frame: Frame, state: State): Completions {
  const variable = node.id && frame.file.bindings.variable(node.id);
  if (!variable) return [normal(UNDEFINED, state)];
  return [normal(UNDEFINED, state.put(cellOf(variable, frame).id, { kind: "class", node, frame }))];
}

function runTry(m: Machine, node: TSESTree.TryStatement, frame: Frame, state: State): Completions {
  const { handler, finalizer } = node;
  const block = (): Completions => m.statements(node.block.body, frame, state);
  let completions = handler ? m.guarded(frame, block) : block();
  if (handler) {
    // What helpers do about failures that nobody knows of tells nothing of the tool; and on one path one thing fails.
    const isOfEntry = frame.stack.depth === 1 || (frame.stack.depth === 2 && runsWhatItIsGiven(node, frame));
    if (isOfEntry && state.failures.length === 0 && (m.left <= 0 || !completions.some(({ how }) => how === "throw")))
      completions = [...completions, expectedFailure(node, frame, state)];
    const caught = (): Completions => merge(completions.flatMap((one) => runClause(m, handler, one, frame)));
    completions = isOfEntry ? m.beyond(caught) : caught();
  }
  if (finalizer)
    completions = merge(
      completions.flatMap((one): Completions =>
        m.statements(finalizer.body, frame, one.state).map((last): Completion => {
          if (last.how === "normal") return { ...one, state: last.state };
          // A way out of the block takes the place of the error.
          return one.how === "throw"
            ? { ...last, state: catchFailures({ ...one, state: last.state }, { node, file: frame.file }) }
            : last;
        }),
      ),
    );
  return completions;
}

/** `try { return await run(); } catch …` of a function that is given `run`: the clause of all handlers that go through it. */
function runsWhatItIsGiven({ block }: TSESTree.TryStatement, { block: fn, file }: Frame): boolean {
  const [statement, ...others] = block.body;
  if (!isFunction(fn) || !statement || others.length > 0 || statement.type !== "ReturnStatement") return false;
  const value = statement.argument && unwrap(statement.argument);
  const call = value?.type === "AwaitExpression" ? unwrap(value.argument) : value;
  const callee = call?.type === "CallExpression" ? unwrap(call.callee) : undefined;
  const variable = callee?.type === "Identifier" ? file.bindings.variable(callee) : undefined;
  const binding = variable && file.bindings.ofVariable(variable);
  return binding?.kind === "parameter" && binding.fn === fn;
}

function runClause(m: Machine, handler: TSESTree.CatchClause, one: Completion, frame: Frame): Completions {
  if (one.how !== "throw") return [one];
  const caught = catchFailures(one, { node: handler, file: frame.file });
  const bound: Completions = handler.param
    ? m.bind(handler.param, one.value, frame, caught)
    : [normal(UNDEFINED, caught)];
  return andThen(bound, (_, next) => m.statements(handler.body.body, frame, next));
}

/** What a clause is written for where nothing in the block is known to fail. */
function expectedFailure({ block }: TSESTree.TryStatement, frame: Frame, state: State): Completion {
  const site = { node: block, file: frame.file };
  const failure = failureOf(frame.stack.stepAt(site, { name: "the block", verb: "" }), "expected", "unknown");
  return thrown({ kind: "error", failure }, state.fail(failure), site);
}

function runSwitch(m: Machine, node: TSESTree.SwitchStatement, frame: Frame, state: State): Completions {
  const run = (from: number, start: State): Completions => {
    let completions: Completions = [normal(UNDEFINED, start)];
    for (const { consequent } of node.cases.slice(from)) {
      completions = andThen(completions, (_, next) => m.statements(consequent, frame, next));
      if (!completions.some(({ how }) => how === "normal")) break;
    }
    return completions.map((one) =>
      one.how === "break" && one.label === undefined ? normal(UNDEFINED, one.state) : one,
    );
  };
  return andThen(m.expression(node.discriminant, frame, state), (subject, first) => {
    const found: Completion[] = [];
    let open: readonly State[] = [first];
    for (const [at, { test }] of node.cases.entries()) {
      if (!test) continue;
      const next: State[] = [];
      for (const before of open)
        for (const one of compareCase(m, subject, test, frame, before))
          if (one.how !== "normal") found.push(one);
          else if (one.value === FALSE) next.push(one.state);
          else found.push(...run(at, one.state));
      open = merge(next.map((one) => normal(UNDEFINED, one))).map((one) => one.state);
    }
    const otherwise = node.cases.findIndex(({ test }) => !test);
    for (const rest of open) found.push(...(otherwise < 0 ? [normal(UNDEFINED, rest)] : run(otherwise, rest)));
    return merge(found);
  });
}

/** `case x:` holds or not: `switch (true)` has tests of its own. */
function compareCase(m: Machine, subject: Value, test: Node, frame: Frame, state: State): Completions {
  if (subject.kind === "constant" && subject.value === true && !isFunction(test)) return m.test(test, frame, state);
  return andThen(m.expression(test, frame, state), (value, next) => {
    noteToolName(m, subject, value);
    return looselyEqual({ left: subject, right: value, operator: "===", site: { node: test, frame } }, next);
  });
}
