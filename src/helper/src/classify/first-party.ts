import { attempt } from "../safe.js";
import { namesOf } from "./shape.js";

/** What the language itself throws, with words that name variables of the code. */
const OF_THE_RUNTIME = /^(Type|Reference|Syntax|Range|URI|Eval|Aggregate)Error$/;

/** Dependencies of Node, Deno and Bun, the runtime's own modules, code from the network or without a file. */
const THIRD_PARTY = /node_modules|npm[\\/]registry|(node|ext|https?):|<anonymous>|native/;

/** The file in which an error was made: that of the first frame of its stack, which may not be a line of the message. */
const fileOf = ({ stack, message }: Error): string | undefined => {
  const frame = stack!.slice(stack!.indexOf(message)).slice(message.length).split("\n")[1]!;
  return THIRD_PARTY.test(frame)
    ? undefined
    : /(?:^|\()([^(]*):\d+:\d+\)?$/.exec(frame)?.[1]!.replace(/^ *at (async )?/, "");
};

/**
 * For `exposeMessages`: errors that the project's own code has made, told by the file in which they were made. Where a bundler has
 * joined this package with all others in one file, no file says whose code it was, and nothing counts as the project's own.
 * Throws nothing.
 */
export const firstParty = (error: unknown): boolean =>
  attempt(() => {
    const file = !namesOf(error).every((name) => OF_THE_RUNTIME.test(name)) && fileOf(error as Error);
    return !!file && file !== fileOf(new Error("here"));
  }) === true;
