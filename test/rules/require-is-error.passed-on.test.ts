import { testRule, tool } from "../support/rule-tester.js";

const DATA = "{ success: false, error: error.message }";

const TOLD = '{ content: [{ type: "text", text: JSON.stringify({ success: false, ...sorted(error) }) }] }';

/** A tool that writes down what `read` gives. */
const writing = (written: string, failure = `⟦${DATA}⟧`): string =>
  tool(
    `  return { content: [{ type: "text", text: JSON.stringify(${written}) }] };`,
    `async function read(args) { try { return await api.load(args); } catch (error) { return ${failure}; } }`,
  );

/** The same, with a test of the value before. */
const reading = (test: string, failure = `⟦${DATA}⟧`): string =>
  tool(
    `  const order = await read(args);\n  ${test}\n  return { content: [{ type: "text", text: JSON.stringify(order) }] };`,
    `async function read(args) { try { return await api.load(args); } catch (error) { return ${failure}; } }`,
  );

/** A tool that writes down what a function gives, which runs `read` once more where it fails. */
const again = (failure: string, wrapped: string): string =>
  tool(
    `  return { content: [{ type: "text", text: JSON.stringify(await readAgain(args)) }] };`,
    `async function read(args) { try { return await api.load(args); } catch (error) { return ${failure}; } }
const twice = (run) => async (args) => { try { return await run(args); } catch { return await run(args); } };
const readAgain = ${wrapped};`,
  );

/** A tool that hands its work to a function that makes the result, and catches what the work throws. */
const handing = (failure: string, answered: string): string =>
  tool(
    `  return answer(() => read(args));`,
    `async function read(args) { try { return await api.load(args); } catch (error) { return ${failure}; } }
async function answer(run) {
  try { const found = await run(); return ${answered}; }
  catch (error) { return { isError: true, content: [{ type: "text", text: error.message }] }; }
}`,
  );
const WRITTEN = '{ content: [{ type: "text", text: JSON.stringify(found) }] }';

const ownData = (callee: string) => ({ messageId: "ownFailureAsData", data: { callee, form: "with `isError: true`" } });

const UPSTREAM = `import { Client } from "@modelcontextprotocol/sdk/client/index.js";
const upstream = new Client({ name: "shop", version: "1.0.0" });`;

/** A tool that asks one of another server. */
const asking = (rest: string): string =>
  tool(`  const result = await upstream.callTool({ name: "find", arguments: args });\n  ${rest}`, UPSTREAM);

const CONFIRM = '{ content: [{ type: "text", text: `Failed to save: ${error.message}. Confirm the id.` }] }';
const UPDATE = '{ content: [{ type: "text", text: `Failed to save: ${error.message}` }] }';

/** A tool of a name, with what it gives where its work fails. */
const failing = (name: string, failure: string): string =>
  tool(
    `  try {\n    return { content: [{ type: "text", text: await api.save(args) }] };\n  } catch (error) {\n    return ⟦${failure}⟧;\n  }`,
  ).replace('"a"', `"${name}"`);

const addingFlag = (from: string) => ({
  messageId: "addIsError",
  from,
  to: from.replace(/ \}$/u, ", isError: true }"),
});

/** A tool that reads several notes at once, and writes down which of them failed. */
const readAll = (all: string): string =>
  tool(
    `  const read = await readNotes({ paths: args.paths });\n  return { content: [{ type: "text", text: JSON.stringify({ ok: read.good, err: read.bad }) }] };`,
    `async function readNotes({ paths }) {
  if (paths.length > 10) throw new Error("At most 10 notes");
  ${all}
}
async function readNote(path) {
  if (!allowed(path)) throw new Error(\`No access to \${path}\`);
  return { path, text: await api.read(path) };
}`,
  );

