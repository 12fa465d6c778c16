import { CLIENTS } from "../../server-config/clients/index.js";

/** What is to stand in a config, and how. */
export interface Wanted {
  readonly preset: string;
  /** The MCP configuration of clients is to be linted too. */
  readonly withMcpConfig: boolean;
  /** The names for the plugin and for the JSON language. */
  readonly plugin: string;
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
export function importLines({ plugin, json, withMcpConfig, isCommonJs, quote, semicolon }: Wanted): string[] {
  const line = (name: string, from: string): string =>
    isCommonJs
      ? `const { default: ${name} } = require(${quote}${from}${quote})${semicolon}`
      : `import ${name} from ${quote}${from}${quote}${semicolon}`;
  return [line(plugin, PLUGIN), ...(withMcpConfig ? [line(json, JSON_LANGUAGE)] : [])];
}

/** The configs that are added to the list. */
export function entryLines(wanted: Wanted): string[] {
  const ofCode = `${wanted.plugin}.configs.${wanted.preset}`;
  return wanted.withMcpConfig ? [`${ofCode},`, ...mcpConfigLines(wanted)] : [ofCode];
}

/** One config for each language of JSON. The preset's own config is for sources: it names their files and their parser. */
function mcpConfigLines({ plugin, json, quote }: Pick<Wanted, "plugin" | "json" | "quote">): string[] {
  const config = (isLenient: boolean, language: readonly string[]): string[] => [
    "{",
    `  files: [${filesOf(isLenient)
      .map((file) => quote + file + quote)
      .join(", ")}],`,
    `  plugins: { ${quote}mcp-errors${quote}: ${plugin}, ${json === "json" ? json : `json: ${json}`} },`,
    ...language,
    `  rules: ${plugin}.configs.integration.rules,`,
  ];
  return [
    ...config(false, [`  language: ${quote}json/json${quote},`]),
    "},",
    ...config(true, [`  language: ${quote}json/jsonc${quote},`, "  languageOptions: { allowTrailingCommas: true },"]),
    "}",
  ];
}

/** A config for a project that has none; `eslint/config` would need ESLint 9.22. */
export function newConfig(preset: string, withMcpConfig: boolean): string {
  const wanted = {
    preset,
    plugin: "mcpErrors",
    json: "json",
    withMcpConfig,
    isCommonJs: false,
    quote: '"',
    semicolon: ";",
  } as const;
  return `${importLines(wanted).join("\n")}

export default [
  { ignores: ["**/dist/", "**/build/", "**/coverage/"] },
${entryLines(wanted)
  .map((line) => `  ${line}`)
  .join("\n")},
];
`;
}
