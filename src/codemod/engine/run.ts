import { File } from "../../analysis/file.js";
import { Model } from "../../analysis/model.js";
import { isNeverStarted } from "../../analysis/started/never-started.js";
import type { Project } from "../../analysis/project/project.js";
import { applyEdits, overlap, type Edit } from "../../edits/edit.js";
import { Directives } from "../../lint/directives.js";
import { buildModel, modelOfFile } from "../../model-of.js";
import { LineTable } from "../../syntax/line-table.js";
import { enclosingFunction, type Node } from "../../syntax/tree.js";
import { anchorOf } from "../../edits/anchor.js";
import { keepComments } from "../../edits/comments.js";
import { hasMarker, markerEdit } from "./markers.js";
import { originalOffset } from "./positions.js";
import { dropUncalled, dropUnused, usedNames } from "./unused-names.js";
import type { Plan, Transform, TransformName, TransformOptions } from "./transform.js";
import { Writer } from "../../edits/writer.js";
import type { Category } from "../../contract/categories.js";

/** What became of one finding. */
export interface Change {
  readonly transform: TransformName;
  /**
   * `rewritten`: the text was changed. `marked`: a person has to decide, and a marker now stands above the statement.
   * `left`: nothing was changed, because a marker stands there already or a directive keeps the finding back.
   */
  readonly outcome: "rewritten" | "marked" | "left";
  /** The rule whose finding it is, without the namespace. */
  readonly ruleId: string;
  /** Of the finding in the text that was given; 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** The name of the tool whose failure it is; undefined where this file does not show it. */
  readonly tool: string | undefined;
  /** A sentence: why it was rewritten so; for `marked` and `left` what has to be decided. */
  readonly why: string;
  /** The category that was written; `from-error` where the helper decides at run time. */
  readonly category?: Category | "from-error";
  /** What the failure says, where nothing but its category is to be decided. */
  readonly question?: string;
}

export interface Rewrite {
  /** The identical string where nothing was changed. */
  readonly text: string;
  /** In source order. */
  readonly changes: readonly Change[];
  /** The new text calls the helper: the project needs the dependency, or the vendored file. */
  readonly usesHelper: boolean;
  /** From where a later run can go on. */
  readonly progress: Progress;
}

type Placed = Change & { readonly at: number };

/** What a run has made of a text, and by which steps. Plain data: it goes to a worker. */
export interface Progress {
  /** With imports that nothing uses any more. */
  readonly text: string;
  readonly history: readonly (readonly Edit[])[];
  readonly changes: readonly Placed[];
  readonly usesHelper: boolean;
  /** The names that were used before. */
  readonly used: ReadonlySet<string>;
}

export interface RunOptions extends TransformOptions {
  /** Under which specifier this file imports the helper. */
  readonly specifier: string;
}

/** One change can lay open another one; more rounds than this mean that two transforms undo each other's work. */
const MAX_ROUNDS = 12;

/** The text of a file cannot be parsed, before or after the rewrite. `message` names the file, the place and the cause. */
export class RewriteError extends Error {
  override name = "RewriteError";
}

/**
 * Runs transforms over one text until none of them finds anything more to do, then puts up the markers.
 *
 * @param before what an earlier run has made of the same text: this one goes on from there
 * @throws {RewriteError} if the text cannot be parsed, or if the result could not be
 */
export function runTransforms(
  source: string,
  filename: string,
  project: Project,
  transforms: readonly Transform[],
  options: RunOptions,
  before?: Progress,
): Rewrite {
  const mark = source.charCodeAt(0) === 0xfeff ? "\ufeff" : "";
  let text = before?.text ?? source.slice(mark.length);
  const lines = new LineTable(source.slice(mark.length));
  const history = [...(before?.history ?? [])];
  const changes = [...(before?.changes ?? [])];
  let usesHelper = before?.usesHelper ?? false;
  let used = before?.used ?? new Set<string>();
  let original: File | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const model = modelOfText(text, filename, project, round === 0 && history.length === 0);
    if (!model) break;
    if (round === 0) original = model.file;
    const isFirst = round === 0 && !before;
    if (isFirst) used = usedNames(model.file);
    const found = planRound(model, transforms, options);
    // A builder that nobody calls any more needs no marker.
    const uncalled = found.rewritten.length === 0 && !isFirst ? dropUncalled(model.file, used) : [];
    const isLast = found.rewritten.length === 0 && uncalled.length === 0;
    const edits = isLast ? found.markers : [...found.edits, ...uncalled];
    if (isLast) changes.push(...found.undecided.map(located));
    else changes.push(...found.rewritten.map(located));
    usesHelper ||= found.usesHelper;
    if (edits.length > 0) {
      text = applyEdits(text, edits);
      history.push(edits);
    }
    if (isLast) break;
  }
  const progress: Progress = { text, history, changes, usesHelper, used };
  const rest = { changes: sorted(changes), usesHelper, progress };
  if (history.length === 0) return { text: source, ...rest };
  // What happens to the files is for the caller to say: the others are read beside this one as it is.
  if (original) project.add(original);
  const result = parses(text, filename, project);
  if (!result.ok) throw new RewriteError(BROKEN(filename));
  text = applyEdits(text, dropUnused(new File(filename, result.source, project), used));
  return { text: mark + text, ...rest };

  function located({ at, ...found }: Found): Placed {
    const offset = originalOffset(at, history);
    return { ...found, ...lines.place(offset), at: offset };
  }
}

