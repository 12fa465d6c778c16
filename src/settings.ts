import { DIALECTS, type DialectName } from "./contract/dialects.js";
import { FRAMEWORKS } from "./frameworks/index.js";

/** Where the typed helper of the project is, and what it exports. */
export interface HelperSetting {
  /** A package, an alias as imports write it, or a file by its path from the package's folder (`"./src/errors.ts"`). */
  module: string;
  /** What it exports for building errors, the usual one first. Default: the exports of `mcp-tool-errors`. */
  names?: readonly string[];
}

/** What `settings["mcp-errors"]` may hold; every key is optional. */
export interface McpErrorsSettings {
  /** The dialect whose field names the messages use. Default: `"standard"`. */
  dialect?: DialectName;
  /** Further values of the category, beside the four of the contract. */
  categories?: readonly string[];
  /** Functions that make a tool of a function or an object, where the import cannot be followed. */
  toolBuilders?: readonly string[];
  /** Functions that return a complete error result, where the import cannot be followed. */
  errorBuilders?: readonly string[];
  /** The typed helper that builds error results. Default: the one that is imported or installed, else `mcp-tool-errors`. */
  helper?: HelperSetting;
  /** Frameworks that serve the tools, by their names in docs/frameworks.md, where neither imports nor package.json show it. */
  frameworks?: readonly string[];
  /** Read imported files of the same project to see what a helper returns. Default: true. */
  followImports?: boolean;
}

export type Settings = Readonly<Required<Omit<McpErrorsSettings, "helper">> & { helper: HelperSetting | undefined }>;

export const DEFAULT_SETTINGS: Settings = {
  dialect: "standard",
  categories: [],
  toolBuilders: [],
  errorBuilders: [],
  helper: undefined,
  frameworks: [],
  followImports: true,
};

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** The names that `frameworks` may list. */
export const FRAMEWORK_NAMES: readonly string[] = [...new Set(FRAMEWORKS.map(({ name }) => name))].sort();

function isHelper(value: unknown): value is HelperSetting {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { module, names, ...others } = value as Record<string, unknown>;
  return (
    typeof module === "string" &&
    module !== "" &&
    (names === undefined || (isStringList(names) && names.length > 0)) &&
    Object.keys(others).length === 0
  );
}

const CHECKS: Readonly<
  Record<keyof McpErrorsSettings, { readonly fits: (value: unknown) => boolean; readonly wants: string }>
> = {
  dialect: {
    fits: (value) => typeof value === "string" && Object.hasOwn(DIALECTS, value),
    wants: `one of ${Object.keys(DIALECTS).join(", ")}`,
  },
  categories: { fits: isStringList, wants: "a list of strings" },
  toolBuilders: { fits: isStringList, wants: "a list of function names" },
  errorBuilders: { fits: isStringList, wants: "a list of function names" },
  helper: {
    fits: isHelper,
    wants: 'an object { module: "…", names?: ["…"] } with the module of the helper and the names that it exports',
  },
  frameworks: {
    fits: (value) => isStringList(value) && value.every((name) => FRAMEWORK_NAMES.includes(name)),
    wants: `a list of these names: ${FRAMEWORK_NAMES.join(", ")}`,
  },
  followImports: { fits: (value) => typeof value === "boolean", wants: "true or false" },
};

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 200);
}

/**
 * Reads `settings["mcp-errors"]`.
 *
 * @throws {TypeError} for a key that does not exist or a value of the wrong type; the message names both, and the value.
 */
export function readSettings(raw: unknown): Settings {
  if (raw === undefined) return DEFAULT_SETTINGS;
  if (typeof raw !== "object" || raw === null || Array.isArray(raw))
    throw new TypeError('settings["mcp-errors"] must be an object.');
  for (const [key, value] of Object.entries(raw)) {
    if (!Object.hasOwn(CHECKS, key))
      throw new TypeError(`settings["mcp-errors"] has no key "${key}". Known keys: ${Object.keys(CHECKS).join(", ")}.`);
    const check = CHECKS[key as keyof McpErrorsSettings];
    if (!check.fits(value))
      throw new TypeError(`settings["mcp-errors"].${key} must be ${check.wants}. Given: ${shown(value)}.`);
  }
  return { ...DEFAULT_SETTINGS, ...(raw as McpErrorsSettings) };
}
