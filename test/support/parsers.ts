import { parseForESLint } from "@typescript-eslint/parser";
import type { TSESTree } from "@typescript-eslint/types";
import { analyzeScopes, loadOxc, parseWithOxc, type ParsedSource } from "../../src/syntax/parse.js";

export function parseOxc(text: string, filename: string): ParsedSource {
  const oxc = loadOxc();
  if (!oxc) throw new Error("oxc-parser is not installed");
  const result = parseWithOxc(oxc, text, filename);
  if (!result.ok) throw new Error(`${filename}: ${result.failure.message}`);
  return result.source;
}

/** As ESLint hands it to the rules: with the scopes of the parser itself, and without a byte order mark. */
export function parseTypescriptEslint(text: string, filename: string): ParsedSource {
  const bare = text.replace(/^\uFEFF/u, "");
  const { ast, scopeManager } = parseForESLint(bare, {
    range: true,
    loc: true,
    comment: true,
    tokens: true,
    filePath: filename,
    sourceType: "module",
    ecmaVersion: "latest",
  });
  const program = ast as unknown as TSESTree.Program;
  return {
    text: bare,
    ast: program,
    comments: program.comments ?? [],
    scopeManager: scopeManager ?? analyzeScopes(program),
  };
}
