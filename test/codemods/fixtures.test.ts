import { describe, expect, it } from "vitest";
import { transforms } from "../../codemods/index.js";
import { MESSAGE_ONLY } from "../../src/edits/thrown.js";
import { RETURNED_IN_VAIN } from "../../src/edits/unflagged.js";
import { findingsOf } from "../../src/codemod/engine/findings.js";
import { LineTable } from "../../src/syntax/line-table.js";
import { buildModel } from "../../src/model-of.js";
import { rewriteText, TRANSFORM_NAMES } from "../../src/codemod/rewrite.js";
import { MARKER } from "../../src/codemod/engine/markers.js";
import { commentsOf, fixtures, projectForTests } from "./support/fixtures.js";

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

describe("all transforms together", () => {
  const mended = [...new Set(Object.values(transforms).flatMap((transform) => transform.rules))];
  const together = fixtures().filter(({ options }) => options.to === undefined);

  it.each(together)("leave no finding of $transform/$name without a marker or a directive", ({ input, filename }) => {
    const run = (text: string) =>
      rewriteText(text, filename, projectForTests(), { helper: { kind: "package" }, transforms: TRANSFORM_NAMES });
    const { text } = run(input);
    const again = run(text);
    expect(again.text).toBe(text);
    const project = projectForTests();
    const parsed = project.options.parse(text, filename);
    const model = parsed.ok ? buildModel(filename, parsed.source, project) : null;
    const reported = (model ? findingsOf(model, mended) : [])
      // The rules' other findings are about where fields stand, which is no transform's matter.
      .filter(({ ruleId, messageId }) => ruleId !== "no-invisible-error" || RETURNED_IN_VAIN.has(messageId))
      // A throw of unknown cause is reported by its boundary: only a person can say what else it is.
      .filter(({ ruleId }) => ruleId !== "no-bare-throw")
      .filter(({ ruleId, messageId }) => ruleId !== "no-lost-error-data" || MESSAGE_ONLY.has(messageId))
      .map(({ node, ruleId }) => ({
        ruleId,
        ...new LineTable(text).place(node.range[0]),
      }));
    const left = again.changes.map(({ ruleId, line, column }) => ({ ruleId, line, column }));
    expect(left).toEqual(expect.arrayContaining(reported));
  });
});

describe("the fixtures", () => {
  it("are many, and of every transform", () => {
    const all = fixtures();
    expect(all.length).toBeGreaterThanOrEqual(120);
    expect([...new Set(all.map(({ transform }) => transform))].sort()).toEqual([...TRANSFORM_NAMES].sort());
  });
});
