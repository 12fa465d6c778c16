import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { MCP_MANIFEST, SWALLOWING_LINE, SWALLOWING_TOOL } from "../support/tree.js";
import { TempProject } from "./support/project.js";

const { plugin } = inject("tarballs");

/** The compilers under names of their own, so that the project itself has the `typescript` that a test is about, or none. */
const COMPILERS = {
  "typescript-5-4": "npm:typescript@5.4.5",
  "typescript-5-9": "npm:typescript@5.9.3",
  "typescript-6-0": "npm:typescript@6.0.3",
  "typescript-7": "npm:typescript@7.0.2",
};

const TYPED_CONFIG = `import { defineConfig } from "eslint/config";
import mcpErrors, { type McpErrorsRules, type McpErrorsSettings, type PresetName } from "eslint-plugin-mcp-errors";

const settings: McpErrorsSettings = {
  dialect: "standard",
  toolBuilders: ["defineTool"],
  helper: { module: "./src/errors.ts", names: ["failure"] },
  frameworks: ["fastmcp"],
  followImports: true,
};
const preset: PresetName = "strict";

export default defineConfig(
  mcpErrors.configs.recommended,
  [mcpErrors.configs.defects, mcpErrors.configs.all],
  mcpErrors.configs[preset],
  { files: ["src/**"], extends: [mcpErrors.configs.strict] },
  { plugins: { "mcp-errors": mcpErrors }, settings: { "mcp-errors": settings }, rules: { "mcp-errors/require-is-error": "warn" } },
  {
    rules: {
      "mcp-errors/require-error-code": ["error", { codes: ["ORDER_CLOSED"] }],
      "mcp-errors/consistent-error-contract": ["warn", { maxWaitSeconds: 86400 }],
      "mcp-errors/no-error-leak": "off",
      "mcp-errors/no-bare-throw": ["warn"],
      "no-console": ["error", { allow: ["error"] }],
      "@typescript-eslint/no-explicit-any": "off",
    } satisfies McpErrorsRules,
  },
);
`;
const WRONG_CONFIG = `import mcpErrors, { type McpErrorsRules, type McpErrorsSettings } from "eslint-plugin-mcp-errors";
export const settings: McpErrorsSettings = { dialekt: "standard" };
export const none = mcpErrors.configs.nothing;
export const rules: McpErrorsRules = { "mcp-errors/require-error-code": ["error", { cods: [] }] };
export const misspelt: McpErrorsRules = { "mcp-errors/no-swalowed-error": "error" };
`;

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: "es2022",
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    types: [],
  },
  include: ["types", "wrong"],
});

