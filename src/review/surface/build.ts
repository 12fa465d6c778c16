import path from "node:path";
import type { File } from "../../analysis/file.js";
import type { Model } from "../../analysis/model.js";
import type { Tool } from "../../analysis/tools/index.js";
import { modelOfFile } from "../../model-of.js";
import type { Node } from "../../syntax/tree.js";
import { groupBy } from "../report.js";
import { ExitCollector, functionKey, type Decider, type FoundExit, type Site } from "./collect.js";
import { branchOf, isDispatcher } from "./dispatch.js";
import { withCallees } from "./entered.js";
import { entriesOf } from "./entries.js";
import { findingsAt, OtherFindings, seenByRules, type ExitSpans, type FindingsByFile, type Span } from "./findings.js";
import { summaryOf } from "./summary.js";
import { labelOf, WENT_WELL, type TriggerFacts } from "./triggers.js";
import {
  SURFACE_VERSION,
  type Exit,
  type ExitFinding,
  type ExitOutcome,
  type Place,
  type Surface,
  type SurfaceTool,
} from "./types.js";

type Draft = Omit<Exit, "findings" | "trigger"> & { readonly trigger: TriggerFacts; readonly spans: ExitSpans };

interface ToolDraft extends Omit<SurfaceTool, "id" | "exits" | "findings"> {
  readonly exits: readonly Draft[];
  /** The functions that answer, by place. */
  readonly handlers: readonly string[];
  /** All functions that were entered from them. */
  readonly entered: ReadonlyMap<string, Decider>;
  /** The code that a call of the tool runs through, and its registration; asked for where findings are left. */
  readonly own: () => readonly (readonly [string, Span])[];
}

const ORDER: readonly ExitOutcome[] = ["success", "empty", "failure"];

/** Takes the models of a project's files one after the other, and makes the error surface of them. */
export class SurfaceBuilder {
  readonly #root: string;
  readonly #tools: ToolDraft[] = [];
  readonly #models = new WeakMap<File, Model | null>();
  #files = 0;

  /** @param root the folder that the paths in the surface are relative to */
  constructor(root: string) {
    this.#root = root;
  }

  /** Adds one file; null where it has nothing to do with tools. */
  add(model: Model | null | undefined): void {
    this.#files++;
    if (!model) return;
    this.#models.set(model.file, model);
    for (const tool of model.tools) this.#tools.push(...this.#drafts(tool, model.file));
  }

  /** The surface of everything that was added. */
  build(findings: FindingsByFile): Surface {
    const ids = new Map<string, number>();
    const drafts = this.#withoutCopies()
      .map(({ exits, ...draft }) => ({
        ...draft,
        exits: finish(exits, (spans) => findingsAt(spans, findings, this.#relative)),
      }))
      .sort((a, b) => compare(a.place.file, b.place.file) || a.place.line - b.place.line);
    const others = new OtherFindings(
      findings,
      drafts.flatMap(({ exits }) => exits.flatMap((exit) => exit.findings)),
      this.#relative,
    );
    const tools = drafts.map(({ handlers: _handlers, entered: _entered, own, ...tool }): SurfaceTool => {
      const base = `${tool.place.file}#${tool.name ?? "tool"}`;
      const count = (ids.get(base) ?? 0) + 1;
      ids.set(base, count);
      return { id: count === 1 ? base : `${base}~${count}`, ...tool, findings: others.in(own) };
    });
    const rest = others.left();
    return { version: SURFACE_VERSION, summary: summaryOf(this.#files, tools, rest), tools, findings: rest };
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

  #modelOf = (file: File): Model | null => {
    const known = this.#models.get(file);
    if (known !== undefined) return known;
    const model = modelOfFile(file);
    this.#models.set(file, model);
    return model;
  };

  #drafts(tool: Tool, file: File): ToolDraft[] {
    const collector = new ExitCollector(tool, this.#modelOf);
    const entries = entriesOf(tool, file);
    for (const entry of entries) collector.enter(entry);
    const [entry] = entries;
    const shared = {
      framework: { name: tool.framework.name, certain: tool.certain },
      handler: entry ? this.#place({ node: entry.fn, file: entry.env.file }) : null,
      handlers: entries.map(({ fn, env }) => functionKey(fn, env.file)),
      entered: collector.entered,
    };
    const whole = { name: tool.name ?? null, place: this.#place({ node: tool.registration, file }) };
    const { exits } = collector;
    const entered = [...collector.entered.values()];
    const names = isDispatcher(tool)
      ? [...new Set([...collector.cases.keys(), ...exits.flatMap(({ branch }) => branch ?? [])])]
      : [];
    if (names.length === 0) {
      const own = (): ReturnType<ToolDraft["own"]> =>
        this.#located([{ node: tool.registration, file }, ...sitesOf(entered)]);
      return [{ ...whole, ...shared, own, exits: this.#written(exits) }];
    }
    return names.map((name) => {
      const ends = exits.filter(({ branch }) => branch === undefined || branch.includes(name));
      const first = ends
        .flatMap((exit) => [...exit.via, exit as Site])
        .find(({ node }) => branchOf(node)?.includes(name) === true);
      const its = collector.cases.get(name);
      const site = first ?? its;
      return {
        ...shared,
        name,
        place: site ? this.#place(site) : whole.place,
        own: () =>
          this.#located([...(its ? [its] : []), ...sitesOf(entered.filter(({ branch }) => branch?.includes(name)))]),
        exits: this.#written(ends),
      };
    });
  }

  #written(exits: readonly FoundExit[]): Draft[] {
    const seen = new Set<string>();
    return exits.flatMap((exit) => {
      const { outcome, seenAs, trigger, contract, message, instead, via, literal } = exit;
      const place = this.#place(exit);
      const key = JSON.stringify([place, trigger, outcome, seenAs, contract, message]);
      if (seen.has(key)) return [];
      seen.add(key);
      const spans: ExitSpans = {
        own: [exit.file.filename, this.#span(exit)],
        via: this.#located(via),
        literal: literal && ([literal.file.filename, this.#span(literal)] as const),
        seenAs,
      };
      return [
        {
          outcome,
          seenAs,
          trigger,
          ...contract,
          message,
          instead,
          place,
          via: via.map((site) => this.#place(site)),
          spans,
        },
      ];
    });
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

function sitesOf(entered: readonly Decider[]): Site[] {
  return withCallees(entered).map(({ fn, env }) => ({ node: fn, file: env.file }));
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

function finish(drafts: readonly Draft[], findingsOf: (spans: ExitSpans) => ExitFinding[]): Exit[] {
  return drafts
    .map(({ spans, trigger, ...draft }, at): Exit => {
      const found = findingsOf(spans);
      const label =
        trigger.kind === "always" && draft.outcome === "success"
          ? WENT_WELL
          : labelOf(trigger, hasSpecialCase(drafts[at] as Draft, drafts));
      return { ...draft, trigger: { ...trigger, label }, seenAs: seenByRules(draft, found), findings: found };
    })
    .sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
}
