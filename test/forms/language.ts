/** The same files in JavaScript, with modules of one kind or the other. */
import { transformSync } from "rolldown/utils";
import type { Files } from "./code.js";

export const LANGUAGES = ["ts", "js", "cjs"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Plain {
  readonly code: string;
  readonly map: object | undefined;
}

/** A text without its types. */
export function withoutTypes(path: string, text: string): Plain {
  const { code, map, errors } = transformSync(path, text, { lang: "ts", sourcemap: true, decorator: { legacy: true } });
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join("; ")}\n${text}`);
  return { code, map: map ?? undefined };
}

/** A text with `require` for `import`, line by line. */
export function asCommonJs(text: string): string {
  const names: string[] = [];
  const code = text
    .replace(
      /^import (\{[^}]*\}|\w+) from ("[^"]+");$/gmu,
      (_, what: string, from: string) => `const ${what.replaceAll(" as ", ": ")} = require(${from});`,
    )
    .replace(/^import \* as (\w+) from ("[^"]+");$/gmu, "const $1 = require($2);")
    .replace(/^import ("[^"]+");$/gmu, "require($1);")
    .replace(/^export \* from ("[^"]+");$/gmu, "module.exports = { ...require($1) };")
    .replace(/^export default (class|(?:async )?function) (\w+)/gmu, (_, kind: string, name: string) => {
      names.push(`default: ${name}`);
      return `${kind} ${name}`;
    })
    .replace(/^export ((?:async )?function|class|const|let) (\w+)/gmu, (_, kind: string, name: string) => {
      names.push(name);
      return `${kind} ${name}`;
    })
    .replace(/^export \{ ?([^}]*) ?\};$/gmu, (_, list: string) => {
      for (const name of list.split(", ").filter(Boolean)) names.push(name.split(" as ").reverse().join(": "));
      return "";
    });
  return names.length > 0 ? `${code}\nmodule.exports = { ${names.join(", ")} };\n` : code;
}

export function inLanguage(files: Files, language: Language): Files {
  if (language === "ts") return files;
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => {
      const plain = withoutTypes(path, text).code.replaceAll("\t", "  ");
      // A file of types alone is no file.
      if (plain.trim() === "export {};") return [];
      return [[path.replace(/\.ts$/u, ".js"), language === "cjs" ? asCommonJs(plain) : plain] as const];
    }),
  );
}
