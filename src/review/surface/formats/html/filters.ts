import { icon } from "./icons.js";
import { CATEGORY_FACET, facetsOf, KINDS, RETRY_FACET, type Facets, type Kind } from "./facets.js";
import type { Surface } from "../../types.js";

function options(name: keyof Facets, title: string, words: readonly (readonly [key: string, label: string])[]): string {
  // One choice is none.
  if (words.length < 2) return "";
  const boxes = words.map(
    ([key, label]) =>
      `<label><input type="checkbox" name="${name}" value="${key}"> ${name === "kind" ? icon(key as Kind) : ""}${label}</label>`,
  );
  return `<fieldset><legend>${title}</legend>\n${boxes.join("\n")}</fieldset>`;
}

/** The filter: only groups that occur can be chosen. It is hidden until the script that serves it runs. */
export function filterMarkup({ tools }: Surface): string {
  const facets = tools.flatMap((tool) => tool.exits.map(facetsOf));
  const present = (name: keyof Facets, words: Readonly<Record<string, string>>): [string, string][] =>
    Object.entries(words).filter(([key]) => facets.some((facet) => facet[name] === key));
  const kinds = Object.fromEntries(Object.entries(KINDS).map(([kind, { label }]) => [kind, label]));
  const findings = tools.some((tool) => tool.exits.some((exit) => exit.findings.length > 0));
  return `<form id="filter" role="search" aria-label="Filter the exits" hidden>
<p><label for="text">Find</label> <input type="search" id="text" name="text" autocomplete="off" spellcheck="false" aria-describedby="hint"></p>
<p id="hint" class="hint">Words in names, files, messages and codes</p>
${options("kind", "How the call ends", present("kind", kinds))}
${options("category", "Category", present("category", CATEGORY_FACET))}
${options("retry", "Retry", present("retry", RETRY_FACET))}
${findings ? '<p><label><input type="checkbox" name="findings" value="yes"> Only exits with findings</label></p>' : ""}
<p><button type="reset">Show all</button></p>
<p id="count" role="status"></p>
</form>`;
}
