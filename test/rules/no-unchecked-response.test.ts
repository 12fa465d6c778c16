import { testRule, tool } from "../support/rule-tester.js";

const ANY_STATUS = 'import axios from "axios";\nconst client = axios.create({ validateStatus: () => true });';
const OK = 'return { content: [{ type: "text", text }] };';

testRule(
  "no-unchecked-response",
  [
    {
      name: "ok is looked at",
      code: tool(
        `  const res = await fetch(url);\n  if (!res.ok) throw new Error(String(res.status));\n  const text = await res.text();\n  ${OK}`,
      ),
    },
    {
      name: "a function of the project's own that stands for none",
      code: tool(
        `  const request = args.fetch ?? ask;\n  const res = await request(url);\n  const text = await res.text();\n  ${OK}`,
        "const ask = (url) => library.ask(url);",
      ),
    },
    {
      name: "one that is replaced later",
      code: tool(
        `  let request = args.fetch ?? fetch;\n  request = library.ask;\n  const res = await request(url);\n  const text = await res.text();\n  ${OK}`,
      ),
    },
    {
      name: "a function of the project's own under the name of the platform's",
      code: tool(
        `  const request = args.fetch ?? fetch;\n  const res = await request(url);\n  const text = await res.text();\n  ${OK}`,
        "const fetch = (url) => library.ask(url);",
      ),
    },
    {
      name: "the function of the project that asks looks at the status",
      code: tool(
        `
  const found = await search(args.text);
  const text = (found.hits || []).map((hit) => \`- \${hit.title}\`).join("");
  ${OK}`,
        `
async function search(text) {
  const response = await fetch(BASE_URL + text);
  if (!response.ok) throw new Error(\`The service answered \${response.status}.\`);
  return response.json();
}`,
      ),
    },
    {
      name: "a session is deleted behind the work",
      code: tool(
        `
  const session = await openSession(args);
  const text = await session.tap(args.x, args.y);
  await deleteSession(session.id);
  ${OK}`,
        `
async function deleteSession(id) {
  const response = await fetch(\`\${BASE_URL}/session/\${id}\`, { method: "DELETE" });
  return response.json();
}`,
      ),
    },
    {
      name: "status is looked at",
      code: tool(
        `  const res = await fetch(url);\n  if (res.status >= 400) throw new Error("x");\n  const text = await res.text();\n  ${OK}`,
      ),
    },
    {
      name: "the body says whether it worked",
      code: tool(
        `  const res = await fetch(url);\n  const text = await res.json();\n  if (text.status !== "OK") throw new Error(text.message);\n  ${OK}`,
      ),
    },
    {
      name: "the body of a response that has no name says it",
      code: tool(
        `  const text = await (await fetch(url)).json();\n  if ("error" in text) throw new Error(text.error);\n  ${OK}`,
      ),
    },
    {
      name: "the body is taken apart in any case: an error page has no such part",
      code: tool(
        `  const res = await fetch(url);\n  const body = (await res.json()) as Weather;\n  const text = String(body.current.temperature);\n  ${OK}`,
      ),
    },
    {
      name: "an answer of JSON-RPC",
      code: tool(
        `  const res = await fetch(url, { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "count" }) });\n  const text = await res.json();\n  if (text.result) ${OK}\n  throw new Error("x");`,
      ),
    },
    { name: "handed on", code: tool(`  const res = await fetch(url);\n  const text = await read(res);\n  ${OK}`) },
    { name: "handed on at once", code: tool(`  const text = await read(await fetch(url));\n  ${OK}`) },
    {
      name: "a function of the file looks at it",
      code: tool(
        `  const res = await fetch(url);\n  const text = await read(res);\n  ${OK}`,
        "async function read(res: Response) {\n  if (!res.ok) throw new Error(String(res.status));\n  return res.text();\n}",
      ),
    },
    {
      name: "the one that it is handed to looks at it",
      code: tool(
        `  const res = await fetch(url);\n  const text = await read(1, res);\n  ${OK}`,
        "const expectOk = (res) => { if (res.status >= 400) throw new Error('x'); };\nasync function read(times, res) {\n  expectOk(res);\n  return res.text();\n}",
      ),
    },
    {
      name: "a header tells",
      code: tool(
        `  const res = await fetch(url, { method: "HEAD" });\n  const text = res.headers.get("etag") ?? "none";\n  ${OK}`,
      ),
    },
    {
      name: "axios rejects by itself",
      code: tool(
        `  const res = await client.get(url);\n  const text = res.data;\n  ${OK}`,
        'import axios from "axios";\nconst client = axios.create({ baseURL: "https://example.com" });',
      ),
    },
    {
      name: "axios that takes some statuses only",
      code: tool(
        `  const res = await axios.get(url, { validateStatus: (status) => status < 500 });\n  const text = res.data;\n  ${OK}`,
        'import axios from "axios";',
      ),
    },
    {
      name: "axios that takes any status, which is looked at",
      code: tool(`  const res = await client.get(url);\n  const text = res.status + res.data;\n  ${OK}`, ANY_STATUS),
    },
    {
      name: "axios that takes any status, taken apart with it",
      code: tool(
        `  const { data, status } = await client.get(url);\n  const text = status + data;\n  ${OK}`,
        ANY_STATUS,
      ),
    },
    {
      name: "an interceptor may look",
      code: tool(
        `  const { data: text } = await client.get(url);\n  ${OK}`,
        `${ANY_STATUS}\nclient.interceptors.response.use(expectOk);`,
      ),
    },
    {
      name: "another client with the same words",
      code: tool(
        `  const { data: text } = await client.get(url);\n  ${OK}`,
        'import { http } from "./http.js";\nconst client = http.create({ validateStatus: () => true });',
      ),
    },
    {
      name: "taken apart",
      code: tool(`  const { ok, body } = await fetch(url);\n  const text = String(body);\n  ${OK}`),
    },
    {
      name: "then, with a look",
      code: tool(`  const text = await fetch(url).then((res) => (res.ok ? res.text() : ""));\n  ${OK}`),
    },
    ...[
      "await words(body)",
      "await words(body as Task)",
      "(await Promise.all([(async () => { await log(args); return words(body); })(), other(args)]))[0]",
    ].map((text) => ({
      name: `handed to a function that takes the body apart: ${text}`,
      code: tool(
        `  const res = await fetch(url);\n  const body = await res.json();\n  const text = String(${text});\n  ${OK}`,
        "async function words(task) { const names = [task.id]; return partsOf(names, task); }\nconst partsOf = (names, task) => [...names, task.state.name];",
      ),
    })),
    ...["body.map((one) => one.name)", "body.find((one) => one.id === args.id)", "(body as Task[]).slice(0, 3)"].map(
      (text) => ({
        name: `the body of an error is no list: ${text}`,
        code: tool(
          `  const res = await fetch(url);\n  const body = await res.json();\n  const text = String(${text});\n  ${OK}`,
        ),
      }),
    ),
    ...["OrdersSchema.parse(body).ids", "(await ordersSchema.parseAsync(body)).ids"].map((text) => ({
      name: `the body of an error has another schema: ${text}`,
      code: tool(
        `  const res = await fetch(url);\n  const body = await res.json();\n  const text = String(${text});\n  ${OK}`,
      ),
    })),
    {
      name: "a function that is given the body asks whether it worked",
      code: tool(
        "  const res = await fetch(url);\n  const body = (await res.json()) as Picture;\n  return shown(body);",
        "const shown = (one: Picture) => ask(one);\nfunction ask(one: Picture) { if (one.error) throw new Error(one.error); return { content: [{ type: 'text', text: one.url }] }; }",
      ),
    },
    {
      name: "the body of an error cannot be gone through",
      code: tool(
        `  const res = await fetch(url);\n  const body = await res.json();\n  let text = "";\n  for (const one of body) text += one.name;\n  ${OK}`,
      ),
    },
    {
      name: "somebody asks whether the body is a list",
      code: tool(
        `  const res = await fetch(url);\n  const body = await res.json();\n  const text = Array.isArray(body) ? body.join() : "The shop is down.";\n  ${OK}`,
      ),
    },
    {
      name: "another fetch",
      code: tool(`  const text = await fetch(url).text();\n  ${OK}`, 'import { fetch } from "ofetch";'),
    },
    { name: "telemetry", code: tool(`  await fetch("https://telemetry.example/x");\n  const text = "";\n  ${OK}`) },
    {
      name: "not a tool",
      code: "export async function page(url) { const res = await fetch(url); return res.json(); }",
    },
  ],
  [
    {
      name: "an order is deleted behind the work",
      code: tool(
        `
  const session = await openSession(args);
  const text = await session.tap(args.x, args.y);
  await deleteOrder(args.order);
  ${OK}`,
        `
async function deleteOrder(id) {
  ⟦const response = await fetch(\`\${BASE_URL}/order/\${id}\`, { method: "DELETE" });⟧
  return response.json();
}`,
      ),
      problems: [{ messageId: "unchecked" }],
    },
    {
      name: "the function of the project that asks reads the body, and an error page brings an empty list",
      code: tool(
        `
  const found = await search(args.text);
  const text = (found.hits || []).map((hit) => \`- \${hit.title}\`).join("");
  ${OK}`,
        `
async function search(text) {
  ⟦const response = await fetch(BASE_URL + text);⟧
  return response.json();
}`,
      ),
      problems: [{ messageId: "unchecked" }],
    },
    ...["body.temperature", "body?.current?.temperature", "args.now ? body.current.temperature : body"].map((text) => ({
      name: `an error page passes where the body is read like this: ${text}`,
      code: tool(
        `  ⟦const res = await fetch(url);⟧\n  const body = await res.json();\n  const text = String(${text});\n  ${OK}`,
      ),
      problems: [{ messageId: "unchecked" }],
    })),
    {
      name: "an error page goes out before the body is taken apart",
      code: tool(
        `  ⟦const res = await fetch(url);⟧\n  const body = await res.json();\n  if (args.raw) return { content: [{ type: "text", text: JSON.stringify(body) }] };\n  const text = String(body.current.temperature);\n  ${OK}`,
      ),
      problems: [{ messageId: "unchecked" }],
    },
    ...["args.now && body.current.temperature"].map((text) => ({
      name: `an error page passes where nothing asks for its parts: ${text}`,
      code: tool(
        `  ⟦const res = await fetch(url);⟧\n  const body = await res.json();\n  const text = String(${text});\n  ${OK}`,
      ),
      problems: [{ messageId: "unchecked" }],
    })),
    ...[
      "body?.map((one) => one.name)",
      "body.items.map",
      "body.map",
      "args.long && body.map((one) => one.name)",
      "body.trim()",
    ].map((text) => ({
      name: `an error page passes where the body is no list: ${text}`,
      code: tool(
        `  ⟦const res = await fetch(url);⟧\n  const body = await res.json();\n  const text = String(${text.replace("items.map", "items")});\n  ${OK}`,
      ),
      problems: [{ messageId: "unchecked" }],
    })),
    ...[
      ["a function that asks for no part of it", "const words = (task) => task.name;", "await words(body)"],
      [
        "a function that may not ask",
        "const words = (task) => (task.state ? task.state.name : task.id);",
        "words(body)",
      ],
      ["a function that goes out of sight", "", "words(body)"],
      ["a schema that refuses nothing at once", "", "OrdersSchema.safeParse(body).data"],
      ["a parser of texts", "", "JSON.parse(body)"],
      ["a function that a test calls", "const words = (task) => task.state.name;", "args.long ? words(body) : body.id"],
      [
        "a function that is called later",
        "const words = (task) => task.state.name;",
        "args.ids.map(async () => words(body))",
      ],
    ].map(([name = "", head = "", text = ""]) => ({
      name: `an error page is handed to ${name}`,
      code: tool(
        `  ⟦const res = await fetch(url);⟧\n  const body = await res.json();\n  const text = String(${text});\n  ${OK}`,
        head,
      ),
      problems: [{ messageId: "unchecked" }],
    })),
    {
      name: "the state of a job in the body is no word on the call",
      code: tool(
        `  ⟦const res = await fetch(url);⟧\n  const text = await res.json();\n  if (text.status === "running") return { content: [] };\n  ${OK}`,
      ),
      problems: [{ messageId: "unchecked" }],
    },
    {
      name: "another member of the body is tested",
      code: tool(
        `  ⟦const res = await fetch(url);⟧\n  const text = await res.json();\n  if (text.result === null) return { content: [] };\n  ${OK}`,
      ),
      problems: [{ messageId: "unchecked" }],
    },
    {
      name: "an address of tracks is none of telemetry",
      code: tool(
        `  ⟦await fetch("https://music.example/v1/tracks/1/webhooks", { method: "POST" });⟧\n  const text = "";\n  ${OK}`,
      ),
      problems: [{ messageId: "unchecked" }],
    },
    {
      name: "json",
      code: tool(`  ⟦const res = await fetch(url);⟧\n  const text = JSON.stringify(await res.json());\n  ${OK}`),
      problems: [{ messageId: "unchecked" }],
    },
    {
      name: "at once",
      code: tool(`  ⟦const text = await (await fetch(url)).text();⟧\n  ${OK}`),
      problems: [{ messageId: "unchecked" }],
    },
    {
      name: "then",
      code: tool(`  ⟦const text = await fetch(url).then((res) => res.text());⟧\n  ${OK}`),
      problems: [{ messageId: "unchecked" }],
    },
    {
      name: "assigned",
      code: tool(`  let res;\n  ⟦res = await fetch(url);⟧\n  const text = await res.text();\n  ${OK}`),
      problems: [{ messageId: "unchecked" }],
    },
    {
      name: "a write whose answer nobody reads",
      code: tool(`  ⟦await fetch(url, { method: "POST" });⟧\n  const text = "Done.";\n  ${OK}`),
      problems: [{ messageId: "unchecked" }],
    },
    {
      name: "node-fetch",
      code: tool(
        `  ⟦const res = await get(url);⟧\n  const text = await res.text();\n  ${OK}`,
        'import get from "node-fetch";',
      ),
      problems: [{ messageId: "unchecked" }],
    },
    {
      name: "in a helper of this file",
      code: tool(
        `  const text = await load(url);\n  ${OK}`,
        "async function load(url) {\n  ⟦const res = await fetch(url);⟧\n  return res.text();\n}",
      ),
      problems: [{ messageId: "unchecked" }],
    },
    {
      name: "handed to a function of the file that reads its body",
      code: tool(
        `  ⟦const res = await fetch(url);⟧\n  const text = await read(res!);\n  ${OK}`,
        "async function read(res: Response) {\n  const reader = res.body.getReader();\n  return String(await reader.read());\n}",
      ),
      problems: [{ messageId: "unchecked" }],
    },
    {
      name: "handed on at once, and once more",
      code: tool(
        `  ⟦const text = await read(await fetch(url));⟧\n  ${OK}`,
        "const decode = (res) => res.text();\nasync function read(res) {\n  return decode(res);\n}",
      ),
      problems: [{ messageId: "unchecked" }],
    },
    {
      name: "then, with a function of the file",
      code: tool(`  ⟦const text = await fetch(url).then(read);⟧\n  ${OK}`, "const read = (res) => res.text();"),
      problems: [{ messageId: "unchecked" }],
    },
    {
      name: "a client of axios that takes any status",
      code: tool(
        `  ⟦const res = await client.get(url);⟧\n  const text = res.data?.name ?? "none";\n  ${OK}`,
        ANY_STATUS,
      ),
      problems: [{ messageId: "uncheckedClient" }],
    },
    {
      name: "its data at once",
      code: tool(`  ⟦const { data: text } = await client.post(url, args);⟧\n  ${OK}`, ANY_STATUS),
      problems: [{ messageId: "uncheckedClient" }],
    },
    {
      name: "a request that somebody else may give",
      code: tool(
        `  const request = args.fetch ?? fetch;\n  ⟦const res = await request(url);⟧\n  const text = await res.text();\n  ${OK}`,
      ),
      problems: [{ messageId: "unchecked" }],
    },
    {
      name: "one call of axios that takes any status",
      code: tool(
        `  ⟦const text = (await axios.get(url, { validateStatus: null })).data;⟧\n  ${OK}`,
        'import axios from "axios";',
      ),
      problems: [{ messageId: "uncheckedClient" }],
    },
  ],
);
