/** A tool or route of a file in `test/variants`, by its first and last line. */
export interface VariantPlace {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The tools and routes of such a file, in source order: each reaches up to the next. */
export function variantPlaces(code: string): VariantPlace[] {
  const lines = code.split("\n");
  const starts = lines.flatMap((line, at) => (/^(?:server\.registerTool|app\.post)\(/u.test(line) ? [at] : []));
  return starts.map((at, order) => ({
    name: /"\/?(?<name>\w+)"/u.exec(`${String(lines[at])}\n${String(lines[at + 1])}`)?.groups?.["name"] ?? "",
    from: at + 1,
    to: starts[order + 1] ?? lines.length,
  }));
}
