import type { Server } from "@modelcontextprotocol/sdk/server/index.js";

export interface NotesDeps {
  fs: Pick<typeof import("node:fs/promises"), "readdir" | "readFile" | "writeFile" | "rename">;
  dir: string;
  fetch: (url: string) => Promise<Response>;
  syncUrl: string;
  log(line: string): void;
}

export function createServer(deps: NotesDeps): Server;
