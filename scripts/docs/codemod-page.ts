import { readFileSync } from "node:fs";
import path from "node:path";
import { structuredPatch } from "diff";

const FIXTURES = path.resolve(import.meta.dirname, "../../test/codemods/fixtures");

const EXAMPLE = /(<!-- begin example: (?<file>\S+) -->)\n[\s\S]*?(<!-- end example -->)/gu;

/** Writes before and after of the named fixtures between their markers. */
export function renderCodemodPage(page: string): string {
  return page.replace(EXAMPLE, (_, begin: string, file: string, end: string) => {
    return `${begin}\n\n\`\`\`diff\n${differenceOf(file)}\n\`\`\`\n\n${end}`;
  });
}

/** The lines of a fixture that change, with three around them. */
function differenceOf(file: string): string {
  const [before, after] = ["input", "output"].map((kind) =>
    readFileSync(path.join(FIXTURES, file.replace(/\.(\w+)$/u, `.${kind}.$1`)), "utf8"),
  ) as [string, string];
  const { hunks } = structuredPatch(file, file, before, after, "", "", { context: 3 });
  return hunks.map(({ lines }) => lines.join("\n")).join("\n …\n");
}
