import { rules } from "../../../../../rules/index.js";
import { escapeMarkup } from "../../../escape.js";
import { messageMarkup } from "../../../page.js";
import { count, groupBy } from "../../../report.js";
import type { Exit, ExitFinding, Place, SurfaceTool } from "../../types.js";
import type { SurfaceContext } from "../context.js";
import { retryWords } from "../words.js";
import { facetsOf, KINDS, lossOf, toneOf } from "./facets.js";
import { icon } from "./icons.js";

type Link = SurfaceContext["link"];

/** A tool with its address in the page. */
export interface Anchored {
  readonly tool: SurfaceTool;
  readonly anchor: string;
  /** Another tool of the surface has the same name, or neither has one. */
  readonly ambiguous: boolean;
}

/** The address of one exit of a tool. */
export function exitAnchor(anchor: string, index: number): string {
  return `${anchor}.${index + 1}`;
}

/** Addresses that stay the same from run to run, as far as ids differ in what an address can hold. */
export function anchored(tools: readonly SurfaceTool[]): Anchored[] {
  const seen = new Map<string, number>();
  const names = groupBy(tools, ({ name }) => name ?? "");
  return tools.map((tool) => {
    const base = `tool-${tool.id.replace(/[^\w/.~-]+/gu, "-")}`;
    const times = (seen.get(base) ?? 0) + 1;
    seen.set(base, times);
    // A colon is in no base, so the numbered ones meet no other.
    return {
      tool,
      anchor: times === 1 ? base : `${base}:${times}`,
      ambiguous: (names.get(tool.name ?? "")?.length ?? 0) > 1,
    };
  });
}

/** Code that may break where names are joined, so that narrow columns do not cut words. */
export function code(text: string): string {
  const parts = text.split(/(?<=[_/(-])(?=[\p{L}\p{N}$_])|(?<=[\p{L}\p{N})])(?=\.)|(?<=\p{Ll})(?=\p{Lu})/u);
  return `<code>${parts.map(escapeMarkup).join("<wbr>")}</code>`;
}

export function placeMarkup({ file, line }: Pick<Place, "file" | "line">, link: Link): string {
  return linked(code(`${file}:${line}`), file, line, link);
}

function linked(markup: string, file: string, line: number, link: Link): string {
  return link ? `<a class="source" href="${escapeMarkup(link(file, line))}">${markup}</a>` : markup;
}

/** The name as the model knows it. */
export function nameMarkup({ name }: SurfaceTool): string {
  return name === null ? "A tool without a fixed name" : code(name === "" ? '""' : name);
}

/** A link to a tool, or to an exit of it; a name that several tools have comes with its place. */
export function toolLink({ tool, anchor, ambiguous }: Anchored, target = anchor): string {
  const { file, line } = tool.place;
  const place = ambiguous ? ` <span class="words">${code(`${file}:${line}`)}</span>` : "";
  return `<a href="#${escapeMarkup(target)}">${nameMarkup(tool)}${place}</a>`;
}

/** What leads to an exit: a test is code, and so is the work that fails. */
export function triggerMarkup({ trigger: { label, condition, source } }: Exit): string {
  if (label === condition) return code(label);
  if (source === null || !label.endsWith(source)) return escapeMarkup(label);
  return `${escapeMarkup(label.slice(0, label.length - source.length))}${code(source)}`;
}

function chip(text: string, kind: string): string {
  return `<span class="chip ${kind}">${text}</span>`;
}

function chipsMarkup(exit: Exit): string {
  const { category, waitSeconds, retryable, code: errorCode } = exit;
  const facets = facetsOf(exit);
  const retry = retryWords(exit);
  const alone = retryable === null && typeof waitSeconds === "number" ? `wait ${waitSeconds} s` : "";
  return [
    `<strong class="kind">${icon(facets.kind)}${KINDS[facets.kind].label}</strong>`,
    category === null
      ? ""
      : chip(
          category === "dynamic" ? "category decided at run time" : escapeMarkup(category),
          `c-${facets.category ?? "other"}`,
        ),
    retry === "" && alone === "" ? "" : chip(retry === "" ? alone : retry, `r-${facets.retry ?? "none"}`),
    errorCode === null ? "" : errorCode === "dynamic" ? chip("code decided at run time", "") : code(errorCode),
  ]
    .filter(Boolean)
    .join(" ");
}