/** The handler's file does not say what the helper returns: only the followed import does. */
const FOLLOWED = {
  tool: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { fail } from "./helper.js";
const server = new McpServer({ name: "s", version: "1" });
server.registerTool("archive", {}, async () => {
  try {
    return { content: [{ type: "text", text: await store.archive() }] };
  } catch (error) {
    return fail(error);
  }
});
`,
  helper: `export const fail = (error) => ({ content: [{ type: "text", text: \`Error: \${error.message}\` }] });
`,
};

const ESLINT_CONFIG = `import mcpErrors from "eslint-plugin-mcp-errors";
export default [mcpErrors.configs.recommended];
`;

describe.each([
  { eslint: "9.39.5", typescript: undefined },
  { eslint: "10.15.0", typescript: "7.0.2" },
])("the packed plugin in a project with ESLint $eslint and TypeScript $typescript", ({ eslint, typescript }) => {
  const project = new TempProject();
  afterAll(() => project.remove());

  beforeAll(() => {
    project
      .install({
        "eslint-plugin-mcp-errors": plugin,
        eslint,
        ...COMPILERS,
        ...(typescript === undefined ? {} : { typescript }),
      })
      .write("eslint.config.js", ESLINT_CONFIG)
      .write("server/package.json", MCP_MANIFEST)
      .write("server/archive.js", SWALLOWING_TOOL)
      .write("server/tool.js", FOLLOWED.tool)
      .write("server/helper.js", FOLLOWED.helper)
      .write("types/eslint.config.ts", TYPED_CONFIG)
      .write("wrong/eslint.config.ts", WRONG_CONFIG)
      .write("tsconfig.json", TSCONFIG);
  });

  it("has the TypeScript that the test is about, and no parser but ESLint's", () => {
    const absent = [
      "oxc-parser",
      "@typescript-eslint/parser",
      "jscodeshift",
      "commander",
      ...(typescript === undefined ? ["typescript"] : []),
    ];
    for (const name of absent)
      expect(project.node(["-e", `require.resolve(${JSON.stringify(name)})`]).code, name).not.toBe(0);
    const { out } = project.node(["-p", "try { require('typescript/package.json').version } catch { 'none' }"]);
    expect(out.trim()).toBe(typescript ?? "none");
  });

  it("loads, by import and by require", () => {
    const script =
      "import('eslint-plugin-mcp-errors').then(({ default: plugin }) => console.log(Object.keys(plugin.rules).length, Object.keys(plugin.configs).join()))";
    expect(project.node(["-e", script])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+ defects,recommended,integration,strict,all\n$/u) as string,
    });
    const required = "console.log(require('eslint-plugin-mcp-errors').default.meta.name)";
    expect(project.node(["-e", required]).out).toBe("eslint-plugin-mcp-errors\n");
  });

  it("finds what it is there to find, in imported files too", () => {
    const { code, out, err } = project.node(["node_modules/eslint/bin/eslint.js", "server", "--format", "json"]);
    expect(err).toBe("");
    expect(code).toBe(1);
    const results = JSON.parse(out) as { filePath: string; messages: { ruleId: string; line: number }[] }[];
    const found = results.flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId, line }) => `${filePath.slice(project.root.length + 1)}:${line} ${ruleId}`),
    );
    expect(found.sort()).toEqual([
      `server/archive.js:${SWALLOWING_LINE} mcp-errors/no-swallowed-error`,
      "server/helper.js:1 mcp-errors/require-is-error",
    ]);
  });

  it("gives imports of TypeScript and JavaScript files the parser of each", () => {
    project
      .write("mixed/package.json", MCP_MANIFEST)
      .write("mixed/a.js", FOLLOWED.tool)
      .write("mixed/helper.js", FOLLOWED.helper)
      .write("mixed/b.ts", FOLLOWED.tool.replace("./helper.js", "./typed.js"))
      .write("mixed/typed.ts", FOLLOWED.helper.replace("(error)", "(error: Error)"))
      // A stand-in for a parser of TypeScript: it takes the types out.
      .write(
        "typed-parser.js",
        `import * as espree from "espree";
export default {
  meta: { name: "typed-parser", version: "1" },
  parse: (text, options) => espree.parse(text.replace(/: Error/gu, (type) => " ".repeat(type.length)), options),
};
`,
      )
      .write(
        "mixed.config.js",
        `import mcpErrors from "eslint-plugin-mcp-errors";
import parser from "./typed-parser.js";
export default [{ files: ["**/*.js"] }, { files: ["**/*.ts"], languageOptions: { parser } }, mcpErrors.configs.recommended];
`,
      );
    const { out, err } = project.node([
      "node_modules/eslint/bin/eslint.js",
      "-c",
      "mixed.config.js",
      "mixed",
      "--format",
      "json",
    ]);
    expect(err).toBe("");
    const results = JSON.parse(out) as { filePath: string; messages: { ruleId: string }[] }[];
    expect(
      results.map(({ filePath, messages }) => [filePath.slice(project.root.length + 1), messages.length]).sort(),
    ).toEqual([
      ["mixed/a.js", 0],
      ["mixed/b.ts", 0],
      ["mixed/helper.js", 1],
      ["mixed/typed.ts", 1],
    ]);
  });

  it.each(Object.keys(COMPILERS))("type-checks in eslint.config.ts with defineConfig: %s", (compiler) => {
    const { out, err } = project.node([`node_modules/${compiler}/bin/tsc`, "-p", ".", "--pretty", "false"]);
    expect(err).toBe("");
    expect(out).toMatch(/^wrong\/eslint\.config\.ts\(2,\d+\): error TS\d+: .*dialekt/mu);
    expect(out).toMatch(/^wrong\/eslint\.config\.ts\(3,\d+\): error TS\d+: .*nothing/mu);
    expect(out).toMatch(/^wrong\/eslint\.config\.ts\(4,\d+\): error TS\d+: [\s\S]*cods/mu);
    expect(out).toMatch(/^wrong\/eslint\.config\.ts\(5,\d+\): error TS\d+: [\s\S]*no-swalowed-error/mu);
    // Nothing else is wrong: not the other config, and not what the packages declare. Blank lines go on with an error.
    const others = out
      .split("\n")
      .filter((line) => line !== "" && !/^(?:wrong\/eslint\.config\.ts\([2345],|\s)/u.test(line));
    expect(others).toEqual([]);
  });
});

