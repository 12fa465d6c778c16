import type { TSESTree } from "@typescript-eslint/types";
import { walk, type Node } from "../../../syntax/tree.js";
import type { File } from "../../file.js";
import { constantOf, rootEnv } from "../../values/values.js";
import type { DeclaredTool } from "./declared-tool.js";
import { writingCalls, type WritingCall } from "./writing-calls.js";

export { declarationsIn } from "./declarations.js";
export type { DeclaredTool, HintName } from "./declared-tool.js";
export { parametersOf } from "./parameters.js";
export { resourcesOf } from "./resources.js";
export { serversOffering, type PlacedTool } from "./servers.js";
export { contentWords, meaningOf, plainForm, wordCount } from "./similar-words.js";
export { concernsServerAlone, writingCalls, type Change, type WritingCall } from "./writing-calls.js";

/** What a call of a tool changes, as far as its handler stands in this file. */
export function changesOf(declared: DeclaredTool, file: File): readonly WritingCall[] {
  const bodies = declared.tool ? declared.tool.functions.map((fn) => fn.body) : branchesFor(declared.name, file);
  return bodies.flatMap((body) => writingCalls(body, file));
}

const branches = new WeakMap<File, ReadonlyMap<string, readonly Node[]>>();

/** `case "get_order": …` of the function that answers `tools/call`, for a tool that is only listed. */
function branchesFor(name: string, file: File): readonly Node[] {
  let ofFile = branches.get(file);
  if (!ofFile) {
    const found = new Map<string, Node[]>();
    walk(file.ast, (node) => {
      if (node.type === "SwitchCase" && node.test) add(node.test, node.consequent, found, file);
      if (node.type === "IfStatement" && node.test.type === "BinaryExpression" && /^===?$/u.test(node.test.operator))
        add(node.test.right, [node.consequent], found, file);
    });
    branches.set(file, (ofFile = found));
  }
  return ofFile.get(name) ?? [];
}

function add(test: TSESTree.Expression, body: readonly Node[], found: Map<string, Node[]>, file: File): void {
  const name = constantOf({ node: test, env: rootEnv(file) });
  if (typeof name === "string") found.set(name, [...(found.get(name) ?? []), ...body]);
}

/** False for a text that neither lists tools nor serves resources: its tree need not be looked at for them. */
export function mayDeclare(text: string): boolean {
  return /\binputSchema\b|\bregisterResource\b|\.resource\s*\(|\baddResource|resources\/read|ReadResourceRequest|\bMCPResource\b/u.test(
    text,
  );
}
