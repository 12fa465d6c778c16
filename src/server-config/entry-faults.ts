import type { Edit } from "../edits/edit.js";
import { replaceNode } from "./edit-text.js";
import {
  memberOf,
  othersHolders,
  type ConfigFile,
  type JsonNode,
  type Member,
  type ServerEntry,
} from "./config-file.js";
import { hostOf, isLoopback } from "./hosts.js";
import { nearName } from "./near-names.js";
import { hasReference } from "./variables.js";

/** What is wrong with a configuration file or one of its entries. */
export type EntryFault = {
  readonly node: JsonNode;
  readonly server: string | undefined;
  readonly edits?: readonly Edit[];
} & (
  | { readonly kind: "wrongType"; readonly what: string; readonly wanted: string; readonly got: string }
  | { readonly kind: "wrongServersKey"; readonly key: string }
  | { readonly kind: "nearKey"; readonly key: string; readonly meant: string; readonly place: string }
  | { readonly kind: "duplicate"; readonly name: string; readonly line: number }
  | { readonly kind: "unknownType"; readonly type: string; readonly known: string }
  | { readonly kind: "bothWays" | "noWay" | "stray" }
  | { readonly kind: "typeWithout"; readonly type: string; readonly field: string }
  | { readonly kind: "untypedUrl" | "legacySse" }
  | { readonly kind: "plainHttp"; readonly host: string }
);

const FIELDS = ["command", "args", "env", "url", "headers"] as const;

/** Everything that keeps a client from starting or reaching a server as its entry says. */
export function* entryFaults(config: ConfigFile): Generator<EntryFault> {
  const { root, client, members } = config;
  if (!root) return;
  if (root.type !== "object") {
    yield {
      node: root,
      server: undefined,
      kind: "wrongType",
      what: "The file",
      wanted: "an object",
      got: kindOf(root),
    };
    return;
  }
  const holder = memberOf(members, client.serversKey);
  if (holder?.value && holder.value.type !== "object")
    yield {
      node: holder.value,
      server: undefined,
      kind: "wrongType",
      what: `\`${client.serversKey}\``,
      wanted: "an object with an entry for each server",
      got: kindOf(holder.value),
    };
  if (!holder) yield* keysOfFile(config);
  yield* duplicates(config, config.members, undefined);
  yield* duplicateServers(config);
  for (const { name, nameNode } of config.strays) yield { node: nameNode, server: name, kind: "stray" };
  for (const server of config.servers) yield* faultsOfEntry(server, config);
}

/** The servers stand under the key of another client, or under one that is misspelt. */
function* keysOfFile({ client, members, servers }: ConfigFile): Generator<EntryFault> {
  const bare = new Set(servers.map(({ nameNode }) => nameNode));
  const others = othersHolders(members, client);
  const misspelt = members.filter(
    ({ key, keyNode }) =>
      !bare.has(keyNode) &&
      !client.otherKeys.includes(key) &&
      others.every((other) => other.keyNode !== keyNode) &&
      nearName(key, [client.serversKey]) !== undefined,
  );
  for (const { key, keyNode, value } of [...others, ...misspelt])
    yield {
      node: keyNode,
      server: undefined,
      kind: "wrongServersKey",
      key,
      // One that is nested has to come out of the other object as well.
      ...(value?.type === "object" && members.some((member) => member.keyNode === keyNode)
        ? { edits: [replaceNode(keyNode, client.serversKey)] }
        : {}),
    };
}

function* duplicates(
  { lines }: ConfigFile,
  members: readonly Member[],
  server: string | undefined,
): Generator<EntryFault> {
  const seen = new Map<string, JsonNode>();
  for (const { key, keyNode } of members) {
    const first = seen.get(key);
    if (first) yield { node: keyNode, server, kind: "duplicate", name: key, line: lines.place(first.offset).line };
    else seen.set(key, keyNode);
  }
}

function* duplicateServers(config: ConfigFile): Generator<EntryFault> {
  yield* duplicates(
    config,
    config.servers.map(({ name, nameNode, value }) => ({ key: name, keyNode: nameNode, value })),
    undefined,
  );
}

function kindOf({ type }: JsonNode): string {
  return type === "null" ? "null" : `${/^[aeio]/u.test(type) ? "an" : "a"} ${type}`;
}

function* faultsOfEntry(server: ServerEntry, config: ConfigFile): Generator<EntryFault> {
  const { client } = config;
  const { name, value, members } = server;
  if (!value) return;
  if (value.type !== "object") {
    yield { node: value, server: name, kind: "wrongType", what: `"${name}"`, wanted: "an object", got: kindOf(value) };
    return;
  }
  yield* duplicates(config, members, name);
  yield* wrongValues(server, config);
  yield* nearKeys(server, config);
  yield* waysOf(server, config);
  const url = memberOf(members, "url")?.value;
  const host = url?.type === "string" ? plainHost(String(url.value)) : undefined;
  if (url && host !== undefined) yield { node: url, server: name, kind: "plainHttp", host };
  const type = memberOf(members, "type")?.value;
  if (type?.value === "sse" && client.types["http"]) yield { node: type, server: name, kind: "legacySse" };
}

