/** Losses that are read off the exits of a tool, whatever the form of its code. */
import { testRule } from "../support/rule-tester.js";

const field = "partialResults";

const server = (
  body: string,
  more = "",
): string => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
const server = new McpServer({ name: "office", version: "1.0.0" });
${more}
server.registerTool("work", { description: "d", inputSchema: { id: z.string(), ids: z.array(z.string()) } }, async (args) => {
${body}
});
`;

const OK = `return { content: [{ type: "text", text: "All sent." }] };`;
const failed = (words: string): string => `return { isError: true, content: [{ type: "text", text: ${words} }] };`;
const PLAIN = failed("`Could not send: ${error.message}`");

/** A loop in a \`try\` whose error says nothing of the invoices that were sent. */
const LOOPS: Readonly<Record<string, string>> = {
  "counted items": `for (let at = 0; at < args.ids.length; at++) {
  const id = args.ids[at];
  await api.sendInvoice(id);
}`,
  "a queue": `const queue = [...args.ids];
while (queue.length > 0) {
  const id = queue.shift();
  await api.sendInvoice(id);
}`,
  entries: `for (const [at, id] of args.ids.entries()) {
  console.error(at);
  await api.sendInvoice(id);
}`,
  "a loop that asks last": `let at = 0;
do {
  await api.sendInvoice(args.ids[at]);
  at += 1;
} while (at < args.ids.length);`,
  "a chain of promises": `await args.ids.reduce(async (previous, id) => {
  await previous;
  await api.sendInvoice(id);
}, Promise.resolve());`,
};

/** A query by way of an object that a class makes. */
const queried = (from: string): string =>
  server(
    `const org = await Org.create({ alias: args.id });
const rows = await org.query(args.ids);
return { content: [{ type: "text", text: JSON.stringify(rows) }] };`,
    `import { Org } from "${from}";`,
  );

testRule(
  "no-lost-partial-results",
  [
    { name: "an object that a class of a package makes", options: { steps: true }, code: queried("@salesforce/core") },
    {
      name: "the error counts what was done",
      code: server(`let sent = 0;
try {
  for (let at = 0; at < args.ids.length; at++) {
    await api.sendInvoice(args.ids[at]);
    sent++;
  }
} catch (error) {
  ${failed("`Stopped after ${sent}: ${error.message}`")}
}
${OK}`),
    },
    {
      name: "the error names the item that failed",
      code: server(`const queue = [...args.ids];
let id;
try {
  while (queue.length > 0) {
    id = queue.shift();
    await api.sendInvoice(id);
  }
} catch (error) {
  ${failed("`Could not send ${id}: ${error.message}`")}
}
${OK}`),
    },
    {
      name: "a flag that says how far the call has come",
      options: { steps: true },
      code: server(`let isSent = false;
try {
  await api.sendInvoice(args.id);
  isSent = true;
  await api.addNote(args.id);
} catch (error) {
  if (isSent) {
    ${failed("`The invoice is out, its note is missing: ${error.message}`")}
  }
  ${PLAIN}
}
${OK}`),
    },
    {
      name: "the error says in words that the first step is done",
      options: { steps: true },
      code: server(`try {
  await api.sendInvoice(args.id);
} catch (error) {
  ${PLAIN}
}
const note = await api.addNote(args.id).catch((error) => error);
if (note instanceof Error) {
  ${failed("`Invoice ${args.id} was sent, but its note is missing: ${note.message}`")}
}
${OK}`),
    },
    {
      name: "each failure is collected, and the loop goes on",
      code: server(`const problems = [];
for (let at = 0; at < args.ids.length; at++) {
  try {
    await api.sendInvoice(args.ids[at]);
  } catch (error) {
    problems.push(error.message);
  }
}
if (problems.length > 0) {
  ${failed("problems.join()")}
}
${OK}`),
    },
    {
      name: "an error of one item, of which the rest are not asked",
      code: server(`try {
  for (let attempt = 0; attempt < 3; attempt++) {
    await api.sendInvoice(args.id);
  }
} catch (error) {
  ${PLAIN}
}
${OK}`),
    },
    {
      name: "what was done is undone before the error leaves",
      options: { steps: true },
      code: server(`const invoice = await api.createInvoice(args.id);
