/** The function, with its answers kept as long as what it is asked about. */
export function memoised<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, { readonly answer: T }>();
  return (key) => {
    let kept = known.get(key);
    if (!kept) known.set(key, (kept = { answer: compute(key) }));
    return kept.answer;
  };
}

/** Texts whose answers are kept. */
const MAX_TEXTS = 5_000;

/** The same for a question about a text: the answers of the last ones are kept. */
export function memoisedForText<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly answer: T }>();
  return (text) => {
    let kept = known.get(text);
    if (!kept) {
      if (known.size >= MAX_TEXTS) known.clear();
      known.set(text, (kept = { answer: compute(text) }));
    }
    return kept.answer;
  };
}

/** The same for a question about two things. */
export function memoisedForBoth<K extends object, L, T>(compute: (key: K, other: L) => T): (key: K, other: L) => T {
  const known = memoised((_: K) => new Map<L, { readonly answer: T }>());
  return (key, other) => {
    const answers = known(key);
    let kept = answers.get(other);
    if (!kept) answers.set(other, (kept = { answer: compute(key, other) }));
    return kept.answer;
  };
}
