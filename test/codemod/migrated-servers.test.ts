/**
 * Small JavaScript servers in the styles that public servers are written in, before and after all transforms with the vendored
 * helper, over the wire of the SDK: they start, what succeeds is the same to the byte, and what fails says its category and the
 * words of its author.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { rewriteText, TRANSFORM_NAMES } from "../../src/codemod/rewrite.js";
import { commandParser } from "../../src/codemod/run/rewrite-file.js";
import { Vendoring } from "../../src/codemod/run/vendoring.js";
import { projectForTests } from "../codemods/support/fixtures.js";
import { openV1 } from "../servers-support/sessions.js";
import type { Wire } from "../servers-support/wire.js";

/** Inside the repository, so that the SDK is found from there. */
const FOLDER = fileURLToPath(new URL("../../.cache/migrated-servers/", import.meta.url));

/** A package of its own: the tests of this repository, which name the words of all servers here, are not the server's. */
const MANIFEST = '{ "type": "module", "dependencies": { "@modelcontextprotocol/sdk": "*", "zod": "*" } }';

interface Call {
  readonly id: string;
  /** Of the failure; none: the call succeeds. */
  readonly category?: string;
  /** What the author wrote of it. */
  readonly words?: string;
}

interface Server {
  readonly source: string;
  readonly calls: readonly Call[];
}

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

export const server = new McpServer({ name: "orders", version: "1.0.0" });
`;
const TOOL = 'server.registerTool("get_order", { inputSchema: { id: z.string() } }, async ({ id }) => {';

const OF_HTTP: readonly Call[] = [
  { id: "1" },
  { id: "401", category: "permission" },
  { id: "404", category: "validation" },
  { id: "429", category: "transient" },
  { id: "500", category: "transient" },
];

const SERVERS: Readonly<Record<string, Server>> = {
  "a literal in each catch": {
    source: `${HEAD}
async function load(id) {
  const response = await fetch("https://orders.example/" + id);
  if (!response.ok) throw new Error(\`Orders API error: \${response.status}\`);
  return response.json();
}

${TOOL}
  try {
    return { content: [{ type: "text", text: JSON.stringify(await load(id)) }] };
  } catch (error) {
    return { content: [{ type: "text", text: \`Error: \${error.message}\` }], isError: true };
  }
});
`,
    calls: OF_HTTP.map((call) => (call.category ? { ...call, words: `Orders API error: ${call.id}` } : call)),
  },
  "a builder with a flag": {
    source: `${HEAD}
const text = (message, isError = false) => ({
  content: [{ type: "text", text: isError ? \`Error: \${message}\` : message }],
  isError,
});

${TOOL}
  try {
    const response = await fetch("https://orders.example/" + id);
    if (!response.ok) return text(\`The shop answered \${response.status}\`, true);
    return text(await response.text());
  } catch (error) {
    return text(String(error), true);
  }
});
`,
    calls: OF_HTTP.map((call) => (call.category ? { ...call, words: `The shop answered ${call.id}` } : call)),
  },
  "a builder of words": {
    source: `${HEAD}
function fail(message) {
  return { isError: true, content: [{ type: "text", text: message }] };
}

${TOOL}
  if (!id) return fail("Give an id.");
  if (id === "closed") return fail("Order is already closed");
  if (id === "secret") return fail("You do not have access to this order");
  return { content: [{ type: "text", text: \`Order \${id}\` }] };
});
`,
    calls: [
      { id: "1" },
      { id: "", category: "validation", words: "Give an id." },
      { id: "closed", category: "business", words: "Order is already closed" },
      { id: "secret", category: "permission", words: "You do not have access to this order" },
    ],
  },
  "throws that the framework reports": {
    source: `${HEAD}
${TOOL}
  if (!id) throw new Error("id is required");
  if (id === "big") throw new Error("The refund exceeds the limit of 500");
  return { content: [{ type: "text", text: \`Order \${id}\` }] };
});
`,
    calls: [
      { id: "1" },
      { id: "", category: "validation", words: "id is required" },
      { id: "big", category: "business", words: "The refund exceeds the limit of 500" },
    ],
  },
  "throws that a clause reports": {
    source: `${HEAD}
${TOOL}
  try {
    if (!id) throw new Error("id is required");
    const response = await fetch("https://orders.example/" + id);
    if (response.status === 401) throw new Error("The key of the shop is refused");
    return { content: [{ type: "text", text: await response.text() }] };
  } catch (error) {
    console.error("get_order", error.message);
    return { content: [{ type: "text", text: \`Failed to read: \${error.message}\` }], isError: true };
  }
});
`,
    calls: [
      { id: "1" },
      { id: "", category: "validation", words: "id is required" },
      { id: "401", category: "permission", words: "The key of the shop is refused" },
    ],
  },
  "JSON in the text": {
    source: `${HEAD}
${TOOL}
  if (id === "") {
    const payload = { success: false, error: "id is required", code: "ID_MISSING", example: "A-1" };
    return { content: [{ type: "text", text: JSON.stringify(payload, null, 2) }], isError: true };
  }
  return { content: [{ type: "text", text: JSON.stringify({ success: true, id }) }] };
});
`,
    calls: [{ id: "1" }, { id: "", category: "validation", words: "id is required" }],
  },
  "failures told as text": {
    source: `${HEAD}
${TOOL}
  const response = await fetch("https://orders.example/" + id);
  if (!response.ok) {
    return { content: [{ type: "text", text: \`Failed to load the order: \${response.statusText}\` }] };
  }
  return { content: [{ type: "text", text: await response.text() }] };
});
`,
    calls: OF_HTTP.map((call) => (call.category ? { ...call, words: "Failed to load the order" } : call)),
  },
  "a low-level handler": {
    source: `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";

export const server = new Server({ name: "orders", version: "1.0.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const id = request.params.arguments?.id;
  if (!id) throw new Error("id is required");
  const response = await fetch("https://orders.example/" + id);
  if (!response.ok) throw new Error(\`Orders API error: \${response.status}\`);
  return { content: [{ type: "text", text: await response.text() }] };
});
`,
    calls: [{ id: "", category: "validation", words: "id is required" }, ...OF_HTTP],
  },
};

