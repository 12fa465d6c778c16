import type { Surface } from "../types.js";
import type { SurfaceContext } from "./context.js";
import { surfaceDot } from "./dot.js";
import { surfaceHtml } from "./html/index.js";
import { surfaceJson } from "./json.js";
import { surfaceMarkdown } from "./markdown.js";

/** Makes a text of an error surface. */
export type SurfaceFormat = (surface: Surface, context?: SurfaceContext) => string;

/** Every format of `mcp-errors surface`, by the name that `--format` takes. */
export const SURFACE_FORMATS: Readonly<Record<string, SurfaceFormat>> = {
  html: surfaceHtml,
  json: surfaceJson,
  markdown: surfaceMarkdown,
  dot: surfaceDot,
};
