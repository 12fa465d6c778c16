/**
 * A note may open with one line of JSON ({"title": …, "tags": […]}). A first line that is no JSON
 * is simply the beginning of the text.
 */
export function splitFrontMatter(source) {
  const end = source.indexOf("\n");
  const head = end === -1 ? source : source.slice(0, end);
  let meta;
  try {
    meta = JSON.parse(head);
  } catch {
    return { meta: {}, body: source };
  }
  if (meta === null || typeof meta !== "object" || Array.isArray(meta)) {
    return { meta: {}, body: source };
  }
  return { meta, body: end === -1 ? "" : source.slice(end + 1) };
}
