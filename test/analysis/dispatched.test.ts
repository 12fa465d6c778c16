import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Model } from "../../src/analysis/model.js";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { buildModel } from "../../src/model-of.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

const FAILURE = "`Error: ${done.reason}`";

/** One file of a table whose name and type say nothing of tools. */
const DOORS = `import type { Area } from "./areas.js";
const area: Area = {
  name: "doors",
  actions: {
    open: {
      handler: async (p) => {
        const done = await move(p.id);
        return done.ok ? "Open." : ${FAILURE};
      },
    },
  },
};
export default area;`;

const AREAS = `import doors from "./doors.js";
export interface Area { name: string; actions: Record<string, { handler: (p: object) => Promise<string> }> }
const ALL: Area[] = [doors];
export function getAreas(): Area[] { return ALL; }`;

const PASSED_ON = 'return { content: [{ type: "text", text: told }] };';

/** A dispatcher that makes a result of what the handler of a table gives. */
const dispatcher = (answer: string, schema = "CallToolRequestSchema"): string =>
  `import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ${schema} } from "@modelcontextprotocol/sdk/types.js";
import { getAreas } from "./areas.js";
const areas = getAreas();
const server = new Server({ name: "s", version: "1" }, {});
server.setRequestHandler(${schema}, async (request) => {
  const area = areas.find((one) => one.name === request.params.name);
  const found = area.actions[request.params.arguments.action];
  const told = await found.handler(request.params.arguments);
  ${answer}
});`;

function modelOf(name: string, files: Readonly<Record<string, string>>): Model | null {
  const root = makeTree({ "package.json": MCP_MANIFEST, ...files });
  const parse = projectParser(undefined);
  const filename = path.join(root, name);
  const parsed = parse(files[name] ?? "", filename);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return buildModel(filename, parsed.source, new Project({ settings: DEFAULT_SETTINGS, parse }));
}

/** The failures that nobody flags, in a file of the table. */
function unflaggedIn(files: Readonly<Record<string, string>>): string[] {
  const model = modelOf("doors.ts", { "areas.ts": AREAS, "doors.ts": DOORS, ...files });
  return model ? model.flow.unflagged.map(({ node }) => model.file.textOf(node)) : [];
}

describe("a handler that a dispatcher of another file takes from a table", () => {
  it.each([
    ["as it is", PASSED_ON],
    [
      "as text or JSON",
      'return { content: [{ type: "text", text: typeof told === "string" ? told : JSON.stringify(told) }] };',
    ],
    ["if there is some", 'if (typeof told !== "string") return { content: [] };\n' + PASSED_ON],
    ["by a builder", "const text = (value) => ({ content: [{ type: 'text', text: value }] });\n return text(told);"],
  ])("is judged by what becomes of its text: %s", (_name, answer) => {
    expect(unflaggedIn({ "index.ts": dispatcher(answer) })).toEqual([FAILURE]);
  });

  it("is found by its name in the table too", () => {
    const files = {
      "doors.ts": `export async function open(p) { try { await move(p.id); return "Open."; } catch (error) { return "Failed to open the door."; } }`,
      "areas.ts": `import { open } from "./doors.js";\nexport const getAreas = () => [{ name: "doors", actions: { open: { handler: open } } }];`,
      "index.ts": dispatcher(PASSED_ON),
    };
    expect(unflaggedIn(files)).toEqual(['"Failed to open the door."']);
  });

  it("tells its failure once: the dispatcher is left alone", () => {
    const failing = DOORS.replace(
      /const done[^]*?`;/u,
      "try { return await move(p.id); } catch (error) { return `Error: ${error.message}`; }",
    );
    const files = { "doors.ts": failing, "areas.ts": AREAS, "index.ts": dispatcher(PASSED_ON) };
    expect(unflaggedIn(files)).toEqual(["`Error: ${error.message}`"]);
    expect(modelOf("index.ts", files)?.flow.unflagged).toEqual([]);
  });

  it.each([
    [
      "is flagged by its words",
      'return { content: [{ type: "text", text: told }], isError: told.startsWith("Error") };',
    ],
    ["is told apart first", 'if (told.startsWith("Error")) throw new Error(told);\n' + PASSED_ON],
    [
      "is looked at by a builder",
      'const text = (value) => value.startsWith("Error") ? { content: [{ type: "text", text: value }], isError: true } : { content: [{ type: "text", text: value }] };\n return text(told);',
    ],
    ["goes elsewhere", 'log(told);\nreturn { content: [{ type: "text", text: "Done." }] };'],
  ])("is left alone where its text %s", (_name, answer) => {
    expect(unflaggedIn({ "index.ts": dispatcher(answer) })).toEqual([]);
  });

  it("is left alone where it says how a thing stands", () => {
    const asked = (not: string): string =>
      DOORS.replace(
        /return done[^]*?`;/u,
        () => `if (!done.ok) return ${FAILURE};\n return done.on ? \`\${p.id} is running\` : ${not};`,
      );
    const files = { "index.ts": dispatcher(PASSED_ON) };
    expect(unflaggedIn({ ...files, "doors.ts": asked("`${p.id} is not running`") })).toEqual([FAILURE]);
    const failing = "`Error: ${p.id} is not running`";
    const choice = `done.on ? \`\${p.id} is running\` : ${failing}`;
    expect(unflaggedIn({ ...files, "doors.ts": asked(failing) }).toSorted()).toEqual([FAILURE, choice]);
  });

  it("is left alone where it throws", () => {
    const throwing = DOORS.replace(
      /const done[^]*?`;/u,
      "try { return await move(p.id); } catch (error) { throw new Error(`Error: ${error.message}`); }",
    );
    expect(unflaggedIn({ "doors.ts": throwing, "index.ts": dispatcher(PASSED_ON) })).toEqual([]);
  });

  it("is left alone where no tool call leads to it", () => {
    expect(unflaggedIn({ "index.ts": dispatcher(PASSED_ON, "GetPromptRequestSchema") })).toEqual([]);
    expect(unflaggedIn({ "index.ts": dispatcher(PASSED_ON).replace("getAreas()", "[]") })).toEqual([]);
  });
});
