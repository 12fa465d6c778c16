import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { lowLevel, testRule, type Bad } from "../support/rule-tester.js";
import { MCP_MANIFEST } from "../support/tree.js";

const SDK = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { writeFile, rm } from "node:fs/promises";
import { Octokit } from "@octokit/rest";
const octokit = new Octokit();
const server = new McpServer({ name: "s", version: "1" });
`;
const tool = (name: string, annotations: string, body: string, head = ""): string =>
  `${SDK}${head}server.registerTool(${name}, { description: "d"${annotations} }, async ({ id }) => {
  ${body}
  return { content: [] };
});
`;
const hints = (text: string): string => `, annotations: { ${text} }`;

/** A server whose handlers and client stand in files of their own. */
const FILES = {
  "package.json": MCP_MANIFEST,
  "handlers.ts": `import axios from "axios";
export async function removeOrder({ id }) {
  await axios.delete(\`https://shop.example/orders/\${id}\`);
  return { content: [] };
}
`,
  "orders.ts": `import { Api } from "./api.js";
export class Orders {
  #api = new Api();
  async get(id) { return this.#api.request("GET", \`/orders/\${id}\`); }
  async remove(id) { await this.#api.request("DELETE", \`/orders/\${id}\`); }
  async refresh(id) { await this.#api.request("PUT", \`/copies/\${id}\`, {}); }
}
`,
  "renewal.ts": `import { Redis } from "@upstash/redis";
const redis = new Redis({ url: "https://redis.example" });
export async function renew(id) {
  await redis.set(\`orders:\${id}\`, "1");
}
`,
  "api.ts": `export class Api {
  async request(method, path, body) {
    const response = await fetch(\`https://shop.example\${path}\`, { method, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(\`HTTP \${response.status}\`);
    return response.json();
  }
}
`,
};
const ROOT = mkdtempSync(path.join(realpathSync(tmpdir()), "mcp-errors-"));
for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(ROOT, name), text);
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

const ORDERS = `import { removeOrder } from "./handlers.js";
import { Orders } from "./orders.js";
const orders = new Orders();
`;
const filename = path.join(ROOT, "server.ts");

function contradiction(
  messageId: string,
  hint: string,
  value: boolean,
  data: Readonly<Record<string, string>>,
): Bad["problems"][number] {
  return {
    messageId,
    data,
    suggest: {
      messageId: "setHint",
      data: { hint, value: String(!value) },
      from: `${hint}: ${value}`,
      to: `${hint}: ${!value}`,
    },
  };
}

