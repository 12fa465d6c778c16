import js from "@eslint/js";
import type { Linter } from "eslint";
import { defineConfig, globalIgnores } from "eslint/config";
import eslintPlugin from "eslint-plugin-eslint-plugin";
import mcpErrors from "eslint-plugin-mcp-errors";
import * as regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

/**
 * What may import what: each layer sees itself and those before it, never one behind it.
 * `files` are the layer's own files, `imports` how a specifier names one of them.
 */
const LAYERS: readonly { readonly name: string; readonly files: readonly string[]; readonly imports: string }[] = [
  { name: "syntax", files: ["src/syntax/**"], imports: "/syntax/" },
  { name: "contract", files: ["src/contract/**"], imports: "/contract/" },
  { name: "frameworks", files: ["src/frameworks/**"], imports: "/frameworks/" },
  {
    name: "settings",
    files: [
      "src/settings.ts",
      "src/rule-options.ts",
      "src/file-globs.ts",
      "src/typescript-parser.ts",
      "src/presets.ts",
      "src/version.ts",
      "src/package-root.ts",
    ],
    imports: "/(?:settings|rule-options|file-globs|typescript-parser|presets|version|package-root)\\.js$",
  },
  { name: "project's files", files: ["src/analysis/project/**"], imports: "/analysis/project/" },
  { name: "values", files: ["src/analysis/values/**"], imports: "/analysis/values/|^\\.\\./values/" },
  { name: "tools", files: ["src/analysis/tools/**"], imports: "/analysis/tools/|^\\.\\./tools/" },
  {
    name: "analysis",
    files: ["src/analysis/*.ts", "src/analysis/!(project|values|tools)/**"],
    imports:
      "/analysis/|^\\.\\./(?:catches|messages|partial-results|reachability|responses|results|retries|started|swallows|throws)/",
  },
  { name: "edits", files: ["src/edits/**"], imports: "/edits/" },
  { name: "server configuration", files: ["src/server-config/**"], imports: "/server-config/" },
  {
    name: "rule factory",
    files: ["src/create-rule.ts", "src/create-config-rule.ts", "src/model-of.ts", "src/lacks.ts"],
    imports: "/(?:create-rule|create-config-rule|model-of|lacks)\\.js$",
  },
  { name: "rules", files: ["rules/**"], imports: "/rules/" },
  {
    name: "presets",
    files: ["src/configs.ts", "src/index.ts"],
    imports: "^\\.\\./(?:src/)?index\\.js$|/configs\\.js$",
  },
  { name: "lint", files: ["src/lint/**"], imports: "/lint/" },
  { name: "codemod engine", files: ["src/codemod/engine/**"], imports: "/codemod/engine/|^\\./engine/" },
  { name: "codemods", files: ["codemods/**"], imports: "/codemods/" },
  { name: "review", files: ["src/review/**", "src/codemod/*.ts"], imports: "/(?:review|codemod)/(?!engine/)" },
  { name: "cli", files: ["src/cli/**"], imports: "/cli/" },
];

const HELPER = {
  regex: "/helper/|^mcp-tool-errors",
  message: "The helper serves at run time; nothing at lint time imports it.",
};

/** Layers that ask what is known of a tree, and don't look for it themselves. */
const WITHOUT_WALKS: readonly string[] = [
  "contract",
  "frameworks",
  "settings",
  "server configuration",
  "rule factory",
  "rules",
  "presets",
  "lint",
  "cli",
];

const WALKS = {
  regex: "/syntax/(?:tree|node-index)\\.js$",
  importNames: ["walk", "walkSameFunction", "contains", "returnedExpressions"],
  message: "Only analysis, edits and codemods walk the tree. Ask the model, and put a fact that it doesn't have there.",
};

/** The rooms below the exits: what a rule needs of them, the exits or the model say. */
const ROOMS = {
  regex: "/analysis/(?:messages|policy|project|swallows|values)/",
  message: "A rule asks the model, or what the exits say of it.",
};

