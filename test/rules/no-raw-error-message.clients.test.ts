import { testRule, tool } from "../support/rule-tester.js";

/** A tool that asks something, and passes on the message of whatever fails. */
const asking = (work: string, head: string, source = "error.message"): string =>
  tool(
    `  try {\n    return { content: [{ type: "text", text: await ${work} }] };\n  } catch (error) {\n    return { isError: true, content: [{ type: "text", text: ${source} }] };\n  }`,
    head,
  );

/** What is asked, and what stands in the file that answers, or lets the words of others pass. */
interface Shape {
  readonly name: string;
  readonly work: string;
  readonly head: string;
}

/** A client of the project's own: one request, which does `refused` with a refusal. */
const client = (refused: string, also = ""): string => `class OrdersError extends Error {}
class Orders {
  async request(path) {
    const response = await fetch(BASE + path);
    ${refused}
    return response.json();
  }
  read(id) {
    return this.request(\`/orders/\${id}\`);
  }
}
${also}`;

const SORTED = `if (response.status === 404) throw new OrdersError("There is no such order.");
    if (!response.ok) throw new OrdersError("The order service gave no clear answer.");`;

const intercepted = (handler: string): string => `import axios from "axios";
class OrdersError extends Error {}
class Orders {
  constructor() {
    this.http = axios.create({ baseURL: BASE });
    this.http.interceptors.response.use((response) => response, ${handler});
  }
  async read(id) {
    const { data } = await this.http.get(id);
    return data;
  }
}
const orders = new Orders();`;

const STATUSES = ["error.response?.status === 401", "error.response?.status >= 500"];

/** An interceptor with a sentence for each of the kinds, and the text of the answer for the rest. */
const SORTING = (kinds: readonly string[], told = '"The shop is closed."', how = "throw"): string =>
  `(error) => {\n${kinds.map((kind) => `    if (${kind}) ${how} new OrdersError(${told});\n`).join("")}    throw new OrdersError(error.response.data.message);\n  }`;

const REFUSED = "if (!response.ok) throw new OrdersError(worded(response.status, await response.text()));";