const stub = (url: string | URL): Promise<Response> => {
  const status = Number(/\d+$/u.exec(String(url))?.[0] ?? 1);
  return Promise.resolve(
    status >= 400
      ? new Response("no", { status, statusText: "Refused", headers: { "retry-after": "7" } })
      : new Response('{"id":1}', { status: 200 }),
  );
};

const bodyOf = ({ result }: Wire): Record<string, unknown> =>
  JSON.parse(result?.content[0]?.text ?? "{}") as Record<string, unknown>;

async function answers(folder: string, calls: readonly Call[]): Promise<Wire[]> {
  const loaded = (await import(/* @vite-ignore */ path.join(folder, "server.mjs"))) as { server: never };
  const session = await openV1(loaded.server);
  const found: Wire[] = [];
  for (const { id } of calls) found.push(structuredClone(await session.call("get_order", { id })));
  await session.close();
  return found;
}

/** Writes the server as it was, and as it is migrated, each into a folder of its own. */
function write(name: string, source: string): { before: string; after: string } {
  const home = path.join(FOLDER, name.replaceAll(" ", "-"));
  const [before, after] = [path.join(home, "before"), path.join(home, "after")];
  for (const folder of [before, after]) mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(home, "package.json"), MANIFEST);
  writeFileSync(path.join(before, "server.mjs"), source);
  const file = path.join(after, "server.mjs");
  const helper = path.join(after, "mcp-tool-errors.mjs");
  const { text } = rewriteText(source, file, projectForTests(), {
    helper: { kind: "vendored", path: helper },
    transforms: TRANSFORM_NAMES,
  });
  writeFileSync(file, text);
  const parse = commandParser();
  if (!parse) throw new Error("oxc-parser is not installed.");
  const vendoring = new Vendoring([{ file, text: source }], helper, () => after);
  for (const change of vendoring.files([{ file, before: source, text }], parse, []))
    writeFileSync(change.file, change.after);
  return { before, after };
}

beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  vi.stubGlobal("fetch", stub);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  rmSync(FOLDER, { recursive: true, force: true });
});

describe.each(Object.entries(SERVERS))("%s", (name, { source, calls }) => {
  it("answers the same on success, and in the contract on failure", { timeout: 60_000 }, async () => {
    const { before, after } = write(name, source);
    const was = await answers(before, calls);
    const is = await answers(after, calls);
    for (const [at, { id, category, words }] of calls.entries()) {
      const answer = is[at] as Wire;
      if (category === undefined) {
        expect(JSON.stringify(answer.result), id).toBe(JSON.stringify(was[at]?.result));
        continue;
      }
      const body = bodyOf(answer);
      expect({ id, isError: answer.result?.isError, ...body }).toMatchObject({
        id,
        isError: true,
        errorCategory: category,
        isRetryable: category === "transient",
      });
      if (words !== undefined) expect(body["description"]).toContain(words);
      expect(body["description"]).not.toContain('{"');
    }
  });
});
