/** Server files as people write them, made by a recipe: the same at every run. */

export interface Source {
  readonly name: string;
  readonly text: string;
}

const NOUNS = ["order", "ticket", "invoice", "customer", "issue", "note", "repo", "branch", "user", "event"] as const;
const VERBS = ["list", "get", "create", "update", "delete", "search", "archive", "assign"] as const;

function pick<T>(list: readonly T[], at: number): T {
  return list[at % list.length] as T;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** One tool; its handler is one of eight that differ in how they meet failure. */
function tool(at: number): string {
  const noun = pick(NOUNS, at);
  const verb = pick(VERBS, Math.floor(at / NOUNS.length) + at);
  const head = `  server.registerTool(
    "${verb}_${noun}_${at}",
    {
      description: "${capitalised(verb)} one ${noun} or several, by id or by a query.",
      inputSchema: { id: z.string(), limit: z.number().int().min(1).max(100).default(20), query: z.string().optional() },
      annotations: { readOnlyHint: ${String(verb === "list" || verb === "get" || verb === "search")} },
    },
    async ({ id, limit, query }) => {
`;
  const bodies = [
    `      try {
        const found = await api.${verb}${capitalised(noun)}(id, { limit, query });
        return json({ count: found.length, items: found.map((item) => ({ id: item.id, title: item.title, updated: item.updatedAt })) });
      } catch (error) {
        return fromApiError(error, "Reading ${noun} " + id);
      }
`,
    `      const response = await fetch(\`\${baseUrl}/${noun}s/\${encodeURIComponent(id)}?limit=\${limit}\`, { headers: { accept: "application/json" } });
      if (!response.ok) {
        return failure({
          errorCategory: response.status === 403 ? "permission" : "transient",
          isRetryable: response.status >= 500,
          retryAfterSeconds: Number(response.headers.get("retry-after") ?? 10),
          description: \`The ${noun} service answered \${response.status}. Try again later or ask for another ${noun}.\`,
        });
      }
      const body = (await response.json()) as Page;
      return json({ ${noun}s: body.items.slice(0, limit), next: body.next ?? null });
`,
    `      let items: Item[] = [];
      try {
        items = await api.search(query ?? "", limit);
      } catch (error) {
        log.warn(\`${verb}_${noun}: \${String(error)}\`);
      }
      if (items.length === 0) return text(\`No ${noun} matches "\${query}".\`);
      return json(items);
`,
    `      try {
        await api.write("${noun}", id, { query, limit });
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) return text(\`${capitalised(noun)} \${id} is there already.\`);
        if (error instanceof ApiError && error.status === 429) {
          return { isError: true, content: [{ type: "text", text: JSON.stringify({ errorCategory: "transient", isRetryable: true, retryAfterSeconds: error.retryAfter, description: "Too many requests." }) }] };
        }
        throw error;
      }
      return text(\`Done. ${capitalised(noun)} \${id} was changed.\`);
`,
    `      const parts = await Promise.allSettled([api.head(id), api.body(id), api.comments(id, limit)]);
      const values = parts.flatMap((part) => (part.status === "fulfilled" ? [part.value] : []));
      const failed = parts.flatMap((part, index) => (part.status === "rejected" ? [index] : []));
      return json({ id, values, failed });
`,
    `      const rows = await db.query<Row>("select * from ${noun}s where id = $1 limit $2", [id, limit]).catch(() => []);
      const summary = rows.map((row) => \`- \${row.id}: \${row.title} (\${row.state})\`).join("\\n");
      return text(summary === "" ? "Nothing found." : summary);
`,
    `      if (!query && !id) return { isError: true, content: [{ type: "text", text: "Either id or query is required." }] };
      const found = await api.find(id);
      if (!found) return { content: [{ type: "text", text: \`${capitalised(noun)} \${id} not found\` }], isError: true };
      const { title, state, labels = [], assignee } = found;
      return json({ title, state, labels: labels.map(({ name }) => name), assignee: assignee?.login });
`,
    `      return withRetries(async () => {
        const page = await api.page("${noun}", { cursor: id, limit });
        return json({ items: page.items, cursor: page.next });
      });
`,
  ];
  return `${head}${pick(bodies, at)}    },
  );
`;
}

function serverText(tools: readonly string[], at: number): string {
  return `import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { ApiError, type Item, type Page, type Row } from "./api.js";
import { failure, fromApiError, json, text } from "./results.js";
import { db, log, withRetries, baseUrl, type Deps } from "./deps.js";

/** The tools of part ${at} of the server. */
export function registerTools${at}(server: McpServer, { api }: Deps): void {
${tools.join("\n")}}
`;
}

const RESULTS = `import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { ApiError } from "./api.js";

export const text = (value: string): CallToolResult => ({ content: [{ type: "text", text: value }] });
export const json = (value: unknown): CallToolResult => text(JSON.stringify(value, null, 2));
export interface Failure { errorCategory: string; isRetryable: boolean; retryAfterSeconds?: number; description: string }
export function failure(value: Failure): CallToolResult {
  return { isError: true, content: [{ type: "text", text: JSON.stringify(value) }] };
}
export function fromApiError(error: unknown, doing: string): CallToolResult {
  if (error instanceof ApiError && error.status === 403)
    return failure({ errorCategory: "permission", isRetryable: false, description: \`\${doing} needs a scope that is missing.\` });
  if (error instanceof ApiError && error.status >= 500)
    return failure({ errorCategory: "transient", isRetryable: true, retryAfterSeconds: error.retryAfter ?? 10, description: \`\${doing} failed: the API is down.\` });
  return failure({ errorCategory: "validation", isRetryable: false, description: \`\${doing} was refused.\` });
}
`;

const API = `export class ApiError extends Error {
  constructor(readonly status: number, readonly retryAfter?: number) { super(\`HTTP \${status}\`); }
}
export interface Item { id: string; title: string; updatedAt: string }
export interface Page { items: Item[]; next?: string }
export interface Row { id: string; title: string; state: string }
export class Api {
  constructor(private readonly base: string, private readonly token: string) {}
  async #request<T>(path: string, init?: RequestInit): Promise<T> {
    const response = await fetch(this.base + path, { ...init, headers: { authorization: \`Bearer \${this.token}\` } });
    if (!response.ok) throw new ApiError(response.status, Number(response.headers.get("retry-after")) || undefined);
    return (await response.json()) as T;
  }
  find(id: string): Promise<Item | undefined> { return this.#request(\`/items/\${id}\`); }
  search(query: string, limit: number): Promise<Item[]> { return this.#request(\`/search?q=\${query}&limit=\${limit}\`); }
}
`;

/** What a repository has beside its tools: no word of MCP, so that it costs a look at its text. */
function plainText(at: number): string {
  const functions = Array.from(
    { length: 12 },
    (
      _,
      index,
    ) => `export function ${pick(VERBS, index)}${capitalised(pick(NOUNS, at + index))}${index}(rows: readonly Row[], wanted: string): Row[] {
  const found = rows.filter((row) => row.title.toLowerCase().includes(wanted.toLowerCase()));
  const byState = new Map<string, Row[]>();
  for (const row of found) {
    const list = byState.get(row.state) ?? [];
    list.push(row);
    byState.set(row.state, list);
  }
  return [...byState.values()].flatMap((list) => list.sort((a, b) => a.id.localeCompare(b.id))).slice(0, ${10 + index});
}
`,
  );
  return `import type { Row } from "./api.js";\n\n${functions.join("\n")}`;
}

/** Of 8,452 source files of 41 public repositories with an MCP server, 13 % hold a function that a tool call runs. */
const PLAIN_FILES = 28;

/** A tree of about 700 files: servers of different size, their helpers, and code that has nothing to do with tools. */
export function tree(): Source[] {
  const sources: Source[] = [
    {
      name: "package.json",
      text: JSON.stringify({
        name: "bench",
        type: "module",
        dependencies: { "@modelcontextprotocol/sdk": "1.32.2", zod: "4" },
      }),
    },
  ];
  // What nothing starts is not reported: the whole tree is started by one file.
  const parts = Array.from({ length: 20 * 5 }, (_, at) => ({ part: Math.floor(at / 5), file: at % 5 }));
  sources.push({
    name: "src/index.ts",
    text: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
${parts.map(({ part, file }) => `import { registerTools${file} as register${part}x${file} } from "./part-${part}/tools-${file}.js";`).join("\n")}

const server = new McpServer({ name: "bench", version: "1.0.0" });
for (const register of [${parts.map(({ part, file }) => `register${part}x${file}`).join(", ")}]) register(server, deps());
`,
  });
  for (let part = 0; part < 20; part++) {
    const folder = `src/part-${part}`;
    sources.push({ name: `${folder}/api.ts`, text: API }, { name: `${folder}/results.ts`, text: RESULTS });
    for (let file = 0; file < 5; file++) {
      const size = 2 + ((part * 5 + file) % 9);
      const tools = Array.from({ length: size }, (_, index) => tool(part * 50 + file * 10 + index));
      sources.push({ name: `${folder}/tools-${file}.ts`, text: serverText(tools, file) });
    }
    for (let file = 0; file < PLAIN_FILES; file++)
      sources.push({ name: `${folder}/plain-${file}.ts`, text: plainText(part + file) });
  }
  return sources;
}

/** One file with this many tools. */
export function bigServer(tools: number): string {
  return serverText(
    Array.from({ length: tools }, (_, index) => tool(index)),
    0,
  );
}
