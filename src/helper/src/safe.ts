import type { JsonValue } from "./contract.js";

/** What the function gives, or undefined where it throws. */
export const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** Reads a member of anything. A missing value, a getter that throws and a revoked proxy all give undefined. */
export const peek = (value: any, ...path: (string | number | symbol)[]): unknown =>
  attempt(() => path.reduce((holder, key) => holder?.[key], value));

/** A copy of options, which JavaScript may give as null or as something that cannot be read. */
export const optionsOf = <T extends object>(options: T | null | undefined): T =>
  (attempt(() => ({ ...options })) as T) ?? ({} as T);

/** Tells an observer. What it throws, or rejects with, must not replace the error that is being reported. */
export const notify = async <T>(observer: ((event: T) => unknown) | undefined, event: T): Promise<void> => {
  try {
    await observer?.(event);
  } catch {}
};

/** Whether the value is a list that can be read: asking a revoked proxy throws. */
export const isList = (value: unknown): value is any[] => attempt(() => Array.isArray(value)) === true;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const cut = (text: string, limit: number): string =>
  text.length > limit ? text.slice(0, Math.max(limit, 0)) + "..." : text;

/** A text that may leave the server: trimmed, bounded, without the frames of a stack. Anything but a string gives "". */
export const cleanText = (value: unknown, limit: number): string =>
  // Cut first: the pattern must not run over megabytes.
  typeof value === "string"
    ? cut(value, limit)
        .split(/\n[^\S\n]*at /)[0]!
        .trim()
    : "";

/**
 * A bounded copy that `JSON.stringify` cannot fail on. Errors (their message and members may hold secrets), cycles,
 * bytes and unreadable members become "[left out]"; what lies beyond `left` characters becomes "...".
 */
export const toJson = (root: unknown, left: number): JsonValue | undefined => {
  const visit = (read: () => any, ancestors: unknown[]): any => {
    const found = attempt(() => {
      let value = read();
      if (typeof value === "bigint" || typeof value === "string") {
        value = cut(`${value}`, left);
        left -= JSON.stringify(value).length;
      }
      left -= 5;
      if (!isObject(value)) return [value];
      // Errors of another realm (a vm, jest) are known by their members only. A Buffer would write out each of its bytes.
      // Nesting needs no limit of its own: every level takes from the budget.
      if (
        value instanceof Error ||
        ArrayBuffer.isView(value) ||
        (value["stack"] && value["message"] !== undefined) ||
        ancestors.includes(value)
      )
        return undefined;
      const path = [...ancestors, value];
      if (typeof value["toJSON"] === "function") return [visit(() => (value as any).toJSON(), path)];
      const copy: any = Array.isArray(value) ? [] : {};
      // No list is of use beyond the budget, and the names of a million items are expensive.
      for (const key of Object.keys(copy.slice ? (value as any).slice(0, left) : value)) {
        if (left < 0) {
          copy[cut(key, 99)] = "...";
          break;
        }
        // Assigning to this one name would change the prototype of the copy.
        if (key !== "__proto__") copy[cut(key, (left -= key.length))] = visit(() => value[key], path);
      }
      return [copy];
    });
    return found ? found[0] : "[left out]";
  };
  return visit(() => root, []);
};

/** The text with a full stop, where nothing else ends it. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
