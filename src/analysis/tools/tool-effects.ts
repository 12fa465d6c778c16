import type { TSESTree } from "@typescript-eslint/types";
import { functionName, literalProperty, wordsOfName } from "../../syntax/names.js";
import { ancestors, unwrap, type FunctionNode, type Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { effectOfWords } from "../flow/effects.js";
import type { ReachedFunction } from "./reach.js";
import { textOf, wordsOf } from "../values/text.js";
import type { Tool } from "./index.js";
import { constantOf, objectShape, rootEnv } from "../values/values.js";

/** What a call of a tool does to the world; undefined where neither its hints nor its name tell. */
export interface ToolEffect {
  readonly writes: boolean | undefined;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotent: boolean | undefined;
}

/** The same, by a name alone. */
export function effectOfName(name: string | undefined): ToolEffect {
  switch (effectOfWords(name ?? "")) {
    case undefined:
      return { writes: undefined, idempotent: undefined };
    case "reads":
      return { writes: false, idempotent: true };
    case "adds":
      return { writes: true, idempotent: false };
    case "sets":
    case "removes":
      return { writes: true, idempotent: true };
    case "acts":
      return { writes: true, idempotent: undefined };
  }
}

type Hints = ReadonlyMap<string, boolean>;

/** `readOnlyHint: true` and the like, in an object or in its `annotations`. */
function hintsIn(object: TSESTree.ObjectExpression, file: File): Hints {
  const annotations = literalProperty(object, "annotations");
  const fields = objectShape({ node: annotations?.value ?? object, env: rootEnv(file) })?.fields ?? [];
  const hints = new Map<string, boolean>();
  for (const [name, value] of fields) {
    const constant = constantOf(value);
    if (/^(?:readOnly|destructive|idempotent)Hint$/u.test(name) && typeof constant === "boolean")
      hints.set(name, constant);
  }
  return hints;
}

/** The name by which a dispatcher knows the tool whose branch a place stands in: `case "create_order":`. */
function nameOfBranch(node: Node, file: File): string | undefined {
  for (const up of ancestors(node)) {
    const test = up.type === "SwitchCase" ? up.test : undefined;
    const name = test && constantOf({ node: test, env: rootEnv(file) });
    if (typeof name === "string") return name;
  }
  return undefined;
}

/** `create_order` and `createOrderTool` name the same tool. */
function keyOf(name: string): string {
  return wordsOfName(name)
    .filter((word) => !/^(?:tool|handler|handle)$/u.test(word))
    .join("_");
}

const listings = new WeakMap<File, ReadonlyMap<string, TSESTree.ObjectExpression>>();

/** The objects with annotations by which the file describes tools, wherever it lists them, by the key of the tool. */
function listingOf(file: File): ReadonlyMap<string, TSESTree.ObjectExpression> {
  const known = listings.get(file);
  if (known) return known;
  const found = new Map<string, TSESTree.ObjectExpression>();
  for (const object of file.index.objects) {
    const property = literalProperty(object, "annotations") && literalProperty(object, "name");
    const name = property && constantOf({ node: property.value, env: rootEnv(file) });
    if (typeof name === "string" && !found.has(keyOf(name))) found.set(keyOf(name), object);
  }
  listings.set(file, found);
  return found;
}

/** The name of the tool that a place works for, by its registration, its branch in the dispatcher, or its function. */
export function toolNameAt(node: Node, reached: ReachedFunction | undefined, file: File): string | undefined {
  const fn = reached?.fn;
  return reached?.tool?.name ?? nameOfBranch(node, file) ?? (fn && (functionName(fn) ?? nameBeside(fn, file)));
}

/** `context.accountTool("create_order", { … }, async () => …)`: a registration by a function of the project. */
function nameBeside({ parent }: FunctionNode, file: File): string | undefined {
  const [first] = parent.type === "CallExpression" ? parent.arguments : [];
  const name = first && constantOf({ node: first, env: rootEnv(file) });
  return typeof name === "string" && /^[a-z][a-z\d]*(?:[_-][a-z\d]+)+$/iu.test(name) ? name : undefined;
}

/** "Create or reuse a branch": by its own words, a second call of the tool finds what the first one has made. */
export function saysItReuses(tool: Tool | undefined, file: File): boolean {
  const described = tool?.description && literalProperty(tool.description, "description")?.value;
  const given = tool?.registration.type === "CallExpression" ? tool.registration.arguments[1] : undefined;
  return [described, given].some((node) => node && REUSES.test(wordsOf(textOf({ node, env: rootEnv(file) }))));
}

const REUSES =
  /\bor\s+re-?uses?\b|\bre-?uses\s+(?:(?:an?|the|any)\s*)?existing\b|\bidempotent\b|\balready\s+\w+\b[^.]{0,40}\b(?:is|are)\s+(?:skipped|left\s+out|ignored)\b|\bif\s+(?:it\s+does\s+not|not)\s+(?:already\s+)?(?:exist|there)/iu;

/** The hints of the tool that a place works for, wherever they are written. */
function hintsAt(name: string | undefined, reached: Pick<ReachedFunction, "tool"> | undefined, file: File): Hints {
  const registration = reached?.tool?.registration;
  const args =
    registration?.type === "CallExpression" ? registration.arguments.map((argument) => unwrap(argument)) : [];
  const listed = name === undefined ? undefined : listingOf(file).get(keyOf(name));
  const objects = [reached?.tool?.description, ...args, listed];
  return new Map(objects.flatMap((object) => (object?.type === "ObjectExpression" ? [...hintsIn(object, file)] : [])));
}

/**
 * The effect of the tool that a place works for, by its hints (`readOnlyHint`, `idempotentHint`), else by the verb in its
 * name, that of its branch in the dispatcher, or that of its function.
 */
export function effectAt(node: Node, reached: ReachedFunction | undefined, file: File): ToolEffect {
  return effectBy(toolNameAt(node, reached, file), reached, file);
}

/** The effect of a tool, by its hints, else by the verb in its name. */
export function effectOfTool(tool: Tool, file: File): ToolEffect {
  return effectBy(tool.name, { tool }, file);
}

function effectBy(
  name: string | undefined,
  reached: Pick<ReachedFunction, "tool"> | undefined,
  file: File,
): ToolEffect {
  const named = effectOfName(name);
  const hints = hintsAt(name, reached, file);
  const readOnly = hints.get("readOnlyHint");
  if (readOnly === true) return { writes: false, idempotent: true };
  return {
    writes: readOnly === false || hints.get("destructiveHint") === true ? true : named.writes,
    idempotent: hints.get("idempotentHint") ?? named.idempotent,
  };
}
