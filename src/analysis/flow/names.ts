import { keyName } from "../../syntax/names.js";
import type { Node } from "../../syntax/tree.js";

/** The name of a member as it is looked up: `#load` is another one than `load`. */
export function memberKey(key: Node, computed: boolean): string | undefined {
  const name = keyName(key, computed);
  return name !== undefined && key.type === "PrivateIdentifier" ? `#${name}` : name;
}
