import { errorResult, testRule, tool } from "../support/rule-tester.js";

/** A refused input, whose body was read into `body`. */
const refused = (thrown: string): string =>
  tool(
    `  const res = await fetch(url);\n  if (!res.ok) {\n    const status = res.status;\n    const body = await res.text();\n    console.error(body);\n    if (status === 400) throw ${thrown};\n    throw new Error(\`Status \${status}: \${body}\`);\n  }\n  return { content: [] };`,
  );

/** A tool that goes through places, and a function that finds one. */
const places = (refusal: string, found: string): string =>
  tool(
    `  for (const name of args.names) {\n    const place = await find(name);\n    if (!place.success) throw ${refusal};\n  }\n  return { content: [] };`,
    `async function find(name) {\n  try { return { success: true, data: await api.find(name) }; } catch (error) { return ${found}; }\n}`,
  );

/** A tool that asks for each name, and writes down what fails. */
const each = (clause: string): string =>
  tool(
    `  const found = [];\n  const problems = [];\n  for (const name of args.names) {\n    try {\n      found.push({ name, state: await load(name), status: "ok" });\n    } ${clause}\n  }\n  return { content: [{ type: "text", text: JSON.stringify({ found, problems }) }] };`,
  );

/** A tool that looks at an answer which its own request has looked at before. */
const refusedTwice = (check: string, message: string): string =>
  tool(
    `  const answer = await request(args.id);\n  if (!answer.ok) {\n    if (answer.status === 409) throw new Error(${message});\n    throw new Error(answer.statusText);\n  }\n  return { content: [] };`,
    `async function request(id) {\n  const response = await fetch(id);\n  ${check}\n  return response;\n}`,
  );

const inCatch = (text: string): string =>
  tool(
    `  try {\n    return { content: [{ type: "text", text: await load(args) }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: "text", text: ${text} }] };\n  }`,
  );

/** A clause that says of every failure that the order is not there. */
const guessing = (said: string, attempt = "await load(args)", before = ""): string =>
  inCatch(said).replace("await load(args)", attempt).replace("catch (error) {\n", `catch (error) {\n${before}`);
const NOT_THERE = "`Order ${args.id} not found.`";

/** The same, with lines that are put together before. */
const inLines = (lines: string): string =>
  inCatch("lines.join('\\n')").replace("    return { isError", `    ${lines}\n    return { isError`);

const unreadable = (part: string, open = "", close = ""): string =>
  tool(
    `  const { stdout } = await run(args);\n  try {\n    return { content: [{ type: "text", text: parse(stdout) }] };\n  } catch {\n    return { isError: true, content: [{ type: "text", text: ${open}\`Failed to read the list: \${${part}}\`${close} }] };\n  }`,
  );

const missing = (work: string, open = "", close = ""): string =>
  tool(
    `  const order = await load(args.id);\n  if (!order) return { isError: true, content: [{ type: "text", text: ${open}"Failed to load the order"${close} }] };\n  return { content: [{ type: "text", text: order }] };`,
    `async function load(id) { ${work} }`,
  );

/** A tool whose answer is put together step by step. */
const summary = (clause: string): string =>
  tool(
    `  const summary = { lines: [], note: "" };\n  try {\n    summary.invoices = await ledger.list(args.id);\n  } ${clause}\n  return { content: [{ type: "text", text: JSON.stringify(summary) }] };`,
  );

const sent = (send: string, words: string): string =>
  tool(
    `  const sent = await send(args);\n  if (sent && sent.id) {\n    return { content: [{ type: "text", text: sent.id }] };\n  } else {\n    return { isError: true, content: [{ type: "text", text: ${words} }] };\n  }`,
    send,
  );

/** A tool with a path that is looked at before. */
const withPath = (rest: string, open = ""): string =>
  tool(
    `  const path = await checked(args.path);\n  ${rest}\n  return { content: [{ type: "text", text: await read(path) }] };`,
    `import { realpath } from "node:fs/promises";\nasync function checked(path) {\n  try { return await realpath(path); } catch (error) {\n    ${open}\n    return path;\n  }\n}`,
  );

