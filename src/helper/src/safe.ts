import type { JsonValue } from "./contract.js";

/** Reads a member of anything. A missing value, a getter that throws and a revoked proxy all give undefined. */
export function peek(value: any, ...path: (string | number)[]): unknown {
  try {
    for (const key of path) value = value?.[key];
    return value;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const cut = (text: string, limit: number): string =>
  text.length > limit ? text.slice(0, Math.max(limit, 0)) + "…" : text;

/** A text that may leave the server: trimmed, bounded, without the frames of a stack. Anything but a string gives "". */
export const cleanText = (value: unknown, limit: number): string =>
  // Cut first: the pattern must not run over megabytes.
  typeof value === "string"
    ? cut(value, limit)
        .split(/\n\s*at /)[0]!
        .trim()
    : "";

/**
 * A bounded copy that `JSON.stringify` cannot fail on. Errors (their message and members may hold secrets), cycles and
 * unreadable members become "[left out]"; what lies beyond `left` characters becomes "…".
 */
export function toJson(root: unknown, left: number): JsonValue | undefined {
  const ancestors: unknown[] = [];
  const visit = (read: () => any): any => {
    const depth = ancestors.length;
    try {
      let value = read();
      if (typeof value === "bigint") value = `${value}`;
      if (typeof value === "string") {
        value = cut(value, left);
        left -= JSON.stringify(value).length;
      }
      left -= 5;
      if (!isObject(value)) return value;
      // Errors of another realm (a vm, jest) are known by their tag only.
      // Nesting needs no limit of its own: every level takes from the budget.
      if (value instanceof Error || /Err|Exc/.test({}.toString.call(value)) || ancestors.includes(value))
        return "[left out]";
      ancestors.push(value);
      if (typeof value["toJSON"] === "function") return visit(() => (value as any).toJSON());
      const isList = Array.isArray(value);
      const copy: any = isList ? [] : {};
      for (const key of Object.keys(value)) {
        if (left < 0) {
          copy[isList ? copy.length : "…"] = "…";
          break;
        }
        // Assigning to this one name would change the prototype of the copy.
        if (key !== "__proto__") copy[cut(key, (left -= key.length))] = visit(() => value[key]);
      }
      return copy;
    } catch {
      return "[left out]";
    } finally {
      ancestors.length = depth;
    }
  };
  return visit(() => root);
}
