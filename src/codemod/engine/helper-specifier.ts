import { dirname, relative, resolve } from "node:path";

/** Where the helper comes from: the package `mcp-tool-errors`, or a file of the project (its path, absolute or from the working directory). */
export type Helper = { readonly kind: "package" } | { readonly kind: "vendored"; readonly path: string };

export const HELPER_PACKAGE = "mcp-tool-errors";

const RELATIVE_IMPORT = /(?:\bfrom|\bimport(?:\s*\()?|\brequire\s*\()\s*["'](\.{1,2}\/[^"']*)["']/gu;

/** The specifier by which a file imports the helper: relative paths end as the file's other ones do. */
export function helperSpecifier(helper: Helper, filename: string, text: string): string {
  if (helper.kind === "package") return HELPER_PACKAGE;
  const target = relative(dirname(resolve(filename)), resolve(helper.path)).replaceAll("\\", "/");
  const path = target.startsWith(".") ? target : `./${target}`;
  // `./helper` is looked for as `./helper.js`, and never as `./helper.mjs`.
  if (/\.[mc]js$/u.test(path)) return path;
  return path.replace(/\.([mc]?)[jt]sx?$/u, (written: string, kind: string) => {
    const ending = endingOf(text);
    if (ending === "written") return written;
    return ending === "js" ? `.${kind}js` : "";
  });
}

/** How the relative imports of a file end: with the ending of the source, with that of the output, or without any. */
function endingOf(text: string): "written" | "js" | "none" {
  const specifiers = [...text.matchAll(RELATIVE_IMPORT)]
    .map(([, specifier = ""]) => specifier)
    // Declarations keep their ending whatever the sources do, and so does what is no source.
    .filter(
      (specifier) => !/\.(?:d\.[mc]?ts|json5?|node|wasm|css|html?|md|txt|sql|graphql|ya?ml|svg|png)$/iu.test(specifier),
    );
  if (specifiers.some((specifier) => /\.[mc]?tsx?$/u.test(specifier))) return "written";
  if (specifiers.some((specifier) => /\.[mc]?jsx?$/u.test(specifier))) return "js";
  return specifiers.length > 0 ? "none" : "js";
}
