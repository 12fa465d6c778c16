import { testRule, tool } from "../support/rule-tester.js";

const done = "return { content: [{ type: 'text', text: await api.load(args.id) }] };";
const loop = (head: string, clause: string, constants = ""): string =>
  tool(
    `  ${head} {\n    try {\n      ${done}\n    } catch (error) {\n${clause}\n    }\n  }\n  throw new Error("gave up");`,
    constants,
  );

testRule(
  "no-terminal-retry",
  [
    {
      name: "bounded, waits, and looks",
      code: loop(
        "for (let attempt = 0; attempt < 3; attempt++)",
        "      if (!isTransient(error)) throw error;\n      await sleep(2 ** attempt * 100 * Math.random());",
      ),
    },
    {
      name: "bounded, waits, and asks a function of the error",
      code: loop(
        "for (let attempt = 0; attempt < 3; attempt++)",
        `      console.error(error);
      await sleep(waitFor(error, attempt));`,
      ),
    },
    {
      name: "one attempt at each of several things",
      code: tool(
        `  for (const mirror of args.mirrors) {\n    try {\n      return { content: [{ type: "text", text: await api.load(mirror) }] };\n    } catch (error) {\n      console.error(error);\n    }\n  }\n  throw new Error("No mirror answers.");`,
      ),
    },
    {
      name: "one attempt in each of several ways",
      code: tool(
        `  for (const mode of ["fast", "safe"]) {\n    try {\n      return { content: [{ type: "text", text: await api.load(args.id, { mode }) }] };\n    } catch (error) {\n      console.error(error);\n    }\n  }\n  throw new Error("Neither way works.");`,
      ),
    },
    {
      name: "one attempt for each of several types, until one works",
      code: tool(
        `  let found, last;
  for (const type of ["structure", "table"]) {
    try {
      found = await usesOf({ id: args.id, type });
      break;
    } catch (error) {
      last = error;
    }
  }
  if (!found) throw last;
  return { content: [{ type: "text", text: JSON.stringify(found) }] };`,
        "const usesOf = async ({ id, type }) => (await client.send({ id, filter: { type } })).rows;",
      ),
    },
    {
      name: "one request for each of several sections, of which any may be missing",
      code: tool(
        `  const out = {};
  for (const section of ["orders", "refunds"]) Object.assign(out, await read(section));
  return { content: [{ type: "text", text: JSON.stringify(out) }] };`,
        `async function read(section) {
  switch (section) {
    case "orders":
      return { orders: await get("/orders") };
    default:
      return { refunds: await get("/refunds") };
  }
}
async function get(path) {
  try {
    const response = await fetch(BASE + path);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}`,
      ),
    },
    {
      name: "ends for an abort, and for a status",
      code: loop(
        "for (let attempt = 0; attempt < 3; attempt++)",
        "      if (error.name === 'AbortError' || error.status < 500) throw error;\n      await sleep(500);",
      ),
    },
    {
      name: "ends by a test in the clause",
      code: loop(
        "for (let attempt = 1; ; attempt++)",
        "      if (error.status !== 503 || attempt >= 3) throw error;\n      await sleep(500);",
      ),
    },
    ...[
      "if (error.status !== 503 || Date.now() > deadline) throw error;",
      "if (signal.aborted) throw error;",
      "tries += 1; if (!mayRepeat(error, tries)) throw error;",
      "tries += 1; if (tries > 3) break;",
      "if (this.left-- === 0) throw error;",
    ].map((end) => ({
      name: `ends by more than the kind of failure: ${end}`,
      code: tool(
        `  let tries = 0;\n  const deadline = Date.now() + 9000;\n  const signal = args.signal;\n  while (true) {\n    try {\n      ${done}\n    } catch (error) {\n      if (error.status !== 503) throw error;\n      ${end}\n      await sleep(500);\n    }\n  }`,
      ),
    })),
    {
      name: "counted beside the attempt",
      code: tool(
        `  let tries = 0;\n  while (true) {\n    if (tries++ > 2) throw new Error("gave up");\n    try {\n      ${done}\n    } catch (error) {\n      if (error.status !== 503) throw error;\n      await sleep(500);\n    }\n  }`,
      ),
    },
    {
      name: "refusals that are answers: the clause sees lost connections only",
      code: tool(
        "  let last;\n  for (let i = 0; i < 3; i++) {\n    try {\n      const res = await send(args.url);\n      if ((res.status === 429 || res.status >= 500) && i < 2) {\n        await sleep(500);\n        continue;\n      }\n      return res;\n    } catch (error) {\n      last = error;\n      await sleep(500);\n    }\n  }\n  throw last;",
      ),
    },
    {
      name: "answers whose status is looked at between the rounds",
      code: tool(
        "  for (let i = 0; i < 3; i++) {\n    const res = await fetch(args.url);\n    if (res.ok) return { content: [{ type: 'text', text: await res.text() }] };\n    if (res.status < 500) break;\n    await sleep(500);\n  }\n  throw new Error('gave up');",
      ),
    },
    {
      name: "a round for each of several addresses",
      code: tool(
        "  for (const url of args.urls) {\n    const res = await fetch(url);\n    if (res.ok) return { content: [{ type: 'text', text: await res.text() }] };\n  }\n  throw new Error('gave up');",
      ),
    },
    {
      name: "asking until the server is up",
      code: tool(
        "  for (let i = 0; i < 30; i++) {\n    const res = await fetch(`${args.url}/health`);\n    if (res.ok) return { content: [{ type: 'text', text: 'up' }] };\n    await sleep(500);\n  }\n  throw new Error('gave up');",
      ),
    },
    {
      name: "a function that calls itself, and looks",
      code: tool(
        "  return { content: [{ type: 'text', text: await again(args.id, 3) }] };",
        "async function again(id, left) {\n  try {\n    return await api.load(id);\n  } catch (error) {\n    if (left === 0 || error.status !== 503) throw error;\n    await sleep(500);\n    return again(id, left - 1);\n  }\n}",
      ),
    },
    {
      name: "a function that calls itself with something else",
      code: tool(
        "  return { content: [{ type: 'text', text: await find(args.path, 0) }] };",
        "async function find(path, depth) {\n  try {\n    return await readFile(path);\n  } catch (error) {\n    if (depth > 5) throw error;\n    return find(dirname(path), depth + 1);\n  }\n}",
      ),
    },
    {
      name: "some more attempts at what is transient, with a few seconds of waiting in all",
      code: loop(
        "for (let attempt = 0; attempt <= TRIES; attempt++)",
        "      if (error.status !== 409 || attempt === TRIES) throw error;\n      const wait = START * Math.pow(2, attempt) + Math.random() * 200;\n      await new Promise((done) => setTimeout(done, wait));",
        "const TRIES = 5;\nconst START = 500;",
      ),
    },
    {
      name: "each round tries another",
      code: tool(
        "  let path = args.path;\n  for (;;) {\n    try {\n      return await load(path);\n    } catch (error) {\n      if (error.code !== 'ENOENT') throw error;\n      path = dirname(path);\n    }\n  }",
      ),
    },
    {
      name: "a number that is not written here",
      code: loop(
        "for (let attempt = 0; attempt < args.max; attempt++)",
        "      if (error.status < 500) throw error;\n      await delay(100);",
      ),
    },
    {
      name: "a kind that was found out before the test",
      code: loop(
        "for (let attempt = 0; attempt < 3; attempt++)",
        "      const busy = String(error).includes('busy');\n      if (!busy) throw error;\n      await sleep(100);",
      ),
    },
    {
      name: "decided by a function",
      code: loop("for (let attempt = 0; attempt < 2; attempt++)", "      await backoff(error, attempt);"),
    },
    {
      name: "something else each round is no retry",
      code: tool(
        '  let place = args.path;\n  for (;;) {\n    try {\n      return { content: [{ type: "text", text: await realpath(place) }] };\n    } catch (error) {\n      place = dirname(place);\n    }\n  }',
      ),
    },
    {
      name: "the same file in another folder each round",
      code: tool(
        '  let folder = process.cwd();\n  while (folder !== path.dirname(folder)) {\n    try {\n      await fs.access(path.join(folder, "package.json"));\n      break;\n    } catch {\n      folder = path.dirname(folder);\n    }\n  }\n  return { content: [{ type: "text", text: folder }] };',
      ),
    },
    {
      name: "each item once is no retry",
      code: tool(
        "  for (const host of HOSTS) {\n    try {\n      return await ask(host);\n    } catch (error) {\n      console.error(error);\n    }\n  }\n  throw new Error('no host answers');",
      ),
    },
    {
      name: "polling ends with the work, not with its first success",
      code: tool(
        "  while (true) {\n    const job = await api.job(args.id);\n    if (job.done) return { content: [{ type: 'text', text: job.text }] };\n    await sleep(1000);\n  }",
      ),
    },
    {
      name: "no tool",
      code: "export async function connect() { for (;;) { try { return await open(); } catch { } } }",
    },
    {
      name: "more attempts by option",
      options: { max: 5 },
      code: loop(
        "for (let attempt = 0; attempt < 5; attempt++)",
        "      if (error.status < 500) throw error;\n      await sleep(100);",
      ),
    },
    {
      name: "the caller says how often",
      code: tool(
        `  const { tries } = args;\n  for (let attempt = 1; attempt <= tries; attempt++) {\n    try {\n      ${done}\n    } catch (error) {\n      await sleep(500);\n    }\n  }\n  throw new Error("gave up");`,
      ),
    },
    {
      name: "another way to do it, after which the loop is left",
      code: tool(
        `  let last;\n  for (let attempt = 0; attempt < 3; attempt++) {\n    try {\n      last = await api.load(args.id);\n    } catch (error) {\n      if (error.status === 404) {\n        try {\n          last = await api.search(args.id);\n          break;\n        } catch (again) {\n          last = again;\n        }\n      }\n      break;\n    }\n  }\n  return last;`,
      ),
    },
    {
      name: "redirects that are followed by hand",
      code: tool(
        "  let url = args.url;\n  for (let i = 0; i < 5; i++) {\n    const res = await fetch(url, { redirect: 'manual' });\n    if (res.ok) return { content: [{ type: 'text', text: await res.text() }] };\n    url = new URL(res.headers.get('location'), url).href;\n  }\n  throw new Error('too many redirects');",
      ),
    },
  ],
  [
    {
      name: "the work is what comes last, and not what is read of it",
      code: tool(
        "  for (let attempt = 0; attempt < 3; attempt++) {\n    try {\n      const token = await auth.token();\n      const response = await api.load(args.id, token);\n      return { content: [{ type: 'text', text: await response.text() }] };\n    } ⟦catch (error) {\n      await sleep(100);\n    }⟧\n  }\n  throw new Error('gave up');",
      ),
      problems: [{ messageId: "everything", data: { what: "api.load()" } }],
    },
    {
      name: "without an end",
      code: tool(
        `  ⟦while (true) {\n    try {\n      ${done}\n    } catch (error) {\n      console.error(error);\n      await sleep(1000);\n    }\n  }⟧`,
      ),
      problems: [{ messageId: "unbounded", data: { what: "api.load()", max: "3" } }],
    },
    {
      name: "ends for an abort alone",
      code: tool(
        `  for (let attempt = 0; attempt < 3; attempt++) {\n    try {\n      ${done}\n    } ⟦catch (error) {\n      if (error instanceof DOMException && error.name === "AbortError") break;\n      await sleep(100);\n    }⟧\n  }\n  throw new Error("gave up");`,
      ),
      problems: [{ messageId: "everything", data: { what: "api.load()" } }],
    },
    {
      name: "once for each wait of a list, whatever the failure is",
      code: tool(
        `  let last;\n  for (const wait of [500, 1000, 2000]) {\n    try {\n      ${done}\n    } ⟦catch (error) {\n      last = error;\n      await sleep(wait);\n    }⟧\n  }\n  throw last;`,
      ),
      problems: [{ messageId: "everything", data: { what: "api.load()" } }],
    },
    {
      name: "more often than the model would, by a list of waits",
      code: tool(
        `  let last;\n  ⟦for (const wait of WAITS) {\n    try {\n      ${done}\n    } catch (error) {\n      if (error.status < 500) throw error;\n      last = error;\n      await sleep(wait);\n    }\n  }⟧\n  throw last;`,
        "const WAITS = [1000, 3000, 5000, 10_000, 30_000];",
      ),
      problems: [{ messageId: "tooMany", data: { what: "api.load()", attempts: "5", max: "3" } }],
    },
    {
      name: "by recursion, with a wait that doubles",
      code: tool(
        "  return { content: [{ type: 'text', text: await again(() => api.load(args.id), 3, 500) }] };",
        "async function again(work, left, wait) {\n  try {\n    return await work();\n  } ⟦catch (error) {\n    if (left === 0) throw error;\n    await sleep(wait);\n    return again(work, left - 1, Math.min(wait * 2, 8000));\n  }⟧\n}",
      ),
      problems: [{ messageId: "everything", data: { what: "api.load()" } }],
    },
    {
      name: "whatever the failure is",
      code: tool(
        `  let last;\n  for (let attempt = 0; attempt < 3; attempt++) {\n    try {\n      ${done}\n    } ⟦catch (error) {\n      last = error;\n      await sleep(100);\n    }⟧\n  }\n  throw last;`,
      ),
      problems: [{ messageId: "everything", data: { what: "api.load()" } }],
    },
    {
      name: "whatever the failure is, of which a log tells",
      code: tool(
        `
  let last;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      ${done}
    } ⟦catch (error) {
      console.error(\`Attempt \${attempt} failed: \${error.message}\`);
      last = error as Error;
      await sleep(100);
    }⟧
  }
  throw last;`,
      ),
      problems: [{ messageId: "everything", data: { what: "api.load()" } }],
    },
    {
      name: "a test of the attempts looks at nothing",
      code: tool(
        `  for (let attempt = 1; attempt <= 3; attempt++) {\n    try {\n      ${done}\n    } ⟦catch (error) {\n      if (attempt === 3) throw error;\n      await sleep(100);\n    }⟧\n  }`,
      ),
      problems: [{ messageId: "everything", data: { what: "api.load()" } }],
    },
    {
      name: "too often, in a helper",
      code: tool(
        "  return { content: [{ type: 'text', text: await load(args.id) }] };",
        "const TRIES = 10;\nasync function load(id) {\n  ⟦for (let attempt = 1; attempt <= TRIES; attempt++) {\n    try {\n      return await api.load(id);\n    } catch (error) {\n      if (error.status < 500) throw error;\n      await sleep(100);\n    }\n  }⟧\n}",
      ),
      problems: [{ messageId: "tooMany", data: { what: "api.load()", attempts: "10", max: "3" } }],
    },
    {
      name: "a few more attempts, with half a minute of waiting in all",
      code: tool(
        `  ⟦for (let attempt = 0; attempt < 6; attempt++) {\n    try {\n      ${done}\n    } catch (error) {\n      if (error.status < 500) throw error;\n      await sleep(1000 * 2 ** attempt);\n    }\n  }⟧`,
      ),
      problems: [{ messageId: "tooMany", data: { what: "api.load()", attempts: "6", max: "3" } }],
    },
    {
      name: "the work is what brought the answer, not what reads it",
      code: tool(
        "  for (let attempt = 0; attempt < 3; attempt++) {\n    try {\n      const answer = await fetch(args.url);\n      const text = await answer.text().catch(() => '');\n      return { content: [{ type: 'text', text }] };\n    } ⟦catch (error) {\n      await sleep(100);\n    }⟧\n  }",
      ),
      problems: [{ messageId: "everything", data: { what: "fetch()" } }],
    },
    {
      name: "at once",
      code: tool(
        `  ⟦for (let attempt = 0; attempt < 2; attempt++) {\n    try {\n      ${done}\n    } catch (error) {\n      if (error.status < 500) throw error;\n    }\n  }⟧`,
      ),
      problems: [{ messageId: "noWait", data: { what: "api.load()" } }],
    },
    {
      name: "fewer attempts by option",
      options: { max: 1 },
      code: tool(
        `  ⟦do {\n    try {\n      ${done}\n    } catch (error) {\n      if (error.status === 403) throw error;\n    }\n  } while (true)⟧`.replace(
          "if (error.status === 403) throw error;",
          "log(error.status);",
        ),
      ),
      problems: [{ messageId: "unbounded", data: { what: "api.load()", max: "1" } }],
    },
    {
      name: "a helper is not told how often by the caller of the tool",
      code: tool(
        "  return { content: [{ type: 'text', text: await load(args.id, 3) }] };",
        "async function load(id, tries) {\n  for (let attempt = 0; attempt < tries; attempt++) {\n    try {\n      return await api.load(id);\n    } ⟦catch (error) {\n      await sleep(100);\n    }⟧\n  }\n}",
      ),
      problems: [{ messageId: "everything", data: { what: "api.load()" } }],
    },
    {
      name: "the loop is left in one case alone",
      code: tool(
        `  for (let attempt = 0; attempt < 3; attempt++) {\n    try {\n      ${done}\n    } ⟦catch (error) {\n      await sleep(100);\n    }⟧\n    if (args.once) break;\n  }\n  throw new Error("gave up");`,
      ),
      problems: [{ messageId: "everything", data: { what: "api.load()" } }],
    },
    ...["while (true)", "for (;;)"].map((head) => ({
      name: `goes on for as long as one kind of failure stays: ${head}`,
      code: tool(
        `  ⟦${head} {\n    try {\n      ${done}\n    } catch (error) {\n      const busy = BUSY.has(error.status);\n      if (!busy) throw error;\n      await sleep(500);\n    }\n  }⟧`,
        "const BUSY = new Set([429, 503]);",
      ),
      problems: [{ messageId: "unbounded", data: { what: "api.load()", max: "3" } }],
    })),
    {
      name: "goes on until a flag is set",
      code: tool(
        "  let done = false;\n  ⟦while (!done) {\n    try {\n      await api.book(args.id);\n      done = true;\n    } catch (error) {\n      await sleep(500);\n    }\n  }⟧\n  return { content: [] };",
      ),
      problems: [{ messageId: "unbounded", data: { what: "api.book()", max: "3" } }],
    },
    {
      name: "goes on until there is a value",
      code: tool(
        "  let found;\n  ⟦do {\n    try { found = await api.load(args.id); } catch (error) { await sleep(500); }\n  } while (!found);⟧\n  return found;",
      ),
      problems: [{ messageId: "unbounded", data: { what: "api.load()", max: "3" } }],
    },
    {
      name: "goes on until the answer is a good one",
      code: tool(
        "  let res = await fetch(args.url);\n  ⟦while (!res.ok) {\n    await sleep(500);\n    res = await fetch(args.url);\n  }⟧\n  return { content: [{ type: 'text', text: await res.text() }] };",
      ),
      problems: [{ messageId: "unbounded", data: { what: "fetch()", max: "3" } }],
    },
    {
      name: "repeats a request whatever its answer is",
      code: tool(
        "  ⟦for (let i = 0; i < 3; i++) {\n    const res = await fetch(args.url);\n    if (res.ok) return { content: [{ type: 'text', text: await res.text() }] };\n    console.error(res.status);\n    await sleep(500);\n  }⟧\n  throw new Error('gave up');",
      ),
      problems: [{ messageId: "everything", data: { what: "fetch()" } }],
    },
    {
      name: "a function that calls itself whatever the failure is",
      code: tool(
        "  return { content: [{ type: 'text', text: await again(args.id, 3) }] };",
        "async function again(id, left) {\n  try {\n    return await api.load(id);\n  } ⟦catch (error) {\n    if (left === 0) throw error;\n    await sleep(500);\n    return again(id, left - 1);\n  }⟧\n}",
      ),
      problems: [{ messageId: "everything", data: { what: "api.load()" } }],
    },
    {
      name: "refusals are thrown, and land in the same clause",
      code: tool(
        "  for (let i = 0; i < 3; i++) {\n    try {\n      const res = await send(args.url);\n      await throttle();\n      if (!res.ok) throw new Error(`status ${res.status}`);\n      return res;\n    } ⟦catch (error) {\n      await sleep(500);\n    }⟧\n  }\n  return { content: [] };",
      ),
      problems: [{ messageId: "everything", data: { what: "send()" } }],
    },
    {
      name: "repeats the same request, and counts",
      code: tool(
        "  let tries = 0;\n  ⟦for (let i = 0; i < 3; i++) {\n    const res = await fetch(args.url, { redirect: 'manual' });\n    if (res.ok) return { content: [{ type: 'text', text: await res.text() }] };\n    tries = i;\n    await sleep(500);\n  }⟧\n  throw new Error(`gave up after ${tries}`);",
      ),
      problems: [{ messageId: "everything", data: { what: "fetch()" } }],
    },
  ],
);
