import { errorResult, lowLevel, testRule, tool } from "../support/rule-tester.js";

const attempt = (clause: string, head = ""): string =>
  tool(`  try {\n    return await api.load(args.id);\n  } catch (error) {\n${clause}\n  }`, head);
const checkOrder = (clause: string, message: string): string =>
  `async function check(id) {\n  const found = await verify(id);\n  return { content: [{ type: "text", text: JSON.stringify(found) }] };\n}\nasync function verify(id) {\n  try {\n    return { valid: true, order: await api.load(id) };\n  } ${clause} {\n    return ⟦{ valid: false, error: { type: "NOT_FOUND", message: ${message}, hints: ["Check the id"] } }⟧;\n  }\n}`;
const permission = "errorCategory: 'permission', isRetryable: false, description: 'The account lacks a scope.'";

/** A handler that says of each failure of this work that a permission is missing; the functions stand beside it. */
const refused = (work: string, functions: string): string =>
  tool(`  try {\n    return ${work};\n  } catch {\n    return ⟦${errorResult(permission)}⟧;\n  }`, functions);
const ANSWERED =
  "async function answered(id) {\n  try {\n    return await api.load(id);\n  } catch (error) {\n    return { content: [], note: error.code };\n  }\n}";

/** A check of the input, and a folder that is made, whose failure is told with its message. */
const made = (said: string): string =>
  tool(
    `  try {\n    if (!known(args.domain)) throw new Error(\`Invalid domain '\${args.domain}' in the settings\`);\n    await make(args.path);\n    return { content: [] };\n  } catch (error) {\n    return { isError: true, content: [{ type: "text", text: error.message }] };\n  }`,
    `import { mkdir } from "node:fs/promises";\nasync function make(path) {\n  try { await mkdir(path); } catch (error) { throw new Error(${said}); }\n}`,
  );

