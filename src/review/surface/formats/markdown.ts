import { codeSpan, escapeMarkdown } from "../../escape.js";
import { count } from "../../report.js";
import type { Exit, ExitFinding, Place, Surface, SurfaceTool } from "../types.js";
import { titleOf, type SurfaceContext } from "./context.js";
import { gets, SEEN_AS, unresolvedIn } from "./words.js";

type Link = SurfaceContext["link"];

/** Words in a cell of a table. */
function cell(text: string): string {
  return escapeMarkdown(text);
}

/** Code in a cell: a bar would end the cell even between back-ticks. */
function code(text: string): string {
  return codeSpan(text).replaceAll("|", "\\|");
}

/** A place, as a link where there is an address for it. */
function placed({ file, line }: Pick<Place, "file" | "line">, link: Link): string {
  const text = code(`${file}:${line}`);
  return link ? `[${text}](<${link(file, line).replace(/[<>]/gu, encodeURIComponent)}>)` : text;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [row(head), row(head.map(() => "---")), ...rows.map(row)];
}

function exitRow(exit: Exit, link: Link): string[] {
  const { trigger, place, code: errorCode, findings } = exit;
  const rules = [...new Set(findings.map(({ rule }) => rule.replace("mcp-errors/", "")))];
  return [
    trigger.condition !== null && trigger.label === trigger.condition ? code(trigger.label) : cell(trigger.label),
    cell(gets(exit)),
    errorCode === null || errorCode === "dynamic" ? "" : code(errorCode),
    placed(place, link),
    rules.map(code).join(", "),
  ];
}

function findingItem({ rule, message, file, line }: ExitFinding, link: Link): string {
  return `- ${code(rule.replace("mcp-errors/", ""))} at ${placed({ file, line }, link)}: ${cell(message)}`;
}

function section(tool: SurfaceTool, link: Link): string[] {
  const title = tool.name === null ? "A tool without a fixed name" : code(tool.name);
  const guess = tool.framework.certain ? "" : ", guessed from its shape";
  const where = `${placed(tool.place, link)} (${cell(tool.framework.name)}${guess})`;
  const others =
    tool.findings.length === 0
      ? []
      : ["Findings outside the exits:", "", ...tool.findings.map((one) => findingItem(one, link)), ""];
  if (tool.exits.length === 0) return [`## ${title}`, "", `${where}. Its handler couldn't be resolved.`, "", ...others];
  const head = ["When", "The model gets", "Code", "Where", "Findings"];
  return [
    `## ${title}`,
    "",
    where,
    "",
    ...table(
      head,
      tool.exits.map((exit) => exitRow(exit, link)),
    ),
    "",
    ...others,
  ];
}

/** The error surface as a document for people: counts, then a table for each tool. */
export function surfaceMarkdown(surface: Surface, context: SurfaceContext = {}): string {
  const { tools, exits, failures, failuresSeenAs, files } = surface.summary;
  const gaps = unresolvedIn(surface.tools);
  const kinds = Object.entries(failuresSeenAs).filter(([, count]) => count > 0) as [keyof typeof SEEN_AS, number][];
  return `${[
    `# ${escapeMarkdown(titleOf(context))}`,
    "",
    `${count(tools, "tool")} with ${count(exits, "exit")} in ${count(files, "file")}; ${failures} of the exits are failures${gaps === "" ? "" : `; ${gaps}`}.`,
    "",
    ...(kinds.length === 0
      ? []
      : [
          ...table(
            ["The model gets", "Failures"],
            kinds.map(([seenAs, count]) => [SEEN_AS[seenAs], String(count)]),
          ),
          "",
        ]),
    ...surface.tools.flatMap((tool) => section(tool, context.link)),
    ...(surface.findings.length === 0
      ? []
      : ["## Findings in no tool", "", ...surface.findings.map((one) => findingItem(one, context.link))]),
  ]
    .join("\n")
    .trimEnd()}\n`;
}
