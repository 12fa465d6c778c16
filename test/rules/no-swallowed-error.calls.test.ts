import { testRule, type Bad } from "../support/rule-tester.js";

const SAVED = 'return { content: [{ type: "text", text: "Saved." }] };';
const LOST = "try { await api.save(args.id); } ⟦catch (error) { console.error(error); }⟧";
const TOLD = "try { await api.save(args.id); } catch (error) { throw error; }";

/** A server with this handler. */
const served = (handler: string, head = "", name = "put_order"): string =>
  `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
${head}
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("${name}", {}, ${handler});
`;

/** A store whose client comes with a method that nobody calls on the way. */
const store = (fields: string, save: string, connect = "this.client = await dial(); this.ready = true;"): string =>
  served(
    `async (args) => { await store.save(args.id); ${SAVED} }`,
    `import { Pool } from "pg";
class Store {
  ${fields}
  async connect() { ${connect} }
  async save(id) { ${save} }
}
const store = new Store();`,
  );

const WRITE = "try { await api.save(id); } ⟦catch (error) { console.error(error); }⟧";
const GOOD_WRITE = "await api.save(id);";

const stream = (body: string): string =>
  served(
    `async (args) => { ${body} return { content: [{ type: "text", text: "Written." }] }; }`,
    `import { createWriteStream } from "node:fs";
import { finished, pipeline } from "node:stream/promises";`,
  );

/** A tool that gathers texts under names of run time. */
const gathered = (clause: string): string =>
  served(`async (args) => {
  const logs = {};
  for (const pod of args.pods) {
    try { logs[pod] = await api.logs(pod); } ${clause}
  }
  return { content: [{ type: "text", text: JSON.stringify(logs) }] };
}`);

/** A tool that asks for the device where it is given none. */
const skipping = (clause: string, rest: string): string =>
  served(`async (args) => {
  let device = args.device;
  if (!device) {
    try { device = (await player.state()).device; } ${clause}
  }
  ${rest}
  await player.skip(device);
  ${SAVED}
}`);
const NO_DEVICE = 'if (!device) return { content: [{ type: "text", text: "I see no active device." }] };';

/** A save by way of an event, with a limit of time. */
const sending = (executor: string): string =>
  served(
    `async (args) => {
  try { await api.mark(args.id); } ⟦catch {}⟧
  await send("save", args);
  ${SAVED}
}`,
    `function send(event, data) { return new Promise(${executor}); }`,
  );

/** Many tests between the one that narrows a failure and the end. */
const STEPS = ["a", "b", "c", "d", "e", "f", "g", "h"]
  .map(
    (name) => `if (args.${name}) { steps.push("${name}"); } else if (process.env.${name.toUpperCase()}) return "none";`,
  )
  .join("\n  ");
const narrowed = (clause: string): string =>
  served(
    `async (args) => { await install(args); ${SAVED} }`,
    `async function install(args) {
  const steps = [];
  try { await api.create(args.name); } ${clause}
  ${STEPS}
  return "done";
}`,
  );

/** What is lost is the failure of this work, which is caught where the mark begins. */
const lost = ({ name, code, work = "api.save" }: { name: string; code: string; work?: string }): Bad => ({
  name,
  code,
  problems: [
    {
      messageId: "swallowed",
      data: {
        path: `${work}() fails → caught in line ${code.split("⟦")[0]?.split("\n").length ?? 0}`,
        advice: "Return an error result with `isError: true`, or rethrow",
      },
    },
  ],
});
/** A helper that two tools call, and that tells a reporter of another package. */
const reporting = (clause: string): string =>
  served(
    `async (args) => { await keep(args); ${SAVED} }`,
    `import { Reporter } from "reporters";
const reporter = new Reporter();
async function keep(args) {
  try { await api.save(args.id); } ${clause}
}`,
  ) + `server.registerTool("add_order", {}, async (args) => { await keep(args); ${SAVED} });\n`;

const notAwaited = [{ messageId: "notAwaited" }];

