/** The exits of a cell's tool as the flow interpreter computes them, in the words of what a run shows. */
import { entriesOf, HANDLER_ARGUMENTS } from "../../src/analysis/exits/entries.js";
import { Interpreter } from "../../src/analysis/flow/interpreter.js";
import type { Operation } from "../../src/analysis/flow/operations.js";
import type { Completion } from "../../src/analysis/flow/completions.js";
import type { State } from "../../src/analysis/flow/state.js";
import { alternatives, type Site, type Value } from "../../src/analysis/flow/values.js";
import { buildModel } from "../../src/model-of.js";
import type { Files } from "./code.js";
import { projectOf } from "./lint.js";

export interface ComputedExit {
  /** The name of the tool; undefined where one function answers for several. */
  readonly tool: string | undefined;
  readonly how: "return" | "throw";
  readonly isError: boolean | "unknown";
  /** What the text of the result looks like: any text where it is not known. */
  readonly text: RegExp;
  /** The source texts of the operations that failed on the way. */
  readonly failures: readonly string[];
  /**
   * The source texts of what stands before each catch on the way: failures that one catch has got are told apart no longer,
   * and one of them stands for all.
   */
  readonly guarded: readonly string[];
  /** Of those that were started, and that nothing waits for: they may fail unseen. */
  readonly pending: readonly string[];
  /** False: a budget was spent, or something could not be followed. */
  readonly complete: boolean;
}

const ANY = "[\\s\\S]*";
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");

function patternOf(value: Value | undefined): string {
  switch (value?.kind) {
    case "constant":
      return escaped(String(value.value));
    case "text":
      return value.parts.map((part) => (typeof part === "string" ? escaped(part) : patternOf(part))).join("");
    case "union":
      return `(?:${value.of.map(patternOf).join("|")})`;
    default:
      return ANY;
  }
}

/** The text of a result: a string, or what its content blocks hold. */
function textOf(value: Value, state: State): string {
  if (value.kind === "union") return `(?:${value.of.map((one) => textOf(one, state)).join("|")})`;
  const record = state.recordOf(value);
  if (!record) return patternOf(value);
  const content = record.fields.get("content");
  const list = content && state.listOf(content);
  if (!list || list.open) return ANY;
  return list.items.map((item) => patternOf(state.recordOf(item)?.fields.get("text"))).join("\\n");
}

function flagOf(value: Value, state: State): boolean | "unknown" {
  const flags = alternatives(value).map((one): boolean | "unknown" => {
    const record = state.recordOf(one);
    if (!record) return one.kind === "derived" ? "unknown" : false;
    const flag = record.fields.get("isError");
    if (!flag) return record.open ? "unknown" : false;
    return flag.kind === "constant" ? flag.value === true : "unknown";
  });
  const [first = "unknown"] = flags;
  return flags.every((flag) => flag === first) ? first : "unknown";
}

const sourceOf = ({ site: { node, file } }: Operation): string => file.text.slice(...node.range);

/** What a `catch` block or a rejection handler catches the failures of. */
function guardedBy(site: Site | undefined): string[] {
  if (!site) return [];
  const { node, file } = site;
  const guarded = node.type === "CatchClause" ? node.parent.block : node;
  return [file.text.slice(...guarded.range)];
}

/** Operations whose promises nobody has asked for. */
function pendingIn(state: State): Operation[] {
  return state.started.flatMap((id) => {
    const slot = state.slot(id);
    return slot?.kind === "promise-state" && !slot.handled && slot.state.settled === "pending"
      ? [slot.state.operation]
      : [];
  });
}

function exitOf(tool: string | undefined, { how, value, state }: Completion, complete: boolean): ComputedExit {
  const isThrow = how === "throw";
  return {
    tool,
    how: isThrow ? "throw" : "return",
    isError: isThrow ? true : flagOf(value, state),
    text: new RegExp(`^${isThrow ? ANY : textOf(value, state)}$`, "u"),
    failures: state.failures.map(({ operation }) => sourceOf(operation)),
    guarded: state.failures.flatMap((failure) => guardedBy(state.caught.get(failure))),
    pending: pendingIn(state).map(sourceOf),
    complete,
  };
}

/** The exits of all tools that are registered in the files. */
export function exitsOf(files: Files): ComputedExit[] {
  const { project, parse, sources } = projectOf(files);
  const interpreter = new Interpreter();
  return [...sources].flatMap(([file, text]) => {
    const parsed = parse(text, file);
    if (!parsed.ok) throw new Error(`${file}: ${parsed.failure.message}`);
    const model = buildModel(file, parsed.source, project);
    if (!model) return [];
    return model.tools.flatMap((tool) =>
      entriesOf(tool, model.file, interpreter).flatMap((entry) => {
        const run = interpreter.run(entry.handler, HANDLER_ARGUMENTS, entry.site);
        return run.completions.map((completion) => exitOf(tool.name, completion, run.complete));
      }),
    );
  });
}