/** What is lost, and what stands in its place; empty where nothing is. */
export function lossMarkup(exit: Exit): string {
  const instead = exit.instead === null ? "" : `In its place: <strong>${escapeMarkup(exit.instead)}</strong>.`;
  return [escapeMarkup(lossOf(exit) ?? ""), instead].filter(Boolean).join(" ");
}

function findingMarkup({ rule, message, file, line }: ExitFinding, link: Link): string {
  const name = rule.replace("mcp-errors/", "");
  const url = rules[name]?.meta.docs.url;
  const title = url === undefined ? code(name) : `<a href="${escapeMarkup(url)}">${code(name)}</a>`;
  return `<li>${title} at ${placeMarkup({ file, line }, link)}: ${messageMarkup(message)}</li>`;
}

/** Where an exit is decided, and behind a fold whatever else is known of it. The file is named unless it is the tool's. */
function detailsMarkup({ trigger, place, via, findings }: Exit, { place: own }: SurfaceTool, link: Link): string {
  const more = [
    ...(trigger.condition === null || trigger.condition === trigger.label
      ? []
      : [`<p>Tested: ${code(trigger.condition)}</p>`]),
    ...(via.length === 0 ? [] : [`<p>Reached through ${via.map((one) => placeMarkup(one, link)).join(" → ")}</p>`]),
    ...(findings.length === 0
      ? []
      : [`<ul role="list">${findings.map((one) => findingMarkup(one, link)).join("")}</ul>`]),
  ];
  const where =
    place.file === own.file ? linked(`line ${place.line}`, place.file, place.line, link) : placeMarkup(place, link);
  if (more.length === 0) return `<p class="where">${where}</p>`;
  const found = findings.length === 0 ? "" : ` <span class="found">${count(findings.length, "finding")}</span>`;
  return `<details><summary>${where}${found}</summary>\n${more.join("\n")}</details>`;
}

function exitMarkup(exit: Exit, anchor: string, tool: SurfaceTool, link: Link): string {
  const { kind, category, retry } = facetsOf(exit);
  const facets = [
    `data-kind="${kind}"`,
    ...(category === null ? [] : [`data-category="${category}"`]),
    ...(retry === null ? [] : [`data-retry="${retry}"`]),
    ...(exit.findings.length === 0 ? [] : ["data-findings"]),
  ];
  const loss = lossMarkup(exit);
  const lost = loss === "" ? "" : `\n<p class="loss">${loss}</p>`;
  const reads = exit.message === null ? "" : `\n<p class="reads"><q>${escapeMarkup(exit.message)}</q></p>`;
  return `<li class="exit ${toneOf(exit)}" id="${escapeMarkup(anchor)}" ${facets.join(" ")}>
<p class="when"><span class="aside">When: </span>${triggerMarkup(exit)}</p>
<div class="end"><p class="chips">${chipsMarkup(exit)}</p>${lost}${reads}
${detailsMarkup(exit, tool, link)}</div></li>`;
}

/** Findings that stand at no exit, behind a fold; empty where there are none. */
export function othersMarkup(findings: readonly ExitFinding[], where: string, link: Link): string {
  if (findings.length === 0) return "";
  return `<details class="others"><summary><span class="found">${count(findings.length, "finding")} ${where}</span></summary>
<ul role="list">${findings.map((one) => findingMarkup(one, link)).join("")}</ul></details>`;
}

/** A tool as a picture: the call, and a branch to each exit. */
export function toolMarkup({ tool, anchor }: Anchored, link: Link): string {
  const id = escapeMarkup(anchor);
  const { framework } = tool;
  const guess = framework.certain ? "" : ", guessed from its shape";
  const flow =
    tool.exits.length === 0
      ? `<p class="unseen">Its handler couldn't be resolved, so its exits are unknown.</p>`
      : `<ol class="exits" role="list">
${tool.exits.map((exit, index) => exitMarkup(exit, exitAnchor(anchor, index), tool, link)).join("\n")}
<li class="rest" hidden></li>
</ol>`;
  return `<article class="tool" id="${id}" aria-labelledby="${id}:name">
<header class="call"><h3 id="${id}:name">${nameMarkup(tool)}</h3>
<p>${placeMarkup(tool.place, link)}</p>
<p>${escapeMarkup(framework.name)}${guess}</p></header>
${[flow, othersMarkup(tool.findings, "at no exit", link)].filter(Boolean).join("\n")}
</article>`;
}
