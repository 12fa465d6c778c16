import path from "node:path";
import { describe, expect, it } from "vitest";
import { DISK, type FileTree } from "../../src/analysis/project/file-tree.js";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { mayServeTools } from "../../src/analysis/swallows/callers.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

/** The files of a package, and the texts that were read of them. */
function opened(files: Readonly<Record<string, string>>) {
  const root = makeTree({ "package.json": MCP_MANIFEST, ...files });
  const read: string[] = [];
  const nameOf = (file: string): string => path.relative(root, file).replaceAll("\\", "/");
  const tree: FileTree = {
    ...DISK,
    read(file) {
      read.push(nameOf(file));
      return DISK.read(file);
    },
  };
  const project = new Project({ settings: DEFAULT_SETTINGS, parse: projectParser(undefined), tree });
  const importers = (name: string) =>
    project
      .importersOf(path.join(root, name), path.join(root, name))
      .map(({ file, isSure, onlyTypes, handsOn }) =>
        [nameOf(file), isSure ? "" : "?", onlyTypes ? "types" : "", handsOn ? "hands on" : ""]
          .filter((word) => word !== "")
          .join(" "),
      );
  const serves = (name: string): boolean => mayServeTools(path.join(root, name), project);
  return { importers, serves, read };
}

describe("the files that import a file", () => {
  it("are no tests, nor what asks models to use the tools", () => {
    const { importers } = opened({
      "src/a.ts": "export const a = 1;",
      "src/use.ts": 'import { a } from "./a.js";',
      "src/evals/use.ts": 'import { a } from "../a.js";',
      "eval/use.ts": 'import { a } from "../src/a.js";',
      "tests/use.ts": 'import { a } from "../src/a.js";',
    });
    expect(importers("src/a.ts")).toEqual(["src/use.ts"]);
  });

  it("are told apart where many files have the same name", () => {
    const { importers } = opened({
      "src/a/index.ts": "export const a = 1;",
      "src/a/use.ts": 'import { a } from ".";',
      "src/b/index.ts": "export const b = 1;",
      "src/b/use.ts": 'import { b } from "./index.js";',
      "src/main.ts": 'import { a } from "./a/index.js"; export * from "./b/index.js";',
    });
    expect(importers("src/a/index.ts")).toEqual(["src/main.ts", "src/a/use.ts"]);
    expect(importers("src/b/index.ts")).toEqual(["src/main.ts hands on", "src/b/use.ts"]);
  });

  it("come in the order of the package, those included that cannot be followed", () => {
    const { importers } = opened({
      "src/a.ts": 'import type { Store } from "./store.js";',
      "src/b.ts": 'import { store } from "#lib/store";',
      "src/c.ts": 'import { store } from "./store.js";',
      "src/d.ts": 'import { store } from "../dist/store.js";',
      "src/store.ts": 'import { own } from "./store.js";',
      "src/other/store.ts": "",
      "src/other/use.ts": 'import { store } from "./store.js";',
    });
    expect(importers("src/store.ts")).toEqual(["src/a.ts types", "src/b.ts ?", "src/c.ts", "src/d.ts ?"]);
    expect(importers("src/other/store.ts")).toEqual(["src/b.ts ?", "src/other/use.ts"]);
  });

  it("take types alone where each import of the file says so", () => {
    const { importers } = opened({
      "src/a.ts": 'import type { Store } from "./store.js";\nimport { b } from "./b.js";',
      "src/b.ts": 'import type { Store } from "./store.js";\nimport { open } from "./store.js";',
      "src/store.ts": "",
    });
    expect(importers("src/store.ts")).toEqual(["src/a.ts types", "src/b.ts"]);
  });
});

describe("a file that may serve tools", () => {
  const TOOLS = 'server.registerTool("list", {}, async () => list());';

  it("is known by a file that calls it, without a look at those that take its types", () => {
    const { serves, read } = opened({
      "src/a.ts": 'import type { Row } from "./store.js";',
      "src/tools.ts": `import { list } from "./store.js"; ${TOOLS}`,
      "src/store.ts": "",
    });
    expect(serves("src/store.ts")).toBe(true);
    expect(read.filter((name) => name === "src/a.ts")).toHaveLength(1);
    expect(read.filter((name) => name === "src/tools.ts")).toHaveLength(2);
  });

  it("is known over the files of a service, a provider and a factory between, and no further", () => {
    const next = (file: string): string =>
      `import { run as inner } from "./${file}.js";\nexport function run() { return inner(); }`;
    const { serves } = opened({
      "src/far.ts": "export function run() { return fetch(url); }",
      "src/operation.ts": next("far"),
      "src/provider.ts": next("operation"),
      "src/factory.ts": next("provider"),
      "src/service.ts": next("factory"),
      "src/tool.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\n${next("service")}`,
    });
    expect(serves("src/operation.ts")).toBe(true);
    expect(serves("src/far.ts")).toBe(false);
  });

  it("is also one whose types alone a file with tools takes, or which a barrel hands on", () => {
    const { serves } = opened({
      "src/tools.ts": `import type { Row } from "./rows.js"; import { list } from "./all.js"; ${TOOLS}`,
      "src/all.ts": 'export * from "./store.js";',
      "src/store.ts": "",
      "src/rows.ts": "",
      "src/alone.ts": "",
      "src/use.ts": 'import { alone } from "./alone.js";',
    });
    expect(serves("src/rows.ts")).toBe(true);
    expect(serves("src/store.ts")).toBe(true);
    expect(serves("src/alone.ts")).toBe(false);
  });
});
