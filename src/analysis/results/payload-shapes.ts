import type { ToolResult } from "./tool-results.js";
import { objectShape, type ObjectShape, type Ref } from "../values/values.js";

/** The objects that an error carries as JSON or as structured content. */
export function outerShapes({ result }: { readonly result: ToolResult }): ObjectShape[] {
  const jsons = result.texts.flatMap((text) => text.flatMap((part): Ref[] => (part.kind === "json" ? [part.ref] : [])));
  return [...jsons.map((ref) => objectShape(ref)), result.structured].filter((shape) => shape !== undefined);
}

/** The same, with the objects one level inside. */
export function payloadShapes(contract: { readonly result: ToolResult }): ObjectShape[] {
  return outerShapes(contract).flatMap((shape) => [
    shape,
    ...[...shape.fields.values()].flatMap((value) => objectShape(value) ?? []),
  ]);
}
