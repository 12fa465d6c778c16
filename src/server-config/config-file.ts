import { parseTree, visit, type Node as JsonNode, type ParseError } from "jsonc-parser";
import { LineTable } from "../syntax/line-table.js";
import { clientOf, type Client, type Field } from "./clients/index.js";
import { faultOf, type SyntaxFault } from "./syntax-faults.js";

export type { JsonNode };

/** One `key: value` of an object. */
export interface Member {
  readonly key: string;
  readonly keyNode: JsonNode;
  /** Undefined where the value is missing: the file is broken there. */
  readonly value: JsonNode | undefined;
}

/** One entry of the list of servers. */
export interface ServerEntry {
  readonly name: string;
  readonly nameNode: JsonNode;
  readonly value: JsonNode | undefined;
  /** Those of the entry, also when a key stands there twice; none where the entry is no object. */
  readonly members: readonly Member[];
}

/** A text somewhere in the entry of a server. */
export interface TextPlace {
  readonly text: string;
  readonly node: JsonNode;
  readonly server: ServerEntry;
  /** The key of the entry under which it stands: a field, or anything else. */
  readonly key: string;
  /** The field, if variables may stand there. */
  readonly field: Field | undefined;
  /** The nearest key above: the name of the variable in `env`, of the header in `headers`. */
  readonly name: string;
  /** The position in a list such as `args`. */
  readonly index: number | undefined;
}

export interface CommentPlace {
  readonly type: "Line" | "Block";
  readonly value: string;
  readonly range: readonly [number, number];
}

/** A client's configuration file, as far as it can be read. */
export interface ConfigFile {
  readonly filename: string;
  /** Without a byte order mark. */
  readonly text: string;
  readonly client: Client;
  readonly lines: LineTable;
  readonly root: JsonNode | undefined;
  readonly members: readonly Member[];
  readonly servers: readonly ServerEntry[];
  /** Entries that stand beside the list of servers, where the client does not look. */
  readonly strays: readonly ServerEntry[];
  /** Every text in the entries, in the order of the file. */
  readonly texts: readonly TextPlace[];
  /** Every text in entries that the client does not read: they are committed all the same. */
  readonly unread: readonly TextPlace[];
  /** Why the client could not read the file, the first fault only; what could be read is there all the same. */
  readonly fault: SyntaxFault | undefined;
}

const FIELDS: ReadonlySet<string> = new Set<Field>(["command", "args", "env", "envFile", "url", "headers"]);

/** The members of an object, in order, those with the same key too. */
export function membersOf(node: JsonNode | undefined): Member[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap(({ children: [keyNode, value] = [] }) =>
    keyNode ? [{ key: String(keyNode.value), keyNode, value }] : [],
  );
}

/** The last member with a key: the one that counts where a key stands twice. */
export function memberOf(members: readonly Member[], key: string): Member | undefined {
  return members.findLast((member) => member.key === key);
}

export function rangeOf({ offset, length }: JsonNode): [number, number] {
  return [offset, offset + length];
}

/** Reads a file that some client reads; undefined for any other. Never throws, whatever stands in it. */
export function readConfig(filename: string, given: string): ConfigFile | undefined {
  const client = clientOf(filename);
  if (!client) return undefined;
  const text = given.charCodeAt(0) === 0xfeff ? given.slice(1) : given;
  const { root, errors } = parsed(text);
  const members = membersOf(root);
  const { servers, strays, others } = entriesIn(members, client);
  return {
    filename,
    text,
    client,
    lines: new LineTable(text),
    root,
    members,
    servers,
    strays,
    texts: servers.flatMap((server) => textsIn(server)),
    unread: [...strays, ...others].flatMap((server) => textsIn(server)),
    fault: errors ? faultOf(text, errors, client) : { message: "the file is nested too deeply to be read", offset: 0 },
  };
}

/** The tree, as far as the text makes one; no list of errors where the parser, which is recursive, has no room left. */
function parsed(text: string): { readonly root: JsonNode | undefined; readonly errors: ParseError[] | undefined } {
  const errors: ParseError[] = [];
  try {
    return { root: parseTree(text, errors, { allowTrailingComma: true }), errors };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { root: undefined, errors: undefined };
  }
}

