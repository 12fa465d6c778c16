import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { ESLint } from "eslint";
import { describe, expect, it } from "vitest";
import { FORMATS } from "../../src/review/reporters/index.js";
import { run } from "../support/cli.js";
import { GOOD_TOOL, makeTree, MCP_MANIFEST } from "../support/tree.js";

const SECRET = "ghp_a7Kq9Zx3Rm5Tw1Bn8Vc2Lp6Yd4Hs0GfJe5";
const WITH_SECRET = `{
  "mcpServers": {
    "orders": { "command": "npx", "env": { "ORDERS_TOKEN": "${SECRET}" } }
  }
}
`;
const UNTYPED = '{ "mcpServers": { "orders": { "url": "https://mcp.example.com/mcp" } } }\n';

const readText = (root: string, name: string): string => readFileSync(join(root, name), "utf8");

async function messagesOf(root: string, ...args: readonly string[]): Promise<string[]> {
  const { out } = await run(root, ["check", ...args, "--format", "json"]);
  const results = JSON.parse(out) as ESLint.LintResult[];
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, column, ruleId, message }) =>
      [filePath.slice(root.length + 1), line, column, ruleId?.replace("mcp-errors/", "") ?? message].join(":"),
    ),
  );
}

describe("check finds the configuration of clients", () => {
  it("in a project that holds nothing else", async () => {
    const root = makeTree({ ".mcp.json": WITH_SECRET });
    const { code, out, err } = await run(root, ["check"]);
    expect(code).toBe(1);
    expect(out).toContain("mcp-errors/no-inline-secret");
    expect(out).toContain("Checked 1 MCP configuration.");
    expect(out + err).not.toMatch(/No tool was found|No JavaScript|0 files/u);
    expect((await run(makeTree({ ".mcp.json": '{ "mcpServers": {} }' }), ["check"])).code).toBe(0);
  });

  it("whatever part of the sources is linted", async () => {
    const root = makeTree({
      "package.json": MCP_MANIFEST,
      "src/server.ts": GOOD_TOOL,
      ".mcp.json": UNTYPED,
      ".vscode/mcp.json": UNTYPED,
      "packages/app/.cursor/mcp.json": WITH_SECRET,
      "test/fixtures/.mcp.json": WITH_SECRET,
      "node_modules/a/.mcp.json": WITH_SECRET,
      "other.json": WITH_SECRET,
    });
    const expected = [
      ".mcp.json:1:31:valid-mcp-server-entry",
      ".vscode/mcp.json:1:3:valid-mcp-server-entry",
      "packages/app/.cursor/mcp.json:3:61:no-inline-secret",
    ];
    expect(await messagesOf(root, "src")).toEqual(expected);
    expect(await messagesOf(root, ".")).toEqual(expected);
    expect(await messagesOf(root, "src", "--ignore", "packages/**")).toEqual(expected.slice(0, 2));
  });

  it("but for single files, which are all that is asked for", async () => {
    const root = makeTree({
      "package.json": MCP_MANIFEST,
      "server.ts": GOOD_TOOL,
      ".mcp.json": UNTYPED,
      "a/.mcp.json": UNTYPED,
    });
    expect(await messagesOf(root, "server.ts")).toEqual([]);
    expect(await messagesOf(root, "a/.mcp.json")).toEqual(["a/.mcp.json:1:31:valid-mcp-server-entry"]);
  });

  it("with the rules of the presets that hold them", async () => {
    const root = makeTree({ "package.json": MCP_MANIFEST, "server.ts": GOOD_TOOL, ".mcp.json": UNTYPED });
    const found = ["1:31:valid-mcp-server-entry"].map((place) => `.mcp.json:${place}`);
    for (const preset of ["integration", "strict", "all"])
      expect(await messagesOf(root, "--preset", preset)).toEqual(expect.arrayContaining(found));
    for (const preset of ["defects", "recommended"]) expect(await messagesOf(root, "--preset", preset)).toEqual([]);
  });

  it("once, where a link leads to it", async () => {
    const root = makeTree({ ".mcp.json": UNTYPED });
    mkdirSync(join(root, "a"));
    symlinkSync(root, join(root, "a", "loop"));
    expect(await messagesOf(root)).toHaveLength(1);
  });
});

