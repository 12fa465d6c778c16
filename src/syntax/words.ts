const PART = /[\w$]/u;

/** Where a name, or a path of names, stands in a text by itself; it need not be one that a pattern could hold. */
export function* placesOf(name: string, text: string): Generator<number> {
  if (name === "") return;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!PART.test(text.charAt(at - 1)) && !PART.test(text.charAt(at + name.length))) yield at;
}

export function holdsName(name: string, text: string): boolean {
  return placesOf(name, text).next().done !== true;
}
