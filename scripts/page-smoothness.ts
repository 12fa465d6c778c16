import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { surfaceHtml } from "../src/review/surface/formats/html/index.js";
import { bigSurface } from "../test/support/surface-page.js";

/**
 * Measures how long the page of `surface --format html` keeps a browser busy: `npm run bench:page [tools]`, with 500 tools
 * of six exits unless told otherwise. CHROMIUM_PATH names the browser. Ends with 1 where filtering makes a task of more
 * than 200 ms. No test: machines differ.
 */
const LONGEST = 200;
const TEXTS = ["tool_4", "tool_49", "no scope", "nothing like that", ""];

const tools = Number(process.argv[2] ?? 500);
const folder = mkdtempSync(path.join(tmpdir(), "page-smoothness-"));
const file = path.join(folder, "surface.html");
const html = surfaceHtml(bigSurface(tools));
writeFileSync(file, html);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium" });
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.addInitScript(`
    window.tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: "longtask", buffered: true });`);
  await page.goto(pathToFileURL(file).href);
  /** The longest task since the last call; tasks below 50 ms are none to the browser. */
  const longest = async (): Promise<number> => {
    await page.waitForTimeout(500);
    return Math.round(await page.evaluate<number>("Math.max(0, ...tasks.splice(0))"));
  };
  console.log(`${tools} tools, ${(html.length / 1e6).toFixed(1)} MB; longest tasks in ms (0: below 50)`);
  console.log(`opening: ${await longest()}`);

  const find = page.getByRole("searchbox", { name: "Find" });
  let worst = 0;
  for (const text of TEXTS) {
    await find.fill(text);
    const task = await longest();
    worst = Math.max(worst, task);
    console.log(`find "${text}": ${task}`);
  }
  for (const name of ["Hidden failure", "transient"]) {
    const box = page.getByRole("checkbox", { name });
    await box.check();
    const on = await longest();
    await box.uncheck();
    const off = await longest();
    worst = Math.max(worst, on, off);
    console.log(`${name}: on ${on}, off ${off}`);
  }
  await page.mouse.move(1000, 450);
  for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 3000);
  console.log(`scrolling: ${await longest()}`);
  process.exitCode = worst > LONGEST ? 1 : 0;
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
