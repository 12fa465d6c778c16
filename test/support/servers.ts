import { globSync } from "tinyglobby";
import { fileURLToPath } from "node:url";

export const SERVERS_ROOT = fileURLToPath(new URL("../servers", import.meta.url));

/** The sources of the example servers, sorted. */
export function serverFiles(): string[] {
  return globSync("**/*.{ts,js}", {
    cwd: SERVERS_ROOT,
    absolute: true,
    ignore: ["**/*.d.ts"],
    expandDirectories: false,
  }).sort();
}
