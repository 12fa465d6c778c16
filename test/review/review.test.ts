import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { makePullRequest, pullRequestComment } from "../../scripts/docs/pull-request.js";
import { run, type Run } from "../support/cli.js";
import { Repository } from "../support/git.js";
import { tool } from "../support/surface.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

const ok = (text: string): string => `({ content: [{ type: "text", text: ${text} }] })`;
const fail = (fields: string): string =>
  `({ isError: true, content: [{ type: "text", text: JSON.stringify({ ${fields} }) }] })`;

/** A handler that answers each failure of its work in this way. */
const answering = (body: string): string =>
  `async ({ id }) => {\n  try {\n    return ${ok("await api.get(id)")};\n  } catch (error) {\n    ${body}\n  }\n}`;
const GOOD = `if (error.status === 429) return ${fail('errorCategory: "transient", isRetryable: true, retryAfterSeconds: 30, errorCode: "LIMIT", description: "The service allows no more calls now."')};
    return ${fail('errorCategory: "business", isRetryable: false, errorCode: "STATE", description: "The order is closed. Offer a new one.", customerFriendlyMessage: "The order is closed."')};`;
const HELPER = `export function toResult(error) {\n  ${GOOD.replaceAll("\n  ", "\n")}\n}\n`;
const USES_HELPER = tool(answering("return toResult(error);"), 'import { toResult } from "./results.js";');

interface ReviewJson {
  readonly base: string;
  readonly changedFiles: number;
  readonly findings: readonly {
    readonly rule: string;
    readonly file: string;
    readonly line: number;
    readonly isOnChangedLines: boolean;
    readonly causes: readonly string[];
  }[];
  readonly tools: readonly {
    readonly name: string;
    readonly isNew: boolean;
    readonly changes: readonly { readonly words: string; readonly verdict: string }[];
  }[];
}

type Files = Readonly<Record<string, string | null>>;

function changed(before: Readonly<Record<string, string>>, after: Files): Repository {
  const repository = new Repository({ "package.json": MCP_MANIFEST, ...before }).branch();
  repository.commit(after);
  return repository;
}

const reviewOf = (repository: Repository, ...args: readonly string[]): Promise<Run> =>
  run(repository.root, ["review", "--base", "main", ...args]);

async function json(before: Readonly<Record<string, string>>, after: Files): Promise<ReviewJson> {
  const result = await reviewOf(changed(before, after), "--format", "json");
  expect(result.err).not.toMatch(/^error:/u);
  return JSON.parse(result.out) as ReviewJson;
}

const words = ({ tools }: ReviewJson): string[] =>
  tools.flatMap(({ name, changes }) => changes.map((change) => `${name}: ${change.words} [${change.verdict}]`));

async function wordsAfter(body: string): Promise<string[]> {
  return words(await json({ "a.ts": tool(answering(GOOD)) }, { "a.ts": tool(answering(body)) }));
}

