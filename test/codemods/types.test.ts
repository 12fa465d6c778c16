import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixtures } from "./support/fixtures.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Inside the repository, so that the packages of the SDKs are found from there. */
const FOLDER = path.join(ROOT, ".cache", "codemod-types");

/** What the fixtures import from beside them: their subject is the errors, not the service. */
const API = `export class ForbiddenError extends Error {}
export class TimeoutError extends Error {}
export declare const api: any;
`;

const TSCONFIG = {
  extends: "../../tsconfig.base.json",
  compilerOptions: {
    noEmit: true,
    verbatimModuleSyntax: false,
    lib: ["es2023", "dom"],
    paths: {
      "mcp-tool-errors": ["../../src/helper/src/index.ts"],
    },
  },
  include: ["*.ts"],
};

/** Outputs that import a file that is not there, or a framework that is not installed here, are left out. */
const typed = fixtures().filter(({ filename, options }) => filename.endsWith(".ts") && options.helper === undefined);

function diagnostics(): string[] {
  try {
    execFileSync(
      process.execPath,
      [path.join(ROOT, "node_modules/typescript/bin/tsc"), "-p", FOLDER, "--pretty", "false"],
      { encoding: "utf8" },
    );
    return [];
  } catch (error) {
    return (error as { stdout: string }).stdout
      .split("\n")
      .filter((line) => /^\S+\.ts\(/u.test(line) || line.startsWith("error"));
  }
}

describe("the outputs", () => {
  beforeAll(() => {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path.join(FOLDER, "tsconfig.json"), JSON.stringify(TSCONFIG));
    writeFileSync(path.join(FOLDER, "api.ts"), API);
    writeFileSync(path.join(FOLDER, "package.json"), '{ "type": "module" }');
    for (const { transform, name, input, output } of typed) {
      writeFileSync(path.join(FOLDER, `${transform}--${name.replace(".ts", "")}.before.ts`), input);
      writeFileSync(path.join(FOLDER, `${transform}--${name.replace(".ts", "")}.after.ts`), output);
    }
  });

  afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

  it(
    "have no type error against the real SDKs and the helper that their inputs do not have",
    { timeout: 180_000 },
    () => {
      expect(typed.length).toBeGreaterThan(100);
      expect(readdirSync(FOLDER).filter((file) => file.endsWith(".after.ts")).length).toBe(typed.length);
      const found = diagnostics();
      const before = new Set(
        found.filter((line) => line.includes(".before.ts(")).map((line) => line.split(".before.ts(")[0]),
      );
      const isNew = (line: string): boolean => line.includes(".after.ts(") && !before.has(line.split(".after.ts(")[0]);
      expect(found.filter((line) => line.startsWith("error"))).toEqual([]);
      expect(found.filter(isNew)).toEqual([]);
      // The inputs have to be programs, or the comparison says nothing.
      expect([...before]).toEqual([]);
    },
  );
});
