/** How many single letters have to be typed otherwise to make one word of the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_cell, index) => index);
  for (const [at, letter] of Array.from(a).entries()) {
    const next = [at + 1];
    for (let column = 1; column <= b.length; column++)
      next.push(
        Math.min(
          (next[column - 1] ?? 0) + 1,
          (row[column] ?? 0) + 1,
          (row[column - 1] ?? 0) + (b[column - 1] === letter ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The names that may have been meant: nearly the same ones, else those that contain what was typed. */
export function similar(name: string, names: readonly string[]): string[] {
  const near = names.filter((one) => distance(name, one) <= Math.max(2, Math.floor(one.length / 4)));
  if (near.length > 0) return near.sort((a, b) => distance(name, a) - distance(name, b)).slice(0, 3);
  return name.length < 3 ? [] : names.filter((one) => one.includes(name));
}

/** " Did you mean no-x or no-y?", or nothing. */
export function didYouMean(name: string, names: readonly string[]): string {
  const found = similar(name, names);
  return found.length > 0 ? ` Did you mean ${found.join(" or ")}?` : "";
}
