import { wordsOfName } from "../../syntax/names.js";
import { conveyed } from "./provenance.js";
import type { State } from "./state.js";
import { alternatives, type Value } from "./values.js";

/**
 * What an operation does to the world. `adds`: a second time comes on top of the first. `sets`: it ends in the same state
 * however often it runs. `removes`: a second time finds nothing. `acts`: it changes something, and nothing tells which of these.
 */
export type Effect = "reads" | "adds" | "sets" | "removes" | "acts";

/** How a statement opens, or what stands in it. */
const STATEMENTS: readonly (readonly [RegExp, Effect])[] = [
  [/^(?:SELECT|PRAGMA|SHOW|EXPLAIN|DESC(?:RIBE)?|VALUES)\b/iu, "reads"],
  [/^(?:#\w*\s+)?query\b\s*[\w({]/iu, "reads"],
  [
    /^(?:INSERT\s+OR\s+(?:REPLACE|IGNORE)|REPLACE\s+INTO|MERGE)\b|^INSERT\b[\s\S]*\bON\s+(?:CONFLICT|DUPLICATE\s+KEY)\b/iu,
    "sets",
  ],
  [/^INSERT\b/iu, "adds"],
  [/^UPDATE\s+\S+\s+SET\b/iu, "sets"],
  [/^DELETE\s+FROM\b/iu, "removes"],
  [/^(?:#\w*\s+)?mutation\b[^{]*\{\s*(?:\w+\s*:\s*)?(?:create|add|insert|send|submit|publish)/iu, "adds"],
  [/^(?:#\w*\s+)?mutation\b[^{]*\{\s*(?:\w+\s*:\s*)?(?:delete|remove)/iu, "removes"],
  [/^(?:#\w*\s+)?mutation\b/iu, "acts"],
  [/^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|SET|USE|START)\b/iu, "reads"],
];

/** A `POST` by which a service is asked, or told a state that stays the same a second time. */
const ASKING_ADDRESS =
  /(?:search|quer(?:y|ies)|graphql|rpc|filter|list|find|lookup|analy[sz]\w*|predict\w*|complet\w*|embed\w*|generat\w*|translat\w*|convert|valid\w*|check|preview|estimate|token|auth|oauth|login|sessions?)\/?$/iu;
const SETTING_ADDRESS =
  /\/(?:re(?:fresh|load|calculate|compute|index|build|open|start|sume|store)|(?:un|re)?sync|(?:de)?activate|(?:en|dis)able|start|stop|pause|close|(?:un)?(?:archive|lock|star|mute|pin|follow|subscribe|block)|(?:mark_?as_?)?(?:un)?read)\/?$/iu;

/** What a verb does. Those of `acts` are nouns at times. */
const VERBS: readonly (readonly [RegExp, Effect])[] = [
  [
    /^(?:get|list|read|search|find|fetch|query|describe|show|count|check|lookup|look|load|select|head|is|has|exists|view|inspect)$/u,
    "reads",
  ],
  [
    /^(?:create|add|insert|append|send|post|submit|publish|invite|queue|enqueue|transfer|book|refund|charge|pay|purchase|buy|order|place|issue|import|incr|increment|decr|lpush|rpush|xadd|reply|comment)$/u,
    "adds",
  ],
  [
    /^(?:update|upsert|set|hset|mset|put|patch|replace|rename|move|write|copy|assign|archive|cancel|close|enable|disable|mkdir|mark|save|store|sync|fill)$/u,
    "sets",
  ],
  [/^(?:delete|del|remove|rm|unlink|purge|destroy|hdel|srem|zrem)$/u, "removes"],
  [
    /^(?:upload|apply|approve|reject|grant|revoke|merge|deploy|install|uninstall|trigger|register|restart|reboot|pause|resume|start|stop|restore|rollback|revert|undo|manage|subscribe|unsubscribe|link|attach|detach|switch|acknowledge|click|tap|press)$/u,
    "acts",
  ],
];

/** By so much more or less, and not to a number: `updateStock(id, sold)`. */
const CHANGES_NUMBER = /^(?:update|change|adjust)\w*(?:Count|Counter|Balance|Quantity|Stock|Inventory)$/u;

/** These take a record, whose id says whether it is a new one: `save({ id, text })`, `addMember({ id: user.id })`. */
const TAKES_RECORD = /^(?:save|store|(?:add|post)[A-Z]\w*)$/u;

/** A field of a form: `locator.selectOption({ label })`. */
const FILLS_FIELD = /^(?:selectOptions?|uncheck|setChecked)$/u;

/** What is done is said by what is sent: `sendCommand("get_node", { id })`. */
const SENDS_COMMAND = /^send_?(?:Command|Request|Action)/iu;

/** `createOrUpdate`, `findOneAndUpdate`, `insertIfMissing`: what is there already stays one. */
const KEEPS_ONE = /Or(?:Update|Replace|Create|Skip|Get)|AndUpdate|If(?:Missing|Absent|NotExists|Needed)|^ensure/u;

/** The words that a value is known to open and end with. */
function textOf(value: Value | undefined): string | undefined {
  if (value?.kind === "constant") return typeof value.value === "string" ? value.value : undefined;
  if (value?.kind === "text") return value.parts.map((part) => (typeof part === "string" ? part : "…")).join("");
  return undefined;
}

function methodIn(args: readonly Value[], verb: string, state: State): string | undefined {
  const named = /^(?:get|head|post|put|patch|delete)$/u.test(verb) ? verb.toUpperCase() : undefined;
  for (const arg of args) {
    const given = state.recordOf(arg)?.fields.get("method") ?? arg;
    const text = textOf(given);
    const method = text === undefined ? undefined : /^(GET|HEAD|POST|PUT|PATCH|DELETE)(?:$|\s)/u.exec(text)?.[1];
    if (method !== undefined) return method;
  }
  return named;
}

/** By what is sent, else by the name of the function; undefined where neither tells. */
export function effectOf(verb: string, args: readonly Value[], state: State): Effect | undefined {
  const texts = args.slice(0, 2).flatMap((arg) => {
    const sent = state.recordOf(arg)?.fields;
    const given = sent?.get("sql") ?? sent?.get("query") ?? sent?.get("text") ?? arg;
    return alternatives(given).flatMap((one) => textOf(one)?.trim() ?? []);
  });
  if (args.some((arg) => appends(arg, state))) return "adds";
  const stated = texts.flatMap((text) => STATEMENTS.find(([pattern]) => pattern.test(text))?.[1] ?? []);
  if (stated.length > 0) return stated.includes("adds") ? "adds" : stated[0];
  switch (methodIn(args, verb, state)) {
    case "POST":
      // Of an address that is not known nothing says what is asked for there.
      if (texts.length === 0) return effectOfVerb(verb) === "adds" ? "adds" : "acts";
      if (texts.some((text) => ASKING_ADDRESS.test(text))) return "reads";
      return texts.some((text) => SETTING_ADDRESS.test(text)) ? "sets" : "adds";
    case "PUT":
    case "PATCH":
      return "sets";
    case "DELETE":
      return "removes";
    case undefined:
      break;
    default:
      return "reads";
  }
  if (verb === "fetch") return "reads";
  const [command] = texts;
  if (SENDS_COMMAND.test(verb) && command !== undefined && /^[a-z]\w+$/u.test(command)) return effectOfVerb(command);
  // `draft.publish()` sets the state of what it is called on; a message is given.
  if (verb === "publish" && args.length === 0) return "sets";
  return (TAKES_RECORD.test(verb) ? effectOfRecord(args[0], state) : undefined) ?? effectOfVerb(verb);
}

/** A record with the id of something that is there takes its place; an id that is made here is another one each time. */
function effectOfRecord(record: Value | undefined, state: State): Effect | undefined {
  const id = record && state.recordOf(record)?.fields.get("id");
  const sources = id ? conveyed(id, state) : [];
  if (sources.some(({ kind }) => kind === "input" || kind === "item")) return "sets";
  return sources.some(({ kind }) => kind === "operation") ? "adds" : undefined;
}

/** A JSON Patch that adds to the end of a list (RFC 6902, 4.1): `[{ op: "add", path: "/links/-", value }]`. */
function appends(patch: Value, state: State): boolean {
  return (
    state.listOf(patch)?.items.some((item) => textOf(state.recordOf(item)?.fields.get("path"))?.endsWith("/-")) === true
  );
}

function effectOfVerb(verb: string): Effect | undefined {
  if (KEEPS_ONE.test(verb)) return "sets";
  if (CHANGES_NUMBER.test(verb)) return "adds";
  if (FILLS_FIELD.test(verb)) return "sets";
  const [first = ""] = wordsOfName(verb);
  return effectOfWord(first);
}

function effectOfWord(word: string): Effect | undefined {
  return VERBS.find(([pattern]) => pattern.test(word))?.[1];
}

/** By any of the words of a name; what may be a noun counts where no other verb stands. */
export function effectOfWords(name: string): Effect | undefined {
  const effects = wordsOfName(name).map(effectOfWord);
  return effects.find((effect) => effect !== undefined && effect !== "acts") ?? effects.find(Boolean);
}

/** Something is another one after it. */
export function changes(effect: Effect | undefined): boolean {
  return effect !== undefined && effect !== "reads";
}
