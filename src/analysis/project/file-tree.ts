import { readdirSync, readFileSync, statSync } from "node:fs";

/** Something in a folder. */
export interface TreeEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** When a file was last written or put in its place (ms since the epoch), and how long it is (bytes). */
export interface Stamp {
  readonly changed: number;
  readonly size: number;
}

export function sameStamp(one: Stamp | undefined, other: Stamp | undefined): boolean {
  return one !== undefined && one.changed === other?.changed && one.size === other.size;
}

/** Where the analysis reads files from: the disk, or another state of the same tree, such as a commit. */
export interface FileTree {
  /** Changes whenever the file does; undefined for what is no readable file. */
  readonly stamp: (file: string) => Stamp | undefined;
  /** The text of a file; undefined where it cannot be read. */
  readonly read: (file: string) => string | undefined;
  /** In bytes; undefined where there is no such file. */
  readonly size: (file: string) => number | undefined;
  /** What a folder holds; nothing where it cannot be read. */
  readonly entries: (folder: string) => readonly TreeEntry[];
}

/** The files as they are now. */
export const DISK: FileTree = {
  stamp(file) {
    try {
      const stat = statSync(file, { throwIfNoEntry: false });
      // Not the time of writing, which a file keeps that is moved over another one.
      return stat?.isFile() ? { changed: stat.ctimeMs, size: stat.size } : undefined;
    } catch {
      return undefined; // not ours to read: the import stays unknown
    }
  },
  read(file) {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return undefined; // removed meanwhile, or not readable: it tells nothing
    }
  },
  size(file) {
    try {
      return statSync(file, { throwIfNoEntry: false })?.size;
    } catch {
      return undefined; // not ours to read: it tells nothing
    }
  },
  entries(folder) {
    try {
      return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        isFolder: entry.isDirectory(),
      }));
    } catch {
      return []; // not ours to read: it tells nothing
    }
  },
};

/**
 * True for a copy that stands beside its source: `tool.js` beside `tool.ts`, which `tsc` without an `outDir` wrote, and
 * `tool.old.ts` beside `tool.ts`, which nobody runs. Each finding in it would be told twice.
 *
 * @param exists whether there is a file of that path, on the same side
 */
export function isCopy(file: string, exists: (file: string) => boolean): boolean {
  const [, name, ending] = /^(.*)[._-](?:original|orig|old|bak|backup)(\.[mc]?[jt]sx?)$/iu.exec(file) ?? [];
  if (name !== undefined && exists(`${name}${ending}`)) return true;
  const [, stem, kind] = /^(.*)\.([mc]?)jsx?$/u.exec(file) ?? [];
  if (stem === undefined) return false;
  return exists(`${stem}.${kind}ts`) || (kind === "" && exists(`${stem}.tsx`));
}
