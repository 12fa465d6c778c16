import { VERSION } from "../../../../version.js";
import { escapeMarkup } from "../../../escape.js";
import { page } from "../../../page.js";
import type { Surface } from "../../types.js";
import { titleOf, type SurfaceContext } from "../context.js";
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
export function surfaceHtml(surface: Surface, context: SurfaceContext = {}): string {
  const title = escapeMarkup(titleOf(context));
  const tools = anchored(surface.tools);
  return page({
    title: titleOf(context),
    style: STYLE,
    script: SCRIPT,
    body: `<a class="skip" href="#tools">Skip to the tools</a>
${ICONS}
<header class="top"><h1>${title}</h1>
<p>Every tool, and every way a call to it can end, as far as the sources show.</p>
<p id="look" hidden><label for="scheme">Colours</label> <select id="scheme"><option value="">as the system</option><option value="light">light</option><option value="dark">dark</option></select></p>
</header>
<main>
${overviewMarkup(surface, tools)}
<section class="tools" aria-labelledby="tools"><h2 id="tools" tabindex="-1">Tools</h2>
${filterMarkup(surface)}
<div class="flows">
${tools.map((tool) => toolMarkup(tool, context.link)).join("\n")}
<p id="nothing" hidden>No exits match. “Show all” clears the filter.</p>
${othersMarkup(surface.findings, "in no tool", context.link)}
</div>
</section>
</main>
<footer><p>mcp-errors ${escapeMarkup(VERSION)}</p></footer>`,
  });
}
