import type { Linter } from "eslint";
import plugin from "../../src/index.js";

/** The rules about how a server is wired in and what its tools are called: code that is about errors has no words for them. */
const WIRING = [
  ...Object.keys(plugin.configs.integration.rules ?? {}),
  "mcp-errors/require-parameter-description",
  "mcp-errors/prefer-resource",
];

/** Switches them off, so that a test sees what is found of errors. */
export const ERRORS_ONLY: Linter.Config = { rules: Object.fromEntries(WIRING.map((name) => [name, "off"])) };

/** True for a rule about errors, with its namespace or without. */
export function isAboutErrors(rule: string): boolean {
  return !WIRING.includes(rule) && !WIRING.includes(`mcp-errors/${rule}`);
}
