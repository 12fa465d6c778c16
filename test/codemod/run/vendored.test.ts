import { isVendoredText } from "../../../src/contract/vendored.js";
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { helperUse } from "../../../src/codemod/run/helper-use.js";
import type { HouseStyle } from "../../../src/codemod/run/restyle.js";
import { commandParser } from "../../../src/codemod/run/rewrite-file.js";
import type { HelperUse } from "../../../src/codemod/run/shake.js";
import {
  defaultVendoredPath,
  heldBy,
  vendoredForm,
  vendoredText,
  type VendoredForm,
} from "../../../src/codemod/run/vendored.js";
import { Vendoring } from "../../../src/codemod/run/vendoring.js";
import { makeTree, MCP_MANIFEST } from "../../support/tree.js";

type Helper = typeof import("../../../src/helper/src/index.js");

const packaged = await import("../../../src/helper/src/index.js");

const parser = commandParser();
if (!parser) throw new Error("oxc-parser is not installed.");
const parse = parser;
const STYLE: HouseStyle = { quote: '"', indent: "  ", lineEnd: "\n" };

/** With everything that the package exports, a type among it. */
const WHOLE: HelperUse = { names: new Set([...Object.keys(packaged), "ToolErrorResult"]), members: new Map() };

const textOf = (form: VendoredForm, use = WHOLE, style = STYLE): string => vendoredText({ form, use, style }, parse);

async function load(form: "js" | "cjs", use = WHOLE): Promise<Helper> {
  const file = join(makeTree({ [`helper.${form === "js" ? "mjs" : "cjs"}`]: textOf(form, use) }), "helper");
  if (form === "cjs") return createRequire(import.meta.url)(`${file}.cjs`) as Helper;
  return (await import(/* @vite-ignore */ `${file}.mjs`)) as Helper;
}

/** Calls of each kind whose answers do not depend on chance. */
function answers(helper: Helper): unknown {
  const { toolError, toolFailure, classifyError, emptyResult, propagate, readToolError, describeToolError } = helper;
  const http = Object.assign(new Error("HTTP 403"), { status: 403 });
  const limited = Object.assign(new Error("429"), { response: { status: 429, headers: { "retry-after": "7" } } });
  const refund = toolError.business({ description: "Over the limit.", customerFriendlyMessage: "Ask support." });
  return {
    refund,
    transient: toolError.transient({ description: "Down.", retryAfterSeconds: 5 }),
    validation: toolError.validation({ description: "`id` is missing." }, { dialect: helper.dialects.envelope }),
    from: [http, limited, new TypeError("fetch failed"), "text", undefined].map((error) => toolError.from(error)),
    failure: toolFailure.permission({ description: "No.", customerFriendlyMessage: "No." }).message,
    isFailure: helper.isToolFailure(toolFailure.from(http)),
    classified: classifyError(limited),
    own: helper.defineClassifier([
      { when: (error: unknown) => error === "mine", then: { category: "validation", description: "Mine." } },
    ])("mine"),
    empty: emptyResult("No orders.", { orders: [] }),
    propagated: propagate(http, { partialResults: [1], attemptedActions: ["read"], recommendation: "Ask." }),
    read: readToolError(refund),
    described: describeToolError(refund, { tool: "refund" }),
    codes: helper.defineErrorCodes({
      LIMIT: { category: "business", description: "Limit.", customerFriendlyMessage: "No." },
    }).codes,
  };
}

