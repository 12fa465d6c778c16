import { describe, expect, it } from "vitest";
import {
  RewriteError,
  rewriteText,
  TRANSFORM_NAMES,
  type RewriteOptions,
  type TransformName,
} from "../../src/codemod/rewrite.js";
import { MARKER } from "../../src/codemod/engine/markers.js";
import { commentsOf, fixtures, FIXTURES, projectForTests } from "./support/fixtures.js";

const toTabs = (text: string): string => text.replace(/^(?: {2})+/gmu, (blank) => "\t".repeat(blank.length / 2));
const toCrlf = (text: string): string => text.replace(/\r?\n/gu, "\r\n");

/** One variation of the way a file is written, and whether a fixture allows for it. */
const VARIATIONS: Readonly<
  Record<string, { readonly vary: (text: string) => string; readonly fits: (text: string) => boolean }>
> = {
  CRLF: { vary: toCrlf, fits: (text) => !text.includes("\r\n") },
  "a byte order mark": { vary: (text) => `\ufeff${text}`, fits: () => true },
  tabs: {
    vary: toTabs,
    fits: (text) => /^ {2}\S/mu.test(text) && !/^\t|^ {1}\S|^(?: {2})+ \S/mu.test(text.replace(/^ +\*/gmu, "")),
  },
};

describe.each(fixtures())("$transform/$name", ({ transform, input, output, filename, options }) => {
  const run = (text: string) =>
    rewriteText(text, filename, projectForTests(), {
      helper: { kind: "package" },
      ...options,
      transforms: [transform],
    });

  it("becomes its output", () => {
    expect(run(input).text).toBe(output);
  });

  it("is left alone by a second run, but for what a person has to decide", () => {
    const again = run(output);
    expect(again.text).toBe(output);
    expect(again.changes.filter(({ outcome }) => outcome !== "left")).toEqual([]);
  });

  it("keeps its comments, in number and text", () => {
    const kept = commentsOf(run(input).text, filename).filter(
      (comment) => !comment.includes(MARKER) && !comment.startsWith("* Assumed"),
    );
    expect(kept.sort()).toEqual(
      commentsOf(input, filename)
        .filter((comment) => !comment.includes(MARKER))
        .sort(),
    );
  });

  it.each(Object.entries(VARIATIONS))("is rewritten alike with %s", (_, { vary, fits }) => {
    if (!fits(input)) return;
    expect(run(vary(input)).text).toBe(vary(output));
  });
});

describe("the fixtures", () => {
  it("are many, and of every transform", () => {
    const all = fixtures();
    expect(all.length).toBeGreaterThanOrEqual(120);
    expect([...new Set(all.map(({ transform }) => transform))].sort()).toEqual([...TRANSFORM_NAMES].sort());
  });
});
