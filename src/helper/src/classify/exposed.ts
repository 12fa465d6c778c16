import { attempt, cleanText } from "../safe.js";

/** Whose messages the model may read, see `exposeMessages`: `firstParty`, another predicate, or a list of classes. */
export type ExposeMessages = readonly (abstract new (...args: any[]) => unknown)[] | ((error: any) => boolean);

const isExposed = (node: any, expose: ExposeMessages): boolean =>
  attempt(() => (typeof expose === "function" ? expose(node) : expose.some((type) => node instanceof type))) === true;

/** The message of the outermost error whose words may leave, unless it repeats those of an error whose words may not. */
export const exposedMessage = (chain: readonly any[], expose: ExposeMessages | undefined): string => {
  const node = expose && chain.find((link) => link.message && isExposed(link, expose));
  if (!node) return "";
  const isRepeating = chain.some(
    (link) => link.message && !isExposed(link, expose) && node.message.includes(link.message),
  );
  return isRepeating ? "" : cleanText(node.message, 500);
};
