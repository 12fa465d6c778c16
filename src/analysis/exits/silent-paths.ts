import type { TSESTree } from "@typescript-eslint/types";
import { contains, enclosingFunction, isInside, sameNodeIn, walkSameFunction, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import type { Site } from "../flow/values.js";
import { exemptionOf } from "../policy/exemptions.js";
import type { Lost } from "../policy/lost.js";
import { canComplete } from "../values/flow.js";
import { conveyanceOf } from "./conveyance.js";
import type { Exit } from "./exits.js";
import { exitsThrough } from "./flow-model.js";
import { wordsOf } from "./words.js";

/** How a catch block leaves after a failure of which the model then reads nothing. */
export interface SilentPaths {
  /** The values of `return` statements, each with the words that the model reads instead. */
  readonly returns: ReadonlyMap<TSESTree.Expression, string>;
  /** One of these values includes the error on another path. */
  readonly isMixed: boolean;
  /** The function goes on after the block. */
  readonly fallsThrough: boolean;
}

/**
 * The silent paths through a catch block, of all tools whose calls run through the file. Where none of them is known to be
 * silent, as something on the way cannot be seen into: those that do not report the failure.
 */
export function silentPathsOf(block: TSESTree.CatchClause, file: File): SilentPaths {
  const silent = new Map<TSESTree.Expression, string>();
  const reporting = new Set<TSESTree.Expression | "after">();
  let fallsThrough = false;
  for (const { exits } of exitsThrough(file))
    for (const exit of exits)
      for (const failure of exit.failures) {
        const caughtAt = exit.state.caught.get(failure);
        if (!caughtAt || nodeIn(file, caughtAt) !== block) continue;
        const value = valueReturned(exit, block, file);
        const reports = reportOf({ failure, exit, others: exits, caughtAt });
        if (reports === true) reporting.add(value ?? "after");
        else if (reports === false && value) silent.set(value, `${silent.get(value) ?? ""} ${wordsRead(exit)}`);
        else if (reports === false && canComplete(block.body)) fallsThrough = true;
      }
  if (silent.size === 0 && !fallsThrough) {
    for (const value of valuesReturnedIn(block))
      if (!reporting.has(value) && !holdsError(value, block)) silent.set(value, file.textOf(value));
    fallsThrough = canComplete(block.body) && !reporting.has("after");
  }
  return { returns: silent, isMixed: [...silent.keys()].some((value) => reporting.has(value)), fallsThrough };
}

/** Whether the model learns of the failure, or need not; undefined where that cannot be seen. */
function reportOf(lost: Lost): boolean | undefined {
  const { exit, failure } = lost;
  if (exit.seen === "unknown") return undefined;
  const conveyance = exit.seen === "result" ? conveyanceOf(exit, failure) : "error";
  if (conveyance === "unknown") return undefined;
  return conveyance !== "none" || exemptionOf(lost) !== undefined;
}

/** The value of the last `return` of the block that an exit passes. */
function valueReturned(exit: Exit, block: TSESTree.CatchClause, file: File): TSESTree.Expression | undefined {
  const sites = [...(exit.at ? [exit.at] : []), ...exit.state.returns().map(({ site }) => site)];
  for (const site of sites) {
    const node = nodeIn(file, site);
    if (node?.type !== "ReturnStatement" || !node.argument || !isInside(node, block.body)) continue;
    if (enclosingFunction(node) === enclosingFunction(block)) return node.argument;
  }
  return undefined;
}

function holdsError(value: Node, { param }: TSESTree.CatchClause): boolean {
  if (param?.type !== "Identifier") return false;
  return contains(value, (node) => node.type === "Identifier" && node.name === param.name);
}

function valuesReturnedIn({ body }: TSESTree.CatchClause): TSESTree.Expression[] {
  const values: TSESTree.Expression[] = [];
  walkSameFunction(body, (node) => {
    if (node.type === "ReturnStatement" && node.argument) values.push(node.argument);
  });
  return values;
}

/** The node of this file's tree that stands at a site. */
function nodeIn(file: File, site: Site): Node | undefined {
  if (site.file === file) return site.node;
  return site.file.filename === file.filename ? sameNodeIn(file.ast, site.node) : undefined;
}

function wordsRead({ visible, state }: Exit): string {
  return visible.parts.map((part) => wordsOf(part, state)).join(" ");
}
