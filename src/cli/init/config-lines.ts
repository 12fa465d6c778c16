import { CLIENTS } from "../../server-config/clients/index.js";

/** What is to stand in a config, and how. */
export interface Wanted {
  readonly preset: string;
  /** Nothing in the config parses TypeScript yet. */
  readonly needsParser: boolean;
  /** The MCP configuration of clients is to be linted too. */
  readonly withMcpConfig: boolean;
  /** The names for the plugin, for typescript-eslint and for the JSON language. */
  readonly plugin: string;
  readonly parser: string;
  readonly json: string;
  readonly isCommonJs: boolean;
  readonly quote: '"' | "'";
  readonly semicolon: ";" | "";
}

export const PLUGIN = "eslint-plugin-mcp-errors";
export const PARSER = "typescript-eslint";
export const JSON_LANGUAGE = "@eslint/json";

/** The files of clients by the language that reads them: as plain JSON, or with comments and trailing commas. */
const filesOf = (isLenient: boolean): string[] =>
  CLIENTS.filter((client) => client.isLenient === isLenient).flatMap(({ files }) => files);

/** One line for each package that is imported. */
export function importLine(wanted: Wanted): string[] {
  const { plugin, parser, json, needsParser, withMcpConfig, isCommonJs, quote, semicolon } = wanted;
  const line = (name: string, from: string, isModule: boolean): string =>
    isCommonJs
      ? `const ${isModule ? `{ default: ${name} }` : name} = require(${quote}${from}${quote})${semicolon}`
      : `import ${name} from ${quote}${from}${quote}${semicolon}`;
  return [
    line(plugin, PLUGIN, true),
    ...(needsParser ? [line(parser, PARSER, false)] : []),
    ...(withMcpConfig ? [line(json, JSON_LANGUAGE, true)] : []),
  ];
}

/** The configs that are added to the list. */
export function entryLines(wanted: Wanted): string[] {
  const { plugin, parser, preset, needsParser, withMcpConfig, quote } = wanted;
  const ofCode = needsParser
    ? [
        "{",
        `  ...${plugin}.configs.${preset},`,
        `  files: [${quote}**/*.{ts,tsx,mts,cts}${quote}],`,
        `  languageOptions: { parser: ${parser}.parser },`,
        "}",
      ]
    : [`${plugin}.configs.${preset}`];
  return withMcpConfig ? [...ofCode.slice(0, -1), `${ofCode.at(-1) ?? ""},`, ...mcpConfigLines(wanted)] : ofCode;
}

/** One config for each language of JSON. */
function mcpConfigLines({ plugin, json, quote }: Pick<Wanted, "plugin" | "json" | "quote">): string[] {
  const config = (isLenient: boolean, language: readonly string[]): string[] => [
    "{",
    `  ...${plugin}.configs.integration,`,
    `  files: [${filesOf(isLenient)
      .map((file) => quote + file + quote)
      .join(", ")}],`,
    `  plugins: { ...${plugin}.configs.integration.plugins, ${json === "json" ? json : `json: ${json}`} },`,
    ...language,
  ];
  return [
    ...config(false, [`  language: ${quote}json/json${quote},`, "},"]),
    ...config(true, [
      `  language: ${quote}json/jsonc${quote},`,
      "  languageOptions: { allowTrailingCommas: true },",
      "}",
    ]),
  ];
}

/** A config for a project that has none. */
export function newConfig(preset: string, usesTypeScript: boolean, withMcpConfig: boolean): string {
  const imports = [
    ...(withMcpConfig ? [`import json from "${JSON_LANGUAGE}";`] : []),
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
  const ofClients = withMcpConfig
    ? `\n${mcpConfigLines({ plugin: "mcpErrors", json: "json", quote: '"' })
        .map((line) => `  ${line}`)
        .join("\n")},`
    : "";
  return `${imports.join("\n")}

export default defineConfig([
  globalIgnores(["**/dist/", "**/build/", "**/coverage/"]),
${entry}${ofClients}
]);
`;
}
