import type { TSESTree } from "@typescript-eslint/types";
import { isElicitationError, isMcpErrorClass, tellsItsCode } from "../../contract/protocol.js";
import { showsThrown } from "../../frameworks/types.js";
import { calleeName, dottedName, literalProperty } from "../../syntax/names.js";
import { contains, enclosingStatement, isInside, unwrap, type Node } from "../../syntax/tree.js";
import { MAX_HOPS } from "../values/calls.js";
import { isOffPath } from "../swallows/excuses.js";
import type { File } from "../file.js";
import { leavingThrows } from "./leaving-throws.js";
import type { ReachedFunction } from "../tools/reach.js";
import { declaredOutputSchema } from "../tools/tool.js";
import { enclosingCatch } from "../values/flow.js";
import { resolve, rootEnv } from "../values/values.js";

/** A throw that the framework makes an error result of, and what the result does not hold of it. */
export interface ThrownData {
  readonly how: "protocol-data" | "protocol-code" | "object" | "fields" | "string" | "extras" | "extras-schema";
  /** The thrown expression, or the part of it that is lost. */
  readonly node: Node;
  readonly className: string;
  /** The call through which it comes, where it is thrown in another file. */
  readonly through?: string;
}

/** An error class of FastMCP with structured fields as its second argument. */
const EXTRAS_CLASS = /^(?:UserError|UnexpectedStateError)$/u;

function declaresOutputSchema({ tool }: ReachedFunction): boolean {
  return tool !== undefined && declaredOutputSchema(tool) !== undefined;
}

/** "Internal error" is what an error is called of which nothing is known: its loss loses nothing. */
function tellsNothing(code: Node): boolean {
  return /(?:^|\.)InternalError$/u.test(dottedName(code) ?? "");
}

function lostOfNew(made: TSESTree.NewExpression, reached: ReachedFunction): Omit<ThrownData, "className"> | undefined {
  const { outcomes, name: framework } = reached.framework;
  const name = calleeName(made) ?? "";
  const [first, second, third] = made.arguments;
  if (isMcpErrorClass(name) && !isElicitationError(name)) {
    if (outcomes.thrownProtocolError !== "tool-error" || outcomes.thrownData === "kept") return undefined;
    if (third) return handsOnData(third) || refusesArguments(made) ? undefined : { how: "protocol-data", node: third };
    return tellsItsCode(name) || (first && tellsNothing(first)) ? undefined : { how: "protocol-code", node: made };
  }
  if (framework !== "fastmcp" || !EXTRAS_CLASS.test(name) || !second) return undefined;
  if (name === "UnexpectedStateError") return { how: "extras", node: second };
  return declaresOutputSchema(reached) ? { how: "extras-schema", node: second } : undefined;
}

/** `throw new McpError(error.code, sentence, error.data)` for what was caught: the data are lost where they were made. */
function handsOnData(data: Node): boolean {
  const param = enclosingCatch(data)?.param;
  return param?.type === "Identifier" && dottedName(data) === `${param.name}.data`;
}

/** `catch { throw new McpError(ErrorCode.InvalidParams, …) }` around a parse: the server class has refused such arguments before. */
function refusesArguments(made: TSESTree.NewExpression): boolean {
  const [code] = made.arguments;
  const clause = enclosingCatch(made);
  return (
    code !== undefined &&
    /(?:^|\.)InvalidParams$/u.test(dottedName(code) ?? "") &&
    clause !== undefined &&
    contains(
      clause.parent.block,
      (node) => node.type === "CallExpression" && /^(?:safeP|p)arse$/u.test(calleeName(node) ?? ""),
    ) &&
    !contains(clause.parent.block, (node) => node.type === "AwaitExpression")
  );
}

/** `Object.assign(new Error("…"), { code })`. */
function assignedFields(call: TSESTree.CallExpression): Node | undefined {
  const [target, fields] = call.arguments;
  return dottedName(call.callee) === "Object.assign" && target && unwrap(target).type === "NewExpression"
    ? fields
    : undefined;
}

function lostOf(argument: Node, reached: ReachedFunction, file: File): ThrownData | undefined {
  const { node, env } = resolve({ node: argument, env: rootEnv(file) });
  const isHere = env.file === file && isInside(node, argument);
  const at = (inner: Node): Node => (isHere ? inner : argument);
  switch (node.type) {
    case "NewExpression": {
      const lost = lostOfNew(node, reached);
      return lost && { ...lost, node: at(lost.node), className: calleeName(node) ?? "" };
    }
    case "CallExpression": {
      const fields = assignedFields(node);
      return fields && { how: "fields", node: at(fields), className: "" };
    }
    case "ObjectExpression":
      // @rekog/mcp-nest reads `message` of whatever is thrown.
      return reached.framework.name === "mcp-nest" && literalProperty(node, "message")
        ? undefined
        : { how: "object", node: argument, className: "" };
    case "Literal":
    case "TemplateLiteral":
      return { how: "string", node: argument, className: "" };
    default:
      return undefined;
  }
}

/**
 * What is lost of the values that leave a handler as a throw, at a framework which makes error results of throws. Where the
 * framework hides every throw, an error is lost whole and `no-bare-throw` says so; the values that are no errors are told here.
 */
export function lostThrownData(reached: ReachedFunction, file: File): ThrownData[] {
  const { fn, framework, isHandler, certain, tool } = reached;
  if (!isHandler || !certain || tool?.wrapped === true || framework.outcomes.thrown !== "tool-error") return [];
  if (isOffPath(fn)) return [];
  const told = new Set<Node>();
  const lost = [...leavingThrows(fn, rootEnv(file), MAX_HOPS)].flatMap(({ thrown, env, through }): ThrownData[] => {
    const data = lostOf(thrown, reached, env.file);
    // A throw of another file is told at the call, and once.
    if (!data || (through && told.has(through))) return [];
    if (!through) return [data];
    told.add(through);
    const name = dottedName(through.callee) ?? calleeName(through) ?? "";
    return [{ ...data, node: enclosingStatement(through), through: name }];
  });
  return showsThrown(framework.outcomes) ? lost : lost.filter(({ how }) => how === "object" || how === "string");
}