try {
  await api.addNote(invoice.id);
} catch (error) {
  await api.deleteInvoice(invoice.id);
  ${PLAIN}
}
${OK}`),
    },
    {
      name: "work that the server does for itself",
      options: { steps: true },
      code: server(`try {
  await api.createSession(args.id);
  await api.addNote(args.id);
} catch (error) {
  ${PLAIN}
}
${OK}`),
    },
    {
      name: "rows that end in the same state a second time",
      code: server(`try {
  for (let at = 0; at < args.ids.length; at++) {
    await db.query("UPDATE invoices SET state = 'sent' WHERE id = $1", [args.ids[at]]);
  }
} catch (error) {
  ${PLAIN}
}
${OK}`),
    },
  ],
  [
    ...Object.entries(LOOPS).map(([name, loop]) => ({
      name,
      code: server(`try {
${loop}
} ⟦catch (error) {
  ${PLAIN}
}⟧
${OK}`),
      problems: [{ messageId: "roundsDropped" as const, data: { what: "api.sendInvoice()", field } }],
    })),
    {
      name: "an error that leaves from within the loop",
      code: server(`for (let at = 0; at < args.ids.length; at++) {
  try {
    await api.sendInvoice(args.ids[at]);
  } catch (error) {
    ⟦${PLAIN}⟧
  }
}
${OK}`),
      problems: [{ messageId: "roundsDropped" as const, data: { what: "api.sendInvoice()", field } }],
    },
    {
      name: "a service that does the work, and a tool that tells of the failure",
      code: server(
        `try {
  await sendAll(args.ids);
} catch (error) {
  ${PLAIN}
}
${OK}`,
        `async function sendAll(ids) {
  for (let at = 0; at < ids.length; at++) {
    ⟦await api.sendInvoice(ids[at]);⟧
  }
}`,
      ),
      problems: [{ messageId: "roundsDropped" as const, data: { what: "api.sendInvoice()", field } }],
    },
    {
      name: "a record that a class of the project makes",
      options: { steps: true },
      code: queried("./tables.js").replace(/const rows.*/u, "⟦$&⟧"),
      problems: [{ messageId: "stepDropped" as const, data: { what: "org.query()", done: "Org.create()", field } }],
    },
    {
      name: "a chain of two steps",
      options: { steps: true },
      code: server(`return ⟦api
  .sendInvoice(args.id)
  .then(() => api.addNote(args.id))
  .then(() => ({ content: [{ type: "text", text: "Done." }] }))
  .catch((error) => ({ isError: true, content: [{ type: "text", text: error.message }] }))⟧;`),
      problems: [
        { messageId: "stepDropped" as const, data: { what: "api.addNote()", done: "api.sendInvoice()", field } },
      ],
    },
    {
      name: "a second step whose failure becomes a value",
      options: { steps: true },
      code: server(`try {
  await api.sendInvoice(args.id);
} catch (error) {
  ${PLAIN}
}
const note = await ⟦api.addNote(args.id).catch(() => null)⟧;
if (note === null) {
  ${failed('"Could not add the note."')}
}
${OK}`),
      problems: [
        { messageId: "stepDropped" as const, data: { what: "api.addNote()", done: "api.sendInvoice()", field } },
      ],
    },
    {
      name: "results of a queue, by option",
      options: { reads: true },
      code: server(`const notes = [];
const queue = [...args.ids];
try {
  while (queue.length > 0) notes.push(await api.getNote(queue.shift()));
} ⟦catch (error) {
  ${PLAIN}
}⟧
return { content: [{ type: "text", text: JSON.stringify(notes) }] };`),
      problems: [{ messageId: "resultsDropped" as const, data: { what: "api.getNote()", gathered: "notes", field } }],
    },
    {
      name: "results that a function of the list's gathers, by option",
      options: { reads: true },
      code: server(`const notes = [];
try {
  await args.ids.reduce(async (previous, id) => {
    await previous;
    notes.push(await api.getNote(id));
  }, Promise.resolve());
} ⟦catch (error) {
  ${PLAIN}
}⟧
return { content: [{ type: "text", text: JSON.stringify(notes) }] };`),
      problems: [{ messageId: "resultsDropped" as const, data: { gathered: "notes", what: "api.getNote()", field } }],
    },
  ],
);
