import { enclosingFunction, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import { statesFailure } from "../flow/stated-failures.js";
import { sameValue, type Site } from "../flow/values.js";
import { memoised } from "../memoised.js";
import type { Model } from "../model.js";
import { chosenIn } from "./chosen.js";
import type { Exit } from "./exits.js";
import { leavingValue } from "./field-places.js";
import { rpcRunsIn } from "./flow-model.js";
import { valueOf } from "./places.js";
import { isMeantAsError } from "./wire.js";

/** One way in which a value leaves a function of the file as a whole, by a `return` or a `throw`. */
export interface Leaving {
  readonly exit: Exit;
  /** The value: of several that a conditional chooses from, the one. */
  readonly node: Node;
}

/** Every value that leaves a function of the file, and is what the model gets, or the result of it. */
export const leavingsOf = memoised((model: Model): readonly Leaving[] => {
  return exitsOf(model).flatMap((exit) => {
    const nodes = new Set(waysOut(exit).flatMap((site) => nodeIn(model, site) ?? []));
    return [...nodes].map((node) => ({ exit, node }));
  });
});

function exitsOf({ told, file }: Model): readonly Exit[] {
  return [
    ...told.tools.flatMap(({ exits, idle }) => [...exits, ...idle]),
    ...rpcRunsIn(file).flatMap(({ exits }) => exits),
  ];
}

function nodeIn({ told }: Model, site: Site): Node | undefined {
  const node = told.nodeAt(site);
  return node && unwrap(node);
}

/** The values by which an exit leaves the functions on its way. */
function waysOut({ at, value, state, visible }: Exit): readonly Site[] {
  const conditions = state.conditions();
  const passed = state.returns().flatMap((one) => (sameValue(one.value, value) ? [one.site] : []));
  const calls = visible.result?.calls?.sites() ?? [];
  return [
    ...calls.map(({ node, file }) => ({ node: leavingValue(node), file })),
    ...[...passed, ...(at ? [at] : [])].map((site) => chosenIn(argumentOf(site), conditions)),
  ];
}

function argumentOf(site: Site): Site {
  return site.node.type === "ThrowStatement" ? { node: site.node.argument, file: site.file } : valueOf(site);
}

/** The ways in which a value leaves. */
export function leavingsAt(node: Node, model: Model): readonly Leaving[] {
  const value = unwrap(node);
  return leavingsOf(model).filter((one) => one.node === value);
}

/** All that leaves there is one result: a call that makes others too has to tell them apart itself. */
export function isOneResult(leavings: readonly Leaving[]): boolean {
  return new Set(leavings.map(({ exit }) => kindOf(exit))).size === 1;
}

function kindOf(exit: Exit): string {
  const { visible, seen, state, failures } = exit;
  const flag = isMeantAsError(visible, state);
  const isFailure = flag || failures.length > 0 || visible.parts.some((part) => statesFailure(part, state));
  const made = visible.result?.made;
  return [seen, flag, isFailure, made?.file.filename, made?.node.range[0]].join();
}

/** Some run makes a complete result in the function, or has it from a call there. */
export function givesResult(fn: FunctionNode, model: Model): boolean {
  return exitsOf(model).some(({ visible: { result }, at }) => {
    const sites = result ? [result.made, ...(result.calls?.sites() ?? []), ...(at ? [at] : [])] : [];
    return sites.some(
      ({ node, file }) => file.filename === model.file.filename && enclosingFunction(node)?.range[0] === fn.range[0],
    );
  });
}

/** The places in the file where error results are put together; what is spread into a result is written elsewhere. */
export function errorResultsOf({ told }: Model): ReadonlySet<Node> {
  const returned = told.errors.filter(({ exit }) => exit.how === "return");
  const sites = returned.flatMap(({ site, exit }) => [
    site,
    ...(exit.visible.result ? [exit.visible.result.made] : []),
  ]);
  const nodes = told.each(sites.map((site) => ({ site }))).map(({ node }) => node);
  return new Set(nodes.filter(({ type }) => type === "ObjectExpression"));
}
