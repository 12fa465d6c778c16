/** Frameworks that keep the handlers they are given. */
import * as zod from "zod";
import type { Run } from "./run.js";

type Args = readonly unknown[];
type Handler = (...args: Args) => unknown;

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

/** Packages of frameworks, by specifier. */
export function frameworks({ tools }: Run): Readonly<Record<string, unknown>> {
  const keep = (name: string, handler: unknown): void => {
    tools.set(name, (args) => (handler as Handler)(args, {}));
  };
  const CALL = {};
  class McpServer {
    connect(): void {
      // Nobody is at the other end.
    }

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
    connect(): void {
      // Nobody is at the other end.
    }

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
  class Transport {
    readonly isTransport = true;
  }
  return {
    zod,
    "@oxc-project/runtime/helpers/decorate": decorate,
    "@modelcontextprotocol/sdk/server/stdio.js": { StdioServerTransport: Transport },
    "@modelcontextprotocol/server/stdio": { serveStdio: (create: () => unknown) => create() },
    "@modelcontextprotocol/sdk/server/mcp.js": { McpServer },
    "@modelcontextprotocol/sdk/server/index.js": { Server },
    "@modelcontextprotocol/sdk/types.js": {
      CallToolRequestSchema: CALL,
      ListToolsRequestSchema: {},
      McpError,
      ErrorCode: { InvalidParams: -32602, MethodNotFound: -32601, InternalError: -32603 },
    },
    "@modelcontextprotocol/server": { McpServer, Server },
    fastmcp: {
      UserError: class extends Error {},
      FastMCP: class {
        start(): void {
          // Nobody is at the other end.
        }

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