testRule(
  "no-unclassified-catch",
  [
    {
      name: "a message that is one of several, for another failure",
      code: made("`Failed to make ${path}: ${error.message}`"),
    },
    {
      name: "a check at hand, which refuses for one reason",
      code: refused(
        "allowed(args.id)",
        "function allowed(id) {\n  if (!KNOWN.has(id)) throw new Error(`No access to ${id}`);\n  return { content: [] };\n}",
      ).replaceAll(/[⟦⟧]/gu, ""),
    },
    {
      name: "work that answers for its own failures",
      code: refused("await answered(args.id)", ANSWERED).replaceAll(/[⟦⟧]/gu, ""),
    },
    {
      name: "the status is looked at",
      code: attempt(`    if (error.status === 403) return ${errorResult(permission)};\n    throw error;`),
    },
    ...[
      "busy",
      "error.retryAfter",
      '"retryAfter" in error',
      "error.retryable",
      "error.isRetryable === true",
      'error.reason === "busy"',
      'error._tag === "Busy"',
      "error.constructor === BusyError",
      "error === BUSY",
      "error.$metadata?.httpStatusCode === 503",
      'error?.errors?.[0]?.reason === "rateLimitExceeded"',
      "error[RETRY] === true",
      "BusyError.is(error)",
    ].map((test) => ({
      name: `the clause asks for \`${test}\``,
      code: attempt(
        `    const busy = error.level >= 3;\n    if (!(${test})) throw error;\n    return ${errorResult("errorCategory: 'transient', isRetryable: true, retryAfterSeconds: 5, description: 'The order service is busy.'")};`,
      ),
    })),
    {
      name: "what a test picks out, where the rest goes on as it came",
      code: attempt(
        '    if (timer.done) return { isError: true, content: [{ type: "text", text: "The order service timed out" }] };\n    throw error;',
      ),
    },
    {
      name: "a class is looked at, and the rest is told as unknown",
      code: attempt(
        `    const denied = error instanceof Denied;\n    return ${errorResult("errorCategory: error instanceof Denied ? 'permission' : 'transient', isRetryable: false, description: denied")};`,
      ),
    },
    {
      name: "transient and not retryable says that the cause is unknown",
      code: attempt(
        `    return ${errorResult("errorCategory: 'transient', isRetryable: false, description: 'The order service gave no clear answer.'")};`,
      ),
    },
    {
      name: "a classifier that cannot be seen",
      code: attempt(`    return toolError.from(error, { description: 'x' });`),
    },
    {
      name: "a function of the file classifies",
      code: attempt(
        "    return failure(error);",
        `function failure(error) {\n  if (error.status === 403) return ${errorResult(permission)};\n  return ${errorResult("errorCategory: 'transient', isRetryable: true, retryAfterSeconds: 3, description: 'x'")};\n}`,
      ),
    },
    {
      name: "a parse fails for one reason",
      code: tool(
        `  try {\n    schema.parse(args);\n  } catch (error) {\n    return ${errorResult("errorCategory: 'validation', isRetryable: false, description: 'x'")};\n  }\n  return { content: [] };`,
      ),
    },
    {
      name: "no category: another rule's",
      code: attempt('    return { isError: true, content: [{ type: "text", text: `Error: ${error.message}` }] };'),
    },
    {
      name: "a generic message: another rule's",
      code: attempt('    return { isError: true, content: [{ type: "text", text: "Failed to load the order" }] };'),
    },
    {
      name: "a look-up at hand fails for one reason",
      code: tool(
        '  try {\n    return { content: [{ type: "text", text: registry.require(args.id).text }] };\n  } catch {\n    return { isError: true, content: [{ type: "text", text: `Order ${args.id} not found.` }] };\n  }',
      ),
    },
    {
      name: "only a lost connection is left",
      code: tool(
        "  try {\n    const response = await fetch(args.url);\n    if (!response.ok) return { isError: true, content: [{ type: 'text', text: `The guide answered ${response.status}.` }] };\n    return { content: [{ type: 'text', text: await response.text() }] };\n  } catch {\n    return { isError: true, content: [{ type: 'text', text: 'The guide is unavailable, the network does not answer.' }] };\n  }",
      ),
    },
    {
      name: "a call of the browser around the code",
      code: tool(
        "  try {\n    const [found] = await chrome.bookmarks.get(args.id);\n    return { content: [{ type: 'text', text: found.title }] };\n  } catch {\n    return { isError: true, content: [{ type: 'text', text: `Invalid bookmark ${args.id}` }] };\n  }",
      ),
    },
    {
      name: "thrown with what was caught",
      code: attempt("    throw new Error(`Order ${args.id} not found: ${error.message}`);"),
    },
    {
      name: "thrown where the status says so",
      code: attempt("    if (error.status === 404) throw new Error(`Order ${args.id} not found`);\n    throw error;"),
    },
    {
      name: "thrown after a second look",
      code: attempt(
        "    const names = await api.names();\n    throw new Error(`Order ${args.id} not found. Known: ${names}`);",
      ),
    },
    {
      name: "thrown where the names at hand say so",
      code: attempt("    if (!known.has(args.id)) throw new Error(`Order ${args.id} not found`);\n    throw error;"),
    },
    {
      name: "thrown where the model never reads it",
      code: lowLevel(
        "  try {\n    return await api.load(request.params.arguments);\n  } catch {\n    throw new Error('Order not found');\n  }",
      ),
    },
    {
      name: "thrown for a parse",
      code: tool("  try {\n    new URL(args.url);\n  } catch {\n    throw new Error('Invalid URL');\n  }"),
    },
    {
      name: "data with the cause in it",
      code: tool(
        "  return check(args.id);",
        checkOrder("catch (error)", "`Order not found: ${String(error)}`").replace(/[⟦⟧]/gu, ""),
      ),
    },
    {
      name: "JSON with a next step",
      code: tool(
        '  try {\n    return { content: await api.load(args) };\n  } catch {\n    return { isError: true, content: [{ type: "text", text: JSON.stringify({ error: "Order not found.", help: "List the orders first." }) }] };\n  }',
      ),
    },
    {
      name: "a message with a next step",
      code: attempt(
        '    return { isError: true, content: [{ type: "text", text: "The order service is offline. Try again in a minute." }] };',
      ),
    },
    {
      name: "a question about one path, in words that hold for whatever may come",
      code: tool(
        "  let found;\n  try {\n    found = await Bun.file(args.folder).stat();\n  } catch {\n    throw new Error(`The folder does not exist or is inaccessible: ${args.folder}`);\n  }\n  return { content: [{ type: 'text', text: String(found.size) }] };",
      ),
    },
    ...["not found or not readable", "missing, or it cannot be read"].map((words) => ({
      name: `a file that is ${words}`,
      code: tool(
        `  try {\n    return { content: [{ type: "text", text: await readFile(args.path, "utf8") }] };\n  } catch {\n    return { isError: true, content: [{ type: "text", text: \`File not found: \${args.path} is ${words}\` }] };\n  }`,
        'import { readFile } from "node:fs/promises";',
      ),
    })),
    {
      name: "a file that cannot be read, or not be parsed",
      code: tool(
        "  try {\n    return { content: [JSON.parse(fs.readFileSync(path.join(args.folder, 'orders.json'), 'utf8'))] };\n  } catch {\n    throw new Error('The file orders.json was not found or is invalid');\n  }",
      ),
    },
    ...["'rules.md', 'utf8'", "join(HERE, 'rules.md')", "this.rulesPath"].map((path) => ({
      name: `the one file that is always read: ${path}`,
      code: tool(
        `  try {\n    return { content: [{ type: 'text', text: await readFile(${path}) }] };\n  } catch {\n    throw new Error('rules.md not found');\n  }`,
        'import { join } from "node:path";\nconst HERE = import.meta.dirname;',
      ),
    })),
    {
      name: "a file of the server's own list",
      code: tool(
        "  if (!PAGES.has(args.page)) throw new Error('Pages: a, b');\n  const file = join(HELP, `${args.page}.md`);\n  try {\n    return { content: [{ type: 'text', text: await readFile(file, 'utf8') }] };\n  } catch {\n    throw new Error(`Page ${args.page} not found`);\n  }",
      ),
    },
    {
      name: "a step under a heading",
      code: tool(
        '  try {\n    return await api.load(args.id);\n  } catch {\n    return { isError: true, content: [{ type: "text", text: "Orders: unavailable. Next: a rebuild." }] };\n  }',
      ),
    },
  ],
  [
    {
      name: "the message of the clause's own error",
      code: made('⟦new Error("Invalid path")⟧').replace("new Error(⟦", "⟦").replace("⟧)", "⟧"),
      problems: [{ messageId: "sameMessage", data: { what: "mkdir()", name: "", value: "Invalid path" } }],
    },
    {
      name: "work that catches some of its failures alone",
      code: refused("await answered(args.id)", ANSWERED.replace("try {", "await api.connect();\n  try {")),
      problems: [
        {
          messageId: "sameCategory",
          data: { name: "errorCategory", value: '"permission"', what: "api.connect()" },
        },
      ],
    },
    {
      name: "behind a test, where the rest is told with as little",
      code: attempt(
        '    if (args.short) return ⟦{ isError: true, content: [{ type: "text", text: "The order service timed out" }] }⟧;\n    return ⟦{ isError: true, content: [{ type: "text", text: "Order not found" }] }⟧;',
      ),
      problems: ["The order service timed out", "Order not found"].map((value) => ({
        messageId: "sameMessage",
        data: { name: "", value, what: "api.load()" },
      })),
    },
    {
      name: "every failure is a refusal",
      code: attempt(`    console.error(error);\n    return ⟦${errorResult(permission)}⟧;`),
      problems: [
        { messageId: "sameCategory", data: { name: "errorCategory", value: '"permission"', what: "api.load()" } },
      ],
    },
    {
      name: "its message changes nothing",
      code: attempt(
        `    return ⟦${errorResult("errorCategory: 'validation', isRetryable: false, description: String(error)")}⟧;`,
      ),
      problems: [
        { messageId: "sameCategory", data: { name: "errorCategory", value: '"validation"', what: "api.load()" } },
      ],
    },
    {
      name: "every failure may be repeated",
      code: attempt(
        `    return ⟦${errorResult("bucket: 'Transient', retryable: true, retryAfterMs: 2000, humanMessage: 'The order service is busy.'")}⟧;`,
      ),
      problems: [{ messageId: "sameRetry", data: { name: "retryable", value: "true", what: "api.load()" } }],
    },
    {
      name: "every failure has one cause",
      code: attempt(
        '    return ⟦{ isError: true, content: [{ type: "text", text: `Order ${args.id} not found.` }] }⟧;',
      ),
      problems: [{ messageId: "sameMessage", data: { name: "", value: "Order … not found.", what: "api.load()" } }],
    },
    {
      name: "every failure has one cause, in JSON",
      code: tool(
        "  try {\n    return { content: await api.load(args) };\n  } catch {\n    return ⟦refused(`Order ${args.id} not found.`)⟧;\n  }",
        'const refused = (error) => ({ isError: true, content: [{ type: "text", text: JSON.stringify({ success: false, error }) }] });',
      ),
      problems: [{ messageId: "sameMessage", data: { name: "", value: "Order … not found.", what: "api.load()" } }],
    },
    {
      name: "a refusal is told as a lost connection",
      code: tool(
        "  try {\n    const response = await fetch(args.url);\n    if (!response.ok) throw new Error(`status ${response.status}`);\n    return { content: [{ type: 'text', text: await response.text() }] };\n  } catch {\n    return ⟦{ isError: true, content: [{ type: 'text', text: 'Failed: the guide is unavailable.' }] }⟧;\n  }",
      ),
      problems: [
        { messageId: "sameMessage", data: { name: "", value: "Failed: the guide is unavailable.", what: "fetch()" } },
      ],
    },
    {
      name: "every failure is thrown with one cause",
      code: attempt("    throw ⟦new Error(`Order ${args.id} not found`, { cause: error })⟧;"),
      problems: [{ messageId: "sameMessage", data: { name: "", value: "Order … not found", what: "api.load()" } }],
    },
    {
      name: "thrown by a function that works for a tool",
      code: tool(
        "  return { content: [await read(args.id)] };",
        "async function read(id) {\n  try {\n    return await api.load(id);\n  } catch {\n    throw ⟦new Error(`Order ${id} does not exist`)⟧;\n  }\n}",
      ),
      problems: [{ messageId: "sameMessage", data: { name: "", value: "Order … does not exist", what: "api.load()" } }],
    },
    {
      name: "data that tells of a failure",
      code: tool("  return check(args.id);", checkOrder("catch", "`Order ${id} not found`")),
      problems: [{ messageId: "sameMessage", data: { name: "", value: "Order … not found", what: "api.load()" } }],
    },
    {
      name: "every failure of a file has one cause",
      code: tool(
        '  try {\n    return { content: [{ type: "text", text: fs.readFileSync(args.path, "utf8") }] };\n  } catch {\n    return ⟦{ isError: true, content: [{ type: "text", text: `File ${args.path} not found.` }] }⟧;\n  }',
      ),
      problems: [
        { messageId: "sameMessage", data: { name: "", value: "File … not found.", what: "fs.readFileSync()" } },
      ],
    },
    {
      name: "a loop that waits",
      code: tool(
        "  try {\n    let text = '';\n    for await (const part of api.stream(args.id)) text += part;\n    return { content: [{ type: 'text', text }] };\n  } catch {\n    throw ⟦new Error(`Order ${args.id} not found`)⟧;\n  }",
      ),
      problems: [{ messageId: "sameMessage", data: { name: "", value: "Order … not found", what: "api.stream()" } }],
    },
    {
      name: "by a rejection handler",
      code: tool(
        `  return api.load(args.id).then(toResult, (error) => (⟦${errorResult(permission)}⟧));`,
        "const toResult = (text) => ({ content: [{ type: 'text', text }] });",
      ),
      problems: [
        { messageId: "sameCategory", data: { name: "errorCategory", value: '"permission"', what: "api.load()" } },
      ],
    },
    {
      name: "through a builder that looks at nothing",
      code: attempt(
        "    return ⟦denied(error)⟧;",
        `function denied(error) {\n  return ${errorResult("errorCategory: 'permission', isRetryable: false, description: String(error)")};\n}`,
      ),
      problems: [
        { messageId: "sameCategory", data: { name: "errorCategory", value: '"permission"', what: "api.load()" } },
      ],
    },
    {
      name: "two causes of many",
      code: tool(
        "  try {\n    return await api.load(args.id);\n  } catch {\n    throw ⟦new Error('Order not found or invalid')⟧;\n  }",
      ),
      problems: [
        { messageId: "sameMessage", data: { name: "", value: "Order not found or invalid", what: "api.load()" } },
      ],
    },
    {
      name: "a file that nobody has looked for",
      code: tool(
        "  if (!args.page) throw new Error('Give a page.');\n  const file = path.join(HELP, `${args.page}.md`);\n  try {\n    return { content: [{ type: 'text', text: readFileSync(path.resolve(file), 'utf8') }] };\n  } catch {\n    throw ⟦new Error(`Page ${args.page} not found`)⟧;\n  }",
      ),
      problems: [{ messageId: "sameMessage", data: { name: "", value: "Page … not found", what: "readFileSync()" } }],
    },
    ...[
      "error instanceof Error",
      'typeof error === "string"',
      "error",
      "error?.message",
      '"message" in error',
      "text",
      "debug",
    ].map((test) => ({
      name: `\`${test}\` gives no kind away`,
      code: attempt(
        `    const text = error instanceof Error ? error.message : String(error);\n    if (${test}) audit.add("x");\n    return ⟦${errorResult("isRetryable: true, retryAfterSeconds: 5, description: 'x'")}⟧;`,
        "const debug = false;",
      ),
      problems: [{ messageId: "sameRetry", data: { name: "isRetryable", value: "true", what: "api.load()" } }],
    })),
  ],
);
