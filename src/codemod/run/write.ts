import { lstatSync, readFileSync, statSync } from "node:fs";
import { realPathOf, replaceFile } from "../../replace-file.js";
import type { FileChange } from "./diff.js";

/** A file that was left as it was, and why: a sentence. */
export interface Failure {
  readonly file: string;
  readonly reason: string;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

function exists(file: string): boolean {
  try {
    lstatSync(file);
    return true;
  } catch {
    return false; // absent: that is the answer
  }
}

/** Why a file must not be written, or undefined. */
function objection(target: string, { before }: FileChange): string | undefined {
  if (before === undefined)
    return exists(target) ? "A file of this name was created meanwhile; it was not changed." : undefined;
  // Asked of the mode, because everything is writable for the superuser, and a rename needs no right to the file.
  if ((statSync(target).mode & 0o222) === 0) return "The file is read-only; it was not changed.";
  return readFileSync(target, "utf8") === before
    ? undefined
    : "The file changed while the migration ran; it was not changed by it.";
}

/**
 * Writes a file whole or not at all. A link keeps pointing at what it points at, and the mode stays.
 *
 * @returns why the file was left as it was; undefined if it was written
 */
export function writeAtomically(change: FileChange): Failure | undefined {
  try {
    const target = realPathOf(change.file);
    const reason = objection(target, change);
    if (reason !== undefined) return { file: change.file, reason };
    replaceFile(target, change.after, change.before === undefined);
    return undefined;
  } catch (error) {
    return { file: change.file, reason: `The file cannot be written (${codeOf(error)}); it was not changed.` };
  }
}
