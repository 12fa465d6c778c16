import { errorResult, fastmcp, lowLevel, testRule, tool } from "../support/rule-tester.js";

const field = "partialResults";

/** A service of which every look-up waits for one table. */
const SERVICE = `class Service {
  async idOf(name: string) {
    const table = await this.table();
    const found = table.get(name);
    return found ?? [];
  }
  table() {
    return (this.loading ??= load());
  }
}
let service: Service | undefined;
function getService(): Service {
  if (!service) throw new Error("Call start() first.");
  return service;
}`;

testRule(
  "no-lost-partial-results",
  [
    {
      name: "each failure stands beside the results",
      code: tool(
        "  const done = [];\n  const failed = [];\n  for (const id of args.ids) {\n    try {\n      done.push(await load(id));\n    } catch (error) {\n      failed.push({ id, status: error.status });\n    }\n  }\n  return { content: [{ type: 'text', text: JSON.stringify({ done, failed }) }] };",
      ),
    },
    {
      name: "the error holds what was gathered",
      code: tool(
        `  const done = [];\n  for (const id of args.ids) {\n    try {\n      done.push(await load(id));\n    } catch (error) {\n      return ${errorResult("errorCategory: 'transient', isRetryable: false, description: error.code, partialResults: done")};\n    }\n  }\n  return { content: [{ type: 'text', text: done.join() }] };`,
      ),
    },
    {
      name: "the clause around the loop tells of it",
      code: tool(
        `  const done = [];\n  try {\n    for (const id of args.ids) done.push(await load(id));\n  } catch (error) {\n    return ${errorResult("description: error.code, done: done.length")};\n  }\n  return { content: [{ type: 'text', text: done.join() }] };`,
      ),
    },
    {
      name: "an intermediate list is no part of the answer",
      code: tool(
        "  const resolved = [];\n  for (const name of args.names) resolved.push(await lookUp(name));\n  const sent = await client.send(resolved);\n  return { content: [{ type: 'text', text: sent.id }] };",
      ),
    },
    {
      name: "inputs that are looked up before the work",
      code: tool(
        "  const ids = await Promise.all(args.names.map((name) => client.find(name)));\n  const post = await client.createPost({ ids });\n  return { content: [{ type: 'text', text: post.url }] };",
      ),
    },
    {
      name: "each failure of many, but for the only one",
      code: tool(
        "  const failed = [];\n  const all = await Promise.all(args.ids.map(async (id) => {\n    try {\n      return await api.load(id);\n    } catch (error) {\n      if (args.ids.length === 1) throw error;\n      failed.push({ id, reason: error.message });\n      return null;\n    }\n  }));\n  return { content: [{ type: 'text', text: JSON.stringify({ all, failed }) }] };",
      ),
    },
    {
      name: "the pieces of one body",
      code: tool(
        "  const chunks = [];\n  while (true) {\n    const { done, value } = await reader.read();\n    if (done) break;\n    chunks.push(value);\n  }\n  return { content: [{ type: 'text', text: chunks.join('') }] };",
      ),
    },
    {
      name: "a loop that tries the same again",
      code: tool(
        "  const log = [];\n  for (let attempt = 0; attempt < 3; attempt++) {\n    const state = await client.state(args.id);\n    log.push(state);\n  }\n  return { content: [{ type: 'text', text: log.join() }] };",
      ),
    },
    {
      name: "work that cannot fail",
      code: tool(
        "  const done = [];\n  for (const id of args.ids) done.push(await find(id));\n  return { content: [{ type: 'text', text: done.join() }] };",
        "async function find(id) { try { return await load(id); } catch (error) { return `${id}: ${error.code}`; } }",
      ),
    },
    {
      name: "a list of the rounds that had no result",
      code: tool(
        "  const missingIds = [];\n  for (const id of args.ids) {\n    const item = await api.load(id);\n    if (!item) {\n      missingIds.push(id);\n      continue;\n    }\n    await api.check(item);\n  }\n  return { content: [{ type: 'text', text: missingIds.join() }] };",
      ),
    },
    {
      name: "a clause three calls further in takes every failure",
      code: tool(
        "  const done = [];\n  for (const id of args.ids) done.push(await find(id));\n  return { content: [{ type: 'text', text: done.join() }] };",
        "async function find(id) { return await findWith(id, {}); }\nasync function findWith(id, options) { return await guarded(id); }\nasync function guarded(id) { try { return await load(id); } catch (error) { return `${id}: ${error.code}`; } }",
      ),
    },
    {
      name: "the same behind Promise.all",
      code: tool(
        "  const all = await Promise.all(args.ids.map((id) => find(id)));\n  return { content: [{ type: 'text', text: all.join() }] };",
        "async function find(id) { return await findWith(id, {}); }\nasync function findWith(id, options) { return await guarded(id); }\nasync function guarded(id) { try { return await load(id); } catch (error) { return `${id}: ${error.code}`; } }",
      ),
    },
    {
      name: "one of the candidates is chosen",
      code: tool(
        "  const byId = new Map();\n  for (const source of SOURCES) byId.set(source.id, await source.load());\n  const best = byId.get(args.id);\n  return { content: [{ type: 'text', text: best.text }] };",
      ),
    },
    {
      name: "every promise settles",
      code: tool(
        "  const all = await Promise.allSettled(args.ids.map((id) => load(id)));\n  return { content: [{ type: 'text', text: JSON.stringify(all) }] };",
      ),
    },
    {
      name: "each call of Promise.all catches its own failure",
      code: tool(
        "  const all = await Promise.all(args.ids.map((id) => load(id).catch((error) => ({ id, error: error.code }))));\n  return { content: [{ type: 'text', text: JSON.stringify(all) }] };",
      ),
    },
    {
      name: "Promise.all for something else than the answer",
      code: tool(
        "  const vectors = await Promise.all(args.texts.map((text) => embed(text)));\n  const hits = await index.query(vectors);\n  return { content: [{ type: 'text', text: JSON.stringify(hits) }] };",
      ),
    },
    {
      name: "a failed batch goes one by one",
      code: tool(
        "  let all;\n  try {\n    all = await Promise.all(args.ids.map((id) => load(id)));\n  } catch {\n    all = await loadSlowly(args.ids);\n  }\n  return { content: [{ type: 'text', text: JSON.stringify(all) }] };",
      ),
    },
    {
      name: "no tool",
      code: "async function all(ids) { const done = []; for (const id of ids) done.push(await load(id)); return done; }",
    },
    {
      name: "the pages of one list",
      code: tool(
        "  const all = [];\n  let cursor;\n  do {\n    const page = await api.list({ cursor });\n    all.push(...page.items);\n    cursor = page.next;\n  } while (cursor);\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
    },
    {
      name: "the same by an answer that says whether there is more",
      code: tool(
        "  const all = [];\n  let more = true;\n  while (more) {\n    const part = await api.list(all.length);\n    all.push(...part.items);\n    more = part.hasMore;\n  }\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
    },
    {
      name: "details of each item that was found",
      code: tool(
        "  const found = await api.search(args.query);\n  const all = await Promise.all(found.map((item) => api.details(item.id)));\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
    },
    {
      name: "a table that is loaded once",
      code: tool(
        "  const all = [];\n  for (const name of args.names) all.push(await idOf(name));\n  return { content: [{ type: 'text', text: all.join() }] };",
        "async function idOf(name) { const table = await loadTable(); return table.get(name); }",
      ),
    },
    {
      name: "the later step has a clause of its own",
      code: tool(
        "  const issue = await api.createIssue(args);\n  try {\n    await api.addLabels(issue.id, args.labels);\n  } catch (error) {\n    return { isError: true, content: [{ type: 'text', text: `Issue ${issue.id} has no labels: ${error.code}` }] };\n  }\n  return { content: [{ type: 'text', text: issue.url }] };",
      ),
    },
    {
      name: "the step is taken back",
      code: tool(
        "  try {\n    const issue = await api.createIssue(args);\n    await api.addLabels(issue.id, args.labels);\n    return { content: [{ type: 'text', text: issue.url }] };\n  } catch (error) {\n    await api.deleteIssue(args.key);\n    throw error;\n  }",
      ),
    },
    {
      name: "what was made is an object to work with",
      code: tool(
        "  const core = await createSheet(args);\n  const text = await core.read(args.id);\n  return { content: [{ type: 'text', text: text + core.name }] };",
      ),
    },
    {
      name: "what was made is only an input",
      code: tool(
        "  const file = await api.uploadFile(args.path);\n  const job = await api.convert(file.id);\n  return { content: [{ type: 'text', text: job.url }] };",
      ),
    },
    {
      name: "reading what the step answered",
      code: tool(
        "  const response = await api.createIssue(args);\n  const issue = await response.json();\n  return { content: [{ type: 'text', text: issue.url + response.status }] };",
      ),
    },
    {
      name: "the one implementation of an interface catches every failure",
      code: tool(
        "  const found = {};\n  for (const name of args.names) found[name] = await deps.checker.check(name);\n  return { content: [{ type: 'text', text: JSON.stringify(found) }] };",
        "interface Checker { check(name: string): Promise<boolean> }\ninterface Deps { checker: Checker }\nconst checker: Checker = {\n  async check(name) { try { return await run(name); } catch { return false; } },\n};\ndeclare const deps: Deps;",
      ),
    },
    {
      name: "a table that is loaded once, behind a service",
      code: tool(
        "  const api = getService();\n  const all = [];\n  for (const name of args.names) all.push(await api.idOf(name));\n  return { content: [{ type: 'text', text: all.join() }] };",
        SERVICE,
      ),
    },
    {
      name: "the same at once",
      code: tool(
        "  const api = getService();\n  const all = await Promise.all(args.names.map(async (name) => ({ name, id: await api.idOf(name) })));\n  return { content: [{ type: 'text', text: JSON.stringify(all) }] };",
        SERVICE,
      ),
    },
    {
      name: "a client that answers its failures",
      code: tool(
        "  const all = [];\n  for (const contact of args.contacts) all.push(await resend.contacts.create(contact));\n  return { content: [{ type: 'text', text: JSON.stringify(all) }] };",
        'import { Resend } from "resend";\nconst resend = new Resend(key);',
      ),
    },
    {
      name: "the same in a class, by its type",
      code: tool(
        "  const all = [];\n  for (const row of args.rows) all.push(await new Store(db).put(row));\n  return { content: [{ type: 'text', text: JSON.stringify(all) }] };",
        'import type { SupabaseClient } from "@supabase/supabase-js";\nclass Store {\n  constructor(private db: SupabaseClient) {}\n  async put(row) { return await this.db.from("rows").insert(row).select(); }\n}',
      ),
    },
    {
      name: "several works at once of which each catches its own failure",
      code: tool(
        "  const logs = await Promise.all(args.names.map(async (name) => {\n    const parts = await Promise.all(partsOf(name).map(async (part) => {\n      try {\n        return await api.read(part);\n      } catch (error) {\n        return error.code;\n      }\n    }));\n    return { name, parts };\n  }));\n  return { content: [{ type: 'text', text: JSON.stringify(logs) }] };",
      ),
    },
    {
      name: "what the next step starts from",
      code: tool(
        "  const resolved = [];\n  for (const name of args.names) resolved.push(await api.lookUp(name));\n  if (resolved.length === 0) return { content: [] };\n  const facts = [];\n  for (const company of resolved) {\n    try {\n      facts.push({ name: company.name, facts: await api.facts(company.id) });\n    } catch (error) {\n      facts.push({ name: company.name, reason: error.code });\n    }\n  }\n  return { content: [{ type: 'text', text: JSON.stringify(facts) }] };",
      ),
    },
    {
      name: "a method of nobody",
      code: tool(
        "  return await compare(args);",
        "async function compare(args) {\n  const all = await Promise.all(args.models.map(async (model) => await this.capabilities(model)));\n  return { content: [{ type: 'text', text: all.join() }] };\n}",
      ),
    },
    {
      name: "a round with a method of nobody",
      code: tool(
        "  return await compare(args);",
        "async function compare(args) {\n  const all = [];\n  for (const model of args.models) {\n    const text = await api.ask(model);\n    all.push({ text, score: await this.rate(text) });\n  }\n  return { content: [{ type: 'text', text: JSON.stringify(all) }] };\n}",
      ),
    },
    {
      name: "a check of which the error tells all",
      code: tool(
        `  const notReady = [];\n  for (const id of args.ids) {\n    const state = await drafts.state(id);\n    if (state !== 'ready') notReady.push(id);\n  }\n  if (notReady.length > 0) return ${errorResult("description: notReady.join()")};\n  return { content: [{ type: 'text', text: await drafts.publish(args.ids) }] };`,
      ),
    },
    {
      name: "a table that is loaded once, behind a part of a typed context",
      code: tool(
        "  const { service } = context;\n  let text = '';\n  for (const name of args.names) text += await service.idOf(name);\n  return { content: [{ type: 'text', text }] };",
        `${SERVICE}\ninterface Context { service: Service }\ndeclare const context: Context;`,
      ),
    },
    {
      name: "a generated text is nothing that was added",
      code: tool(
        "  const answer = await client().chat.completions.create({ model: 'm', messages });\n  const score = await rate(answer.text);\n  return { content: [{ type: 'text', text: answer.text + score }] };",
      ),
    },
    {
      name: "an empty thread",
      code: tool(
        "  const thread = await client().beta.threads.create();\n  const messages = await client().beta.threads.messages.list(args.id);\n  return { content: [{ type: 'text', text: JSON.stringify({ thread, messages }) }] };",
      ),
    },
    {
      name: "what is there already is left out the next time",
      code: tool(
        "  const existing = new Set(await api.names());\n  const created = [];\n  for (const name of args.names) {\n    if (existing.has(name)) continue;\n    await api.createNote(name);\n    created.push(name);\n  }\n  return { content: [{ type: 'text', text: created.join() }] };",
      ),
    },
    {
      name: "the same of a request with a body",
      code: tool(
        "  const existing = new Set(await api.names());\n  const created = [];\n  for (const name of args.names) {\n    if (existing.has(name)) {\n      continue;\n    }\n    await request('/notes', { method: 'POST', body: name });\n    created.push(name);\n  }\n  return { content: [{ type: 'text', text: created.join() }] };",
      ),
    },
    {
      name: "the same of a step",
      code: tool(
        "  const existing = await store.find(args.id);\n  if (!existing) {\n    await store.insertPackage(args);\n    await index.update(args);\n  }\n  return { content: [{ type: 'text', text: 'Saved.' }] };",
      ),
    },
    {
      name: "a sample of one thing",
      code: tool(
        "  const times = [];\n  for (let round = 0; round < args.rounds; round++) {\n    const start = Date.now();\n    await api.ping(args.host);\n    times.push(Date.now() - start);\n  }\n  return { content: [{ type: 'text', text: times.join() }] };",
      ),
    },
    {
      name: "the last parts of one row",
      code: tool(
        "  const blocks = [];\n  for (let back = 0; back < args.count; back++) blocks.push(await chain.block(args.last - back));\n  return { content: [{ type: 'text', text: blocks.join() }] };",
      ),
    },
    {
      name: "a tab of the browser",
      code: tool(
        "  const tab = await chrome.tabs.create({ url: args.url });\n  await chrome.windows.update(args.window, { focused: true });\n  return { content: [{ type: 'text', text: `Tab ${tab.id}` }] };",
      ),
    },
    {
      name: "the later step only reads what is at hand",
      code: tool(
        "  const mail = await api.sendMessage(args);\n  const account = await api.getAccount();\n  return { content: [{ type: 'text', text: `${account}/${mail.id}` }] };",
      ),
    },
  ],
  [
    {
      name: "an implementation of the interface fails",
      code: tool(
        "  const found = {};\n  for (const name of args.names) ⟦found[name] = await checker.check(name);⟧\n  return { content: [{ type: 'text', text: JSON.stringify(found) }] };",
        "interface Checker { check(name: string): Promise<boolean> }\nclass Quiet implements Checker {\n  async check(name) { return true; }\n}\nclass Real implements Checker {\n  async check(name) { return await run(name); }\n}\ndeclare const checker: Checker;",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "found", what: "checker.check()", field } }],
    },
    {
      name: "a client that is told to throw",
      code: tool(
        "  const all = [];\n  for (const row of args.rows) ⟦all.push(await db.from('rows').insert(row).throwOnError());⟧\n  return { content: [{ type: 'text', text: JSON.stringify(all) }] };",
        'import { createClient } from "@supabase/supabase-js";\nconst db = createClient(url, key);',
      ),
      problems: [
        { messageId: "notCaught", data: { gathered: "all", what: "db.from().insert().throwOnError()", field } },
      ],
    },
    {
      name: "a list that is told, and not only worked on",
      code: tool(
        "  const resolved = [];\n  for (const name of args.names) ⟦resolved.push(await api.lookUp(name));⟧\n  const lines = [];\n  for (const company of resolved) lines.push(company.name);\n  return { content: [{ type: 'text', text: lines.join() }] };",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "resolved", what: "api.lookUp()", field } }],
    },
    {
      name: "a sample of one thing, by option",
      options: { ownReads: true },
      code: tool(
        "  const times = [];\n  for (let round = 0; round < args.rounds; round++) ⟦times.push(await api.ping(args.host));⟧\n  return { content: [{ type: 'text', text: times.join() }] };",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "times", what: "api.ping()", field } }],
    },
    {
      name: "a list that an error tells, and the answer too",
      code: tool(
        `  const states = [];\n  for (const id of args.ids) ⟦states.push(await drafts.state(id));⟧\n  if (states.length > 9) return ${errorResult("description: states.join()")};\n  return { content: [{ type: 'text', text: states.join() }] };`,
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "states", what: "drafts.state()", field } }],
    },
    {
      name: "what was read already in this call is no state of the service",
      code: tool(
        "  const already = new Set();\n  const all = [];\n  for (const id of args.ids) {\n    if (already.has(id)) continue;\n    already.add(id);\n    ⟦all.push(await api.load(id));⟧\n  }\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "all", what: "api.load()", field } }],
    },
    {
      name: "an answer that may be an error",
      code: tool(
        "  const states = [];\n  for (const id of args.ids) ⟦states.push(await drafts.state(id));⟧\n  return { isError: states.includes('lost'), content: [{ type: 'text', text: states.join() }] };",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "states", what: "drafts.state()", field } }],
    },
    {
      name: "a number that takes out of a list",
      code: tool(
        "  const all = [];\n  for (let at = 0; at < args.ids.length; at++) ⟦all.push(await api.load(args.ids[at]));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "all", what: "api.load()", field } }],
    },
    {
      name: "what is there already is left out the next time, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const existing = new Set(await api.names());\n  const created = [];\n  for (const name of args.names) {\n    if (existing.has(name)) continue;\n    ⟦await api.createNote(name);⟧\n    created.push(name);\n  }\n  return { content: [{ type: 'text', text: created.join() }] };",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "created", what: "api.createNote()", field } }],
    },
    {
      name: "the same of a step, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const existing = await store.find(args.id);\n  if (!existing) {\n    await store.insertPackage(args);\n    ⟦await index.update(args);⟧\n  }\n  return { content: [{ type: 'text', text: 'Saved.' }] };",
      ),
      problems: [
        {
          messageId: "unnamedStepDropped",
          data: { gathered: "store.insertPackage()", what: "index.update()", done: "store.insertPackage()", field },
        },
      ],
    },
    {
      name: "the same write again and again",
      code: tool(
        "  let done = 0;\n  for (let round = 0; round < args.rounds; round++) {\n    ⟦await page.click(args.ref);⟧\n    done++;\n  }\n  return { content: [{ type: 'text', text: `${done} clicks` }] };",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "done", what: "page.click()", field } }],
    },
    {
      name: "of the steps of one row, the one with a name",
      code: tool(
        "  const thread = await client().beta.threads.create();\n  await client().beta.threads.messages.create(thread.id, args);\n  const run = await client().beta.threads.runs.create(thread.id, {});\n  ⟦const state = await client().beta.threads.runs.retrieve(thread.id, run.id);⟧\n  return { content: [{ type: 'text', text: `${run.id} ${state.status}` }] };",
      ),
      problems: [
        {
          messageId: "stepDropped",
          data: {
            gathered: "run",
            what: "client().beta.threads.runs.retrieve()",
            done: "client().beta.threads.runs.create()",
            field,
          },
        },
      ],
    },
    {
      name: "the pages of one list, by option",
      options: { ownReads: true },
      code: tool(
        "  const all = [];\n  let cursor;\n  do {\n    ⟦const page = await api.list({ cursor });⟧\n    all.push(...page.items);\n    cursor = page.next;\n  } while (cursor);\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "all", what: "api.list()", field } }],
    },
    {
      name: "details of each item that was found, by option",
      options: { ownReads: true },
      code: tool(
        "  const found = await api.search(args.query);\n  ⟦const all = await Promise.all(found.map((item) => api.details(item.id)));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "allDropped", data: { gathered: "Promise.all", what: "api.details()", field } }],
    },
    {
      name: "writes for each item that was found",
      code: tool(
        "  const found = await api.search(args.query);\n  ⟦const all = await Promise.all(found.map((item) => api.archive(item.id)));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "allDropped", data: { gathered: "Promise.all", what: "api.archive()", field } }],
    },
    {
      name: "a list that is made of the arguments",
      code: tool(
        "  const { ids = '' } = args;\n  const list = ids.split(',').map((id) => id.trim());\n  ⟦const all = await Promise.all(list.map((id) => api.load(id)));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "allDropped", data: { gathered: "Promise.all", what: "api.load()", field } }],
    },
    {
      name: "something was made before a later step fails",
      code: tool(
        "  try {\n    const issue = await api.createIssue(args);\n    ⟦await api.addLabels(issue.id, args.labels);⟧\n    return { content: [{ type: 'text', text: issue.url }] };\n  } catch (error) {\n    return toResult(error);\n  }",
        "const toResult = (error) => ({ isError: true, content: [{ type: 'text', text: error.code }] });",
      ),
      problems: [
        {
          messageId: "stepDropped",
          data: { gathered: "issue", what: "api.addLabels()", done: "api.createIssue()", field },
        },
      ],
    },
    {
      name: "the same without a variable and without a clause",
      code: tool(
        "  await client.orders().create(args);\n  ⟦await client.orders().confirm(args.id);⟧\n  return { content: [{ type: 'text', text: `Order ${args.id} placed.` }] };",
      ),
      problems: [
        {
          messageId: "unnamedStepDropped",
          data: {
            gathered: "client.orders().create()",
            what: "client.orders().confirm()",
            done: "client.orders().create()",
            field,
          },
        },
      ],
    },
    {
      name: "a list of failures that stands for the work that was done",
      code: tool(
        "  const errors = [];\n  for (const id of args.ids) {\n    ⟦const item = await api.load(id);⟧\n    errors.push(...item.errors);\n  }\n  return { content: [{ type: 'text', text: errors.join() }] };",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "errors", what: "api.load()", field } }],
    },
    {
      name: "a look-up for each of a list is a batch",
      code: tool(
        "  const byId = new Map();\n  for (const id of args.ids) ⟦byId.set(id, await api.load(id));⟧\n  return { content: [{ type: 'text', text: args.ids.map((id) => byId.get(id)).join() }] };",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "byId", what: "api.load()", field } }],
    },
    {
      name: "the same in a loop",
      code: tool(
        "  const byId = new Map();\n  for (const id of args.ids) ⟦byId.set(id, await api.load(id));⟧\n  let text = '';\n  for (const id of args.ids) text += byId.get(id);\n  return { content: [{ type: 'text', text }] };",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "byId", what: "api.load()", field } }],
    },
    {
      name: "the work is named, and not what is done with its promise",
      code: tool(
        "  const all = [];\n  for (const id of args.ids) ⟦all.push(await api.load(id).then((item) => item.text));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "all", what: "api.load()", field } }],
    },
    {
      name: "the same of several works at once",
      code: tool(
        "  const all = [];\n  for (const id of args.ids) {\n    ⟦const [item, owner] = await Promise.all([api.load(id), api.owner(id)]);⟧\n    all.push(item);\n  }\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "all", what: "api.load()", field } }],
    },
    {
      name: "the same of a list of works",
      code: tool(
        "  const all = [];\n  for (const page of args.pages) ⟦all.push(await Promise.all(page.ids.map(async (id) => ({ id, item: await api.load(id) }))));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "all", what: "api.load()", field } }],
    },
    {
      name: "a return in the loop",
      code: tool(
        `  const done = [];\n  for (const id of args.ids) {\n    try {\n      done.push(await load(id));\n    } catch (error) {\n      ⟦return ${errorResult("description: error.code")};⟧\n    }\n  }\n  return { content: [{ type: 'text', text: done.join() }] };`,
      ),
      problems: [{ messageId: "droppedByReturn", data: { gathered: "done", field, what: "load()" } }],
    },
    {
      name: "a failed check in the loop",
      code: tool(
        `  const done = [];\n  for (const id of args.ids) {\n    const res = await api.get(id);\n    if (!res.ok) ⟦return ${errorResult("description: res.status")};⟧\n    done.push(res.value);\n  }\n  return { content: [{ type: 'text', text: done.join() }] };`,
      ),
      problems: [{ messageId: "droppedByReturn", data: { gathered: "done", field, what: "api.get()" } }],
    },
    {
      name: "a clause around the loop",
      code: tool(
        `  try {\n    let made = 0;\n    for (const item of args.items) {\n      await client.create(item);\n      made++;\n    }\n    return { content: [{ type: 'text', text: \`Made \${made} items.\` }] };\n  } ⟦catch (error) {\n    return ${errorResult("description: error.code")};\n  }⟧`,
      ),
      problems: [{ messageId: "droppedByClause", data: { gathered: "made", field, what: "client.create()" } }],
    },
    {
      name: "thrown on by a clause in the loop",
      code: fastmcp(
        "  let text = '';\n  for (const page of args.pages) {\n    try {\n      text += await client.fetchPage(page);\n    } catch (error) {\n      throw new UserError(`page ${page}: ${error.code}`);\n    }\n  }\n  return text;"
          .replace("    try {", "    ⟦try {")
          .replace("    }\n  }\n  return", "    }⟧\n  }\n  return"),
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "text", field, what: "client.fetchPage()" } }],
    },
    {
      name: "pages, and nobody catches",
      options: { ownReads: true },
      code: tool(
        "  let items = [];\n  let cursor;\n  do {\n    ⟦const page = await client.list(cursor);⟧\n    items = [...items, ...page.items];\n    cursor = page.next;\n  } while (cursor);\n  return { content: [{ type: 'text', text: JSON.stringify(items) }] };",
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "items", field, what: "client.list()" } }],
    },
    {
      name: "Promise.all",
      code: tool(
        "  ⟦const all = await Promise.all(args.ids.map((id) => load(id)));⟧\n  return { content: [{ type: 'text', text: JSON.stringify(all) }] };",
      ),
      problems: [{ messageId: "allDropped", data: { gathered: "Promise.all", field, what: "load()" } }],
    },
    {
      name: "Promise.all in a try, with the field of the dialect",
      settings: { dialect: "recovery" },
      code: tool(
        `  try {\n    const all = await Promise.all(args.ids.map(async (id) => ({ id, value: await load(id) })));\n    return { content: [{ type: 'text', text: JSON.stringify(all) }] };\n  } ⟦catch (error) {\n    return ${errorResult("description: error.code")};\n  }⟧`,
      ),
      problems: [
        { messageId: "allDroppedByClause", data: { gathered: "Promise.all", field: "errorData", what: "load()" } },
      ],
    },
    {
      name: "a dispatcher's clause knows nothing of one tool's results",
      code: lowLevel(
        `  try {\n    switch (request.params.name) {\n      case 'all': {\n        const done = [];\n        for (const id of request.params.arguments.ids) {\n          ⟦const item = await load(id);⟧\n          done.push(item);\n        }\n        return { content: [{ type: 'text', text: done.join() }] };\n      }\n    }\n  } catch (error) {\n    return ${errorResult("description: error.code")};\n  }`,
      ),
      problems: [{ messageId: "notCaught", data: { gathered: "done", field, what: "load()" } }],
    },
  ],
);
