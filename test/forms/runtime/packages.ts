/** Packages that a client asks, and frameworks, as a run needs them: each call of the former can be made to fail. */
import nodePath from "node:path";
import type { Domain } from "../domains.js";

export interface Run {
  /** Does a piece of work, or makes it fail; `refuse` gives the value of a refusal, where a refusal is a value. */
  readonly operate: <T>(bring: () => T, refuse?: () => T) => Promise<T>;
  /** The same for HTTP, where a refusal is an answer. */
  readonly request: (bring: () => unknown) => Promise<Response>;
  readonly domain: Domain;
  /** True where services hold nothing. */
  readonly isEmpty: boolean;
  readonly tools: Map<string, (args: unknown, name: string) => unknown>;
}

type Args = readonly unknown[];
type Handler = (...args: Args) => unknown;

const rowsOf = ({ domain: { sample }, isEmpty }: Run): Record<string, unknown>[] =>
  isEmpty ? [] : [sample, { ...sample, id: `${String(sample.id)}-b` }];

/** What is at a path. */
export function at(run: Run, path: unknown): unknown {
  const { domain } = run;
  const last = String(path).split("/").at(-1);
  if (last === "count") return { count: rowsOf(run).length };
  if (last === domain.flag) return { [domain.flag]: true };
  return last === domain.items ? rowsOf(run) : domain.sample;
}

function select(run: Run, query: unknown): unknown[] {
  const { domain } = run;
  const text = String(query);
  if (text.includes("count(")) return [{ total: 2 }];
  if (text.startsWith(`SELECT ${domain.flag}`)) return [{ [domain.flag]: true }];
  return text.includes(`${domain.owner}_id`) ? rowsOf(run) : [domain.sample];
}

/** Packages by specifier. */
export function packages(run: Run): Readonly<Record<string, unknown>> {
  const { operate, domain } = run;
  const withJson = {
    get: (url: string) => ({ json: () => operate(() => at(run, url)) }),
    post: (url: string) => operate(() => at(run, url)),
  };
  const axios = {
    get: (url: string) => operate(() => ({ data: at(run, url) })),
    post: () => operate(() => ({ data: {} })),
  };
  const flagged = { ...domain.sample, [domain.flag]: true };
  const collection = {
    find: () => ({ toArray: () => operate(() => rowsOf(run)) }),
    findOne: () => operate(() => flagged),
    countDocuments: () => operate(() => 2),
    updateOne: () => operate(() => ({ matchedCount: 1 })),
  };
  const model = {
    findMany: () => operate(() => rowsOf(run)),
    findUniqueOrThrow: () => operate(() => flagged),
    count: () => operate(() => 2),
    update: () => operate(() => flagged),
  };
  return {
    axios: { ...axios, create: () => axios },
    got: { extend: () => withJson },
    ky: { create: () => withJson },
    "@octokit/rest": {
      Octokit: class {
        request = (route: string) => operate(() => ({ data: at(run, route) }));
      },
    },
    pg: {
      Pool: class {
        query = (text: string) => operate(() => ({ rows: select(run, text) }));
      },
    },
    "mysql2/promise": { createPool: () => ({ query: (text: string) => operate(() => [select(run, text), []]) }) },
    mongodb: {
      MongoClient: class {
        db = () => ({ collection: () => collection });
      },
    },
    "@prisma/client": {
      PrismaClient: class {
        [name: string]: unknown;

        constructor() {
          this[domain.item] = model;
        }
      },
    },
    ioredis: class {
      lrange = () => operate(() => rowsOf(run).map((row) => JSON.stringify(row)));
      get = () => operate(() => JSON.stringify(domain.sample));
      llen = () => operate(() => 2);
      hget = () => operate(() => "1");
      hset = () => operate(() => 1);
    },
    "node:fs/promises": {
      readFile: (file: string) =>
        operate(() => JSON.stringify(file.endsWith(`${domain.items}.json`) ? rowsOf(run) : flagged)),
      writeFile: () => operate(() => undefined),
    },
    "node:path": nodePath,
    "node:timers/promises": { setTimeout: () => Promise.resolve() },
    zod: { z: schema() },
    "@supabase/supabase-js": { createClient: () => ({ from: () => supabaseQuery(run) }) },
    execa: {
      execa: () =>
        operate(
          () => ({ stdout: JSON.stringify(rowsOf(run)), exitCode: 0 }),
          () => ({ stdout: "", exitCode: 1 }),
        ),
    },
    "@modelcontextprotocol/sdk/client/index.js": {
      Client: class {
        callTool = () =>
          operate(
            () => ({ content: [{ type: "text", text: JSON.stringify(rowsOf(run)) }], isError: false }),
            () => ({ content: [{ type: "text", text: "The list could not be read: access denied." }], isError: true }),
          );
      },
    },
    "@oxc-project/runtime/helpers/decorate": decorate,
    ...frameworks(run),
  };
}