describe("a broken file gets one message, and the rest is still looked at", () => {
  const secret = `"orders": { "command": "npx", "env": { "T": "${SECRET}" } }`;

  it.each<[name: string, file: string, text: string, fault: RegExp | undefined, rules: readonly string[]]>([
    [
      "a missing comma",
      ".mcp.json",
      `{ "mcpServers": {\n${secret}\n"b": {} } }`,
      /:3:1:.*comma/u,
      ["no-inline-secret", "valid-mcp-server-entry"],
    ],
    [
      "a file that stops in the middle",
      ".mcp.json",
      `{ "mcpServers": {\n${secret}`,
      /:2:\d+:.*missing/u,
      ["no-inline-secret"],
    ],
    [
      "an unfinished text",
      ".mcp.json",
      `{ "mcpServers": {\n${secret},\n"b": { "command": "npx } } }`,
      /:3:\d+:.*not closed/u,
      ["no-inline-secret"],
    ],
    [
      "a value that is none",
      ".mcp.json",
      `{ "mcpServers": {\n${secret},\n"b": { "command": npx } } }`,
      /:3:\d+:.*not valid JSON/u,
      ["no-inline-secret"],
    ],
    [
      "a comment",
      ".mcp.json",
      `{ // mine\n"mcpServers": {\n${secret} } }`,
      /:1:3:.*Claude Code.*comments/u,
      ["no-inline-secret"],
    ],
    ["a comma at the end", ".mcp.json", `{ "mcpServers": {\n${secret},\n} }`, /:2:\d+:.*comma/u, ["no-inline-secret"]],
    ["an empty file", ".mcp.json", " \n", /:1:1:.*empty/u, []],
    [
      "comments and commas where they are allowed",
      ".vscode/mcp.json",
      `{ // mine\n"servers": {\n${secret},\n}, }`,
      undefined,
      ["no-inline-secret"],
    ],
    ["everything commented out", ".vscode/mcp.json", `// { "servers": {} }\n`, undefined, []],
    ["a byte order mark", ".mcp.json", `\uFEFF{ "mcpServers": { ${secret} } }`, undefined, ["no-inline-secret"]],
    [
      "a name twice",
      ".mcp.json",
      `{ "mcpServers": { ${secret}, ${secret} } }`,
      undefined,
      ["no-inline-secret", "valid-mcp-server-entry", "no-inline-secret"],
    ],
    [
      "other line ends",
      ".mcp.json",
      `{\r\n"mcpServers": {\r\n${secret},\r\n"b": 1\r\n} }`,
      undefined,
      ["no-inline-secret", "valid-mcp-server-entry"],
    ],
  ])("%s", async (_name, file, text, fault, rules) => {
    const root = makeTree({ [file]: text });
    const found = await messagesOf(root);
    const faults = found.filter((one) => one.includes("Parsing error"));
    expect(faults).toHaveLength(fault ? 1 : 0);
    if (fault) expect(faults[0]).toMatch(fault);
    expect(found.filter((one) => !one.includes("Parsing error")).map((one) => one.split(":").at(-1))).toEqual(rules);
  });

  it("five megabytes in one line", { timeout: 60_000 }, async () => {
    const filler = "y".repeat(5_000);
    const servers = Array.from(
      { length: 1_000 },
      (_, at) => `"s${at}": { "command": "npx", "args": ["-y"], "x": "${filler}" }`,
    );
    const text = `{ "mcpServers": { ${[...servers, secret].join(",")} } }`;
    expect(text.length).toBeGreaterThan(5_000_000);
    const found = await messagesOf(makeTree({ ".mcp.json": text }));
    expect(found.map((one) => one.split(":").at(-1))).toEqual(["no-inline-secret"]);
  });

  it("brackets without an end", async () => {
    const root = makeTree({ ".mcp.json": "[".repeat(200_000), "a/.mcp.json": UNTYPED });
    expect(await messagesOf(root)).toEqual([
      expect.stringMatching(/^\.mcp\.json:1:\d+:Parsing error: /u),
      "a/.mcp.json:1:31:valid-mcp-server-entry",
    ]);
  });

  it("bytes that are no text", async () => {
    const root = makeTree({ ".mcp.json": Buffer.from([0xff, 0xfe, 0x7b, 0x00]), "a/.mcp.json": UNTYPED });
    const { code, out } = await run(root, ["check"]);
    expect(code).toBe(1);
    expect(out).toContain("Not checked: .mcp.json.");
    expect(out).toContain("a/.mcp.json");
  });
});

