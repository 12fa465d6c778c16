import { findNodeAtLocation, parseTree, type Node, type ParseError } from "jsonc-parser";

/** What became of a manifest: `present` says where the dependency stands already. */
export type ManifestEdit =
  | { readonly kind: "added"; readonly text: string }
  | { readonly kind: "present"; readonly field: string }
  | { readonly kind: "unreadable" };

export const UNREADABLE: ManifestEdit = { kind: "unreadable" };

const RUN_TIME_FIELDS = ["dependencies", "peerDependencies", "optionalDependencies"] as const;

const membersOf = (object: Node): readonly Node[] => object.children ?? [];
const nameOf = (member: Node): string => String(member.children?.[0]?.value);
const endOf = ({ offset, length }: Node): number => offset + length;

function isSorted(names: readonly string[]): boolean {
  return names.every((name, at) => at === 0 || (names[at - 1] ?? "").localeCompare(name, "en") <= 0);
}

/** What stands between the name and the value of a member. */
function colonOf(text: string, member: Node | undefined): string {
  const [key, value] = member?.children ?? [];
  return key && value ? text.slice(endOf(key), value.offset) : ": ";
}

/** The white space before an offset. */
function spaceBefore(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return before.slice(before.trimEnd().length);
}

/** Adds a member before the one that is given, or behind the last; the object has members. */
function addMember(text: string, object: Node, before: Node | undefined, key: string, value: string): string {
  const neighbour = before ?? membersOf(object).at(-1) ?? object;
  const entry = `${JSON.stringify(key)}${colonOf(text, membersOf(object)[0])}${value}`;
  const space = spaceBefore(text, neighbour.offset);
  const at = before ? before.offset : endOf(neighbour);
  return text.slice(0, at) + (before ? `${entry},${space}` : `,${space}${entry}`) + text.slice(at);
}

/** An object of one member, in the style of the manifest. */
function nested(text: string, top: Node, key: string, value: string): string {
  const [first] = membersOf(top);
  const space = first ? spaceBefore(text, first.offset) : "";
  const entry = `${JSON.stringify(key)}${colonOf(text, first)}${JSON.stringify(value)}`;
  if (!space.includes("\n")) return `{${space}${entry}${space}}`;
  const indent = space.slice(space.lastIndexOf("\n") + 1);
  return `{${space}${indent}${entry}${space}}`;
}

/**
 * Adds a run-time dependency to the text of a package.json. The rest of the text stays as it is, to the byte: indentation,
 * line ends, order. A list that is sorted stays sorted.
 */
export function addDependency(text: string, name: string, range: string): ManifestEdit {
  const errors: ParseError[] = [];
  // The parser knows no byte order mark; here it has to keep its place.
  const top = parseTree(text.replace(/^\uFEFF/u, " "), errors, { disallowComments: true });
  if (top?.type !== "object" || errors.length > 0) return UNREADABLE;
  for (const field of [...RUN_TIME_FIELDS, "devDependencies"])
    if (findNodeAtLocation(top, [field, name])) return { kind: "present", field };
  const list = findNodeAtLocation(top, ["dependencies"]);
  if (!list) {
    if (membersOf(top).length === 0) return UNREADABLE;
    const before = membersOf(top).find((member) => nameOf(member) === "devDependencies");
    return { kind: "added", text: addMember(text, top, before, "dependencies", nested(text, top, name, range)) };
  }
  if (list.type !== "object") return UNREADABLE;
  const members = membersOf(list);
  if (members.length === 0)
    return {
      kind: "added",
      text: text.slice(0, list.offset) + nested(text, top, name, range) + text.slice(endOf(list)),
    };
  const before = isSorted(members.map(nameOf))
    ? members.find((member) => nameOf(member).localeCompare(name, "en") > 0)
    : undefined;
  return { kind: "added", text: addMember(text, list, before, name, JSON.stringify(range)) };
}
