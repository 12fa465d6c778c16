import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import type { Log } from "sarif";
import { describe, expect, it } from "vitest";
import { FORMATS, type FormatName } from "../../src/review/reporters/index.js";
import { VERSION } from "../../src/version.js";
import { run } from "../support/cli.js";
import { CATEGORY, render, reportOn, SWALLOWED } from "../support/report.js";
import { makeTree, MCP_MANIFEST, SWALLOWING_TOOL } from "../support/tree.js";

const NAMES = Object.keys(FORMATS) as FormatName[];
const JSON_FORMATS: readonly FormatName[] = ["json", "sarif", "gitlab", "rdjson"];

const schema = JSON.parse(
  readFileSync(new URL("../schemas/sarif-2.1.0-rtm.5.json", import.meta.url), "utf8"),
) as Record<string, unknown>;
/** Draft 4 calls its identifier `id`, and Ajv knows only later drafts; the rest of this schema reads the same in both. */
const body = Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "$schema" && key !== "id"));
const ajv = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(body);

function sarifOf(report: Parameters<typeof render>[1]): Log {
  const log = JSON.parse(render("sarif", report)) as Log;
  expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
  return log;
}

/** Everything that some format or terminal takes for a command, a mark or an end. */
const NASTY =
  "\u0000a\u001b[31m\u0007\u009b <script>alert(1)</script> &amp; \"q\" 'r' **b** _c_ [d](https://e.example) | ~f~ `g` ]]> %0A ::error::x ##[error]y @octocat #12 \u202Eh\u2066 \ud800 \udc00 i\r\n::warning::j\u2028k é日😀";
const nastyFile = "/repo/server/a\u001b[2J\u202E<b>&'\"`%0A,:\n::error::x ##[set-env]é日😀.ts";
const nasty = reportOn([
  { path: nastyFile, source: `${NASTY}\n${NASTY}`, messages: [{ message: NASTY, line: 2, column: 3 }] },
  { path: "/repo/server/b.ts", messages: [{ ruleId: null, fatal: true, message: `Parsing error: ${NASTY}` }] },
]);

describe.each(NAMES)("format %s", (name) => {
  it("has no character that a terminal or an editor does not show", () => {
    const text = render(name, nasty);
    // eslint-disable-next-line no-control-regex -- none of these may be printed
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
    expect(text).not.toMatch(/\p{Surrogate}/u);
    expect(text).toMatch(/\n$/u);
  });

  it("keeps letters of every alphabet", () => {
    const text = render(name, nasty);
    const shown = JSON_FORMATS.includes(name) ? JSON.stringify(JSON.parse(text)) : text;
    expect(shown).toContain("é日😀");
  });

  it("says something also when nothing was found", () => {
    const text = render(name, reportOn([{ path: "/repo/server/a.ts", messages: [] }]));
    expect(text.trim()).not.toBe("");
    if (JSON_FORMATS.includes(name)) expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(render(name, reportOn([])).trim()).not.toBe("");
  });

  it("has colours in no file", () => {
    // eslint-disable-next-line no-control-regex -- the codes of a terminal
    expect(render(name, reportOn([{ path: "/repo/a.ts", messages: [{}] }]))).not.toMatch(/\u001b/u);
  });
});