describe("the configuration of the command counts for the files of clients too", () => {
  it("leaves out what `ignores` names", async () => {
    const root = makeTree({
      ".mcp.json": UNTYPED,
      "a/.mcp.json": UNTYPED,
      "mcp-errors.config.json": '{ "ignores": ["a/**"] }',
    });
    const { code, out } = await run(root, ["check"]);
    expect(code).toBe(1);
    expect(out).toContain("Checked 1 MCP configuration.");
    expect(out).not.toContain("a/.mcp.json");
  });

  it.each([
    ["turns a rule down to a warning", "valid-mcp-server-entry: warn", /^1 finding in 1 file$/mu],
    ["turns a rule off", "valid-mcp-server-entry: off", /^Checked 1 MCP configuration\.\n$/u],
  ])("%s", async (_name, rule, summary) => {
    const root = makeTree({ ".mcp.json": UNTYPED });
    const { code, out } = await run(root, ["check", "--rule", rule]);
    expect(code).toBe(0);
    expect(out).toMatch(summary);
  });

  it("runs none of their rules with a preset that holds none", async () => {
    const root = makeTree({
      ".mcp.json": UNTYPED,
      "a.ts": "",
      "mcp-errors.config.json": '{ "preset": "recommended" }',
    });
    const { code, out } = await run(root, ["check"]);
    expect(code).toBe(0);
    expect(out).not.toContain("MCP configuration");
  });
});

describe("no report gives a credential away", () => {
  it.each(Object.keys(FORMATS))("%s", async (format) => {
    const root = makeTree({ ".mcp.json": WITH_SECRET });
    const { out, err } = await run(root, ["check", "--format", format]);
    expect(out + err).toMatch(/no-inline-secret|GitHub token/u);
    // Four characters of it tell people which one is meant.
    expect(out + err).not.toContain(SECRET.slice(0, 5));
  });

  it("neither do the cache and the baseline", async () => {
    const root = makeTree({ ".mcp.json": WITH_SECRET });
    const { code } = await run(root, [
      "check",
      "--cache-location",
      join(root, "cache"),
      "--baseline",
      "b.json",
      "--update-baseline",
    ]);
    expect(code).toBe(0);
    expect(JSON.stringify([readText(root, "cache"), readText(root, "b.json")])).not.toContain(SECRET.slice(0, 5));
    // The baseline knows the finding by its server.
    expect(readText(root, "b.json")).toContain("orders");
    expect((await run(root, ["check", "--baseline", "b.json"])).code).toBe(0);
  });
});

describe("a value of 200 kB takes no longer than other text", () => {
  const LENGTH = 200_000;
  it.each([
    "<",
    "{",
    "[",
    "a",
    "_",
    "a://",
    "a:",
    "a=",
    "a= ",
    "\\/",
    "${a}",
    "${",
    "${a:-",
    "/Users/a/",
    "your-",
    "aab",
    "Bearer ",
  ])("of %s", async (part) => {
    const value = part.repeat(LENGTH / part.length);
    const entry = { command: value, args: ["--token", value], env: { TOKEN: value, URL: `a://b:${value}` } };
    const root = makeTree({ ".mcp.json": JSON.stringify({ mcpServers: { a: entry, [value]: { url: value } } }) });
    const start = performance.now();
    await run(root, ["check", "--format", "json"]);
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});

describe("comments keep findings back where comments are allowed", () => {
  it("in the command as in ESLint", async () => {
    const root = makeTree({
      ".vscode/mcp.json": `{
  "servers": {
    // eslint-disable-next-line mcp-errors/valid-mcp-server-entry -- the old one
    "a": { "type": "sse", "url": "https://a.example/sse" },
    "b": { "type": "sse", "url": "https://b.example/sse" }
  }
}`,
    });
    expect(await messagesOf(root)).toEqual([".vscode/mcp.json:5:20:valid-mcp-server-entry"]);
  });
});
