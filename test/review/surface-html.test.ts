import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KINDS, TONES } from "../../src/review/surface/formats/html/facets.js";
import { surfaceHtml } from "../../src/review/surface/formats/html/index.js";
import type { Exit, SeenAs } from "../../src/review/surface/types.js";
import { run } from "../support/cli.js";
import { EMPTY, exit, HIDDEN, LIMITED, REFUSED, SUCCESS, surfaceTool, surfaceWith } from "../support/surface-page.js";
import { tool } from "../support/surface.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

const page = (exits: readonly Exit[], name: string | null = "get_order"): string =>
  surfaceHtml(surfaceWith([surfaceTool(name, exits)]));

/** What is between the marks, without the marks: the words as a reader gets them. */
function wordsOf(markup: string): string {
  return markup
    .replace(/<style>.*?<\/style>|<script>.*?<\/script>/gsu, "")
    .replace(/<[^>]*>/gu, "")
    .replace(/&(?:lt|gt|amp|quot|#39);/gu, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/gu, " ");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
};

/** The words of the one exit of a page. */
function exitWords(only: Exit): string {
  const [, markup = ""] = /<li class="exit(.*?)<\/li>\n<li class="rest"/su.exec(page([only])) ?? [];
  return wordsOf(`<li class="exit${markup}`).trim();
}

/** Names of elements, each with the names of its attributes. */
function markOf(markup: string): Set<string> {
  return new Set([...markup.matchAll(/<\/?[a-z][^>]*>/gu)].map(([mark]) => mark.replace(/"[^"]*"/gu, '""')));
}

describe("what the page says of an exit", () => {
  it("how it ends, category, retry and wait, code, message, place", () => {
    expect(exitWords(LIMITED)).toBe(
      "When: any failure of api.get() Error result transient retry after 30 s RATE_LIMITED Wait. line 12",
    );
    expect(exitWords(REFUSED)).toContain("Error result permission no retry");
    expect(
      exitWords(exit({ category: "quota", retryable: "dynamic", waitSeconds: "dynamic", code: "dynamic" })),
    ).toContain("Error result quota retry decided at run time after a wait code decided at run time");
    expect(exitWords({ ...SUCCESS, place: { ...SUCCESS.place, file: "src/other.ts" } })).toBe(
      "When: all went well Success src/other.ts:12",
    );
  });

  it.each<[string, Partial<Exit>]>([
    ["Missing: the category, whether to retry.", {}],
    ["Missing: how long to wait.", { category: "transient", retryable: true }],
    ["Couldn't be resolved: the category, whether to retry.", { complete: false }],
    ["Lost: the failure itself. In its place: orders = [].", { seenAs: "hidden", instead: "orders = []" }],
    ["isError is missing, so the failure looks like a success.", { seenAs: "ordinary-text" }],
    ["Lost: the category, whether to retry, and how long to wait.", { seenAs: "converted-throw" }],
    ["and the model sees nothing.", { seenAs: "protocol-error" }],
    ["What the model gets couldn't be resolved.", { seenAs: "unknown" }],
    ["Nothing was found, but it is reported as a failure", { outcome: "empty" }],
  ])("what is missing: %s", (words, fields) => {
    expect(exitWords(exit(fields))).toContain(words);
  });

  it("nothing is missing where all is told, or nothing failed", () => {
    for (const whole of [LIMITED, REFUSED, SUCCESS, EMPTY]) expect(page([whole])).not.toContain('class="loss"');
  });

  it("each way of seeing a failure has a label and a picture of its own beside the colour", () => {
    const ways: SeenAs[] = ["error-result", "converted-throw", "ordinary-text", "hidden", "protocol-error", "unknown"];
    const kinds = ways.map((seenAs) => /<strong class="kind">.*?<\/strong>/u.exec(page([exit({ seenAs })]))?.[0] ?? "");
    expect(new Set(kinds.map(wordsOf)).size).toBe(ways.length);
    const text = page([]);
    const pictures = kinds.map(
      (kind) => new RegExp(`id="${/#([\w-]+)/u.exec(kind)?.[1] ?? "?"}".*`, "u").exec(text)?.[0],
    );
    expect(new Set(pictures.map((picture) => picture?.replace(/id="[^"]*"/u, ""))).size).toBe(ways.length);
  });

  it("the test behind a label, the calls that lead there, and findings with their pages", () => {
    const words = page([
      {
        ...HIDDEN,
        trigger: { ...HIDDEN.trigger, condition: "error.status === 429" },
        via: [{ ...HIDDEN.place, file: "src/a.ts", line: 3 }],
      },
    ]);
    expect(wordsOf(words)).toContain("line 12 1 finding Tested: error.status === 429 Reached through src/a.ts:3");
    expect(words).toMatch(/<a href="https:\/\/[^"]*no-swallowed-error[^"]*"><code>/u);
    expect(wordsOf(words)).toContain("at src/orders.ts:12: This failure becomes [].");
  });

  it("findings that stand at no exit of the tool, and in no tool", () => {
    const finding = {
      rule: "mcp-errors/no-unchecked-response",
      message: "Nobody looks at `ok`.",
      file: "a.ts",
      column: 1,
    };
    const html = surfaceHtml(
      surfaceWith(
        [surfaceTool("rates", [SUCCESS], { findings: [{ ...finding, line: 4 }] })],
        [
          { ...finding, line: 5 },
          { ...finding, line: 6 },
        ],
      ),
    );
    expect(wordsOf(html)).toContain("1 finding at no exit no-unchecked-response at a.ts:4: Nobody looks at ok.");
    expect(wordsOf(html)).toContain("2 findings in no tool no-unchecked-response at a.ts:5: Nobody looks at ok.");
  });

  it("says that a handler cannot be seen", () => {
    expect(page([])).toContain("Its handler couldn't be resolved, so its exits are unknown.");
  });
});

describe("the whole at a glance", () => {
  const rows = (text: string, caption: string): string[] => {
    const [, body = ""] = new RegExp(`<caption>${caption}</caption>.*?<tbody>(.*?)</tbody>`, "su").exec(text) ?? [];
    return body
      .split("</tr>")
      .map((row) => wordsOf(row.replaceAll("</th>", " ").replaceAll("</td>", " ")).trim())
      .filter(Boolean);
  };
  const again = exit({ category: "transient", retryable: true, waitSeconds: 5 });
  const text = surfaceHtml(
    surfaceWith([
      surfaceTool("one", [SUCCESS, EMPTY, LIMITED, REFUSED, HIDDEN]),
      surfaceTool("two", [SUCCESS, LIMITED, again, exit({ retryable: true, waitSeconds: "dynamic" })]),
    ]),
  );

  it("counts exits and tools, the shortest wait first", () => {
    expect(rows(text, "How calls end")).toEqual([
      "Success 2 2",
      "Nothing found 1 1",
      "Error result 5 2",
      "Swallowed failure 1 1",
    ]);
    expect(rows(text, "Failures by category")).toEqual(["Transient 3 2", "Permission 1 1", "Missing 2 2"]);
    expect(rows(text, "What may be retried, and after how long")).toEqual([
      "Retry after 5 s 1 1",
      "Retry after 30 s 2 2",
      "Retry after a wait 1 1",
      "No retry 1 1",
      "Missing 1 1",
    ]);
  });

  it("lists what is lost, with a way to each exit", () => {
    expect(text).toMatch(
      /<li class="bad">.*<a href="#tool-src\/orders\.ts-one\.5"><code>one<\/code><\/a>, when: .*Lost: the failure itself/u,
    );
    expect(text).toContain('id="tool-src/orders.ts-one.5"');
    expect(page([SUCCESS])).toContain("The model sees every failure as a failure.");
    expect(page([{ ...SUCCESS, seenAs: "unknown" }])).toContain(
      "The model sees every failure that could be resolved as a failure.",
    );
  });

  it("names the place with a name that several tools have, and with no other", () => {
    const links = (tools: readonly string[]): string[] =>
      [
        ...surfaceHtml(surfaceWith(tools.map((name) => surfaceTool(name, [HIDDEN])))).matchAll(
          /<a href="#tool.*?<\/a>/gu,
        ),
      ].map(([link]) => wordsOf(link));
    expect(links(["get", "get", "list"])).toEqual([
      ...["get src/orders.ts:8", "get src/orders.ts:8", "list"],
      ...["get src/orders.ts:8", "get src/orders.ts:8", "list"],
    ]);
  });

  it("offers to filter by what occurs, and by nothing else", () => {
    const values = (name: string): string[] =>
      [...text.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, "gu"))].map(([, value = ""]) => value);
    expect(values("kind")).toEqual(["success", "empty", "error-result", "hidden"]);
    expect(values("category")).toEqual(["transient", "permission", "none"]);
    expect(values("retry")).toEqual(["after", "never", "none"]);
    expect(page([SUCCESS])).not.toContain("<fieldset>");
  });
});

/** Single characters that mean something to HTML, to a terminal, or to nobody. */
const HOSTILE = ["<", ">", "&", '"', "'", "`", "/", "=", "!", "-", "\u0000", "\u202e", "\ud800", " ", "a", "x"];

describe("the page itself", () => {
  const plain = surfaceHtml(surfaceWith([surfaceTool("a", [{ ...HIDDEN, message: "m", code: "c", category: "x" }])]));

  it("allows its style and its script by their hashes, and nothing else", () => {
    const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/u.exec(plain) ?? [];
    const hash = (element: string): string => {
      const [, text = ""] = new RegExp(`<${element}>(.*?)</${element}>`, "su").exec(plain) ?? [];
      return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    };
    expect(policy).toBe(
      `default-src 'none'; style-src ${hash("style")}; script-src ${hash("script")}; base-uri 'none'; form-action 'none'`,
    );
    expect(plain).not.toMatch(/\s(?:on\w+|style|src)=|@import|url\(|<(?:link|img|iframe|object)/u);
  });

  it("is the same from run to run", () => {
    const make = (): string =>
      surfaceHtml(surfaceWith([surfaceTool("a", [LIMITED, HIDDEN]), surfaceTool("b", [REFUSED])]));
    expect(make()).toBe(make());
  });

  it("has each address once, and none that leads nowhere", () => {
    const same = { id: "src/orders.ts#a b" };
    const text = surfaceHtml(
      surfaceWith([
        surfaceTool("a", [HIDDEN, HIDDEN], same),
        surfaceTool("b", [HIDDEN], { id: "src/orders.ts#a?b" }),
        surfaceTool(null, [HIDDEN], { id: "src/orders.ts#a-b" }),
      ]),
    );
    const ids = [...text.matchAll(/\sid="([^"]*)"/gu)].map(([, id = ""]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const wanted = [...text.matchAll(/\s(?:href="#|for="|aria-labelledby="|aria-describedby="|data-tool=")([^"]*)"/gu)];
    expect(wanted.length).toBeGreaterThan(10);
    for (const [, id = ""] of wanted) expect(ids).toContain(id);
  });

  it("has one heading of the first level, and none that skips a level", () => {
    const levels = [...plain.matchAll(/<h(\d)/gu)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  it("makes no element or attribute of names and messages, and shows them as they are", () => {
    const marks = markOf(plain);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...HOSTILE, "<script>", "-->", "]]>"), { minLength: 1 }), (parts) => {
        const text = parts.join("");
        const hostile: Exit = {
          ...HIDDEN,
          message: text,
          code: text,
          category: text,
          instead: text,
          trigger: { ...HIDDEN.trigger, label: text, condition: text },
          place: { ...HIDDEN.place, file: text },
          findings: HIDDEN.findings.map((finding) => ({ ...finding, rule: text, message: text, file: text })),
        };
        const made = surfaceHtml(
          surfaceWith([surfaceTool(text, [hostile], { id: text, framework: { name: text, certain: true } })]),
        );
        const strange = [...markOf(made)].filter((mark) => !marks.has(mark) && mark !== "<wbr>");
        expect(strange).toEqual([]);
        expect(made).not.toMatch(/(?!\n)[\p{Cc}\p{Surrogate}\u202e]/u);
        const shown = text.replace(/[\p{Cc}\u202e\p{Surrogate}]/gu, "\ufffd");
        expect(wordsOf(made)).toContain(`In its place: ${shown}.`.replace(/\s+/gu, " "));
      }),
      { numRuns: 200 },
    );
  });
});

describe("the guide to the page", () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, "../../docs/guides/read-the-error-surface.md"), "utf8");

  it("names a command that writes the page", async () => {
    const [, args = "", file = ""] = /^npx mcp-errors (surface .*--output-file (\S+))$/mu.exec(guide) ?? [];
    const root = makeTree({ "package.json": MCP_MANIFEST, "main.ts": tool("async () => ({ content: [] })") });
    expect(await run(root, args.split(" "))).toMatchObject({ code: 0, out: "" });
    expect(readFileSync(path.join(root, file), "utf8")).toMatch(/^<!doctype html>[\s\S]*<code>get_<wbr>order<\/code>/u);
  });

  it("explains what the page says", () => {
    const kinds = Object.entries(KINDS).filter(([kind]) => kind !== "result");
    for (const [, { label }] of kinds) expect(guide).toMatch(new RegExp(`^\\| ${label} +\\|`, "mu"));
    for (const words of Object.values(TONES)) expect(guide).toContain(words);
  });
});