/** An object that says how to start or reach a server. */
function isEntry({ value }: Member): boolean {
  return membersOf(value).some(({ key }) => key === "command" || key === "url");
}

interface Entries {
  readonly servers: readonly ServerEntry[];
  readonly strays: readonly ServerEntry[];
  /** Those of another client, beside the client's own. */
  readonly others: readonly ServerEntry[];
}

function entriesIn(members: readonly Member[], client: Client): Entries {
  const own = members.filter(({ key }) => key === client.serversKey);
  // Servers under the key of another client are not read. Where there are no others, they were meant to be.
  const foreign = othersHolders(members, client).filter(({ value }) => value?.type === "object");
  const rest = members.filter(({ key }) => !client.otherKeys.includes(key));
  if (own.length === 0 && client.readsBareEntries === true && rest.every(isEntry))
    return { servers: rest.map(entryOf), strays: [], others: [] };
  const held = (holders: readonly Member[]): ServerEntry[] =>
    holders.flatMap(({ value }) => membersOf(value)).map(entryOf);
  const all = [...own, ...othersHolders(members, client)];
  return {
    servers: held(own.length > 0 ? own : foreign),
    strays: rest.filter((member) => member.key !== client.serversKey && isEntry(member)).map(entryOf),
    others: [...(own.length > 0 ? held(foreign) : []), ...all.flatMap(({ value }) => listed(value))],
  };
}

/** The entries of a list, which no client takes for servers. */
function listed(holder: JsonNode | undefined): ServerEntry[] {
  return (holder?.type === "array" ? (holder.children ?? []) : []).map((value, index) => {
    const name = memberOf(membersOf(value), "name")?.value;
    return entryOf({ key: name?.type === "string" ? String(name.value) : String(index), keyNode: value, value });
  });
}

/** The lists under the keys of other clients: `servers`, `mcpServers`, `mcp.servers` of an editor's settings. */
export function othersHolders(members: readonly Member[], client: Client): Member[] {
  const named = members.filter(({ key }) => /^(?:mcp_?)?servers$/iu.test(key) && key !== client.serversKey);
  const nested = membersOf(memberOf(members, "mcp")?.value).filter(({ key }) => key === "servers");
  return [...named, ...nested.map((member) => ({ ...member, key: `mcp.${member.key}` }))];
}

function entryOf({ key, keyNode, value }: Member): ServerEntry {
  return { name: key, nameNode: keyNode, value, members: membersOf(value) };
}

function textsIn(server: ServerEntry): TextPlace[] {
  const found: TextPlace[] = [];
  // A loop and no recursion: a file may be nested more deeply than the stack is.
  const open = server.members
    .flatMap(({ key, value }) =>
      value ? [{ node: value, key, name: key, index: undefined as number | undefined }] : [],
    )
    .reverse();
  for (let at = open.pop(); at; at = open.pop()) {
    const { node, key, name } = at;
    if (node.type === "string") {
      const field = FIELDS.has(key) ? (key as Field) : undefined;
      found.push({ text: String(node.value), node, server, key, field, name, index: at.index });
    } else if (node.type === "array")
      open.push(...(node.children ?? []).map((child, index) => ({ node: child, key, name, index })).reverse());
    else if (node.type === "object")
      open.push(
        ...membersOf(node)
          .flatMap((member) => (member.value ? [{ node: member.value, key, name: member.key, index: undefined }] : []))
          .reverse(),
      );
  }
  return found;
}

/** The comments of a file: directives stand in them. */
export function commentsOf(text: string): CommentPlace[] {
  const comments: CommentPlace[] = [];
  visit(text, {
    onComment(offset, length) {
      const written = text.slice(offset, offset + length);
      const isLine = written.startsWith("//");
      comments.push({
        type: isLine ? "Line" : "Block",
        value: isLine ? written.slice(2) : written.slice(2, -2),
        range: [offset, offset + length],
      });
    },
  });
  return comments;
}
