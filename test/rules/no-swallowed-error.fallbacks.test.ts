/** Attempts of which a later one stands in for an earlier one, and what only looks like that. */
import { testRule, type Bad } from "../support/rule-tester.js";

const served = (body: string, head = ""): string =>
  `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
${head}
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("read_page", {}, async ({ id, more }) => {
${body}
});
`;

const show = (text: string): string => `return { content: [{ type: "text", text: ${text} }] };`;

/** What is lost are the failures of these works, which are caught where the marks begin. */
const lost = (works: readonly string[], name: string, code: string, instead?: string): Bad => ({
  name,
  code,
  problems: works.map((work, at) => ({
    messageId: instead === undefined ? "swallowed" : "swallowedByDefault",
    data: {
      ...(instead === undefined ? {} : { instead }),
      path: `${work}() fails → caught in line ${
        code
          .split("⟦", at + 1)
          .join("")
          .split("\n").length
      }`,
      advice: "Return an error result with `isError: true`, or rethrow",
    },
  })),
});

/** Requests that are repeated, with what the code makes of a refusal. */
const repeated = (clause: string, rest = 'throw new Error("No answer.");'): string =>
  served(
    `const page = await request("https://pages.example.com/" + id);
${show("JSON.stringify(page)")}`,
    `async function request(url) {
  let last;
  for (let attempt = 0; attempt <= LIMIT; attempt++) {
    try {
      const response = await fetch(url);
      if (response.status === 429 && attempt < LIMIT) {
        const seconds = response.headers.get("Retry-After");
        const wait = seconds ? Number(seconds) * 1000 : 1000 * 2 ** attempt;
        await new Promise((resolve) => setTimeout(resolve, wait));
        continue;
      }
      if (!response.ok) throw new Error("Status " + response.status);
      return await response.json();
    } ${clause}
  }
  ${rest}
}`,
  );

/** The last error is thrown behind the tries. */
const COUNTED = `async function load(one) {
  let last;
  for (let at = 0; at <= LIMIT; at++) {
    try { return await pages.load(one); } catch (error) {
      last = error;
      if (error.status < 500) throw error;
    }
  }
  throw last;
}`;

/** Two requests at once, by a client with more than one end. */
const both = (stats: string): string =>
  served(
    `try {
  const [info, stats] = await Promise.all([client.info(), client.stats()]);
  ${show("JSON.stringify({ version: info.version, pages: stats.pages })")}
} catch (error) { return { isError: true, content: [{ type: "text", text: \`Error: \${error.message}\` }] }; }`,
    `class Refusal extends Error { constructor(code, message) { super(message); this.code = code; } }
class Client {
  last = 0;
  constructor(settings) { this.settings = settings; this.gap = 1000 / (settings.rate ?? 2); }
  async rest() {
    const gone = Date.now() - this.last;
    if (gone < this.gap) await new Promise((resolve) => setTimeout(resolve, this.gap - gone));
    this.last = Date.now();
  }
  async request(address, options = {}) {
    await this.rest();
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), this.settings.limit ?? 30000);
    try {
      const response = await fetch(address, { method: options.method ?? "GET", signal: controller.signal });
      if (!response.ok) {
        if (response.status === 401) throw new Refusal("KEY", "The key is not valid");
        if (response.status === 404) throw new Refusal("MISSING", \`Nothing is at \${address}\`);
        throw new Refusal("OTHER", \`Refused: \${response.statusText}\`);
      }
      return response.json();
    } catch (error) {
      if (error.name === "AbortError") throw new Refusal("LATE", \`No answer in \${this.settings.limit ?? 30000} ms\`);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
  async info() { return this.request("https://pages.example.com/info"); }
  async stats() { ${stats} }
}
const client = new Client({ rate: 3 });`,
  );

