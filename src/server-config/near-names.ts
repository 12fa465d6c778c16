/** Letters to add, drop or change, or to swap with their neighbour, from one name to the other. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The known name that somebody meant who wrote another one; undefined where none is near. */
export function nearName(written: string, known: readonly string[]): string | undefined {
  if (known.includes(written) || written.length > 40) return undefined;
  const folded = (name: string): string => name.toLowerCase().replace(/[^a-z]/gu, "");
  const same = known.find((name) => folded(name) === folded(written));
  if (same !== undefined) return same;
  const [best] = known
    .filter((name) => Math.abs(name.length - written.length) <= 2)
    .map((name) => ({ name, far: distance(folded(written), folded(name)) }))
    .filter(({ name, far }) => far <= (name.length <= 4 ? 1 : 2) && far < name.length / 2)
    .sort((a, b) => a.far - b.far);
  return best?.name;
}
