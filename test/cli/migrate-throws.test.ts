import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../support/cli.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

/** A server whose tool calls `loadOrder` of a service, and reports what that throws by a builder of its own. */
const SERVER = `
  import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
  import { z } from "zod";
  import { loadOrder } from "./orders.js";
  const server = new McpServer({ name: "orders", version: "1.0.0" });
  function failed(error: unknown) {
    const message = error instanceof Error ? error.message : String(error);
    return { content: [{ type: "text" as const, text: \`Error: \${message}\` }], isError: true };
  }
  server.registerTool("read_order", { inputSchema: { id: z.string().optional() } }, async ({ id }) => {
    try {
      return { content: [{ type: "text", text: JSON.stringify(await loadOrder(id)) }] };
    } catch (error) {
      return failed(error);
    }
  });
`;

const SERVICE = `
  import { open } from "./files.js";
  export async function loadOrder(id?: string) {
    // Nothing can be opened without it.
    if (!id) throw new Error("An order id is required");
    return open(id);
  }
`;

const REWRITTEN = 'throw toolFailure.validation({ description: "An order id is required" });';

type Files = Readonly<Record<string, string>>;

async function migrated(files: Files, ...args: readonly string[]): Promise<(name: string) => string> {
  const root = makeTree({ "package.json": MCP_MANIFEST, "src/server.ts": SERVER, "src/orders.ts": SERVICE, ...files });
  expect(await run(root, ["migrate", "--force", ...args])).toMatchObject({ code: 0, err: "" });
  const again = await run(root, ["migrate", "--force", "--check", ...args]);
  expect(again).toMatchObject({ code: 0, err: "" });
  return (name) => readFileSync(join(root, name), "utf8");
}

/** The tool asks an object of a class, whose method throws. */
const DESK = {
  "src/server.ts": SERVER.replace("await loadOrder(id)", "await new OrderDesk().get(id)").replace(
    "{ loadOrder }",
    "{ OrderDesk }",
  ),
  "src/orders.ts": `
    export class OrderDesk {
      async get(id?: string) {
        if (!id) throw new Error("An order id is required");
        return open(id);
      }
    }
  `,
};

