import type { TSESTree } from "@typescript-eslint/types";
import type { Escape } from "../src/analysis/escapes.js";
import { caughtBy, errorInScope } from "../src/analysis/error-in-scope.js";
import { failureCategoryAt, type FailureCategory } from "../src/analysis/failure-category.js";
import { guardsOf } from "../src/analysis/guards.js";
import type { Model } from "../src/analysis/model.js";
import { findingsOf } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Plan, Transform } from "../src/codemod/engine/transform.js";
import { isMcpErrorClass, isRequestErrorCode } from "../src/contract/protocol.js";
import { carriedFromValue, type Carried, type NotCarried } from "../src/edits/carried.js";
import type { Edit } from "../src/edits/edit.js";
import { writeFailure, type WrittenFailure } from "../src/edits/failure.js";
import { placeOfExpression, reachedAt, wayOut } from "../src/edits/leave.js";
import type { Writer } from "../src/edits/writer.js";
import { calleeName, dottedName } from "../src/syntax/names.js";
import { isInside, unwrap, walkSameFunction, type Node } from "../src/syntax/tree.js";

/** `throw new McpError(code, message)` for a failure of the tool's work → `toolError.<category>`, which the model sees. */
export const protocolErrors: Transform = {
  name: "protocol-errors",
  rules: ["no-protocol-error"],
  *plan(model, writer) {
    const boundaries = new Map<Node, Pick<Plan, "edits" | "why"> | NotCarried>();
    for (const { node, ruleId } of findingsOf(model, this.rules)) {
      const escape = model.escapes.find((one) => one.node === node);
      if (!escape) continue;
      if (escape.how === "unguarded") {
        const { registration } = escape.tool;
        const boundary = boundaries.get(registration) ?? withBoundary(escape, model, writer);
        boundaries.set(registration, boundary);
        yield { node, ruleId, edits: [], ...boundary };
      } else {
        const plan = escape.how === "thrown" ? rewriteThrow(node, model, writer) : rewriteClause(node, model, writer);
        yield { node, ruleId, edits: [], ...plan };
      }
    }
  },
};

/** `setRequestHandler(schema, handler)` → `setRequestHandler(schema, withToolErrors(handler))`. */
function withBoundary(
  { tool }: Escape,
  model: Model,
  writer: Writer,
): Pick<Plan, "edits" | "why" | "category"> | NotCarried {
  const { registration } = tool;
  const [handler] = tool.functions;
  const argument = registration.type === "CallExpression" ? registration.arguments.at(-1) : undefined;
  if (!handler || argument !== handler)
    return { why: "Put withToolErrors around the handler, or catch what can fail and return toolError.from of it." };
  if (throwsOnPurpose(handler.body, model))
    return {
      why: "The handler also raises protocol errors on purpose: catch what can fail here, and return toolError.from of it.",
    };
  const [start, end] = handler.range;
  return {
    edits: [
      { range: [start, start], text: `${writer.name("withToolErrors")}(` },
      { range: [end, end], text: ")" },
    ],
    category: "from-error",
    why: "The boundary turns what the handler throws into error results; each error tells its category at run time.",
  };
}

/** Unknown tools and malformed requests stay protocol errors. */
function throwsOnPurpose(body: Node, { file }: Model): boolean {
  let throws = false;
  walkSameFunction(body, (node) => {
    if (node.type === "ThrowStatement" && unwrap(node.argument).type === "NewExpression") throws = true;
  });
  return throws && file !== undefined;
}

function rewriteThrow(node: Node, model: Model, writer: Writer): WrittenFailure | NotCarried {
  const statement = node as TSESTree.ThrowStatement;
  const reached = reachedAt(node, model);
  if (!reached) return { why: "Return an error result instead of raising a protocol error." };
  const way = wayOut(reached, node);
  if (!("form" in way)) return way;
  const place = placeOfExpression(statement.argument, way.form, model.file);
  if (!place) return { why: "Return an error result instead of raising a protocol error." };
  const carried = carriedFromThrown(statement.argument, model);
  const decision = byProtocolCode(statement.argument, node, carried, model);
  return writeFailure({ ...place, ...(decision ? { decision } : {}) }, carried, model, writer);
}

/** All throws of a clause that let the failure out; those behind a test for a protocol error pass on what is one. */
function rewriteClause(node: Node, model: Model, writer: Writer): WrittenFailure | NotCarried {
  const clause = node as TSESTree.CatchClause;
  if (!caughtBy(clause))
    return { why: "What this clause catches has no name: name it, and return toolError.from of it." };
  const edits: Edit[] = [];
  let failed: NotCarried | undefined;
  let why = "";
  walkSameFunction(clause.body, (inner) => {
    if (inner.type !== "ThrowStatement" || failed || passesProtocolErrors(inner, clause, model)) return;
    const written = rewriteThrow(inner, model, writer);
    if (!("edits" in written)) failed = written;
    else {
      edits.push(...written.edits);
      why ||= written.why;
    }
  });
  if (failed) return failed;
  return edits.length > 0
    ? { edits, why, category: "from-error" }
    : { why: "Return an error result here instead of letting the failure out." };
}

/** `error instanceof McpError`, `isProtocolError(error)`, an abort: what is meant to leave as it is. */
const PICKS_OUT = /McpError|Protocol|RpcError|json-?rpc|abort|cancel|elicit/iu;

function passesProtocolErrors(statement: Node, clause: Node, { file }: Model): boolean {
  return guardsOf(statement).some(({ test }) => isInside(test, clause) && PICKS_OUT.test(file.textOf(test)));
}

/** The message of what is thrown; of the caught error itself there is nothing to carry over. */
function carriedFromThrown(argument: Node, { file }: Model): Carried | NotCarried {
  const made = unwrap(argument);
  if (made.type !== "NewExpression") return EMPTY;
  const message = made.arguments[isMcpErrorClass(calleeName(made) ?? "") ? 1 : 0];
  return message && message.type !== "SpreadElement" ? carriedFromValue(message, file) : EMPTY;
}

const EMPTY: Carried = {
  description: undefined,
  words: "",
  isStatic: false,
  category: undefined,
  isRetryable: undefined,
  wait: undefined,
  fields: [],
  comments: [],
  structured: false,
};

/** `InvalidParams` and the like blame the call; other codes say nothing of the cause. */
function byProtocolCode(
  argument: Node,
  node: Node,
  carried: Carried | NotCarried,
  { file }: Model,
): FailureCategory | undefined {
  const made = unwrap(argument);
  if (made.type !== "NewExpression" || !isMcpErrorClass(calleeName(made) ?? "")) return undefined;
  const [code] = made.arguments;
  const name = code ? (dottedName(code) ?? file.textOf(code)) : "";
  if (isRequestErrorCode(name)) return { kind: "category", category: "validation", why: `The code is ${name}.` };
  if (errorInScope(node, file)) return undefined;
  const found = failureCategoryAt(node, { words: "words" in carried ? carried.words : "" }, file);
  return found.kind === "unknown" ? undefined : found;
}

export default jscodeshiftTransform(protocolErrors);

export { parser } from "../src/codemod/engine/jscodeshift.js";
