import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { outputOf } from "../../scripts/docs/readme.js";
import { FORMATS } from "../../src/review/reporters/index.js";

const ROOT = path.resolve(import.meta.dirname, "../..");
const GUIDE = readFileSync(path.join(ROOT, "docs/guides/ci.md"), "utf8");

function fences(language: string): string[] {
  return [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n(?<text>[\\s\\S]*?)^\`\`\`$`, "gmu"))].map(
    (match) => match.groups?.["text"] ?? "",
  );
}

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly on?: unknown;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs?: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
  readonly steps?: readonly Step[];
  readonly repos?: readonly { readonly hooks: readonly { readonly files: string; readonly exclude: string }[] }[];
  readonly "mcp-errors"?: {
    readonly script: readonly string[];
    readonly artifacts: { readonly reports: Readonly<Record<string, string>> };
  };
}

const documents = fences("yaml").map((text) => parse(text, { strict: true }) as Workflow);
const steps = documents.flatMap(({ jobs = {}, steps: own = [] }) => [
  ...Object.values(jobs).flatMap((job) => job.steps),
  ...own,
]);

/** Every `mcp-errors check …` of the guide, with its words. */
const commands = [...GUIDE.matchAll(/\bmcp-errors (check(?: (?:--?[\w-]+|"[^"]*"|[\w.=/-]+))*)/gu)]
  .map(([, command = ""]) => command)
  .filter((command) => command.includes("--"));

describe("docs/guides/ci.md", () => {
  it("has examples that YAML and JSON parsers read", () => {
    expect(documents.length).toBeGreaterThanOrEqual(7);
    for (const document of documents) expect(Object.keys(document).length).toBeGreaterThan(0);
    for (const text of fences("json")) expect(JSON.parse(text)).toHaveProperty("lint-staged");
  });

  it("uses flags, formats and commands that exist", async () => {
    const { text: help } = await outputOf("mcp-errors check --help");
    expect(commands.length).toBeGreaterThanOrEqual(10);
    const flags = new Set(commands.flatMap((command) => command.match(/--[\w-]+/gu) ?? []));
    for (const flag of flags) expect(help).toContain(flag);
    for (const flag of ["--baseline", "--cache", "--config", "--format"]) expect([...flags]).toContain(flag);
    const formats = commands.flatMap((command) =>
      [...command.matchAll(/--format "?(\w+)/gu)].map(([, name = ""]) => name),
    );
    for (const name of formats) expect(Object.keys(FORMATS)).toContain(name);
    for (const name of ["github", "sarif", "rdjson", "gitlab", "junit", "markdown", "html"])
      expect(formats).toContain(name);
  });

  it("uploads what it writes, with the rights that it takes", () => {
    const scanning = documents.find(({ permissions }) => permissions?.["security-events"] === "write");
    const own = scanning?.jobs?.["check"]?.steps ?? [];
    const upload = own.find(({ uses }) => uses?.startsWith("github/codeql-action/upload-sarif@"));
    expect(own.some(({ run }) => run?.includes(`sarif=${String(upload?.with?.["sarif_file"])}`))).toBe(true);
    const gitlab = documents.find((document) => document["mcp-errors"])?.["mcp-errors"];
    for (const file of Object.values(gitlab?.artifacts.reports ?? {}))
      expect(gitlab?.script.join("\n")).toContain(`=${file}`);
    expect(steps.filter(({ run }) => run?.includes("mcp-errors")).length).toBeGreaterThanOrEqual(5);
  });

  it("lets the hook take sources and leave tests alone", () => {
    const hook = documents.find(({ repos }) => repos)?.repos?.[0]?.hooks[0];
    const takes = (file: string): boolean =>
      new RegExp(hook?.files ?? "^$", "u").test(file) && !new RegExp(hook?.exclude ?? "", "u").test(file);
    expect(["src/a.ts", "b.mjs", "latest/c.tsx", "src/testing.ts"].map(takes)).toEqual([true, true, true, true]);
    expect(["src/a.test.ts", "test/a.ts", "a/tests/b.js", "notes.md", "a.json"].map(takes)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it("links to pages that exist", () => {
    for (const [, target = ""] of GUIDE.matchAll(/\]\(([^)#:]+)\)/gu))
      expect(() => readFileSync(path.join(ROOT, "docs/guides", target))).not.toThrow();
  });
});
