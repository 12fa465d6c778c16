import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { surfaceHtml } from "../../src/review/surface/formats/html/index.js";
import type { Surface } from "../../src/review/surface/types.js";
import {
  bigSurface,
  EMPTY,
  exit,
  HIDDEN,
  LIMITED,
  REFUSED,
  SUCCESS,
  surfaceTool,
  surfaceWith,
} from "../support/surface-page.js";
import { lowContrast } from "./support/contrast.js";
import { chromiumPath } from "./support/chromium.js";

const executablePath = chromiumPath();

const ORDERS = surfaceWith([
  surfaceTool("get_order", [SUCCESS, LIMITED, REFUSED, exit({ seenAs: "converted-throw" })]),
  surfaceTool("list_orders", [SUCCESS, EMPTY, HIDDEN, exit({ seenAs: "unknown", complete: false })]),
  surfaceTool("invoice", [
    SUCCESS,
    exit({ category: "validation", retryable: false }),
    exit({ category: "business", retryable: true }),
    exit({ seenAs: "ordinary-text" }),
  ]),
  surfaceTool("unseen", []),
]);

describe.skipIf(executablePath === undefined)("the page of the error surface in a browser", () => {
  let folder: string;
  let browser: Browser;
  let problems: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "surface-page-"));
    browser = await chromium.launch({ executablePath: executablePath ?? "" });
  });
  afterEach(() => {
    expect(problems).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens the page from disk, and notes whatever the console says and whatever it loads. */
  async function open(surface: Surface, options: BrowserContextOptions = {}): Promise<Page> {
    const file = path.join(folder, "surface.html");
    writeFileSync(file, surfaceHtml(surface));
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const address = pathToFileURL(file).href;
    problems = [];
    page.on("console", (message) => problems.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith(address)) problems.push(`loads ${request.url()}`);
    });
    await page.goto(address);
    return page;
  }

  const tools = (page: Page): Promise<string[]> => page.getByRole("article").getByRole("heading").allTextContents();
  const exits = (page: Page): Promise<number> => page.locator(".exit:visible").count();
  const background = (page: Page): Promise<string> =>
    page.evaluate<string>("getComputedStyle(document.body).backgroundColor");

  it("filters by keyboard alone, and announces the count", async () => {
    const page = await open(ORDERS);
    const status = page.getByRole("status");
    expect(await status.textContent()).toBe("All shown: 4 tools, 12 exits.");

    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the tools");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("tools");
    await page.keyboard.press("Tab");
    await page.keyboard.type("get_ORDER scope");
    expect(await tools(page)).toEqual(["get_order"]);
    expect(await exits(page)).toBe(1);
    expect(await status.textContent()).toBe("Shown: 1 of 4 tools, 1 of 12 exits.");
    expect(await page.locator(".rest:visible").allTextContents()).toEqual(["3 more exits not shown"]);
    expect(await page.locator("[data-tool]:visible").count()).toBe(1);

    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Delete");
    expect(await exits(page)).toBe(12);
    const box = page.getByRole("checkbox", { name: "Swallowed failure" });
    for (let steps = 0; steps < 20 && !(await page.locator(":focus").and(box).count()); steps++)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    expect(await box.isChecked()).toBe(true);
    expect(await tools(page)).toEqual(["list_orders"]);
    expect(await status.textContent()).toBe("Shown: 1 of 4 tools, 1 of 12 exits.");
  });

  it("takes choices of one group for `or`, groups for `and`, and gives everything back", async () => {
    const page = await open(ORDERS);
    await page.getByRole("checkbox", { name: "validation" }).check();
    await page.getByRole("checkbox", { name: "transient" }).check();
    expect(await tools(page)).toEqual(["get_order", "invoice"]);
    await page.getByRole("checkbox", { name: "no retry", exact: true }).check();
    expect(await tools(page)).toEqual(["invoice"]);
    await page.getByRole("checkbox", { name: "Only exits with findings" }).check();
    expect(await tools(page)).toEqual([]);
    expect(await page.getByText("No exit is like that.").isVisible()).toBe(true);
    await page.getByRole("button", { name: "Show all" }).press("Enter");
    await page.getByRole("status").filter({ hasText: "All shown: 4 tools, 12 exits." }).waitFor();
    expect(await tools(page)).toEqual(["get_order", "list_orders", "invoice", "unseen"]);
    expect(await page.locator(".rest:visible").count()).toBe(0);
  });

  it("shows what a link leads to, though the filter has hidden it", async () => {
    const page = await open(ORDERS);
    await page.getByRole("checkbox", { name: "Success" }).check();
    await page.locator(".lost").getByRole("link", { name: "list_orders" }).press("Enter");
    const target = page.locator(".exit:target");
    await target.waitFor();
    expect(await target.textContent()).toContain("Swallowed failure");
    expect(await page.getByRole("status").textContent()).toContain("All shown");
  });

  it("is told apart by readers of the screen: landmarks, headings, names", async () => {
    const page = await open(ORDERS);
    const snapshot = await page.locator("body").ariaSnapshot();
    for (const line of [
      '- link "Skip to the tools"',
      "- banner:",
      '- heading "Error surface" [level=1]',
      '- combobox "Colours"',
      "- main:",
      '- table "How calls end"',
      '- navigation "All tools"',
      '- search "Filter the exits"',
      '- searchbox "Find"',
      '- group "Category"',
      '- checkbox "transient"',
      '- button "Show all"',
      "- status: ",
      '- article "get_order"',
      '- heading "get_order" [level=3]',
      "- contentinfo:",
    ])
      expect(snapshot).toContain(line);
    expect(snapshot).toMatch(/listitem:\s+- paragraph:\s+- text: "?When: any failure of/u);
    const roles = ["link", "button", "checkbox", "combobox", "searchbox"] as const;
    for (const role of roles) {
      const named = await page.getByRole(role, { name: /\S/u }).count();
      expect(named, role).toBeGreaterThan(0);
      expect(await page.getByRole(role).count(), role).toBe(named);
    }
    for (const text of await page.locator("summary").allTextContents()) expect(text).toMatch(/\S/u);
  });

  it.each(["light", "dark"] as const)("follows the system to %s, with enough contrast everywhere", async (scheme) => {
    const page = await open(ORDERS, { colorScheme: scheme });
    expect(await background(page)).toBe(scheme === "light" ? "rgb(255, 255, 255)" : "rgb(15, 18, 22)");
    for (const fold of await page.locator("details:not([open]) > summary").all()) await fold.click();
    await page.getByRole("checkbox", { name: "Success" }).check();
    await page.getByRole("checkbox", { name: "Success" }).uncheck();
    expect(await page.evaluate(lowContrast(4.5))).toEqual([]);
    // The measure does measure: nothing on the page reaches 22.
    expect(await page.evaluate(lowContrast(22))).not.toEqual([]);
  });

  it("keeps the chosen colours", async () => {
    const page = await open(ORDERS, { colorScheme: "light" });
    await page.getByLabel("Colours").selectOption("dark");
    expect(await background(page)).toBe("rgb(15, 18, 22)");
    await page.reload();
    expect(await background(page)).toBe("rgb(15, 18, 22)");
    expect(await page.getByLabel("Colours").inputValue()).toBe("dark");
    await page.getByLabel("Colours").selectOption("");
    expect(await background(page)).toBe("rgb(255, 255, 255)");
  });

  it("is a plain document without scripts", async () => {
    const page = await open(ORDERS, { javaScriptEnabled: false });
    expect(await exits(page)).toBe(12);
    expect(await page.locator("#filter, #look, #nothing, .rest").filter({ visible: true }).count()).toBe(0);
  });

  it("prints everything but the controls, light on any screen", async () => {
    const page = await open(ORDERS, { colorScheme: "dark" });
    await page.getByLabel("Colours").selectOption("dark");
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("#filter, #look, nav, .skip").filter({ visible: true }).count()).toBe(0);
    expect(await background(page)).toBe("rgb(255, 255, 255)");
    // Folds are open on paper, where nobody can open them.
    expect(await page.locator("details:not([open])").count()).toBeGreaterThan(0);
    expect(await page.getByText("This failure becomes").isVisible()).toBe(true);
    expect((await page.getByText("This failure becomes").boundingBox())?.height).toBeGreaterThan(0);
  });

  it("fits narrow screens, whatever the length of a name", async () => {
    const long = "x".repeat(300);
    const page = await open(
      surfaceWith([surfaceTool(long, [exit({ message: long, code: long, category: long, instead: long })])]),
      { viewport: { width: 320, height: 800 } },
    );
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
  });

  it("runs nothing of a name", async () => {
    const nasty = `"><img src=x onerror="window.hit=1"><script>window.hit=1</script><svg onload=alert(1)>'`;
    const page = await open(
      surfaceWith([
        surfaceTool(nasty, [exit({ message: nasty, code: nasty, trigger: { ...HIDDEN.trigger, label: nasty } })]),
      ]),
    );
    expect(await tools(page)).toEqual([nasty]);
    expect(await page.evaluate("[window.hit, document.images.length, document.scripts.length]")).toEqual([
      undefined,
      0,
      1,
    ]);
  });

  it("filters 500 tools", async () => {
    const page = await open(bigSurface(500));
    await page.getByRole("searchbox", { name: "Find" }).fill("tool_49");
    expect(await page.getByRole("status").textContent()).toBe("Shown: 11 of 500 tools, 66 of 3000 exits.");
  });
});
