/** An id of a tool (`file#name`) under the name that its file has now. */
export function relativeName(id: string, renamed: ReadonlyMap<string, string>): string {
  const at = id.indexOf("#");
  const file = at < 0 ? id : id.slice(0, at);
  return `${renamed.get(file) ?? file}${at < 0 ? "" : id.slice(at)}`;
}
