import { applyEdits, findNodeAtLocation, modify, parseTree, type FormattingOptions, type Node } from "jsonc-parser";

/** What became of a manifest: `present` says where the dependency stands already. */
export type ManifestEdit =
  | { readonly kind: "added"; readonly text: string }
  | { readonly kind: "present"; readonly field: string }
  | { readonly kind: "unreadable" };

export const UNREADABLE: ManifestEdit = { kind: "unreadable" };

const RUN_TIME_FIELDS = ["dependencies", "peerDependencies", "optionalDependencies"] as const;

/** The names of an object's members. */
function namesOf(object: Node | undefined): string[] {
  return (object?.children ?? []).map(({ children }) => String(children?.[0]?.value));
}

function isSorted(names: readonly string[]): boolean {
  return names.every((name, at) => at === 0 || (names[at - 1] ?? "").localeCompare(name, "en") <= 0);
}

/** How a manifest is written; undefined for one that stands on one line. */
function styleOf(text: string): FormattingOptions | undefined {
  const [, eol, indent] = /(\r?\n)([ \t]*)\S/u.exec(text) ?? [];
  if (eol === undefined || indent === undefined) return undefined;
  return { eol, insertSpaces: !indent.startsWith("\t"), tabSize: indent.length || 2, insertFinalNewline: false };
}

/**
 * Adds a run-time dependency to the text of a package.json. The rest of the text stays as it is, to the byte: indentation,
 * line ends, order. A list that is sorted stays sorted.
 */
export function addDependency(text: string, name: string, range: string): ManifestEdit {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const json = text.slice(mark.length);
  const top = parseTree(json);
  if (top?.type !== "object" || !isJson(json)) return UNREADABLE;
  for (const field of [...RUN_TIME_FIELDS, "devDependencies"])
    if (findNodeAtLocation(top, [field, name])) return { kind: "present", field };
  const list = findNodeAtLocation(top, ["dependencies"]);
  if (list ? list.type !== "object" : namesOf(top).length === 0) return UNREADABLE;
  const style = styleOf(json);
  const edits = modify(json, ["dependencies", name], range, {
    ...(style ? { formattingOptions: style } : {}),
    getInsertionIndex: (names) => (list ? placeIn(names, name) : before("devDependencies", names)),
  });
  return { kind: "added", text: mark + applyEdits(json, edits) };
}

function before(name: string, names: readonly string[]): number {
  return names.includes(name) ? names.indexOf(name) : names.length;
}

/** Before the first name that comes later in a sorted list, else at the end. */
function placeIn(names: readonly string[], name: string): number {
  const later = isSorted(names) ? names.findIndex((other) => other.localeCompare(name, "en") > 0) : -1;
  return later < 0 ? names.length : later;
}

/** No comments, no trailing commas: what package managers read. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // that is the answer
  }
}
