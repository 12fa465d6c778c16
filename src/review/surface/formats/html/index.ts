import { VERSION } from "../../../../version.js";
import { escapeMarkup } from "../../../escape.js";
import { page } from "../../../page.js";
import type { Surface } from "../../types.js";
import { filterMarkup } from "./filters.js";
import { ICONS } from "./icons.js";
import { overviewMarkup } from "./overview.js";
import { SCRIPT } from "./script.js";
import { STYLE } from "./style.js";
import { anchored, othersMarkup, toolMarkup } from "./tool.js";

/**
 * The error surface as one HTML page for people who would rather look than read: the whole at a glance, and each tool with a
 * branch to each exit. The script only filters and switches colours; without it the page is a plain document.
 */
export function surfaceHtml(surface: Surface): string {
  const tools = anchored(surface.tools);
  return page({
    title: "Error surface",
    style: STYLE,
    script: SCRIPT,
    body: `<a class="skip" href="#tools">Skip to the tools</a>
${ICONS}
<header class="top"><h1>Error surface</h1>
<p>Each tool with each way in which a call of it can end, as far as the sources tell.</p>
<p id="look" hidden><label for="scheme">Colours</label> <select id="scheme"><option value="">as the system</option><option value="light">light</option><option value="dark">dark</option></select></p>
</header>
<main>
${overviewMarkup(surface, tools)}
<section class="tools" aria-labelledby="tools"><h2 id="tools" tabindex="-1">Tools</h2>
${filterMarkup(surface)}
<div class="flows">
${tools.map(toolMarkup).join("\n")}
<p id="nothing" hidden>No exit is like that. “Show all” brings everything back.</p>
${othersMarkup(surface.findings, "in no tool")}
</div>
</section>
</main>
<footer><p>mcp-errors ${escapeMarkup(VERSION)}</p></footer>`,
  });
}
