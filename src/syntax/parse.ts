import { createRequire } from "node:module";
import { analyze, type ScopeManager } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { completeTree } from "./complete-tree.js";
import { LineTable } from "./line-table.js";
import { MAX_DEPTH, tooDeepAt } from "./nesting.js";

/** What every analysis starts from, whoever parsed it: ESLint's `SourceCode` fits as it is. */
export interface ParsedSource {
  readonly text: string;
  readonly ast: TSESTree.Program;
  readonly scopeManager: ScopeManager;
  readonly comments: readonly TSESTree.Comment[];
}

export interface ParseFailure {
  readonly message: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
}

export type ParseResult =
  { readonly ok: true; readonly source: ParsedSource } | { readonly ok: false; readonly failure: ParseFailure };

/** Parses one file, or says that it cannot be parsed. Never throws. */
export type Parse = (text: string, filename: string) => ParseResult;

type OxcParser = typeof import("oxc-parser");

let oxc: OxcParser | null | undefined;

/** The optional peer `oxc-parser`, or null where it is not installed. */
export function loadOxc(): OxcParser | null {
  if (oxc === undefined) {
    try {
      oxc = createRequire(import.meta.url)("oxc-parser") as OxcParser;
    } catch {
      oxc = null; // not installed: callers use the parser that ESLint gave them, or say that it is missing
    }
  }
  return oxc;
}

const LANGUAGE_OF_EXTENSION: Readonly<Record<string, "js" | "jsx" | "ts" | "tsx">> = {
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  // JSX in a `.js` file is common, and every JavaScript file parses as JSX.
  ".js": "jsx",
  ".mjs": "jsx",
  ".cjs": "jsx",
  ".jsx": "jsx",
};

type SourceType = "module" | "commonjs";

/** The kinds of source that a file may be, likelier first: a `.js` file may well be CommonJS, with a `return` at its top. */
function sourceTypesOf(extension: string): readonly SourceType[] {
  if (extension === ".mjs" || extension === ".mts") return ["module"];
  return extension === ".cjs" || extension === ".cts" ? ["commonjs", "module"] : ["module", "commonjs"];
}

/** Parses with oxc-parser into the tree that typescript-estree would give, and resolves the scopes. */
export function parseWithOxc(parser: OxcParser, text: string, filename: string): ParseResult {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const extension = /\.[^./\\]+$/u.exec(filename)?.[0].toLowerCase() ?? "";
  const lang = LANGUAGE_OF_EXTENSION[extension] ?? "ts";
  const tooDeep = tooDeepAt(source, lang.endsWith("x"), lang.startsWith("ts"));
  if (tooDeep !== undefined)
    return {
      ok: false,
      failure: { message: `The code nests deeper than ${MAX_DEPTH} levels`, ...new LineTable(source).place(tooDeep) },
    };
  let failure: ParseFailure | undefined;
  for (const sourceType of sourceTypesOf(extension)) {
    const result = parser.parseSync(filename, source, {
      lang,
      astType: "ts",
      range: true,
      preserveParens: false,
      sourceType,
    });
    const error = result.errors.find((found) => found.severity === "Error");
    if (error) {
      failure ??= { message: error.message, ...new LineTable(source).place(error.labels[0]?.start ?? 0) };
      continue;
    }
    return { ok: true, source: new OxcSource(source, result, sourceType) };
  }
  return { ok: false, failure: failure ?? { message: "The file cannot be parsed.", line: 1, column: 1 } };
}

function isModuleSyntax({ type }: TSESTree.ProgramStatement): boolean {
  return (
    type === "ImportDeclaration" ||
    type === "ExportNamedDeclaration" ||
    type === "ExportDefaultDeclaration" ||
    type === "ExportAllDeclaration"
  );
}

/** The tree and the scopes cost more than the parsing itself, and many a file is never asked for them. */
class OxcSource implements ParsedSource {
  readonly text: string;
  readonly #sourceType: SourceType;
  /** Let go of once it is read: it holds the whole tree as text. */
  #parsed: ReturnType<OxcParser["parseSync"]> | undefined;
  #ast: TSESTree.Program | undefined;
  #comments: readonly TSESTree.Comment[] = [];
  #scopes: ScopeManager | undefined;

  constructor(text: string, parsed: ReturnType<OxcParser["parseSync"]>, sourceType: SourceType) {
    this.text = text;
    this.#parsed = parsed;
    this.#sourceType = sourceType;
  }

  get ast(): TSESTree.Program {
    return this.#ast ?? this.#read();
  }

  get comments(): readonly TSESTree.Comment[] {
    if (!this.#ast) this.#read();
    return this.#comments;
  }

  #read(): TSESTree.Program {
    const ast = this.#parsed?.program as unknown as TSESTree.Program;
    // typescript-estree knows two kinds only; a `.cts` file is written with `import` and `export` all the same.
    ast.sourceType = this.#sourceType === "module" || ast.body.some(isModuleSyntax) ? "module" : "script";
    this.#comments = (this.#parsed?.comments ?? []).map(({ type, value, start, end }) => ({
      type,
      value,
      range: [start, end],
    })) as unknown as TSESTree.Comment[];
    this.#parsed = undefined;
    return (this.#ast = ast);
  }

  get scopeManager(): ScopeManager {
    return (this.#scopes ??= scopesOf(this.ast));
  }
}

/** The scopes of a tree that some other parser has made. */
export function analyzeScopes(ast: TSESTree.Program): ScopeManager {
  completeTree(ast);
  return scopesOf(ast);
}

function scopesOf(ast: TSESTree.Program): ScopeManager {
  return analyze(ast, { sourceType: ast.sourceType === "script" ? "commonjs" : "module", lib: [] });
}