describe("sarif", () => {
  const source = 'const é = "日";\n  catch (error) {}\n';
  const report = reportOn([
    {
      path: "/repo/server/src/a b%20#.ts",
      source,
      messages: [
        {
          line: 2,
          column: 3,
          endLine: 2,
          endColumn: 19,
          suggestions: [{ desc: "Add `isError: true`.", messageId: "add", fix: { range: [16, 17], text: "x" } }],
        },
        { ruleId: CATEGORY, severity: 1, line: 1, column: 1 },
      ],
    },
    { path: "/elsewhere/b.ts", source, messages: [{}] },
    { path: "/repo/c.ts", messages: [{ ruleId: null, fatal: true, message: "Parsing error: Unexpected token." }] },
  ]);
  const log = sarifOf(report);
  const [first] = log.runs;

  it.each([
    ["nothing", reportOn([])],
    ["nasty names and messages", nasty],
    ["files that were left out", reportOn([], { skipped: [{ path: "a.ts", reason: "The file is binary." }] })],
  ])("keeps to the schema: %s", (_name, other) => {
    sarifOf(other);
  });

  it("keeps to the schema for what is found in a real file, and the tool is named", async () => {
    const root = makeTree({ "package.json": MCP_MANIFEST, "src/a.ts": SWALLOWING_TOOL });
    const { out, code } = await run(root, ["check", "--format", "sarif"]);
    const real = JSON.parse(out) as Log;
    expect(validate(real), JSON.stringify(validate.errors)).toBe(true);
    expect(code).toBe(1);
    expect(real.runs[0]?.results?.[0]?.locations?.[0]).toEqual({
      physicalLocation: {
        artifactLocation: { uri: "src/a.ts", uriBaseId: "%SRCROOT%" },
        region: { startLine: 6, startColumn: 5, endLine: 6, endColumn: 13 },
      },
      logicalLocations: [{ name: "archive", kind: "function" }],
    });
  });

  it("a schema that can fail: what is wrong does not pass", () => {
    expect(validate({ ...log, version: "2.0.0" })).toBe(false);
    expect(validate({ ...log, runs: [{ ...first, results: [{ text: "no message" }] }] })).toBe(false);
  });

  it("names files relative to the root of the repository, percent-encoded, and those outside by their full address", () => {
    const places = first?.results?.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation);
    expect(places).toEqual([
      { uri: "server/src/a%20b%2520%23.ts", uriBaseId: "%SRCROOT%" },
      { uri: "server/src/a%20b%2520%23.ts", uriBaseId: "%SRCROOT%" },
      { uri: "file:///elsewhere/b.ts" },
    ]);
    expect(first?.originalUriBaseIds).toHaveProperty("%SRCROOT%");
    expect(JSON.stringify(log)).not.toContain("/repo");
  });

  it("describes each rule with its page, and each result points at its rule", () => {
    const { driver } = first?.tool ?? {};
    expect(driver).toMatchObject({ name: "mcp-errors", version: VERSION });
    for (const rule of driver?.rules ?? []) {
      expect(rule.helpUri).toMatch(/^https:.*\/docs\/rules\/.*\.md$/u);
      expect(rule.help?.text).not.toBe("");
      expect(rule.help?.markdown).toMatch(/^# /u);
      expect(rule.help?.markdown).not.toContain("<!--");
      // A relative link would lead nowhere outside the repository.
      expect(rule.help?.markdown).not.toMatch(/\]\((?!https:)/u);
    }
    for (const { ruleId, ruleIndex = -1 } of first?.results ?? []) expect(driver?.rules?.[ruleIndex]?.id).toBe(ruleId);
  });

  it("has levels, fingerprints and regions", () => {
    expect(first?.results?.map(({ level }) => level)).toEqual(["warning", "error", "error"]);
    const hashes = first?.results?.map(({ partialFingerprints }) => partialFingerprints?.["mcpErrorsFinding/v1"]);
    expect(hashes).toEqual(
      report.findings.filter(({ message }) => message.ruleId !== null).map(({ fingerprint }) => fingerprint),
    );
    expect(first?.columnKind).toBe("utf16CodeUnits");
  });

  it("offers suggestions as fixes that say what they are", () => {
    const [fix] = first?.results?.find(({ fixes }) => fixes)?.fixes ?? [];
    expect(fix?.description?.text).toMatch(/^Suggestion that changes what the tool returns: Add/u);
    expect(fix?.artifactChanges[0]?.replacements).toEqual([
      {
        deletedRegion: { startLine: 2, startColumn: 2, endLine: 2, endColumn: 3 },
        insertedContent: { text: "x" },
      },
    ]);
  });

  it("tells of files that were not read in the invocation, not among the results", () => {
    expect(first?.results).toHaveLength(3);
    expect(first?.invocations?.[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [
        {
          level: "error",
          message: { text: "Parsing error: Unexpected token." },
          locations: [{ physicalLocation: { artifactLocation: { uri: "c.ts" } } }],
        },
      ],
    });
    expect(sarifOf(reportOn([])).runs[0]?.invocations?.[0]).toEqual({
      executionSuccessful: true,
      toolExecutionNotifications: [],
    });
    const { invocations } = sarifOf(reportOn([], { tools: 0 })).runs[0] ?? {};
    expect(invocations?.[0]?.toolExecutionNotifications?.[0]?.message.text).toMatch(/^No tools found/u);
  });

  it("makes no link of a message", () => {
    const linked = sarifOf(
      reportOn([{ path: "/repo/a.ts", messages: [{ message: "See [here](https://e.example)." }] }]),
    );
    expect(linked.runs[0]?.results?.[0]?.message.text).toBe("See [here\\](https://e.example).");
  });
});