testRule(
  "consistent-annotations",
  [
    tool('"get_order"', hints("readOnlyHint: true"), "await fetch(`/orders/${id}`);"),
    {
      name: "a method that reads, by a client in another file",
      filename,
      code: tool('"orders"', hints("readOnlyHint: true"), "await orders.get(id);", ORDERS),
    },
    {
      name: "a copy that is kept by a tool that reads, in another file",
      filename,
      code: tool(
        '"get_order"',
        hints("readOnlyHint: true"),
        "await orders.refresh(id);\n  await orders.get(id);",
        ORDERS,
      ),
    },
    {
      name: "a question that is posted",
      code: tool('"find_orders"', hints("readOnlyHint: true"), 'await fetch("/people", { method: "POST", body });'),
    },
    {
      name: "a cache, a log, a temporary file",
      code: tool(
        '"get_order"',
        hints("readOnlyHint: true"),
        'await writeFile(cachePath, id); await writeFile("/tmp/x", id); await rm(tmpDir);',
      ),
    },
    {
      name: "what is made in the process",
      code: tool(
        '"get_order"',
        hints("readOnlyHint: true"),
        "const client = await pool.createClient(); sessions.delete(id); new Map().delete(id);",
      ),
    },
    {
      name: "what a function that reads keeps for itself",
      code: tool(
        '"list_orders"',
        hints("readOnlyHint: true"),
        "await loadOrders();",
        "async function loadOrders() { await writeFile(file, text); }\n",
      ),
    },
    {
      name: "a function that is made, and not called",
      code: tool(
        '"list_orders"',
        hints("readOnlyHint: true"),
        "await api(id).list();",
        "const api = (id) => ({ list: async () => fetch(id), remove: async () => fetch(id, { method: 'DELETE' }) });\n",
      ),
    },
    {
      name: "hints that agree",
      code: tool(
        '"delete_order"',
        hints("destructiveHint: true, readOnlyHint: false"),
        "await octokit.orders.delete({ id });",
      ),
    },
    {
      name: "a write that ends in the same state",
      code: tool('"update_order"', hints("idempotentHint: true"), 'await fetch(`/orders/${id}`, { method: "PUT" });'),
    },
    {
      name: "a state that is set: nothing is given that could be made a second time",
      code: tool('"publish_post"', hints("idempotentHint: true"), "await blog.post(id).publish();"),
    },
    {
      name: "what is resumed may be a thing of the process",
      code: tool('"order_resume"', hints("readOnlyHint: true"), "await shop.workflow.resume();"),
    },
    {
      name: "the server's own store, two calls away",
      filename,
      code: tool(
        '"order_link"',
        hints("readOnlyHint: true"),
        "await renew(id);",
        'import { renew } from "./renewal.js";\n',
      ),
    },
    {
      name: "a look before it creates",
      code: tool(
        '"create_order"',
        hints("idempotentHint: true"),
        "if (await exists(id)) return old; await octokit.issues.create({ id });",
      ),
    },
    {
      name: "hints that cannot be seen",
      code: tool('"delete_order"', ", annotations: shared", "await octokit.orders.delete({ id });"),
    },
    { name: "no annotations", code: tool('"delete_order"', "", "await octokit.orders.delete({ id });") },
    {
      name: "annotations, with the option",
      code: tool(
        '"delete_order"',
        hints('title: "Delete", destructiveHint: true'),
        "await octokit.orders.delete({ id });",
      ),
      options: { unannotated: true },
    },
    {
      name: "a tool that tidies up behind itself, with the option",
      code: tool('"create_order"', "", "await octokit.orders.delete({ id });"),
      options: { unannotated: true },
    },
  ],
  [
    {
      code: tool('"save_order"', hints("readOnlyHint: ⟦true⟧"), 'await fetch(`/orders/${id}`, { method: "PUT" });'),
      problems: [
        contradiction("readOnlyWrites", "readOnlyHint", true, {
          name: "save_order",
          call: "fetch()",
          change: "changes something",
        }),
      ],
    },
    {
      name: "the file system",
      code: tool('"note"', hints("readOnlyHint: ⟦true⟧"), "await writeFile(path, id);"),
      problems: [
        contradiction("readOnlyWrites", "readOnlyHint", true, {
          name: "note",
          call: "writeFile()",
          change: "changes something",
        }),
      ],
    },
    {
      name: "a statement of SQL",
      code: tool(
        '"close_order"',
        hints("readOnlyHint: ⟦true⟧"),
        'await db.query("UPDATE orders SET open = 0 WHERE id = ?", [id]);',
      ),
      problems: [
        contradiction("readOnlyWrites", "readOnlyHint", true, {
          name: "close_order",
          call: "db.query()",
          change: "changes something",
        }),
      ],
    },
    {
      name: "through a function of the file",
      code: tool(
        '"create_issue"',
        hints("readOnlyHint: ⟦true⟧"),
        "await save(id);",
        "async function save(id) { await octokit.rest.issues.create({ id }); }\n",
      ),
      problems: [
        contradiction("readOnlyWrites", "readOnlyHint", true, {
          name: "create_issue",
          call: "octokit.rest.issues.create()",
          change: "creates something",
        }),
      ],
    },
    {
      code: tool('"remove_order"', hints("destructiveHint: ⟦false⟧"), "await octokit.orders.delete({ id });"),
      problems: [
        contradiction("harmlessDeletes", "destructiveHint", false, {
          name: "remove_order",
          call: "octokit.orders.delete()",
        }),
      ],
    },
    {
      code: tool('"create_issue"', hints("idempotentHint: ⟦true⟧"), "await octokit.rest.issues.create({ title: id });"),
      problems: [
        contradiction("idempotentCreates", "idempotentHint", true, {
          name: "create_issue",
          call: "octokit.rest.issues.create()",
        }),
      ],
    },
    {
      name: "a message that is published",
      code: tool('"publish_event"', hints("idempotentHint: ⟦true⟧"), "await broker.events.publish({ id });"),
      problems: [
        contradiction("idempotentCreates", "idempotentHint", true, {
          name: "publish_event",
          call: "broker.events.publish()",
        }),
      ],
    },
    {
      name: "a tool that is listed, by its branch of the dispatcher",
      code: lowLevel(
        `switch (request.params.name) {
    case "delete_order":
      await client.deleteOrder(request.params.arguments.id);
      return { content: [] };
  }`,
        'import client from "shop";\nconst TOOLS = [{ name: "delete_order", description: "d", inputSchema: {}, annotations: { readOnlyHint: ⟦true⟧ } }];',
      ),
      problems: [
        contradiction("readOnlyWrites", "readOnlyHint", true, {
          name: "delete_order",
          call: "client.deleteOrder()",
          change: "deletes something",
        }),
      ],
    },
    {
      name: "a handler in another file",
      filename,
      code: `${SDK}${ORDERS}server.registerTool("remove_order", { description: "d", annotations: { readOnlyHint: ⟦true⟧ } }, removeOrder);`,
      problems: [
        contradiction("readOnlyWrites", "readOnlyHint", true, {
          name: "remove_order",
          call: "axios.delete()",
          change: "deletes something",
        }),
      ],
    },
    {
      name: "a client of the project's own that is given the method, two files away",
      filename,
      code: tool('"orders"', hints("destructiveHint: ⟦false⟧"), "await orders.remove(id);", ORDERS),
      problems: [
        contradiction("harmlessDeletes", "destructiveHint", false, { name: "orders", call: "this.api.request()" }),
      ],
    },
    {
      name: "the positional form",
      code: `${SDK}server.tool("delete_order", "d", { id: z.string() }, { readOnlyHint: ⟦true⟧ }, async ({ id }) => octokit.orders.delete({ id }));`,
      problems: [
        contradiction("readOnlyWrites", "readOnlyHint", true, {
          name: "delete_order",
          call: "octokit.orders.delete()",
          change: "deletes something",
        }),
      ],
    },
    {
      name: "no annotations, with the option",
      code: tool('⟦"delete_order"⟧', "", "await octokit.orders.delete({ id });"),
      options: { unannotated: true },
      problems: [{ messageId: "unannotatedDelete", data: { name: "delete_order", call: "octokit.orders.delete()" } }],
    },
  ],
);