/** Anything that can be built of a schema. */
function schema(): unknown {
  const self: unknown = new Proxy(() => self, { get: () => self });
  return self;
}

function decorate(decorators: readonly Handler[], target: unknown, key?: string): unknown {
  const given = decorators.map((one) => one(target, key)).find((one) => one !== undefined);
  return given ?? target;
}

class McpError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(`MCP error ${code}: ${message}`);
  }
}

function frameworks({ tools }: Run): Readonly<Record<string, unknown>> {
  const keep = (name: string, handler: unknown): void => {
    tools.set(name, (args) => (handler as Handler)(args, {}));
  };
  const CALL = {};
  class McpServer {
    registerTool(name: string, _config: unknown, handler: unknown): void {
      keep(name, handler);
    }

    tool(...args: Args): void {
      const [first] = args;
      const last = args.at(-1);
      const name = typeof first === "string" ? first : (first as { name: string }).name;
      keep(name, typeof last === "function" ? last : (last as { handler: unknown }).handler);
    }
  }
  class Server {
    setRequestHandler(schemaOrMethod: unknown, handler: Handler): void {
      if (schemaOrMethod !== CALL && schemaOrMethod !== "tools/call") return;
      tools.set("*", (args, name) => handler({ params: { name, arguments: args } }, {}));
    }
  }
  class MCPTool {
    readonly isTool = true;
  }
  class McpAgent {
    readonly isAgent = true;
  }
  return {
    "@modelcontextprotocol/sdk/server/mcp.js": { McpServer },
    "@modelcontextprotocol/sdk/server/index.js": { Server },
    "@modelcontextprotocol/sdk/types.js": {
      CallToolRequestSchema: CALL,
      ListToolsRequestSchema: {},
      McpError,
      ErrorCode: { MethodNotFound: -32601, InternalError: -32603 },
    },
    "@modelcontextprotocol/server": { McpServer, Server },
    fastmcp: {
      FastMCP: class {
        addTool({ name, execute }: { name: string; execute: unknown }): void {
          keep(name, execute);
        }
      },
    },
    tmcp: { McpServer },
    "@tmcp/adapter-zod": {
      ZodJsonSchemaAdapter: class {
        readonly isAdapter = true;
      },
    },
    "mcp-lite": { McpServer },
    "mcp-framework": { MCPTool },
    "@anthropic-ai/claude-agent-sdk": {
      tool: (name: string, _description: string, _shape: unknown, handler: unknown) => {
        keep(name, handler);
      },
      createSdkMcpServer: () => ({}),
    },
    "agents/mcp": { McpAgent },
    "mcp-handler": {
      createMcpHandler: (register: (server: McpServer) => void) => {
        register(new McpServer());
        return () => undefined;
      },
    },
    "@rekog/mcp-nest": {
      Tool:
        ({ name }: { name: string }) =>
        (target: Record<string, Handler>, key: string) => {
          tools.set(name, (args) => Reflect.apply(target[key] as Handler, target, [args]));
        },
    },
    "@nestjs/common": { Injectable: () => () => undefined },
  };
}

/** Tools that a framework finds by what a file exports. */
export function findExported(exported: Readonly<Record<string, unknown>>, tool: string, { tools }: Run): void {
  for (const [name, one] of Object.entries(exported)) {
    if (typeof one !== "function") continue;
    if (name === "default" && "metadata" in exported) tools.set(tool, (args) => (one as Handler)(args, {}));
    const parent = Object.getPrototypeOf(one) as { readonly name?: string };
    if (parent.name !== "MCPTool" && parent.name !== "McpAgent") continue;
    const instance = new (one as new () => { execute?: Handler; init?: Handler })();
    if (instance.execute) tools.set(tool, (args) => instance.execute?.(args));
    void instance.init?.();
  }
}

/** A query that is made when somebody waits for it. */
function supabaseQuery(run: Run): unknown {
  let throws = false;
  const query = {
    select: () => query,
    update: () => query,
    eq: () => query,
    throwOnError: () => {
      throws = true;
      return query;
    },
    then: (done: Handler, failed: Handler) =>
      run
        .operate<{ data: unknown; error: Error | null }>(
          () => ({ data: rowsOf(run), error: null }),
          () => {
            const error = new Error("permission denied for table");
            if (throws) throw error;
            return { data: null, error };
          },
        )
        .then(done, failed),
  };
  return query;
}
