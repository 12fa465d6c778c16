import { fastmcp, lowLevel, testRule, tool } from "../support/rule-tester.js";

const RETURN = "Return an error result with `isError: true`";
const RETHROW = `${RETURN}, or rethrow`;
const LET_REJECT = `${RETURN}, or let it reject`;
const THROW_CODE = `${RETURN}, or throw an error with the code`;
const THROW_STATUS = `${RETURN}, or throw an error with the status`;
const DONE = 'return { content: [{ type: "text", text: "Done." }] };';
const done = (body: string, head = ""): string => tool(`${body}\n  ${DONE}`, head);
const list = (body: string, head = ""): string =>
  tool(`${body}\n  return { content: [{ type: "text", text: JSON.stringify(items) }] };`, head);
/** A tool of this name. */
const named = (name: string, body: string): string => tool(body).replace('"a"', `"${name}"`);

/** More ways to fail than are told apart; all but one of them reach the model. */
const MANY_WAYS = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { isPrivate, lookup } from "addresses";
import { toolError } from "mcp-tool-errors";

function checkUrl(url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:") throw new Error(\`Blocked protocol "\${protocol}".\`);
  if (isPrivate(hostname)) throw new Error(\`Blocked private host "\${hostname}".\`);
}

async function checkAddress(url: string): Promise<void> {
  try {
    const address = await lookup(url);
    if (isPrivate(address)) throw new Error(\`Blocked private address "\${address}".\`);
  } ⟦catch (error) {
    if (error instanceof Error && error.message.includes("Blocked")) throw error;
  }⟧
}

async function load(url: string): Promise<Response> {
  checkUrl(url);
  await checkAddress(url);
  let response: Response;
  try {
    response = await fetch(url);
  } catch (error) {
    if (error instanceof Error) throw new Error(\`Failed to fetch \${url}: \${error.message}\`);
    throw new Error(\`Failed to fetch \${url}: unknown error\`);
  }
  if (response.url !== url) {
    checkUrl(response.url);
    await checkAddress(response.url);
  }
  if (!response.ok) throw new Error(\`Failed to fetch \${url}: HTTP \${response.status}\`);
  if (Number(response.headers.get("content-length")) > 1000) throw new Error(\`Too large: \${url}\`);
  return response;
}

async function textOf(response: Response): Promise<string> {
  const reader = response.body.getReader();
  let text = "";
  while (true) {
    const { done, value } = await reader.read();
    if (done) break;
    if (value.byteLength > 1000) throw new Error("Too large while reading");
    text += value;
  }
  return text;
}

async function html(url: string, limit?: number) {
  try {
    const response = await load(url);
    let text = await textOf(response);
    text = limit ? text.substring(0, limit) : "";
    return { content: [{ type: "text", text }], isError: false };
  } catch (error) {
    return toolError.from(error, { description: error instanceof Error ? error.message : String(error) });
  }
}

const server = new Server({ name: "s", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(CallToolRequestSchema, async (request) => html(String(request.params.arguments?.["url"]), 7));
`;

const SAVE = "try { await store.save(args); } ⟦catch (error) { console.error(error); }⟧";
const lineOfCatch = (code: string): number => code.slice(0, code.indexOf("⟦")).split("\n").length;

/** The same tool in frameworks that make different things of a throw and of a returned flag. */
const ADVICE = [
  {
    name: "only a throw is an error",
    code: `import { MCPTool } from "mcp-framework";
export default class SaveTool extends MCPTool {
  name = "save";
  async execute(args) {
    ${SAVE}
    return "Saved.";
  }
}
`,
    advice: "Rethrow",
  },
  {
    name: "a throw is a protocol error",
    code: `import { McpServer } from "tmcp";
const server = new McpServer({ name: "s", version: "1" }, {});
server.tool({ name: "save", description: "d", schema }, async (args) => {
  ${SAVE}
  ${DONE}
});
`,
    advice: RETURN,
  },
  {
    name: "neither is an error",
    code: `import { EdgeFastMCP } from "fastmcp/edge";
const server = new EdgeFastMCP({ name: "s", version: "1" });
server.addTool({ name: "save", description: "d", parameters: schema, execute: async (args) => {
  ${SAVE}
  return "Saved.";
} });
`,
    advice:
      "Say in the answer itself what failed: fastmcp-edge drops `isError` and makes a protocol error of a throw, so neither way shows the model a failure",
  },
  {
    name: "the message of a throw is hidden",
    code: `import { ToolContext } from "@frontmcp/sdk";
export default class Save extends ToolContext {
  async execute(args) {
    ${SAVE}
    return "Saved.";
  }
}
`,
    advice: `${RETURN}, or end with \`this.fail(new PublicMcpError(…))\``,
  },
] as const;

const RETRY = `async function retried(url) {
  for (let attempt = 0; attempt < 3; attempt++) {
    const response = await fetch(url);
    if (response.status === 429) {
      await sleep(500);
      continue;
    }
    if (!response.ok) throw new Error("The order service refused.");
    return await response.json();
  }
  throw new Error("The order service is busy.");
}`;

testRule(
  "no-swallowed-error",
  [
    {
      name: "a refusal after which another attempt has worked",
      code: tool('  return { content: [{ type: "text", text: JSON.stringify(await retried(args.url)) }] };', RETRY),
    },
    {
      name: "a field of a row that is written in another way",
      code: tool(
        '  const row = await db.first(args.id);\n  return { content: [{ type: "text", text: JSON.stringify({ id: row.id, note: row.error ?? null }) }] };',
      ),
    },
    {
      name: "a token that is kept for the next call",
      code: done("  setAccessToken(args);", "async function setAccessToken(args) { await store.save(args); }"),
    },
    {
      name: "two answers that are awaited together, whatever the first of them says",
      code: tool(
        `  try {
    const [order, history] = await Promise.all([load("/order", args), load("/history", args)]);
    return { content: [{ type: "text", text: JSON.stringify({ order, history }) }] };
  } catch (error) {
    return { isError: true, content: [{ type: "text", text: String(error) }] };
  }`,
        `async function load(path, params = {}) {
  const url = new URL(\`https://api.example.com\${path}\`);
  for (const [key, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value) url.searchParams.append(key, String(item));
    } else {
      url.searchParams.set(key, String(value));
    }
  }
  const response = await fetch(url.toString());
  if (!response.ok) throw new Error(\`Request failed (\${response.status}): \${await response.text()}\`);
  const data = await response.json();
  if (!data.success) throw new Error(\`Refused: \${JSON.stringify(data.errors)}\`);
  return data.result;
}`,
      ),
    },
    {
      name: "a refusal of which the body is asked, in the function that needs it",
      code: tool(
        '  const token = await signIn();\n  const found = await db.search(token, args.name);\n  if (found.length === 0) return { content: [{ type: "text", text: "No entity found." }] };\n  return { content: [{ type: "text", text: JSON.stringify(found) }] };',
        `async function load() {
  const response = await fetch("https://sso.example.com/token", { method: "POST" });
  if (!response.ok) console.error("sign-in", response.status);
  return await response.json();
}
async function signIn() {
  const answer = await load();
  if (!answer.access_token || answer.error) throw new Error("No token was given.");
  return answer.access_token;
}`,
      ),
    },
    {
      name: "a request that only asks where it is sent on to",
      code: tool(
        '  const host = await signInAt(args.url);\n  const found = await db.search(host, args.name);\n  return { content: [{ type: "text", text: JSON.stringify(found) }] };',
        `async function signInAt(url) {
  const response = await fetch(new URL("/oauth", url), { method: "HEAD", redirect: "manual" });
  if (response.status >= 300 && response.status < 400) return response.headers.get("location");
  return "https://sso.example.com";
}`,
      ),
    },
    {
      name: "a promise that only waits for an event",
      code: done(
        "  const stop = aborted(args.signal);\n  if (args.items.length > 0) await Promise.race([store.save(args), stop]);",
        'function aborted(signal) {\n  return new Promise((resolve) => {\n    signal.addEventListener("abort", () => resolve(), { once: true });\n  });\n}',
      ),
    },
    { name: "no try: the SDK converts the throw", code: done("  await store.save(args);") },
    { name: "rethrown", code: done("  try { await store.save(args); } catch (error) { log(error); throw error; }") },
    {
      name: "told",
      code: tool(
        `  try { await store.save(args); ${DONE} } catch (error) { return { isError: true, content: [{ type: "text", text: String(error) }] }; }`,
      ),
    },
    {
      name: "what a helper gives to telemetry, where the framework takes bare objects for answers",
      code: fastmcp(
        '  const revision = await cluster.restart(args.id);\n  telemetry.emit("restart", await traceOf(args.id));\n  return `Restarted as ${revision}`;',
        "async function traceOf(id) {\n  try {\n    return { region: await meta.region(id) };\n  } catch (error) {\n    console.error(error);\n    return {};\n  }\n}",
      ),
    },
    {
      name: "a browser that the server lets go of, whatever its closing says",
      code: named(
        "browser_close",
        '  try { await state.browser.close(); } catch (error) { console.error(error); }\n  state.browser = null;\n  return { content: [{ type: "text", text: "Browser closed." }] };',
      ),
    },
    {
      name: "a browser whose state is reset, whatever its closing says",
      code: named(
        "browser_close",
        '  try { await state.browser.close().catch((error) => { console.error(error); }); } finally { resetState(); }\n  return { content: [{ type: "text", text: "Browser closed." }] };',
      ),
    },
    {
      name: "a stale handle closed before the answer is read from what is at hand",
      code: named(
        "get_status",
        '  try { await stale.close(); } catch {}\n  return { content: [{ type: "text", text: JSON.stringify(readStatus()) }] };',
      ),
    },
    {
      name: "a notice to the client is not what a tool is there for",
      code: named(
        "send_list",
        '  const rows = readRows();\n  try { await server.sendToolListChanged(); } catch {}\n  return { content: [{ type: "text", text: JSON.stringify(rows) }] };',
      ),
    },
    {
      name: "a log in a tool whose answer speaks of another log",
      code: named(
        "login",
        '  try { await audit.logEvent(args.id); } catch {}\n  return { content: [{ type: "text", text: render(args) }] };',
      ),
    },
    {
      name: "all clean-ups, after the work",
      code: named(
        "convert",
        '  const text = await convert(args.path);\n  await Promise.allSettled(temporary.map((path) => fs.unlink(path)));\n  return { content: [{ type: "text", text }] };',
      ),
    },
    {
      name: "callbacks that write down what fails themselves",
      code: named(
        "close_tickets",
        '  await Promise.allSettled(args.ids.map((id) => tracker.close(id).catch((error) => failures.push(error))));\n  return { content: [{ type: "text", text: render(failures) }] };',
      ),
    },
    { name: "clean-up", code: done("  await store.save(args);\n  try { await file.close(); } catch {}") },
    { name: "clean-up by a promise", code: done("  await store.save(args);\n  await fs.unlink(tmp).catch(() => {});") },
    {
      name: "an address that is read, and a text that is looked through",
      code: done(
        '  let folder = "";\n  try {\n    const { pathname } = new URL(args.url);\n    folder = pathname.toLowerCase().slice(0, pathname.lastIndexOf("/"));\n  } catch {}',
      ),
    },
    { name: "telemetry", code: done('  await store.save(args);\n  try { await analytics.track("saved"); } catch {}') },
    {
      name: "a probe",
      code: tool(
        '  let there = true;\n  try { await fs.access(args.path); } catch { there = false; }\n  return { content: [{ type: "text", text: String(there) }] };',
      ),
    },
    {
      name: "whether a command is there",
      code: tool(
        '  return { content: [{ type: "text", text: `lldb: ${await hasDebugger(args.run)}` }] };',
        'async function hasDebugger(run) {\n  try {\n    return (await run(["xcrun", "--find", "lldb"])).success;\n  } catch {\n    return false;\n  }\n}',
      ),
    },
    {
      name: "whether something came in time",
      code: tool(
        '  return { content: [{ type: "text", text: (await inTime(() => runs.wait(args.id))) ? "done" : "still running" }] };',
        "async function inTime(work) {\n  try {\n    await Promise.race([work(), new Promise((_, reject) => setTimeout(reject, 1000))]);\n    return true;\n  } catch {\n    return false;\n  }\n}",
      ),
    },
    {
      name: "a function that logs and always throws",
      code: tool(
        '  const logError = (error) => {\n    console.error(error);\n    throw error;\n  };\n  try { return { content: [{ type: "text", text: await load(args.id) }] }; } catch (error) { logError(error); }',
      ),
    },
    {
      name: "failures of a list, written down beside it",
      code: tool(
        "  const failures = [];\n  const items = await Promise.all(args.ids.map(async (id) => {\n    try {\n      return { id, events: await api.events(id) };\n    } catch (error) {\n      failures.push({ id, reason: error.message });\n      return { id, events: [] };\n    }\n  }));\n  return { content: [{ type: 'text', text: JSON.stringify({ items, failures }) }] };",
      ),
    },
    {
      name: "a parse whose other branch is right too",
      code: tool(
        '  let value;\n  try { value = JSON.parse(args.text); } catch { value = args.text; }\n  return { content: [{ type: "text", text: String(value) }] };',
      ),
    },
    {
      name: "one expected failure",
      code: tool(
        '  try { return { content: [{ type: "text", text: await fs.readFile(args.path, "utf8") }] }; } catch (error) { if (error.code === "ENOENT") return { content: [{ type: "text", text: "No notes yet." }] }; throw error; }',
      ),
    },
    {
      name: "parts whose loss the comment of their function means",
      code: list(
        "  const items = [await api.load(args.id), await extrasOf(args.id)];",
        `/**
 * Loads what is nice to have. The call is non-blocking:
 * its failures never prevent the answer.
 */
async function extrasOf(id) {
  return { links: await api.links(id).catch(() => []), score: await api.score(id).catch(() => undefined) };
}`,
      ),
    },
    {
      name: "a check that the comment of its function lets fail",
      code: list(
        "  const items = [await api.create(args), await usedTemplate(args.id)];",
        `/** Gives undefined on any failure: the caller then leaves out the remark rather than failing the call. */
async function usedTemplate(id) {
  try {
    const found = await api.load(id);
    return found.template;
  } catch {
    return undefined;
  }
}`,
      ),
    },
    {
      name: "a comment of several lines above the statement of the promise",
      code: list(
        "  const items = await api.tables(args.schema);\n  // Some stores have no views,\n  // so degrade to the tables alone.\n  items.push(...(await api.views(args.schema).catch(() => [])));",
      ),
    },
    {
      name: "old logs that are cleaned away beside the work",
      code: list(
        "  const items = await api.start(args.id);\n  await cleanOldLogs();",
        `async function cleanOldLogs() {
  const names = await readdir(folder);
  await Promise.all(names.map(async (name) => {
    try {
      const { age } = await fs.stat(name);
      if (age > LIMIT) await fs.rm(name, { force: true });
    } catch (error) {
      log.warn(error);
    }
  }));
}`,
      ),
    },
    {
      name: "a footer, without which the answer is whole",
      code: tool(
        `  const orders = await api.orders(args.id);
  const footer = await buildOfferFooter(args.id);
  return { content: [{ type: "text", text: [orders.join(), footer].filter(Boolean).join() }] };`,
        "async function buildOfferFooter(id) { try { return await api.offer(id); } catch { return null; } }",
      ),
    },
    {
      name: "a reason above the condition under which it is done",
      code: tool(
        `  const items = await api.tables(args.schema);
  // Never let a failed booking fail a call that has run already.
  if (args.user) {
    const booked = await api.book(args.user).catch(() => undefined);
    if (booked?.isLate) items.push(booked.note);
  }
  return { content: [{ type: "text", text: items.join() }] };`,
      ),
    },
    {
      name: "a reason in the log",
      code: list(`  let items = [];
  try { items = await api.ranked(args.ids); } catch (error) { log.warn(error, "no ranking; returning the unranked list"); }
  if (items.length === 0) items.push(...args.ids);`),
    },
    {
      name: "the whole answer without its file",
      code: tool(
        "  const rows = await api.rows(args.id);\n  if (folder) {\n    try {\n      return await written(folder, rows);\n    } catch (error) {\n      console.error(error);\n      return asText(rows);\n    }\n  }\n  return asText(rows);",
        "const asText = (rows) => ({ content: [{ type: 'text', text: rows.join() }] });",
      ),
    },
    {
      name: "a reason in words",
      code: done(
        "  await store.save(args);\n  try { await cache.set(args.id, args); } catch { /* best effort: the cache is rebuilt at night */ }",
      ),
    },
    {
      name: "a comment above says what is done where the store has nothing",
      code: list(
        "  let items = defaults;\n  // Fall back to the defaults if the store does not answer.\n  try { items = await store.list(args); } catch {}",
      ),
    },
    {
      name: "a variable tested right after",
      code: tool(
        '  let note;\n  try { note = await store.load(args.id); } catch (error) { log(error); }\n  if (note === undefined) return { isError: true, content: [{ type: "text", text: "The note cannot be read." }] };\n  return { content: [{ type: "text", text: note }] };',
      ),
    },
    {
      name: "recorded where the result reads it",
      code: tool(
        '  const errors = [];\n  const items = [];\n  for (const id of args.ids) { try { items.push(await store.load(id)); } catch (error) { errors.push(String(error)); } }\n  return { content: [{ type: "text", text: JSON.stringify({ items, errors }) }] };',
      ),
    },
    {
      name: "another attempt behind it",
      code: tool(
        '  try { return { content: [{ type: "text", text: await primary.load(args) }] }; } catch {}\n  return { content: [{ type: "text", text: await secondary.load(args) }] };',
      ),
    },
    {
      name: "replicas that are asked again until enough of them agree",
      code: tool(
        '  for (let round = 0; round < 3; round++) {\n    const parts = await Promise.allSettled([a(), b(), c()]);\n    const same = agreed(parts.filter((part) => part.status === "fulfilled"));\n    if (same) return { content: [{ type: "text", text: same }] };\n  }\n  throw new Error("The replicas do not agree.");',
      ),
    },
    {
      name: "allSettled with its failures told",
      code: tool(
        '  const parts = await Promise.allSettled([a(), b()]);\n  const failed = parts.filter((part) => part.status === "rejected").map((part) => String(part.reason));\n  return { content: [{ type: "text", text: JSON.stringify({ ok: parts.filter((part) => part.status === "fulfilled"), failed }) }] };',
      ),
    },
    {
      name: "a list that only goes into the words of an error",
      code: tool(
        `  if (!known(args.model)) {
    let names = [];
    try { names = await api.models(); } catch {}
    const hint = names.length > 0 ? \` Try \${names.join(", ")}.\` : "";
    return { isError: true, content: [{ type: "text", text: \`There is no such model.\${hint}\` }] };
  }
  ${DONE}`,
      ),
    },
    {
      name: "a value that leads to the error, by another name",
      code: done(
        "  try { await store.save(args); } catch (error) {\n    const found = await store.find(args.id).catch(() => null);\n    const entry = found?.value !== undefined ? found.value : found;\n    if (!entry) throw error;\n  }",
      ),
    },
    {
      name: "a token without which the request goes out, and is refused",
      code: tool(
        '  let token = args.token;\n  if (!token) token = (await signIn()) ?? "";\n  const headers = {};\n  if (token) headers.authorization = token;\n  return { content: [{ type: "text", text: await api.read({ headers }) }] };',
        "async function signIn() { try { return await auth.token(); } catch { return null; } }",
      ),
    },
    {
      name: "created where it cannot be updated",
      code: tool(
        `  try { await api.update(args); ${DONE} } catch { const made = await api.create(args); return { content: [{ type: "text", text: "Created." }] }; }`,
      ),
    },
    {
      name: "a mark by which states are compared",
      code: tool(
        "  return { content: [{ type: 'text', text: (await fingerprintOf(args.names)) }] };",
        "async function fingerprintOf(names) {\n  const parts = await Promise.all(names.map((name) => store.state(name).catch(() => null)));\n  return parts.join();\n}",
      ),
    },
    {
      name: "how an element of a page stands",
      code: list("  const items = await page.locator(args.name).isVisible().catch(() => false);"),
    },
    {
      name: "the state of a job, which is on its way",
      code: tool(
        '  const job = await api.job(args.id);\n  if (job.status === "done") return { content: [{ type: "text", text: job.url }] };\n  else return { content: [{ type: "text", text: "The job is running." }] };',
      ),
    },
    {
      name: "not a tool",
      code: 'export async function save(x) { try { await store.save(x); } catch {} return "Done."; }',
    },

    {
      name: "a value for which nobody asks",
      code: tool(
        '  const checked = await (async () => {\n    const rows = await api.list().catch(() => null);\n    return { ok: true, count: (rows ?? []).length };\n  })();\n  return { content: [{ type: "text", text: await save(args) }] };',
      ),
    },
    {
      name: "a listener that is called after the answer",
      code: tool(
        '  logins.registerLoginHandler(args.id, {\n    resolve: (code) => {\n      exchange(code).then(() => keep(code)).catch((error) => { console.error(error); }).finally(() => drop(code));\n    },\n  });\n  return { content: [{ type: "text", text: "Open the page." }] };',
      ),
    },
    {
      name: "a step beside the work, of which a field says that it was not done",
      code: tool(
        '  const order = await orders.place(args.id);\n  const shopNotified = await notifyShop(order);\n  return { content: [{ type: "text", text: JSON.stringify({ order, shopNotified }) }] };',
        "async function notifyShop(order) {\n  const response = await fetch(order.shop);\n  if (!response.ok) return false;\n  return true;\n}",
      ),
    },
  ],
  [
    {
      name: "one of many failures, the others of which are told",
      code: MANY_WAYS,
      problems: [
        {
          messageId: "swallowed",
          data: {
            advice: `Rethrow, and ${RETURN.toLowerCase().replace("iserror", "isError")} in the handler`,
            path: "throw fails → caught in line 16",
          },
        },
      ],
    },
    {
      name: "an empty catch, then Done",
      code: done("  try {\n    await store.save(args);\n  } ⟦catch {}⟧"),
      problems: [
        {
          messageId: "swallowed",
          data: { advice: RETHROW, path: "store.save() fails → caught in line 7" },
        },
      ],
    },
    {
      name: "only logged",
      code: done("  try {\n    await store.save(args);\n  } ⟦catch (error) {\n    console.error(error);\n  }⟧"),
      problems: [
        {
          messageId: "swallowed",
          data: { advice: RETHROW, path: "store.save() fails → caught in line 7" },
        },
      ],
    },
    {
      name: "a comment above says that what is tried is the other way",
      code: list(
        "  let items = cached;\n  if (items.length === 0) {\n    // Fall back to the live list\n    try { items = await store.list(args); } ⟦catch {}⟧\n  }",
      ),
      problems: [
        {
          messageId: "swallowed",
          data: {
            advice: RETHROW,
            path: "store.list() fails → caught in line 8",
          },
        },
      ],
    },
    {
      name: "an item by its name, and nothing of it",
      code: list(
        "  const items = await Promise.all(args.names.map(async (name) => {\n    try { return { name, rows: await read(name) }; } ⟦catch { return { name, rows: [] }; }⟧\n  }));",
      ),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: {
            advice: RETHROW,
            path: "read() fails → caught in line 6",
            instead: "{ name, rows: [] }",
          },
        },
      ],
    },
    {
      name: "a row with nothing in it for an item that failed",
      code: list(
        "  const items = [];\n  for (const name of args.names) {\n    try { items.push({ name, rows: await read(name) }); } ⟦catch { items.push({ name, rows: null }); }⟧\n  }",
      ),
      problems: [
        {
          messageId: "swallowed",
          data: { advice: RETHROW, path: "read() fails → caught in line 7" },
        },
      ],
    },
    {
      name: "a comment that says what is skipped, and not why that may pass",
      options: { commentedCauses: true },
      code: list(
        "  const items = [];\n  for (const name of args.names) {\n    try { items.push(await read(name)); } ⟦catch {\n      // Skip tables we can't access\n    }⟧\n  }",
      ),
      problems: [
        {
          messageId: "causeOnly",
          data: { path: "read() fails → caught in line 7" },
        },
      ],
    },
    {
      name: "a comment that gives no reason",
      code: done("  try {\n    await store.save(args);\n  } ⟦catch {\n    // ignore\n  }⟧"),
      problems: [
        {
          messageId: "swallowed",
          data: { advice: RETHROW, path: "store.save() fails → caught in line 7" },
        },
      ],
    },
    {
      name: "an empty list",
      code: list(
        "  let items = [];\n  try {\n    items = await store.all();\n  } ⟦catch (error) {\n    log(error);\n  }⟧",
      ),
      problems: [
        {
          messageId: "swallowed",
          data: { advice: RETHROW, path: "store.all() fails → caught in line 8" },
        },
      ],
    },
    {
      name: "a list that the clause empties",
      code: list(
        "  let items;\n  try {\n    items = await store.all();\n  } ⟦catch (error) {\n    log(error);\n    items = [];\n  }⟧",
      ),
      problems: [
        {
          messageId: "swallowed",
          data: { advice: RETHROW, path: "store.all() fails → caught in line 8" },
        },
      ],
    },
    {
      name: "an answer that hides it",
      code: tool(
        '  try {\n    return { content: [{ type: "text", text: await store.load(args) }] };\n  } ⟦catch {\n    return { content: [{ type: "text", text: "No notes." }] };\n  }⟧',
      ),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: {
            advice: RETHROW,
            path: "store.load() fails → caught in line 7",
            instead: '{ content: [{ type: "text", text: "No notes." }] }',
          },
        },
      ],
    },
    {
      name: "a promise with a default",
      code: list("  const items = await ⟦store.all().catch(() => [])⟧;"),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: { advice: LET_REJECT, path: "store.all() fails → caught in line 5", instead: "[]" },
        },
      ],
    },
    {
      name: "a request whose failure is told as false",
      code: list(
        "  const items = await isThere(args.id);",
        "async function isThere(id) {\n  try {\n    await api.load(id);\n    return true;\n  } ⟦catch {\n    return false;\n  }⟧\n}",
      ),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: { advice: RETHROW, path: "api.load() fails → caught in line 6", instead: "false" },
        },
      ],
    },
    {
      name: "the path names what is waited for",
      code: list(
        "  const items = await all(args.degrees);",
        "async function all(degrees) {\n  try {\n    const text = degrees.toString();\n    return await store.all(text);\n  } ⟦catch {\n    return [];\n  }⟧\n}",
      ),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: { advice: RETHROW, path: "store.all() fails → caught in line 6", instead: "[]" },
        },
      ],
    },
    {
      name: "in a helper of this file",
      code: list(
        "  const items = await all();",
        "async function all() {\n  try {\n    return await store.all();\n  } ⟦catch {\n    return [];\n  }⟧\n}",
      ),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: { advice: RETHROW, path: "store.all() fails → caught in line 5", instead: "[]" },
        },
      ],
    },
    {
      name: "a list that goes into the answer where there is one",
      code: tool(
        `  let names = [];
  try { names = await api.models(); } ⟦catch {}⟧
  if (!args.model) return { content: [{ type: "text", text: JSON.stringify(names) }] };
  return { isError: true, content: [{ type: "text", text: "There is no such model." }] };`,
      ),
      problems: [
        {
          messageId: "swallowed",
          data: {
            advice: RETHROW,
            path: "api.models() fails → caught in line 6",
          },
        },
      ],
    },
    {
      name: "a clause that only waits a little",
      code: tool(
        `  try { await api.update(args); ${DONE} } ⟦catch { await sleep(100); return { content: [{ type: "text", text: "Updated." }] }; }⟧`,
      ),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: {
            advice: RETHROW,
            path: "api.update() fails → caught in line 5",
            instead: '{ content: [{ type: "text", text: "Updated." }] }',
          },
        },
      ],
    },
    {
      name: "one that stands for another in the answer",
      code: list("  const found = await ⟦store.find(args.id).catch(() => null)⟧;\n  const items = found ?? null;"),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: { advice: LET_REJECT, path: "store.find() fails → caught in line 5", instead: "null" },
        },
      ],
    },
    {
      name: "the code that a command has ended with",
      code: tool(
        '  ⟦const { stdout } = await execa("git", ["log"], { reject: false });⟧\n  return { content: [{ type: "text", text: stdout }] };',
        'import { execa } from "execa";',
      ),
      problems: [{ messageId: "ignoredExitCode", data: { path: "execa() fails", advice: THROW_CODE } }],
    },
    {
      name: "an answer that says no, by its status",
      code: tool(
        '  const response = await fetch(args.url);\n  ⟦if (response.status === 200) return { content: [{ type: "text", text: await response.text() }] };\n  else return { content: [{ type: "text", text: "Nothing there." }] };⟧',
      ),
      problems: [
        {
          messageId: "refusedAnswer",
          data: {
            advice: THROW_STATUS,
            path: "fetch() fails",
          },
        },
      ],
    },
    {
      name: "what a helper gives goes into the answer, where the framework takes bare objects for answers",
      code: fastmcp(
        "  const trace = await traceOf(args.id);\n  return JSON.stringify(trace);",
        "async function traceOf(id) {\n  try {\n    return { region: await meta.region(id) };\n  } ⟦catch (error) {\n    console.error(error);\n    return {};\n  }⟧\n}",
      ),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: { advice: RETHROW, path: "meta.region() fails → caught in line 5", instead: "{}" },
        },
      ],
    },
    ...ADVICE.map(({ name, code, advice }) => ({
      name: `the advice follows the framework: ${name}`,
      code,
      problems: [
        {
          messageId: "swallowed",
          data: { advice, path: `store.save() fails → caught in line ${lineOfCatch(code)}` },
        },
      ],
    })),
    {
      name: "the advice follows the framework: a throw is a protocol error, in a helper",
      code: lowLevel(
        "  try {\n    return { content: [{ type: 'text', text: JSON.stringify(await all()) }] };\n  } catch (error) {\n    return failed(error);\n  }",
        "async function all() {\n  try { return await store.all(); } ⟦catch (error) { return []; }⟧\n}",
      ),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: {
            advice: "Rethrow, and return an error result with `isError: true` in the handler",
            path: "store.all() fails → caught in line 4",
            instead: "[]",
          },
        },
      ],
    },
    {
      name: "a promise of a framework where only a throw is an error",
      code: `import { createTool } from "@mastra/core/tools";
import { MCPServer } from "@mastra/mcp";
export const all = createTool({ id: "all", inputSchema: schema, execute: async () => {
  const items = await ⟦store.all().catch(() => [])⟧;
  return { items };
} });
`,
      problems: [
        {
          messageId: "swallowedByDefault",
          data: { advice: "Let it reject", path: "store.all() fails → caught in line 4", instead: "[]" },
        },
      ],
    },
    {
      name: "a write that nobody waits for",
      code: done("  ⟦save(args);⟧", "async function save(args) { await store.save(args); }"),
      problems: [{ messageId: "notAwaited" }],
    },
    {
      name: "rounds behind which there is an answer all the same",
      code: tool(
        '  for (let round = 0; round < 3; round++) {\n    const parts = await ⟦Promise.allSettled([a(), b(), c()])⟧;\n    const same = agreed(parts.filter((part) => part.status === "fulfilled"));\n    if (same) return { content: [{ type: "text", text: same }] };\n  }\n  return { content: [{ type: "text", text: "nothing" }] };',
      ),
      problems: [{ messageId: "ignoredRejection", data: { path: "c() fails → caught in line 6" } }],
    },
    {
      name: "allSettled without its rejections",
      code: tool(
        '  const parts = await ⟦Promise.allSettled([a(), b()])⟧;\n  return { content: [{ type: "text", text: JSON.stringify(parts.filter((part) => part.status === "fulfilled")) }] };',
      ),
      problems: [{ messageId: "ignoredRejection", data: { path: "b() fails → caught in line 5" } }],
    },

    {
      name: "a function called at once, whose value the answer holds",
      code: tool(
        '  const checked = await (async () => {\n    const rows = await ⟦api.list().catch(() => null)⟧;\n    return { ok: true, count: (rows ?? []).length };\n  })();\n  return { content: [{ type: "text", text: JSON.stringify(checked) }] };',
      ),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: { advice: LET_REJECT, path: "api.list() fails → caught in line 6", instead: "null" },
        },
      ],
    },

    ...[
      ["cancel_order", "orders.cancel(args.id)", "The order is cancelled."],
      ["close_ticket", "tracker.closeTicket(args.id)", "Done."],
      ["delete_note", "fs.unlink(args.path)", "Done."],
      ["end_session", "sessions.end(args.id)", "Done."],
      ["ticket", "tracker.close(args.id)", "The ticket is closed."],
      ["track_parcel", "parcels.track(args.id)", "Done."],
      ["capture_payment", "payments.capture(args.id)", "Done."],
    ].flatMap(([name = "", work = "", says = ""]) => {
      const answer = `  return { content: [{ type: "text", text: "${says}" }] };`;
      const source = work.replace(/\(.*/u, "");
      return [
        {
          name: `\`${work}\` is all that ${name} is there for`,
          code: named(name, `  try { await ${work}; } ⟦catch (error) { console.error(error); }⟧\n${answer}`),
          problems: [
            {
              messageId: "swallowed",
              data: {
                advice: RETHROW,
                path: `${source}() fails → caught in line 5`,
                instead: "the code behind it",
              },
            },
          ],
        },
        {
          name: `\`${work}\` is all that ${name} is there for, in a promise`,
          code: named(name, `  await ⟦${work}.catch(() => {})⟧;\n${answer}`),
          problems: [
            {
              messageId: "swallowed",
              data: { advice: RETHROW, path: `${source}() fails → caught in line 5` },
            },
          ],
        },
        {
          name: `\`${work}\` is all that ${name} is there for, and nobody waits`,
          code: named(name, `  ⟦void ${work};⟧\n${answer}`),
          problems: [{ messageId: "notAwaited" }],
        },
      ];
    }),
    ...["close", "delete"].map((verb) => ({
      name: `all settled by ${verb}, then "Done"`,
      code: named(
        `${verb}_tickets`,
        `  await ⟦Promise.allSettled(args.ids.map((id) => tracker.${verb}(id)))⟧;\n  return { content: [{ type: "text", text: "Done" }] };`,
      ),
      problems: [{ messageId: "ignoredRejection", data: { path: `tracker.${verb}() fails → caught in line 5` } }],
    })),
    {
      name: "a file that is read for the answer, by a name that says no more than that it never throws",
      code: tool(
        "  const text = safeRead(args.path);\n  return { content: [{ type: 'text', text: text ?? 'No notes yet.' }] };",
        `import fs from "node:fs";
function safeRead(path) {
  try {
    return fs.readFileSync(path, "utf8");
  } ⟦catch {
    return null;
  }⟧
}`,
      ),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: { advice: RETHROW, path: "fs.readFileSync() fails → caught in line 6", instead: "null" },
        },
      ],
    },
    {
      name: "a comment on the statement before that of the promise",
      code: list(
        "  // The tables are optional.\n  const items = [];\n  const rows = await ⟦api.rows(args.id).catch(() => [])⟧;\n  items.push(...rows);",
      ),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: { advice: LET_REJECT, path: "api.rows() fails → caught in line 7", instead: "[]" },
        },
      ],
    },
    {
      name: "a comment above the condition that only says what is asked",
      code: tool(
        `  const items = await api.tables(args.schema);
  // The views of this user.
  if (args.user) {
    const views = await ⟦api.views(args.user).catch(() => [])⟧;
    items.push(...views);
  }
  return { content: [{ type: "text", text: items.join() }] };`,
      ),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: { advice: LET_REJECT, path: "api.views() fails → caught in line 8", instead: "[]" },
        },
      ],
    },
    {
      name: "what a cleaning function gives is the answer",
      code: list(
        "  const items = await cleanUpNotes(args.ids);",
        `async function cleanUpNotes(ids) {
  const cleaned = [];
  for (const id of ids) {
    try {
      cleaned.push(await api.strip(id));
    } ⟦catch (error) {
      log.warn(error);
    }⟧
  }
  return cleaned;
}`,
      ),
      problems: [
        {
          messageId: "swallowed",
          data: {
            advice: RETHROW,
            path: `api.strip() fails → caught in line 7`,
            instead: "the code behind it",
          },
        },
      ],
    },
    {
      name: "another answer than that of the code behind",
      code: tool(
        "  const rows = await api.rows(args.id);\n  try {\n    await api.save(rows);\n  } ⟦catch (error) {\n    console.error(error);\n    return asText([]);\n  }⟧\n  return asText(rows);",
        "const asText = (rows) => ({ content: [{ type: 'text', text: rows.join() }] });",
      ),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: { advice: RETHROW, path: "api.save() fails → caught in line 8", instead: "asText([])" },
        },
      ],
    },
    {
      name: "a verb that a map has too, waited for",
      code: named(
        "clear_cart",
        '  await ⟦carts.clear(args.id).catch(() => {})⟧;\n  return { content: [{ type: "text", text: "Done." }] };',
      ),
      problems: [
        {
          messageId: "swallowed",
          data: { advice: RETHROW, path: "carts.clear() fails → caught in line 5" },
        },
      ],
    },
    {
      name: "a question, of which a field says no",
      code: tool(
        '  const order = await orders.place(args.id);\n  const refundable = await askShop(order);\n  return { content: [{ type: "text", text: JSON.stringify({ order, refundable }) }] };',
        "async function askShop(order) {\n  const response = await fetch(order.shop);\n  if (!response.ok) return ⟦false⟧;\n  return true;\n}",
      ),
      problems: [{ messageId: "refusedAnswer", data: { advice: THROW_STATUS, path: "fetch() fails" } }],
    },
  ],
);
