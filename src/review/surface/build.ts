import path from "node:path";
import type { File } from "../../analysis/file.js";
import type { ToolExits } from "../../analysis/exits/exits.js";
import { exitsOfNamed, exitsOfTool } from "../../analysis/exits/flow-model.js";
import { ordinarySites } from "../../analysis/exits/queries.js";
import type { Site } from "../../analysis/flow/values.js";
import type { Model } from "../../analysis/model.js";
import type { Tool } from "../../analysis/tools/index.js";
import { isInside, type FunctionNode, type Node } from "../../syntax/tree.js";
import { groupBy } from "../report.js";
import { casesIn, servesSeveral, isForOther } from "./dispatch.js";
import { findingsAt, OtherFindings, seenByRules, type ExitSpans, type FindingsByFile, type Span } from "./findings.js";
import { joinedContract } from "./contract.js";
import { stepsOf } from "./path.js";
import { rowsOf, type Row } from "./rows.js";
import { summaryOf } from "./summary.js";
import { labelOf, WENT_WELL, type TriggerFacts } from "./triggers.js";
import {
  SURFACE_VERSION,
  type Exit,
  type ExitOutcome,
  type PathStep,
  type Place,
  type Surface,
  type SurfaceTool,
} from "./types.js";

type Draft = Omit<Exit, "findings" | "trigger"> & {
  readonly trigger: TriggerFacts;
  /** The operation that fails. */
  readonly work: Place | undefined;
  readonly steps: () => readonly PathStep[];
  readonly spans: ExitSpans;
};

interface ToolDraft extends Omit<SurfaceTool, "id" | "exits" | "findings"> {
  readonly exits: readonly Draft[];
  /** The functions that answer, by place. */
  readonly handlers: readonly string[];
  /** All functions that a call of the tool may run. */
  readonly entered: ReadonlySet<string>;
  /** The code that a call of the tool runs through, and its registration; asked for where findings are left. */
  readonly own: () => readonly (readonly [string, Span])[];
}

const ORDER: readonly ExitOutcome[] = ["success", "empty", "failure"];

/** Takes the models of a project's files one after the other, and makes the error surface of them. */
export class SurfaceBuilder {
  readonly #root: string;
  readonly #tools: ToolDraft[] = [];
  readonly #paths = new Map<Exit, () => readonly PathStep[]>();
  #files = 0;

  /** @param root the folder that the paths in the surface are relative to */
  constructor(root: string) {
    this.#root = root;
  }

  /** Adds one file; null where it has nothing to do with tools. */
  add(model: Model | null | undefined): void {
    this.#files++;
    if (!model) return;
    for (const tool of model.tools) this.#tools.push(...this.#drafts(tool, model.file));
  }

  /** The surface of everything that was added. */
  build(findings: FindingsByFile): Surface {
    const ids = new Map<string, number>();
    const drafts = this.#withoutCopies()
      .map(({ exits, ...draft }) => ({
        ...draft,
        exits: this.#finished(exits, findings),
      }))
      .sort((a, b) => compare(a.place.file, b.place.file) || a.place.line - b.place.line);
    const others = new OtherFindings(findings, this.#relative);
    const tools = drafts.map(({ handlers: _handlers, entered: _entered, own, ...tool }): SurfaceTool => {
      const base = `${tool.place.file}#${tool.name ?? "tool"}`;
      const count = (ids.get(base) ?? 0) + 1;
      ids.set(base, count);
      const atExits = tool.exits.flatMap((exit) => exit.findings);
      return { id: count === 1 ? base : `${base}~${count}`, ...tool, findings: others.in(own, atExits) };
    });
    const rest = others.left();
    return { version: SURFACE_VERSION, summary: summaryOf(this.#files, tools, rest), tools, findings: rest };
  }

  /** The way to an exit of the surface that was built, step by step. */
  pathOf(exit: Exit): readonly PathStep[] {
    return this.#paths.get(exit)?.() ?? [];
  }

  #finished(drafts: readonly Draft[], findings: FindingsByFile): Exit[] {
    return drafts
      .map(({ spans, trigger, work: _work, steps, ...draft }, at): Exit => {
        const found = findingsAt(spans, findings, this.#relative);
        const label =
          trigger.kind === "always" && draft.outcome === "success"
            ? WENT_WELL
            : labelOf(trigger, hasSpecialCase(drafts[at] as Draft, drafts));
        const exit = { ...draft, trigger: { ...trigger, label }, seenAs: seenByRules(draft, found), findings: found };
        this.#paths.set(exit, steps);
        return exit;
      })
      .sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
  }

  /**
   * A handler that is recognised by its type in one file, and registered under its name in another, is one tool; so is
   * an object that is a tool where it stands, and one again where it is registered.
   */
  #withoutCopies(): ToolDraft[] {
    const named = this.#tools.filter(({ name }) => name !== null);
    const byName = groupBy(named, ({ name }) => name ?? "");
    return this.#tools.filter((tool) => {
      const { name, handlers } = tool;
      if (handlers.length === 0) return true;
      if (name === null) return !handlers.every((handler) => named.some(({ entered }) => entered.has(handler)));
      const namesakes = byName.get(name) ?? [];
      const at = namesakes.indexOf(tool);
      return !namesakes.some(
        (other, index) => other !== tool && includes(other, tool) && isKnownBetter(other, tool, index < at),
      );
    });
  }