describe.each([
  { eslint: "9.15.0", typescriptEslint: "8.0.0", typescript: "5.5.4", others: {} },
  {
    eslint: "10.15.0",
    typescriptEslint: "8.72.0",
    typescript: "6.0.3",
    others: { "@eslint/markdown": "latest", "@eslint/json": "latest", "@eslint/css": "latest" },
  },
])("a preset with ESLint $eslint and typescript-eslint $typescriptEslint", (versions) => {
  const { eslint, typescriptEslint, typescript, others } = versions;
  const project = new TempProject();
  const TYPED = `${SWALLOWING_TOOL}export type Id = string;\n`;
  afterAll(() => project.remove());

  beforeAll(() => {
    const besides = Object.keys(others);
    const names = besides.map((name) => name.replace("@eslint/", ""));
    project
      .install({
        "eslint-plugin-mcp-errors": plugin,
        eslint,
        typescript,
        "typescript-eslint": typescriptEslint,
        ...others,
      })
      .write(
        "eslint.config.js",
        [
          'import mcpErrors from "eslint-plugin-mcp-errors";',
          ...besides.map((name, at) => `import ${names[at] ?? ""} from "${name}";`),
          "export default [",
          ...(besides.length > 0
            ? [
                '  { files: ["**/*.md"], plugins: { markdown }, language: "markdown/commonmark" },',
                '  { files: ["**/*.json"], plugins: { json }, language: "json/json" },',
                '  { files: ["**/*.css"], plugins: { css }, language: "css/css" },',
              ]
            : []),
          "  mcpErrors.configs.defects,",
          "];",
        ].join("\n"),
      )
      .write("server/package.json", MCP_MANIFEST)
      .write("server/typed.ts", TYPED)
      .write("server/plain.mjs", SWALLOWING_TOOL)
      .write("server/typed.test.ts", TYPED)
      .write("server/evals/ask.ts", TYPED)
      .write("server/README.md", `# A server\n\n\`\`\`js\n${SWALLOWING_TOOL}\`\`\`\n`)
      .write("server/page.css", "a { color: red; }\n");
  });

  it("lints sources in TypeScript and JavaScript, and neither tests nor other languages", () => {
    const { out, err } = project.node(["node_modules/eslint/bin/eslint.js", "server", "--format", "json"]);
    expect(err).toBe("");
    const results = JSON.parse(out) as { filePath: string; messages: { ruleId: string; line: number }[] }[];
    expect(
      results.flatMap(({ filePath, messages }) =>
        messages.map(({ ruleId, line }) => `${filePath.slice(project.root.length + 1)}:${line} ${ruleId}`),
      ),
    ).toEqual([
      `server/plain.mjs:${SWALLOWING_LINE} mcp-errors/no-swallowed-error`,
      `server/typed.ts:${SWALLOWING_LINE} mcp-errors/no-swallowed-error`,
    ]);
  });
});

it("the tarball holds what is needed to run, no source, test or map of either, and nothing of the command", () => {
  const names = execFileSync("tar", ["-tzf", plugin], { encoding: "utf8" }).trim().split("\n");
  for (const name of ["package.json", "LICENSE", "dist/index.js", "dist/src/index.d.ts", "dist/rules/index.js"])
    expect(names).toContain(`package/${name}`);
  expect(
    names.filter(
      (name) =>
        !/^package\/(?:dist\/index\.js|dist\/(?:src|rules|codemods)\/(?!cli\/|review\/|codemod\/run\/).*\.(?:js|d\.ts)|docs\/(?:rules|codemods)\/.*\.md|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/u.test(
          name,
        ),
    ),
  ).toEqual([]);
});
