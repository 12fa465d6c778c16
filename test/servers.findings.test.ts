import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { check } from "../src/cli/check.js";
import { isAboutErrors } from "./support/error-rules.js";
import { presetSetup } from "../src/cli/config/setup.js";

interface Expected {
  readonly file: string;
  readonly line?: number;
  readonly endLine?: number;
  readonly case: string;
  readonly rules?: readonly string[];
}

const SERVERS = fileURLToPath(new URL("servers", import.meta.url));

function findingsOf(server: string) {
  const root = path.join(SERVERS, server);
  const { results } = check({ paths: [root], cwd: root, setup: presetSetup("strict") });
  return results.flatMap(({ filePath, messages }) =>
    messages
      .filter(({ ruleId }) => isAboutErrors(String(ruleId)))
      .map(({ line, ruleId }) => ({
        file: path.relative(root, filePath),
        line,
        rule: String(ruleId).replace("mcp-errors/", ""),
      })),
  );
}

describe.each(["sdk-v1", "sdk-v2", "low-level", "fastmcp"])("%s", (server) => {
  const bad = (
    JSON.parse(readFileSync(path.join(SERVERS, server, "expected.json"), "utf8")) as readonly Expected[]
  ).filter(({ line }) => line !== undefined);
  const findings = findingsOf(server);
  const fits = (entry: Expected, finding: (typeof findings)[number]): boolean =>
    finding.file === entry.file &&
    (entry.rules ?? []).includes(finding.rule) &&
    finding.line >= (entry.line ?? 0) &&
    finding.line <= (entry.endLine ?? entry.line ?? 0);

  it("has every fault found, by each of its rules", () => {
    const missed = bad.flatMap((entry) =>
      (entry.rules ?? [])
        .filter((rule) => !findings.some((finding) => finding.rule === rule && fits(entry, finding)))
        .map((rule) => `${entry.case} ${entry.file}:${entry.line} ${rule}`),
    );
    expect(missed).toEqual([]);
  });

  it("has nothing else reported", () => {
    const extra = findings.filter((finding) => !bad.some((entry) => fits(entry, finding)));
    expect(extra.map(({ file, line, rule }) => `${file}:${line} ${rule}`)).toEqual([]);
  });
});
