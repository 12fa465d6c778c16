/** A search: what was found before the failure, other ways, and the fallback that is no failure. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { collectResults, emptyResult, propagate, toolError } from "mcp-tool-errors";
import { callTool } from "mcp-tool-errors/client";
import { z } from "zod";

class SearchTimeout extends Error {}
declare const index: { page(query: string, page: number): Promise<string[]> };
declare const mirror: { page(query: string, page: number): Promise<string[]> };
declare const cache: Map<string, string[]>;
declare const client: { callTool(call: { name: string; arguments: object }): Promise<CallToolResult> };

const server = new McpServer({ name: "search", version: "1.0.0" });
const inputSchema = { query: z.string().describe("Words to look for") };
const text = (value: unknown): CallToolResult => ({ content: [{ type: "text", text: JSON.stringify(value) }] });

server.registerTool("search", { description: "Searches all documents.", inputSchema }, async ({ query }) => {
  const results: string[] = [];
  try {
    for (let page = 1; page <= 3; page++) results.push(...(await index.page(query, page)));
  } catch (error) {
    if (error instanceof SearchTimeout)
      return toolError.transient({
        description: "The search timed out after 30 s. Repeat the call in 10 s, or ask for less.",
        retryAfterSeconds: 10,
        errorCode: "SEARCH_TIMEOUT",
        failureType: "timeout",
        attemptedQuery: query,
        partialResults: results,
        alternativeApproaches: ["Try a broader query.", "Use the document analysis."],
      });
    return propagate(error, { partialResults: results, attemptedActions: ["Read the pages one after the other."] });
  }
  if (results.length === 0) return emptyResult(`Nothing matches ${query}.`);
  return text({ results });
});

/** Another endpoint, or a copy that says how old it is, answers the call. */
server.registerTool("search_mirror", { description: "Searches all documents.", inputSchema }, async ({ query }) => {
  try {
    return text({ results: await index.page(query, 1) });
  } catch (error) {
    console.warn(error);
    try {
      return text({ results: await mirror.page(query, 1) });
    } catch (second) {
      const stale = cache.get(query);
      if (stale)
        return text({ results: stale, stale: true, note: "Neither index answered; this is yesterday's copy." });
      return toolError.from(second, { service: "the search index" });
    }
  }
});

server.registerTool("search_all", { description: "Searches page after page.", inputSchema }, async ({ query }) => {
  const found = await collectResults([1, 2, 3], (page) => index.page(query, page), { label: (page) => `page ${page}` });
  return (
    found.toError({ recommendation: "Continue with the pages that were read." }) ?? text(found.partialResults.flat())
  );
});

/** A tool that calls another server's tool and hands on what stays. */
server.registerTool("research", { description: "Researches a topic.", inputSchema }, async ({ query }) => {
  const outcome = await callTool(() => client.callTool({ name: "web_search", arguments: { query } }), {
    tool: "web_search",
    attempts: 3,
    partialResults: cache.get(query) ?? [],
    recommendation: "Continue with the cached articles; flag the gap in the report.",
  });
  return outcome.ok ? outcome.result : outcome.error;
});