testRule(
  "no-swallowed-error",
  [
    {
      name: "two attempts that may both bring nothing, and an error where they do",
      code: served(`let page = null;
try { page = await primary.load(id); } catch {}
if (!page) { try { page = await secondary.load(id); } catch {} }
if (!page) throw new Error("No source has page " + id);
${show("JSON.stringify(page)")}`),
    },
    {
      name: "helpers that give nothing for a failure, one after the other",
      code: served(
        `const page = (await fromPrimary(id)) ?? (await fromSecondary(id));
if (!page) throw new Error("No source has page " + id);
${show("page.text")}`,
        `async function fromPrimary(id) { try { return await primary.load(id); } catch { return null; } }
async function fromSecondary(id) { return secondary.load(id).catch(() => null); }`,
      ),
    },
    {
      name: "an attempt whose value a later step is given, and no result holds",
      code: served(`let token = null;
try { token = await keychain.read(); } catch {}
if (!token) { try { token = await vault.read(); } catch {} }
if (!token) throw new Error("Sign in first.");
const page = await api.load(id, token);
${show("page.text")}`),
    },
    {
      name: "a part of a text",
      code: served(`let owner;
try { owner = await people.load(id); } catch {}
owner ??= await archive.load(id);
${show("`Page ${id} belongs to ${owner}.`")}`),
    },
    {
      name: "a refusal that is thrown, and a later answer",
      code: repeated(`catch (error) {
      last = error;
      await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt));
    }`),
    },
    {
      name: "tries that are counted, for each of several items, with the last error thrown behind them",
      code: served(
        `const found = id.map((one) => (async () => {
  try { return { one, page: await load(one) }; } catch (error) { return { one, error: error.message }; }
})());
${show("JSON.stringify(await Promise.all(found))")}`,
        COUNTED,
      ),
    },
    {
      name: "an answer that is waited for, with tries that fail in between",
      code: served(
        `let at = 0;
while (at < 60) {
  try {
    const page = await load(id);
    if (page.state === "running") { at++; await sleep(1000); continue; }
    ${show("JSON.stringify(page)")}
  } catch (error) {
    if (error.status === 400) throw error;
    at++;
    await sleep(1000);
  }
}
throw new Error("Not ready after a minute.");`,
        COUNTED,
      ),
    },
    {
      name: "a request to a known service of telemetry",
      code: served(
        `await note("read");
const page = await pages.load(id);
${show("page.text")}`,
        `async function note(event) {
  try { await fetch("https://us.i.posthog.com/i/v0/e/", { method: "POST", body: event }); } catch {}
}`,
      ),
    },
    {
      name: "promises of promises, with more than one end of each",
      code: served(`const all = [];
for (const part of more)
  all.push(Promise.all(part.map(async (one) => { const page = await pages.load(one); return page ? await page.name : null; })));
${show("JSON.stringify(await Promise.all(all))")}`),
    },
    {
      name: "a promise that an async function returns, and a later one waits for",
      code: served(
        `const page = await copy(id);
${show("page.text")}`,
        `async function copy(id) { const page = await pages.load(id); return make(page); }
async function make(page) {
  const body = {};
  for (const [key, value] of Object.entries(page)) if (key !== "id" && value !== undefined) body[key] = value;
  return send(body);
}
async function send(body) {
  for (let at = 0; at <= 3; at++) {
    try {
      const response = await fetch(ADDRESS, { method: "POST", body: JSON.stringify(body) });
      if (response.status === 429 && at < 3) { await sleep(100); continue; }
      if (!response.ok) throw new Error("Status " + response.status);
      return await response.json();
    } catch (error) {
      if (at >= 3) throw error;
      await sleep(100);
    }
  }
  throw new Error("No answer.");
}`,
      ),
    },
    {
      name: "a status that says how the thing that was asked for has ended",
      code: served(`const found = await ledger.getTransfer(id);
if (!found) throw new Error("No such transfer.");
${show('`Transfer ${id}: Fee: ${found.fee} Status: ${found.meta?.err ? "Error" : "Ok"}`')}`),
    },
    {
      name: "one of two texts of an error that is expected",
      code: served(`try { await pages.lock(id); } catch (error) {
  if (!(error.message.includes("already locked") || error.message.includes("lock exists"))) throw error;
}
${show('"Locked."')}`),
    },
    {
      name: "two requests at once, of which each throws for whatever fails",
      code: both('return this.request("https://pages.example.com/stats");'),
    },
    {
      name: "a known service of telemetry, in a tool that does nothing else",
      code: served(
        `try { await counter.captureImmediate({ event: "read", id }); } catch {}
${show("`Page ${id}`")}`,
        'import { PostHog } from "posthog-node";\nconst counter = new PostHog(KEY);',
      ),
    },
    {
      name: "a part of the client of a telemetry service",
      code: served(`const page = await pages.create(id);
await mixpanel.people.set(id).catch(() => {});
${show("page.text")}`),
    },
  ],
  [
    lost(
      ["fetch"],
      "requests that are repeated, and nothing where all of them fail",
      repeated(
        `⟦catch (error) {
      last = error;
      await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt));
    }⟧`,
        "return null;",
      ),
    ),
    lost(
      ["pages.load"],
      "one item after the other",
      served(`const found = [];
for (const one of more) {
  try { found.push(await pages.load(one)); } ⟦catch (error) { console.error(error); }⟧
}
${show("JSON.stringify(found)")}`),
    ),
    lost(
      ["pages.lock"],
      "any error, of which one is logged",
      served(`try { await pages.lock(id); } ⟦catch (error) {
  if (error.message.includes("already locked")) console.error(error);
}⟧
${show('"Locked."')}`),
    ),
    lost(
      ["this.request"],
      "two requests at once, of which one gives nothing",
      both('try { return await this.request("https://pages.example.com/stats"); } ⟦catch { return { pages: 0 }; }⟧'),
      "{ pages: 0 }",
    ),
    lost(
      ["primary.list"],
      "the second attempt brings another part of the result",
      served(`let items = [];
try { items = await primary.list(id); } ⟦catch {}⟧
let extra = null;
if (more) extra = await secondary.load(id);
${show("JSON.stringify({ items, extra })")}`),
    ),
    lost(
      ["primary.list", "secondary.list"],
      "both fail, and an empty list is shown",
      served(`let items = null;
try { items = await primary.list(id); } ⟦catch {}⟧
if (!items) { try { items = await secondary.list(id); } ⟦catch {}⟧ }
${show("JSON.stringify(items ?? [])")}`),
    ),
    lost(
      ["primary.save"],
      "what is done where nothing was saved brings nothing",
      served(`let saved = null;
try { saved = await primary.save(id); } ⟦catch {}⟧
if (!saved) await secondary.note(id);
${show('"Saved."')}`),
    ),
    lost(
      ["segment.update"],
      "a part of something that has the name of a telemetry service's",
      served(`const page = await pages.create(id);
try { await segment.update(id); } ⟦catch {}⟧
${show("page.text")}`),
    ),
    {
      name: "what is settled beside it was not begun for it",
      code: served(`const [rows, notes] = await ⟦Promise.allSettled([rowsOf(id), notesOf(id)])⟧;
const hasRows = rows.status === "fulfilled" && rows.value.length > 0;
const hasNotes = notes.status === "fulfilled" && notes.value.length > 0;
if (!hasRows && !hasNotes) { ${show('"No recommendations."')} }
${show("JSON.stringify({ rows: hasRows ? rows.value : [], notes: hasNotes ? notes.value : [] })")}`),
      problems: [{ messageId: "ignoredRejection", data: { path: "notesOf() fails → caught in line 5" } }],
    },
  ],
);
