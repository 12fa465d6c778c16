import { codeSpan, escapeMarkdown } from "../../escape.js";
import { count } from "../../report.js";
import type { Exit, ExitFinding, Surface, SurfaceTool } from "../types.js";
import { gets, SEEN_AS } from "./words.js";

/** Words in a cell of a table. */
function cell(text: string): string {
  return escapeMarkdown(text);
}

/** Code in a cell: a bar would end the cell even between back-ticks. */
function code(text: string): string {
  return codeSpan(text).replaceAll("|", "\\|");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [row(head), row(head.map(() => "---")), ...rows.map(row)];
}

function exitRow(exit: Exit): string[] {
  const { trigger, place, code: errorCode, findings } = exit;
  const rules = [...new Set(findings.map(({ rule }) => rule.replace("mcp-errors/", "")))];
  return [
    trigger.condition !== null && trigger.label === trigger.condition ? code(trigger.label) : cell(trigger.label),
    cell(gets(exit)),
    errorCode === null || errorCode === "dynamic" ? "" : code(errorCode),
    code(`${place.file}:${place.line}`),
    rules.map(code).join(", "),
  ];
}

function findingItem({ rule, message, file, line }: ExitFinding): string {
  return `- ${code(rule.replace("mcp-errors/", ""))} at ${code(`${file}:${line}`)}: ${cell(message)}`;
}

function section(tool: SurfaceTool): string[] {
  const title = tool.name === null ? "A tool without a fixed name" : code(tool.name);
  const guess = tool.framework.certain ? "" : ", guessed from its shape";
  const where = `${code(`${tool.place.file}:${tool.place.line}`)} (${cell(tool.framework.name)}${guess})`;
  const others = tool.findings.length === 0 ? [] : ["Findings at no exit:", "", ...tool.findings.map(findingItem), ""];
  if (tool.exits.length === 0)
    return [`## ${title}`, "", `${where}. Its handler cannot be seen from the sources.`, "", ...others];
  const head = ["When", "The model gets", "Code", "Where", "Findings"];
  return [`## ${title}`, "", where, "", ...table(head, tool.exits.map(exitRow)), "", ...others];
}

/** The error surface as a document for people: counts, then a table for each tool. */
export function surfaceMarkdown(surface: Surface): string {
  const { tools, exits, failures, failuresSeenAs, files } = surface.summary;
  const kinds = Object.entries(failuresSeenAs).filter(([, count]) => count > 0) as [keyof typeof SEEN_AS, number][];
  return `${[
    "# Error surface",
    "",
    `${count(tools, "tool")} with ${count(exits, "exit")} in ${count(files, "file")}; ${failures} of the exits are failures.`,
    "",
    ...table(
      ["The model gets", "Failures"],
      kinds.map(([seenAs, count]) => [SEEN_AS[seenAs], String(count)]),
    ),
    "",
    ...surface.tools.flatMap(section),
    ...(surface.findings.length === 0 ? [] : ["## Findings in no tool", "", ...surface.findings.map(findingItem)]),
  ]
    .join("\n")
    .trimEnd()}\n`;
}
