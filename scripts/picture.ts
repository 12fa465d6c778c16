/**
 * `npm run picture`: the picture of the README, from the page that `mcp-errors surface` makes of an example server. Once for
 * light and once for dark pages. Chromium is needed: `/usr/bin/chromium`, or what CHROMIUM_PATH names.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { chromium } from "playwright-core";
import { main } from "../src/cli/index.js";

/** The script runs compiled, from another folder. */
const ROOT = process.cwd();
const OUT = path.join(ROOT, "docs", "images");
/** One tool that swallows a failure, and one that says what to do about it, with the exits that fit into a picture. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  customer_orders: /./u,
  order_invoice: /^(?:all went well|401 or 403|429)/u,
};

/** Runs in the page: as text, because these scripts are compiled without the types of browsers. */
const HIDE = "(element) => { element.style.display = 'none'; }";

async function surfacePage(): Promise<string> {
  let html = "";
  await main(["surface", "--no-config", "--format", "html", "test/servers/sdk-v1"], {
    cwd: ROOT,
    out: (text) => (html += text),
    err: () => undefined,
    color: false,
  });
  return html;
}

const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
mkdirSync(OUT, { recursive: true });
const html = await surfacePage();
for (const scheme of ["light", "dark"] as const) {
  const context = await browser.newContext({
    colorScheme: scheme,
    deviceScaleFactor: 2,
    viewport: { width: 920, height: 1200 },
  });
  const page = await context.newPage();
  await page.setContent(html);
  for (const article of await page.locator("article.tool").all()) {
    const shown = SHOWN[(await article.locator("h3").textContent()) ?? ""];
    for (const exit of await article.locator("li.exit").all()) {
      const trigger = ((await exit.locator(".when").textContent()) ?? "").replace(/^When: /u, "");
      if (shown && !shown.test(trigger)) await exit.evaluate(HIDE);
    }
    if (!shown) await article.evaluate(HIDE);
  }
  await page.locator("div.flows").screenshot({ path: path.join(OUT, `surface-${scheme}.png`) });
  await context.close();
}
await browser.close();
