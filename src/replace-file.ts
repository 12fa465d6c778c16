import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

/** The real path of a file, also of one that is still to be made. */
export function realPathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(realPathOf(parent), path.basename(file));
  }
}

/** `.server.ts.1234-0b5c….mcp-errors`: a draft names the process that writes it. */
const DRAFT = /^\..+\.(\d+)-[\da-f-]{36}\.mcp-errors$/u;

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // Somebody else's process may not be asked, but is there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

const swept = new Set<string>();

/** Removes drafts that runs have left which were killed. Nothing depends on it. */
function sweep(folder: string): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  try {
    for (const name of readdirSync(folder)) {
      const writer = DRAFT.exec(name)?.[1];
      if (writer !== undefined && !isRunning(Number(writer))) rmSync(path.join(folder, name), { force: true });
    }
  } catch {
    // The folder may not be read, or somebody else was faster: a draft that stays does no harm.
  }
}

/** What a file is, if it is there. */
function statOf(file: string): { readonly mode: number; readonly isFile: boolean } | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat && { mode: stat.mode, isFile: stat.isFile() };
}

/**
 * Writes a file whole or not at all: whoever reads it meanwhile, or after the process was killed or the disk was full, finds
 * the old text or the new one. Folders are made where they are missing, a link keeps pointing at what it points at, and the
 * mode stays.
 *
 * @param isNew true: a file that is there is not replaced
 * @throws the error of the system; the old file is as it was
 */
export function replaceFile(file: string, text: string, isNew = false): void {
  const target = realPathOf(file);
  const folder = path.dirname(target);
  mkdirSync(folder, { recursive: true });
  const old = statOf(target);
  // A pipe or a device takes what is written, and is not to be replaced. What is new is there whole or not at all, too, but
  // must not take the place of what came meanwhile.
  if (isNew || old?.isFile === false) {
    writeNew(target, text, isNew);
    return;
  }
  sweep(folder);
  const draft = path.join(folder, `.${path.basename(target)}.${process.pid}-${randomUUID()}.mcp-errors`);
  try {
    // The text must not lie open to more people than before, not even for a moment.
    writeFileSync(draft, text, { flag: "wx", ...(old ? { mode: old.mode & 0o700 } : {}) });
    if (old) chmodSync(draft, old.mode);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writeNew(target: string, text: string, isNew: boolean): void {
  try {
    writeFileSync(target, text, { flag: isNew ? "wx" : "w" });
  } catch (error) {
    // Half a file is worse than none; one that somebody else has made stays.
    if (isNew && !(error instanceof Error && "code" in error && error.code === "EEXIST"))
      rmSync(target, { force: true });
    throw error;
  }
}
