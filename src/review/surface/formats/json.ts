import { safeJson } from "../../escape.js";
import type { Surface } from "../types.js";

/** Where the JSON Schema of the format is published. */
const SCHEMA =
  "https://raw.githubusercontent.com/eslint-plugin-mcp-errors/eslint-plugin-mcp-errors/main/docs/schemas/surface.schema.json";

/** The error surface as JSON; `docs/schemas/surface.schema.json` describes it. */
export function surfaceJson(surface: Surface): string {
  return `${safeJson({ $schema: SCHEMA, ...surface }, 2)}\n`;
}
