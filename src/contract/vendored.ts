/** What the vendored helper begins with, whatever the user makes of the rest. */
export const VENDORED_MARK = "// mcp-tool-errors, vendored";

/** The text is the helper, written into the project. */
export function isVendoredText(text: string): boolean {
  return text.slice(0, 1000).includes(VENDORED_MARK);
}
