import path from "node:path";
import { replaceFile } from "../replace-file.js";
import { UsageError, type Io } from "./command.js";
import { codeOf } from "./system-error.js";

/**
 * Writes what a command made to a file, whose folders are made where they are missing, or to the terminal.
 *
 * @throws {UsageError} if the file cannot be written
 */
export function writeOutput(text: string, file: string | undefined, io: Io): void {
  if (file === undefined) {
    io.out(text);
    return;
  }
  const target = path.resolve(io.cwd, file);
  try {
    replaceFile(target, text);
  } catch (error) {
    throw new UsageError(`The output file ${file} cannot be written (${codeOf(error)}).`);
  }
}