/** A tool that asks whether a project is there. */
const located = (check: string): string =>
  tool(
    `  if (!(await isRoot(args.path))) throw new Error(⟦"Unable to locate a project there"⟧);\n  return { content: [{ type: "text", text: args.path }] };`,
    `import { access } from "node:fs/promises";\nasync function isRoot(path) { try { await ${check}; return true; } catch { return false; } }`,
  );

testRule(
  "no-generic-error-message",
  [
    {
      name: "a refusal of the input, behind a failure that nothing came of",
      code: withPath(
        'if (args.head && args.tail) throw new Error("Cannot specify both head and tail parameters simultaneously");',
      ),
    },
    {
      name: "a probe of a file, of which absence is the answer",
      code: located("access(path)").replaceAll(/[⟦⟧]/gu, ""),
    },
    {
      name: "one of two messages that tell of a missing file",
      code: guessing(
        NOT_THERE,
        "await load(args)",
        '    if (!(error.message.includes("not found") || error.message.includes("ENOENT"))) throw error;\n',
      ).replaceAll(/[⟦⟧]/gu, ""),
    },
    {
      name: "what is not there, after a token that came another way",
      code: tool(
        `  let token;\n  try { token = await auth.silently(); } catch { token = undefined; }\n  if (!token) token = await auth.ask();\n  const build = await api.build(args.id, token);\n  if (!build) throw new Error(\`Build \${args.id} not found\`);\n  return { content: [{ type: "text", text: build.name }] };`,
      ),
    },
    {
      name: "not there, where a lookup has said so",
      code: tool(
        "  const order = await load(args);\n  if (!order) return { isError: true, content: [{ type: 'text', text: 'Order not found.' }] };\n  return { content: [] };",
      ),
    },
    {
      name: "not there, with what was caught beside it",
      code: guessing("`Order ${args.id} not found: ${error.message}`"),
    },
    {
      name: "not there, by the kind of what was caught",
      code: guessing(NOT_THERE, "await load(args)", '    if (error.code !== "ENOENT") throw error;\n'),
    },
    {
      name: "not there, of a question whether it is",
      code: guessing(NOT_THERE, "String(await fs.access(args.id))"),
    },
    {
      name: "not there, of a value at hand",
      code: guessing(NOT_THERE, "orders.read(args.id)"),
    },
    {
      name: "not there, with other names that were looked for",
      code: guessing(
        "`Order ${args.id} not found. There are ${names}.`",
        "await load(args)",
        "    const names = await api.names();\n",
      ),
    },
    {
      name: "lines that tell of the error",
      code: inLines('const lines = ["Failed to load the orders"];\n    lines.push(error.message);'),
    },
    {
      name: "a list of reasons beside the sentence",
      code: inCatch('JSON.stringify({ message: "Failed to load the orders", reasons })').replace(
        "    return { isError",
        "    const reasons = [];\n    reasons.push(error.message);\n    return { isError",
      ),
    },
    {
      name: "lines of which nobody can see what they tell",
      code: inLines(
        'const lines = ["Failed to load the orders"];\n    for (const line of explain()) lines.push(line);',
      ),
    },
    { name: "the cause in the message", code: inCatch("`Failed to load the order: ${error.message}`") },
    {
      name: "a sentence of one's own",
      code: inCatch('"The order service is down for maintenance until six o\'clock. Ask the user to come back then."'),
    },
    {
      name: "a generic word beside a cause in another field",
      code: tool(
        `  try { return { content: [await load(args)] }; } catch (error) { return ${errorResult('errorCode: "FAILED", errorCategory: "transient", description: `The service answered ${error.status}.`')}; }`,
      ),
    },
    {
      name: "a check of the input",
      code: tool(
        '  if (!args.id) return { isError: true, content: [{ type: "text", text: "Invalid id" }] };\n  return { content: [] };',
      ),
    },
    {
      name: "thrown with the cause",
      code: tool(
        "  try { return { content: [await load(args)] }; } catch (error) { throw new Error(`Failed: ${error.message}`, { cause: error }); }",
      ),
    },
    {
      name: "a refused input, with what the upstream says",
      code: refused("new Error(`Invalid order: ${body}`)"),
    },
    {
      name: "a refused input, whose body the class may tell",
      code: refused('new ApiError("Invalid order", body)'),
    },
    {
      name: "a refusal that says it all",
      code: refused('new Error("Sign in first", { cause: body })').replace("=== 400", "=== 401"),
    },
    {
      name: "a refused input whose body nobody read",
      code: tool(
        '  const res = await fetch(url);\n  if (res.status === 400) throw new Error("Unknown order, or not of this account");\n  return { content: [await res.text()] };',
      ),
    },
    {
      name: "a failure of another function, with its reason",
      code: places("new Error(`Failed to find ${name}: ${place.error}`)", "{ success: false, error: String(error) }"),
    },
    {
      name: "an entry with its reason",
      code: each('catch (error) { found.push({ name, status: "error", error: String(error) }); }'),
    },
    {
      name: "an entry beside its reason",
      code: each('catch (error) { problems.push(String(error)); found.push({ name, status: "error" }); }'),
    },
    {
      name: "an entry with a sentence",
      code: each('catch { found.push({ name, status: "error", state: "not answering at the moment" }); }'),
    },
    {
      name: "an entry of a success",
      code: each('catch { found.push({ name, status: "skipped" }); }'),
    },
    {
      name: "what is left where every error was told",
      code: tool(
        "  try { return { content: [await load(args)] }; } catch (error) { if (error instanceof Error) throw new Error(`Failed to load: ${error.message}`); throw new Error('Failed to load: unknown error'); }",
      ),
    },
    {
      name: "not a tool",
      code: 'export const page = () => { try { go(); } catch { return { status: 500, body: "Operation failed" }; } };',
    },
    {
      name: "the cause behind the colon, after a run-time part",
      code: inCatch("`Failed to close session ${args.id}: no session is open under this id`"),
    },
    {
      name: "a function that is given the error and tells it",
      code: tool(
        "  try { return { content: [await load(args)] }; } catch (error) { return failed(error); }",
        'function failed(error) { const text = String(error); return { isError: true, content: [{ type: "text", text: `Request failed: ${text}` }] }; }',
      ),
    },
    {
      name: "a function that leaves for every error before",
      code: tool(
        "  try { return { content: [await load(args)] }; } catch (error) { return failed(error); }",
        'const text = (words) => ({ isError: true, content: [{ type: "text", text: words }] });\nfunction failed(error) { if (error instanceof Error) return text(error.message); return text("Unknown error"); }',
      ),
    },
    {
      name: "the words for one kind of error",
      code: tool(
        "  try { return { content: [await load(args)] }; } catch (error) { return failed(error); }",
        'const text = (words) => ({ isError: true, content: [{ type: "text", text: words }] });\nfunction failed(exception) { if (exception instanceof AuthError) return text("Authentication failed"); return text(`Refused: ${exception.message}`); }',
      ),
    },
    {
      name: "a callback that may be given an error",
      code: tool(
        "  return run(args, done);",
        'function done(error, out) { if (error) throw error; return { isError: true, content: [{ type: "text", text: "Command failed" }] }; }',
      ),
    },
    {
      name: "a refusal that says what it is about",
      code: tool(`
        const order = await api.getOrder(args.id);
        if (order.state === "closed") return { isError: true, content: [{ type: "text", text: "The order is closed." }] };
        return { content: [{ type: "text", text: order.state }] };
      `),
    },
    {
      name: "a second sentence that says why",
      code: inCatch('"Client initialization failed. Cannot read the key file of the account."'),
    },
    {
      name: "what a formatter of errors ends with",
      code: tool(
        '  return { content: [{ type: "text", text: words(args) }] };',
        'function words(value) { try { return JSON.stringify(value); } catch { return "Unknown error"; } }',
      ),
    },
    {
      name: "a run-time part that says what went wrong",
      code: tool(
        '  const { success, error } = await save(args);\n  if (!success) return { isError: true, content: [{ type: "text", text: `Failed to save: ${error || "Unknown error"}` }] };\n  return { content: [] };',
      ),
    },
    { name: "the output that cannot be read", code: unreadable("stdout") },
    {
      name: "the answer that a tested value was read from",
      code: tool(
        '  const answer = await check(args);\n  const verdict = read(answer);\n  if (verdict.error) return { isError: true, content: [{ type: "text", text: `Check failed: ${words(answer)}` }] };\n  return { content: [] };',
      ),
    },
    { name: "an answer without the value, and no reason near", code: missing("return (await api.load(id)).data;") },
    {
      name: "a flag with one reason",
      code: tool(
        '  const success = save(args);\n  if (!success) return { isError: true, content: [{ type: "text", text: "Failed to save" }] };\n  return { content: [] };',
        'function save(args) { if (state.status !== "ready") return false; store(args); return true; }',
      ),
    },
    {
      name: "a throw in a try whose clause replaces it",
      code: tool(
        '  try {\n    await load(args);\n  } catch {\n    try { await undo(args); throw new Error("Cleanup failed"); } catch { throw new Error("The order was written, and could not be taken back: look for it by hand."); }\n  }\n  return { content: [] };',
      ),
    },

    {
      name: "the kind of the failure, where it was asked for",
      code: tool(
        '  try { return { content: [await load(args)] }; } catch (error) { if (error.message.includes("unauthorized")) throw new Error("Failed to authenticate with the order store while listing"); throw error; }',
      ),
    },
    {
      name: "a second sentence that says what to see to",
      code: missing("try { return await api.load(id); } catch { return null; }").replace(
        "Failed to load the order",
        "Failed to find the order service. Please ensure it's running.",
      ),
    },

    {
      name: "a branch that no answer comes to",
      code: refusedTwice(
        "if (!response.ok) throw new Error(`Status ${response.status}`);",
        '"Cannot cancel this order"',
      ),
    },
    {
      name: "a status that nothing in the try can give",
      code: tool(
        "  try { return { content: [{ type: 'text', text: JSON.stringify(Key.random()) }] }; } catch (error) {\n    if (error.code === 404) return { isError: true, content: [{ type: 'text', text: 'Error creating key' }] };\n    throw error;\n  }",
      ),
    },
    {
      name: "what the status means, in a sentence",
      code: tool(
        "  const answer = await fetch(args.id);\n  if (!answer.ok) {\n    if (answer.status === 404) return { isError: true, content: [{ type: 'text', text: 'Failed to play the record because it was removed.' }] };\n    throw new Error(answer.statusText);\n  }\n  return { content: [] };",
      ),
    },
    {
      name: "a piece of what cannot be parsed",
      code: tool(
        "  const listed = await run(args);\n  let list;\n  try { list = JSON.parse(listed); } catch { throw new Error(`Could not read the list: ${listed.slice(0, 200)}`); }\n  return { content: [{ type: 'text', text: list.name }] };",
      ),
    },
    {
      name: "a written sentence with the reason",
      code: summary("catch (error) { summary.note = `Could not read the invoices: ${error.message}`; }"),
    },
    {
      name: "a written sentence beside the reason",
      code: summary('catch (error) { summary.note = "Could not read the invoices"; summary.reason = error.message; }'),
    },
    {
      name: "a written sentence for the kind that was found out",
      code: summary(
        'catch (error) { if (error.code === "ENOENT") summary.note = "Could not find the invoices"; else throw error; }',
      ),
    },
    {
      name: "a written sentence that names the cause",
      code: summary('catch { summary.note = "Could not read the invoices: the ledger is closed for today."; }'),
    },
    {
      name: "a written sentence for what is no error at all",
      code: summary(
        'catch (error) { if (error instanceof Error) summary.note = error.message; else summary.note = "Could not read the invoices"; }',
      ),
    },
    {
      name: "a written sentence with the reason, in a list that is called like a log",
      code: summary(
        "catch (error) { summary.debug = []; const { debug } = summary; debug.push(`Could not read the invoices ${error.message}`); }",
      ),
    },
    {
      name: "a sentence that nobody reads behind the clause",
      code: summary('catch { let note = ""; note = "Could not read the invoices"; console.error(note); }'),
    },
    {
      name: "another language, with the cause",
      code: inCatch('"登录失败，用户名或密码错误"'),
    },
    {
      name: "a value that a function says it may lack",
      code: sent(
        "async function send(args) { const [first] = await api.sent(args); return first; }",
        '"Failed to send it"',
      ),
    },
  ],
  [
    {
      name: "a look-up of a service, which may fail for any reason",
      code: located("store.load(path)"),
      problems: [{ messageId: "generic", data: { message: "Unable to locate a project there" } }],
    },
    ...["Operation failed", "Something went wrong."].map((message) => ({
      name: `a refusal of which the test knows the cause: ${message}`,
      code: tool(`
        const order = await api.getOrder(args.id);
        if (order.state === "closed") return ⟦{ isError: true, content: [{ type: "text", text: ${JSON.stringify(message)} }] }⟧;
        return { content: [{ type: "text", text: order.state }] };
      `),
      problems: [{ messageId: "causeDropped", data: { message } }],
    })),
    {
      name: "not there, of whatever has failed",
      code: guessing("⟦`Order ${args.id} not found.`⟧"),
      problems: [{ messageId: "guessed", data: { message: "Order … not found." } }],
    },
    {
      name: "a list that is put into the sentence",
      code: inCatch('⟦`Failed to load ${args.ids.join(", ")}`⟧'),
      problems: [{ messageId: "causeDropped", data: { message: "Failed to load …" } }],
    },
    {
      name: "lines that say nothing of the error",
      code: inLines('const lines = [⟦"Failed to load the orders"⟧];'),
      problems: [{ messageId: "causeDropped", data: { message: "Failed to load the orders" } }],
    },
    {
      name: "thrown by a function for every failure, and repeated behind a heading",
      code: tool(
        `  try {
    return { content: [{ type: "text", text: await read(args) }] };
  } catch (error) {
    return { isError: true, content: [{ type: "text", text: \`Error: \${error.message}\` }] };
  }`,
        `async function read(args) {
  try {
    return await load(args.id);
  } catch {
    throw new Error(⟦"Failed to read the order"⟧);
  }
}`,
      ),
      problems: [{ messageId: "causeDropped", data: { message: "Error: Failed to read the order" } }],
    },
    ...[
      "Error: An unexpected error occurred",
      "Error opening the order: Error opening the order",
      "Error: Internal server error occurred while processing the call",
    ].map((message) => ({
      name: `nothing but that something failed: ${message}`,
      code: inCatch(`⟦"${message}"⟧`),
      problems: [{ messageId: "causeDropped", data: { message } }],
    })),
    {
      name: "a run-time part that only says what was asked for",
      code: unreadable("args.path", "⟦", "⟧"),
      problems: [{ messageId: "causeDropped", data: { message: "Failed to read the list: …" } }],
    },
    {
      name: "a value that a function gives instead of the failure",
      code: missing("try { return await api.load(id); } catch { return null; }", "⟦", "⟧"),
      problems: [{ messageId: "generic", data: { message: "Failed to load the order" } }],
    },
    {
      name: "a value that a function gives instead of a refusal",
      code: missing("const res = await fetch(id); if (!res.ok) return null; return res.json();", "⟦", "⟧"),
      problems: [{ messageId: "generic", data: { message: "Failed to load the order" } }],
    },
    {
      name: "a value that a function hands on instead of the failure",
      code: missing("return read(id);\n}\nasync function read(id) { return api.load(id).catch(() => null);", "⟦", "⟧"),
      problems: [{ messageId: "generic", data: { message: "Failed to load the order" } }],
    },
    {
      name: "Operation failed",
      code: inCatch('⟦"Operation failed"⟧'),
      problems: [{ messageId: "causeDropped", data: { message: "Operation failed" } }],
    },
    {
      name: "Failed to X",
      code: inCatch('⟦"Failed to load the order"⟧'),
      problems: [{ messageId: "causeDropped", data: { message: "Failed to load the order" } }],
    },
    {
      name: "Something went wrong, and what follows it",
      code: inCatch('⟦"Something went wrong. Please try again later."⟧'),
      problems: [{ messageId: "causeDropped", data: { message: "Something went wrong. Please try again later." } }],
    },
    {
      name: "with what was asked for",
      code: inCatch("⟦`Failed to load order ${args.id}`⟧"),
      problems: [{ messageId: "causeDropped", data: { message: "Failed to load order …" } }],
    },
    {
      name: "a description",
      code: tool(
        `  try { return { content: [await load(args)] }; } catch (error) { return ${errorResult('errorCategory: "transient", description: ⟦"An unexpected error occurred"⟧')}; }`,
      ),
      problems: [{ messageId: "causeDropped", data: { message: "An unexpected error occurred" } }],
    },
    {
      name: "thrown",
      code: tool('  try { return { content: [await load(args)] }; } catch (error) { throw ⟦⟦new Error("Failed")⟧⟧; }')
        .replace("⟦⟦new Error(", "new Error(⟦")
        .replace(")⟧⟧", "⟧)"),
      problems: [{ messageId: "causeDropped", data: { message: "Failed" } }],
    },
    {
      name: "behind a test of the response",
      code: tool(
        '  const res = await fetch(url);\n  if (!res.ok) return { isError: true, content: [{ type: "text", text: ⟦"Request failed"⟧ }] };\n  return { content: [] };',
      ),
      problems: [{ messageId: "causeDropped", data: { message: "Request failed" } }],
    },
    {
      name: "a phrase of the project",
      options: { phrases: ["Computer says no"] },
      code: inCatch('⟦"computer says no."⟧'),
      problems: [{ messageId: "causeDropped", data: { message: "computer says no." } }],
    },
    {
      name: "in a function that is given the error",
      code: tool(
        "  try { return { content: [await load(args)] }; } catch (error) { return failed(error); }",
        'function failed(error) { log(error); return { isError: true, content: [{ type: "text", text: ⟦"Unexpected server error. Check logs for details."⟧ }] }; }',
      ),
      problems: [{ messageId: "causeDropped", data: { message: "Unexpected server error. Check logs for details." } }],
    },
    {
      name: "in such a function, after the kinds that it knows",
      code: tool(
        "  try { return { content: [await load(args)] }; } catch (error) { return failed(error); }",
        'function failed(error) { if (error instanceof ApiError) return { isError: true, content: [{ type: "text", text: error.message }] }; return { isError: true, content: [{ type: "text", text: ⟦"Something went wrong"⟧ }] }; }',
      ),
      problems: [{ messageId: "causeDropped", data: { message: "Something went wrong" } }],
    },
    {
      name: "a second sentence that only says what stops",
      code: inCatch('⟦"Client initialization failed. Cannot start the tools."⟧'),
      problems: [
        { messageId: "causeDropped", data: { message: "Client initialization failed. Cannot start the tools." } },
      ],
    },
    {
      name: "a fixed sentence in place of the data",
      code: tool(
        '  return { content: [{ type: "text", text: extract(await load(args)) }] };',
        'function extract(page) { try { return parse(page).body; } catch (error) { log(error); return ⟦"Failed to extract the body"⟧; } }',
      ),
      problems: [{ messageId: "causeDropped", data: { message: "Failed to extract the body" } }],
    },
    {
      name: "a second sentence about the connection",
      code: inCatch('⟦"Network request failed. Check your connection and try again."⟧'),
      problems: [
        {
          messageId: "causeDropped",
          data: { message: "Network request failed. Check your connection and try again." },
        },
      ],
    },
    {
      name: "a refused input, with what the upstream says as the cause alone",
      code: refused('new Error(⟦"Invalid order data"⟧, { cause: new Error(body) })'),
      problems: [{ messageId: "causeDropped", data: { message: "Invalid order data" } }],
    },
    {
      name: "a refused input, with what the upstream says in the log alone",
      code: refused('new Error(⟦"Unknown order, or not of this account"⟧)'),
      problems: [{ messageId: "causeDropped", data: { message: "Unknown order, or not of this account" } }],
    },
    {
      name: "a failure of another function that gives no reason",
      code: places("new Error(⟦`Failed to find ${name}`⟧)", "{ success: false }"),
      problems: [{ messageId: "generic", data: { message: "Failed to find …" } }],
    },
    {
      name: "a failure of another function, without its reason",
      code: places("new Error(⟦`Failed to find ${name}`⟧)", "{ success: false, error: String(error) }"),
      problems: [{ messageId: "generic", data: { message: "Failed to find …" } }],
    },
    {
      name: "an entry that only says that it failed",
      code: each('catch (error) { console.error(error); found.push(⟦{ name, count: 0, status: "error" }⟧); }'),
      problems: [{ messageId: "bareRecord" }],
    },

    {
      name: "only the step, where the kind was asked for",
      code: tool(
        '  try { return { content: [await load(args)] }; } catch (error) { if (error.message.includes("unauthorized")) throw new Error(⟦"Failed to list the orders"⟧); throw error; }',
      ),
      problems: [{ messageId: "causeDropped", data: { message: "Failed to list the orders" } }],
    },
    {
      name: "the kind of a failure for which nobody asked",
      code: tool(
        '  try { return { content: [await load(args)] }; } catch (error) { log(error); throw new Error(⟦"Failed to connect to the order store"⟧); }',
      ),
      problems: [{ messageId: "causeDropped", data: { message: "Failed to connect to the order store" } }],
    },
    {
      name: "a second sentence that only says to retry",
      code: inCatch('⟦"Failed to load the order. Please retry."⟧'),
      problems: [{ messageId: "causeDropped", data: { message: "Failed to load the order. Please retry." } }],
    },

    {
      name: "a branch behind a request that lets a refusal through",
      code: refusedTwice("if (response.status >= 500) throw new Error('Down');", '⟦"Cannot cancel this order"⟧'),
      problems: [{ messageId: "causeDropped", data: { message: "Cannot cancel this order" } }],
    },
    {
      name: "a status that an upstream may give",
      code: tool(
        "  try { return { content: [{ type: 'text', text: JSON.stringify(await keys.make(args.name)) }] }; } catch (error) {\n    if (error.code === 404) return { isError: true, content: [{ type: 'text', text: ⟦'Error creating key'⟧ }] };\n    throw error;\n  }",
      ),
      problems: [{ messageId: "causeDropped", data: { message: "Error creating key" } }],
    },
    {
      name: "a status that a function of the project may give",
      code: tool(
        "  try { return { content: [{ type: 'text', text: await find(args.name) }] }; } catch (error) {\n    if (error.code === 404) return { isError: true, content: [{ type: 'text', text: ⟦'Error finding key'⟧ }] };\n    throw error;\n  }",
        "async function find(name) { return keys.get(name); }",
      ),
      problems: [{ messageId: "causeDropped", data: { message: "Error finding key" } }],
    },
    {
      name: "one sentence for every status",
      code: tool(
        "  const answer = await fetch(args.id);\n  if (!answer.ok) return { isError: true, content: [{ type: 'text', text: ⟦'Failed to play the record because it is unavailable.'⟧ }] };\n  return { content: [] };",
      ),
      problems: [
        { messageId: "causeDropped", data: { message: "Failed to play the record because it is unavailable." } },
      ],
    },
    {
      name: "a name, where what cannot be parsed is at hand",
      code: tool(
        "  const listed = await run(args);\n  let list;\n  try { list = JSON.parse(listed); } catch { throw new Error(⟦`Could not read the list: ${args.name.slice(0, 200)}`⟧); }\n  return { content: [{ type: 'text', text: list.name }] };",
      ),
      problems: [{ messageId: "causeDropped", data: { message: "Could not read the list: …" } }],
    },
    {
      name: "a sentence written into the answer",
      code: summary('catch (error) { console.error(error); summary.note = ⟦"Could not read the invoices"⟧; }'),
      problems: [{ messageId: "causeDropped", data: { message: "Could not read the invoices" } }],
    },
    {
      name: "a sentence added to the answer",
      code: summary('catch { summary.lines.push(⟦"Failed to load the invoices"⟧); }'),
      problems: [{ messageId: "causeDropped", data: { message: "Failed to load the invoices" } }],
    },
    {
      name: "a sentence in an entry of the answer",
      code: summary('catch { summary.lines.push({ id: 1, error: ⟦"Failed to load the invoices"⟧ }); }'),
      problems: [{ messageId: "causeDropped", data: { message: "Failed to load the invoices" } }],
    },
    {
      name: "a sentence for all kinds but one",
      code: summary(
        'catch (error) { if (error.message.includes("closed")) return { content: [{ type: "text", text: error.message }] }; summary.note = ⟦"Could not read the invoices at this time due to an unexpected error."⟧; }',
      ),
      problems: [
        {
          messageId: "causeDropped",
          data: { message: "Could not read the invoices at this time due to an unexpected error." },
        },
      ],
    },
    {
      name: "another language",
      code: inCatch('⟦"获取订单失败，请稍后重试"⟧'),
      problems: [{ messageId: "causeDropped", data: { message: "获取订单失败，请稍后重试" } }],
    },
    {
      name: "what a function keeps to itself, behind a test of more than its value",
      code: sent(
        "async function send(args) { try { return await api.send(args); } catch (error) { log(error); return; } }",
        '⟦"Failed to send it"⟧',
      ),
      problems: [{ messageId: "generic", data: { message: "Failed to send it" } }],
    },
  ],
);