/** A sentence for each of these statuses, with the text of the answer behind it. */
const WORDED = (statuses: readonly string[]): string =>
  `const orders = new Orders();\nfunction worded(status, text) {\n  switch (status) {\n${statuses.map((status) => `    case ${status}:\n      return \`The shop said ${status}: \${text}\`;\n`).join("")}    default:\n      return text;\n  }\n}`;

const mapped = (
  rest: string,
): string => `const orders = { read: async (id) => { try { return await library.read(id); } catch (error) { throw toOrdersError(error); } } };
function toOrdersError(error) {
  const status = error.response?.status;
  if (status === 404) return new Error("There is no such order.");
  return new Error(${rest});
}`;

const passedOn = (declared: string, refused = '"The order service is busy."'): string => `${declared}
async function read(id) {
  try {
    const found = await library.read(id);
    if (found.error) throw new OrdersError(${refused});
    return found;
  } catch (error) {
    if (error instanceof OrdersError) throw error;
    throw new OrdersError("The orders cannot be read.");
  }
}`;

const chain = (last: string): string =>
  `const one = (id) => two(id);\nconst two = (id) => three(id);\nconst three = (id) => four(id);\nconst four = (id) => five(id);\nasync function five(id) {\n  ${last}\n}`;

const holding = (made: string): string =>
  `class Orders {\n  async read(id) {\n    try {\n      return await library.read(id);\n    } catch {\n      throw new Error("The orders cannot be read.");\n    }\n  }\n}\nlet orders = null;\nfunction getOrders() {\n  if (!orders) orders = ${made};\n  return orders;\n}`;

const ANSWERED: readonly Shape[] = [
  {
    name: "a client sorts refusals by their status",
    work: "orders.read(args.id)",
    head: client(SORTED, "const orders = new Orders();"),
  },
  {
    name: "a function that is given the answer sorts refusals by their status",
    work: "orders.read(args.id)",
    head: client(
      "if (!response.ok) throw refusal(response);",
      'const orders = new Orders();\nfunction refusal(response) {\n  switch (response.status) {\n    case 404:\n      return new OrdersError("There is no such order.");\n    default:\n      return new OrdersError("The order service gave no clear answer.");\n  }\n}',
    ),
  },
  {
    name: "a function with a sentence for each of several statuses, and words of the answer behind each",
    work: "orders.read(args.id)",
    head: client(REFUSED, WORDED(["401", "404"])),
  },
  {
    name: "an interceptor puts every failure into its own words",
    work: "orders.read(args.id)",
    head: intercepted(
      '(error) => Promise.reject(new OrdersError(error.response?.status === 404 ? "There is no such order." : "No answer."))',
    ),
  },
  ...["limit(() => this.http.get(id))", "this.queue.schedule(async () => this.http.get(id))"].map((run) => ({
    name: `the same, where the request waits for its turn: ${run}`,
    work: "orders.read(args.id)",
    head: intercepted('() => Promise.reject(new OrdersError("No answer."))').replace("this.http.get(id)", run),
  })),
  {
    name: "an interceptor sorts several kinds, and hands on what is left over",
    work: "orders.read(args.id)",
    head: intercepted(SORTING(STATUSES)),
  },
  {
    name: "the same in a method that it hands the error to",
    work: "orders.read(args.id)",
    head: intercepted("(error) => this.refuse(error)").replace(
      "  async read(",
      `  refuse(error) ${SORTING(STATUSES).replace("(error) => ", "")}\n  async read(`,
    ),
  },
  {
    name: "a function that makes an error of the status",
    work: "orders.read(args.id)",
    head: mapped('"The order service gave no clear answer."'),
  },
  {
    name: "a class of the project's own passes a clause",
    work: "read(args.id)",
    head: passedOn("class OrdersError extends Error {}"),
  },
  {
    name: "the failure is answered five calls below",
    work: "one(args.id)",
    head: chain('try { return await library.read(id); } catch { throw new Error("Not read."); }'),
  },
  {
    name: "a client that is made when it is needed",
    work: "getOrders().read(args.id)",
    head: holding("new Orders()"),
  },
  {
    name: "each of several works answers for itself",
    work: "both(args.id)",
    head: 'const both = async (id) => (await Promise.all([read(id), Promise.race([read(id), pause(9)])])).join();\nconst pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));\nasync function read(id) {\n  return library.read(id).catch(() => "none");\n}',
  },
  {
    name: "a wait that fails in its own words",
    work: "late(args.id)",
    head: "const late = (id) => new Promise((resolve, reject) => { setTimeout(() => reject(new Error(`No answer for ${id}.`)), 9); });",
  },
  {
    name: "what came with the call, a client of a library, and a constructor of the project's own",
    work: "contextOf(args.id)",
    head: 'import { headers } from "xmcp/headers";\nimport { Orders } from "orders-client";\nclass Context {\n  constructor(client) {\n    if (!client) throw new Error("Give a key.");\n    this.client = client;\n  }\n}\nasync function contextOf(id) {\n  const key = headers()["x-key"];\n  return new Context(new Orders({ key })).id;\n}',
  },
];

const PASSED: readonly Shape[] = [
  {
    name: "what waits for its turn is a request that nobody answers for",
    work: "limit(() => library.read(args.id))",
    head: 'import pLimit from "p-limit";\nconst limit = pLimit(2);',
  },
  {
    name: "an interceptor of another client",
    work: "orders.read(args.id)",
    head: intercepted('() => Promise.reject(new OrdersError("No answer."))').replace("this.http.get", "this.other.get"),
  },
  {
    name: "the failure is answered by nobody, five calls below",
    work: "one(args.id)",
    head: chain("return await library.read(id);"),
  },
  {
    name: "a client that is made when it is needed, of a library",
    work: "getOrders().read(args.id)",
    head: holding("new OrdersClient(key, host)"),
  },
  {
    name: "one of several works is somebody else's",
    work: "both(args.id)",
    head: 'const both = async (id) => (await Promise.all([read(id), library.read(id)])).join();\nasync function read(id) {\n  return library.read(id).catch(() => "none");\n}',
  },
  {
    name: "a constructor of the project's own that reads a file",
    work: "contextOf(args.id)",
    head: 'class Context {\n  constructor(id) {\n    this.text = readFileSync(id, "utf8");\n  }\n}\nasync function contextOf(id) {\n  return new Context(id).text;\n}',
  },
];

testRule(
  "no-raw-error-message",
  ANSWERED.map(({ name, work, head }) => ({ name, code: asking(work, head) })),
  PASSED.map(({ name, work, head }) => ({
    name,
    code: asking(work, head, "⟦error.message⟧"),
    problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
  })),
);