testRule(
  "no-swallowed-error",
  [
    {
      name: "a client that a method sets later",
      code: store("client = null;", `if (!this.client) throw new Error("Not connected."); ${GOOD_WRITE}`),
    },
    {
      name: "a stream that is piped to its end",
      code: stream("await pipeline(await api.read(args.id), createWriteStream(args.path));"),
    },
    {
      name: "a stream whose end is awaited",
      code: stream(
        "const out = createWriteStream(args.path); out.write(await api.read(args.id)); out.end(); await finished(out);",
      ),
    },
    {
      name: "a stream that is listened to behind `pipe`",
      code: stream(
        'const source = await api.read(args.id); await new Promise((resolve, reject) => source.pipe(createWriteStream(args.path)).on("finish", resolve).on("error", reject));',
      ),
    },
    {
      name: "a stream that says when all is written",
      code: stream(
        "const out = createWriteStream(args.path); (await api.read(args.id)).pipe(out); await new Promise((resolve) => out.end(resolve));",
      ),
    },
    {
      name: "an error that a helper hands on to a reporter, for several tools",
      code: reporting("catch (error) { reporter.add(error); }"),
    },
    { name: "an error under a name of run time", code: gathered('catch { logs[pod] = "Error: no logs"; }') },
    {
      name: "work that is done anyway, as the comment says",
      code: skipping("catch { /* No state: try to skip anyway, without the device. */ }", ""),
    },
    {
      name: "a comment of another kind on the same code",
      code: skipping(
        "catch { /* Nobody plays: the answer below says so, and that is all there is to say. */ }",
        NO_DEVICE,
      ),
    },
    {
      name: "a failure that was narrowed long before the end",
      code: narrowed(
        'catch (error) { if (!error.message.includes("already exists")) throw error; steps.push("there"); }',
      ),
    },
    {
      name: "what a span runs",
      code: served(
        `async (args) => tracer.startActiveSpan("put", async (span) => { ${TOLD} ${SAVED} })`,
        'import { trace } from "@opentelemetry/api";\nconst tracer = trace.getTracer("s");',
      ),
    },
    {
      name: "telemetry",
      code: served(
        `async (args) => { try { await metrics.track("put"); } catch {} await api.save(args.id); ${SAVED} }`,
      ),
    },
  ],
  [
    lost({
      name: "behind a client that a method sets later",
      code: store("client = null;", `if (!this.client?.connected) throw new Error("Not connected."); ${WRITE}`),
    }),
    lost({
      name: "behind a flag that a method sets later",
      code: store("ready = false;", `if (this.ready === false) throw new Error("Not ready."); ${WRITE}`),
    }),
    lost({
      name: "behind a client of a package that a method sets later",
      work: "this.pool.query",
      code: store(
        "pool = null;",
        `if (!this.pool) throw new Error("Not connected."); try { await this.pool.query("update orders set paid = true"); } ⟦catch (error) { console.error(error); }⟧`,
        "this.pool = new Pool();",
      ),
    }),
    lost({
      name: "in a span of OpenTelemetry",
      code: served(
        `async (args) => tracer.startActiveSpan("put", {}, async (span) => { ${LOST} span.end(); ${SAVED} })`,
        'import { trace } from "@opentelemetry/api";\nconst tracer = trace.getTracer("s");',
      ),
    }),
    lost({
      name: "in a span of Sentry",
      code: served(
        `(args) => Sentry.startSpan({ name: "put" }, async () => { ${LOST} ${SAVED} })`,
        'import * as Sentry from "@sentry/node";',
      ),
    }),
    lost({
      name: "in a context of Node.js",
      code: served(
        `async (args) => { return await calls.run(args.id, async () => { ${LOST} ${SAVED} }); }`,
        'import { AsyncLocalStorage } from "node:async_hooks";\nconst calls = new AsyncLocalStorage();',
      ),
    }),
    lost({
      name: "in what a meter runs",
      code: served(`(args) => metrics.track("put", async () => { ${LOST} ${SAVED} })`),
    }),
    {
      name: "of a stream of which only the source is listened to",
      code: stream(
        '⟦const out = createWriteStream(args.path);⟧ const source = await api.read(args.id); await new Promise((resolve, reject) => { source.pipe(out); source.on("end", () => resolve()); source.on("error", (error) => reject(error)); });',
      ),
      problems: notAwaited,
    },
    {
      name: "of a stream that is only ended",
      code: stream(
        "⟦const out = createWriteStream(args.path);⟧ for (const row of await api.rows(args.id)) out.write(row); out.end();",
      ),
      problems: notAwaited,
    },
    {
      name: "of a stream that nobody keeps",
      code: stream("⟦(await api.read(args.id)).pipe(createWriteStream(args.path));⟧"),
      problems: notAwaited,
    },
    lost({
      name: "of which a helper only counts the cases, for several tools",
      code: reporting('⟦catch (error) { reporter.add("failed"); }⟧'),
    }),
    lost({ name: "of one entry of a table", work: "api.logs", code: gathered('⟦catch { logs[pod] = "empty"; }⟧') }),
    lost({
      name: "behind a comment by which the work is done anyway, where it is not",
      work: "player.state",
      code: skipping("⟦catch { /* No state: try to skip anyway, without the device. */ }⟧", NO_DEVICE),
    }),
    lost({
      name: "behind such a comment, in other words",
      work: "player.state",
      code: skipping(
        "⟦catch (error) { /* We can proceed without knowing the state of the player here. */ device = undefined; }⟧",
        NO_DEVICE,
      ),
    }),
    lost({
      name: "of any kind, with as many tests behind it",
      work: "api.create",
      code: narrowed('⟦catch (error) { steps.push("there"); }⟧'),
    }),
    lost({
      name: "before work that has a limit of time",
      work: "api.mark",
      code: sending(
        '(resolve, reject) => { const timer = setTimeout(() => reject(new Error("Timed out.")), 10_000); socket.emit(event, data, (err, told) => { clearTimeout(timer); if (err) reject(err); else resolve(told); }); }',
      ),
    }),
    lost({
      name: "before work with a limit of time that an event ends",
      work: "api.mark",
      code: sending(
        '(resolve, reject) => { setTimeout(() => reject(new Error("Timed out.")), 10_000); socket.once("saved", () => resolve(data)); socket.send(event, data); }',
      ),
    }),
  ],
);
