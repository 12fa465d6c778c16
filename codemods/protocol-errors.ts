import type { TSESTree } from "@typescript-eslint/types";
import { caughtBy } from "../src/analysis/catches/error-in-scope.js";
import { guardsOf } from "../src/analysis/values/guards.js";
import type { Tool } from "../src/analysis/tools/tool.js";
import type { Model } from "../src/analysis/model.js";
import { findingsOf } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Plan, Transform } from "../src/codemod/engine/transform.js";
import type { NotCarried } from "../src/edits/carried.js";
import type { Edit } from "../src/edits/edit.js";
import { isMcpErrorClass } from "../src/contract/protocol.js";
import { calleeName } from "../src/syntax/names.js";
import type { WrittenFailure } from "../src/edits/failure.js";
import { MESSAGE_ONLY, throwAround, writeThrown } from "../src/edits/thrown.js";
import { reachedAt } from "../src/edits/leave.js";
import type { Writer } from "../src/edits/writer.js";
import { ancestors, isInside, unwrap, walkSameFunction, type Node } from "../src/syntax/tree.js";

/** `throw new McpError(code, message)` for a failure of the tool's work → `toolError.<category>`, which the model sees. */
export const protocolErrors: Transform = {
  name: "protocol-errors",
  rules: ["no-protocol-error", "no-lost-error-data"],
  *plan(model, writer) {
    const boundaries = new Map<Node, Pick<Plan, "edits" | "why"> | NotCarried>();
    for (const { node, ruleId, messageId } of findingsOf(model, this.rules)) {
      if (ruleId === "no-lost-error-data") {
        const statement = MESSAGE_ONLY.has(messageId) ? throwAround(node) : undefined;
        if (statement) yield { node, ruleId, edits: [], ...writeThrown(statement, model, writer) };
        continue;
      }
      if (messageId === "answered" || messageId === "answeredAbove") {
        yield { node, ruleId, edits: [], why: "Answer with the result of toolError.from instead of a JSON-RPC error." };
        continue;
      }
      const reached = reachedAt(node, model);
      const isThrown = node.type === "ThrowStatement" || node.type === "CatchClause";
      // What makes no results of its own is mended where these are made.
      if (isThrown && reached?.role === "result") {
        const plan =
          node.type === "CatchClause" ? rewriteClause(node, model, writer) : writeThrown(node, model, writer);
        yield { node, ruleId, edits: [], ...plan };
        continue;
      }
      const tool = model.flow.protocolErrors.find((one) => one.node === node)?.exit.tool ?? reached?.tool;
      const boundary = (tool && boundaries.get(tool.registration)) ?? withBoundary(tool, model, writer);
      if (tool) boundaries.set(tool.registration, boundary);
      yield { node, ruleId, edits: [], ...boundary };
    }
  },
};

/** `setRequestHandler(schema, handler)` → `setRequestHandler(schema, withToolErrors(handler))`. */
function withBoundary(
  tool: Tool | undefined,
  model: Model,
  writer: Writer,
): Pick<Plan, "edits" | "why" | "category"> | NotCarried {
  const registration = tool?.registration;
  const handler = tool?.functions[0];
  const argument = registration?.type === "CallExpression" ? registration.arguments.at(-1) : undefined;
  if (!handler || argument !== handler || ancestors(handler).at(-1) !== model.file.ast)
    return { why: "Put withToolErrors around the handler, or catch what can fail and return toolError.from of it." };
  if (raisesProtocolErrors(handler.body))
    return {
      why: "The handler also raises protocol errors on purpose: catch what can fail here, and return toolError.from of it.",
    };
  const [start, end] = handler.range;
  return {
    edits: [
      { range: [start, start], text: `${writer.name("withToolErrors")}(` },
      { range: [end, end], text: `, { exposeMessages: ${writer.name("firstParty")} })` },
    ],
    category: "from-error",
    why: "The boundary turns what the handler throws into error results; the category is decided at run time, and the project's own errors keep their messages.",
  };
}

/** Unknown tools and malformed requests stay protocol errors. */
function raisesProtocolErrors(body: Node): boolean {
  let raises = false;
  walkSameFunction(body, (node) => {
    const made = node.type === "ThrowStatement" ? unwrap(node.argument) : undefined;
    if (made?.type === "NewExpression" && isMcpErrorClass(calleeName(made) ?? "")) raises = true;
  });
  return raises;
}

/** All throws of a clause that let the failure out; those behind a test for a protocol error pass on what is one. */
function rewriteClause(clause: TSESTree.CatchClause, model: Model, writer: Writer): WrittenFailure | NotCarried {
  if (!caughtBy(clause)) return { why: "The caught error has no name. Name it, and return toolError.from of it." };
  const edits: Edit[] = [];
  let failed: NotCarried | undefined;
  let why = "";
  walkSameFunction(clause.body, (inner) => {
    if (inner.type !== "ThrowStatement" || failed || passesProtocolErrors(inner, clause, model)) return;
    const written = writeThrown(inner, model, writer);
    if (!("edits" in written)) failed = written;
    else {
      edits.push(...written.edits);
      why ||= written.why;
    }
  });
  if (failed) return failed;
  return edits.length > 0
    ? { edits, why, category: "from-error" }
    : { why: "Return an error result here instead of throwing." };
}

/** `error instanceof McpError`, `isProtocolError(error)`, an abort: what is meant to leave as it is. */
const PICKS_OUT = /McpError|Protocol|RpcError|json-?rpc|abort|cancel|elicit/iu;

function passesProtocolErrors(statement: Node, clause: Node, { file }: Model): boolean {
  return guardsOf(statement).some(({ test }) => isInside(test, clause) && PICKS_OUT.test(file.textOf(test)));
}

export default jscodeshiftTransform(protocolErrors);

export { parser } from "../src/codemod/engine/jscodeshift.js";
