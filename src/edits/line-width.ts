import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Of lines, where the project does not say. */
export const DEFAULT_WIDTH = 100;

/** Files that may say how long lines are, by the member that says it, and what their formatter does without it. */
const SETTINGS: readonly { readonly name: RegExp; readonly member: RegExp; readonly otherwise: number | undefined }[] =
  [
    {
      name: /^(?:\.prettierrc(?:\.\w+)?|prettier\.config\.[mc]?[jt]s)$/u,
      member: /["']?printWidth["']?\s*[:=]\s*(\d+)/u,
      otherwise: 80,
    },
    { name: /^\.?biome\.jsonc?$/u, member: /"lineWidth"\s*:\s*(\d+)/u, otherwise: 80 },
    { name: /^package\.json$/u, member: /"prettier"\s*:\s*\{[^}]*"printWidth"\s*:\s*(\d+)/u, otherwise: undefined },
    { name: /^\.editorconfig$/u, member: /^max_line_length\s*=\s*(\d+)/mu, otherwise: undefined },
  ];

const NAMES = [
  ...["", ".json", ".json5", ".yaml", ".yml", ".toml", ".js", ".cjs", ".mjs", ".ts"].map((end) => `.prettierrc${end}`),
  ...[".js", ".cjs", ".mjs", ".ts"].map((end) => `prettier.config${end}`),
  "biome.json",
  "biome.jsonc",
  ".biome.json",
  "package.json",
  ".editorconfig",
];

const known = new Map<string, number | undefined>();

/** The length of lines that the project's formatter keeps, as its settings next to the file or above say; undefined where nothing does. */
export function lineWidth(filename: string): number | undefined {
  return widthOf(path.dirname(filename));
}

function widthOf(folder: string): number | undefined {
  if (!known.has(folder)) known.set(folder, widthIn(folder) ?? widthAbove(folder));
  return known.get(folder);
}

function widthAbove(folder: string): number | undefined {
  const parent = path.dirname(folder);
  return parent === folder || existsSync(path.join(folder, ".git")) ? undefined : widthOf(parent);
}

function widthIn(folder: string): number | undefined {
  for (const name of NAMES) {
    const text = textOf(path.join(folder, name));
    const setting = text === undefined ? undefined : SETTINGS.find((one) => one.name.test(name));
    const width = setting && text !== undefined ? setting.member.exec(text)?.[1] : undefined;
    if (width !== undefined) return Number(width);
    if (setting?.otherwise !== undefined) return setting.otherwise;
  }
  return undefined;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined; // not there, or not to be read: it says nothing
  }
}
