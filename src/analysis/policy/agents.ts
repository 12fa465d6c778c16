import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, keyName } from "../../syntax/names.js";
import type { Node } from "../../syntax/tree.js";
import type { Operation } from "../flow/operations.js";
import type { State } from "../flow/state.js";

/** By what an operation is known to let another agent do the work. */
export interface AgentCall {
  readonly id: string;
  readonly describes: string;
  readonly when: (operation: Operation, state: State) => boolean;
  /** A function `ask` that calls an agent. */
  readonly example: string;
  /** One that looks alike and calls none. */
  readonly counterExample: string;
}

/** Packages whose functions run agents. */
const RUNS_AGENTS =
  /^(?:@anthropic-ai\/claude-(?:agent-sdk|code)|@openai\/agents\b.*|@google\/adk|@mastra\/client-js)$/u;

/** What is made of a model's work is no text of an agent: pictures, sounds, vectors. */
const OTHER_WORK = /image|audio|speech|transcri|embed|moderat|video|rerank|token/iu;

const NAMED = /sub_?agent|^delegate(?:To|Task)?$|^(?:run|call|invoke|spawn|ask)\w*Agent$/iu;
const METHOD_OF_AGENT = /agent\.(?:run|call|invoke|generate|stream|execute|ask|prompt)$/iu;

export const AGENT_CALLS: readonly AgentCall[] = [
  {
    id: "named",
    describes: "A function or a method that is named after an agent, or a call on the way to the operation",
    when: ({ site, stack }) => [...stack.sites(), site].some(({ node }) => isNamedAfterAgent(node)),
    example: "const ask = (topic) => researchAgent.run(topic);",
    counterExample: "const ask = (topic) => userAgentParser.parse(topic);",
  },
  {
    id: "package",
    describes: "A function of a package that runs agents",
    when: ({ callee }) => callee.kind === "library" && RUNS_AGENTS.test(callee.module),
    example: 'import { run } from "@openai/agents"; const ask = (topic) => run(researcher, topic);',
    counterExample: 'import { run } from "@shop/tasks"; const ask = (topic) => run(researcher, topic);',
  },
  {
    id: "model",
    describes: "A language model is given a conversation",
    when: (operation, state) => !OTHER_WORK.test(operation.name) && keysGiven(operation, state).some(isConversation),
    example:
      'const ask = (topic) => llm.messages.create({ model: "m", messages: [{ role: "user", content: topic }] });',
    counterExample: 'const ask = (topic) => llm.embeddings.create({ model: "m", input: topic });',
  },
  {
    id: "server",
    describes: "A tool of another MCP server",
    when: ({ verb, callee }) =>
      verb === "callTool" && callee.kind === "library" && /^@modelcontextprotocol\//u.test(callee.module),
    example:
      'import { Client } from "@modelcontextprotocol/sdk/client/index.js"; const peer = new Client({ name: "c", version: "1" }); const ask = (topic) => peer.callTool({ name: "search", arguments: { topic } });',
    counterExample:
      'import { Client } from "@modelcontextprotocol/sdk/client/index.js"; const peer = new Client({ name: "c", version: "1" }); const ask = (topic) => peer.listTools({ topic });',
  },
];

/** Another agent does the work. */
export function callsAgent(operation: Operation, state: State): boolean {
  return AGENT_CALLS.some(({ when }) => when(operation, state));
}

/** The fields of the objects that an operation is given, or a call on the way to it. */
function keysGiven({ args, stack }: Operation, state: State): readonly ReadonlySet<string>[] {
  const written = stack
    .sites()
    .flatMap(({ node }) => (node.type === "CallExpression" ? node.arguments : []))
    .filter((argument) => argument.type === "ObjectExpression");
  return [
    ...args.map((arg) => new Set(state.recordOf(arg)?.fields.keys())),
    ...written.map(({ properties }) => new Set(properties.flatMap((one) => nameOf(one) ?? []))),
  ];
}

function nameOf(property: TSESTree.ObjectLiteralElement): string | undefined {
  return property.type === "Property" ? keyName(property.key, property.computed) : undefined;
}

function isConversation(keys: ReadonlySet<string>): boolean {
  return keys.has("model") && ["messages", "prompt", "input", "contents"].some((key) => keys.has(key));
}

function isNamedAfterAgent(node: Node): boolean {
  if (node.type !== "CallExpression") return false;
  return NAMED.test(calleeName(node) ?? "") || METHOD_OF_AGENT.test(dottedName(node.callee) ?? "");
}
