import { describe, expect, it } from "vitest";
import { addDependency } from "../../../src/codemod/run/manifest.js";

const add = (text: string) => addDependency(text, "mcp-tool-errors", "^0.1.0");
function added(text: string): string {
  const edit = add(text);
  if (edit.kind !== "added") throw new Error(`Nothing was added: ${JSON.stringify(edit)}`);
  expect(() => JSON.parse(edit.text.replace("\uFEFF", "")) as unknown).not.toThrow();
  return edit.text;
}

describe("a dependency of a package.json", () => {
  it.each([
    [
      "between its neighbours in a sorted list",
      '{\n  "dependencies": {\n    "express": "5.0.0",\n    "zod": "4.0.0"\n  }\n}\n',
      '{\n  "dependencies": {\n    "express": "5.0.0",\n    "mcp-tool-errors": "^0.1.0",\n    "zod": "4.0.0"\n  }\n}\n',
    ],
    [
      "before the first of a sorted list",
      '{\n  "dependencies": {\n    "zod": "4.0.0"\n  }\n}\n',
      '{\n  "dependencies": {\n    "mcp-tool-errors": "^0.1.0",\n    "zod": "4.0.0"\n  }\n}\n',
    ],
    [
      "behind the last of a sorted list, without a new line at the end of the file",
      '{\n\t"dependencies": {\n\t\t"@types/node": "20",\n\t\t"express": "5.0.0"\n\t}\n}',
      '{\n\t"dependencies": {\n\t\t"@types/node": "20",\n\t\t"express": "5.0.0",\n\t\t"mcp-tool-errors": "^0.1.0"\n\t}\n}',
    ],
    [
      "behind the last of a list in an order of its own",
      '{\n  "dependencies": {\n    "zod": "4.0.0",\n    "express": "5.0.0"\n  }\n}\n',
      '{\n  "dependencies": {\n    "zod": "4.0.0",\n    "express": "5.0.0",\n    "mcp-tool-errors": "^0.1.0"\n  }\n}\n',
    ],
    [
      "in an empty list",
      '{\n    "name": "s",\n    "dependencies": {}\n}\n',
      '{\n    "name": "s",\n    "dependencies": {\n        "mcp-tool-errors": "^0.1.0"\n    }\n}\n',
    ],
    [
      "in a list of its own, before devDependencies",
      '{\n  "name": "s",\n  "devDependencies": {\n    "vitest": "4.0.0"\n  }\n}\n',
      '{\n  "name": "s",\n  "dependencies": {\n    "mcp-tool-errors": "^0.1.0"\n  },\n  "devDependencies": {\n    "vitest": "4.0.0"\n  }\n}\n',
    ],
    [
      "in a list of its own, at the end",
      '{\n  "name": "s",\n  "files": ["dist", "src"]\n}\n',
      '{\n  "name": "s",\n  "files": ["dist", "src"],\n  "dependencies": {\n    "mcp-tool-errors": "^0.1.0"\n  }\n}\n',
    ],
    [
      "on one line",
      '{"name":"s","dependencies":{"zod":"4.0.0"}}',
      '{"name":"s","dependencies":{"mcp-tool-errors":"^0.1.0","zod":"4.0.0"}}',
    ],
    [
      "with CRLF and a byte order mark",
      '\uFEFF{\r\n  "dependencies": {\r\n    "express": "5.0.0"\r\n  }\r\n}\r\n',
      '\uFEFF{\r\n  "dependencies": {\r\n    "express": "5.0.0",\r\n    "mcp-tool-errors": "^0.1.0"\r\n  }\r\n}\r\n',
    ],
  ])("%s", (_name, before, after) => {
    expect(added(before)).toBe(after);
  });

  it("is added once", () => {
    expect(add(added('{ "dependencies": { "zod": "4" } }'))).toEqual({ kind: "present", field: "dependencies" });
  });

  it.each(["peerDependencies", "optionalDependencies", "devDependencies"])("that stands in %s stays there", (field) => {
    expect(add(`{ "${field}": { "mcp-tool-errors": "*" } }`)).toEqual({ kind: "present", field });
  });

  it.each(["", "[]", "null", '{ "dependencies": ', '{ "dependencies": [] }', "{}"])("is not added to %o", (text) => {
    expect(add(text)).toEqual({ kind: "unreadable" });
  });
});