describe("a throw in a file that tools call", () => {
  it("names its category where the clause of each caller hands it to the helper", async () => {
    const text = await migrated({});
    expect(text("src/server.ts")).toContain("return toolError.from(error, {");
    expect(text("src/orders.ts")).toBe(
      SERVICE.replace('throw new Error("An order id is required");', REWRITTEN).replace(
        'import { open } from "./files.js";\n',
        'import { open } from "./files.js";\nimport { toolFailure } from "mcp-tool-errors";\n',
      ),
    );
  });

  it("is reported under its place in the text that was given", async () => {
    const root = makeTree({ "package.json": MCP_MANIFEST, "src/server.ts": SERVER, "src/orders.ts": SERVICE });
    const { out } = await run(root, ["migrate", "--force", "--report", "json"]);
    const { files } = JSON.parse(out) as { files: { path: string; changes: { line: number; transform: string }[] }[] };
    expect(files.find((file) => file.path === "src/orders.ts")?.changes).toMatchObject([
      { line: 5, transform: "thrown-errors" },
    ]);
  });

  it("imports the vendored helper", async () => {
    const text = await migrated({}, "--helper", "vendored");
    expect(text("src/orders.ts")).toContain(REWRITTEN);
    expect(text("src/orders.ts")).toMatch(/import \{ toolFailure \} from "\.[^"]+\.js";/u);
  });

  it("of a method names its category, whatever object it is called on", async () => {
    const text = await migrated({
      "src/server.ts": SERVER.replace("await loadOrder(id)", "await new OrderDesk().openOrder(id)").replace(
        "{ loadOrder }",
        "{ OrderDesk }",
      ),
      "src/orders.ts": `
        export class OrderDesk {
          async openOrder(id?: string) {
            if (!id) throw new Error("An order id is required");
            return open(id);
          }
        }
      `,
    });
    expect(text("src/orders.ts")).toContain(REWRITTEN);
  });

  it.each([
    ["a class of the language", "const orders = new Map<string, string>();"],
    ["a field that is declared with one", "const orders: Map<string, string> = made();"],
    ["another class of the project", 'import { Shelf } from "./shelf.js";\nconst orders = new Shelf();'],
  ])("of a method is not kept by calls of the same name on %s", async (_, made) => {
    const text = await migrated({
      ...DESK,
      "src/shelf.ts": "export class Shelf { get(id: string) { return id; } }\n",
      "src/cache.ts": `${made}\nexport const known = orders.get("A-1");\n`,
    });
    expect(text("src/orders.ts")).toContain(REWRITTEN);
  });

  it("is decided by the response that it is about", async () => {
    const text = await migrated({
      "src/orders.ts": `
        export async function loadOrder(id?: string) {
          const response = await fetch(\`https://orders.example/\${id}\`);
          if (!response.ok) throw new Error(\`Orders API error: \${response.status}\`);
          return response.json();
        }
      `,
    });
    expect(text("src/orders.ts")).toContain("throw toolFailure.from(response, {");
  });

  it.each<[string, Files]>([
    [
      "a caller that is no tool tests the message",
      {
        "src/cli.ts": `
          import { loadOrder } from "./orders.js";
          loadOrder(process.argv[2]).catch((error: Error) => {
            if (error.message === "An order id is required") process.exitCode = 2;
          });
        `,
      },
    ],
    [
      "a caller in between reads the message",
      {
        "src/orders.ts": `
          async function find(id?: string) {
            if (!id) throw new Error("An order id is required");
            return open(id);
          }
          export async function loadOrder(id?: string) {
            try {
              return await find(id);
            } catch (error) {
              throw new Error(\`Order: \${(error as Error).message}\`);
            }
          }
        `,
      },
    ],
    [
      "the clause looks for words in the message",
      {
        "src/server.ts": SERVER.replace(
          "return failed(error);",
          'const isGone = String(error).includes("required"); if (isGone) count(); return failed(error);',
        ),
      },
    ],
    [
      "the promise is kept for later",
      { "src/server.ts": SERVER.replace("await loadOrder(id)", "await Promise.race([loadOrder(id), late()])") },
    ],
    [
      "the method is called on what nobody declares, and the promise is kept",
      {
        ...DESK,
        "src/cache.ts": 'export const known = (orders) => [orders.get("A-1")];\n',
      },
    ],
    ["the function is handed on", { "src/cli.ts": 'import { loadOrder } from "./orders.js";\nschedule(loadOrder);\n' }],
    [
      "the package gives the function to others",
      {
        "package.json": JSON.stringify({ ...(JSON.parse(MCP_MANIFEST) as object), main: "dist/index.js" }),
        "src/index.ts": 'export * from "./orders.js";\n',
      },
    ],
    [
      "a test compares the message",
      { "test/orders.test.ts": 'expect(error.message).toBe("An order id is required");\n' },
    ],
  ])("stays where %s", async (_, files) => {
    const text = await migrated(files);
    expect(text("src/orders.ts")).toBe(files["src/orders.ts"] ?? SERVICE);
  });

  it("stays where what is not valid may be an answer, and blames the input where the input is tested", async () => {
    const checked = (test: string): Files => ({
      "src/orders.ts": `
        export async function loadOrder(id?: string) {
          const order = await open(id);
          if (${test}) throw new Error("Not a valid order");
          return order;
        }
      `,
    });
    expect((await migrated(checked('order.kind !== "order"')))("src/orders.ts")).toContain("throw new Error(");
    expect((await migrated(checked('id === "none"')))("src/orders.ts")).toContain("throw toolFailure.validation(");
  });

  it("is still found by a test that looks for its words", async () => {
    const text = await migrated({
      "test/orders.test.ts": 'await expect(loadOrder()).rejects.toThrow("An order id is required");\n',
    });
    expect(text("src/orders.ts")).toContain(REWRITTEN);
  });
});