describe("the error surface, before and after", () => {
  it("a failure that becomes an ordinary answer", async () => {
    expect(await wordsAfter(`return ${ok('"[]"')};`)).toEqual([
      expect.stringMatching(/^get_order: 429 was retryable after 30 s, now success with `.*` \[worse\]$/u) as string,
      expect.stringMatching(
        /^get_order: any other failure was a business error, not retryable, now success with/u,
      ) as string,
    ]);
  });

  it("fields of the contract that are lost, contradict each other, or only differ", async () => {
    const before = 'errorCategory: "transient", isRetryable: true, retryAfterSeconds: 30, errorCode: "LIMIT"';
    const change = (from: string, to: string): Promise<string[]> => wordsAfter(GOOD.replace(from, to));
    expect(GOOD).toContain(before);
    expect(await change("retryAfterSeconds: 30, ", "")).toEqual([
      "get_order: 429 was retryable after 30 s, now retryable without a delay [worse]",
    ]);
    expect(await change("isRetryable: true", "isRetryable: false")).toEqual([
      "get_order: 429 was retryable after 30 s, now a transient error, not retryable [worse]",
    ]);
    expect(await change('"transient"', '"permission"')).toEqual([
      "get_order: 429 was retryable after 30 s, now a permission error marked as retryable [worse]",
    ]);
    expect(await change('errorCode: "LIMIT", ', "")).toEqual([
      "get_order: 429 was retryable after 30 s, now without its error code [worse]",
    ]);
    expect(await change('errorCode: "LIMIT"', 'errorCode: "QUOTA"')).toEqual([
      "get_order: 429 was retryable after 30 s, now with the code QUOTA [changed]",
    ]);
    expect(await change("retryAfterSeconds: 30", "retryAfterSeconds: 60")).toEqual([
      "get_order: 429 was retryable after 30 s, now retryable after 60 s [changed]",
    ]);
    expect(await change("description:", "message:")).toEqual([]);
  });

  it("a status that loses its own answer gets the one for any failure", async () => {
    expect(await wordsAfter(GOOD.slice(GOOD.indexOf("\n")))).toEqual([
      "get_order: 429 was retryable after 30 s, now a business error, not retryable [changed]",
    ]);
    expect(await wordsAfter("throw error;")).toEqual([
      "get_order: 429 was retryable after 30 s, now an error with the thrown message only [worse]",
      "get_order: any other failure was a business error, not retryable, now an error with the thrown message only [worse]",
    ]);
  });

  it("the other way round it is no change for the worse, and nothing is said", async () => {
    const repository = changed({ "a.ts": tool(answering(`return ${ok('"[]"')};`)) }, { "a.ts": tool(answering(GOOD)) });
    expect(await reviewOf(repository)).toMatchObject({ code: 0, out: "" });
    expect(words(JSON.parse((await reviewOf(repository, "--format", "json")).out) as ReviewJson)).toEqual([
      expect.stringMatching(/\[better\]$/u) as string,
      expect.stringMatching(/\[better\]$/u) as string,
    ]);
  });

  it("a changed helper speaks for all its tools, at the place that has changed", async () => {
    const found = await json(
      { "a.ts": USES_HELPER, "b.ts": USES_HELPER.replace("get_order", "get_note"), "results.ts": HELPER },
      { "results.ts": HELPER.replace("retryAfterSeconds: 30, ", "") },
    );
    expect(words(found)).toEqual([
      "get_order: 429 was retryable after 30 s, now retryable without a delay [worse]",
      "get_note: 429 was retryable after 30 s, now retryable without a delay [worse]",
    ]);
    expect(found.findings.map(({ file, isOnChangedLines }) => [file, isOnChangedLines])).toEqual([
      ["results.ts", true],
    ]);
  });

  it("a helper that becomes asynchronous is reported where it is called, in files that did not change", async () => {
    const saving = tool(
      `async ({ id }) => { save(id); return ${ok('"Saved."')}; }`,
      'import { save } from "./store.js";',
    );
    const found = await json(
      {
        "a.ts": saving,
        "b.ts": saving.replace("get_order", "get_note"),
        "store.ts": "export function save(id) {\n  rows.set(id, true);\n}\n",
      },
      { "store.ts": 'import { db } from "db";\nexport async function save(id) {\n  await db.update(id);\n}\n' },
    );
    const elsewhere = found.findings.filter(({ isOnChangedLines }) => !isOnChangedLines);
    expect(elsewhere.map(({ file, causes }) => [file, causes])).toEqual([
      ["a.ts", ["store.ts"]],
      ["b.ts", ["store.ts"]],
    ]);
  });

  it("reads followed imports of the base from the base", async () => {
    // Read with the helper of the head, the base would lack the wait as well, and nothing would have changed.
    const repository = changed(
      { "a.ts": USES_HELPER, "results.ts": HELPER },
      { "a.ts": `${USES_HELPER}// touched\n`, "results.ts": HELPER.replace("retryAfterSeconds: 30, ", "") },
    );
    expect((await reviewOf(repository)).out).toContain("| 429: retryable after 30 s | retryable without a delay |");
    // And a commit that is not checked out is read from its objects.
    repository.git("checkout", "-q", "main");
    expect((await reviewOf(repository, "--head", "change")).out).toContain("429: retryable after 30 s");
    expect(await reviewOf(repository)).toMatchObject({ code: 0, out: "" });
  });

  it("a new tool is told of where it is bad, and not where it is good", async () => {
    const added = (handler: string): Promise<ReviewJson> =>
      json({ "a.ts": tool(answering(GOOD)) }, { "b.ts": tool(handler, "", "get_note") });
    const bad = await added(answering(`return ${ok('"Error: " + error.message')};`));
    expect(bad.tools).toMatchObject([{ name: "get_note", isNew: true }]);
    expect(words(bad)).toEqual([
      "get_note: any failure is a failure that looks like a success (`isError` missing) [worse]",
    ]);
    expect(words(await added(answering(GOOD)))).toEqual([]);
  });
});

