import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { ESLint } from "eslint";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outputOf } from "../../scripts/docs/readme.js";
import { DIALECTS } from "../../src/contract/dialects.js";
import { categoryOf } from "../../src/contract/categories.js";
import { check } from "../../src/cli/check.js";
import { presetSetup } from "../../src/cli/config/setup.js";
import { validConfig } from "../../src/cli/config/validate.js";
import { FRAMEWORKS } from "../../src/frameworks/index.js";
import { FORMATS } from "../../src/review/reporters/index.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";

const ROOT = path.resolve(import.meta.dirname, "../..");
const README = readFileSync(path.join(ROOT, "README.md"), "utf8");
const CONFIGURATION = readFileSync(path.join(ROOT, "docs/configuration.md"), "utf8");

function fences(language: string, page = README): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(?<text>[\\s\\S]*?)^\`\`\`$`, "gmu"))].map(
    (match) => match.groups?.text ?? "",
  );
}

/** The first fence of a language that holds a text. */
function fence(language: string, part: string, page = README): string {
  const found = fences(language, page).find((text) => text.includes(part));
  if (found === undefined) throw new Error(`The page has no ${language} block with "${part}".`);
  return found;
}

function section(title: string, page = README): string {
  return page.split(/^#{2,3} /mu).find((part) => part.startsWith(`${title}\n`)) ?? "";
}

/** Cells of a table's rows, the header left out. */
function rows(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function places(results: readonly ESLint.LintResult[], cwd: string): string[] {
  return results
    .flatMap(({ filePath, messages }) =>
      messages.map(
        ({ line, column, ruleId, message }) => `${path.relative(cwd, filePath)}:${line}:${column} ${ruleId} ${message}`,
      ),
    )
    .sort();
}

describe("README, ESLint", () => {
  // Outside this repository, whose .gitignore oxlint would keep; the packages are found through the link.
  let folder = "";
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "mcp-errors-readme-")));
    symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"), "junction");
    writeFileSync(
      path.join(folder, "package.json"),
      '{ "type": "module", "dependencies": { "@modelcontextprotocol/sdk": "*" } }',
    );
    writeFileSync(path.join(folder, "eslint.config.js"), fence("js", "configs.recommended"));
    cpSync(path.join(ROOT, "test/servers/sdk-v1"), path.join(folder, "src"), { recursive: true });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("the configuration loads, and finds what the command finds", async () => {
    const results = await new ESLint({ cwd: folder }).lintFiles(["src/**/*.ts"]);
    const found = places(results, folder);
    expect(found.length).toBeGreaterThan(0);
    const { results: checked } = check({ paths: ["src"], cwd: folder, setup: presetSetup("recommended") });
    expect(found).toEqual(places(checked, folder));
  });

  it("oxlint finds the same with the rules that are listed", () => {
    const config = JSON.parse(fence("json", "jsPlugins", CONFIGURATION)) as { rules: Record<string, string> };
    writeFileSync(
      path.join(folder, ".oxlintrc.json"),
      JSON.stringify({ ...config, categories: { correctness: "off" } }),
    );
    const binary = path.join(ROOT, "node_modules", "oxlint", "bin", "oxlint");
    const { stdout } = spawnSync(process.execPath, [binary, "-c", ".oxlintrc.json", "-f", "json", "src"], {
      cwd: folder,
      encoding: "utf8",
    });
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: {
        code: string;
        filename: string;
        message: string;
        labels: { span: { line: number; column: number } }[];
      }[];
    };
    const found = diagnostics.map(({ code, filename, message, labels: [label] }) => {
      const rule = code.replace(/^mcp-errors\((.*)\)$/u, "mcp-errors/$1");
      return `${filename}:${label?.span.line}:${label?.span.column} ${rule} ${message}`;
    });
    const { results } = check({ paths: ["src"], cwd: folder, setup: presetSetup("all") });
    const wanted = results.map((result) => ({
      ...result,
      messages: result.messages.filter(({ ruleId }) => ruleId !== null && ruleId in config.rules),
    }));
    expect(found.sort()).toEqual(places(wanted, folder));
  });

  it("names every setting with its default", () => {
    const named = Object.fromEntries(
      rows(section("Settings", CONFIGURATION)).map(([key = "", value = ""]) => [key.replaceAll("`", ""), value]),
    );
    expect(named).toEqual(
      Object.fromEntries(Object.entries(DEFAULT_SETTINGS).map(([key, value]) => [key, `\`${JSON.stringify(value)}\``])),
    );
    for (const dialect of Object.keys(DIALECTS)) expect(section("Settings", CONFIGURATION)).toContain(`"${dialect}"`);
  });
});

