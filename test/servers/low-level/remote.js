import { join } from "node:path";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { text } from "./failures.js";

export async function importNote({ name, url }, { fs, dir, fetch }) {
  const response = await fetch(url);
  const page = await response.text();
  await fs.writeFile(join(dir, `${name}.md`), page, "utf8");
  return text(`Saved ${page.length} characters as "${name}".`);
}

async function changedNotes({ fetch, syncUrl }) {
  const response = await fetch(`${syncUrl}/changes`);
  if (!response.ok) throw new Error(`The sync service answered ${response.status}`);
  return response.json();
}

export async function syncNotes(deps) {
  let changes;
  try {
    changes = await changedNotes(deps);
  } catch (error) {
    throw new McpError(ErrorCode.InternalError, `Cannot sync the notes: ${error.message}`);
  }
  for (const { name, source } of changes) {
    await deps.fs.writeFile(join(deps.dir, `${name}.md`), source, "utf8");
  }
  return text(`${changes.length} notes brought up to date.`);
}
