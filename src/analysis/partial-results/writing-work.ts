import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, keyName, lastName, literalProperty, receiverName } from "../../syntax/names.js";
import { constantNear } from "../../syntax/constants.js";
import { isStatement } from "../../syntax/statements.js";
import { workCall } from "../../syntax/work.js";
import { ancestors, contains, isFunction, unwrap, walkSameFunction, type Node } from "../../syntax/tree.js";
import { asksForExisting, looksUp } from "./looked-up.js";

/** Work that changes something: how often it was done counts as a result. Some services have a verb for their name: `postizRequest()`. */
const WRITES =
  /^(?:create|add|insert|post(?!iz|gres|hog|mark|man|er)|put|patch|update|set|delete|remove|send|upload|import|assign|move|copy|rename|publish|write|save|apply|cancel|close|archive|merge|tag|label|invite|grant|revoke|fill|click|run|execute|deploy|install|sync|trigger|enable|disable|approve|register)/iu;

/** Work that leaves something behind for other people to see, so that it matters which of its rounds were done. */
const ADDS =
  /^(?:create|add|insert|append|post(?!iz|gres|hog|mark|man|er)|send|upload|submit|publish|invite|queue|enqueue|transfer|import|book|refund)/iu;

/** The same, of what is there already. */
const ALTERS =
  /^(?:delete|remove|update|patch|move|assign|unassign|archive|unarchive|cancel|rename|complete|merge|approve|reject|trash|mark|follow|unfollow|subscribe|unsubscribe)/iu;

/** Objects of the process, and listeners: `createReadStream`, `addInitScript`, `updateCache`. */
const OWN_BUSINESS =
  /stream|client|connection|session|context|server|transport|instance|listener|script|styleTag|hash|element|cache|index|temp|tmp|dir|folder|file|state|progress|notification|log|metric|cookie|command|query|request|embedding|vector|chunk|memory|node/iu;

/** `openai.beta.threads.messages.create()`: the talk with another model is the server's own; its runs can be looked up. */
export function talksToModel(call: TSESTree.CallExpression): boolean {
  return (
    /^(?:threads|messages)$/u.test(receiverName(call)) &&
    contains(call.callee, (node) => node.type === "Identifier" && node.name === "threads")
  );
}

/** `await api.deleteTask(id)`: the call changes something that others see. */
export function changes(work: Node): boolean {
  const call = workCall(work);
  if (!call || generates(call) || talksToModel(call)) return false;
  const verb = verbOf(call);
  return (ADDS.test(verb) || ALTERS.test(verb)) && !isOwnBusiness(call);
}

/** `createStream()`, `session.send()`. */
function isOwnBusiness(call: TSESTree.CallExpression): boolean {
  return OWN_BUSINESS.test(verbOf(call)) || OWN_BUSINESS.test(ownerOf(call));
}

function ownerOf(call: TSESTree.CallExpression): string {
  return receiverName(call).replace(/client$/iu, "");
}

/** `await api.createTask(title)`: the call leaves something new behind, once more with each time. */
export function adds(work: Node): boolean {
  const call = workCall(work);
  return call !== undefined && changes(call) && ADDS.test(verbOf(call));
}

/** What adds may replace as well: `uploadFile(path)`, `createOrUpdateFile(path, text)`. */
function mayReplace(verb: string): boolean {
  return /^(?:upload|import)/iu.test(verb) || /^(?:create|add|insert)Or[A-Z]/u.test(verb);
}

/** An address that is asked, by `POST` too: `/search`, `/graphql`, `/v1/completions`. */
const ASKS =
  /search|quer(?:y|ies)|graphql|rpc|filter|list|find|lookup|analy[sz]|predict|complet|embed|generat|translat|convert|valid|check|preview|estimate/iu;

/** The last part of an address that says what is done to one record, which is in the same state after a second time: `/tables/…/refresh`. */
const PUTS_INTO_STATE =
  /\/(?:re(?:fresh|load|calculate|compute|index|build|open|start|sume|store)|(?:un|re)?sync|(?:de)?activate|(?:en|dis)able|start|stop|pause|close|open|(?:un)?(?:archive|lock|star|mute|pin|follow|subscribe|block)|(?:mark_?as_?)?(?:un)?read)\/?$/iu;

