import { describe, expect, it } from "vitest";
import { rules } from "../../rules/index.js";
import { pageText } from "../../src/cli/page-text.js";
import { run } from "../support/cli.js";

const names = Object.keys(rules);

describe("explain", () => {
  it.each(names)("%s: the whole page, readable at 80 columns, without marks of Markdown", async (name) => {
    const { code, out, err } = await run(".", ["explain", name]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(new RegExp(`^${name}\\n\\n`, "u"));
    for (const section of ["WHY", "BAD", "GOOD", "OPTIONS"]) expect(out).toMatch(new RegExp(`^${section}$`, "mu"));
    const [prose, code_] = [/^(?! {4})/u, /^ {4}/u].map((test) => out.split("\n").filter((line) => test.test(line)));
    // An address cannot be broken.
    for (const line of prose ?? []) expect(line.length <= 80 || !line.trim().includes(" "), line).toBe(true);
    expect(code_?.length).toBeGreaterThan(5);
    expect(prose?.join("\n")).not.toMatch(/^#|```|<!--|\]\(|\*\*/mu);
    expect(out.trimEnd().split("\n").at(-1)).toBe(rules[name]?.meta.docs.url);
  });

  it("takes the name as messages print it", async () => {
    expect(await run(".", ["explain", "mcp-errors/require-is-error"])).toEqual(
      await run(".", ["explain", "Require-Is-Error"]),
    );
  });

  it("lists the rules without a name, by preset, at 80 columns", async () => {
    const { code, out } = await run(".", ["explain"]);
    expect(code).toBe(0);
    const listed: [string, string][] = [];
    let preset = "";
    for (const line of out.split("\n")) {
      expect(line.length).toBeLessThanOrEqual(80);
      if (/^\w/u.test(line)) preset = line;
      const name = /^ {2}(\S+)/u.exec(line)?.[1];
      if (name !== undefined) listed.push([name, preset]);
    }
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(Object.entries(rules).map(([name, { meta }]) => [name, meta.docs.preset])),
    );
  });

  it.each([
    ["no-swalowed-error", "Did you mean no-swallowed-error?"],
    ["mcp-errors/require-iserror", "Did you mean require-is-error?"],
    ["retryable", /Did you mean .*no-retryable-terminal-error/u],
    ["xyz", "`mcp-errors explain` lists the rules."],
    ["", "`mcp-errors explain` lists the rules."],
    ["__proto__", "`mcp-errors explain` lists the rules."],
    ["\u001b[2J", 'There is no rule "\uFFFD[2J".'],
  ])("a name that is not there: %j", async (name, hint) => {
    const { code, out, err } = await run(".", ["explain", name]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^error: There is no rule "[^\n]*\n$/u);
    expect(err).toMatch(hint);
  });

  it("has colours where they are wanted, and the same text", async () => {
    const plain = (await run(".", ["explain", "require-is-error"])).out;
    const coloured = (await run(".", ["explain", "require-is-error"], { color: true })).out;
    // eslint-disable-next-line no-control-regex -- the codes of a terminal
    expect(coloured.replace(/\u001b\[\d+m/gu, "")).toBe(plain);
    expect(coloured).not.toBe(plain);
  });
});

describe("a page as text", () => {
  it("breaks paragraphs and lists, keeps code, and makes lists of tables", () => {
    const words = "word ".repeat(30).trim();
    expect(
      pageText(
        `# name\n\n${words}\nand **more** in [a page](https://e.example/x) and [r](https://e.example/docs/rules/r.md).\n\n- ${words}\n  goes on\n- b\n\n## Part\n\n| A | B |\n| - | - |\n| \`a\` | x \\| y |\n\n\`\`\`ts\nconst a = 1;\n\n  b();\n\`\`\`\n`,
        false,
      ),
    ).toBe(`name

word word word word word word word word word word word word word word word word
word word word word word word word word word word word word word word and more
in a page (https://e.example/x) and r.

- word word word word word word word word word word word word word word word
  word word word word word word word word word word word word word word word
  goes on
- b

PART

- \`a\`: x | y

    const a = 1;

      b();
`);
  });
});