describe("findings that the change is answerable for", () => {
  const BAD = answering(`return ${ok('"Error: " + error.message')};`);

  it("are those of tools in a new file, which nothing imports yet, and not of one that was left over", async () => {
    const late = (handler: string): string =>
      `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export function addNotes(server: McpServer) {
  server.registerTool("get_note", {}, ${handler});
}`;
    const served = { "a.ts": tool(answering(GOOD)) };
    const rulesOf = ({ findings }: ReviewJson): string[] => findings.map(({ rule }) => rule);
    expect(rulesOf(await json(served, { "late.ts": late(BAD) }))).toContain("mcp-errors/require-is-error");
    expect(rulesOf(await json({ ...served, "late.ts": late(answering(GOOD)) }, { "late.ts": late(BAD) }))).toEqual([]);
  });

  it("are new ones: what stood there before is not said, wherever lines moved to", async () => {
    const text = tool(BAD);
    expect((await json({ "a.ts": text }, { "a.ts": `// a comment\n\n${text}` })).findings).toEqual([]);
    expect((await json({ "a.ts": text }, { "a.ts": null, "renamed.ts": text })).findings).toEqual([]);
    expect((await json({ "a.ts": text }, { "a.ts": text.replaceAll("  ", "\t") })).findings).toEqual([]);
    const helper = `export const bad = ${BAD};\n`;
    const uses = (from: string): string => tool("bad", `import { bad } from "./${from}.js";`);
    expect(
      (
        await json(
          { "main.ts": uses("a"), "a.ts": helper },
          { "main.ts": uses("b"), "a.ts": null, "b.ts": `// moved\n// here\n// now\n${helper}` },
        )
      ).findings,
    ).toEqual([]);
  });

  it("stand on changed lines", async () => {
    const { findings } = await json({ "a.ts": tool(answering(GOOD)) }, { "a.ts": tool(BAD) });
    expect(findings).toMatchObject([
      { rule: "mcp-errors/require-is-error", file: "a.ts", line: 8, isOnChangedLines: true },
    ]);
  });

  it("not in tests and in files outside of the paths, unless these are asked for", async () => {
    const repository = changed(
      { "src/a.ts": tool(answering(GOOD)) },
      { "src/a.ts": tool(BAD), "test/b.ts": tool(BAD), "other/c.ts": tool(BAD) },
    );
    const found = JSON.parse((await reviewOf(repository, "src", "--format", "json")).out) as ReviewJson;
    expect(found.findings.map(({ file }) => file)).toEqual(["src/a.ts"]);
    expect((await reviewOf(repository, "--ignore", "{src,other}/**")).out).toBe("");
  });

  it("not in what the compiler wrote beside its source", async () => {
    const { findings } = await json(
      { "src/a.ts": tool(answering(GOOD)), "src/a.js": tool(answering(GOOD)) },
      { "src/a.ts": tool(BAD), "src/a.js": tool(BAD) },
    );
    expect(findings.map(({ file }) => file)).toEqual(["src/a.ts"]);
  });

  it("of a file that no longer parses", async () => {
    const { findings } = await json({ "a.ts": tool(answering(GOOD)) }, { "a.ts": `${tool(answering(GOOD))}}}}\n` });
    expect(findings).toMatchObject([{ rule: null, file: "a.ts" }]);
  });

  describe("in the configuration of clients", () => {
    const config = (...entries: readonly string[]): string =>
      `{\n  "mcpServers": {\n${entries.map((entry) => `    ${entry}`).join(",\n")}\n  }\n}\n`;
    const TOKEN = "ghp_a7Kq9Zx3Rm5Tw1Bn8Vc2Lp6Yd4Hs0GfJe5";
    const ORDERS = `"orders": { "command": "npx", "env": { "ORDERS_TOKEN": "${TOKEN}" } }`;
    const NOTES = '"notes": { "type": "http", "url": "https://a.example", "headers": { "X-Api-Key": "$KEY" } }';
    const found = async (before: Readonly<Record<string, string>>, after: Files): Promise<unknown[]> =>
      (await json(before, after)).findings.map(({ rule, file, line, isOnChangedLines }) => [
        (rule as string | null)?.replace("mcp-errors/", ""),
        `${file}:${line}`,
        isOnChangedLines,
      ]);

    it("those that the change brings, and no others", async () => {
      expect(await found({}, { ".mcp.json": config(ORDERS) })).toEqual([["no-inline-secret", ".mcp.json:3", true]]);
      expect(await found({ ".mcp.json": config(ORDERS) }, { ".mcp.json": config(NOTES, ORDERS) })).toEqual([
        ["valid-mcp-variable", ".mcp.json:3", true],
      ]);
      expect(await found({ ".mcp.json": config(ORDERS) }, { "a.ts": tool(answering(GOOD)) })).toEqual([]);
      expect(
        await found({ ".mcp.json": config(ORDERS) }, { ".mcp.json": null, "app/.mcp.json": config(ORDERS) }),
      ).toEqual([]);
    });

    it("a second credential beside one that was there", async () => {
      const both = ORDERS.replace('"env": { ', '"env": { "OTHER_TOKEN": "ghp_Zx3Rm5Tw1Bn8Vc2Lp6Yd4Hs0GfJe5a7Kq9", ');
      expect(await found({ ".mcp.json": config(ORDERS) }, { ".mcp.json": config(both) })).toHaveLength(1);
      expect(await found({ ".mcp.json": config(both) }, { ".mcp.json": config(ORDERS) })).toEqual([]);
    });

    it("a file that no longer parses", async () => {
      expect(await found({ ".mcp.json": config(NOTES) }, { ".mcp.json": `${config(NOTES)}}` })).toHaveLength(1);
    });

    it("without the credential in any format, also where nothing is committed yet", async () => {
      for (const format of ["markdown", "github", "github-review", "sarif", "rdjson", "json", "post"]) {
        const repository = changed({}, {});
        repository.write({ ".mcp.json": config(ORDERS) });
        const { code, out, err } = await reviewOf(repository, "--format", format);
        expect(code).toBe(1);
        expect(out).toMatch(/GitHub token/u);
        expect(out + err).not.toContain(TOKEN.slice(0, 5));
      }
    });
  });

  it("nothing in a change that concerns no tool", async () => {
    const found = await json(
      { "a.ts": tool(answering(GOOD)), "b.ts": "export const b = 1;\n" },
      { "b.ts": "export const b = 2;\n", "c.md": "c" },
    );
    expect(found).toMatchObject({ changedFiles: 1, findings: [], tools: [] });
  });
});

