import { testRule, tool } from "../support/rule-tester.js";

const inCatch = (text: string, head = ""): string =>
  tool(
    `  try {\n    return { content: [{ type: "text", text: await load(args) }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: "text", text: ${text} }] };\n  }`,
    head,
  );

/** A builder that is given an error by the type of it. */
const OWN_RECORD = `interface ToolError { code: string; message: string; tool?: string }
export function failed(error: ToolError) { return { isError: true, content: [{ type: "text", text: JSON.stringify(error) }] }; }`;

testRule(
  "no-error-leak",
  [
    { name: "a sentence of one's own", code: inCatch('"The order service is down."') },
    { name: "the message", code: inCatch("error.message") },
    {
      name: "a sentence of one's own in a call of the typed helper",
      code: tool(
        "  try {\n    return { content: [{ type: 'text', text: await load(args) }] };\n  } catch (error) {\n    return toolError.from(error, { description: 'The order service is down.' });\n  }",
        'import { toolError } from "mcp-tool-errors";',
      ),
    },
    {
      name: "the error that a service gives as a value",
      code: tool(
        "  const sent = await resend.emails.get(args.id);\n  if (sent.error) throw new Error(`No mail: ${JSON.stringify(sent.error)}`);\n  return { content: [{ type: 'text', text: sent.data.subject }] };",
        'import { Resend } from "resend";\nconst resend = new Resend(KEY);',
      ),
    },
    {
      name: "sentences that name statements",
      code: inCatch('"Error: SELECT * is not permitted here. List the columns (SELECT id, name FROM orders) instead."'),
    },
    { name: "picked fields", code: inCatch("JSON.stringify({ status: error.response.status, code: error.code })") },
    { name: "a stack that is none of an error", code: inCatch("JSON.stringify({ stack: project.stack })") },
    {
      name: "what a builder makes of its own",
      code: tool(
        "  const answer = await orders.place(args);\n  if (answer.ok) return { content: [] };\n  return fail({ description: 'Down.', details: answer.region });",
        "const fail = (payload) => ({ isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] });",
      ),
    },
    {
      name: "a statement that shows how to write one",
      code: inCatch(
        'JSON.stringify({ description: "Only reading is allowed.", example: "SELECT id FROM orders LIMIT 5" })',
      ),
    },
    {
      name: "the same in words",
      code: inCatch(
        "`Only reading is allowed. Example:\\n${EXAMPLE}`",
        'const EXAMPLE = "SELECT id FROM orders LIMIT 5";',
      ),
    },
    { name: "advice that speaks of a statement", code: inCatch('"Write SELECT … FROM orders, without INSERT INTO."') },
    {
      name: "words like those of a statement",
      code: inCatch('JSON.stringify({ error: "Select one from the list." })'),
    },
    { name: "a statement of the caller's", code: inCatch("JSON.stringify({ error: `Not run: ${args.sql}` })") },
    {
      name: "headers of a table",
      code: inCatch("JSON.stringify({ error: 'No such column.', headers: sheet.headers })"),
    },
    {
      name: "a sentence for the end user",
      code: inCatch(
        'JSON.stringify({ customerFriendlyMessage: "Orders cannot be placed now. See https://status.example.com/orders and try again." })',
      ),
    },
    {
      name: "the user's own machine",
      code: inCatch('JSON.stringify({ userMessage: "Open http://localhost:3000/login and sign in." })'),
    },
    {
      name: "an inner host in what the model reads",
      code: inCatch('JSON.stringify({ description: "http://orders.internal does not answer. Tell its operator." })'),
    },
    { name: "only logged", code: inCatch('(log(error.stack), "The service is down.")') },
    { name: "not a tool", code: "export const page = (error) => ({ status: 500, body: error.stack });" },
    {
      name: "the body of a success",
      code: tool(
        '  const res = await fetch(url);\n  if (!res.ok) throw new Error("down");\n  return { content: [{ type: "text", text: JSON.stringify(await res.json()) }] };',
      ),
    },
    ...[
      ["if (res.ok)", "return failed;"],
      ["if (res.status === 200)", "return failed;"],
      ["if (res.status >= 200 && res.status < 300)", "return failed;"],
      ["if (res.ok && args.raw)", "return failed;"],
      ["if (!res.ok) return failed; else", ""],
      ["if (!res.ok || args.dry) return failed; else", ""],
      ["if (res.status !== 200) return failed; else", ""],
    ].map(([head = "", tail = ""]) => ({
      name: `the body of a success: ${head}`,
      code: tool(
        `  const res = await fetch(url);\n  ${head} { const body = await res.text(); return { content: [{ type: "text", text: body }] }; }\n  ${tail}`,
        'const failed = { isError: true, content: [{ type: "text", text: "The shop is down." }] };',
      ),
    })),
    {
      name: "a thrown value that is no error",
      code: inCatch('error instanceof Error ? "down" : JSON.stringify(error)'),
    },
    {
      name: "a thrown value that is no error, in a function",
      code: inCatch(
        "words(error)",
        'function words(error) { if (error instanceof Error) return "down"; return JSON.stringify(error); }',
      ),
    },
    {
      name: "thrown, and caught again",
      code: tool(
        '  try { throw new Error(`no ${error.stack}`); } catch { return { isError: true, content: [{ type: "text", text: "no" }] }; }',
      ),
    },
    {
      name: "a stack that the environment turns on",
      code: inCatch('process.env.NODE_ENV === "development" ? `Failed: ${error.stack}` : "down"'),
    },
    {
      name: "a stack that the environment turns on, in a function",
      code: inCatch(
        "`Failed: ${words(error)}`",
        'const verbose = process.env.VERBOSE === "1";\nfunction words(error) { if (verbose && error.stack) return error.stack; return error.message; }',
      ),
    },
    {
      name: "a stack that the environment turns on, in a field",
      code: inCatch("JSON.stringify({ error: error.message, ...(process.env.DEBUG && { stack: error.stack }) })"),
    },
    { name: "a thrown value without a message", code: inCatch("`Failed: ${error.message || JSON.stringify(error)}`") },
    {
      name: "a thrown value that is no error, in a field",
      code: inCatch(
        "words(error)",
        'function words(error) { if (error instanceof Error) return "down"; return JSON.stringify({ details: error }); }',
      ),
    },
    {
      name: "a thrown value that is no error, at the call and in the builder",
      code: inCatch(
        "failed(error instanceof Error ? error : String(error))",
        "function failed(error: Error | string) { const message = error instanceof Error ? error.message : error; return JSON.stringify({ error: message }); }",
      ),
    },
    {
      name: "fields that the project has picked",
      code: `${OWN_RECORD}\n${tool("  return await load(args);")}`,
    },
    { name: "the body of a refused answer", code: inCatch("JSON.stringify(error.response.data)") },
    {
      name: "an outer clause around one that answers every failure",
      code: tool(
        "  try {\n    try { return { content: [{ type: 'text', text: await orders.load(args.id) }] }; } catch { return { isError: true, content: [{ type: 'text', text: 'Down.' }] }; }\n  } catch (error) {\n    return { isError: true, content: [{ type: 'text', text: `Failed: ${error.stack}` }] };\n  }",
      ),
    },
    {
      name: "what a check of the input's form throws",
      code: tool(
        "  try { parsed = OrderSchema.parse(args); } catch (error) { return { isError: true, content: [{ type: 'text', text: JSON.stringify(error) }] }; }\n  return { content: [{ type: 'text', text: await orders.load(parsed.id) }] };",
        "let parsed;",
      ),
    },
    {
      name: "a statement that the caller asks to see",
      code: tool(
        "  if (args.dryRun) return { content: [{ type: 'text', text: JSON.stringify({ dryRun: true, sql: `DROP TABLE ${args.table}` }) }] };\n  await db.drop(args.table);\n  return { content: [] };",
      ),
    },
    {
      name: "what is left behind the message, in a function",
      code: inCatch(
        "words(error)",
        "const json = (value) => JSON.stringify(value);\nfunction words(error) { if (error instanceof Error) { if (error.message) return error.message; } const detail = detailOf(error); if (detail) return detail; return json(error); }",
      ),
    },
  ],
  [
    {
      name: "headers that a builder is given",
      code: tool(
        "  const answer = await orders.place(args);\n  if (answer.ok) return { content: [] };\n  return fail({ description: 'Down.', details: ⟦answer.headers⟧ });",
        "const fail = (payload) => ({ isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] });",
      ),
      problems: [{ messageId: "response" }],
    },
    {
      name: "a statement of SQL",
      code: inCatch('JSON.stringify({ error: "down", details: ⟦"SELECT id, card FROM orders WHERE id = 7"⟧ })'),
      problems: [{ messageId: "statement" }],
    },
    {
      name: "a statement that a name stands for",
      code: tool(
        "  try { return await load(args); } catch (error) { return ⟦{ isError: true, content: [{ type: 'text', text: `The query failed: ${statement}` }] }⟧; }",
        "const statement = `SELECT ${fields} FROM orders WHERE id = ?`;",
      ),
      problems: [{ messageId: "statement" }],
    },
    {
      name: "the statement that a driver puts into its error",
      code: inCatch("JSON.stringify({ error: 'down', query: ⟦error.sql⟧ })"),
      problems: [{ messageId: "statement" }],
    },
    {
      name: "headers of the answer",
      code: tool(
        '  const response = await fetch(url);\n  if (!response.ok) return { isError: true, content: [{ type: "text", text: JSON.stringify({ error: "down", headers: ⟦response.headers⟧ }) }] };\n  return { content: [] };',
      ),
      problems: [{ messageId: "response" }],
    },
    ...[
      "HTTP 500 from http://orders.internal:8080/api",
      "The service at http://orders/api is down.",
      "connect ECONNREFUSED",
      "Cannot read /srv/shop/orders.db.",
    ].map((sentence) => ({
      name: `an inside in a sentence for the end user: ${sentence}`,
      code: inCatch(`JSON.stringify({ description: "Down.", customerFriendlyMessage: ⟦"${sentence}"⟧ })`),
      problems: [{ messageId: "internals" }],
    })),
    {
      name: "a stack that the environment turns off",
      code: inCatch('process.env.NODE_ENV !== "production" ? `Failed: ${⟦error.stack⟧}` : "down"'),
      problems: [{ messageId: "stack" }],
    },
    {
      name: "the whole error, or a message",
      code: inCatch("JSON.stringify(⟦error⟧) || error.message"),
      problems: [{ messageId: "wholeError" }],
    },
    {
      name: "the whole error in a field",
      code: inCatch("JSON.stringify({ details: ⟦error⟧ })"),
      problems: [{ messageId: "wholeError" }],
    },
    {
      name: "the body of a refused answer, where it is asked for",
      options: { responseBodies: true },
      code: inCatch("JSON.stringify(⟦error.response.data⟧)"),
      problems: [{ messageId: "response" }],
    },
    { name: "the stack", code: inCatch("⟦error.stack⟧"), problems: [{ messageId: "stack" }] },
    {
      name: "the stack in a call of the typed helper",
      code: tool(
        "  try {\n    return { content: [{ type: 'text', text: await load(args) }] };\n  } catch (error) {\n    return toolError.from(error, { description: `Failed: ${⟦error.stack⟧}` });\n  }",
        'import { toolError } from "mcp-tool-errors";',
      ),
      problems: [{ messageId: "stack" }],
    },
    {
      name: "the stack in a sentence",
      code: inCatch("`Failed: ${⟦error.stack⟧}`"),
      problems: [{ messageId: "stack" }],
    },
    {
      name: "lines of the stack",
      code: inCatch('⟦error.stack⟧.split("\\n").slice(0, 3).join("\\n")'),
      problems: [{ messageId: "stack" }],
    },
    {
      name: "the stack in JSON",
      code: inCatch("JSON.stringify({ error: error.message, stack: ⟦error.stack⟧ })"),
      problems: [{ messageId: "stack" }],
    },
    {
      name: "the stack or the message",
      code: inCatch("⟦error.stack⟧ ?? error.message"),
      problems: [{ messageId: "stack" }],
    },
    ...[
      ["what carries a response", (record: string) => record.replace("tool?: string", "response?: unknown")],
      [
        "what builds on another",
        (record: string) => record.replace("interface ToolError", "interface ToolError extends Base"),
      ],
      ["a class", (record: string) => record.replace("interface ToolError", "class ToolError extends Error")],
      ["a type that cannot be seen", (record: string) => record.slice(record.indexOf("export"))],
    ].map(([name, change]) => ({
      name: `the whole error, by the type of ${String(name)}`,
      code: `${(change as (record: string) => string)(OWN_RECORD).replace("stringify(error)", "stringify(⟦error⟧)")}\n${tool("  try { return await load(args); } catch (error) { return failed(error); }")}`,
      problems: [{ messageId: "wholeError" }],
    })),
    { name: "the whole error", code: inCatch("JSON.stringify(⟦error⟧)"), problems: [{ messageId: "wholeError" }] },
    {
      name: "the whole error in a field",
      code: inCatch("JSON.stringify({ ok: false, details: ⟦error⟧ })"),
      problems: [{ messageId: "wholeError" }],
    },
    { name: "the response", code: inCatch("JSON.stringify(⟦error.response⟧)"), problems: [{ messageId: "response" }] },
    {
      name: "the request",
      code: inCatch("JSON.stringify({ request: ⟦error.config⟧ })"),
      problems: [{ messageId: "request" }],
    },
    {
      name: "thrown, where a throw becomes the result",
      code: tool("  try { return await load(args); } catch (error) { throw new Error(`Failed: ${⟦error.stack⟧}`); }"),
      problems: [{ messageId: "stack" }],
    },
    {
      name: "taken before, once",
      code: tool(
        '  try { return await load(args); } catch (error) {\n    const stack = error instanceof Error ? error.stack : undefined;\n    return ⟦{ isError: true, content: [{ type: "text", text: stack ? `Error: ${stack}` : "Error" }] }⟧;\n  }',
      ).replace("${stack}", "${stack}"),
      problems: [{ messageId: "stack" }],
    },
    {
      name: "another kind of error than the one that was tested",
      code: inCatch('error instanceof ApiError ? "down" : JSON.stringify(⟦error⟧)'),
      problems: [{ messageId: "wholeError" }],
    },
    ...[
      "!res.ok",
      "res.status >= 400",
      "res.status !== 200",
      "!res.ok && args.raw",
      "!(res.ok && args.raw)",
      "res.ok || args.raw",
    ].map((test) => ({
      name: `the body of what may be a refusal: ${test}`,
      options: { responseBodies: true },
      code: tool(
        `  const res = await fetch(url);\n  if (${test}) return { content: [{ type: "text", text: await ⟦res.text()⟧ }] };\n  return { content: [] };`,
      ),
      problems: [{ messageId: "response" }],
    })),
    {
      name: "an outer clause around one that throws on",
      code: tool(
        "  try {\n    try { return { content: [{ type: 'text', text: await orders.load(args.id) }] }; } catch (inner) { throw new Error('Down.', { cause: inner }); }\n  } catch (error) {\n    return { isError: true, content: [{ type: 'text', text: `Failed: ${⟦error.stack⟧}` }] };\n  }",
      ),
      problems: [{ messageId: "stack" }],
    },
    {
      name: "a check of the input's form, and work behind it",
      code: tool(
        "  try { return { content: [{ type: 'text', text: await orders.load(OrderSchema.parse(args).id) }] }; } catch (error) { return { isError: true, content: [{ type: 'text', text: JSON.stringify(⟦error⟧) }] }; }",
      ),
      problems: [{ messageId: "wholeError" }],
    },
    {
      name: "the stack of what a check of the input's form throws",
      code: tool(
        "  try { parsed = OrderSchema.parse(args); } catch (error) { return { isError: true, content: [{ type: 'text', text: `Wrong: ${⟦error.stack⟧}` }] }; }\n  return { content: [{ type: 'text', text: await orders.load(parsed.id) }] };",
        "let parsed;",
      ),
      problems: [{ messageId: "stack" }],
    },
    {
      name: "a statement in what tells a failure",
      code: tool(
        "  if (args.locked) return { content: [{ type: 'text', text: JSON.stringify({ success: false, sql: ⟦`DROP TABLE ${args.table}`⟧ }) }] };\n  await db.drop(args.table);\n  return { content: [] };",
      ),
      problems: [{ messageId: "statement" }],
    },
    {
      name: "what is left behind the message of some errors, in a function",
      code: tool(
        "  try {\n    return { content: [{ type: 'text', text: await load(args) }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: 'text', text: words(error) }] };\n  }",
        'function words(error) { if (error.code === "E_ORDER") return error.message; return JSON.stringify(⟦error⟧); }',
      ),
      problems: [{ messageId: "wholeError" }],
    },
  ],
);
