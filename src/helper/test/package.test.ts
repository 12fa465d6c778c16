import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
// @ts-expect-error -- a script without types
import { measure } from "../scripts/size.mjs";
// @ts-expect-error -- a script without types
import { packed } from "../scripts/pack-table.mjs";
import { ROWS } from "../table/rows.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, unknown>;
const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);

describe("the package", () => {
  it("has no dependency and no side effect", () => {
    expect(manifest).not.toHaveProperty("dependencies");
    expect(manifest).not.toHaveProperty("peerDependencies");
    expect(manifest["sideEffects"]).toBe(false);
  });

  it.each(sources)("%s imports nothing outside the package and stays readable in length", (file) => {
    const text = readFileSync(join(root, "src", file), "utf8");
    const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]!);
    // The doc comments show users' own imports.
    expect(specifiers.filter((specifier) => !/^\.\.?\//.test(specifier))).toEqual([]);
    expect(text.split("\n").length).toBeLessThan(350);
  });

  it("runs with nothing but the language: no process, no Buffer, no Headers, no AbortSignal", async () => {
    const { outputFiles } = await build({
      entryPoints: [join(root, "src/index.ts")],
      bundle: true,
      format: "iife",
      globalName: "kit",
      platform: "neutral",
      write: false,
      target: "es2022",
    });
    const context = createContext(Object.create(null));
    const result: unknown = runInContext(
      `${outputFiles[0]!.text};
       JSON.stringify([
         kit.toolError.from({ response: { status: 429, headers: { get: (name) => (name === "retry-after" ? "7" : null) } } }),
         kit.toolFailure.validation({ description: "Wrong." }).message,
         kit.readToolError(kit.toolError.validation({ description: "Wrong." })).payload,
         kit.defineErrorCodes({ A_CODE: { category: "validation", description: "x" } }).error("A_CODE"),
         typeof process, typeof Buffer, typeof setTimeout,
       ])`,
      context,
    );
    const [limited, message, payload, coded, ...globals] = JSON.parse(result as string) as any[];
    expect(JSON.parse(limited.content[0].text)).toMatchObject({ errorCode: "RATE_LIMITED", retryAfterSeconds: 7 });
    expect(JSON.parse(message)).toEqual(payload);
    expect(coded.isError).toBe(true);
    expect(globals).toEqual(["undefined", "undefined", "undefined"]);
  });

  it("has the packed form of the readable table, in which each code has one category and each key one row", () => {
    expect(readFileSync(join(root, "src/classify/packed-rows.ts"), "utf8")).toBe(packed());
    const categories = new Map<string, Set<string>>();
    for (const { code, category } of ROWS) categories.set(code, (categories.get(code) ?? new Set()).add(category));
    expect([...categories].filter(([, found]) => found.size > 1)).toEqual([]);
    const keys = ROWS.flatMap(({ by }) =>
      Object.entries(by).flatMap(([kind, list]: [string, readonly unknown[]]) =>
        list.map((key) => `${kind} ${String(key)}`),
      ),
    );
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it("stays within its size limits", async () => {
    const sizes = (await measure()) as Record<string, { gzip: number; limit: number }>;
    for (const [name, { gzip, limit }] of Object.entries(sizes)) expect(gzip, name).toBeLessThanOrEqual(limit);
  });
});