const importDirection = LAYERS.map(({ name, files }, index): Linter.Config => ({
  name: `project/import-direction/${name}`,
  files: [...files],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          HELPER,
          ...(WITHOUT_WALKS.includes(name) ? [WALKS] : []),
          ...(name === "rules" ? [ROOMS] : []),
          ...LAYERS.slice(index + 1).map((layer) => ({
            regex: layer.imports,
            message: `${name} must not import ${layer.name}: imports go one way.`,
          })),
        ],
      },
    ],
  },
}));

export default defineConfig(
  globalIgnores([
    "dist/",
    "coverage/",
    ".cache/",
    "**/node_modules/",
    "test/proving-ground/cases/",
    "test/codemods/fixtures/",
    "packages/*/dist/",
    "src/helper/dist/",
  ]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    ignores: ["test/servers/**", "src/helper/**"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: ["./tsconfig.test.json"], tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Types of nodes are compared with strings: the enum would have to be imported at run time.
      "@typescript-eslint/no-unsafe-enum-comparison": "off",
      // Numbers in messages and places are wanted.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // It takes a variable that the callback of a walk sets for constant.
      "@typescript-eslint/no-unnecessary-condition": "off",
      // The callback of a walk may return nothing, or false to stay out of a node.
      "@typescript-eslint/no-invalid-void-type": "off",
    },
  },
  {
    // Stubs are async without waiting, and matchers of vitest are `any`.
    files: ["test/**/*.ts"],
    ignores: ["test/servers/**"],
    rules: {
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-confusing-void-expression": "off",
    },
  },
  {
    // The example servers have a compiler configuration of their own.
    files: ["test/servers/**/*.ts", "src/helper/**/*.ts"],
    extends: [tseslint.configs.strict],
  },
  {
    files: ["**/*.{js,mjs}"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        performance: "readonly",
        URL: "readonly",
        fetch: "readonly",
        setTimeout: "readonly",
      },
    },
  },
  {
    // The server holds an empty catch on purpose.
    files: ["test/servers/**/*.js"],
    rules: { "no-empty": "off" },
  },
  {
    // It knows rules by their `create`; ours have `find`, and test/meta/rules.test.ts checks what their meta must hold.
    files: ["rules/**/*.ts", "test/**/*.test.ts"],
    extends: [eslintPlugin.configs.all],
  },
  {
    // The plugin on its own project. The example servers and the cases hold their faults on purpose.
    files: ["**/*.ts", "**/*.js"],
    ignores: ["test/**"],
    extends: [mcpErrors.configs.recommended],
  },
  {
    // Sources, messages and comments are somebody else's: none may keep an expression busy, or become a part of one.
    name: "project/regular-expressions",
    files: ["src/**/*.ts", "rules/**/*.ts", "codemods/**/*.ts"],
    ignores: ["src/helper/test/**"],
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": "error",
      "regexp/no-super-linear-move": ["error", { ignorePartial: false }],
      "no-restricted-syntax": [
        "error",
        {
          selector: ":matches(NewExpression, CallExpression)[callee.name='RegExp']",
          message: "Write a literal: what is put together at run time, no tool has looked at.",
        },
      ],
    },
  },
  ...importDirection,
  // The helper runs in servers, on any run-time: nothing from outside its folder, no package, no module of Node.js.
  ...["", "*/"].map((folders, depth): Linter.Config => ({
    name: `project/import-direction/helper${depth === 0 ? "" : "-folders"}`,
    files: [`src/helper/src/${folders}*.ts`],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: `^(?:[^.]|(?:\\.\\./){${depth + 1}})`,
              message: "The helper imports nothing from outside its folder.",
            },
          ],
        },
      ],
    },
  })),
  {
    // The run-time helper reads errors of any shape behind guards, and is weighed in bytes.
    files: ["src/helper/**/*.ts"],
    rules: {
      "@typescript-eslint/no-explicit-any": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-empty-object-type": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-empty": ["error", { allowEmptyCatch: true }],
    },
  },
  {
    // Its tests build servers that fail in every way there is.
    files: ["src/helper/test/**/*.ts"],
    rules: Object.fromEntries(Object.keys(mcpErrors.rules ?? {}).map((name) => [`mcp-errors/${name}`, "off" as const])),
  },
);
