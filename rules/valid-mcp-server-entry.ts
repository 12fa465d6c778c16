import { createConfigRule } from "../src/create-config-rule.js";
import { rangeOf } from "../src/server-config/config-file.js";
import { entryFaults, type EntryFault } from "../src/server-config/entry-faults.js";

type Options = readonly [object];
type MessageIds = EntryFault["kind"] | "rename" | "setType" | "addType";

const SUGGESTIONS: Partial<Record<EntryFault["kind"], MessageIds>> = {
  wrongServersKey: "rename",
  nearKey: "rename",
  unknownType: "setType",
  untypedUrl: "addType",
};

export const validMcpServerEntry = createConfigRule<Options, MessageIds>({
  name: "valid-mcp-server-entry",
  meta: {
    type: "problem",
    docs: {
      description: "Require entries for MCP servers that the client can start or reach",
      preset: "integration",
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [{}],
    messages: {
      wrongType:
        "{{what}} must be {{wanted}}, not {{got}}. {{client}} may leave the server out, and its tools with it.",
      wrongServersKey:
        "{{client}} reads servers from `{{serversKey}}`, not from `{{key}}`, so none of these is started.",
      stray:
        "The entry \"{{server}}\" is next to `{{serversKey}}`, where {{client}} doesn't look, so the server isn't started. Move it inside.",
      nearKey:
        'The entry "{{place}}" has the unknown field `{{key}}`, which {{client}} ignores. Rename it to `{{meant}}`.',
      duplicate:
        'The name "{{name}}" is already used on line {{line}}: the later entry wins, and the earlier one is silently dropped.',
      unknownType: '{{client}} doesn\'t know the `type` "{{type}}" and leaves the server out. It knows {{known}}.',
      bothWays:
        "An entry has either a `command`, which is started, or a `url`, which is called; this one has both. Keep one of them.",
      noWay: 'The entry "{{server}}" has neither a `command` to start nor a `url` to call, so there is no server.',
      typeWithout: 'A server of type "{{type}}" needs a `{{field}}`, so {{client}} leaves this one out.',
      untypedUrl:
        '{{client}} takes an entry without a `type` for a command and rejects a `url` in it, so the server is left out. Add `"type": "http"`.',
      legacySse:
        'The transport "sse" is the older one, and deprecated in the MCP specification. Use "http" if the server offers it.',
      plainHttp:
        "The address of {{host}} starts with `http://`: calls, results and headers travel in clear text. Use `https://`.",
      rename: "Rename `{{key}}` to `{{meant}}`.",
      setType: 'Set the type to "{{meant}}".',
      addType: 'Add `"type": "http"`.',
    },
  },
  *find(config) {
    const { client } = config;
    for (const fault of entryFaults(config)) {
      const { node, server, kind, edits, ...facts } = fault;
      const data: Record<string, string> = { client: client.name, serversKey: client.serversKey, server: server ?? "" };
      for (const [name, value] of Object.entries(facts)) data[name] = String(value);
      const suggestion = SUGGESTIONS[kind];
      const [edit] = edits ?? [];
      const meant =
        kind === "wrongServersKey"
          ? client.serversKey
          : kind === "unknownType" && edit
            ? (JSON.parse(edit.text) as string)
            : data["meant"];
      yield {
        range: rangeOf(node),
        messageId: kind,
        data,
        suggest:
          suggestion && edits
            ? [{ messageId: suggestion, data: { key: data["key"] ?? "", meant: meant ?? "" }, edits }]
            : [],
      };
    }
  },
});
