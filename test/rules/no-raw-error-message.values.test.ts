import { testRule, tool } from "../support/rule-tester.js";

/** A tool that waits for `work`, and passes on the message of whatever fails as `text`. */
const asking = (work: string, head: string, text = "error.message"): string =>
  tool(
    `  try {\n    return { content: [{ type: "text", text: await ${work} }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: "text", text: ${text} }] };\n  }`,
    head,
  );

/** A clause that answers one class of errors, and passes on what is left. */
const sorting = (name: string, written: string, left = "String(error)"): string =>
  tool(
    `  try {\n    return { content: [{ type: "text", text: await api.load(args.id) }] };\n  } catch (error) {\n    if (error instanceof ${name}) return { isError: true, content: [{ type: "text", text: ${written} }] };\n    return { isError: true, content: [{ type: "text", text: ${left} }] };\n  }`,
    'const write = (error) => (error.code === 404 ? "There is no such order." : "The shop is closed.");',
  );

const reported = (name: string, work: string, head: string, text = "⟦error.message⟧", source = "error.message") => ({
  name,
  code: asking(work, head, text),
  problems: [{ messageId: "rawMessage", data: { source } }],
});

const parsed = (given: string): string =>
  `import { z } from "zod";\nconst OrderSchema = z.object({ id: z.string() });\nasync function read(id) {\n  const order = OrderSchema.parse(${given});\n  const checked = OrderSchema.safeParse(order);\n  if (!checked.success) throw new Error(JSON.stringify(checked.error.format()));\n  return JSON.parse(order.id).name + semverOf(order);\n}\nconst semverOf = (order) => new RegExp(order.id).source;`;

const found = (asked: string): string =>
  `import fs from "node:fs";\nasync function read(id) {\n  let path;\n  const own = "orders/" + id;\n  if (fs.existsSync(${asked})) path = own;\n  if (!path) throw new Error("There is no such order.");\n  return fs.readFileSync(path, "utf8");\n}`;

const ANSWERS = 'try { return await library.read(id); } catch { throw new Error("Not read."); }';

const chain = (last: string): string =>
  `const one = (id) => two(id);\nconst two = (id) => three(id);\nconst three = (id) => four(id);\nconst four = (id) => five(id);\nconst five = (id) => six(id);\nconst six = (id) => seven(id);\nasync function seven(id) {\n  ${last}\n}`;

/** A function that asks a store, which others may give it. */
const byDefault = (work: string, message: string): string =>
  tool(
    "  return run(args.id);",
    `const files = { load: async (id) => { ${work} } };\nasync function run(id, store = files) {\n  try {\n    return { content: [{ type: "text", text: await store.load(id) }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: "text", text: ${message} }] };\n  }\n}`,
  );

const overloaded = (work: string): string =>
  `async function read(id: string): Promise<string>;\nasync function read(id: number): Promise<string>;\nasync function read(id: string | number) {\n  ${work}\n}`;

/** A function that runs what it is given, and the calls of it. */
const runs = (message: string, ...given: string[]): string =>
  tool(
    "  return run(args.id, first);",
    `async function run(id, work) {\n  try {\n    return { content: [{ type: "text", text: await work(id) }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: "text", text: ${message} }] };\n  }\n}\n${given.map((one) => `run(1, ${one});`).join("\n")}\nconst first = async (id) => { ${ANSWERS} };`,
  );

/** A function that asks the client which it is given, and the calls of it. */
const asks = (message: string, work: string, ...given: string[]): string =>
  tool(
    "  return ask(orders, args.id);",
    `async function ask(client, id) {\n  try {\n    return { content: [{ type: "text", text: await client.read(id) }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: "text", text: ${message} }] };\n  }\n}\n${given.map((one) => `ask(${one}, 1);`).join("\n")}\nclass Orders {\n  async read(id) { ${work} }\n}\nconst orders = new Orders();`,
  );

const STEPS = "\\nNext steps:\\n- Check the id.\\n- Call list_orders.";

testRule(
  "no-raw-error-message",
  [
    { name: "values are read in a form", code: asking("read(args.id)", parsed("id")) },
    { name: "what is thrown and is no error", code: sorting("Error", "write(error)") },
    { name: "the failure is answered seven calls below", code: asking("one(args.id)", chain(ANSWERS)) },
    { name: "a store that is there by default", code: byDefault(ANSWERS, "error.message") },
    { name: "an overloaded function answers", code: asking("read(args.id)", overloaded(ANSWERS)) },
    {
      name: "all that a function is given to run answers",
      code: runs("error.message", `async (id) => { ${ANSWERS} }`),
    },
    { name: "the client that a function is given answers", code: asks("error.message", ANSWERS) },
    {
      name: "a list of steps below",
      code: asking("library.read(args.id)", "", `\`Not read: \${error.message}${STEPS}\``),
    },
    {
      name: "a step in a field beside",
      code: asking(
        "library.read(args.id)",
        "",
        'JSON.stringify({ error: error.message, note: "Close the order before you delete it." })',
      ),
    },
    {
      name: "a stack that stands for it",
      code: asking("library.read(args.id)", "", "`Not read: ${error.stack || error}`"),
    },
    {
      name: "numbered steps below, in another script",
      code: asking(
        "library.read(args.id)",
        "",
        "`查询失败: ${error.message}\\n\\n请检查:\\n1. 网络是否正常\\n2. 订单号是否正确`",
      ),
    },
  ],
  [
    {
      name: "what is thrown and is no error of one kind",
      options: { leftovers: true },
      code: sorting("TypeError", "write(error)", "String(⟦error⟧)"),
      problems: [{ messageId: "rawMessage", data: { source: "error" } }],
    },
    reported("values of others are read in a form", "read(args.id)", parsed("await library.read(id)")),
    reported("a file is read where another is there", "read(args.id)", found("other")),
    reported(
      "the failure is answered by nobody, seven calls below",
      "one(args.id)",
      chain("return await library.read(id);"),
    ),
    {
      name: "a store that is there by default hands on",
      code: byDefault("return await library.read(id);", "⟦error.message⟧"),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    reported("an overloaded function hands on", "read(args.id)", overloaded("return await library.read(id);")),
    {
      name: "the client that a function is given hands on",
      code: asks("⟦error.message⟧", "return await library.read(id);"),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    reported(
      "a request that is named like a look into a list",
      "ask(() => http.get(args.id))",
      'import axios from "axios";\nconst http = axios.create();\nasync function ask(run) {\n  return await run();\n}',
    ),
    reported(
      "a list of something else below",
      "library.read(args.id)",
      "",
      "`Not read: ${⟦error.message⟧}\\nOrders:\\n- first\\n- second`",
    ),
    reported(
      "a list without numbers below, in another script",
      "library.read(args.id)",
      "",
      "`查询失败: ${⟦error.message⟧}\\n\\n订单:\\n- 第一个订单\\n- 第二个订单`",
    ),
    reported(
      "a field beside without a step",
      "library.read(args.id)",
      "",
      'JSON.stringify({ error: ⟦error.message⟧, note: "The order was in the list." })',
    ),
    reported(
      "another field that stands for it",
      "library.read(args.id)",
      "",
      "`Not read: ${⟦error.detail || error⟧}`",
      "error.detail || error",
    ),
    {
      name: "a part of an answer, which tells of itself",
      code: tool(
        "  const [order, notes] = await Promise.all([\n    library.read(args.id),\n    library.notes(args.id).catch((error) => ({ error: ⟦error.message⟧ })),\n  ]);\n  return { content: [{ type: 'text', text: JSON.stringify({ order, notes }) }] };",
      ),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
  ],
);