describe("github", () => {
  /** As the runner reads it: a line that starts with `::`, or holds `##[`, is a command. */
  const commands = (text: string): string[] =>
    text.split("\n").filter((line) => line.trimStart().startsWith("::") || line.includes("##["));

  it("annotates a place in one line with columns, and a longer one without, as GitHub refuses them there", () => {
    const text = render(
      "github",
      reportOn([
        {
          path: "/repo/server/src/a.ts",
          messages: [
            { line: 3, column: 5, endLine: 3, endColumn: 9 },
            { line: 4, column: 5, endLine: 6, endColumn: 2, severity: 1, ruleId: CATEGORY },
          ],
        },
      ]),
    );
    expect(commands(text)).toEqual([
      `::error file=server/src/a.ts,line=3,col=5,endColumn=9,title=${SWALLOWED}::This failure is dropped.`,
      `::warning file=server/src/a.ts,line=4,endLine=6,title=${CATEGORY}::This failure is dropped.`,
    ]);
    expect(text).toContain("- Checked 1 file");
  });

  it("escapes what would end a property, a message or a command", () => {
    const [first = "", second = "", ...others] = commands(render("github", nasty));
    expect(others).toEqual([]);
    const properties = /^::error (.*?)::/u.exec(second)?.[1] ?? "";
    expect(Object.fromEntries(properties.split(",").map((part) => part.split("=", 2)))).toMatchObject({ line: "2" });
    expect(properties).toContain("%250A%2C%3A %3A%3Aerror%3A%3Ax");
    expect(second.slice(second.indexOf("::", 2))).toContain("%250A ::error::x");
    expect(first).toMatch(/^::error file=server\/b\.ts,/u);
  });

  it("annotates the gravest ten of each level, and puts the others into the log with a notice", () => {
    const many = (severity: 1 | 2, ruleId: string, amount: number): object[] =>
      Array.from({ length: amount }, (_item, index) => ({ severity, ruleId, line: index + 1, message: "##[error]x" }));
    const text = render(
      "github",
      reportOn([
        {
          path: "/repo/::error::.ts",
          messages: [...many(2, CATEGORY, 8), ...many(2, SWALLOWED, 7), ...many(1, CATEGORY, 11)],
        },
      ]),
    );
    const lines = text.split("\n");
    const of = (level: string): string[] => lines.filter((line) => line.startsWith(`::${level} `));
    expect(of("error")).toHaveLength(10);
    expect(of("error").filter((line) => line.includes(SWALLOWED))).toHaveLength(7);
    expect(of("warning")).toHaveLength(10);
    expect(of("notice")).toEqual([
      "::notice title=mcp-errors::6 more findings stand in the log of this step: GitHub shows 10 errors and 10 warnings of a step.",
    ]);
    expect(lines.filter((line) => line.startsWith("- ../::error::.ts:"))).toHaveLength(6);
    expect(commands(text)).toHaveLength(21);
  });
});

describe("rdjson", () => {
  const source = 'const é = "日😀"; catch (error) {}\nx';
  const diagnostics = (
    JSON.parse(
      render(
        "rdjson",
        reportOn([
          {
            path: "/repo/server/src/a.ts",
            source: `\uFEFF${source}`,
            messages: [
              {
                column: source.indexOf("catch") + 1,
                endLine: 1,
                endColumn: source.indexOf("\n") + 1,
                suggestions: [
                  { desc: "x", fix: { range: [source.indexOf("error"), source.indexOf("error") + 5], text: "é" } },
                ],
              },
              { ruleId: null, fatal: true, line: 2, column: 2, severity: 2 },
            ],
          },
        ]),
      ),
    ) as { diagnostics: object[] }
  ).diagnostics;

  it("counts columns in bytes of UTF-8, from 1", () => {
    const column = (part: string): number => Buffer.byteLength(source.slice(0, source.indexOf(part))) + 1;
    expect(column("catch")).toBe(23);
    expect(diagnostics[0]).toMatchObject({
      message: "This failure is dropped.",
      severity: "ERROR",
      code: { value: SWALLOWED, url: expect.stringMatching(/no-swallowed-error\.md$/u) },
      location: {
        path: "src/a.ts",
        range: { start: { line: 1, column: 23 }, end: { line: 1, column: column("\n") } },
      },
      suggestions: [
        {
          range: { start: { line: 1, column: column("error") }, end: { line: 1, column: column("error") + 5 } },
          text: "é",
        },
      ],
    });
  });

  it("has no code where no rule speaks", () => {
    expect(diagnostics[1]).not.toHaveProperty("code");
    expect(diagnostics[1]).toMatchObject({ location: { range: { end: { line: 2, column: 2 } } } });
  });
});

