import type { TSESTree } from "@typescript-eslint/types";
import type { Node } from "../../../syntax/tree.js";
import type { File } from "../../file.js";
import { constantOf, objectShape, type ObjectShape, type Ref } from "../../values/values.js";
import type { Tool } from "../tool.js";

/** What a client is told of a tool in words. */
export type Description =
  | { readonly kind: "text"; readonly text: string; readonly node: Node }
  | { readonly kind: "none" }
  | { readonly kind: "unknown" };

/** A hint about what a call does: `readOnlyHint: true`. */
export interface Hint {
  readonly file: File;
  readonly value: boolean;
  readonly node: Node;
}

export type HintName = "readOnlyHint" | "destructiveHint" | "idempotentHint" | "openWorldHint";

/** `unknown`: there may be annotations that cannot be seen. */
export type Annotations =
  | {
      readonly kind: "hints";
      readonly hints: ReadonlyMap<HintName, Hint>;
      readonly node: TSESTree.ObjectExpression | undefined;
    }
  | { readonly kind: "unknown" };

/** A tool as the client is told of it, wherever its handler stands. */
export interface DeclaredTool {
  readonly name: string;
  /** What stands for the tool in a report: its name, where that is written. */
  readonly place: Node;
  readonly description: Description;
  /** The schema of its arguments; `none`: it takes none. */
  readonly schema: Ref | "none" | "unknown";
  readonly annotations: Annotations;
  /** The registration, where that stands in the same file. */
  readonly tool: Tool | undefined;
}

/** A description as it is written; what is put together at run time stays unknown. */
export function descriptionOf(ref: Ref | undefined): Description {
  if (!ref) return { kind: "none" };
  const text = constantOf(ref);
  return typeof text === "string" ? { kind: "text", text, node: ref.node } : { kind: "unknown" };
}

const HINTS: ReadonlySet<string> = new Set<HintName>([
  "readOnlyHint",
  "destructiveHint",
  "idempotentHint",
  "openWorldHint",
]);

const NO_HINTS: Annotations = { kind: "hints", hints: new Map(), node: undefined };

/** The hints of an object of annotations. */
export function annotationsOf(ref: Ref | undefined): Annotations {
  if (!ref) return NO_HINTS;
  const shape = objectShape(ref);
  if (!shape || shape.open) return { kind: "unknown" };
  const hints = new Map<HintName, Hint>();
  for (const [name, value] of shape.fields) {
    if (!HINTS.has(name)) continue;
    const given = constantOf(value);
    if (typeof given !== "boolean") return { kind: "unknown" };
    hints.set(name as HintName, { value: given, node: value.node, file: value.env.file });
  }
  return { kind: "hints", hints, node: shape.node };
}

/** A field that may be spelt in several ways; `unknown` where the object may hold more than can be seen. */
export function fieldOf(shape: ObjectShape, names: readonly string[]): Ref | "none" | "unknown" {
  for (const name of names) {
    const found = shape.fields.get(name);
    if (found) return found;
  }
  return shape.open ? "unknown" : "none";
}