describe("README, command line", () => {
  it.each(fences("console").map((text) => [text.slice(2, text.indexOf("\n")), text.slice(text.indexOf("\n") + 1)]))(
    "prints what is shown: %s",
    async (command, shown) => {
      expect((await outputOf(command)).text.trimEnd()).toBe(shown.trimEnd());
    },
  );

  it("names commands, flags and scripts that exist", async () => {
    const scripts = Object.keys(
      (JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as { scripts: object }).scripts,
    );
    const lines = fences("sh")
      .flatMap((text) => text.split("\n"))
      .flatMap((line) => line.replace(/\s+#.*$/u, "").split(" && "));
    const seen = new Set<string>();
    for (const line of lines) {
      const [program = "", first = "", ...rest] = line.split(" ");
      seen.add(`${program} ${first}`);
      if (program === "npm" && first === "run") expect(scripts).toContain(rest[0]);
      if (program === "npm" && first === "test") expect(scripts).toContain("test");
      if (program !== "npx" || first !== "mcp-errors") continue;
      const [command = "", ...flags] = rest;
      const help = await outputOf(`mcp-errors ${command} --help`);
      expect(help.exitCode).toBe(0);
      for (const flag of flags.filter((word) => word.startsWith("--"))) expect(help.text).toContain(flag);
    }
    expect([...seen]).toEqual(expect.arrayContaining(["npm ci", "npm run", "npm test", "npx mcp-errors"]));
  });

  it("names flags and formats of check that exist, and links to the rest", async () => {
    const { text } = await outputOf("mcp-errors check --help");
    const named = rows(section("Command line")).filter(([flag = ""]) => flag.startsWith("`--"));
    expect(named.length).toBeGreaterThan(3);
    for (const [flag = ""] of named) expect(text).toContain(flag.replaceAll("`", ""));
    const formats = named.find(([flag]) => flag?.startsWith("`--format"))?.[1] ?? "";
    expect(formats.match(/`\w+`/gu)).toEqual(Object.keys(FORMATS).map((name) => `\`${name}\``));
    for (const page of ["docs/command-line.md", "docs/guides/ci.md"])
      expect(section("Command line")).toContain(`](${page})`);
  });

  it("says how the command ends", async () => {
    const codes = [
      (await outputOf("mcp-errors check test/servers/sdk-v1/errors.ts")).exitCode,
      (await outputOf("mcp-errors check test/servers/sdk-v1")).exitCode,
      (await outputOf("mcp-errors check no-such-folder")).exitCode,
    ];
    expect(codes).toEqual([0, 1, 2]);
    expect(rows(section("Command line")).map(([code]) => code)).toEqual(expect.arrayContaining(["0", "1", "2"]));
  });
});

describe("the README", () => {
  it("has at most 250 lines, and leads to pages and pictures that exist", () => {
    expect(README.split("\n").length).toBeLessThanOrEqual(250);
    const links = [...README.matchAll(/\]\((?!\w+:|#)([^)#]+)|(?:src|srcset)="([^"]+)"/gu)].map(
      ([, link, source]) => link ?? source ?? "",
    );
    expect(links.length).toBeGreaterThan(15);
    for (const link of links) expect(existsSync(path.join(ROOT, link)), link).toBe(true);
  });

  it("has badges that are true", () => {
    const manifest = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
      license: string;
      engines: { node: string };
      peerDependencies: { eslint: string };
    };
    expect(manifest).toMatchObject({
      license: "MIT",
      engines: { node: ">=20.19.0" },
      peerDependencies: { eslint: "^9.15.0 || ^10.0.0" },
    });
    for (const badge of ["licence-MIT", "node-%E2%89%A5%2020.19", "eslint-9.15%20%7C%2010"])
      expect(README).toContain(`img.shields.io/badge/${badge}`);
    expect(README).toContain(`[${FRAMEWORKS.length} frameworks](docs/frameworks.md)`);
  });
});

describe("docs/configuration.md", () => {
  it("shows configurations that are valid", () => {
    const shown = JSON.parse(fence("json", "$schema", CONFIGURATION)) as object;
    expect(validConfig(shown, "the example")).toBe(shown);
    const keys = rows(section("Of the command", CONFIGURATION)).map(([key = ""]) => key.replaceAll("`", ""));
    expect(keys.sort()).toEqual(
      Object.keys(shown)
        .filter((key) => key !== "$schema")
        .sort(),
    );
  });
});

describe("README, error contract", () => {
  it("shows a result that keeps it", () => {
    const result = JSON.parse(fence("json", "isError")) as { isError: boolean; content: { text: string }[] };
    const failure = JSON.parse(result.content[0]?.text ?? "") as Record<string, unknown>;
    expect(result.isError).toBe(true);
    expect(categoryOf(String(failure.errorCategory))).toBe("transient");
    expect(failure).toMatchObject({ isRetryable: true, retryAfterSeconds: 30 });
  });
});
