import { escapeMarkup } from "../../../escape.js";
import { count, groupBy } from "../../../report.js";
import type { Exit, Surface } from "../../types.js";
import { retryWords } from "../words.js";
import { CATEGORY_FACET, facetsOf, KINDS, RETRY_FACET, toneOf, TONES, type Kind, type Tone } from "./facets.js";
import { icon } from "./icons.js";
import { exitAnchor, lossMarkup, toolLink, triggerMarkup, type Anchored } from "./tool.js";

/** From so many on, a list that is no more than an index stays folded. */
const LONG = 60;

/** A row of a table of counts: what is counted, as plain text or ready markup, and the tone of its bar. */
interface Counted {
  readonly label: string;
  readonly tone: Tone;
  readonly exits: readonly Entry[];
}

/** An exit with the tool that it belongs to. */
interface Entry {
  readonly exit: Exit;
  readonly index: number;
  readonly owner: Anchored;
}

function entriesOf(tools: readonly Anchored[]): Entry[] {
  return tools.flatMap((owner) => owner.tool.exits.map((exit, index) => ({ exit, index, owner })));
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A bar beside its number: the length says how much, for those who look. */
function bar(part: number, whole: number, tone: Tone): string {
  const width = whole === 0 ? 0 : Math.max(1, Math.round((100 * part) / whole));
  return `<svg class="bar ${tone}" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="8"/></svg>`;
}

function table(caption: string, what: string, rows: readonly Counted[]): string {
  const shown = rows.filter(({ exits }) => exits.length > 0);
  if (shown.length === 0) return "";
  const most = Math.max(...shown.map(({ exits }) => exits.length));
  const lines = shown.map(
    ({ label, tone, exits }) =>
      `<tr><th scope="row">${label}</th><td>${bar(exits.length, most, tone)}<span class="amount">${exits.length}</span></td><td class="amount">${new Set(exits.map(({ owner }) => owner)).size}</td></tr>`,
  );
  return `<table><caption>${caption}</caption><thead><tr><th scope="col">${what}</th><th scope="col">Exits</th><th scope="col" class="amount">Tools</th></tr></thead><tbody>
${lines.join("\n")}
</tbody></table>`;
}

function kindRows(entries: readonly Entry[]): Counted[] {
  return (Object.keys(KINDS) as Kind[]).map((kind) => ({
    label: `${icon(kind)}${KINDS[kind].label}`,
    tone: KINDS[kind].tone,
    exits: entries.filter(({ exit }) => facetsOf(exit).kind === kind),
  }));
}

function categoryRows(failures: readonly Entry[]): Counted[] {
  return Object.entries(CATEGORY_FACET).map(([key, label]) => ({
    label: capital(label),
    tone: key === "none" ? "weak" : key === "unread" ? "unknown" : "plain",
    exits: failures.filter(({ exit }) => facetsOf(exit).category === key),
  }));
}

/** Told waits one by one, the shortest first. */
function retryRows(failures: readonly Entry[]): Counted[] {
  const waits = ({ exit }: Entry): number => (typeof exit.waitSeconds === "number" ? exit.waitSeconds : Infinity);
  return Object.entries(RETRY_FACET).flatMap(([key, label]): Counted[] => {
    const exits = failures.filter(({ exit }) => facetsOf(exit).retry === key);
    const tone = key === "none" || key === "unwaited" ? "weak" : key === "unread" ? "unknown" : "plain";
    if (key !== "after" && key !== "case") return [{ label: capital(label), tone, exits }];
    const sorted = [...exits].sort((one, other) =>
      waits(one) < waits(other) ? -1 : Number(waits(one) > waits(other)),
    );
    return [...groupBy(sorted, ({ exit }) => retryWords(exit))].map(([words, group]) => ({
      label: capital(words),
      tone,
      exits: group,
    }));
  });
}

function lostMarkup(entries: readonly Entry[]): string {
  const lost = entries.filter(({ exit }) => toneOf(exit) === "bad");
  const title = '<h2 id="lost">What is lost</h2>';
  if (lost.length === 0) {
    const isWhole = entries.every(({ exit }) => exit.seenAs !== "unknown");
    const which = isWhole ? "every failure" : "every failure that could be resolved";
    return `${title}\n<p>The model sees ${which} as a failure.</p>`;
  }
  const rows = lost.map(({ exit, index, owner }) => {
    const link = toolLink(owner, exitAnchor(owner.anchor, index));
    return `<li class="bad">${icon(facetsOf(exit).kind)}<span>${link}, when: ${triggerMarkup(exit)}. ${lossMarkup(exit)}</span></li>`;
  });
  const list = `<ul class="lost" role="list">\n${rows.join("\n")}\n</ul>`;
  const words = `${count(lost.length, "failure")} that the model does not see as ${lost.length === 1 ? "one" : "such"}`;
  const open = lost.length > LONG ? "" : " open";
  return `${title}\n<details class="fold"${open}><summary>${words}</summary>\n${list}</details>`;
}

/** All tools at once: a mark for each exit, and a way to each. */
function mapMarkup(tools: readonly Anchored[]): string {
  const legend = (Object.keys(TONES) as Tone[]).map(
    (tone) => `<li><i class="mark ${tone}" aria-hidden="true"></i>${TONES[tone]}</li>`,
  );
  const tiles = tools.map((owner) => {
    const { tool, anchor } = owner;
    const bad = tool.exits.filter((exit) => toneOf(exit) === "bad").length;
    const marks = tool.exits.map((exit) => `<i class="mark ${toneOf(exit)}"></i>`).join("");
    const words = `${count(tool.exits.length, "exit")}${bad === 0 ? "" : `, ${bad} lost`}`;
    return `<li data-tool="${escapeMarkup(anchor)}">${toolLink(owner)} <span class="words">${words}</span><span class="marks" aria-hidden="true">${marks}</span></li>`;
  });
  return `<nav aria-labelledby="map"><h2 id="map">All tools</h2>
<details class="fold"${tools.length > LONG ? "" : " open"}><summary>${count(tools.length, "tool")}, with a mark for each exit</summary>
<ul class="legend" role="list">${legend.join("")}</ul>
<ol class="map" role="list">
${tiles.join("\n")}
</ol></details></nav>`;
}

/** The whole surface at a glance: how calls end, what can be repeated and when, what is lost, and all tools. */
export function overviewMarkup({ summary }: Surface, tools: readonly Anchored[]): string {
  const entries = entriesOf(tools);
  const failures = entries.filter(({ exit }) => exit.outcome === "failure");
  return `<section aria-labelledby="glance"><h2 id="glance">At a glance</h2>
<p>${count(summary.tools, "tool")} with ${count(summary.exits, "exit")} in ${count(summary.files, "file")}; ${summary.failures} of the exits ${summary.failures === 1 ? "is a failure" : "are failures"}.</p>
<div class="tables">
${table("How calls end", "Exit", kindRows(entries))}
${table("Failures by category", "Category", categoryRows(failures))}
${table("What may be retried, and after how long", "Retry", retryRows(failures))}
</div>
</section>
<section aria-labelledby="lost">${lostMarkup(entries)}</section>
${mapMarkup(tools)}`;
}
