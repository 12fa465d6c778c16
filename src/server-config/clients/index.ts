import { claudeCode } from "./claude-code.js";
import { claudeDesktop } from "./claude-desktop.js";
import type { Client } from "./client.js";
import { cursor } from "./cursor.js";
import { vsCode } from "./vs-code.js";

export { expandsIn, type Client, type Field } from "./client.js";

/** Every client whose configuration file is known. */
export const CLIENTS: readonly Client[] = [claudeCode, vsCode, cursor, claudeDesktop];

/** The client that reads a file, by the file's path. */
export function clientOf(filename: string): Client | undefined {
  const path = filename.replaceAll("\\", "/");
  return CLIENTS.find((client) => client.path.test(path));
}
