import { describe, expect, it } from "vitest";
import { rewriteText } from "../../src/codemod/rewrite.js";
import { commentsOf, fixtures, projectForTests, type Fixture } from "./support/fixtures.js";

/** The end of a line with a comment in it; that some of these stand in a text does no harm. */
const END_OF_COMMENT = /(?<=\/\/[^\n]*)\n/gu;

const rewritten = ({ filename, options, transform }: Fixture, text: string): string =>
  rewriteText(text, filename, projectForTests(), { helper: { kind: "package" }, ...options, transforms: [transform] })
    .text;

const withComments = fixtures().filter(({ input, output }) => input !== output && END_OF_COMMENT.test(input));

/** Each of these ends a line, and so a comment to the end of the line. */
describe.each([
  ["a carriage return", "\r"],
  ["U+2028", "\u2028"],
  ["U+2029", "\u2029"],
])("nothing is written into a comment that ends in %s", (_name, end) => {
  it.each(withComments)("$transform/$name", (fixture) => {
    const text = fixture.input.replaceAll(END_OF_COMMENT, end);
    expect(commentsOf(rewritten(fixture, text), fixture.filename).sort()).toEqual(
      commentsOf(fixture.output, fixture.filename).sort(),
    );
  });
});
