import { testRule, tool } from "../support/rule-tester.js";

/** A tool that does `work`, and passes on the message of whatever fails as `text`. */
const doing = (work: string, head = "", text = "error.message"): string =>
  tool(
    `  try {\n    ${work}\n    return { content: [{ type: "text", text: "Done." }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: "text", text: ${text} }] };\n  }`,
    head,
  );

const reported = (name: string, work: string, head = "", text = "⟦error.message⟧", source = "error.message") => ({
  name,
  code: doing(work, head, text),
  problems: [{ messageId: "rawMessage", data: { source } }],
});

/** A request over a socket: whoever listens takes the callbacks, and settles the call later. */
const bridge = (settled: string): string => `const pending = new Map();
function send(command) {
  return new Promise((resolve, reject) => {
    if (!socket) {
      socket = new WebSocket(EDITOR);
      socket.on("message", onMessage);
      return reject(new Error("The editor is not connected. Open it, and call again."));
    }
    pending.set(command, { resolve, reject });
  });
}
function onMessage(message) {
  const call = pending.get(message.id);
  ${settled}
}`;

const timed = (settled: string): string => `function load(id) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The shop took too long.")), 1000);
    find(id)${settled};
  });
}
async function find(id) {
  try { return await library.find(id); } catch { throw new Error("There is no such order."); }
}`;

/** What is told below a clause that has given the test a name. */
const named = (test: string, text: string): string =>
  `  try {\n    await library.load(args.id);\n    return { content: [{ type: "text", text: "Done." }] };\n  } catch (error) {\n    const isRefused = ${test};\n    return { isError: true, content: [{ type: "text", text: ${text} }] };\n  }`;

const leftBelow = (text: string): string =>
  `  try {\n    await library.load(args.id);\n    return { content: [{ type: "text", text: "Done." }] };\n  } catch (error) {\n    const message = error instanceof Error ? ${text} : "Unknown";\n    if (message.includes("429")) return { isError: true, content: [{ type: "text", text: "Too many calls." }] };\n    return { isError: true, content: [{ type: "text", text: message }] };\n  }`;

testRule(
  "no-raw-error-message",
  [
    {
      name: "what the language says of a value",
      code: doing(
        'write(new Date(args.at).toLocaleDateString(), Array(args.nights), BigInt(args.sum), require("./names"));',
        "const write = (...parts) => String(parts);",
      ),
    },
    {
      name: "a value that a library for values has made",
      code: doing(
        'write(today.format("YYYY"), dayjs(args.at).add(1, "day").format());',
        'import dayjs from "dayjs";\nconst today = dayjs();\nconst write = (...parts) => String(parts);',
      ),
    },
    {
      name: "a list of promises of which each one is settled",
      code: doing(
        "const all = [];\n    for (const id of args.ids) all.push(read(id));\n    await Promise.allSettled(all);",
        "async function read(id) { try { return await library.read(id); } catch { return undefined; } }",
      ),
    },
    {
      name: "a promise that hands on what a function of the project rejects with",
      code: doing("await load(args.id);", timed(".then(resolve).catch(reject)")),
    },
    {
      name: "the same, with more to do",
      code: doing(
        "await load(args.id);",
        timed(".then(resolve).catch((error) => { clearTimeout(timer); reject(error); })"),
      ),
    },
    {
      name: "callbacks that are kept, and called with errors that are made there",
      code: doing(
        "await send(args.command);",
        bridge("if (message.error) call.reject(new Error(message.error)); else call.resolve(message.result);"),
      ),
    },
    {
      name: "the same, beside a promise that is rejected with an error of somebody else",
      code: doing(
        "await send(args.command);",
        bridge("call.reject(new Error(message.error));") + "\nexport const refuse = (error) => Promise.reject(error);",
      ),
    },
    {
      name: "a function that somebody else may give",
      code: doing(
        "readSecret(args);",
        "function readSecret(given) {\n  const read = given.read ?? readOwn;\n  return read();\n}\nfunction readOwn() { return process.env.SECRET; }",
      ),
    },
    {
      name: "a class that was asked for under a name",
      code: tool(named("error instanceof ShopError", "isRefused ? error.message : 'The shop is closed.'")),
    },
    {
      name: "the kind is told beside, by such a name",
      code: tool(
        named(
          "error instanceof ShopError",
          'JSON.stringify({ type: isRefused ? "refused" : "other", message: error.message })',
        ),
      ),
    },
    {
      name: "the next block says what to do",
      code: tool(
        `  try {\n    await library.load(args.id);\n    return { content: [{ type: "text", text: "Done." }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: "text", text: error.message }, { type: "text", text: "Make sure that the editor is running." }] };\n  }`,
      ),
    },
    {
      name: "a sentence before it says what to do",
      code: doing("await library.load(args.id);", "", "`Not loaded. Check the id. ${error.message}`"),
    },
    { name: "what is left where kinds are told apart below", code: tool(leftBelow("error.message")) },
  ],
  [
    reported(
      "a function of the project under the name of one of the language",
      "Array(args.id);",
      "const Array = library.load;",
    ),
    reported(
      "a value that some other library has made",
      'today.format("YYYY");',
      'import calendar from "calendar-client";\nconst today = calendar();',
    ),
    reported(
      "a sentence before it that says nothing of what to do",
      "await library.load(args.id);",
      "",
      "`Not loaded: ${⟦error.message⟧}`",
    ),
    {
      name: "what is left where kinds are told apart below, by the option",
      options: { leftovers: true },
      code: tool(leftBelow("⟦error.message⟧")),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
  ],
);
