import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import plugin, { type PresetName } from "../../src/index.js";
import { lintWithEslint } from "../support/eslint.js";
import { serverFiles, SERVERS_ROOT } from "../support/servers.js";

const BUILT_PLUGIN = fileURLToPath(new URL("../../dist/src/index.js", import.meta.url));
const OXLINT = path.join(path.dirname(createRequire(import.meta.url).resolve("oxlint/package.json")), "bin/oxlint");

interface Diagnostic {
  readonly message: string;
  readonly code: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number; readonly column: number } }[];
}

describe("oxlint with the plugin as a JS plugin", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-errors-oxlint-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const oxlint = (root: string, preset: PresetName): string[] => {
    const config = path.join(folder, `${preset}.json`);
    writeFileSync(
      config,
      JSON.stringify({
        jsPlugins: [BUILT_PLUGIN],
        plugins: [],
        categories: { correctness: "off" },
        rules: plugin.configs[preset].rules,
      }),
    );
    const { stdout, stderr, status } = spawnSync(process.execPath, [OXLINT, "-c", config, "--format", "json", "."], {
      cwd: root,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(status).toBe(1);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
    return diagnostics
      .map(({ code, filename, labels, message }) => {
        const rule = /^mcp-errors\((.+)\)$/u.exec(code)?.[1] ?? code;
        return `${filename}:${labels[0]?.span.line ?? 0}:${labels[0]?.span.column ?? 0} mcp-errors/${rule} ${message}`;
      })
      .sort();
  };

  it.each(["recommended", "strict"] as const)("finds the same as ESLint in the example servers: %s", async (preset) => {
    const results = await lintWithEslint(SERVERS_ROOT, serverFiles(), { preset });
    const eslint = results
      .flatMap(({ filePath, messages }) =>
        messages.map(
          ({ ruleId, line, column, message }) =>
            `${path.relative(SERVERS_ROOT, filePath)}:${line}:${column} ${ruleId ?? ""} ${message}`,
        ),
      )
      .sort();
    expect(oxlint(SERVERS_ROOT, preset)).toEqual(eslint);
    expect(eslint.length).toBeGreaterThan(20);
  });

  it("follows imports: without the helper's file, what comes of it is not known any more", () => {
    const alone = path.join(folder, "alone");
    // A folder of its own: the names of this repository's folders must not matter.
    cpSync(path.join(SERVERS_ROOT, "sdk-v1"), alone, { recursive: true });
    writeFileSync(
      path.join(alone, "package.json"),
      JSON.stringify({ name: "orders", type: "module", dependencies: { "@modelcontextprotocol/sdk": "1.32.2" } }),
    );
    const rule = "mcp-errors/no-retryable-terminal-error";
    expect(oxlint(alone, "defects").some((finding) => finding.includes(rule))).toBe(true);
    const direct = oxlint(alone, "defects");
    rmSync(path.join(alone, "errors.ts"));
    rmSync(path.join(alone, "results.ts"));
    expect(oxlint(alone, "defects").length).toBeLessThanOrEqual(direct.length);
  });
});
