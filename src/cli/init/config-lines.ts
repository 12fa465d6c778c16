/** What is to stand in a config, and how. */
export interface Wanted {
  readonly preset: string;
  /** The name for the plugin. */
  readonly plugin: string;
  readonly isCommonJs: boolean;
  readonly quote: '"' | "'";
  readonly semicolon: ";" | "";
}

export const PLUGIN = "eslint-plugin-mcp-errors";
export const PARSER = "typescript-eslint";

/** The line that imports the plugin. */
export function importLine({ plugin, isCommonJs, quote, semicolon }: Wanted): string {
  return isCommonJs
    ? `const { default: ${plugin} } = require(${quote}${PLUGIN}${quote})${semicolon}`
    : `import ${plugin} from ${quote}${PLUGIN}${quote}${semicolon}`;
}

/** The entry that is added to the list. */
export function entryLine({ plugin, preset }: Wanted): string {
  return `${plugin}.configs.${preset}`;
}

/** A config for a project that has none; `eslint/config` would need ESLint 9.22. */
export function newConfig(preset: string): string {
  return `import mcpErrors from "${PLUGIN}";

export default [
  { ignores: ["**/dist/", "**/build/", "**/coverage/"] },
  mcpErrors.configs.${preset},
];
`;
}
