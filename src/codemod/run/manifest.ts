import type { TSESTree } from "@typescript-eslint/types";
import { keyName } from "../../syntax/names.js";
import type { Parse } from "../../syntax/parse.js";

type Member = TSESTree.Property & { readonly key: TSESTree.StringLiteral };

/** JSON is an expression of JavaScript; offsets are those of the text. */
interface JsonObject {
  readonly members: readonly Member[];
  /** Behind `{`, and before `}`. */
  readonly range: readonly [number, number];
}

const PREFIX = "(";

function objectOf(node: TSESTree.Node | undefined): JsonObject | undefined {
  if (node?.type !== "ObjectExpression") return undefined;
  const members = node.properties.filter(
    (entry): entry is Member => entry.type === "Property" && entry.key.type === "Literal",
  );
  return { members, range: [node.range[0] + 1 - PREFIX.length, node.range[1] - 1 - PREFIX.length] };
}

const startOf = ({ range }: TSESTree.Node): number => range[0] - PREFIX.length;
const endOf = ({ range }: TSESTree.Node): number => range[1] - PREFIX.length;

function parseManifest(text: string, parse: Parse): JsonObject | undefined {
  // The parser leaves a byte order mark out; here it has to keep its place.
  const result = parse(`${PREFIX}${text.replace("\uFEFF", " ")}\n)`, "package.js");
  const [statement] = result.ok ? result.source.ast.body : [];
  return statement?.type === "ExpressionStatement" ? objectOf(statement.expression) : undefined;
}

function memberOf(object: JsonObject, name: string): Member | undefined {
  return object.members.find(({ key, computed }) => keyName(key, computed) === name);
}

/** The white space before an offset. */
function spaceBefore(text: string, offset: number): string {
  return /\s*$/u.exec(text.slice(0, offset))?.[0] ?? "";
}

function insert(text: string, at: number, what: string): string {
  return text.slice(0, at) + what + text.slice(at);
}

function isSorted(names: readonly string[]): boolean {
  return names.every((name, at) => at === 0 || (names[at - 1] ?? "").localeCompare(name, "en") <= 0);
}

/** Adds a member before the one that is given, or behind the last; the object has members. */
function addMember(text: string, object: JsonObject, before: Member | undefined, key: string, value: string): string {
  const [first] = object.members;
  const neighbour = before ?? object.members.at(-1) ?? first;
  if (!first || !neighbour) return text;
  const colon = text.slice(endOf(first.key), startOf(first.value));
  const entry = `${JSON.stringify(key)}${colon}${value}`;
  const space = spaceBefore(text, startOf(neighbour));
  return before
    ? insert(text, startOf(before), `${entry},${space}`)
    : insert(text, endOf(neighbour), `,${space}${entry}`);
}

/** An object of one member, in the style of the manifest. */
function nested(text: string, top: JsonObject, key: string, value: string): string {
  const [first] = top.members;
  const space = first ? spaceBefore(text, startOf(first)) : "";
  const colon = first ? text.slice(endOf(first.key), startOf(first.value)) : ":";
  const entry = `${JSON.stringify(key)}${colon}${JSON.stringify(value)}`;
  if (!space.includes("\n")) return `{${space}${entry}${space}}`;
  const indent = space.slice(space.lastIndexOf("\n") + 1);
  return `{${space}${indent}${entry}${space}}`;
}

/** What became of a manifest: `present` says where the dependency stands already. */
export type ManifestEdit =
  | { readonly kind: "added"; readonly text: string }
  | { readonly kind: "present"; readonly field: string }
  | { readonly kind: "unreadable" };

const RUN_TIME_FIELDS = ["dependencies", "peerDependencies", "optionalDependencies"] as const;

/**
 * Adds a run-time dependency to the text of a package.json. The rest of the text stays as it is, to the byte: indentation,
 * line ends, order. A list that is sorted stays sorted.
 */
export function addDependency(text: string, name: string, range: string, parse: Parse): ManifestEdit {
  const top = parseManifest(text, parse);
  if (!top) return { kind: "unreadable" };
  for (const field of [...RUN_TIME_FIELDS, "devDependencies"]) {
    const list = objectOf(memberOf(top, field)?.value);
    if (list && memberOf(list, name)) return { kind: "present", field };
  }
  const present = memberOf(top, "dependencies");
  if (!present) {
    if (top.members.length === 0) return { kind: "unreadable" };
    const before = memberOf(top, "devDependencies");
    return { kind: "added", text: addMember(text, top, before, "dependencies", nested(text, top, name, range)) };
  }
  const list = objectOf(present.value);
  if (!list) return { kind: "unreadable" };
  if (list.members.length === 0) {
    const value = nested(text, top, name, range);
    return { kind: "added", text: text.slice(0, startOf(present.value)) + value + text.slice(endOf(present.value)) };
  }
  const names = list.members.map(({ key }) => key.value);
  const before = isSorted(names) ? list.members.find(({ key }) => key.value.localeCompare(name, "en") > 0) : undefined;
  return { kind: "added", text: addMember(text, list, before, name, JSON.stringify(range)) };
}
