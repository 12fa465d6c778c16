import { expect, it } from "vitest";
import { helperSpecifier } from "../../src/codemod/engine/helper-specifier.js";

const specifierOf = (text: string, file = "server.js"): string =>
  helperSpecifier({ kind: "vendored", path: "/p/src/mcp-tool-errors.js" }, `/p/src/lib/${file}`, text);

it.each([
  ["with the ending of the output", 'import { a } from "./a.js";', "../mcp-tool-errors.js"],
  ["without one, as the others", 'import { a } from "./a";', "../mcp-tool-errors"],
  ["with one where nothing tells", 'import { z } from "zod";', "../mcp-tool-errors.js"],
  ["with one beside a manifest", 'const { version } = require("../../package.json");', "../mcp-tool-errors.js"],
  ["with one beside a style sheet", 'import "./page.css";', "../mcp-tool-errors.js"],
  ["without one beside a name with a dot", 'import { a } from "./orders.service";', "../mcp-tool-errors"],
])("the helper is imported %s", (_, text, specifier) => {
  expect(specifierOf(text)).toBe(specifier);
});
