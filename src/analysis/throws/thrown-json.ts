import type { TSESTree } from "@typescript-eslint/types";
import { isElicitationError, isMcpErrorClass } from "../../contract/protocol.js";
import type { Framework } from "../../frameworks/index.js";
import { calleeName, dottedName } from "../../syntax/names.js";
import { ownNodes } from "../../syntax/node-index.js";
import { isClass } from "../../syntax/tree.js";
import { calledFunction } from "../values/calls.js";
import { argumentsGiven, messageOfClass, placeOfMessage } from "../messages/class-messages.js";
import { fieldsOfShape, fieldsOfText, isMachineReadable, type ContractField } from "../results/contract-fields.js";
import { alwaysThrows } from "../values/flow.js";
import { isHelperError } from "../results/helper.js";
import { madeBy, objectMade } from "../values/made.js";
import { textOf, type Text } from "../values/text.js";
import type { ToolResult } from "../results/tool-results.js";
import { resolve, type Env, type Ref } from "../values/values.js";

/** Classes of others whose message is what they are given first. */
const MESSAGE_FIRST =
  /^(?:Error|TypeError|RangeError|SyntaxError|ReferenceError|EvalError|UserError|UnexpectedStateError)$/u;

/** A text with JSON in it that is thrown, and the error result that a framework makes of the two, where its fields can be read. */
export interface ThrownJson {
  readonly text: Text;
  readonly result: ToolResult | undefined;
}

/** The JSON that is thrown as the message of an error, also where a function or a class of the project's own makes it. */
export function thrownJson(thrown: Ref, framework: Framework): ThrownJson | undefined {
  const made = makerOf(thrown);
  const message = made && messageOf(made, framework);
  const text = message && textOf(message);
  if (!text || !holdsJson(text)) return undefined;
  return { text, result: resultOf(text, made, framework) };
}

/** `fail({ … })`, where the function does nothing but throw an error with this JSON. */
export function throwsJson(call: TSESTree.CallExpression, env: Env, framework: Framework): boolean {
  return thrownBy(call, env) !== undefined && thrownJson({ node: call, env }, framework)?.result !== undefined;
}

function thrownBy(call: TSESTree.CallExpression, env: Env): Ref | undefined {
  const called = calledFunction(call, env);
  const [only, ...others] = called && alwaysThrows(called.fn) ? ownNodes(called.fn).throws : [];
  return called && only && others.length === 0 ? { node: only.argument, env: called.env } : undefined;
}

/** What makes the error: `new`, or a call whose function is not seen. */
function makerOf(thrown: Ref): Ref | undefined {
  const { node, env } = resolve(thrown);
  if (node.type === "CallExpression") {
    // The typed helper writes its fields itself.
    if (isHelperError(node, env.file)) return undefined;
    const inner = thrownBy(node, env);
    if (inner) return makerOf(inner);
  }
  const made = madeBy({ node, env });
  const { node: maker } = made;
  if (maker.type !== "CallExpression" || dottedName(maker.callee) !== "Object.assign") return made;
  const [error] = maker.arguments;
  return error ? makerOf({ node: error, env: made.env }) : undefined;
}

function messageOf({ node, env }: Ref, { outcomes }: Framework): Ref | undefined {
  if (node.type === "CallExpression" && dottedName(node.callee) === "JSON.stringify")
    return outcomes.thrownText === "kept" ? { node, env } : undefined;
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return undefined;
  const given = argumentsGiven(node.arguments, env);
  const cls = resolve({ node: node.callee, env });
  if (isClass(cls.node)) return messageOfClass(cls, given);
  const name = calleeName(node) ?? "";
  if (isMcpErrorClass(name) && (isElicitationError(name) || outcomes.thrownProtocolError !== "tool-error"))
    return undefined;
  return isMcpErrorClass(name) || MESSAGE_FIRST.test(name) ? given[placeOfMessage(name)] : undefined;
}

function holdsJson(text: Text): boolean {
  return text.some(({ kind, ...part }) =>
    kind === "choice" && "options" in part ? part.options.some(holdsJson) : kind === "json",
  );
}

/** One object, written out; with words around it, one that speaks the contract: a program that reads it cuts it out. */
function resultOf(text: Text, made: Ref, framework: Framework): ToolResult | undefined {
  const [json, ...others] = text.flatMap((part) => (part.kind === "json" ? [part.ref] : []));
  const shape = json && objectMade(json);
  if (!shape || others.length > 0) return undefined;
  const list: ContractField[] = [];
  let known = fieldsOfText(text, list);
  const hasWords = text.some((part) => (part.kind === "static" ? /\p{L}/u.test(part.value) : part.kind !== "json"));
  if (hasWords && !list.some(isMachineReadable)) return undefined;
  const extras = extrasOf(made, framework);
  const structured = extras && objectMade(extras);
  if (extras) known = structured !== undefined && fieldsOfShape(structured, "structuredContent", list) && known;
  return {
    literal: shape.node,
    env: homeOf(json, shape.node),
    isError: "true",
    texts: [text],
    fields: { list, known },
    structured,
    contentIsEmpty: false,
    flagInBlock: undefined,
  };
}

/** FastMCP sends the second argument of a `UserError` as structured content. */
function extrasOf({ node, env }: Ref, { name }: Framework): Ref | undefined {
  if (name !== "fastmcp" || node.type !== "NewExpression" || calleeName(node) !== "UserError") return undefined;
  return argumentsGiven(node.arguments, env)[1];
}

function homeOf(json: Ref, literal: TSESTree.ObjectExpression): Env {
  const here = resolve(json);
  return here.node === literal ? here.env : madeBy(json).env;
}
