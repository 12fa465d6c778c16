import { createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import {
  defaultVendoredPath,
  isVendoredHelper,
  vendoredForm,
  vendoredText,
} from "../../../src/codemod/run/vendored.js";
import { makeTree, MCP_MANIFEST } from "../../support/tree.js";

type Helper = typeof import("../../../src/helper/src/index.js");

const packaged = await import("../../../src/helper/src/index.js");

async function load(form: "js" | "cjs"): Promise<Helper> {
  const file = join(makeTree({ [`helper.${form === "js" ? "mjs" : "cjs"}`]: vendoredText(form) }), "helper");
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
    validation: toolError.validation({ description: "`id` is missing." }, { dialect: "envelope" }),
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
    expect(Object.keys(vendored.toolFailure).sort()).toEqual(Object.keys(packaged.toolFailure).sort());
    expect(JSON.stringify(answers(vendored))).toBe(JSON.stringify(answers(packaged)));
  });

  it.each(["js", "cjs"] as const)("as %s is a boundary that retries", async (form) => {
    const { withToolErrors } = await load(form);
    let calls = 0;
    const handler = withToolErrors(
      async () => {
        calls++;
        throw Object.assign(new Error("reset"), { code: "ECONNRESET" });
      },
      { idempotent: true, retry: { retries: 1, baseSeconds: 0 } },
    );
    expect(await handler()).toMatchObject({ isError: true });
    expect(calls).toBe(2);
  });

  it("as TypeScript compiles under the strictest options, and its types are those of the package", () => {
    const use = `import { toolError, type ToolErrorResult } from "./mcp-tool-errors.js";
export const good: ToolErrorResult = toolError.transient({ description: "Down.", retryAfterSeconds: 5 });
// @ts-expect-error A retryable error needs a wait.
export const bad = toolError.transient({ description: "Down." });
// @ts-expect-error A refusal is never retryable.
export const worse = toolError.business({ description: "No.", customerFriendlyMessage: "No.", isRetryable: true });
`;
    const root = makeTree({ "mcp-tool-errors.ts": vendoredText("ts"), "use.ts": use, "package.json": MCP_MANIFEST });
    const program = ts.createProgram([join(root, "use.ts")], {
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
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

  it.each(["ts", "js", "cjs"] as const)("as %s names its origin and licence, and is not linted", (form) => {
    const text = vendoredText(form);
    expect(isVendoredHelper(text)).toBe(true);
    expect(text).toContain("MIT License");
    expect(text).toContain("/* eslint-disable */");
    expect(text).not.toMatch(/^import /mu);
  });
});

describe("where it goes", () => {
  it.each([
    ["beside TypeScript sources", { "src/a.ts": "" }, ["src/a.ts"], "src/mcp-tool-errors.ts"],
    ["beside JavaScript sources", { "src/a.js": "" }, ["src/a.js"], "src/mcp-tool-errors.js"],
    ["into the package, without src", { "tools/a.js": "" }, ["tools/a.js"], "mcp-tool-errors.js"],
    ["as TypeScript, if the project compiles", { "tsconfig.json": "{}" }, ["src/a.js"], "src/mcp-tool-errors.ts"],
  ])("%s", (_name, tree, files, expected) => {
    const root = makeTree(tree);
    const path = defaultVendoredPath(
      root,
      files.map((file) => join(root, file)),
    );
    expect(path).toBe(join(root, expected));
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
