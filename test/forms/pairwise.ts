/** Rows in which each two values of different columns that go together meet at least once. */

export type Row<C extends string> = Readonly<Record<C, string>>;

export function pairwise<C extends string>(
  columns: Readonly<Record<C, readonly string[]>>,
  goTogether: (part: Partial<Row<C>>) => boolean,
): Row<C>[] {
  const names = Object.keys(columns) as C[];
  const keyOf = (a: C, x: string, b: C, y: string): string => (a < b ? `${a}=${x}&${b}=${y}` : `${b}=${y}&${a}=${x}`);
  const open = new Map<string, Partial<Row<C>>>();
  names.forEach((a, at) => {
    for (const b of names.slice(at + 1))
      for (const x of columns[a])
        for (const y of columns[b]) {
          const pair = { [a]: x, [b]: y } as Partial<Row<C>>;
          if (goTogether(pair)) open.set(keyOf(a, x, b, y), pair);
        }
  });
  const rows: Row<C>[] = [];
  /** How often a value was used: the rarest of equally good ones is taken. */
  const uses = new Map<string, number>();
  for (const [key, pair] of open) {
    if (!open.has(key)) continue;
    const row = complete(pair, names);
    // Fits by itself, and into no whole row.
    open.delete(key);
    if (!row) continue;
    rows.push(row);
    names.forEach((a, at) => {
      uses.set(`${a}=${row[a]}`, (uses.get(`${a}=${row[a]}`) ?? 0) + 1);
      for (const b of names.slice(at + 1)) open.delete(keyOf(a, row[a], b, row[b]));
    });
  }
  return rows;

  function complete(part: Partial<Row<C>>, left: readonly C[]): Row<C> | undefined {
    const [column, ...others] = left.filter((name) => part[name] === undefined);
    if (column === undefined) return part as Row<C>;
    const known = names.filter((name) => part[name] !== undefined);
    const ranked = columns[column]
      .map((one) => ({
        one,
        gain: known.filter((name) => open.has(keyOf(column, one, name, part[name] as string))).length,
        used: uses.get(`${column}=${one}`) ?? 0,
      }))
      .sort((a, b) => b.gain - a.gain || a.used - b.used);
    for (const { one } of ranked) {
      const next = { ...part, [column]: one };
      const row = goTogether(next) ? complete(next, others) : undefined;
      if (row) return row;
    }
    return undefined;
  }
}
