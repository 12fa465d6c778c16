import { testRule, tool } from "../support/rule-tester.js";

const HAND_BUILT = {
  messageId: "handBuilt",
  data: { call: "toolError.<category>({ … })", module: "mcp-tool-errors" },
};
const FROM = { messageId: "handBuilt", data: { call: "toolError.from(error, { … })", module: "mcp-tool-errors" } };

const told = (text: string): string => `{ isError: true, content: [{ type: "text", text: ${text} }] }`;

/** A function that runs the work of a tool, and answers what fails. */
const runner = (clause: string, work = "return await work();"): string =>
  `async function run(work) {\n  try {\n    ${work}\n  } catch (error) {\n    ${clause}\n  }\n}`;
const SORTS = `if (error instanceof ShopError) return ${told("error.message")};\n    return ${told('"The server has a fault."')};`;

/** A function that takes a variable from one of two classes. */
const choosing = (test: string): string =>
  `function fail(error) {\n  let code;\n  if (${test}) code = error.code;\n  else code = "OTHER";\n  return ${told("JSON.stringify({ text: code })")};\n}`;

/** A leaf, and what answers a rejection with it. */
const leaf = (exported: string, sorts: string): string =>
  `${exported} function refuse(message) {\n  return ${told("message")};\n}\nfunction run(work) {\n  return work().catch((error) => {\n    ${sorts}\n    return refuse(String(error));\n  });\n}`;
const BY_CLASS = "if (error instanceof ShopError) return refuse(error.detail);";

/** A tool that tells what a function of the project's own makes of what fails, in a clause or in answer to a rejection. */
const explained = (result: string, explain: string): string =>
  tool(
    `  try {\n    return { content: await api.load(args.id) };\n  } catch (error) {\n    return ${result};\n  }`,
    explain,
  );
const answered = (result: string, explain: string): string =>
  tool(`  return api.load(args.id).then(shown, (error) => (${result}));`, explain);
const EXPLAIN =
  'function explain(error) {\n  if (error instanceof ShopError) return error.detail;\n  return "The server has a fault.";\n}';
const SAID = "function explain(error) {\n  return `The order is not there: ${error.message}`;\n}";

/** A dispatcher that refuses a wrong name by a class which it sends on. */
const dispatching = (
  clause: string,
  thrown = 'new WrongNameError("No such tool")',
  load = "try { return await api.load(id); } catch { return null; }",
): string =>
  tool(
    `  try {\n    if (args.name === "load") return await load(args.id);\n    throw ${thrown};\n  } catch (error) {\n    ${clause}\n    return ${told("error.message")};\n  }`,
    `async function load(id) {\n  ${load}\n}`,
  );
const SENT_ON = "if (error instanceof WrongNameError) throw error;";

const marked = (code: string): string => code.replace(/\{ isError.*?\] \}/u, "⟦$&⟧");

