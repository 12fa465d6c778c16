import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { definitions, listing } from "./definitions.js";
import { failure, unexpectedFailure } from "./failures.js";
import { appendNote, archiveNote, listNotes, noteInfo, readNote, searchNotes } from "./notes.js";
import { importNote, syncNotes } from "./remote.js";

function callTool(name, args, deps) {
  switch (name) {
    case "list_notes":
      return listNotes(deps);
    case "read_note":
      return readNote(args, deps);
    case "note_info":
      return noteInfo(args, deps);
    case "append_note":
      return appendNote(args, deps);
    case "search_notes":
      return searchNotes(args, deps);
    case "archive_note":
      return archiveNote(args, deps);
    case "import_note":
      return importNote(args, deps);
    case "sync_notes":
      return syncNotes(deps);
    default:
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name}`);
  }
}

/** @param {import("./server.d.ts").NotesDeps} deps */
export function createServer(deps) {
  const server = new Server({ name: "notes", version: "2.1.0" }, { capabilities: { tools: {} } });

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listing() }));

  server.setRequestHandler(CallToolRequestSchema, async (request) => {
    const { name, arguments: args = {} } = request.params;
    const input = definitions.find((tool) => tool.name === name)?.input.safeParse(args);
    if (input && !input.success) {
      return failure({
        errorCategory: "validation",
        isRetryable: false,
        errorCode: "INPUT_INVALID",
        description: `The arguments do not fit ${name}. Correct them and call again.\n${z.prettifyError(input.error)}`,
      });
    }
    try {
      return await callTool(name, args, deps);
    } catch (error) {
      // The client has to see protocol errors as such: an unknown tool is not a tool that failed.
      if (error instanceof McpError) throw error;
      return unexpectedFailure(name, error, deps.log);
    }
  });

  return server;
}
