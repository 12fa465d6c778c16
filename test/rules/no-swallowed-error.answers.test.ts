import { testRule, tool } from "../support/rule-tester.js";

/** A tool whose file has a client that puts each failure into `error` of its answer. */
const withClient = (body: string, head = ""): string =>
  tool(body, `import { createClient } from "@supabase/supabase-js";\nconst db = createClient(URL, KEY);\n${head}`);
const SHOW = 'return { content: [{ type: "text", text: JSON.stringify(data ?? []) }] };';
const DONE = 'return { content: [{ type: "text", text: "Done." }] };';
const READ = 'const { data } = await db.from("orders").select();';
const UPDATE = 'await db.from("orders").update({ status: "paid" }).eq("id", args.id);';

const REFUSED_ADVICE = "Return an error result with `isError: true`, or throw an error with the status";
const unread = (call: string): { messageId: string; data: Record<string, string> } => ({
  messageId: "unreadError",
  data: { path: `${call}() fails`, advice: "Return an error result with `isError: true`, or throw an error for it" },
});
const READ_LOST = unread("db.from().select");

/** A tool that reads a note which need not be there. */
const noted = (clause: string): string =>
  tool(`  let note = "";
  try {
    note = await fs.readFile(args.path, "utf8");
  } ${clause}
  return { content: [{ type: "text", text: note }] };`);
const LOGS = 'console.warn("The note cannot be read", error.message);';

/** A tool that shows the accounts where its bridge gives some, and else says this. */
const accounts = (test: string, instead: string): string =>
  tool(`  const answer = await bridge.ask("accounts");
  if (${test}) {
    return { content: [{ type: "text", text: JSON.stringify(answer.data) }] };
  } else {
    ${instead}
  }`);
const NONE = 'return { content: [{ type: "text", text: "No accounts found. Open a tab first." }] };';

/** A tool that asks a service, and does something about its refusal before it reads the body. */
const asking = (refusal: string, reading = "await response.json()"): string =>
  tool(`  const response = await fetch(args.url);
  ${refusal}
  const orders = ${reading};
  return { content: [{ type: "text", text: JSON.stringify(orders) }] };`);

/** A tool that shows what it has kept where its service does not answer. */
const kept = (marks: string): string =>
  tool(
    `  try {
    const orders = await api.list(args.shop);
    copies.set(args.shop, orders);
    return { content: [{ type: "text", text: JSON.stringify({ orders, stale: false }) }] };
  } catch (error) {
    const orders = copies.get(args.shop);
    if (orders) return { content: [{ type: "text", text: JSON.stringify({ orders${marks} }) }] };
    throw error;
  }`,
    "const copies = new Map();",
  );

