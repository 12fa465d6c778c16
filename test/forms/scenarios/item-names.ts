/** Names in code that works on each item of a list. */
import type { Scene } from "../scene.js";

export interface Names {
  readonly ids: string;
  readonly items: string;
  readonly item: string;
  readonly type: string;
  /** Reads the item `id`. */
  readonly read: string;
  /** Writes the item `id`. */
  readonly write: string;
}

export function namesIn({ client, names, domain }: Scene): Names {
  return {
    ids: names.itemIds,
    items: domain.items,
    item: domain.item,
    type: domain.type,
    read: client.call("get", "id"),
    write: client.call("write", "id"),
  };
}

/** The list that is filled. */
export const emptyList = ({ items, type }: Names): string => `const ${items}: ${type}[] = [];`;
