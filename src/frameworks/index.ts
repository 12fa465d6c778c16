import { agentkit } from "./agentkit.js";
import { claudeAgentSdk } from "./claude-agent-sdk.js";
import { cloudflareAgents } from "./cloudflare-agents.js";
import { extApps } from "./ext-apps.js";
import { fastmcpEdge } from "./fastmcp-edge.js";
import { fastmcp } from "./fastmcp.js";
import { frontmcp } from "./frontmcp.js";
import { litemcp } from "./litemcp.js";
import { mastra } from "./mastra.js";
import { mcpFramework } from "./mcp-framework.js";
import { mcpHandler } from "./mcp-handler.js";
import { mcpLite } from "./mcp-lite.js";
import { mcpNest } from "./mcp-nest.js";
import { mcpTsCore } from "./mcp-ts-core.js";
import { mcpUse } from "./mcp-use.js";
import { nestjsMcp } from "./nestjs-mcp.js";
import { nuxtToolkit } from "./nuxt-toolkit.js";
import { salesforceProvider } from "./salesforce.js";
import { sdkLowLevel } from "./sdk-low-level.js";
import { sdkV1 } from "./sdk-v1.js";
import { sdkV2 } from "./sdk-v2.js";
import { skybridge } from "./skybridge.js";
import { supabaseUtils } from "./supabase-utils.js";
import { tmcp } from "./tmcp.js";
import type { Framework } from "./types.js";
import { xmcp } from "./xmcp.js";

export type { FailureForm, Framework, HandlerPlace, Registration } from "./types.js";

/** Every framework that is known, most specific specifier first: the first that fits an import wins. */
export const FRAMEWORKS: readonly Framework[] = [
  fastmcpEdge,
  fastmcp,
  sdkV1,
  sdkV2,
  sdkLowLevel,
  mcpHandler,
  cloudflareAgents,
  extApps,
  claudeAgentSdk,
  mcpFramework,
  xmcp,
  mcpNest,
  nestjsMcp,
  tmcp,
  mcpUse,
  mastra,
  mcpTsCore,
  nuxtToolkit,
  mcpLite,
  supabaseUtils,
  litemcp,
  skybridge,
  salesforceProvider,
  frontmcp,
  agentkit,
];

/** The framework that shapes no framework recognises are judged by: the commonest one. */
export const DEFAULT_FRAMEWORK: Framework = sdkV1;
export const LOW_LEVEL_FRAMEWORK: Framework = sdkLowLevel;
/** The classes of the SDK that make a server, of both of its interfaces. */
export const SDK_SERVER_CLASSES: readonly string[] = ["McpServer", "Server"];

/** Packages that make a project one that serves or uses MCP, beside those of the table. */
const FURTHER_PACKAGES: readonly string[] = [
  "@modelcontextprotocol/client",
  "@modelcontextprotocol/node",
  "@modelcontextprotocol/express",
  "@modelcontextprotocol/hono",
  "muppet",
  "mcp-proxy",
];

/** `agents` and `@mastra/core` also build things without MCP: alone they say nothing. */
const AMBIGUOUS_PACKAGES: ReadonlySet<string> = new Set(["agents", "@mastra/core", "@anthropic-ai/claude-code"]);

const MCP_PACKAGES: ReadonlySet<string> = new Set(
  [...FRAMEWORKS.flatMap((framework) => framework.packages), ...FURTHER_PACKAGES].filter(
    (name) => !AMBIGUOUS_PACKAGES.has(name),
  ),
);

/** True for the name of a package that a project may use to serve MCP, or without it. */
export function isAmbiguousPackage(name: string): boolean {
  return AMBIGUOUS_PACKAGES.has(name);
}

/** True for the name of a package that a project needs to serve MCP. */
export function isMcpPackage(name: string): boolean {
  return MCP_PACKAGES.has(name);
}

function covers(name: string, specifier: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}

/** The same few specifiers are asked about for every call of every file. */
function remembered<T>(answer: (specifier: string) => T): (specifier: string) => T {
  const known = new Map<string, T>();
  return (specifier) => {
    let found = known.get(specifier);
    if (found === undefined) known.set(specifier, (found = answer(specifier)));
    return found;
  };
}

/** True for an import specifier of an MCP library. */
export const isMcpSpecifier = remembered((specifier): boolean => {
  for (const name of MCP_PACKAGES) if (covers(name, specifier)) return true;
  return covers("agents", specifier) && specifier.startsWith("agents/mcp");
});

/** The frameworks whose packages an import specifier belongs to. */
export const frameworksOf = remembered((specifier): readonly Framework[] => {
  const fitting = FRAMEWORKS.filter((framework) => framework.packages.some((name) => covers(name, specifier)));
  return fitting.includes(fastmcpEdge) ? [fastmcpEdge] : fitting;
});

/** Packages whose `tool` and `createTool` make tools for an agent in the same process, not for MCP. */
const OTHER_TOOL_PACKAGES: readonly string[] = [
  "ai",
  "@ai-sdk",
  "@langchain",
  "langchain",
  "@openai/agents",
  "@anthropic-ai/sdk",
  "llamaindex",
  "@llamaindex",
  "genkit",
  "@genkit-ai",
  "@google/adk",
  "@voltagent/core",
  "inngest",
  "@inngest/agent-kit",
];

export const isOtherToolPackage = remembered((specifier): boolean =>
  OTHER_TOOL_PACKAGES.some((name) => covers(name, specifier)),
);