describe("the vendored helper", () => {
  it.each(["js", "cjs"] as const)("as %s exports what the package exports, and answers the same", async (form) => {
    const vendored = await load(form);
    // A namespace is an object there.
    const names = Object.keys(vendored).filter((name) => name !== "default" && name !== "module.exports");
    expect(names.sort()).toEqual(Object.keys(packaged).sort());
    expect(Object.keys(vendored.toolError).sort()).toEqual(Object.keys(packaged.toolError).sort());
    expect(Object.keys(vendored.dialects).sort()).toEqual(Object.keys(packaged.dialects).sort());
    expect(Object.keys(vendored.toolFailure).sort()).toEqual(Object.keys(packaged.toolFailure).sort());
    expect(JSON.stringify(answers(vendored))).toBe(JSON.stringify(answers(packaged)));
  });

  it.each(["js", "cjs"] as const)("as %s is a boundary that retries", async (form) => {
    const { localRetry, withToolErrors } = await load(form);
    let calls = 0;
    const handler = withToolErrors(
      async () => {
        calls++;
        throw Object.assign(new Error("reset"), { code: "ECONNRESET" });
      },
      { idempotent: true, retry: localRetry({ retries: 1, baseSeconds: 0 }) },
    );
    expect(await handler()).toMatchObject({ isError: true });
    expect(calls).toBe(2);
  });

  const USES: Readonly<Record<string, string>> = {
    everything: `import { toolError, type ToolErrorResult } from "./mcp-tool-errors.js";
export const good: ToolErrorResult = toolError.transient({ description: "Down.", retryAfterSeconds: 5 });
// @ts-expect-error A retryable error needs a wait.
export const bad = toolError.transient({ description: "Down." });
// @ts-expect-error A refusal is never retryable.
export const worse = toolError.business({ description: "No.", customerFriendlyMessage: "No.", isRetryable: true });
`,
    "one constructor": `import { toolError } from "./mcp-tool-errors.js";
export const good = toolError.validation({ description: "Give an id.", details: { limit: 5 } });
`,
    "errors of others": `import { toolError, toolFailure as fail, withToolErrors } from "./mcp-tool-errors.js";
export const from = (error: unknown) => toolError.from(error, { description: "It failed." });
export const boundary = withToolErrors(async () => { throw fail.validation({ description: "Give an id." }); });
`,
  };

  it.each([
    // What codemods write compiles against older libraries, too.
    ["one constructor", "es2018", ts.ScriptTarget.ES2018],
    ["errors of others", "es2018", ts.ScriptTarget.ES2018],
    ["errors of others", "es2022", ts.ScriptTarget.ES2022],
    ["everything", "es2022", ts.ScriptTarget.ES2022],
  ] as const)("with %s compiles against %s under the strictest options", (what, lib, target) => {
    const use = USES[what] ?? "";
    const needed = what === "everything" ? WHOLE : helperUse([{ text: use, specifier: "./mcp-tool-errors.js" }]);
    const root = makeTree({
      "mcp-tool-errors.ts": textOf("ts", needed),
      "use.ts": use,
      "package.json": MCP_MANIFEST,
    });
    const program = ts.createProgram([join(root, "use.ts")], {
      noEmit: true,
      target,
      lib: [`lib.${lib}.d.ts`],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: [],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      noImplicitReturns: true,
      noImplicitOverride: true,
      noFallthroughCasesInSwitch: true,
      isolatedModules: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
    });
    const messages = ts.getPreEmitDiagnostics(program).map(({ messageText, file, start = 0 }) => {
      const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
      return `${file?.fileName ?? ""}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
    expect(messages).toEqual([]);
  });

  it("compiles without strict checks", () => {
    const root = makeTree({ "mcp-tool-errors.ts": textOf("ts", WHOLE), "package.json": MCP_MANIFEST });
    const program = ts.createProgram([join(root, "mcp-tool-errors.ts")], {
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2022.d.ts"],
      module: ts.ModuleKind.ES2022,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
      strict: false,
    });
    const messages = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
    expect(messages).toEqual([]);
  });

  it("holds what is used, and says what that is", async () => {
    const use = helperUse([
      {
        text: 'import { toolError as failed, emptyResult } from "./x.js";\nfailed.validation({});',
        specifier: "./x.js",
      },
      { text: "const { toolError } = require('./x.cjs');\ntoolError.business({});", specifier: "./x.cjs" },
      { text: 'import { toolError } from "elsewhere";\ntoolError.from(error);', specifier: "./x.js" },
    ]);
    const text = textOf("js", use);
    expect(heldBy(text)).toEqual({
      names: new Set(["toolError", "emptyResult"]),
      members: new Map([["toolError", new Set(["validation", "business"])]]),
    });
    expect(text).not.toContain("classifyError");
    expect(text.split("\n").length).toBeLessThan(320);
    const { toolError, ...rest } = await load("cjs", use);
    expect(Object.keys(toolError).sort()).toEqual(["business", "validation"]);
    expect(Object.keys(rest)).toContain("emptyResult");
    expect(toolError.validation({ description: "Give an id." }).isError).toBe(true);
  });

  it("is written as the project writes its files", () => {
    const text = textOf("ts", WHOLE, { quote: "'", indent: "\t", lineEnd: "\r\n" });
    expect(text).toMatch(/\r\n\t\S/u);
    expect(text).not.toMatch(/(?<!\r)\n/u);
    expect(text).toContain("'transient'");
  });

  it.each(["ts", "js", "cjs"] as const)("as %s names its origin and licence, and is not linted", (form) => {
    const text = textOf(form);
    expect(isVendoredText(text)).toBe(true);
    expect(text).toContain("MIT License");
    expect(text).toContain("/* eslint-disable */");
    expect(text).not.toMatch(/^import /mu);
  });
});

describe("where it goes", () => {
  it.each([
    ["beside TypeScript sources", { "src/a.ts": "" }, "src/a.ts", ".ts", "src/mcp-tool-errors.ts"],
    ["beside JavaScript sources", { "src/a.js": "" }, "src/a.js", ".js", "src/mcp-tool-errors.js"],
    ["into the package, without src", { "tools/a.js": "" }, "tools/a.js", ".js", "mcp-tool-errors.js"],
  ])("%s", (_name, tree, file, extension, expected) => {
    const root = makeTree(tree);
    expect(defaultVendoredPath(root, [join(root, file)], extension)).toBe(join(root, expected));
  });

  const MODULE = 'import "./x.js";';
  const SCRIPT = 'const x = require("./x.js");';

  it.each([
    ["a script gets a script", { "a.js": SCRIPT }, "a.js", "mcp-tool-errors.js"],
    ["a module gets a module", { "a.js": MODULE }, "a.js", "mcp-tool-errors.js"],
    [
      "a module is no TypeScript, though the project compiles",
      { "a.js": MODULE, "tsconfig.json": "{}" },
      "a.js",
      "mcp-tool-errors.js",
    ],
    ["a module beside TypeScript gets its own", { "a.mjs": MODULE, "b.ts": MODULE }, "a.mjs", "mcp-tool-errors.mjs"],
    ["a script beside modules gets its own", { "a.cjs": SCRIPT, "b.js": MODULE }, "a.cjs", "mcp-tool-errors.cjs"],
    ["TypeScript gets TypeScript", { "a.ts": MODULE }, "a.ts", "mcp-tool-errors.ts"],
  ])("%s", (_name, tree, file, expected) => {
    const root = makeTree({ ...tree, "package.json": "{}" });
    const sources = Object.entries(tree).map(([name, text]) => ({ file: join(root, name), text }));
    const vendoring = new Vendoring(sources, undefined, () => root);
    expect(vendoring.pathFor(join(root, file))).toBe(join(root, expected));
  });

  it("packages of a workspace that are not published share one file", () => {
    const tree = {
      "package.json": JSON.stringify({ workspaces: ["packages/*"] }),
      "packages/a/package.json": JSON.stringify({ private: true }),
      "packages/b/package.json": JSON.stringify({ private: true }),
      "packages/c/package.json": JSON.stringify({ name: "c" }),
      "packages/d/package.json": JSON.stringify({ private: true }),
      "packages/d/tsconfig.json": '{ "compilerOptions": { "rootDir": "." } }',
    };
    const root = makeTree(tree);
    const sources = ["a", "b", "c", "d"].map((name) => ({ file: join(root, "packages", name, "x.ts"), text: "" }));
    const vendoring = new Vendoring(sources, undefined, (file) => join(file, ".."));
    expect(sources.map(({ file }) => vendoring.pathFor(file))).toEqual([
      join(root, "mcp-tool-errors.ts"),
      join(root, "mcp-tool-errors.ts"),
      join(root, "packages/c/mcp-tool-errors.ts"),
      join(root, "packages/d/mcp-tool-errors.ts"),
    ]);
  });

  it("a later run adds what is missing, but not to a file that was edited", () => {
    const before = 'import "./x.js";\n';
    const first = 'import { toolError } from "./mcp-tool-errors.js";\ntoolError.validation({});\n';
    const second =
      'import { toolError, emptyResult } from "./mcp-tool-errors.js";\ntoolError.from(error);\nemptyResult("");\n';
    const root = makeTree({ "package.json": "{}", "a.ts": before });
    const user = (text: string) => [{ file: join(root, "a.ts"), before, text }];
    const filesFor = (text: string, notes: string[] = []) =>
      new Vendoring([{ file: join(root, "a.ts"), text: before }], undefined, () => root).files(
        user(text),
        parse,
        notes,
      );
    const [written] = filesFor(first);
    const path = join(root, "mcp-tool-errors.ts");
    expect(written).toMatchObject({ file: path, before: undefined });
    writeFileSync(path, written?.after ?? "");
    expect(filesFor(first)).toEqual([]);
    const [extended] = filesFor(second);
    expect(heldBy(extended?.after ?? "")?.members.get("toolError")).toEqual(new Set(["validation", "from"]));
    writeFileSync(path, `${written?.after ?? ""}// mine\n`);
    const notes: string[] = [];
    expect(filesFor(second, notes)).toEqual([]);
    expect(notes).toEqual([`${path} was edited, so it was not changed. Add emptyResult to it.`]);
  });

  it.each([
    ["a.ts", "module", "ts"],
    ["a.mts", "module", "ts"],
    ["a.js", "module", "js"],
    ["a.js", "commonjs", "cjs"],
    ["a.mjs", "commonjs", "js"],
    ["a.cjs", "module", "cjs"],
    ["a.tsx", "module", undefined],
    ["a", "module", undefined],
  ])("%s of a package of type %s is %s", (name, type, form) => {
    const root = makeTree({ "package.json": JSON.stringify({ type }) });
    expect(vendoredForm(join(root, name), root)).toBe(form);
  });
});