describe("formats", () => {
  const pullRequest = (): string => {
    const root = makeTree({});
    makePullRequest(root);
    return root;
  };
  const format = async (name: string): Promise<string> =>
    (await run(pullRequest(), ["review", "--base", "main", "--format", name])).out;

  it("markdown: the comment on a scripted pull request", async () => {
    const comment = await pullRequestComment();
    expect(comment).toMatch(/^<!-- mcp-errors-review -->\n### MCP tool errors\n/u);
    expect(comment).toContain("429 or 5xx: retryable after a wait<br>");
    // One entry for the two tools that the changed helper hits.
    expect(comment).toMatch(/^- `src\/errors\.ts:\d+` \(`issue_refund`, `order_invoice`\): /mu);
    // The one is not idempotent, so a 5xx has another end.
    expect(comment).toContain("| `issue_refund` | 429: retryable after a wait | retryable without a delay |");
    expect(comment).toContain("| `order_invoice` | 429 or 5xx: retryable after a wait | retryable without a delay |");
    expect(comment).toContain(
      "| `order_receipt` (new) | refused response of options.fetch\\(\\): new<br>any failure: new |",
    );
    expect(comment.match(/<details open>/gu)).toHaveLength(1);
    expect(comment.match(/<\/details>/gu)).toHaveLength(1);
  });

  it("github-review: comments on added lines only, with a suggestion where the edit fits", async () => {
    const { event, comments } = JSON.parse(await format("github-review")) as {
      event: string;
      comments: { path: string; line: number; side: string; body: string }[];
    };
    expect(event).toBe("COMMENT");
    expect(comments.map(({ path: file, side }) => [file, side])).toEqual([
      ["src/tools/changes.ts", "RIGHT"],
      ["src/tools/records.ts", "RIGHT"],
    ]);
    const [, told] = comments;
    expect(told?.body).toContain(
      '```suggestion\n        return { content: [{ type: "text", text: `Error: ${String(error)}` }], isError: true };\n```',
    );
    for (const { body } of comments) expect(body).toMatch(/<!-- mcp-errors-finding:[0-9a-f]{32} -->$/u);
  });

  it("github, sarif, rdjson: findings, and changes of the surface that no finding tells of", async () => {
    const repository = changed(
      { "a.ts": tool(answering(GOOD)) },
      { "a.ts": tool(answering(GOOD.replace('errorCode: "LIMIT", ', ""))) },
    );
    const [github, sarif, rdjson] = await Promise.all(
      ["github", "sarif", "rdjson"].map(async (name) => (await reviewOf(repository, "--format", name)).out),
    );
    const text = "get_order: 429 was retryable after 30 s, now without its error code.";
    expect(github).toContain(`::error file=a.ts,line=8,`);
    expect(github).toContain(text);
    const { runs } = JSON.parse(sarif ?? "") as {
      runs: { results: { ruleId: string; message: { text: string } }[] }[];
    };
    expect(runs[0]?.results).toMatchObject([{ ruleId: "mcp-errors/error-surface", message: { text } }]);
    const { diagnostics } = JSON.parse(rdjson ?? "") as { diagnostics: { message: string }[] };
    expect(diagnostics).toMatchObject([{ message: text }]);
  });

  it("json keeps its schema", async () => {
    const read = (name: string): object =>
      JSON.parse(readFileSync(path.resolve(import.meta.dirname, "../../docs/schemas", name), "utf8")) as object;
    const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
    ajv.addSchema(read("surface.schema.json"));
    const validate = ajv.compile(read("review.schema.json"));
    const found = JSON.parse(await format("json")) as object;
    expect(validate(found), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...found, findings: [{}] })).toBe(false);
  });
});