/** A statement that adds or takes away rows, and a GraphQL mutation that does so: `mutation Send($id: ID!) { sendInvoice(id: $id) { id } }`. */
const CHANGING_STATEMENT =
  /^(?:INSERT|DELETE)\b|^(?:#\w*\s+)?mutation\b[^{]*\{\s*(?:\w+\s*:\s*)?(?:create|add|insert|send|submit|publish|delete|remove)/iu;

/** By so much more or less, and not to a number: `updateStock(id, sold)`. */
const CHANGES_NUMBER = /^(?:update|change|adjust)\w*(?:Count|Counter|Balance|Quantity|Stock|Inventory)$/u;

/**
 * A second call of this work does harm for sure: it adds once more, or takes away what is gone by then. What only runs,
 * applies or uploads something may do either.
 */
export function repeatsBadly(work: Node): boolean {
  const call = workCall(work);
  if (!call || generates(call) || talksToModel(call) || onlyReads(call)) return false;
  const verb = verbOf(call);
  if (takesAway(call) || CHANGES_NUMBER.test(verb) || appends(call) || isStatement(call, CHANGING_STATEMENT))
    return true;
  if (/^(?:save|store)$/u.test(verb)) return idOf(call)?.type === "CallExpression";
  const address = addressOf(call);
  const isHarmless = address !== undefined && (ASKS.test(address) || PUTS_INTO_STATE.test(address));
  if (ADDS.test(verb) && !mayReplace(verb)) return !isOwnObject(call) && !(/^post$/u.test(verb) && isHarmless);
  return sends(call, /^POST$/u) && address !== undefined && !isHarmless;
}

/** The same, without what stands in the plural, which is the service's: `drive.files.create()`. */
function isOwnObject(call: TSESTree.CallExpression): boolean {
  return isOwnBusiness(call) && (OWN_BUSINESS.test(verbOf(call)) || !ownerOf(call).endsWith("s"));
}

/** What is written of the address: `/cards/…/labels` of `/cards/${id}/labels`. */
function addressOf({ arguments: [first] }: TSESTree.CallExpression): string | undefined {
  const given = first?.type === "Identifier" ? constantNear(first) : first && unwrap(first);
  if (given?.type === "Literal" && typeof given.value === "string") return given.value;
  return given?.type === "TemplateLiteral" ? given.quasis.map(({ value }) => value.raw).join("…") : undefined;
}

/** `store.delete(key)`, `removeFile(path)`: what was there is gone, also where it is the server's own. */
export function takesAway(work: Node): boolean {
  const call = workCall(work);
  return (
    call !== undefined &&
    (/^(?:del(?:ete)?|remove|unlink|rm|purge|destroy|evict)(?:$|[A-Z_])/u.test(verbOf(call)) ||
      sends(call, /^DELETE$/u))
  );
}

/** A second call finds nothing left to do where the tool looks up by itself what is to be done. */
export function shrinksItsList(work: Node): boolean {
  const call = workCall(work);
  return call !== undefined && !ADDS.test(verbOf(call)) && (ALTERS.test(verbOf(call)) || takesAway(call));
}

/** What a model is asked for by `create`: `openai.chat.completions.create(…)` adds nothing anywhere. */
const GENERATES =
  /^(?:completions|embeddings|responses|moderations|images|speech|transcriptions|translations|generations)$/u;

/** A text, an image or a vector is generated: `anthropic.messages.create({ model, … })`. */
export function generates(call: TSESTree.CallExpression): boolean {
  if (calleeName(call) !== "create") return false;
  const receiver = receiverName(call);
  const [first] = call.arguments;
  const isAsked = first?.type === "ObjectExpression" && literalProperty(first, "model") !== undefined;
  return GENERATES.test(receiver) || (receiver === "messages" && isAsked);
}

/** What a call does, by its name: `createNote` of `createNote.call(client, note)` too. */
function verbOf(call: TSESTree.CallExpression): string {
  const name = calleeName(call) ?? "";
  if (/^(?:call|apply)$/u.test(name)) return receiverName(call);
  // `sendCommand("get_node", { id })`: what is done is said by what is sent.
  const [sent] = call.arguments;
  const isNamed = sent?.type === "Literal" && typeof sent.value === "string" && /^[a-z]\w+$/u.test(sent.value);
  return isNamed && /^send(?:Command|Request|Action)/u.test(name) ? sent.value : name;
}

/** The call changes something elsewhere, by its name or by the method of its request. */
export function writes(work: Node): boolean {
  const call = workCall(work);
  if (!call) return false;
  return (
    (WRITES.test(verbOf(call)) && !generates(call) && !onlyReads(call)) ||
    (replaces(call) && !/^(?:mkdirp?$|ensure[A-Z])/u.test(verbOf(call))) ||
    sends(call, /^(?:PUT|PATCH|DELETE)$/u)
  );
}

/** A request with a body may add something, or ask. */
export function mayWrite(work: Node): boolean {
  const call = workCall(work);
  return writes(work) || (call !== undefined && sends(call, /^POST$/u));
}

/** Statements of SQL, and documents of GraphQL, that change nothing. */
const READING_STATEMENT = /^(?:(?:SELECT|PRAGMA|SHOW|EXPLAIN|DESC(?:RIBE)?|VALUES)\b|(?:#\w*\s+)?(?:query\b|\{))/iu;

/** `run("SELECT …")`, `executeReadQuery(sql)`, `executeSoql(query)`: what changes nothing, whatever runs it. */
function onlyReads(call: TSESTree.CallExpression): boolean {
  return (
    /^(?:execute|run)_?(?:read|select|gaql|soql|sosl|jql|kql|nrql|promql)/iu.test(verbOf(call)) ||
    isStatement(call, READING_STATEMENT)
  );
}

/** `request(url, { method: "POST" })`, `request(url, "POST")`. */
function sends(call: TSESTree.CallExpression, methods: RegExp): boolean {
  return call.arguments.some((argument) => {
    if (argument.type === "Literal") return methods.test(String(argument.value));
    const method = argument.type === "ObjectExpression" ? literalProperty(argument, "method")?.value : undefined;
    return method?.type === "Literal" && methods.test(String(method.value));
  });
}

/** Files and folders by their paths, records and states by their ids, copies by what they are copies of: a second run puts the same in their place. */
const REPLACES =
  /^(?:upsert\w*|ensure[A-Z]\w*|sync(?:hronize)?(?:$|[A-Z_])\w*|(?:get|find)OrCreate\w*|(?=\w+$)\w+?(?:OrSkip|If(?:Missing|Absent|NotExists|Needed))\w*|(?:set|mark|update|change)\w*(?:Status|State|As(?:Read|Unread|Done|Spam))|(?:write(?:Text)?File\w*|writeJson|outputFile|outputJson|copyFile|mkdir|mkdirp)(?:Sync)?)$/u;

/** What is given to these is there afterwards, however often it is given; `updateCounter(id, 1)` says by its name that it adds. */
const ALTERS_RECORD =
  /^(?:(?:update|edit|modify|rename|replace|reschedule|move)\w*|(?:set|put|mark)[A-Z]\w*)(?<!Count|Counter|Balance|Quantity|Stock|Inventory)$/u;

/** A field of a form, or a setting of a page, holds what it was given last: `locator.fill(value)`, `page.setViewportSize(size)`. */
const FILLS_FIELD = /^(?:fill|clear|check|uncheck|selectOption|selectOptions|set[A-Z]\w*)$/u;

/** Rows by their keys. */
const REPLACING_STATEMENT = /^(?:INSERT\s+OR\s+REPLACE|REPLACE\s+INTO|MERGE)\b|\bON\s+(?:CONFLICT|DUPLICATE\s+KEY)\b/iu;

/** `upsert(row)`, `save({ id, text })`, `updateTask(task.id, fields)`, `writeFile(path, text)`, `blob.uploadData(bytes)`, `store.save()`. */
export function replaces(call: TSESTree.CallExpression): boolean {
  const verb = verbOf(call);
  if (
    REPLACES.test(verb) ||
    fillsField(call) ||
    (/^upload/u.test(verb) && /blob/iu.test(receiverName(call))) ||
    putsInPlace(call) ||
    dottedName(call.callee) === "Bun.write" ||
    isStatement(call, REPLACING_STATEMENT)
  )
    return true;
  if (ALTERS_RECORD.test(verb) && isOfOneRecord(call)) return !appends(call);
  // `store.save()`: all that the server holds.
  if (call.arguments.length === 0) return /^(?:save|flush|persist)/u.test(verb);
  return /^(?:save|store|(?:add|post)[A-Z]\w*)$/u.test(verb) && hasOwnId(call);
}

/** `client.put(`/tasks/${id}`, task)`, `request(url, { method: "PATCH" })`: what is at that address is as it was sent (RFC 9110, 9.2.2). */
function putsInPlace(call: TSESTree.CallExpression): boolean {
  return (/^(?:put|patch)$/u.test(verbOf(call)) || sends(call, /^(?:PUT|PATCH)$/u)) && !appends(call);
}

/** `save({ id, text })`, `addMember({ id: user.id })`: there once. An id that is made for the record is another one the next time. */
function hasOwnId(call: TSESTree.CallExpression): boolean {
  const id = idOf(call);
  return id !== undefined && id.type !== "CallExpression";
}

/** The id of a record that is given, or what makes it: `randomUUID()` of `const id = randomUUID(); save({ id, text })`. */
function idOf({ arguments: [record] }: TSESTree.CallExpression): Node | undefined {
  const id = record?.type === "ObjectExpression" ? literalProperty(record, "id")?.value : undefined;
  return id && unwrap(id.type === "Identifier" ? (constantNear(id) ?? id) : id);
}

/** A page, or a part of it: `page`, `this.activePage`, `email_field`; no platform, and no transform. */
const PAGE_PART =
  /(?:^|_)(?:page|frame|locator|element|field|input|form)$|(?:Page|Frame|Locator|Element|Field|Input|Form)$|^getBy[A-Z]/u;

/** `page.fill("#name", name)`, `page.locator("#paid").check()` */
function fillsField(call: TSESTree.CallExpression): boolean {
  if (!FILLS_FIELD.test(verbOf(call))) return false;
  const callee = unwrap(call.callee);
  const receiver = callee.type === "MemberExpression" ? unwrap(callee.object) : undefined;
  return PAGE_PART.test(receiver?.type === "CallExpression" ? (calleeName(receiver) ?? "") : receiverName(call));
}

/** The call names the record that it is about: `(id, fields)`, `(null, { name }, project.id)`, `({ taskId, ...fields })`, or is given it whole: `(action.task)`. */
function isOfOneRecord(call: TSESTree.CallExpression): boolean {
  const [first] = call.arguments;
  if (first === undefined) return false;
  if (first.type !== "ObjectExpression")
    return call.arguments.length > 1
      ? call.arguments.some((given) => isId(lastName(given)))
      : /^(?:Identifier|MemberExpression)$/u.test(first.type);
  return first.properties.some(
    (property) => property.type === "Property" && isId(keyName(property.key, property.computed)),
  );
}

/** `update(id, [{ op: "add", path: "/relations/-", value }])`: a JSON Patch that adds to the end of a list (RFC 6902, 4.1). */
function appends(call: TSESTree.CallExpression): boolean {
  return call.arguments.some((given) => {
    const patch = given.type === "Identifier" ? constantNear(given) : given;
    return (
      patch !== undefined &&
      contains(patch, (node) => node.type === "Literal" && typeof node.value === "string" && node.value.endsWith("/-"))
    );
  });
}

function isId(name: string | undefined): boolean {
  return name !== undefined && /^(?:u?id|key)$|(?:Id|ID|_id|Key)$/u.test(name);
}

/** `if (!existing) await create()`, `if (existing.has(id)) continue;`: a second call finds what the first one did. */
export function isConvergent(work: Node): boolean {
  const call = workCall(work);
  if (!call) return false;
  if (replaces(call)) return true;
  if (!mayWrite(call)) return false;
  for (const up of ancestors(work)) {
    if (isFunction(up)) return false;
    if (up.type === "IfStatement" && (asksForExisting(up.test) || updatesWhatIsThere(up))) return true;
    if (up.type === "BlockStatement" && up.body.some((sibling) => sibling.range[1] < work.range[0] && skips(sibling)))
      return true;
  }
  return false;
}

/**
 * `if (idOf[name]) await api.update(idOf[name], text); else await api.create(name, text);`, where the table was filled from
 * what there is: a second call updates what the first one made.
 */
function updatesWhatIsThere({ test, consequent, alternate }: TSESTree.IfStatement): boolean {
  const updates = (node: Node): boolean =>
    node.type === "CallExpression" &&
    (/^(?:update|patch|put|replace)/iu.test(verbOf(node)) || sends(node, /^(?:PUT|PATCH)$/u));
  return alternate !== null && looksUp(test) && contains(consequent, updates);
}

function skips(statement: Node): boolean {
  if (statement.type !== "IfStatement" || !asksForExisting(statement.test)) return false;
  let leaves = false;
  walkSameFunction(statement.consequent, (node) => {
    if (node.type === "ContinueStatement") leaves = true;
  });
  return leaves;
}

/** The option that asks for a loss of this work, which is done for a list that the caller asked for or not. */
export function optionOfChange(work: Node, isAsked: boolean): "convergentWrites" | "unclearWrites" | undefined {
  if (isConvergent(work) || (!isAsked && shrinksItsList(work))) return "convergentWrites";
  return repeatsBadly(work) ? undefined : "unclearWrites";
}
