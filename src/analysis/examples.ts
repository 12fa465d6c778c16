import type { File } from "./file.js";

const EXAMPLE = /\.examples?\.[mc]?[jt]sx?$/u;

/** A page's example that runs against a client of its own: no model reads what comes of it. */
export function isExample({ filename, text }: File): boolean {
  return EXAMPLE.test(filename) && text.includes("InMemoryTransport");
}
