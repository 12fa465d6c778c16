import { testRule, tool } from "../support/rule-tester.js";

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
      name: "status is looked at",
      code: tool(
        `  const res = await fetch(url);\n  if (res.status >= 400) throw new Error("x");\n  const text = await res.text();\n  ${OK}`,
      ),
    },
    { name: "handed on", code: tool(`  const res = await fetch(url);\n  const text = await read(res);\n  ${OK}`) },
    { name: "handed on at once", code: tool(`  const text = await read(await fetch(url));\n  ${OK}`) },
    {
      name: "taken apart",
      code: tool(`  const { ok, body } = await fetch(url);\n  const text = String(body);\n  ${OK}`),
    },
    {
      name: "then, with a look",
      code: tool(`  const text = await fetch(url).then((res) => (res.ok ? res.text() : ""));\n  ${OK}`),
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
  ],
);