describe("gitlab", () => {
  it("has what GitLab asks for, with severities by the rule", () => {
    const report = reportOn([
      {
        path: "/repo/server/a.ts",
        messages: [
          { line: 3, endLine: 5, endColumn: 1 },
          { ruleId: CATEGORY, line: 7 },
          { severity: 1, line: 9 },
        ],
      },
      { path: "/repo/b.ts", messages: [{ ruleId: null, fatal: true }] },
    ]);
    const issues = JSON.parse(render("gitlab", report)) as { fingerprint: string; severity: string }[];
    expect(issues[0]).toEqual({
      description: "This failure is dropped.",
      check_name: SWALLOWED,
      fingerprint: report.findings[0]?.fingerprint,
      severity: "critical",
      location: { path: "server/a.ts", lines: { begin: 3, end: 5 } },
    });
    expect(issues.map(({ severity }) => severity)).toEqual(["critical", "major", "minor", "blocker"]);
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(4);
  });

  it("is an empty list where nothing was found", () => {
    expect(render("gitlab", reportOn([]))).toBe("[]\n");
  });
});

/** The elements of a text of XML, after a check that each ends, in order, and that attributes are quoted and known. */
function elementsOf(text: string): string[] {
  const open: string[] = [];
  const seen: string[] = [];
  for (const [tag, name = "", attributes = ""] of text.matchAll(/<([^>]*?)((?:\s+[\w-]+(?:="[^"<]*")?)*)\s*\/?>/gu)) {
    if (name.startsWith("/")) expect(open.pop(), tag).toBe(name.slice(1));
    else {
      expect(name + attributes, tag).toMatch(/^[\w?!-]+/u);
      seen.push(/^[\w?!-]+/u.exec(name)?.[0] ?? "");
      if (!tag.endsWith("/>") && !/^[?!]/u.test(name)) open.push(name);
    }
  }
  expect(open).toEqual([]);
  const between = text.replace(/<[^>]*>/gu, "");
  expect(between).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/u);
  return seen;
}

describe("junit", () => {
  const report = reportOn([
    {
      path: "/repo/server/a.ts",
      messages: [{ message: "It fails & <ends>." }, { ruleId: null, fatal: true, line: 4 }],
    },
    { path: "/repo/server/clean.ts", messages: [] },
  ]);
  const text = render("junit", report);

  it("is well-formed, whatever names and messages hold", () => {
    expect(elementsOf(text)).toEqual([
      "?xml",
      "testsuites",
      "testsuite",
      "testcase",
      "failure",
      "testcase",
      "error",
      "testsuite",
      "testcase",
    ]);
    expect(new Set(elementsOf(render("junit", nasty)))).toEqual(
      new Set(["?xml", "testsuites", "testsuite", "testcase", "failure", "error"]),
    );
  });

  it("counts findings as failures, unread files as errors, and a clean file as one passed test", () => {
    expect(text).toContain('<testsuites name="mcp-errors" tests="3" failures="1" errors="1">');
    expect(text).toContain('<testsuite name="server/clean.ts" tests="1" failures="0" errors="0">');
    expect(text).toContain(`<testcase name="${SWALLOWED} (1:1)" classname="server/a.ts" file="server/a.ts" line="1">`);
    expect(text).toContain(`<failure type="${SWALLOWED}" message="It fails &amp; &lt;ends&gt;.">server/a.ts:1:1\n`);
  });
});

describe("markdown", () => {
  it("lists findings by file, with links to the rules", () => {
    const report = reportOn([
      {
        path: "/repo/server/a.ts",
        messages: [{ message: "This failure becomes `[]` (catch_all), see #12.", line: 3, column: 5 }],
      },
    ]);
    expect(render("markdown", report)).toBe(`## MCP tool errors

1 finding in 1 file.

### \`server/a.ts\`

- **3:5**: This failure becomes \`[]\` \\(catch\\_all\\), see \\#&#8203;12. [\`${SWALLOWED}\`](${report.rules[SWALLOWED]?.meta.docs.url ?? ""})

Checked 1 file: 1 tool and 2 error paths in 1 file.
`);
  });

  it("makes no mark, element, link, mention or reference of a message", () => {
    const item =
      render("markdown", nasty)
        .split("\n")
        .find((line) => line.startsWith("- **2:3**")) ?? "";
    expect(item).toContain("&lt;script&gt;alert\\(1\\)&lt;/script&gt; &amp;amp;");
    expect(item).toContain("\\*\\*b\\*\\* \\_c\\_ \\[d\\]\\(https&#58;//e.example\\) \\| \\~f\\~ `g`");
    expect(item).toContain("@&#8203;octocat \\#&#8203;12");
  });

  it("puts names with back-ticks into longer fences", () => {
    expect(render("markdown", reportOn([{ path: "/repo/`a``b`.ts", messages: [{}] }]))).toContain(
      "### ``` `a``b`.ts ```\n",
    );
  });
});

describe("html", () => {
  const source = ["// 1", "// 2", "try {", "  await a();", "} catch (e) {", "\treturn <b>;", "}", "// 8", "// 9"].join(
    "\n",
  );
  const report = reportOn([
    {
      path: "/repo/server/a.ts",
      source,
      messages: [
        { line: 5, column: 3, endLine: 7, endColumn: 2 },
        { line: 4, column: 9, endLine: 4, endColumn: 10 },
      ],
    },
  ]);
  const page = render("html", report);

  it("has only elements of its own, whatever names and messages hold, and loads nothing", () => {
    const names = (text: string): Set<string> =>
      new Set([...text.matchAll(/<\/?([a-z][\w-]*)/gu)].map(([, name = ""]) => name));
    expect([...names(render("html", nasty))].filter((name) => !names(page).has(name))).toEqual([]);
    expect(page).not.toMatch(/<(?:script|link|img|iframe)|\son\w+=|@import|url\(/u);
    expect(page).toContain("default-src 'none'");
    for (const [, address = ""] of page.matchAll(/\s(?:href|src)="([^"]*)"/gu)) expect(address).toMatch(/^https:\/\//u);
  });

  it("is for light and dark, for readers of any kind, and says what it is", () => {
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/u);
    expect(page).toContain('<meta name="color-scheme" content="light dark">');
    expect(page.match(/<h1>/gu)).toHaveLength(1);
    expect(page).toContain("<title>MCP tool errors: 2 findings in 1 file</title>");
  });

  it("shows the code with what is meant, and lines around it", () => {
    expect(page).toContain(
      "<span class=number>3</span>try {\n<span class=number>4</span>  await <mark>a</mark>();\n<span class=number>5</span>} catch (e) {",
    );
    expect(page).toContain("<span class=number>5</span>} <mark>catch (e) {</mark>\n");
    expect(page).toContain(
      "<span class=number>6</span>  <mark>return &lt;b&gt;;</mark>\n<span class=number>7</span><mark>}</mark>\n",
    );
    expect(page).toContain("<span class=number>9</span>// 9</code>");
    expect(page).not.toContain("<span class=number>10</span>");
  });

  it("cuts long places and long lines", () => {
    const long = Array.from({ length: 40 }, (_line, index) => `line${index + 1} ${"x".repeat(1000)}`).join("\n");
    const text = render(
      "html",
      reportOn([{ path: "/repo/a.ts", source: long, messages: [{ line: 5, endLine: 40, endColumn: 1 }] }]),
    );
    expect(text).toContain("line12 ");
    expect(text).toContain("⋮");
    expect(text).not.toContain("line20 ");
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(500);
  });
});

describe("stylish", () => {
  it("says of warnings that they are", () => {
    expect(render("stylish", reportOn([{ path: "/repo/server/a.ts", messages: [{ severity: 1 }] }]))).toContain(
      `a.ts\n  1:1  warning  This failure is dropped.  ${SWALLOWED}\n`,
    );
  });
});