  #drafts(tool: Tool, file: File): ToolDraft[] {
    const whole = { name: tool.name ?? null, place: this.#place({ node: tool.registration, file }) };
    const joint = exitsOfTool(tool, file);
    const cases = servesSeveral(tool) ? casesIn(functionsOf(joint)) : new Map<string, Site>();
    if (cases.size === 0) {
      const own = (): ReturnType<ToolDraft["own"]> =>
        this.#located([{ node: tool.registration, file }, ...sitesOf(functionsOf(joint))]);
      return [{ ...whole, ...this.#shared(tool, joint), own, exits: this.#written(joint) }];
    }
    return [...cases].map(([name, site]) => {
      const tools = exitsOfNamed(name, tool, file).map((one): ToolExits => ({
        ...one,
        exits: one.exits.filter((exit) => !isForOther(exit, name, cases)),
      }));
      // What tells the tools apart belongs to none of them.
      const functions = [...functionsOf(tools)].filter(([fn, { filename }]) => {
        const around = [...cases.values()].find((one) => one.file.filename === filename && isInside(one.node, fn));
        return around === undefined;
      });
      return {
        name,
        place: this.#place(site),
        ...this.#shared(tool, tools),
        own: () => this.#located([site, ...sitesOf(new Map(functions))]),
        exits: this.#written(tools),
      };
    });
  }

  #shared(tool: Tool, tools: readonly ToolExits[]): Omit<ToolDraft, "name" | "place" | "own" | "exits"> {
    const entries = tools.flatMap(({ entry }) => entry ?? []);
    const [entry] = entries;
    return {
      framework: { name: tool.framework.name, certain: tool.certain },
      handler: entry ? this.#place(entry) : null,
      handlers: entries.map(keyOf),
      entered: new Set(sitesOf(functionsOf(tools)).map(keyOf)),
    };
  }

  #written(tools: readonly ToolExits[]): Draft[] {
    const ordinary = ordinarySites(tools);
    const drafts = tools.flatMap((tool) => rowsOf(tool, ordinary).map((row) => this.#draft(row, tool.entry)));
    // What a field says that differs from way to way is decided at run time.
    const joined = joinedBy(drafts, ({ trigger: { source, ...trigger }, ...draft }) => [
      ...placeAndWords(draft),
      ...[trigger, trigger.kind === "caught" ? null : source],
    ]);
    // Statuses that are answered alike are one way out.
    const alike = joinedBy(joined, ({ trigger: { source, statuses, ...trigger }, ...draft }) =>
      statuses.length > 0
        ? [...placeAndWords(draft), contractIn(draft), source]
        : [...placeAndWords(draft), trigger, source],
    );
    return alike.sort(bySource);
  }

  #draft(row: Row, entry: Site | undefined): Draft {
    const { outcome, seenAs, trigger, root, contract, message, instead, via, site } = row;
    const work = root?.operation.site;
    const shared = { outcome, seenAs, trigger, ...contract, message, instead, place: this.#place(site) };
    return {
      ...shared,
      work: work && this.#place(work),
      steps: () => stepsOf(row, entry).map(({ site: at, kind, text }) => ({ kind, text, place: this.#place(at) })),
      via: via.map((call) => this.#place(call)),
      spans: this.#spansOf(row),
    };
  }

  #spansOf({ site, via, made, seenAs }: Row): ExitSpans {
    return {
      own: [site.file.filename, this.#span(site)],
      via: this.#located(via),
      made: this.#located(made),
      seenAs,
    };
  }

  #located(sites: readonly Site[]): (readonly [string, Span])[] {
    return sites.map((site) => [site.file.filename, this.#span(site)] as const);
  }

  #span({ node, file }: { readonly node: Node; readonly file: File }): Span {
    const { lines } = file;
    const end = lines.place(node.range[1]);
    return { ...lines.place(node.range[0]), endLine: end.line, endColumn: end.column };
  }

  #place(site: Site): Place {
    const { line, column, endLine } = this.#span(site);
    return { file: this.#relative(site.file.filename), line, column, endLine };
  }

  #relative = (filename: string): string => path.relative(this.#root, filename).split(path.sep).join("/");
}

function functionsOf(tools: readonly ToolExits[]): ReadonlyMap<FunctionNode, File> {
  return new Map(tools.flatMap(({ run }) => [...run.functions]));
}

function sitesOf(functions: ReadonlyMap<FunctionNode, File>): Site[] {
  return [...functions].map(([node, file]) => ({ node, file }));
}

/** A function by its place: the same one, however often its file is parsed. */
function keyOf({ node, file }: Site): string {
  return `${file.filename}:${node.range[0]}`;
}

/** Drafts with equal keys become one. */
function joinedBy(drafts: readonly Draft[], keyOf: (draft: Draft) => unknown): Draft[] {
  return [...groupBy(drafts, (draft) => JSON.stringify(keyOf(draft))).values()].flatMap(([first, ...others]) =>
    first ? [others.reduce(joined, first)] : [],
  );
}

function joined(one: Draft, other: Draft): Draft {
  const statuses = [...new Set([...one.trigger.statuses, ...other.trigger.statuses])];
  // Of several operations that one block guards, the first one names the failure.
  const { work, steps, trigger } = one.work && other.work && inSource(other.work, one.work) < 0 ? other : one;
  return { ...one, ...joinedContract(one, other), work, steps, trigger: { ...trigger, statuses } };
}

function placeAndWords({ place, via, outcome, seenAs, message }: Omit<Draft, "trigger" | "work" | "steps">): unknown[] {
  return [place, via, outcome, seenAs, message];
}

function contractIn({ category, retryable, waitSeconds, code }: Omit<Draft, "trigger" | "work" | "steps">): unknown[] {
  return [category, retryable, waitSeconds, code];
}

/** In the order of the source, by the calls of the handler that lead to them. */
function bySource(one: Draft, other: Draft): number {
  const [first, second] = [one.via[0] ?? one.place, other.via[0] ?? other.place];
  return inSource(first, second) || inSource(one.place, other.place);
}

function inSource(one: Place, other: Place): number {
  return compare(one.file, other.file) || one.line - other.line || one.column - other.column;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Of two registrations of one handler, that is kept whose framework is known, or else the first. */
function isKnownBetter(one: ToolDraft, other: ToolDraft, isFirst: boolean): boolean {
  if (one.framework.certain !== other.framework.certain) return one.framework.certain;
  return isFirst || !includes(other, one);
}

/** A call of the one tool runs each handler of the other. */
function includes(one: ToolDraft, other: ToolDraft): boolean {
  return other.handlers.every((handler) => one.entered.has(handler));
}

/** Another exit answers a special case of the same failure. */
function hasSpecialCase(exit: Draft, exits: readonly Draft[]): boolean {
  return exits.some(
    ({ trigger }) =>
      trigger !== exit.trigger &&
      trigger.source === exit.trigger.source &&
      (trigger.kind === "status" || (trigger.kind === "caught" && trigger.condition !== null)),
  );
}