function* wrongValues({ name, members }: ServerEntry, { client }: ConfigFile): Generator<EntryFault> {
  const wrong = (node: JsonNode, what: string, wanted: string): EntryFault => ({
    node,
    server: name,
    kind: "wrongType",
    what: `\`${what}\``,
    wanted,
    got: kindOf(node),
  });
  for (const { key, value } of members) {
    if (!value) continue;
    if ((key === "command" || key === "url" || key === "type") && value.type !== "string")
      yield wrong(value, key, "a string");
    if (key === "args") {
      if (value.type !== "array") yield wrong(value, key, "an array of strings");
      else
        for (const item of value.children ?? [])
          if (item.type !== "string") yield wrong(item, `args[${(value.children ?? []).indexOf(item)}]`, "a string");
    }
    if (key !== "env" && key !== "headers") continue;
    if (value.type !== "object") yield wrong(value, key, "an object of strings");
    else
      for (const { children: [inner, given] = [] } of value.children ?? [])
        if (inner && given && given.type !== "string" && !(key === "env" && takes(given, client.takesNumbersInEnv)))
          yield wrong(given, `${key}.${String(inner.value)}`, "a string");
  }
}

function takes({ type }: JsonNode, numbers: boolean): boolean {
  return numbers && (type === "number" || type === "null");
}

function* nearKeys({ name, members }: ServerEntry, { client }: ConfigFile): Generator<EntryFault> {
  const known = ["type", ...FIELDS, ...client.entryKeys];
  for (const { key, keyNode } of members) {
    // `$comment`, `_command`, `//args`: a remark, or a field that is switched off.
    if (!/^[A-Za-z]/u.test(key)) continue;
    const meant = nearName(key, known);
    if (meant === undefined || members.some((other) => other.key === meant)) continue;
    yield {
      node: keyNode,
      server: name,
      kind: "nearKey",
      key,
      meant,
      place: name,
      edits: [replaceNode(keyNode, meant)],
    };
  }
}

/** How the server is started or reached: `command` or `url`, as `type` says. */
function* waysOf(server: ServerEntry, { client, text }: ConfigFile): Generator<EntryFault> {
  const { name, nameNode, members, value } = server;
  const type = memberOf(members, "type");
  const command = memberOf(members, "command");
  const url = memberOf(members, "url");
  const isMisspelt = members.some(({ key }) => /^(?:command|url)$/u.test(nearName(key, ["command", "url"]) ?? ""));
  const typeName = type?.value?.type === "string" ? String(type.value.value) : undefined;
  const needs = typeName === undefined ? undefined : ownValue(client.types, typeName);
  if (type?.value && typeName !== undefined && needs === undefined) {
    const known = Object.keys(client.types);
    const meant = nearName(typeName, known);
    yield {
      node: type.value,
      server: name,
      kind: "unknownType",
      type: typeName,
      known: known.map((one) => `"${one}"`).join(", "),
      ...(meant === undefined ? {} : { edits: [replaceNode(type.value, meant)] }),
    };
    return;
  }
  if (command && url) yield { node: url.keyNode, server: name, kind: "bothWays" };
  else if (!command && !url) {
    // A misspelt key is reported as such.
    if (!isMisspelt) yield { node: nameNode, server: name, kind: "noWay" };
  } else if (type?.value && typeName !== undefined && needs !== undefined && !memberOf(members, needs))
    yield { node: type.value, server: name, kind: "typeWithout", type: typeName, field: needs };
  else if (url?.value && !type && client.needsTypeForUrl && value)
    yield {
      node: url.keyNode,
      server: name,
      kind: "untypedUrl",
      // An address that ends so may be of the older transport.
      ...(/\/sse\/?$/u.test(String(url.value.value)) ? {} : { edits: addedType(value, text) }),
    };
}

function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** `"type": "http"` before the first member of an entry, set off from it as that is from the brace. */
function addedType(entry: JsonNode, text: string): Edit[] {
  const [first] = entry.children ?? [];
  if (!first) return [];
  const blank = /(?<!\s)\s*$/u.exec(text.slice(entry.offset + 1, first.offset))?.[0] ?? "";
  return [{ range: [first.offset, first.offset], text: `"type": "http",${blank === "" ? " " : blank}` }];
}

/** `<host>`, `YOUR_SERVER_IP`: the address is still to be put in. */
const GAP_FOR_HOST = /[<>{}$%]|^[A-Z]+(?:_[A-Z]+)*$|^your[-_.]/u;

/** The host of an address whose traffic can be read on the way; undefined for one that cannot be told. */
function plainHost(url: string): string | undefined {
  const authority = /^http:\/\/([^/?#]*)/iu.exec(url)?.[1];
  if (authority === undefined || hasReference(authority)) return undefined;
  const host = hostOf(authority);
  return host === "" || GAP_FOR_HOST.test(host) || isLoopback(host) ? undefined : host;
}
