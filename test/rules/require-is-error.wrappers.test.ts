import { testRule } from "../support/rule-tester.js";

/** Tools that go through two functions, of which the inner one gives a text for a refusal. */
const asking = (refusal: string, failure: string, around: string): string =>
  `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
function shown(data) {
  let text = "";
  if (typeof data === "string") { text = data; } else { text = JSON.stringify(data); }
  return { content: [{ type: "text", text }] };
}
async function request(path) {
  const response = await fetch(path);
  if (!response.ok) ${refusal}
  if (response.status === 204) return \`Nothing there: \${response.status}\`;
  return await response.json();
}
async function asked(path) {
  try {
    const data = await request(path);
    return shown(data);
  } catch (error) {
    ${failure}
  }
}
async function guarded(run) {
  try {
    return await run();
  } catch (error) {
    ${around}
  }
}
server.tool("get_order", {}, async (args) => guarded(async () => { return await asked("/orders/" + args.id); }));
server.tool("get_bill", {}, async (args) => guarded(async () => { return await asked("/bills/" + args.id); }));
`;
const THROWS = "throw new Error(`Status ${response.status}`);";
const FLAGGED = 'return { isError: true, content: [{ type: "text", text: error.message }] };';

/** A command for each of several, which may be refused before it is run. */
const each = (after: string): string =>
  `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
async function run(name) { if (name.startsWith("-")) throw new Error("Refusing the flag"); return api.logs(name); }
server.tool("logs", {}, async (args) => {
  const logs = {};
  for (const name of args.names) {
    try { logs[name] = await run(name); } catch (error) { ${after} }
  }
  return { content: [{ type: "text", text: JSON.stringify(logs) }] };
});
`;

testRule(
  "require-is-error",
  [
    { name: "refusals that are thrown, and told with the flag", code: asking(THROWS, FLAGGED, FLAGGED) },
    { name: "one of several, told beside the others", code: each("logs[name] = `Error: ${error.message}`;") },
  ],
  [
    {
      name: "a text for a refusal, two functions away",
      code: asking("return ⟦`Error: status ${response.status}`⟧;", FLAGGED, FLAGGED),
      problems: [{ messageId: "ownFailureAsData", data: { callee: "request", form: "with `isError: true`" } }],
    },
    {
      name: "the clause of a function that runs what it is given, though nothing in it is known to fail",
      code: asking(THROWS, FLAGGED, "return ⟦shown(error.message)⟧;"),
      problems: [{ messageId: "toldAsText" }],
    },
  ],
);
