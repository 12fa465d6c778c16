import type { Command } from "commander";

/** Where a command writes to and what it may know of its surroundings. */
export interface Io {
  readonly cwd: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly color: boolean;
  /** Writes to a terminal that is watched; absent where nobody looks. */
  readonly progress?: ((text: string) => void) | undefined;
  /** Asks the user a question and gives the answer; undefined where nobody sits at a terminal. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Ends a command that would go on by itself. */
  readonly stop?: AbortSignal | undefined;
}

/** 0: nothing found; 1: findings; 2: wrong use, or nothing to check. */
export type ExitCode = 0 | 1 | 2;

/** Adds one command to the program. Its action hands the exit code to `done`, and throws `UsageError` for wrong use. */
export type AddCommand = (program: Command, io: Io, done: (code: ExitCode) => void) => void;

/** Wrong use of the command: the message is one line, and the exit code 2. */
export class UsageError extends Error {}
