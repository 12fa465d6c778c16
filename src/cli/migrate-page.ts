import type { Change } from "../codemod/rewrite.js";
import { placesOf, type FileSummary, type MigrationSummary } from "../codemod/run/summary.js";
import { escapeMarkup } from "../review/escape.js";
import { messageMarkup, page } from "../review/page.js";

const STYLE = `
pre .added { color: light-dark(#116329, #7ee787) }
pre .removed { color: light-dark(#82071e, #ffa198) }
ul.open { list-style: none; padding-left: 0 }
`;

interface Place {
  readonly path: string;
  readonly change: Change;
}

/** The end of a run as a page: what is decided in each tool, what is left as a checklist, and the change of each file. */
export function summaryPage(summary: MigrationSummary): string {
  const { files, counts } = summary;
  const places = files.flatMap(({ path, changes }) => placesOf(changes).map((change): Place => ({ path, change })));
  const open = places.filter(({ change }) => change.outcome !== "rewritten");
  const done = places.filter(({ change }) => change.outcome === "rewritten");
  const body = [
    "<h1>Error contract migration</h1>",
    `<p>${counts.changed} files changed, ${done.length} failures rewritten, ${open.length} left to decide.</p>`,
    `<h2>To decide</h2>\n${open.length === 0 ? "<p>Nothing.</p>" : checklist(open)}`,
    `<h2>Decided</h2>\n${byTool(done)}`,
    `<h2>Changes</h2>\n${[...summary.support, ...files].map(diffMarkup).join("\n")}`,
  ].join("\n");
  return page({ title: "Error contract migration", style: STYLE, body });
}

/** The same question once, with all of its places. */
function checklist(open: readonly Place[]): string {
  return [...grouped(open, ({ change }) => change.why)]
    .map(
      ([why, places]) =>
        `<section><h3>${messageMarkup(why)}</h3>\n<ul class=open>\n${places
          .map((place) => `<li><label><input type=checkbox> ${placeMarkup(place)}</label></li>`)
          .join("\n")}\n</ul></section>`,
    )
    .join("\n");
}

function byTool(done: readonly Place[]): string {
  return [...grouped(done, ({ change }) => change.tool ?? "")]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(
      ([tool, places]) =>
        `<details><summary><strong>${tool === "" ? "No single tool" : escapeMarkup(tool)}</strong> ${places.length}</summary>\n<ul>\n${places
          .map((place) => `<li>${placeMarkup(place)}: ${messageMarkup(place.change.why)}</li>`)
          .join("\n")}\n</ul></details>`,
    )
    .join("\n");
}

function placeMarkup({ path, change: { line, category, tool } }: Place): string {
  const what = category === undefined ? "" : ` <em>${escapeMarkup(category)}</em>`;
  const where = tool === undefined ? "" : ` (${escapeMarkup(tool)})`;
  return `<code>${escapeMarkup(path)}:${line}</code>${where}${what}`;
}

function diffMarkup({ path, diff }: FileSummary): string {
  if (diff === undefined) return `<p><code>${escapeMarkup(path)}</code></p>`;
  const lines = diff.split("\n").map((line) => {
    const shown = escapeMarkup(line);
    if (/^\+(?!\+\+)/u.test(line)) return `<span class=added>${shown}</span>`;
    return /^-(?!--)/u.test(line) ? `<span class=removed>${shown}</span>` : shown;
  });
  return `<details><summary><code>${escapeMarkup(path)}</code></summary>\n<pre tabindex="0"><code>${lines.join("\n")}</code></pre></details>`;
}

function grouped(places: readonly Place[], keyOf: (place: Place) => string): Map<string, Place[]> {
  const groups = new Map<string, Place[]>();
  for (const place of places) {
    const key = keyOf(place);
    const group = groups.get(key);
    if (group) group.push(place);
    else groups.set(key, [place]);
  }
  return groups;
}