testRule(
  "prefer-tool-error",
  [
    {
      name: "a variable that is taken from the class of the error",
      code: tool("  return fail(args);", choosing("error instanceof ShopError")),
    },
    { name: "a runner that sorts what fails", code: tool("  return run(() => api.load(args.id));", runner(SORTS)) },
    {
      name: "the leaf of an answer to a rejection that sorts",
      code: tool("  return run(() => api.load(args.id));", leaf("", BY_CLASS)),
    },
    { name: "a sentence that is found by the class of the error", code: explained(told("explain(error)"), EXPLAIN) },
    { name: "the same for what is rejected", code: answered(told("`Not read: ${explain(error)}`"), EXPLAIN) },
    { name: "a clause that only a class comes to which it sends on", code: dispatching(SENT_ON) },
    {
      name: "a function of the project's own writes all of it",
      code: tool(
        `  const checked = check(args);\n  if (!checked.ok) return ${told("JSON.stringify(payloadOf(checked.error))")};\n  return { content: [] };`,
        "function payloadOf(error) {\n  return { message: error.message };\n}",
      ),
    },
    {
      name: "an error of a class of the project's own, whole",
      code: tool(
        `  try { return { content: await api.load(args.id) }; } catch (error) {\n    if (error instanceof ShopError) return ${told("JSON.stringify(error)")};\n    throw error;\n  }`,
      ),
    },
    {
      name: "the same, by a function that says so",
      code: tool(
        `  try { return { content: await api.load(args.id) }; } catch (error) {\n    if (isShopError(error)) return ${told("JSON.stringify(error)")};\n    throw error;\n  }`,
        'function isShopError(value: unknown): value is ShopError {\n  return typeof value === "object" && value !== null && "code" in value;\n}',
      ),
    },
    {
      name: "an answer of a route",
      code: tool(
        `  app.post("/call", (context) => context.json(${told('"Too large."')}, 413));\n  return { content: [] };`,
      ),
    },
    {
      name: "no such tool, in JSON",
      code: tool(
        `  if (!table[args.name]) return ${told("JSON.stringify({ error: `Unknown tool: ${args.name}` })")};\n  return { content: [] };`,
      ),
    },
    {
      name: "a builder that tells a status apart by its name",
      code: tool(
        "  return refuse(args.text, args.status);",
        `function refuse(text, given) {\n  const httpStatus = Number(given);\n  if (httpStatus === 403) return ${told('"Ask the owner for the right."')};\n  return ${told("text")};\n}`,
      ),
    },
    {
      name: "a builder that hands the error to a function which sorts",
      code: tool(
        "  return fail(args);",
        `function fail(error) {\n  const hint = hintFor(error);\n  return ${told("hint ?? String(error)")};\n}\nfunction hintFor(error) {\n  if (error.code === 18) return "Check the password.";\n  return undefined;\n}`,
      ),
    },
    {
      name: "what a log is told",
      code: tool(
        "  logger.warn('refused', { ...args, isError: true, content: args.content });\n  return { content: [] };",
      ),
    },
  ],
  [
    ...[
      ["a sentence that is the same for each class", explained(told("explain(error)"), SAID)],
      ["a sentence that is found by something else", explained(told("explain(args)"), EXPLAIN)],
      ["a clause that sends on another class", dispatching("if (error instanceof Other) throw error;")],
      [
        "a clause that asks something else for its class",
        dispatching("if (args instanceof WrongNameError) throw error;"),
      ],
      [
        "a clause that arguments of another form come to",
        tool(
          `  try {\n    return { content: args.texts.map((text) => ({ type: "text", text })) };\n  } catch (error) {\n    return ${told("error.message")};\n  }`,
        ),
      ],
      ["a clause that other errors come to", dispatching(SENT_ON, "new Error(args.name)")],
      ["a clause that what a function throws comes to", dispatching(SENT_ON, undefined, "return await api.load(id);")],
    ].map(([name = "", code = ""]) => ({ name, code: marked(code), problems: [FROM] })),
    {
      name: "a variable that is taken from nothing the builder was given",
      code: tool("  return fail(args);", marked(choosing("closed").replace("error.code", '"CLOSED"'))),
      problems: [HAND_BUILT],
    },
    {
      name: "a runner that sorts nothing",
      code: tool("  return run(() => api.load(args.id));", marked(runner(`return ${told("String(error)")};`))),
      problems: [FROM],
    },
    {
      name: "a clause that sorts, around work of its own beside what it is given",
      code: tool(
        "  return run(() => api.load(args.id));",
        runner(SORTS, "await api.open();\n    return await work();").replaceAll(/\{ isError.*?\] \}/gu, "⟦$&⟧"),
      ),
      problems: [HAND_BUILT, FROM],
    },
    {
      name: "the leaf of an answer to a rejection that sorts nothing",
      code: tool("  return run(() => api.load(args.id));", marked(leaf("", "log(error);"))),
      problems: [HAND_BUILT],
    },
    {
      name: "JSON of an error that may be any",
      code: tool(
        `  try { return { content: await api.load(args.id) }; } catch (error) {\n    return ⟦${told("JSON.stringify(error)")}⟧;\n  }`,
      ),
      problems: [FROM],
    },
    {
      name: "JSON of an error that is none of that class",
      code: tool(
        `  try { return { content: await api.load(args.id) }; } catch (error) {\n    if (!(error instanceof ShopError)) return ⟦${told("JSON.stringify(error)")}⟧;\n    throw error;\n  }`,
      ),
      problems: [FROM],
    },
    {
      name: "JSON of an error beside that class",
      code: tool(
        `  try { return { content: await api.load(args.id) }; } catch (error) {\n    if (error instanceof ShopError) throw error;\n    else return ⟦${told("JSON.stringify(error)")}⟧;\n  }`,
      ),
      problems: [FROM],
    },
    {
      name: "JSON of an error of the class of all",
      code: tool(
        `  try { return { content: await api.load(args.id) }; } catch (error) {\n    if (error instanceof Error) return ⟦${told("JSON.stringify(error)")}⟧;\n    throw error;\n  }`,
      ),
      problems: [FROM],
    },
    {
      name: "JSON of an error beside one that a function says is of that class",
      code: tool(
        `  try { return { content: await api.load(args.id) }; } catch (error) {\n    if (isShopError(error.cause)) return ⟦${told("JSON.stringify(error)")}⟧;\n    throw error;\n  }`,
        "function isShopError(value: unknown): value is ShopError {\n  return shop.owns(value);\n}",
      ),
      problems: [HAND_BUILT],
    },
    {
      name: "a clause that sorts, around work that is not waited for",
      code: tool(
        `  try { return { content: api.read(args.id) }; } catch (error) {\n    if (error instanceof ShopError) return ⟦${told("error.message")}⟧;\n    throw error;\n  }`,
      ),
      problems: [HAND_BUILT],
    },
    {
      name: "a text that is added to, of nothing the builder was given",
      code: tool(
        "  return fail(args);",
        marked(
          `function fail(error) {\n  let text = "";\n  text = text + now();\n  if (error.code === 1) log(error);\n  return ${told("text")};\n}`,
        ),
      ),
      problems: [HAND_BUILT],
    },
    {
      name: "JSON of something else than was tested",
      code: tool(
        `  try { return { content: await api.load(args.id) }; } catch (error) {\n    const body = await error.read();\n    if (error instanceof ShopError) return ⟦${told("JSON.stringify(body)")}⟧;\n    throw error;\n  }`,
      ),
      problems: [HAND_BUILT],
    },
    {
      name: "a builder that has a function sort something else",
      code: tool(
        "  return fail(args);",
        marked(
          `function fail(error) {\n  const hint = hintFor(last);\n  return ${told("hint ?? String(error)")};\n}\nfunction hintFor(error) {\n  if (error.code === 18) return "Check the password.";\n  return undefined;\n}`,
        ),
      ),
      problems: [HAND_BUILT],
    },
    {
      name: "a builder that hands the error to a function which sorts nothing",
      code: tool(
        "  return fail(args);",
        marked(
          `function fail(error) {\n  return ${told("textOf(error)")};\n}\nfunction textOf(error) {\n  return String(error);\n}`,
        ),
      ),
      problems: [HAND_BUILT],
    },
  ],
);
