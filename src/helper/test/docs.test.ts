import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as api from "mcp-tool-errors";
import { decisionTable } from "./support/decision-table.js";

const helper = fileURLToPath(new URL("..", import.meta.url));
const docs = join(helper, "../../docs");
const pages = [
  join(helper, "README.md"),
  join(docs, "guides/return-errors-an-agent-can-act-on.md"),
  ...readdirSync(join(docs, "helper")).map((file) => join(docs, "helper", file)),
];
const folder = join(helper, "test/.snippets");

interface Snippet {
  file: string;
  code: string;
  output?: string | undefined;
}

/** Each ts block is one module; a text or json block right behind it is what it prints. */
const snippetsOf = (page: string): Snippet[] =>
  [...readFileSync(page, "utf8").matchAll(/^```ts\n([^]*?)^```\n(?:\n```(?:text|json)\n([^]*?)^```\n)?/gm)].map(
    ([, code, output], index) => ({
      file: join(folder, `${basename(page, ".md")}-${index + 1}.ts`),
      code: code!,
      output,
    }),
  );

const all = pages.map((page) => [basename(page), snippetsOf(page)] as const);

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { file, code } of all.flatMap(([, snippets]) => snippets)) writeFileSync(file, `${code}\nexport {};\n`);
  const config = {
    extends: "../../tsconfig.test.json",
    compilerOptions: {
      paths: { "mcp-tool-errors": ["../../src/index.ts"], "mcp-tool-errors/*": ["../../src/*/index.ts"] },
    },
    include: ["*.ts"],
    exclude: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(all)("%s", (_, snippets) => {
  it("prints what it says", async () => {
    expect(snippets.length).toBeGreaterThan(0);
    for (const { file, output } of snippets) {
      const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
      await import(file);
      const printed = log.mock.calls.map((values) => values.map(String).join(" ")).join("\n");
      log.mockRestore();
      if (output !== undefined) expect(`${printed}\n`, basename(file)).toBe(output);
      else expect(printed, basename(file)).toBe("");
    }
  });
});

describe("the documentation", () => {
  it("type-checks", () => {
    const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
    const check = () => execFileSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8", stdio: "pipe" });
    let errors = "";
    try {
      check();
    } catch (error) {
      errors = (error as { stdout: string }).stdout;
    }
    expect(errors).toBe("");
  });

  it("names every export", () => {
    const text = pages.map((page) => readFileSync(page, "utf8")).join("\n");
    for (const name of Object.keys(api)) expect(text).toContain(`\`${name}`);
  });

  it("has the table of the source", () => {
    const page = join(docs, "helper/classify-error.md");
    const text = readFileSync(page, "utf8");
    const current = text.replace(
      /(<!-- table: [^\n]*-->\n)[^]*?(<!-- \/table -->)/,
      (_match, start: string, end: string) => `${start}\n${decisionTable()}\n\n${end}`,
    );
    if (process.env["UPDATE_DOCS"]) writeFileSync(page, current);
    expect(process.env["UPDATE_DOCS"] ? current : text).toBe(current);
  });

  it("links to pages that exist", () => {
    for (const page of pages)
      for (const [, target] of readFileSync(page, "utf8").matchAll(/\]\((\.[^)#]+)\)/g))
        expect(() => readFileSync(new URL(target!, `file://${page}`)), `${page} -> ${target}`).not.toThrow();
  });
});
