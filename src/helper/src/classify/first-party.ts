import { cleanText } from "../safe.js";
import { namesOf } from "./shape.js";

/**
 * Whose messages the model may read, see `exposeMessages`: those of errors that the project's own code has made, of these
 * classes, or of errors for which the predicate holds.
 */
export type ExposeMessages =
  "first-party" | readonly (abstract new (...args: any[]) => unknown)[] | ((error: any) => boolean);

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
 * An error that the project's own code has made. Where a bundler has joined this package with all others in one file, no
 * file says whose code it was, and nothing counts as the project's own.
 */
const isFirstParty = (node: any): boolean => {
  const file = !namesOf(node).every((name) => OF_THE_RUNTIME.test(name)) && fileOf(node);
  return !!file && file !== fileOf(new Error("here"));
};

const isExposed = (node: any, expose: ExposeMessages): boolean => {
  try {
    return expose === "first-party"
      ? isFirstParty(node)
      : typeof expose === "function"
        ? expose(node) === true
        : expose.some((type) => node instanceof type);
  } catch {
    return false;
  }
};

/** The message of the outermost error whose words may leave, unless it repeats those of an error whose words may not. */
export const exposedMessage = (chain: readonly any[], expose: ExposeMessages | undefined): string => {
  const node = expose && chain.find((link) => link.message && isExposed(link, expose));
  if (!node) return "";
  const isRepeating = chain.some(
    (link) => link.message && !isExposed(link, expose) && node.message.includes(link.message),
  );
  return isRepeating ? "" : cleanText(node.message, 500);
};
