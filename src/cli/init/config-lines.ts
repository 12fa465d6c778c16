/** What is to stand in a config, and how. */
export interface Wanted {
  readonly preset: string;
  /** Nothing in the config parses TypeScript yet. */
  readonly needsParser: boolean;
  /** The names for the plugin and for typescript-eslint. */
  readonly plugin: string;
  readonly parser: string;
  readonly isCommonJs: boolean;
  readonly quote: '"' | "'";
  readonly semicolon: ";" | "";
}

export const PLUGIN = "eslint-plugin-mcp-errors";
export const PARSER = "typescript-eslint";

/** One line for each package that is imported. */
export function importLine({ plugin, parser, needsParser, isCommonJs, quote, semicolon }: Wanted): string[] {
  const line = (name: string, from: string, isModule: boolean): string =>
    isCommonJs
      ? `const ${isModule ? `{ default: ${name} }` : name} = require(${quote}${from}${quote})${semicolon}`
      : `import ${name} from ${quote}${from}${quote}${semicolon}`;
  return [line(plugin, PLUGIN, true), ...(needsParser ? [line(parser, PARSER, false)] : [])];
}

/** The config that is added to the list. */
export function entryLines({ plugin, parser, preset, needsParser, quote }: Wanted): string[] {
  if (!needsParser) return [`${plugin}.configs.${preset}`];
  return [
    "{",
    `  ...${plugin}.configs.${preset},`,
    `  files: [${quote}**/*.{ts,tsx,mts,cts}${quote}],`,
    `  languageOptions: { parser: ${parser}.parser },`,
    "}",
  ];
}

/** A config for a project that has none. */
export function newConfig(preset: string, usesTypeScript: boolean): string {
  const imports = [
    'import { defineConfig, globalIgnores } from "eslint/config";',
    `import mcpErrors from "${PLUGIN}";`,
    ...(usesTypeScript ? [`import tseslint from "${PARSER}";`] : []),
  ];
  const entry = usesTypeScript
    ? `  {
    files: ["**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}"],
    extends: [mcpErrors.configs.${preset}],
    languageOptions: { parser: tseslint.parser },
  },`
    : `  mcpErrors.configs.${preset},`;
  return `${imports.join("\n")}

export default defineConfig([
  globalIgnores(["**/dist/", "**/build/", "**/coverage/"]),
${entry}
]);
`;
}
