import { describe, expect, it } from "vitest";
// Loaded here, and not in the time of the first test.
import "../../src/cli/surface.js";
import { run } from "../support/cli.js";
import { MCP_MANIFEST, makeTree } from "../support/tree.js";

const FILES = {
  "package.json": MCP_MANIFEST,
  "src/api.ts": `export async function loadOrder(id: string) {
  const response = await fetch(\`https://orders.example/\${id}\`);
  if (!response.ok) throw new ApiError("No order", response.status);
  return response.json();
}
export class ApiError extends Error {
  constructor(message: string, readonly status: number) { super(message); }
}
`,
  "src/main.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { loadOrder } from "./api.js";
const server = new McpServer({ name: "orders", version: "1.0.0" });
server.registerTool("get_order", { description: "Read an order.", inputSchema: {} }, async ({ id }) => {
  let note = "";
  try {
    note = await notes.read(id);
  } catch {}
  try {
    const order = await loadOrder(id);
    return { content: [{ type: "text", text: JSON.stringify({ order, note }) }] };
  } catch (error) {
    if (error.status === 403) return refused();
    throw error;
  }
});
function refused() {
  return { isError: true, content: [{ type: "text", text: JSON.stringify({ errorCategory: "permission", isRetryable: false, description: "No access." }) }] };
}
`,
};

const explain = (root: string, ...args: string[]): ReturnType<typeof run> =>
  run(root, ["surface", "--explain", ...args]);

describe("surface --explain", () => {
  it("prints each step: the call of the tool, calls, tests, what fails, where it is caught, what the model gets", async () => {
    const { code, out, err } = await explain(makeTree(FILES), "get_order");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const sections = out.split(/\n\n/u);
    expect(sections.map((section) => section.split("\n")[0])).toEqual([
      "get_order, exit 1 of 5: all went well",
      "get_order, exit 2 of 5: any failure of notes.read()",
      "get_order, exit 3 of 5: refused response of fetch()",
      "get_order, exit 4 of 5: 403 of fetch()",
      "get_order, exit 5 of 5: any other failure of fetch()",
    ]);
    expect(sections[3]?.split("\n").slice(1, 10)).toEqual([
      "  src/main.ts:4   get_order is called",
      "  src/main.ts:10  calls loadOrder()",
      "  src/api.ts:2    fetch() resolves with an error status",
      "  src/api.ts:3    if (!response.ok): true",
      '  src/api.ts:3    throws new ApiError("No order", response.status)',
      "  src/main.ts:12  caught by the catch block",
      "  src/main.ts:13  if (error.status === 403): true",
      "  src/main.ts:13  returns refused()",
      '  The model gets: error result, permission, no retry, "No access."',
    ]);
    expect(sections[1]).toContain("  src/main.ts:8   caught by the catch block\n");
    expect(sections[1]).toContain('The model gets: failure swallowed ({"order":…,"note":""})');
    expect(sections[1]).toContain("mcp-errors/no-swallowed-error: ");
    expect(sections[2]).toContain("  src/main.ts:14  throws it again\n");
  });

  it("prints one exit by its number, and a tool by its id", async () => {
    const root = makeTree(FILES);
    const all = await explain(root, "src/main.ts#get_order");
    const one = await explain(root, "get_order:4");
    expect(one.code).toBe(0);
    expect(one.out.trimEnd()).toBe(all.out.split("\n\n")[3]);
  });

  it("prints the exits that go through a line", async () => {
    const root = makeTree(FILES);
    const numbers = async (line: string): Promise<string[]> => {
      const { out } = await explain(root, line);
      return [...out.matchAll(/exit (\d) of 5/gu)].map(([, number = ""]) => number);
    };
    expect(await numbers("src/api.ts:3")).toEqual(["3", "4"]);
    expect(await numbers("./src/main.ts:7")).toEqual(["2"]);
  });

  it("writes to a file", async () => {
    const { code, out } = await explain(makeTree(FILES), "get_order:1", "--output-file", "out/path.txt");
    expect({ code, out }).toEqual({ code: 0, out: "" });
  });

  it.each([
    ["get_ordr", 'There is no tool "get_ordr". Did you mean get_order?'],
    ["get_ordr:2", 'There is no tool "get_ordr". Did you mean get_order?'],
    ["rates", 'There is no tool "rates". `mcp-errors surface` lists the tools.'],
    ["get_order:6", "get_order has 5 exits, and no 6."],
    ["get_order:0", "get_order has 5 exits, and no 0."],
    ["src/api.ts:99", "No exit of a tool goes through src/api.ts:99."],
  ])("%s: says in one line what is wrong", async (asked, message) => {
    const { code, out, err } = await explain(makeTree(FILES), asked);
    expect({ code, out, err }).toEqual({ code: 2, out: "", err: `error: ${message}\n` });
  });

  it("asks which tool is meant where several have one name", async () => {
    const main = FILES["src/main.ts"];
    const root = makeTree({ ...FILES, "src/other.ts": main });
    const { code, err } = await explain(root, "get_order:1");
    expect(code).toBe(2);
    expect(err).toBe(
      "error: Several tools have this name. Ask for src/main.ts#get_order:1 or src/other.ts#get_order:1.\n",
    );
  });

  it("goes with no format", async () => {
    const { code, err } = await explain(makeTree(FILES), "get_order", "--format", "json");
    expect(code).toBe(2);
    expect(err).toContain("cannot be used with option");
  });

  it("names the boundary of the helper that catches a failure", async () => {
    const root = makeTree({
      "package.json": MCP_MANIFEST,
      "main.ts": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { withToolErrors } from "mcp-tool-errors";
const server = new McpServer({ name: "orders", version: "1.0.0" });
server.registerTool("get_order", { description: "Read an order.", inputSchema: {} }, withToolErrors(async ({ id }) => {
  return { content: [{ type: "text", text: await api.get(id) }] };
}));
`,
    });
    const { out } = await explain(root, "get_order:2");
    expect(out.split("\n").slice(1, 6)).toEqual([
      "  main.ts:4  get_order is called",
      "  main.ts:5  api.get() rejects",
      "  main.ts:4  caught by the boundary around the handler",
      "  main.ts:4  the boundary returns an error result",
      "  The model gets: error result, category decided at run time, retry decided at run time after a wait",
    ]);
  });
});
