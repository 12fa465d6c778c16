/** Replaces what stands between `<!-- begin name -->` and `<!-- end name -->`; the rest is written by hand and stays. */
export function betweenMarkers(text: string, name: string, content: string): string {
  const begin = `<!-- begin ${name} -->`;
  const end = `<!-- end ${name} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The markers "${begin}" and "${end}" are missing.`);
  return `${text.slice(0, from + begin.length)}\n\n${content.trim()}\n\n${text.slice(to)}`;
}