testRule(
  "no-swallowed-error",
  [
    {
      name: "an error of the project's own that comes back as a value, in words that tell of no failure",
      code: tool(
        `  const done = await build(args);
  return { content: [{ type: "text", text: done.ending ?? done.url }] };`,
        `async function build(args) {
  try {
    const started = await api.build(args);
    if (started.state === "halted") throw new Error("The build came to a halt at its third stage");
    return { url: started.url };
  } catch (error) {
    return { ending: error.message };
  }
}`,
      ),
    },
    { name: "a copy that says that it is one", code: kept(", stale: true") },
    { name: "a refusal that is thrown", code: asking("if (!response.ok) throw new Error(String(response.status));") },
    {
      name: "a refusal that is logged for its kind, and thrown",
      code: asking(
        "if (!response.ok) {\n    if (response.status === 403) console.error('No rights');\n    throw new Error(String(response.status));\n  }",
      ),
    },
    {
      name: "telling others that may not listen",
      code: tool(
        "  await server.notifyWatchers(args.id).catch(() => undefined);\n  return { content: [{ type: 'text', text: args.id }] };",
      ),
    },
    { name: "a success that is logged", code: asking("if (response.ok) console.error('Read');") },
    {
      name: "a refusal that is logged, where nobody reads the body",
      code: asking("if (!response.ok) console.error('Refused');", "response.status"),
    },
    {
      name: "a refusal whose body only the log is told",
      code: asking("if (!response.ok) console.error(await response.text());", "response.status"),
    },
    {
      name: "a refusal that is logged for a reason",
      code: asking(
        "// Go on anyway: the body of a refusal says what is wrong.\n  if (!response.ok) console.error('Refused');",
      ),
    },
    {
      name: "a kind of failure that may pass, and a throw for the rest",
      code: noted(
        'catch (error) {\n    // No note yet, that is fine.\n    if (error.code !== "ENOENT") throw error;\n  }',
      ),
    },
    {
      name: "a comment that is meant for all kinds",
      code: noted(`catch (error) {\n    // The note is optional.\n    if (error.code === "ENOENT") ${LOGS}\n  }`),
    },
    {
      name: "something else to read for all other kinds",
      code: noted(
        `catch (error) {\n    // No note yet, that is fine.\n    if (error.code !== "ENOENT") {\n      ${LOGS}\n      note = "(unreadable)";\n    }\n  }`,
      ),
    },
    { name: "an answer that says what it was about", code: accounts("answer.valid", NONE) },
    {
      name: "an answer that was refused, and a word on what to do",
      code: accounts("answer.success", NONE.replace("No accounts found. ", "")),
    },
    {
      name: "an input of another form",
      code: accounts("asked.success", NONE).replace(
        /const answer = .*;/u,
        "const asked = schema.safeParse(args);\n  const answer = await bridge.ask(asked);",
      ),
    },
    { name: "an answer that has no accounts", code: accounts("answer.data.length > 0", NONE) },
    {
      name: "an answer that was refused, and says so",
      code: accounts("answer.success && answer.data", NONE.replace('"No accounts', '"Error: no accounts')),
    },
    {
      name: "looked at",
      code: withClient(`const { data, error } = await db.from("orders").select(); if (error) throw error; ${SHOW}`),
    },
    {
      name: "the status is looked at",
      code: withClient(
        `const { data, status } = await db.from("orders").select(); if (status !== 200) throw new Error("The orders cannot be read now."); ${SHOW}`,
      ),
    },
    {
      name: "asked to reject",
      code: withClient(`const { data } = await db.from("orders").select().throwOnError(); ${SHOW}`),
    },
    {
      name: "a client of which nothing is known",
      code: tool(`const { data } = await db.from("orders").select(); ${SHOW}`, 'import { db } from "database";'),
    },
    {
      name: "a missing value leads to an error",
      code: withClient(`${READ} if (!data) throw new Error("The orders cannot be read now."); ${SHOW}`),
    },
    {
      name: "a missing value throws",
      code: withClient(`${READ} return { content: [{ type: "text", text: data.map((order) => order.id).join() }] };`),
    },
    {
      name: "the answer goes on as a whole",
      code: withClient('const answer = await db.from("orders").select(); return render(answer);'),
    },
    {
      name: "work beside that of the tool: by its table, its fields, or the function it stands in",
      code: withClient(
        `const { data, error } = await db.from("orders").select(); if (error) throw error;
  await db.from("usage_logs").insert({ tool: "orders" });
  await db.from("keys").update({ last_used_at: now() }).eq("id", args.key);
  await trackCall(args);
  ${SHOW}`,
        'async function trackCall(args) { await db.from("calls").insert(args); }',
      ),
    },
    {
      name: "nothing is changed, and nobody takes the answer",
      code: withClient(`await db.from("orders").select().limit(1); ${DONE}`),
    },
  ],
  [
    {
      name: "a copy that is shown as if it were fresh",
      code: kept("").replace(/catch [^]*?\n {2}\}/u, "⟦$&⟧"),
      problems: [
        {
          messageId: "swallowedByDefault",
          data: {
            instead: '{ content: [{ type: "text", text: JSON.stringify({ orders }…',
            path: "api.list() fails → caught in line 9",
            advice: "Return an error result with `isError: true`, or rethrow",
          },
        },
      ],
    },
    {
      name: "a comment on the one kind that may pass, where all others are only logged",
      code: noted(
        `⟦catch (error) {\n    // No note yet, that is fine.\n    if (error.code !== "ENOENT") {\n      ${LOGS}\n    }\n  }⟧`,
      ),
      problems: [
        {
          messageId: "swallowed",
          data: {
            advice: "Return an error result with `isError: true`, or rethrow",
            path: "fs.readFile() fails → caught in line 8",
          },
        },
      ],
    },
    {
      name: "the same beside something for the one kind",
      code: noted(
        `⟦catch (error) {\n    // No note yet, that is fine.\n    if (error.code !== "ENOENT") ${LOGS}\n    else note = "";\n  }⟧`,
      ),
      problems: [
        {
          messageId: "swallowed",
          data: {
            advice: "Return an error result with `isError: true`, or rethrow",
            path: "fs.readFile() fails → caught in line 8",
          },
        },
      ],
    },
    ...(
      [
        ["answer.success && answer.data", /if [^]*\n {2}\}(?=\n)/u],
        ["answer.ok", /(?<=return )\{.*No accounts.*\}(?=;)/u],
      ] as const
    ).map(([test, place]) => ({
      name: `an answer that was refused, and reads like one without accounts: ${test}`,
      code: accounts(test, NONE).replace(place, "⟦$&⟧"),
      problems: [
        {
          messageId: "refusedAnswer",
          data: {
            path: "bridge.ask() fails",
            advice: REFUSED_ADVICE,
          },
        },
      ],
    })),
    { name: "its data alone is read", code: withClient(`⟦${READ}⟧ ${SHOW}`), problems: [READ_LOST] },
    {
      name: "by a name",
      code: withClient(
        `⟦const found = await db.from("orders").select();⟧ return { content: [{ type: "text", text: JSON.stringify(found.data ?? []) }] };`,
      ),
      problems: [READ_LOST],
    },
    {
      name: "one of several that are asked at once",
      code: withClient(
        `⟦const [{ data }, { data: items, error }] = await Promise.all([db.from("orders").select(), db.from("items").select()]);⟧
  if (error) throw error;
  ${SHOW}`,
      ),
      problems: [READ_LOST],
    },
    {
      name: "a change, of which nobody takes the answer",
      code: withClient(`⟦${UPDATE}⟧ ${DONE}`),
      problems: [unread("db.from().update().eq")],
    },
    {
      name: "the client is made by a function when it is first asked for",
      code: tool(
        `const client = await getDb(); ⟦${READ.replace("db", "client")}⟧ ${SHOW}`,
        `import { createClient } from "npm:@supabase/supabase-js@2";
let db = null;
async function getDb() { if (!db) db = createClient(URL, KEY); return db; }`,
      ),
      problems: [unread("client.from().select")],
    },
    {
      name: "the client is known by its type",
      code: tool(
        `⟦${READ}⟧ ${SHOW}`,
        'import type { SupabaseClient } from "@supabase/supabase-js";\ndeclare const db: SupabaseClient<Database>;',
      ),
      problems: [READ_LOST],
    },
    {
      name: "a mail that may not have been sent",
      code: tool(
        `⟦await resend.emails.send({ to: args.to, subject: args.subject });⟧ ${DONE}`,
        'import { Resend } from "resend";\nconst resend = new Resend(KEY);',
      ),
      problems: [unread("resend.emails.send")],
    },
  ],
);
