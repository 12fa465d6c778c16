import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Project } from "../../../src/analysis/project/project.js";
import type { RewriteOptions, TransformName } from "../../../src/codemod/rewrite.js";
import { DEFAULT_SETTINGS } from "../../../src/settings.js";
import { loadOxc, parseWithOxc, type Parse } from "../../../src/syntax/parse.js";

export const FIXTURES = fileURLToPath(new URL("../fixtures", import.meta.url));

export interface Fixture {
  readonly transform: TransformName;
  readonly name: string;
  readonly filename: string;
  readonly input: string;
  readonly output: string;
  /** From `name.options.json`. */
  readonly options: Partial<RewriteOptions>;
}

/** The pairs `<transform>/<name>.input.<ext>` and `<name>.output.<ext>`; equal where nothing must be changed. */
export function fixtures(): Fixture[] {
  return readdirSync(FIXTURES)
    .filter((entry) => !entry.includes("."))
    .flatMap((transform) =>
      readdirSync(path.join(FIXTURES, transform))
        .filter((file) => file.includes(".input."))
        .map((file): Fixture => {
          const filename = path.join(FIXTURES, transform, file);
          const options = filename.replace(/\.input\.\w+$/u, ".options.json");
          return {
            transform: transform as TransformName,
            name: file.replace(".input", ""),
            filename,
            input: readFileSync(filename, "utf8"),
            output: readFileSync(filename.replace(".input.", ".output."), "utf8"),
            options: existsSync(options) ? (JSON.parse(readFileSync(options, "utf8")) as Partial<RewriteOptions>) : {},
          };
        }),
    );
}

const parse: Parse = (text, filename) => {
  const oxc = loadOxc();
  if (!oxc) throw new Error("oxc-parser is not installed");
  return parseWithOxc(oxc, text, filename);
};

/** A project of its own for each run: nothing is remembered from another text of the same file. */
export function projectForTests(): Project {
  return new Project({ settings: DEFAULT_SETTINGS, parse });
}

export function commentsOf(text: string, filename: string): string[] {
  const result = parse(text, filename);
  if (!result.ok) throw new Error(result.failure.message);
  return result.source.comments.map(({ value }) => value.trim());
}