describe("names that are made to break the output", () => {
  const NAME =
    "x\u001b[31m\u0007`|<script>alert(1)</script> @octocat #1 [a](b) ::error::n ##[error]m\u202E\r\n::warning::é日😀";
  const FILE = "a\u001b[2J<b>&'\"`%0A,:\n::error::x ##[set-env]é日😀.ts";
  interface Bodies {
    readonly body?: string;
    readonly comment?: string;
    readonly comments?: readonly { readonly body: string }[];
  }
  const hostileTool = (body: string): string =>
    tool(answering(body)).replace('"get_order"', () => JSON.stringify(NAME));

  it.each(["markdown", "github", "github-review", "sarif", "rdjson", "json", "post"])(
    "do nothing in %s",
    async (format) => {
      const repository = changed({ [FILE]: hostileTool(GOOD) }, { [FILE]: hostileTool(`return ${ok('"[]"')};`) });
      const { out, err, code } = await reviewOf(repository, "--format", format);
      expect(code).toBe(1);
      // eslint-disable-next-line no-control-regex -- none of these may be printed
      const unseen = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
      expect(out).not.toMatch(unseen);
      expect(err).not.toMatch(unseen);
      const parsed = /^[{[]/u.test(out) ? (JSON.parse(out) as Bodies) : undefined;
      const isMarkdown = ["markdown", "github-review", "post"].includes(format);
      const bodies = parsed ? [parsed.body, parsed.comment, ...(parsed.comments ?? []).map(({ body }) => body)] : [out];
      for (const text of isMarkdown ? bodies : []) {
        // What stands between back-ticks is code.
        const words = (text ?? "").replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/gu, "");
        expect(words).not.toMatch(/<(?:script|b)>|@octocat|\[a\]\(b\)/u);
      }
      if (format === "github") {
        expect(
          out
            .split("\n")
            .filter((line) => /^\s*::/u.test(line))
            .every((line) => line.startsWith("::error file=a")),
        ).toBe(true);
        expect(out.split("\n").filter((line) => line.includes("##[") && !line.startsWith("::error file="))).toEqual([]);
      }
      expect(parsed ? JSON.stringify(parsed) : out).toContain("é日😀");
    },
  );
});

describe("the command", () => {
  it.each([
    ["the usual name", "main", []],
    ["another usual name", "master", []],
    [
      "what origin/HEAD points to",
      "stable",
      [
        ["update-ref", "refs/remotes/origin/stable", "HEAD"],
        ["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/stable"],
      ],
    ],
  ])("compares with the default branch without --base: %s", async (_name, branch, commands) => {
    const repository = new Repository({ "package.json": MCP_MANIFEST, "a.ts": tool(answering(GOOD)) });
    if (branch !== "main") repository.git("branch", "-m", branch);
    for (const command of commands) repository.git(...command);
    repository.branch().commit({ "a.ts": tool(answering(`return ${ok('"Done."')};`)) });
    const { code, out } = await run(repository.root, ["review", "--format", "json"]);
    expect(code).toBe(1);
    expect((JSON.parse(out) as ReviewJson).base).toBe(repository.git("rev-parse", branch));
  });

  it("says in one line what is wrong with its base", async () => {
    const repository = new Repository({ "a.ts": "a;\n" });
    const nameless = new Repository({ "a.ts": "a;\n" });
    nameless.git("branch", "-m", "stable");
    const missing = await run(nameless.root, ["review"]);
    expect(missing.code).toBe(2);
    expect(missing.err).toMatch(/^error: The default branch of this repository is unknown: [^\n]*--base\.\n$/u);
    const outside = await run(makeTree({ "a.ts": "a;\n" }), ["review"]);
    expect(outside.err).toBe("error: This is not a git working tree: run the command inside a checkout.\n");
    const unknown = await run(repository.root, ["review", "--base", "nothing"]);
    expect(unknown.code).toBe(2);
    expect(unknown.err).toMatch(/^error: --base nothing is not a commit in this clone\.[^\n]*\n$/u);
    expect((await run(repository.root, ["review", "--base", "main", "--post", "--format", "json"])).err).toMatch(
      /^error: option '--post' cannot be used with/u,
    );
  });

  it.each([
    ["a base without a name", ["--base", ""], "--base is empty. Name a branch, a tag or a commit."],
    ["a path that is nowhere", ["--base", "main", "nowhere", "a.ts"], "No such file or folder: nowhere."],
  ])("says in one line that there is %s", async (_what, args, message) => {
    const repository = new Repository({ "a.ts": "a;\n" });
    const result = await run(repository.root, ["review", ...args]);
    expect(result).toEqual({ code: 2, out: "", err: `error: ${message}\n` });
  });

  it("takes patterns, which a shell did not expand", async () => {
    const [good, bad] = [tool(answering(GOOD)), tool(answering(`return ${ok('"Done."')};`))];
    const repository = changed({ "src/a.ts": good, "lib/a.ts": good }, { "src/a.ts": bad, "lib/a.ts": bad });
    const places = async (...paths: string[]): Promise<string[]> => {
      const { out } = await reviewOf(repository, "--format", "json", ...paths);
      return [...new Set((JSON.parse(out) as ReviewJson).findings.map(({ file }) => file))].sort();
    };
    expect(await places("src/**/*.ts")).toEqual(["src/a.ts"]);
    expect(await places("./{src,lib}/*.ts")).toEqual(["lib/a.ts", "src/a.ts"]);
    expect(await places("*.ts")).toEqual([]);
  });

  it("takes the name of a file that the change removed", async () => {
    const repository = changed({ "a.ts": tool(answering(GOOD)), "gone/b.ts": "b;\n" }, { "gone/b.ts": null });
    expect((await reviewOf(repository, "gone")).code).toBe(0);
    expect((await reviewOf(repository, "gone/b.ts", "a.ts")).code).toBe(0);
  });

  it.each(["markdown", "github"])("prints nothing as %s where nothing changed for the worse", async (format) => {
    const repository = changed({ "a.ts": tool(answering(GOOD)) }, { "a.ts": `${tool(answering(GOOD))}// a word\n` });
    expect(await reviewOf(repository, "--format", format)).toMatchObject({ code: 0, out: "" });
    // No change at all, on a commit that no branch points at.
    repository.git("checkout", "-q", "--detach", "main");
    const none = await reviewOf(repository, "--format", format);
    expect(none).toMatchObject({ code: 0, out: "" });
    expect(none.err).toBe(
      "Reviewed 0 changed files and 0 files that depend on them: 0 new findings, 0 failures harder to act on.\n",
    );
  });

  it("exits with 1 where something got worse, with 0 if that is not to block", async () => {
    const repository = changed({ "a.ts": tool(answering(GOOD)) }, { "a.ts": tool(answering(`return ${ok('"[]"')};`)) });
    expect((await reviewOf(repository)).code).toBe(1);
    expect((await reviewOf(repository, "--exit-zero")).code).toBe(0);
  });

  it("works from a folder below the root, whose paths are then meant", async () => {
    const repository = changed(
      { "deep/a.ts": tool(answering(GOOD)) },
      { "deep/a.ts": tool(answering(`return ${ok('"[]"')};`)) },
    );
    const result = await run(path.join(repository.root, "deep"), ["review", "--base", "main"]);
    expect(result.code).toBe(1);
    expect(result.out).toContain("`deep/a.ts:");
  });
});
