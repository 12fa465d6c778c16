import type { File } from "../src/analysis/file.js";
import type { Model } from "../src/analysis/model.js";
import { findingsOf } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Plan, Transform } from "../src/codemod/engine/transform.js";
import type { NotCarried } from "../src/edits/carried.js";
import { addsUp } from "../src/edits/failure.js";
import { reachedAt, wayOut, type Way } from "../src/edits/leave.js";
import { noRoomForResult } from "../src/edits/return-type.js";
import { statementBehind } from "../src/edits/statements.js";
import { styleOf } from "../src/edits/style.js";
import { arrivesWhole } from "../src/edits/thrown-whole.js";
import type { Writer } from "../src/edits/writer.js";
import { unwrap, type Node } from "../src/syntax/tree.js";

const CLIENT = "Check the status of this response, or remove `validateStatus` so that the client rejects.";

/** An answer of `fetch` that is read whatever its status → `if (!response.ok) return toolError.from(response)` behind it. */
export const uncheckedResponses: Transform = {
  name: "unchecked-responses",
  rules: ["no-unchecked-response"],
  *plan(model, writer) {
    for (const { node, ruleId, messageId } of findingsOf(model, this.rules)) {
      const plan = messageId === "unchecked" ? check(node, model, writer) : { why: CLIENT };
      yield { node, ruleId, edits: [], ...plan };
    }
  },
};

function check(statement: Node, model: Model, writer: Writer): Pick<Plan, "edits" | "why" | "category"> | NotCarried {
  const { file } = model;
  const name = nameOfResponse(statement);
  if (name === undefined) return { why: "Store this response in a variable, and check `ok` before reading its body." };
  const way = wayFrom(statement, model);
  if (!("form" in way)) return way;
  const helper = way.form === "throw" ? "toolFailure" : "toolError";
  const fields = addsUp(statement, model) ? [{ name: "idempotent", value: "false" }] : [];
  const call = writer.call({ helper, member: "from", first: name, fields }, statement.range[0]);
  return {
    edits: [statementBehind(statement, leaving(`!${name}.ok`, `${way.form} ${call}`, file), file)],
    category: "from-error",
    why: "The category is decided at run time, by the status of the response.",
  };
}

/** `const response = await fetch(url);` */
function nameOfResponse(statement: Node): string | undefined {
  const [only, ...others] = statement.type === "VariableDeclaration" ? statement.declarations : [];
  if (only?.id.type !== "Identifier" || others.length > 0 || !only.init) return undefined;
  const { type } = only.init;
  const call = unwrap(only.init);
  const isFetch = call.type === "CallExpression" && unwrap(call.callee).type === "Identifier";
  return type === "AwaitExpression" && isFetch ? only.id.name : undefined;
}

/** Out of a function that only brings data by a throw, where that reaches the model whole. */
function wayFrom(statement: Node, model: Model): Way {
  const reached = reachedAt(statement, model);
  if (!reached) return { why: "Check `ok` of this response, and throw if it is false." };
  if (reached.role === "data")
    return arrivesWhole(statement, model)
      ? { form: "throw" }
      : { why: "Check `ok` of this response, and throw if it is false. Callers may read the error." };
  const way = wayOut(reached, statement);
  const refusal = "form" in way && way.form === "return" ? noRoomForResult(reached, model) : undefined;
  return refusal === undefined ? way : { why: refusal };
}

/** Lines of an `if`, without indentation. */
function leaving(test: string, statement: string, file: File): readonly string[] {
  const { braces, indent, semicolon } = styleOf(file);
  const text = statement + semicolon;
  return braces ? [`if (${test}) {`, indent + text, "}"] : [`if (${test}) ${text}`];
}

export default jscodeshiftTransform(uncheckedResponses);

export { parser } from "../src/codemod/engine/jscodeshift.js";
