import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../support/cli.js";
import { commitAll } from "../support/git.js";
import { makeTree, MCP_MANIFEST } from "../support/tree.js";

const tool = (name: string, text: string): string => `
server.registerTool("${name}", { inputSchema: {} }, async ({ id }) => {
  const order = await api.get(id);
  if (order.strange) return { isError: true, content: [{ type: "text", text: "${text}" }] };
  return { content: [{ type: "text", text: order.text }] };
});
`;

const SERVER = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { api } from "./api.js";

const server = new McpServer({ name: "orders", version: "1.0.0" });
${tool("read", "That did not go well.")}${tool("print", "That did not go well.")}${tool("send", "The order is odd.")}`;

const repository = (): string => commitAll(makeTree({ "package.json": MCP_MANIFEST, "src/server.js": SERVER }));
const sourceOf = (root: string): string => readFileSync(join(root, "src/server.js"), "utf8");

/** Gives these answers one after the other, and notes the questions. */
function answering(...answers: string[]): { ask: (question: string) => Promise<string>; questions: string[] } {
  const questions: string[] = [];
  return {
    questions,
    ask: (question) => {
      questions.push(question);
      return Promise.resolve(answers.shift() ?? "no");
    },
  };
}

describe("migrate --interactive", () => {
  it("asks once for failures that say the same, and writes what was chosen", async () => {
    const root = repository();
    const { ask, questions } = answering("b", "s");
    const { code } = await run(root, ["migrate", "--interactive"], { ask });
    expect(code).toBe(0);
    expect(questions).toHaveLength(2);
    expect(questions[0]).toContain("1 of 2: src/server.js:8 and 1 more\n  That did not go well.\n");
    const text = sourceOf(root);
    expect(text.match(/toolError\.business\(/gu)).toHaveLength(2);
    expect(text.match(/mcp-errors-todo/gu)).toHaveLength(1);
  });

  it("asks again where the answer is none, and ends where the user does", async () => {
    const root = repository();
    const { ask, questions } = answering("x", "validation", "q");
    await run(root, ["migrate", "--interactive"], { ask });
    expect(questions).toHaveLength(3);
    expect(sourceOf(root).match(/toolError\.validation\(/gu)).toHaveLength(2);
  });

  it("takes words of the user's own, for all failures that said the same", async () => {
    const root = repository();
    const { ask, questions } = answering("e", "Order ${id} can't be printed now.", "b", "q");
    await run(root, ["migrate", "--interactive"], { ask });
    expect(questions[2]).toContain("Order ${id} can't be printed now.\n[t]ransient");
    const text = sourceOf(root);
    expect(text.match(/description: `Order \$\{id\} can't be printed now\.`/gu)).toHaveLength(2);
    expect(text).not.toContain("That did not go well.");
  });

  it("is wrong use without a terminal", async () => {
    const { code, err } = await run(repository(), ["migrate", "--interactive"]);
    expect({ code, err }).toEqual({ code: 2, err: "error: --interactive needs a terminal.\n" });
  });
});

describe("a part of a server", () => {
  it("--tool rewrites the failures of one tool", async () => {
    const root = repository();
    const { out } = await run(root, ["migrate", "--tool", "send"]);
    expect(out).toMatch(/^send +0 +1 +0$/mu);
    expect(sourceOf(root).match(/mcp-errors-todo/gu)).toHaveLength(1);
  });

  it("--since takes what has changed, and says where git knows no such revision", async () => {
    const root = repository();
    expect((await run(root, ["migrate", "--since", "HEAD"])).out).toBe("Nothing to change in 1 file.\n");
    const { code, err } = await run(root, ["migrate", "--since", "nowhere"]);
    expect(code).toBe(2);
    expect(err).toContain("git can't list the changes since nowhere: ");
  });
});

describe("the report of a run", () => {
  it("names each question once, with its places, and the command that finds the markers", async () => {
    const { out } = await run(repository(), ["migrate"]);
    expect(out.match(/Couldn't infer the category/gu)).toHaveLength(1);
    expect(out).toContain("  git grep -n mcp-errors-todo: -- .\n");
  });

  it("--report html is a page with a checklist and the changes", async () => {
    const { out } = await run(repository(), ["migrate", "--check", "--report", "html"]);
    expect(out.startsWith("<!doctype html>")).toBe(true);
    expect(out.match(/<input type=checkbox>/gu)).toHaveLength(3);
    expect(out).toContain("<code>src/server.js:8</code> (read)");
    expect(out).toContain("<span class=added>+  /* mcp-errors-todo: ");
    expect(out).not.toContain("<script");
  });
});