const BROKEN = (filename: string): string =>
  `${filename}: the rewritten text can't be parsed, which is a bug in the transforms. Leave the file unchanged and report it.`;

function sorted(changes: readonly Placed[]): Change[] {
  return [...changes].sort((a, b) => a.at - b.at).map(({ at: _, ...change }) => change);
}

function parses(text: string, filename: string, project: Project) {
  return project.options.parse(text, filename);
}

/** The model of a text. A rewritten one stands in for the file on the disk: tools of other files run through it as it is now. */
function modelOfText(text: string, filename: string, project: Project, isOnDisk: boolean): Model | null {
  const known = isOnDisk ? project.parsed(filename, text) : undefined;
  if (known) return modelOfFile(known);
  const result = parses(text, filename, project);
  if (!result.ok) {
    const { message, line, column } = result.failure;
    if (!isOnDisk) throw new RewriteError(BROKEN(filename));
    throw new RewriteError(`${filename}:${line}:${column}: the file cannot be parsed: ${message}`);
  }
  if (isOnDisk) return buildModel(filename, result.source, project);
  const file = new File(filename, result.source, project);
  project.begin();
  project.add(file);
  const model = new Model(file);
  return model.context.isMcp || model.tools.length > 0 ? model : null;
}

type Found = Omit<Change, "line" | "column"> & { readonly at: number };

interface Round {
  readonly rewritten: readonly Found[];
  readonly edits: readonly Edit[];
  readonly undecided: readonly Found[];
  readonly markers: readonly Edit[];
  readonly usesHelper: boolean;
}

/**
 * What transforms would change in a file, by the findings: nothing is changed, and what a change lays open is not looked at.
 *
 * @returns the rule (without the namespace) and the node of each finding, and the transform that would change it
 */
export function rewritable(
  model: Model,
  transforms: readonly Transform[],
  options: RunOptions,
): (Pick<Plan, "ruleId" | "node"> & { readonly transform: Transform })[] {
  const { file } = model;
  const writer = new Writer(file, options.specifier, options.dialect, options.answers);
  const directives = new Directives(file.comments(), file.lines);
  return transforms
    .flatMap((transform) => [...transform.plan(model, writer, options)].map((plan) => ({ ...plan, transform })))
    .filter((plan) => plan.edits.length > 0 && !isNeverStarted(plan.node, file) && !isKeptBack(plan, directives, file));
}

function isKeptBack({ node, ruleId }: Plan, directives: Directives, file: File): boolean {
  const id = `mcp-errors/${ruleId}`;
  if (directives.settingOf(id)?.severity === 0) return true;
  return directives.suppressionsOf(id, file.lines.place(node.range[0])).length > 0;
}

/** Everything that can be done at once: of plans for the same place the first wins, the others come up again. */
function planRound(model: Model, transforms: readonly Transform[], options: RunOptions): Round {
  const { file } = model;
  const writer = new Writer(file, options.specifier, options.dialect, options.answers);
  const directives = new Directives(file.comments(), file.lines);
  const rewritten: Found[] = [];
  const undecided: Found[] = [];
  const edits: Edit[] = [];
  const markers = new Map<Node, Edit>();
  const shared = new Set<readonly Edit[]>();
  for (const transform of transforms) {
    for (const plan of transform.plan(model, writer, options)) {
      if (isNeverStarted(plan.node, file)) continue;
      if (options.tools && !options.tools.includes(toolNameAt(plan.node, model) ?? "")) continue;
      if (isKeptBack(plan, directives, file)) {
        undecided.push(describe(transform, plan, "left", "A directive suppresses this finding."));
        continue;
      }
      if (plan.edits.length > 0) {
        // Two findings that one change mends share its edits.
        if (!shared.has(plan.edits)) {
          const whole = [...keepComments(plan.edits, file), ...plan.edits];
          if (overlap(whole, edits)) continue;
          edits.push(...whole);
          shared.add(plan.edits);
        }
        rewritten.push(describe(transform, plan, "rewritten"));
        continue;
      }
      const anchor = anchorOf(plan.node, file);
      const isThere = hasMarker(anchor, file);
      if (!isThere && !markers.has(anchor)) markers.set(anchor, markerEdit(anchor, plan.why, file));
      undecided.push(describe(transform, plan, isThere ? "left" : "marked"));
    }
  }
  const needs = writer.needs(edits);
  return {
    rewritten,
    edits: [...edits, ...needs.edits],
    undecided,
    markers: [...markers.values()],
    usesHelper: needs.usesHelper,
  };

  function describe({ name }: Transform, plan: Plan, outcome: Change["outcome"], why = plan.why): Found {
    const { node, ruleId, category, question } = plan;
    return {
      transform: name,
      outcome,
      ruleId,
      tool: toolNameAt(node, model),
      why,
      at: node.range[0],
      ...(category === undefined || outcome !== "rewritten" ? {} : { category }),
      ...(question === undefined || outcome === "rewritten" ? {} : { question }),
    };
  }
}

/** The tool whose handler a node stands in, or works for. */
function toolNameAt(node: Node, model: Model): string | undefined {
  for (let fn = enclosingFunction(node); fn; fn = enclosingFunction(fn)) {
    const name = model.reached.get(fn)?.tool?.name;
    if (name !== undefined) return name;
  }
  return undefined;
}
