import path from "node:path";
import type { ConfigFile, TextPlace } from "./config-file.js";
import type { Part } from "./edit-text.js";

/** A path that exists on the machine of one person. */
export interface MachinePath {
  readonly place: TextPlace;
  /** The part up to the home folder, the name of the person included. */
  readonly home: Part;
  readonly isWindows: boolean;
  /** The part up to the folder of the project, where the path leads into that. */
  readonly project: Part | undefined;
}

const HOME =
  /(?<![\w.$}:])(?:\/mnt\/[a-z](?=\/Users\/))?\/(?:home|Users)\/([^/\\\s"':,;]+)(?=[/\\\s"':,;]|$)|(?<![A-Za-z])[A-Za-z]:[\\/]+Users[\\/]+([^/\\\s"':,;]+)(?=[/\\\s"':,;]|$)/gu;
/** Users of containers and of hosted machines, which everybody has there, and folders for all users. */
const NOBODY =
  /^(?:vscode|node|codespace|coder|gitpod|runner|app|jovyan|linuxbrew|Shared|Public|Default|<.*|\$.*|\{.*|%.*|\[.*|\.{3}|…)$/iu;

/** No path is longer, on Linux. In characters. */
const MAX_PATH = 4096;

/** So many in one text are enough to tell. */
const MAX_FOUND = 20;

/** The paths in the entries that lead into somebody's home folder. */
export function machinePaths({ texts, filename }: ConfigFile): MachinePath[] {
  const folder = projectFolder(filename);
  return texts.flatMap((place) => {
    const { text } = place;
    if (place.field === undefined && place.key !== "cwd") return [];
    return [...text.matchAll(HOME)].slice(0, MAX_FOUND).flatMap((match) => {
      const [whole, unix, windows] = match;
      if (NOBODY.test(unix ?? windows ?? "")) return [];
      const start = match.index;
      const home = { start, end: start + whole.length };
      return [{ place, home, isWindows: windows !== undefined, project: projectIn(text, home, folder) }];
    });
  });
}

/** The name of the folder that holds the file, that of a client's own folder left out: `app` of `app/.vscode/mcp.json`. */
function projectFolder(filename: string): string {
  const folder = path.dirname(filename);
  return path.basename(/^\.(?:vscode|cursor)$/u.test(path.basename(folder)) ? path.dirname(folder) : folder);
}

/** The path up to the folder of the project, if one of its folders is called so. */
function projectIn(text: string, { start, end }: Part, folder: string): Part | undefined {
  if (folder === "") return undefined;
  const rest = /^[^\s"';,]*/u.exec(text.slice(end, end + MAX_PATH))?.[0] ?? "";
  let at = end;
  for (const name of rest.split(/[/\\]/u)) {
    // What stands before the first separator is the rest of another name.
    if (at > end && name === folder) return { start, end: at + folder.length };
    at += name.length + 1;
  }
  return undefined;
}