testRule(
  "require-is-error",
  [
    {
      name: "several notes, of which some may fail",
      code: readAll(`const all = await Promise.allSettled(paths.map(async (path) => {
    if (!allowed(path)) throw new Error("No access");
    return await readNote(path);
  }));
  const good = [];
  const bad = [];
  all.forEach((one, at) => {
    if (one.status === "fulfilled") good.push(one.value);
    else bad.push({ path: paths[at], error: one.reason instanceof Error ? one.reason.message : "Unknown error" });
  });
  return { good, bad };`),
    },
    ...[
      "return result;",
      "return { content: result.content, isError: result.isError };",
      'if (result.isError) throw new Error("The other server refused.");\n  return { content: result.content };',
    ].map((rest) => ({ name: `the result of another server's tool, with its flag: ${rest}`, code: asking(rest) })),
    {
      name: "one of several reads of an answer tells of itself",
      code: writing("{ order: await read(args), notes: await api.notes(args) }", DATA),
    },
    {
      name: "how a thing stands, with its error where it has one",
      code: tool(
        '  return { content: [{ type: "text", text: JSON.stringify({ job: look(args) }) }] };',
        "function look({ id }) { return { id, state: jobs[id].state, ...(jobs[id].error && { error: jobs[id].error }) }; }",
      ),
    },
    { name: "a wrapper of another package", code: again(DATA, "debounce(read)") },
    {
      name: "a function that flags what its work gave",
      code: handing(DATA, WRITTEN.replace("] }", "], isError: !found.success }")),
    },
    ...[
      "if (!order.success) throw new Error(order.error);",
      "if (order.success) { order.next = 'ship'; } else { throw new Error(order.error); }",
    ].map((test) => ({ name: `a failure that is looked for: ${test}`, code: reading(test, DATA) })),
  ],
  [
    {
      name: "the only note, of which the failure is all that is told",
      code: readAll(
        "try { return { good: await readNote(paths[0]) }; } catch (error) { return ⟦{ success: false, error: error.message }⟧; }",
      ).replace("{ ok: read.good, err: read.bad }", "read"),
      problems: [ownData("readNotes")],
    },
    {
      name: "a refusal that a builder of all results calls no error",
      code: tool(
        '  if (!args.repo) return ⟦respond({ success: false, error: "REPO_REQUIRED" }, "Name a repository.")⟧;\n  return respond(await api.load(args.repo), "Done.");',
        'const respond = (data, text) => ({ isError: false, structuredContent: data, content: [{ type: "text", text }] });',
      ),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "advice that speaks of confirming, behind a failure",
      code: failing("a", CONFIRM),
      problems: [{ messageId: "toldAsText", suggest: addingFlag(CONFIRM) }],
    },
    {
      name: "a tool that changes what it calls a status",
      code: failing("update_status", UPDATE),
      problems: [{ messageId: "toldAsText", suggest: addingFlag(UPDATE) }],
    },
    ...[
      "return ⟦{ content: result.content }⟧;",
      'return ⟦{ content: [{ type: "text", text: result.content[0]?.text ?? "" }] }⟧;',
    ].map((rest) => ({
      name: `the result of another server's tool, without its flag: ${rest}`,
      code: asking(rest),
      problems: [{ messageId: "flagDropped", data: { form: "return the whole result" } }],
    })),
    ...[
      "if (order.success) order.next = ['ship'];",
      "if (order.success) {\n    order.next = ['ship'];\n    order.at = args.at;\n  }",
      "if (order) (order as any).next = 'ship';",
      // Whatever is noted of it, the model reads `success: false` in a success.
      "if (order.success) { failed = false; }",
    ].map((test) => ({
      name: `a test that adds to the value: ${test}`,
      code: reading(test),
      problems: [ownData("read")],
    })),
    {
      name: "a function that is run by another one",
      code: again(`⟦${DATA}⟧`, "twice(read)"),
      problems: [ownData("read")],
    },
    {
      name: "work that is handed to what makes the result",
      code: handing(`⟦${DATA}⟧`, WRITTEN),
      problems: [ownData("read")],
    },
    {
      name: "the one value of an answer that was not there before",
      code: writing('{ success: true, action: "read", order: await read(args) }'),
      problems: [ownData("read")],
    },
    {
      name: "what is spread into an answer",
      code: writing("{ at: args.at, ...(await read(args)) }"),
      problems: [ownData("read")],
    },
    {
      name: "a failure, and nothing more of what puts it into words",
      code: tool(
        `  try {\n    return { content: [{ type: "text", text: await api.load(args) }] };\n  } catch (error) {\n    return ⟦${TOLD}⟧;\n  }`,
        'function sorted(error) { try { return JSON.parse(error.message); } catch { return { error: "unreadable" }; } }',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: TOLD, to: TOLD.replace(/ \}$/u, ", isError: true }") },
        },
      ],
    },
    {
      name: "a refusal in place of a value",
      code: tool(
        '  return { content: [{ type: "text", text: JSON.stringify({ job: look(args) }) }] };',
        'function look({ id }) { return jobs[id] || ⟦{ error: "No job is running." }⟧; }',
      ),
      problems: [ownData("look")],
    },
    { name: "a value with a default", code: writing("(await read(args)) ?? null"), problems: [ownData("read")] },
  ],
);
