import { errorResult, lowLevel, testRule, tool, withOptions } from "../support/rule-tester.js";

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

/** A tool that reads the pages of one list, and makes this of them. */
const paged = (body: string, page = "const page = await api.list({ cursor });"): string =>
  tool(
    `  const all = [];\n  let cursor;\n  do {\n    ${page}\n    all.push(...page.items);\n    cursor = page.next;\n  } while (cursor);\n  ${body}`,
  );
const SHOW = "return { content: [{ type: 'text', text: JSON.stringify(shown) }] };";

testRule(
  "no-lost-partial-results",
  withOptions({ steps: true }, [
    ...[
      "const shown = all.reduce((sum, item) => sum + item.price, 0);",
      "const shown = [...all].sort(byDate).slice(0, all.length - 1);",
      "const shown = countByState(all);",
      "const shown = {};\n  for (const item of all) shown[item.state] = (shown[item.state] ?? 0) + 1;",
    ].map((made) => ({
      name: `pages of which a part would mislead: ${made}`,
      options: { reads: true },
      code: paged(`${made}\n  ${SHOW}`),
    })),
    ...[
      "const params = new URLSearchParams();\n    params.set('limit', String(args.limit));\n    await fetch(`https://api.example.com/orders?${params}`);",
      "const core = await createCore({ path: args.path });\n    await core.tasks.add(args.path);",
    ].map((body) => ({
      name: `preparations, by which nothing is done: ${body}`,
      code: tool(
        `  try {\n    ${body}\n    return { content: [{ type: "text", text: "Done." }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: "text", text: String(error) }] };\n  }`,
      ),
    })),
    ...[
      'if (!args.folder) return failure("No folder.");\n    done.push(await api.get(id));',
      'switch (args.kind) {\n      case "move":\n        if (!args.folder) return failure("No folder.");\n        done.push(await api.get(id));\n        break;\n      default:\n        return failure("Unknown kind.");\n    }',
    ].map((body) => ({
      name: `a check that is the same in each round: ${body}`,
      options: { reads: true },
      code: tool(
        `  const done = [];\n  for (const id of args.ids) {\n    try {\n      await api.lock(id);\n    } catch (error) {\n      done.push({ id, code: error.code });\n    }\n    ${body.replace("await api.get(id)", "{ id }").replace(/failure\(("[^"]*")\)/gu, (_, words: string) => errorResult(`description: ${words}`))}\n  }\n  return { content: [{ type: 'text', text: JSON.stringify(done) }] };`,
      ),
    })),
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
      name: "a change that is taken back by a statement",
      code: tool(
        "  const made = [];\n  await db.query('BEGIN');\n  try {\n    for (const row of args.rows) {\n      await db.query(insertOf(row));\n      made.push(row.id);\n    }\n    await db.query('COMMIT');\n  } catch (error) {\n    await db.query('ROLLBACK');\n    throw error;\n  }\n  return { content: [{ type: 'text', text: made.join() }] };",
      ),
    },
    {
      name: "names for the sentence on a change to come",
      code: tool(
        "  const others = await Promise.all(args.ids.map((id) => api.getTask(id)));\n  const task = await api.mergeTasks(args.ids);\n  return { content: [{ type: 'text', text: `${others.map(({ name }) => name)} are in ${task.id}` }] };",
      ),
    },
    {
      name: "what could not be resolved, of a list for the next step",
      code: tool(
        "  const ids = [];\n  const unresolved = [];\n  for (const name of args.names) {\n    const found = await lookUp(name);\n    if (found) ids.push(found.id);\n    else unresolved.push(name);\n  }\n  const total = await count(ids);\n  return { content: [{ type: 'text', text: JSON.stringify({ total, unresolved }) }] };",
      ),
    },
    {
      name: "pieces of the one thing that is sent behind them",
      code: tool(
        "  const blobs = await Promise.all(args.files.map((file) => git.createBlob(file)));\n  const commit = await git.commit(blobs);\n  return { content: [{ type: 'text', text: commit.sha }] };",
      ),
    },
    {
      name: "rounds that go on only while nothing is found",
      options: { reads: true },
      code: tool(
        "  const found = [];\n  let page = 1;\n  do {\n    const list = await api.list(page++);\n    found.push(...list.filter((item) => item.name === args.name));\n  } while (found.length === 0 && page < 9);\n  return { content: [{ type: 'text', text: JSON.stringify(found) }] };",
      ),
    },
    {
      name: "what the server itself holds",
      code: tool(
        "  const found = await Promise.all(args.names.map((name) => skillRegistry.search(name)));\n  return { content: [{ type: 'text', text: JSON.stringify(found) }] };",
      ),
    },
    {
      name: "the talk with another model",
      code: tool(
        "  const thread = await openai.beta.threads.create();\n  for (const text of args.texts) await openai.beta.threads.messages.create(thread.id, text);\n  return { content: [{ type: 'text', text: await answerOf(thread) }] };",
      ),
    },
    {
      name: "changes that are made all or not at all",
      code: tool(
        "  return db.withTransaction(async () => {\n    for (const id of args.ids) await db.addRow(id);\n    return { content: [{ type: 'text', text: 'Added.' }] };\n  });",
      ),
    },
    {
      name: "changes that are made once more by a wrapper, and give data",
      code: tool(
        "  return withRetry(async () => {\n    for (const id of args.ids) await db.addRow(id);\n    return { added: args.ids.length };\n  });",
      ),
    },
    {
      name: "rounds that note what they have done where somebody else reads it",
      code: tool(
        "  for (const id of args.ids) {\n    await api.deleteTask(id);\n    deleted.add(id);\n  }\n  return { content: [{ type: 'text', text: 'Deleted.' }] };",
        "const deleted = new Set();",
      ),
    },
    {
      name: "files and rows that a second call puts in their place, by other names",
      options: { reads: true },
      code: tool(
        "  const written = [];\n  for (const file of args.files) {\n    written.push(await ensureFolder(file.path));\n  }\n  for (const file of args.files) {\n    await Bun.write(file.path, file.text);\n    written.push(file.path);\n  }\n  for (const file of args.more) {\n    written.push(await attachOrSkip(file));\n  }\n  for (const file of args.pages) {\n    await writeFileSafe(file.path, file.text);\n    written.push(file.path);\n  }\n  return { content: [{ type: 'text', text: written.join() }] };",
      ),
    },
    {
      name: "an error of the round that tells how far it has come",
      code: tool(
        "  for (const label of args.labels) {\n    try {\n      await api.addLabel(args.id, label);\n    } catch (error) {\n      throw new Error(`Stopped at the label ${label}: the ones before it are there.`, { cause: error });\n    }\n  }\n  return { content: [{ type: 'text', text: 'Labelled.' }] };",
      ),
    },
    {
      name: "a general step that is given nothing of what was made",
      code: tool(
        "  const note = await notes.createNote(args);\n  await notes.triggerSync('created');\n  return { content: [{ type: 'text', text: note.id }] };",
      ),
    },
    {
      name: "changes of what the tool has looked up, and noted",
      code: tool(
        "  const deleted = [];\n  for (const task of await api.doneTasks()) {\n    await api.deleteTask(task.id);\n    deleted.push(task.id);\n  }\n  return { content: [{ type: 'text', text: deleted.join() }] };",
      ),
    },
    {
      name: "a step that was only tried out",
      code: tool(
        "  const made = await api.createItem(args, { dryRun: args.dryRun });\n  if (made.summary.dryRun) await plans.store(made);\n  return { content: [{ type: 'text', text: made.id }] };",
      ),
    },
    {
      name: "a tool that says that what is there already is left out",
      code: tool(
        "  await api.addMember(args.id, args.users);\n  return { content: [{ type: 'text', text: await api.getTeam(args.id) }] };",
      ).replace(
        'description: "d"',
        'description: "Adds members to a team. " + "A user already added " + "is skipped."',
      ),
    },
    {
      name: "what is read for a change to come, in a callback, by option",
      options: { reads: true },
      code: tool(
        "  const items = await Promise.all(args.lines.map((line) => shop.find(line.name)));\n  const body = { items };\n  if (args.draft) return { content: [{ type: 'text', text: JSON.stringify(items) }] };\n  await promised((done) => shop.createInvoice(body, done));\n  return { content: [{ type: 'text', text: JSON.stringify(items) }] };",
      ),
    },
    {
      name: "questions that are sent as commands",
      code: tool(
        "  const nodes = await Promise.all(args.ids.map((id) => sendCommand('get_node', { id })));\n  return { content: [{ type: 'text', text: JSON.stringify(nodes) }] };",
      ),
    },
    {
      name: "records that are changed by their ids",
      code: tool(
        "  const done = await Promise.all(args.tasks.map((task) => api.updateTask(task.id, { title: task.title })));\n  return { content: [{ type: 'text', text: JSON.stringify(done) }] };",
      ),
    },
    {
      name: "the same in a loop, before rounds of changes, by option",
      options: { reads: true },
      code: tool(
        "  const posts = [];\n  for (const id of args.ids) posts.push(await blog.load(id));\n  for (const post of posts) {\n    try {\n      await site.publish(post);\n    } catch (error) {\n      failed.push(post.id);\n    }\n  }\n  return { content: [{ type: 'text', text: JSON.stringify(posts) }] };",
        "const failed = [];",
      ),
    },
    {
      name: "what is read before a change, by option",
      options: { reads: true },
      code: tool(
        "  let text = '';\n  for (const id of args.ids) text += (await blog.load(id)).text;\n  await site.publish(args.title);\n  return { content: [{ type: 'text', text }] };",
      ),
    },
    {
      name: "pages that are asked for by a request with a body",
      code: tool(
        "  const all = [];\n  let cursor;\n  do {\n    const page = await request('/search', { method: 'POST', body: { cursor } });\n    all.push(...page.items);\n    cursor = page.next;\n  } while (cursor);\n  return { content: [{ type: 'text', text: JSON.stringify(all) }] };",
      ),
    },
    {
      name: "reads, without the option",
      code: tool(
        "  const found = [];\n  for (const id of args.ids) found.push(await api.load(id));\n  const more = await Promise.all(args.ids.map((id) => api.getMore(id)));\n  return { content: [{ type: 'text', text: JSON.stringify({ found, more }) }] };",
      ),
    },
    {
      name: "states that are set by their ids",
      code: tool(
        "  const done = [];\n  for (const id of args.ids) {\n    done.push(await tasks.updateStatus(id, args.status));\n  }\n  return { content: [{ type: 'text', text: JSON.stringify(done) }] };",
      ),
    },
    {
      name: "rows that take the place of those with their keys, by one of two statements",
      code: tool(
        "  const saved = [];\n  for (const note of args.notes) {\n    const sql = wide ? `INSERT OR REPLACE INTO notes VALUES (?, ?)` : `INSERT OR REPLACE INTO notes VALUES (?)`;\n    await db.executeWrite(sql, note);\n    saved.push(note.id);\n  }\n  return { content: [{ type: 'text', text: saved.join() }] };",
      ),
    },
    {
      name: "a callback whose value is not the answer",
      code: tool(
        "  await queue.push(async () => {\n    for (const id of args.ids) await api.deleteTask(id);\n  });\n  return { content: [{ type: 'text', text: 'Queued.' }] };",
      ),
    },
    {
      name: "changes of which each failure is told",
      code: tool(
        "  const failed = [];\n  for (const id of args.ids) {\n    try {\n      await api.deleteTask(id);\n    } catch (error) {\n      failed.push({ id, reason: error.message });\n    }\n  }\n  return { content: [{ type: 'text', text: JSON.stringify({ failed }) }] };",
      ),
    },
    {
      name: "objects of the process",
      code: tool(
        "  for (const page of args.pages) await browser.addInitScript(page);\n  await Promise.all(args.names.map((name) => cache.deleteEntry(name)));\n  return { content: [{ type: 'text', text: 'Ready.' }] };",
      ),
    },
    {
      name: "deleting what the tool has looked up: a second call goes on with the rest",
      code: tool(
        "  const tasks = await api.listTasks();\n  for (const task of tasks) await api.deleteTask(task.id);\n  return { content: [{ type: 'text', text: 'Deleted.' }] };",
      ),
    },
    {
      name: "downloads that are saved under their names",
      code: tool(
        "  const saved = [];\n  for (const url of args.urls) {\n    const text = await download(url);\n    const path = nameOf(url);\n    writeFileSync(path, text);\n    saved.push(path);\n  }\n  return { content: [{ type: 'text', text: saved.join() }] };",
      ),
    },
    {
      name: "files that are left alone where they are as they are to be",
      code: tool(
        "  const pushed = [];\n  for (const file of args.files) {\n    const current = await repo.read(file.path);\n    if (current?.text === file.text) continue;\n    await repo.createFile(file);\n    pushed.push(file.path);\n  }\n  return { content: [{ type: 'text', text: pushed.join() }] };",
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
    {
      name: "requests of one later call, of which only the number is told",
      code: tool(
        "  const requests = [];\n  for (const op of args.ops) requests.push({ sheet: await api.sheetOf(op) });\n  await api.batchUpdate({ requests });\n  return { content: [{ type: 'text', text: `${requests.length} operations` }] };",
      ),
    },
    {
      name: "a set that only filters",
      code: tool(
        "  const inUse = new Set();\n  for (const shelf of args.shelves) for (const id of await api.idsOf(shelf)) inUse.add(id);\n  const free = args.ids.filter((id) => !inUse.has(id));\n  return { content: [{ type: 'text', text: `${free.join()} of ${inUse.size}` }] };",
      ),
    },
    {
      name: "the rounds of a sum by key",
      code: tool(
        "  const lists = await Promise.all(args.users.map((user) => api.listOf(user)));\n  const counts = new Map();\n  for (const list of lists) for (const id of list) counts.set(id, (counts.get(id) ?? 0) + 1);\n  return { content: [{ type: 'text', text: JSON.stringify([...counts]) }] };",
      ),
    },
    {
      name: "tables that a file is written from",
      code: tool(
        "  const tables = [];\n  for (const name of args.names) tables.push(await db.describe(name));\n  for (const table of tables) stream.write(table.ddl);\n  return { content: [{ type: 'text', text: 'Dumped.' }] };",
      ),
    },
    {
      name: "what was tried until something was found",
      code: tool(
        "  let found;\n  const tried = [];\n  for (const path of args.paths) {\n    found = await api.load(path);\n    tried.push(path);\n    if (found) break;\n  }\n  return { content: [{ type: 'text', text: found ? found.text : `Tried ${tried.join()}` }] };",
      ),
    },
    {
      name: "a log for debugging",
      code: tool(
        "  const debugLog = [];\n  for (const id of args.ids) {\n    const item = await api.load(id);\n    debugLog.push(`loaded ${item.id}`);\n  }\n  return { content: [{ type: 'text', text: debugLog.join() }] };",
      ),
    },
    {
      name: "a check of what was asked for",
      code: tool(
        "  const unresolved = [];\n  for (const name of args.names) {\n    const user = await api.find(name);\n    if (user.id) users.add(user.id);\n    else unresolved.push(name);\n  }\n  if (unresolved.length > 0) {\n  return { content: [{ type: 'text', text: `Nobody is called ${unresolved.join()}` }] };\n  }\n  return { content: [{ type: 'text', text: await api.search([...users]) }] };",
        "const users = new Set();",
      ),
    },
    {
      name: "rows that were looked up",
      code: tool(
        "  const rows = (await api.list()).rows;\n  const all = [];\n  for (const row of rows ?? []) all.push(await api.details(row.id));\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
    },
    {
      name: "rows that were looked up, by their place",
      code: tool(
        "  const rows = await api.list();\n  const all = [];\n  for (let at = 0; at < rows.length; at++) all.push(await api.details(rows[at]));\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
    },
    {
      name: "a statement that reads, for rows that were looked up",
      code: tool(
        "  const rows = await db.execute('SELECT name FROM tables');\n  const all = [];\n  for (const row of rows) all.push(await db.execute(`SELECT count(*) FROM ${row.name}`));\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
    },
    {
      name: "a statement that reads, by its name",
      code: tool(
        "  const rows = await db.execute('SELECT name FROM tables');\n  let text = '';\n  for (const row of rows) {\n    const query = `\n SELECT count(*) FROM ${row.name}`;\n    const found = await db.execute(query, {});\n    text += found.count;\n  }\n  return { content: [{ type: 'text', text }] };",
      ),
    },
    {
      name: "one thing that was asked for, or what was looked up",
      code: tool(
        "  let vaults;\n  if (args.vault) vaults = [vaultNamed(args.vault)];\n  else vaults = getVaults(config);\n  const all = [];\n  for (const vault of vaults) all.push(await api.notes(vault));\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
    },
    {
      name: "lines of a file that was asked for",
      code: tool(
        "  const lines = readFileSync(args.path, 'utf8').split('\\n');\n  const all = [];\n  for (const line of lines) all.push(await api.target(line));\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
    },
    {
      name: "rows that take the place of those with their keys",
      code: tool(
        "  const sql = `INSERT INTO notes VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET text = ?`;\n  const saved = [];\n  for (const note of args.notes) {\n    await db.execute(sql, note);\n    saved.push(note.id);\n  }\n  return { content: [{ type: 'text', text: saved.join() }] };",
      ),
    },
    {
      name: "pages that are followed by an id",
      code: tool(
        "  const all = [];\n  let since;\n  do {\n    const part = await api.list(since);\n    all.push(...part);\n    if (part.length < 9) break;\n    since = part.at(-1).id;\n  } while (true);\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
    },
    {
      name: "the parts of one range",
      code: tool(
        "  const parts = split(args.from, args.to);\n  const all = [];\n  for (const part of parts) all.push(await api.prices(part.from, part.to));\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
    },
    {
      name: "details of the first that were found",
      code: tool(
        "  const found = await api.search(args.query);\n  const some = found.slice(0, args.limit);\n  const all = await Promise.all(some.map((item) => api.details(item.id)));\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
    },
    {
      name: "the database file that was read before",
      code: tool(
        "  const all = [];\n  for (const name of args.names) all.push(await db.query(`PRAGMA table_info(${name})`));\n  return { content: [{ type: 'text', text: JSON.stringify(all) }] };",
      ),
    },
    {
      name: "a cache that was read before",
      code: tool(
        "  const all = [];\n  for (const folder of args.folders) all.push(await cache.countMessages(folder));\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
    },
    {
      name: "a program that cannot be started fails at once",
      code: tool(
        "  const all = [];\n  for (const file of args.files) all.push(await run(file));\n  return { content: [{ type: 'text', text: all.join() }] };",
        "function run(file) {\n  return new Promise((resolve, reject) => {\n    const child = spawn('lint', [file]);\n    child.on('error', (error) => reject(error));\n    child.on('close', (code) => resolve(code));\n  });\n}",
      ),
    },
    {
      name: "callbacks that only look at what they are given",
      code: tool(
        "  const all = await Promise.all(args.urls.map(async (url) => {\n    if (!url) throw new Error('url is required');\n    try {\n      return await api.load(url);\n    } catch (error) {\n      return error.code;\n    }\n  }));\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
    },
    {
      name: "a hook of which nobody knows what stands behind it",
      code: tool(
        "  const note = await api.createNote(args);\n  await args.context.onChange?.();\n  return { content: [{ type: 'text', text: note.url }] };",
      ),
    },
    {
      name: "a failure that is a value",
      code: tool(
        "  const list = await api.createList(args);\n  const added = await addToCart(list);\n  if (added.isErr()) {\n  return { content: [{ type: 'text', text: `List ${list.id} has no items.` }] };\n  }\n  return { content: [{ type: 'text', text: list.url }] };",
      ),
    },
    {
      name: "an authorization that is only signed",
      code: tool(
        "  const grant = await client.createAuthorization(args);\n  const paid = await client.settle(grant);\n  return { content: [{ type: 'text', text: grant.nonce + paid.id }] };",
      ),
    },
    {
      name: "a second list for the error",
      code: tool(
        "  const made = [];\n  const full = [];\n  try {\n    for (const name of args.names) {\n      const agent = await api.spawn(name);\n      made.push(agent.id);\n      full.push({ ...agent, name });\n    }\n  } catch (error) {\n    return { isError: true, content: [{ type: 'text', text: `${error.code}: there are ${made.join()}` }] };\n  }\n  return { content: [{ type: 'text', text: JSON.stringify(full) }] };",
      ),
    },
    {
      name: "the rounds before are taken back",
      code: tool(
        "  const done = [];\n  try {\n    for (const row of args.rows) done.push(await request.insert(row));\n  } catch (error) {\n    await request.rollback();\n    throw error;\n  }\n  return { content: [{ type: 'text', text: done.join() }] };",
      ),
    },
    {
      name: "files by their names",
      code: tool(
        "  const saved = [];\n  for (const file of args.files) {\n    await writeFile(file.name, file.text);\n    saved.push(file.name);\n  }\n  return { content: [{ type: 'text', text: saved.join() }] };",
      ),
    },
    {
      name: "records by their ids",
      code: tool(
        "  let saved = 0;\n  for (const entry of args.entries) {\n    await store.save({ id: entry.id, text: entry.text });\n    saved++;\n  }\n  return { content: [{ type: 'text', text: `${saved} saved` }] };",
      ),
    },
    {
      name: "only what is not yet as it is to be",
      code: tool(
        "  let saved = 0;\n  for (const entry of args.entries) {\n    const changed = reset(entry);\n    if (changed) {\n      await store.saveEntry(entry);\n      saved++;\n    }\n  }\n  return { content: [{ type: 'text', text: `${saved} saved` }] };",
      ),
    },
    {
      name: "what is there already, by a borrowed method",
      code: tool(
        "  const made = new Map();\n  for (const name of args.names) {\n    const existing = before.find((group) => group.name === name);\n    if (existing) {\n      made.set(name, existing);\n      continue;\n    }\n    made.set(name, await createGroup.call(client, name));\n  }\n  return { content: [{ type: 'text', text: JSON.stringify([...made]) }] };",
      ),
    },
    {
      name: "a step that the cache answers the next time",
      code: tool(
        "  await uploadText(args.id, args.text);\n  await setCached(args.id, args.text);\n  await charge(args.user);\n  return { content: [{ type: 'text', text: 'Uploaded.' }] };",
        "async function setCached(id, text) { try { await cache.put(id, text); } catch (error) { log(error); } }",
      ),
    },
    {
      name: "a tool that says that it reuses what is there",
      code: tool(
        "  const branch = await git.createBranch(args);\n  await git.checkout(branch.name);\n  return { content: [{ type: 'text', text: branch.url }] };",
      ).replace('description: "d"', 'description: "Create or reuse a branch."'),
    },
    {
      name: "an upload that the next step makes a document of",
      code: tool(
        "  const upload = await api.uploadFile(args.path);\n  const { token } = upload;\n  const page = await api.createDocument({ token });\n  return { content: [{ type: 'text', text: `${page.id} of ${upload.name}` }] };",
      ),
    },
    {
      name: "a draft that is sent",
      code: tool(
        "  const { id } = await mail.createDraft(args.text);\n  await mail.sendDraft(id);\n  return { content: [{ type: 'text', text: `Sent ${id}` }] };",
      ),
    },
    {
      name: "a folder for the file that goes in there",
      code: tool(
        "  const folder = await drive.folders.create(args.name);\n  await drive.createFile(args.text, folder.id);\n  return { content: [{ type: 'text', text: `In ${folder.id}` }] };",
      ),
    },
    {
      name: "pictures that one post is made of",
      code: tool(
        "  const ids = [];\n  for (const picture of args.pictures) ids.push(await api.uploadMedia(picture));\n  const post = await api.createPost({ ids });\n  return { content: [{ type: 'text', text: `${post.id} with ${ids.join()}` }] };",
      ),
    },
    {
      name: "the same at once",
      code: tool(
        "  const ids = await Promise.all(args.pictures.map((picture) => api.uploadMedia(picture)));\n  const post = await api.createPost({ ids });\n  return { content: [{ type: 'text', text: `${post.id} with ${ids.join()}` }] };",
      ),
    },
    {
      name: "a list of what was done, told by the clause",
      code: tool(
        "  const done = [];\n  try {\n    const issue = await api.createIssue(args.title);\n    done.push(issue.id);\n    await api.addLabels(issue.id, args.labels);\n    return { content: [{ type: 'text', text: `${done}` }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: 'text', text: `After ${done}: ${error.code}` }] };\n  }",
      ),
    },
    {
      name: "a variable that holds what was made, told by the clause",
      code: tool(
        "  let made;\n  try {\n    const issue = await api.createIssue(args.title);\n    made = issue.id;\n    await api.addLabels(issue.id, args.labels);\n    return { content: [{ type: 'text', text: `${made}` }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: 'text', text: `After ${made}: ${error.code}` }] };\n  }",
      ),
    },
    {
      name: "a step that is noted for the function that runs the steps",
      code: tool(
        "  return run(async (report) => {\n    const issue = await api.createIssue(args.title);\n    report.done.push(issue.id);\n    await api.addLabels(issue.id, args.labels);\n    return { content: [{ type: 'text', text: issue.id }] };\n  });",
      ),
    },
    {
      name: "a later step that starts its work first, and catches in there",
      code: tool(
        "  const issue = await api.createIssue(args.title);\n  await saver.save(issue);\n  return { content: [{ type: 'text', text: `${issue.id}` }] };",
        "class Saver {\n  async save(issue) {\n    const saving = (async () => {\n      try {\n        await write(issue);\n      } catch (error) {\n        this.failed = error;\n      }\n    })();\n    this.saving = saving;\n    await saving;\n  }\n}\nconst saver = new Saver();",
      ),
    },
    {
      name: "keys of a store that are looked up",
      code: tool(
        "  const removed = [];\n  for (const key of Object.keys(state)) {\n    if (!key.startsWith(args.prefix)) continue;\n    await memory.deleteNode(key);\n    await memory.save();\n    removed.push(key);\n  }\n  return { content: [{ type: 'text', text: `${removed}` }] };",
      ),
    },
    {
      name: "rounds of an edit that is committed behind them",
      code: tool(
        "  for (const picture of args.pictures) await api.uploadPicture(args.edit, picture);\n  await api.request(`/edits/${args.edit}:commit`, { method: 'POST' });\n  return { content: [{ type: 'text', text: `Done.` }] };",
      ),
    },
    {
      name: "what is said at once of an edit that is committed behind it",
      code: tool(
        "  await Promise.all([api.addTitle(args.edit, args.title), api.addText(args.edit, args.text)]);\n  await api.commitEdit(args.edit);\n  return { content: [{ type: 'text', text: `Done.` }] };",
      ),
    },
    {
      name: "a change and a read at once",
      code: tool(
        "  const [issue, owner] = await Promise.all([api.createIssue(args.title), api.getOwner(args.project)]);\n  return { content: [{ type: 'text', text: `${issue.id} of ${owner.name}` }] };",
      ),
    },
    {
      name: "a statement of a language that only asks",
      code: tool(
        "  const all = [];\n  for (const id of args.ids) all.push(await executeSoql(queryOf(id)));\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
    },
    {
      name: "reads at once, by option",
      options: { reads: true, convergentWrites: true },
      code: tool(
        "  const [issue, owner] = await Promise.all([api.getIssue(args.id), api.getOwner(args.project)]);\n  return { content: [{ type: 'text', text: `${issue.id} of ${owner.name}` }] };",
      ),
    },
    {
      name: "changes at once that put the same in its place",
      code: tool(
        "  await Promise.all([api.updateTitle(args.id, args.title), api.moveIssue(args.id, args.column)]);\n  return { content: [{ type: 'text', text: `Done.` }] };",
      ),
    },
    {
      name: "changes at once of which the others catch their own failures",
      code: tool(
        "  await Promise.all([api.createIssue(args.title), api.sendMessage(args.text).catch(() => undefined)]);\n  return { content: [{ type: 'text', text: `Done.` }] };",
      ),
    },
    {
      name: "a step that the later step's own error names",
      code: tool(
        "  const goal = await goals.createGoal(args.name);\n  const target = await addTarget(goal.id, args.target);\n  return { content: [{ type: 'text', text: `${goal.id} ${target.id}` }] };",
        "async function addTarget(goalId: string, target: number) {\n  try {\n    return await api.post(`/goals/${goalId}`, { target });\n  } catch (error) {\n    throw new Error(`No target for goal ${goalId}: ${error.message}`);\n  }\n}",
      ),
    },
    ...[
      ["catches its failures", "", "try {\n    await api.post(name);\n  } catch (error) {\n    log(error);\n  }"],
      ["answers with a tool result", ": Promise<CallToolResult>", "return await api.post(name);"],
    ].map(([name, type, body]) => ({
      name: `a step of which nobody asks whether it worked: it ${name}`,
      code: tool(
        "  await createZone(args.zone);\n  await api.activate(args.zone);\n  return { content: [{ type: 'text', text: 'Done.' }] };",
        `async function createZone(name: string)${type} {\n  ${body}\n}`,
      ),
    })),
    {
      name: "rows that are updated where a table of what there is has them",
      code: tool(
        "  const ids = {};\n  for (const row of await api.rows()) ids[row.name] = row.id;\n  let saved = 0;\n  for (const [name, text] of Object.entries(args.texts)) {\n    if (ids[name]) await api.updateRow(ids[name], text);\n    else await api.createRow(name, text);\n    saved++;\n  }\n  return { content: [{ type: 'text', text: `${saved} saved` }] };",
      ),
    },
    {
      name: "the same by a search",
      code: tool(
        "  const rows = await api.rows();\n  let saved = 0;\n  for (const [name, text] of Object.entries(args.texts)) {\n    const found = rows.find((row) => row.name === name);\n    if (found) await api.request(found.url, { method: 'PATCH', text });\n    else await api.createRow(name, text);\n    saved++;\n  }\n  return { content: [{ type: 'text', text: `${saved} saved` }] };",
      ),
    },
  ]),
  withOptions({ steps: true }, [
    {
      name: "an implementation of the interface fails",
      options: { reads: true },
      code: tool(
        "  const found = {};\n  for (const name of args.names) ⟦found[name] = await checker.check(name);⟧\n  return { content: [{ type: 'text', text: JSON.stringify(found) }] };",
        "interface Checker { check(name: string): Promise<boolean> }\nclass Quiet implements Checker {\n  async check(name) { return true; }\n}\nclass Real implements Checker {\n  async check(name) { return await run(name); }\n}\ndeclare const checker: Checker;",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "found", what: "checker.check()", field } }],
    },
    {
      name: "a client that is told to throw",
      options: { reads: true },
      code: tool(
        "  const all = [];\n  for (const row of args.rows) ⟦all.push(await db.from('rows').insert(row).throwOnError());⟧\n  return { content: [{ type: 'text', text: JSON.stringify(all) }] };",
        'import { createClient } from "@supabase/supabase-js";\nconst db = createClient(url, key);',
      ),
      problems: [
        { messageId: "resultsDropped", data: { gathered: "all", what: "db.from().insert().throwOnError()", field } },
      ],
    },
    {
      name: "a list that is told, and not only worked on",
      options: { reads: true },
      code: tool(
        "  const resolved = [];\n  for (const name of args.names) ⟦resolved.push(await api.lookUp(name));⟧\n  const lines = [];\n  for (const company of resolved) lines.push(company.name);\n  return { content: [{ type: 'text', text: lines.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "resolved", what: "api.lookUp()", field } }],
    },
    {
      name: "a list that an error tells, and the answer too",
      options: { reads: true },
      code: tool(
        `  const states = [];\n  for (const id of args.ids) ⟦states.push(await drafts.state(id));⟧\n  if (states.length > 9) return ${errorResult("description: states.join()")};\n  return { content: [{ type: 'text', text: states.join() }] };`,
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "states", what: "drafts.state()", field } }],
    },
    {
      name: "what was read already in this call is no state of the service",
      options: { reads: true },
      code: tool(
        "  const already = new Set();\n  const all = [];\n  for (const id of args.ids) {\n    if (already.has(id)) continue;\n    already.add(id);\n    ⟦all.push(await api.load(id));⟧\n  }\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.load()", field } }],
    },
    {
      name: "an answer that may be an error",
      options: { reads: true },
      code: tool(
        "  const states = [];\n  for (const id of args.ids) ⟦states.push(await drafts.state(id));⟧\n  return { isError: states.includes('lost'), content: [{ type: 'text', text: states.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "states", what: "drafts.state()", field } }],
    },
    {
      name: "a number that takes out of a list",
      options: { reads: true },
      code: tool(
        "  const all = [];\n  for (let at = 0; at < args.ids.length; at++) ⟦all.push(await api.load(args.ids[at]));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.load()", field } }],
    },
    {
      name: "what is there already is left out the next time, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const existing = new Set(await api.names());\n  const created = [];\n  for (const name of args.names) {\n    if (existing.has(name)) continue;\n    ⟦await api.createNote(name);⟧\n    created.push(name);\n  }\n  return { content: [{ type: 'text', text: created.join() }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "api.createNote()", field } }],
    },
    {
      name: "what was added by a request, noted by its name",
      code: tool(
        "  const added = [];\n  for (const name of args.names) {\n    ⟦await request('/notes', { method: 'POST', body: name });⟧\n    added.push(name);\n  }\n  return { content: [{ type: 'text', text: added.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "added", what: "request()", field } }],
    },
    {
      name: "rows that take the place of those with their keys, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const sql = `INSERT OR REPLACE INTO notes VALUES (?, ?)`;\n  const saved = [];\n  for (const note of args.notes) {\n    ⟦await db.execute(sql, note);⟧\n    saved.push(note.id);\n  }\n  return { content: [{ type: 'text', text: saved.join() }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "db.execute()", field } }],
    },
    {
      name: "rows that come on top by one of two statements",
      code: tool(
        "  const saved = [];\n  for (const note of args.notes) {\n    const sql = wide ? `INSERT OR REPLACE INTO notes VALUES (?, ?)` : `INSERT INTO notes VALUES (?)`;\n    ⟦await db.executeWrite(sql, note);⟧\n    saved.push(note.id);\n  }\n  return { content: [{ type: 'text', text: saved.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "saved", what: "db.executeWrite()", field } }],
    },
    {
      name: "fields of a form, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const done = [];\n  for (const [name, value] of Object.entries(args.fields)) {\n    ⟦await page.fill(name, value);⟧\n    done.push(name);\n  }\n  return { content: [{ type: 'text', text: done.join() }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "page.fill()", field } }],
    },
    {
      name: "a field of a form, found by its label, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const done = [];\n  for (const [name, value] of Object.entries(args.fields)) {\n    ⟦await page.getByLabel(name).fill(value);⟧\n    done.push(name);\n  }\n  return { content: [{ type: 'text', text: done.join() }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "page.getByLabel().fill()", field } }],
    },
    ...["request(`/orders/${order.id}`, 'DELETE')", "postizRequest(`/orders/${order.id}`, { method: 'DELETE' })"].map(
      (work) => ({
        name: `what was looked up is deleted by a request, by option: ${work}`,
        options: { convergentWrites: true },
        code: tool(
          `  const gone = [];\n  for (const order of await listOrders()) {\n    ⟦await ${work};⟧\n    gone.push(order.id);\n  }\n  return { content: [{ type: 'text', text: gone.join() }] };`,
        ),
        problems: [
          {
            messageId: "convergentDropped",
            data: { what: `${work.replace(/\(.*/u, "")}()`, field },
          },
        ],
      }),
    ),
    ...["sync(feed)", "syncFeed(feed)", "feeds.updateFeed(feed.change)", "feeds.replace(feed)"].map((work) => ({
      name: `what a second call puts in its place once more, by option: ${work}`,
      options: { convergentWrites: true },
      code: tool(
        `  const done = [];\n  for (const feed of args.feeds) {\n    ⟦await ${work};⟧\n    done.push(feed.id);\n  }\n  return { content: [{ type: 'text', text: done.join() }] };`,
      ),
      problems: [{ messageId: "convergentDropped", data: { what: `${work.replace(/\(.*/u, "")}()`, field } }],
    })),
    {
      name: "states that are set by their ids, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const done = [];\n  for (const id of args.ids) {\n    ⟦done.push(await tasks.updateStatus(id, args.status));⟧\n  }\n  return { content: [{ type: 'text', text: JSON.stringify(done) }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "tasks.updateStatus()", field } }],
    },
    {
      name: "what the caller's function reads, for each item",
      options: { reads: true },
      code: tool(
        "  return render(args.rows, async (id) => (await users.read(id)).name);",
        "async function render(rows, nameOf) {\n  ⟦const lines = await Promise.all(rows.map(async (row) => `${row.text} ${await nameOf(row.user)}`));⟧\n  return { content: [{ type: 'text', text: lines.join('\\n') }] };\n}",
      ),
      problems: [{ messageId: "allDropped", data: { what: "nameOf()", field } }],
    },
    {
      name: "changes that are sent as commands",
      code: tool(
        "  ⟦const made = await Promise.all(args.names.map((name) => sendCommand('create_label', { name })));⟧\n  return { content: [{ type: 'text', text: JSON.stringify(made) }] };",
      ),
      problems: [{ messageId: "allDropped", data: { what: "sendCommand()", field } }],
    },
    {
      name: "records that are changed by their ids, by option",
      options: { convergentWrites: true },
      code: tool(
        "  ⟦const done = await Promise.all(args.tasks.map((task) => api.updateTask(task.id, { title: task.title })));⟧\n  return { content: [{ type: 'text', text: JSON.stringify(done) }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "api.updateTask()", field } }],
    },
    {
      name: "records that are changed by an id among their fields, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const done = [];\n  for (const { id, title } of args.tasks) ⟦done.push(await api.renameTask({ taskId: id, title }));⟧\n  return { content: [{ type: 'text', text: JSON.stringify(done) }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "api.renameTask()", field } }],
    },
    {
      name: "a step without a name, made by what throws",
      code: tool(
        "  await createZone(args.zone);\n  ⟦await api.activate(args.zone);⟧\n  return { content: [{ type: 'text', text: 'Done.' }] };",
        "async function createZone(name: string) {\n  await api.post(name);\n}",
      ),
      problems: [
        {
          messageId: "stepDropped",
          data: { what: "api.activate()", done: "createZone()", field },
        },
      ],
    },
    {
      name: "what a second call adds to: an id that is made anew, and named",
      code: tool(
        "  const done = [];\n  for (const one of args.all) {\n    const id = newId();\n    ⟦await team.addMember({ id });⟧\n    done.push(one.id);\n  }\n  return { content: [{ type: 'text', text: done.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "done", what: "team.addMember()", field } }],
    },
    {
      name: "a step that the later step's own error does not name",
      code: tool(
        "  const goal = await goals.createGoal(args.name);\n  ⟦const target = await addTarget(goal.id, args.target);⟧\n  return { content: [{ type: 'text', text: `${goal.id} ${target.id}` }] };",
        "async function addTarget(goalId: string, target: number) {\n  try {\n    return await api.post(`/goals/${goalId}`, { target });\n  } catch (error) {\n    throw new Error(`No target: ${error.message}`);\n  }\n}",
      ),
      problems: [
        {
          messageId: "stepDropped",
          data: { what: "addTarget()", done: "goals.createGoal()", field },
        },
      ],
    },
    ...[
      "api.updateTask(null, one.change, one.id)",
      "api.moveTask(one.id, args.project)",
      "page.setViewportSize({ width: one.width, height: 800 })",
      "team.addMember({ id: one.id, role: args.role })",
    ].map((work) => ({
      name: `what a second call puts as it was, by option: ${work}`,
      options: { convergentWrites: true },
      code: tool(
        `  const done = [];\n  for (const one of args.all) {\n    ⟦await ${work};⟧\n    done.push(one.id);\n  }\n  return { content: [{ type: 'text', text: done.join() }] };`,
      ),
      problems: [{ messageId: "convergentDropped", data: { what: `${work.replace(/\(.*/u, "")}()`, field } }],
    })),
    ...[
      [
        "a list that was changed already",
        "api.updateTask(one.id, [{ op: 'add', path: '/links/-', value: args.link }])",
      ],
      ["an id that is made anew", "team.addMember({ id: newId() })"],
    ].map(([name, work]) => ({
      name: `what a second call adds to: ${name}`,
      code: tool(
        `  const done = [];\n  for (const one of args.all) {\n    ⟦await ${work};⟧\n    done.push(one.id);\n  }\n  return { content: [{ type: 'text', text: done.join() }] };`,
      ),
      problems: [
        { messageId: "resultsDropped", data: { gathered: "done", what: `${work?.replace(/\(.*/u, "")}()`, field } },
      ],
    })),
    {
      name: "what was compared with what is there, in portions, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const idOf = new Map();\n  for (const row of await api.rows()) idOf.set(row.key, row.id);\n  const missing = [];\n  for (const row of args.rows) if (!idOf.has(row.key)) missing.push(row);\n  const made = [];\n  for (let at = 0; at < missing.length; at += 10) {\n    ⟦made.push(await api.createRows(missing.slice(at, at + 10)));⟧\n  }\n  return { content: [{ type: 'text', text: made.join() }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "api.createRows()", field } }],
    },
    {
      name: "what was asked for, each once, in portions",
      code: tool(
        "  const seen = new Set();\n  const rows = [];\n  for (const row of args.rows) {\n    if (!seen.has(row.key)) {\n      seen.add(row.key);\n      rows.push(row);\n    }\n  }\n  const made = [];\n  for (let at = 0; at < rows.length; at += 10) {\n    ⟦made.push(await api.createRows(rows.slice(at, at + 10)));⟧\n  }\n  return { content: [{ type: 'text', text: made.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "made", what: "api.createRows()", field } }],
    },
    {
      name: "what was asked for, in portions",
      code: tool(
        "  const made = [];\n  for (let at = 0; at < args.rows.length; at += 10) {\n    ⟦made.push(await api.createRows(args.rows.slice(at, at + 10)));⟧\n  }\n  return { content: [{ type: 'text', text: made.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "made", what: "api.createRows()", field } }],
    },
    {
      name: "a statement of a language that only asks, by option",
      options: { reads: true },
      code: tool(
        "  const all = [];\n  for (const id of args.ids) ⟦all.push(await executeSoql(queryOf(id)));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "executeSoql()", field } }],
    },
    {
      name: "a number that is changed by so much",
      code: tool(
        "  const done = [];\n  for (const line of args.lines) ⟦done.push(await shop.updateStock(line.productId, line.sold));⟧\n  return { content: [{ type: 'text', text: JSON.stringify(done) }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "done", what: "shop.updateStock()", field } }],
    },
    {
      name: "the same of a step, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const existing = await store.find(args.id);\n  if (!existing) {\n    await store.insertPackage(args);\n    ⟦await index.update(args);⟧\n  }\n  return { content: [{ type: 'text', text: 'Saved.' }] };",
      ),
      problems: [
        {
          messageId: "convergentDropped",
          data: { what: "index.update()", field },
        },
      ],
    },
    ...[
      "const shown = all.map((item) => item.id);",
      "const shown = { items: all, open: all.filter((item) => item.open).length };",
      "const shown = { items: all, count: all.length };",
      "const copy = all;\n  const shown = copy.map((item) => item.id);",
      "const shown = {};\n  for (const item of all) shown[item.id] = item.price + 1;",
      "const shown = [];\n  let line;\n  for (const item of all) {\n    line = names[item.id] + item.price;\n    shown.push(line);\n  }",
    ].map((made) => ({
      name: `pages that go out, by option: ${made}`,
      options: { reads: true },
      code: paged(`${made}\n  ${SHOW}`, "⟦const page = await api.list({ cursor });⟧"),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.list()", field } }],
    })),
    {
      name: "the pages of one list, by option",
      options: { reads: true },
      code: tool(
        "  const all = [];\n  let cursor;\n  do {\n    ⟦const page = await api.list({ cursor });⟧\n    all.push(...page.items);\n    cursor = page.next;\n  } while (cursor);\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.list()", field } }],
    },
    {
      name: "details of each item that was found, by option",
      options: { reads: true },
      code: tool(
        "  const found = await api.search(args.query);\n  ⟦const all = await Promise.all(found.map((item) => api.details(item.id)));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "allDropped", data: { what: "api.details()", field } }],
    },
    {
      name: "writes for each item that was found, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const found = await api.search(args.query);\n  ⟦const all = await Promise.all(found.map((item) => api.archive(item.id)));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "api.archive()", field } }],
    },
    {
      name: "a list that is made of the arguments",
      options: { reads: true },
      code: tool(
        "  const { ids = '' } = args;\n  const list = ids.split(',').map((id) => id.trim());\n  ⟦const all = await Promise.all(list.map((id) => api.load(id)));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "allDropped", data: { what: "api.load()", field } }],
    },
    {
      name: "something was made before a later step fails",
      code: tool(
        "  try {\n    const issue = await api.createIssue(args);\n    await api.addLabels(issue.id, args.labels);\n    return { content: [{ type: 'text', text: issue.url }] };\n  } ⟦catch (error) {\n    return toResult(error);\n  }⟧",
        "const toResult = (error) => ({ isError: true, content: [{ type: 'text', text: error.code }] });",
      ),
      problems: [
        {
          messageId: "stepDropped",
          data: { what: "api.addLabels()", done: "api.createIssue()", field },
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
          messageId: "stepDropped",
          data: { what: "client.orders().confirm()", done: "client.orders().create()", field },
        },
      ],
    },
    {
      name: "a list of failures that stands for the work that was done",
      options: { reads: true },
      code: tool(
        "  const errors = [];\n  for (const id of args.ids) {\n    ⟦const item = await api.load(id);⟧\n    errors.push(...item.errors);\n  }\n  return { content: [{ type: 'text', text: errors.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "errors", what: "api.load()", field } }],
    },
    {
      name: "a look-up for each of a list is a batch",
      options: { reads: true },
      code: tool(
        "  const byId = new Map();\n  for (const id of args.ids) ⟦byId.set(id, await api.load(id));⟧\n  return { content: [{ type: 'text', text: args.ids.map((id) => byId.get(id)).join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "byId", what: "api.load()", field } }],
    },
    {
      name: "the same in a loop",
      options: { reads: true },
      code: tool(
        "  const byId = new Map();\n  for (const id of args.ids) ⟦byId.set(id, await api.load(id));⟧\n  let text = '';\n  for (const id of args.ids) text += byId.get(id);\n  return { content: [{ type: 'text', text }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "byId", what: "api.load()", field } }],
    },
    {
      name: "the work is named, and not what is done with its promise",
      options: { reads: true },
      code: tool(
        "  const all = [];\n  for (const id of args.ids) ⟦all.push(await api.load(id).then((item) => item.text));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.load()", field } }],
    },
    {
      name: "the same of several works at once",
      options: { reads: true },
      code: tool(
        "  const all = [];\n  for (const id of args.ids) {\n    ⟦const [item, owner] = await Promise.all([api.load(id), api.owner(id)]);⟧\n    all.push(item);\n  }\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.load()", field } }],
    },
    {
      name: "the same of a list of works",
      options: { reads: true },
      code: tool(
        "  const all = [];\n  for (const page of args.pages) ⟦all.push(await Promise.all(page.ids.map(async (id) => ({ id, item: await api.load(id) }))));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "allDropped", data: { what: "api.load()", field } }],
    },
    {
      name: "a return in the loop",
      options: { reads: true },
      code: tool(
        `  const done = [];\n  for (const id of args.ids) {\n    try {\n      done.push(await load(id));\n    } catch (error) {\n      ⟦return ${errorResult("description: error.code")};⟧\n    }\n  }\n  return { content: [{ type: 'text', text: done.join() }] };`,
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "done", field, what: "load()" } }],
    },
    {
      name: "a failed check in the loop",
      options: { reads: true },
      code: tool(
        `  const done = [];\n  for (const id of args.ids) {\n    ⟦const res = await api.get(id);⟧\n    if (!res.ok) return ${errorResult("description: res.status")};\n    done.push(res.value);\n  }\n  return { content: [{ type: 'text', text: done.join() }] };`,
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "done", field, what: "api.get()" } }],
    },
    ...[
      ["what the round has itself", "", "const { folder } = id;", "if (!folder)"],
      ["what somebody has in hand", "const input = { ...args };", "prepare(input);", "if (!input.folder)"],
      ["what is asked anew", "", "", "if (!hasRoom())"],
      ["how often it was done", "let count = 0;", "count++;", "if (count > 3)"],
      ["the same, behind another one", "", "if (id.old) { done.push(id); continue; }", "if (!args.folder)"],
    ].map(([name = "", before = "", during = "", test = ""]) => ({
      name: `a check in the loop of ${name}`,
      options: { reads: true },
      code: tool(
        `  const done = [];\n  ${before}\n  for (const id of args.ids) {\n    ${during}\n    ${test} return ${errorResult('description: "No folder."')};\n    ⟦done.push(await api.get(id));⟧\n  }\n  return { content: [{ type: 'text', text: done.join() }] };`,
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "done", field, what: "api.get()" } }],
    })),
    {
      name: "a clause around the loop",
      code: tool(
        `  try {\n    let made = 0;\n    for (const item of args.items) {\n      await client.create(item);\n      made++;\n    }\n    return { content: [{ type: 'text', text: \`Made \${made} items.\` }] };\n  } ⟦catch (error) {\n    return ${errorResult("description: error.code")};\n  }⟧`,
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "made", field, what: "client.create()" } }],
    },
    {
      name: "pages, and nobody catches",
      options: { reads: true },
      code: tool(
        "  let items = [];\n  let cursor;\n  do {\n    ⟦const page = await client.list(cursor);⟧\n    items = [...items, ...page.items];\n    cursor = page.next;\n  } while (cursor);\n  return { content: [{ type: 'text', text: JSON.stringify(items) }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "items", field, what: "client.list()" } }],
    },
    {
      name: "Promise.all",
      options: { reads: true },
      code: tool(
        "  ⟦const all = await Promise.all(args.ids.map((id) => load(id)));⟧\n  return { content: [{ type: 'text', text: JSON.stringify(all) }] };",
      ),
      problems: [{ messageId: "allDropped", data: { field, what: "load()" } }],
    },
    {
      name: "Promise.all in a try, with the field of the dialect",
      options: { reads: true },
      settings: { dialect: "recovery" },
      code: tool(
        `  try {\n    const all = await Promise.all(args.ids.map(async (id) => ({ id, value: await load(id) })));\n    return { content: [{ type: 'text', text: JSON.stringify(all) }] };\n  } ⟦catch (error) {\n    return ${errorResult("description: error.code")};\n  }⟧`,
      ),
      problems: [{ messageId: "allDropped", data: { field: "errorData", what: "load()" } }],
    },
    {
      name: "a dispatcher's clause knows nothing of one tool's results",
      options: { reads: true },
      code: lowLevel(
        `  try {\n    switch (request.params.name) {\n      case 'all': {\n        const done = [];\n        for (const id of request.params.arguments.ids) {\n          ⟦const item = await load(id);⟧\n          done.push(item);\n        }\n        return { content: [{ type: 'text', text: done.join() }] };\n      }\n    }\n  } catch (error) {\n    return ${errorResult("description: error.code")};\n  }`,
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "done", field, what: "load()" } }],
    },
    {
      name: "how many writes were done, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const done = [];\n  for (const id of args.ids) {\n    ⟦await api.archive(id);⟧\n    done.push(id);\n  }\n  return { content: [{ type: 'text', text: `${done.length} archived` }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { gathered: "done", what: "api.archive()", field } }],
    },
    {
      name: "a set that is told",
      options: { reads: true },
      code: tool(
        "  const inUse = new Set();\n  for (const shelf of args.shelves) ⟦inUse.add(await api.idOf(shelf));⟧\n  return { content: [{ type: 'text', text: [...inUse].join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "inUse", what: "api.idOf()", field } }],
    },
    {
      name: "each result once",
      options: { reads: true },
      code: tool(
        "  ⟦const lists = await Promise.all(args.words.map((word) => api.search(word)));⟧\n  const byId = new Map();\n  for (const list of lists) for (const hit of list) byId.set(hit.id, hit);\n  return { content: [{ type: 'text', text: JSON.stringify([...byId.values()]) }] };",
      ),
      problems: [{ messageId: "allDropped", data: { what: "api.search()", field } }],
    },
    {
      name: "each result by a callback",
      options: { reads: true },
      code: tool(
        "  const found = [];\n  for (const word of args.words) ⟦found.push(await api.search(word));⟧\n  let text = '';\n  found.forEach((hit) => { text += hit.title; });\n  return { content: [{ type: 'text', text: text }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "found", what: "api.search()", field } }],
    },
    {
      name: "which of them had something",
      options: { reads: true },
      code: tool(
        "  const hits = [];\n  for (const path of args.paths) {\n    ⟦const found = await api.load(path);⟧\n    if (found) hits.push(path);\n  }\n  return { content: [{ type: 'text', text: hits.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "hits", what: "api.load()", field } }],
    },
    {
      name: "rows that were looked up, by option",
      options: { reads: true },
      code: tool(
        "  const rows = (await api.list()).rows;\n  const all = [];\n  for (const row of rows ?? []) ⟦all.push(await api.details(row.id));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.details()", field } }],
    },
    {
      name: "rows that were looked up, by their place, by option",
      options: { reads: true },
      code: tool(
        "  const rows = await api.list();\n  const all = [];\n  for (let at = 0; at < rows.length; at++) ⟦all.push(await api.details(rows[at]));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.details()", field } }],
    },
    {
      name: "a statement that reads, for rows that were looked up, by option",
      options: { reads: true },
      code: tool(
        "  const rows = await db.execute('SELECT name FROM tables');\n  const all = [];\n  for (const row of rows) ⟦all.push(await db.execute(`SELECT count(*) FROM ${row.name}`));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "db.execute()", field } }],
    },
    {
      name: "pages that are followed by an id, by option",
      options: { reads: true },
      code: tool(
        "  const all = [];\n  let since;\n  do {\n    ⟦const part = await api.list(since);⟧\n    all.push(...part);\n    if (part.length < 9) break;\n    since = part.at(-1).id;\n  } while (true);\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.list()", field } }],
    },
    {
      name: "the parts of one range, by option",
      options: { reads: true },
      code: tool(
        "  const parts = split(args.from, args.to);\n  const all = [];\n  for (const part of parts) ⟦all.push(await api.prices(part.from, part.to));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.prices()", field } }],
    },
    {
      name: "one thing that was asked for, or what was looked up, by option",
      options: { reads: true },
      code: tool(
        "  let vaults;\n  if (args.vault) vaults = [vaultNamed(args.vault)];\n  else vaults = getVaults(config);\n  const all = [];\n  for (const vault of vaults) ⟦all.push(await api.notes(vault));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.notes()", field } }],
    },
    {
      name: "lines of a file that was asked for, by option",
      options: { reads: true },
      code: tool(
        "  const lines = readFileSync(args.path, 'utf8').split('\\n');\n  const all = [];\n  for (const line of lines) ⟦all.push(await api.target(line));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.target()", field } }],
    },
    {
      name: "several things of the arguments, written as a list",
      options: { reads: true },
      code: tool(
        "  const all = [];\n  for (const id of [args.from, args.to]) ⟦all.push(await api.load(id));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.load()", field } }],
    },
    {
      name: "details of the first that were found, by option",
      options: { reads: true },
      code: tool(
        "  const found = await api.search(args.query);\n  const some = found.slice(0, args.limit);\n  ⟦const all = await Promise.all(some.map((item) => api.details(item.id)));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "allDropped", data: { what: "api.details()", field } }],
    },
    {
      name: "the first of what was asked for",
      options: { reads: true },
      code: tool(
        "  const all = [];\n  for (const id of args.ids.slice(0, 5)) ⟦all.push(await api.load(id));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.load()", field } }],
    },
    {
      name: "what was asked for, or what was looked up",
      options: { reads: true },
      code: tool(
        "  let names;\n  if (args.names) names = args.names;\n  else names = await api.names();\n  const all = [];\n  for (const name of names) ⟦all.push(await api.load(name));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.load()", field } }],
    },
    {
      name: "an inner list of what was asked for",
      options: { reads: true },
      code: tool(
        "  const all = [];\n  for (const shop of await api.shops()) for (const id of args.ids) ⟦all.push(await api.stock(shop, id));⟧\n  return { content: [{ type: 'text', text: all.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "all", what: "api.stock()", field } }],
    },
    {
      name: "writes for rows that were looked up",
      code: tool(
        "  const rows = await db.execute('SELECT id FROM notes');\n  const done = [];\n  for (const row of rows) {\n    ⟦await db.execute(`INSERT INTO archive VALUES (${row.id})`);⟧\n    done.push(row.id);\n  }\n  return { content: [{ type: 'text', text: done.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "done", what: "db.execute()", field } }],
    },
    {
      name: "one loss is told once",
      code: tool(
        "  const epic = await api.createItem(args.title);\n  const made = [];\n  for (const title of args.titles) {\n    ⟦const item = await api.createItem(title, epic.id);⟧\n    made.push(item.id);\n  }\n  return { content: [{ type: 'text', text: JSON.stringify({ epic, made }) }] };",
      ),
      problems: [
        {
          messageId: "stepDropped",
          data: { what: "api.createItem()", done: "api.createItem()", field },
        },
      ],
    },
    {
      name: "files by their names, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const saved = [];\n  for (const file of args.files) {\n    ⟦await writeFile(file.name, file.text);⟧\n    saved.push(file.name);\n  }\n  return { content: [{ type: 'text', text: saved.join() }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "writeFile()", field } }],
    },
    {
      name: "records by their ids, by option",
      options: { convergentWrites: true },
      code: tool(
        "  let saved = 0;\n  for (const entry of args.entries) {\n    ⟦await store.save({ id: entry.id, text: entry.text });⟧\n    saved++;\n  }\n  return { content: [{ type: 'text', text: `${saved} saved` }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "store.save()", field } }],
    },
    {
      name: "only what is not yet as it is to be, by option",
      options: { convergentWrites: true },
      code: tool(
        "  let saved = 0;\n  for (const entry of args.entries) {\n    const changed = reset(entry);\n    if (changed) {\n      ⟦await store.saveEntry(entry);⟧\n      saved++;\n    }\n  }\n  return { content: [{ type: 'text', text: `${saved} saved` }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "store.saveEntry()", field } }],
    },
    {
      name: "what is there already, by a borrowed method, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const made = new Map();\n  for (const name of args.names) {\n    const existing = before.find((group) => group.name === name);\n    if (existing) {\n      made.set(name, existing);\n      continue;\n    }\n    ⟦made.set(name, await createGroup.call(client, name));⟧\n  }\n  return { content: [{ type: 'text', text: JSON.stringify([...made]) }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "createGroup.call()", field } }],
    },
    {
      name: "work that is handed to a wrapper",
      code: tool(
        "  return run(async () => {\n    const created = [];\n    for (const note of args.notes) {\n      ⟦created.push(await api.addNote(note));⟧\n    }\n    return { created };\n  });",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "created", what: "api.addNote()", field } }],
    },
    {
      name: "changes of which nothing is noted",
      code: tool(
        "  for (const id of args.ids) {\n    ⟦await api.deleteTask(id);⟧\n  }\n  return { content: [{ type: 'text', text: 'Deleted.' }] };",
      ),
      problems: [{ messageId: "roundsDropped", data: { what: "api.deleteTask()", field } }],
    },
    {
      name: "a general step that is given what was made",
      code: tool(
        "  const note = await notes.createNote(args);\n  ⟦await notes.triggerSync(note);⟧\n  return { content: [{ type: 'text', text: note.id }] };",
      ),
      problems: [
        {
          messageId: "stepDropped",
          data: { done: "notes.createNote()", what: "notes.triggerSync()", field },
        },
      ],
    },
    {
      name: "changes of what was asked for, and noted",
      code: tool(
        "  const deleted = [];\n  for (const id of args.ids) {\n    ⟦await api.deleteTask(id);⟧\n    deleted.push(id);\n  }\n  return { content: [{ type: 'text', text: deleted.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "deleted", what: "api.deleteTask()", field } }],
    },
    {
      name: "additions for what the tool has looked up, and noted",
      code: tool(
        "  const sent = [];\n  for (const order of await api.openOrders()) {\n    ⟦await mail.sendReminder(order);⟧\n    sent.push(order.id);\n  }\n  return { content: [{ type: 'text', text: sent.join() }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "sent", what: "mail.sendReminder()", field } }],
    },
    {
      name: "an error of the round that tells nothing of where it stands",
      code: tool(
        "  for (const label of args.labels) {\n    try {\n      await api.addLabel(args.id, label);\n    } catch (error) {\n      ⟦throw new Error('A label cannot be added.', { cause: error });⟧\n    }\n  }\n  return { content: [{ type: 'text', text: 'Labelled.' }] };",
      ),
      problems: [{ messageId: "roundsDropped", data: { what: "api.addLabel()", field } }],
    },
    {
      name: "a step that was done, before one that is not always needed",
      code: tool(
        "  const made = await api.createItem(args);\n  if (made.summary.isLarge) ⟦await plans.store(made);⟧\n  return { content: [{ type: 'text', text: made.id }] };",
      ),
      problems: [
        {
          messageId: "stepDropped",
          data: { done: "api.createItem()", what: "plans.store()", field },
        },
      ],
    },
    {
      name: "what is read behind a change, by option",
      options: { reads: true },
      code: tool(
        "  switch (args.kind) {\n    case 'read': {\n      const items = ⟦await Promise.all(args.ids.map((id) => shop.find(id)));⟧\n      return { content: [{ type: 'text', text: JSON.stringify(items) }] };\n    }\n  }\n  await shop.createItem(args);\n  return { content: [{ type: 'text', text: 'Done.' }] };",
      )
        .replace("⟦await Promise", "await Promise")
        .replace("const items", "⟦const items"),
      problems: [{ messageId: "allDropped", data: { what: "shop.find()", field } }],
    },
    {
      name: "what the caller's function changes",
      code: tool(
        "  return each(args.rows, async (row) => table.add(row));",
        "async function each(rows, createRow) {\n  const done = [];\n  for (const row of rows) {\n    ⟦done.push(await createRow(row));⟧\n  }\n  return { content: [{ type: 'text', text: done.join() }] };\n}",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "done", what: "createRow()", field } }],
    },
    {
      name: "changes in a block, of which nothing is noted",
      code: tool(
        "  for (const id of args.ids) {\n    const text = labelOf(id);\n    ⟦await api.deleteTask(id, text);⟧\n  }\n  return { content: [{ type: 'text', text: 'Deleted.' }] };",
      ),
      problems: [{ messageId: "roundsDropped", data: { what: "api.deleteTask()", field } }],
    },
    {
      name: "changes of which nothing is noted, before a clause",
      code: tool(
        "  try {\n    for (const task of args.tasks) await api.addTask(task);\n    return { content: [{ type: 'text', text: 'Added.' }] };\n  } ⟦catch (error) {\n    return { isError: true, content: [{ type: 'text', text: String(error) }] };\n  }⟧",
      ),
      problems: [{ messageId: "roundsDropped", data: { what: "api.addTask()", field } }],
    },
    {
      name: "changes at once of which nothing is noted",
      code: tool(
        "  ⟦await Promise.all(args.tasks.map((task) => api.addTask(task)));⟧\n  return { content: [{ type: 'text', text: 'Added.' }] };",
      ),
      problems: [{ messageId: "allDropped", data: { what: "api.addTask()", field } }],
    },
    {
      name: "changes at once of which nothing is noted, before a clause",
      code: tool(
        "  try {\n    await Promise.all(args.drafts.map((draft) => api.addTask(draft)));\n    return { content: [{ type: 'text', text: 'Added.' }] };\n  } ⟦catch (error) {\n    return { isError: true, content: [{ type: 'text', text: String(error) }] };\n  }⟧",
      ),
      problems: [{ messageId: "allDropped", data: { what: "api.addTask()", field } }],
    },
    {
      name: "rounds that go on until enough is found, by option",
      options: { reads: true },
      code: tool(
        "  const found = [];\n  let page = 1;\n  do {\n    ⟦const list = await api.list(page++);⟧\n    found.push(...list.filter((item) => item.name === args.name));\n  } while (found.length < 5 && page < 9);\n  return { content: [{ type: 'text', text: JSON.stringify(found) }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "found", what: "api.list()", field } }],
    },
    {
      name: "what the server itself holds, by option",
      options: { reads: true },
      code: tool(
        "  ⟦const found = await Promise.all(args.names.map((name) => skillRegistry.search(name)));⟧\n  return { content: [{ type: 'text', text: JSON.stringify(found) }] };",
      ),
      problems: [{ messageId: "allDropped", data: { what: "skillRegistry.search()", field } }],
    },
    {
      name: "deleting what the tool has looked up, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const tasks = await api.listTasks();\n  ⟦await Promise.all(tasks.map((task) => api.deleteTask(task.id)));⟧\n  return { content: [{ type: 'text', text: 'Deleted.' }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "api.deleteTask()", field } }],
    },
    {
      name: "files that are left alone where they are as they are to be, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const pushed = [];\n  for (const file of args.files) {\n    const current = await repo.read(file.path);\n    if (current?.text === file.text) continue;\n    ⟦await repo.createFile(file);⟧\n    pushed.push(file.path);\n  }\n  return { content: [{ type: 'text', text: pushed.join() }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "repo.createFile()", field } }],
    },
    {
      name: "records by ids of their own",
      code: tool(
        "  let saved = 0;\n  for (const entry of args.entries) {\n    ⟦await store.save({ id: randomUUID(), text: entry.text });⟧\n    saved++;\n  }\n  return { content: [{ type: 'text', text: `${saved} saved` }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "saved", what: "store.save()", field } }],
    },
    {
      name: "a tool that does not say so",
      code: tool(
        "  const branch = await git.createBranch(args);\n  ⟦await git.checkout(branch.name);⟧\n  return { content: [{ type: 'text', text: branch.url }] };",
      ),
      problems: [
        {
          messageId: "stepDropped",
          data: { what: "git.checkout()", done: "git.createBranch()", field },
        },
      ],
    },
    {
      name: "an upload that the next step only shares, by option",
      options: { unclearWrites: true },
      code: tool(
        "  const upload = await api.uploadFile(args.path);\n  ⟦await api.createPermission({ file: upload.id, reader: args.reader });⟧\n  return { content: [{ type: 'text', text: `${upload.id}` }] };",
      ),
      problems: [
        {
          messageId: "stepDropped",
          data: { what: "api.createPermission()", done: "api.uploadFile()", field },
        },
      ],
    },
    {
      name: "an upload that the next step is not given, by option",
      options: { unclearWrites: true },
      code: tool(
        "  const upload = await api.uploadFile(args.path);\n  ⟦await api.createIssue(args.title);⟧\n  return { content: [{ type: 'text', text: `${upload.id}` }] };",
      ),
      problems: [
        {
          messageId: "stepDropped",
          data: { what: "api.createIssue()", done: "api.uploadFile()", field },
        },
      ],
    },
    {
      name: "uploads that stand for themselves, by option",
      options: { unclearWrites: true },
      code: tool(
        "  const ids = [];\n  for (const picture of args.pictures) ⟦ids.push(await api.uploadMedia(picture));⟧\n  await api.addLabels(ids);\n  return { content: [{ type: 'text', text: `${ids.join()}` }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "ids", what: "api.uploadMedia()", field } }],
    },
    {
      name: "the same at once, by option",
      options: { unclearWrites: true },
      code: tool(
        "  ⟦const ids = await Promise.all(args.pictures.map((picture) => api.uploadMedia(picture)));⟧\n  await api.addLabels(ids);\n  return { content: [{ type: 'text', text: `${ids.join()}` }] };",
      ),
      problems: [{ messageId: "allDropped", data: { what: "api.uploadMedia()", field } }],
    },
    {
      name: "a list of what was done, which the clause leaves out",
      code: tool(
        "  const done = [];\n  try {\n    const issue = await api.createIssue(args.title);\n    done.push(issue.id);\n    await api.addLabels(issue.id, args.labels);\n    return { content: [{ type: 'text', text: `${done}` }] };\n  } ⟦catch (error) {\n    return { isError: true, content: [{ type: 'text', text: `Failed: ${error.code}` }] };\n  }⟧",
      ),
      problems: [
        {
          messageId: "stepDropped",
          data: { what: "api.addLabels()", done: "api.createIssue()", field },
        },
      ],
    },
    {
      name: "a step in a callback that notes nothing",
      code: tool(
        "  return run(async () => {\n    const issue = await api.createIssue(args.title);\n    ⟦await api.addLabels(issue.id, args.labels);⟧\n    return { content: [{ type: 'text', text: issue.id }] };\n  });",
      ),
      problems: [
        {
          messageId: "stepDropped",
          data: { what: "api.addLabels()", done: "api.createIssue()", field },
        },
      ],
    },
    {
      name: "a later step that starts its work first, and hands on its failure",
      code: tool(
        "  const issue = await api.createIssue(args.title);\n  ⟦await saver.save(issue);⟧\n  return { content: [{ type: 'text', text: `${issue.id}` }] };",
        "class Saver {\n  async save(issue) {\n    const saving = (async () => {\n      await write(issue);\n    })();\n    this.saving = saving;\n    await saving;\n  }\n}\nconst saver = new Saver();",
      ),
      problems: [
        {
          messageId: "stepDropped",
          data: { what: "saver.save()", done: "api.createIssue()", field },
        },
      ],
    },
    {
      name: "keys of a store that are looked up, by option",
      options: { convergentWrites: true },
      code: tool(
        "  const removed = [];\n  for (const key of Object.keys(state)) {\n    if (!key.startsWith(args.prefix)) continue;\n    ⟦await store.delete(key);⟧\n    removed.push(key);\n  }\n  return { content: [{ type: 'text', text: `${removed}` }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "store.delete()", field } }],
    },
    {
      name: "keys of a store that were asked for",
      code: tool(
        "  const removed = [];\n  for (const key of args.keys) {\n    ⟦await store.delete(key);⟧\n    removed.push(key);\n  }\n  return { content: [{ type: 'text', text: `${removed}` }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "removed", what: "store.delete()", field } }],
    },
    {
      name: "changes of several kinds at once",
      code: tool(
        "  ⟦await Promise.all([api.createIssue(args.title), api.sendMessage(args.text)]);⟧\n  return { content: [{ type: 'text', text: `Done.` }] };",
      ),
      problems: [{ messageId: "listDropped", data: { what: "api.sendMessage()", done: "api.createIssue()", field } }],
    },
    {
      name: "the same under a name, told by a clause, of which one is left out at times",
      code: tool(
        "  try {\n    const work = [args.notify && api.sendMessage(args.text), api.createIssue(args.title)];\n    const [, issue] = await Promise.all(work);\n    return { content: [{ type: 'text', text: `${issue.id}` }] };\n  } ⟦catch (error) {\n    return { isError: true, content: [{ type: 'text', text: error.code }] };\n  }⟧",
      ),
      problems: [{ messageId: "listDropped", data: { what: "api.createIssue()", done: "api.sendMessage()", field } }],
    },
    {
      name: "changes at once that put the same in its place, by option",
      options: { convergentWrites: true },
      code: tool(
        "  ⟦await Promise.all([api.updateTitle(args.id, args.title), api.moveIssue(args.id, args.column)]);⟧\n  return { content: [{ type: 'text', text: `Done.` }] };",
      ),
      problems: [{ messageId: "convergentDropped", data: { what: "api.moveIssue()", field } }],
    },
    {
      name: "rows that are updated where the caller gives their ids",
      code: tool(
        "  let saved = 0;\n  for (const row of args.rows) {\n    if (row.id) ⟦await api.updateRow(row.id, row.text);⟧\n    else await api.createRow(row.text);\n    saved++;\n  }\n  return { content: [{ type: 'text', text: `${saved} saved` }] };",
      ),
      problems: [{ messageId: "resultsDropped", data: { gathered: "saved", what: "api.updateRow()", field } }],
    },
  ]),
);
