import type { LostData } from "../src/analysis/exits/lost-data.js";
import type { Placed } from "../src/analysis/exits/queries.js";
import type { Model } from "../src/analysis/model.js";
import { createRule, type Suggestion } from "../src/create-rule.js";
import { suggestedByHelper } from "../src/edits/by-helper.js";
import { MESSAGE_ONLY, throwAround, writeThrown } from "../src/edits/thrown.js";

type Options = [object];
type MessageIds =
  | "dataDropped"
  | "codeDropped"
  | "objectThrown"
  | "fieldsDropped"
  | "stringThrown"
  | "stringLost"
  | "hiddenThrown"
  | "extrasDropped"
  | "extrasAgainstSchema"
  | "throwError"
  | "useToolError";

const MESSAGE_OF: Readonly<Record<LostData["how"], MessageIds>> = {
  "protocol-data": "dataDropped",
  "protocol-code": "codeDropped",
  object: "objectThrown",
  fields: "fieldsDropped",
  string: "stringThrown",
  extras: "extrasDropped",
  "extras-schema": "extrasAgainstSchema",
};

function suggestions({ how, node }: Placed<LostData>, messageId: MessageIds, model: Model): Suggestion<MessageIds>[] {
  const statement = MESSAGE_ONLY.has(messageId) ? throwAround(node) : undefined;
  const byHelper = statement && suggestedByHelper(model, (writer) => writeThrown(statement, model, writer));
  const isText = how === "string" && (node.type === "Literal" || node.type === "TemplateLiteral");
  const plain = [{ range: node.range, text: `new Error(${model.file.textOf(node)})` }];
  return [
    ...(byHelper ? [{ messageId: "useToolError" as const, edits: byHelper }] : []),
    ...(isText ? [{ messageId: "throwError" as const, edits: plain }] : []),
  ];
}

export const noLostErrorData = createRule<Options, MessageIds>({
  name: "no-lost-error-data",
  meta: {
    type: "problem",
    docs: {
      description: "Disallow throwing codes, data and fields that don't reach the model",
      preset: "defects",
    },
    hasSuggestions: true,
    schema: [],
    defaultOptions: [{}],
    messages: {
      dataDropped:
        "{{framework}} turns this `{{className}}` into an error result with its message only, so the model never gets this data. {{advice}}.",
      codeDropped:
        "{{framework}} turns this `{{className}}` into an error result with its message only, so the model can't use the code to decide between a correction and a retry. {{advice}}.",
      objectThrown:
        "This throws an object that isn't an `Error`: {{framework}} finds no message, and the model gets {{seen}}. {{advice}}.",
      fieldsDropped:
        "{{framework}} puts only the message of a thrown error into the result, so the model doesn't get {{names}}. {{advice}}.",
      stringThrown:
        "This throws a string: the model gets this text only, and code that reads its `message` gets `undefined`. {{advice}}.",
      stringLost:
        "This throws a string, but {{framework}} reads `message` of what it catches, so the model gets an error without text. {{advice}}.",
      hiddenThrown:
        "{{framework}} hides thrown values from the model: in production it only gets a generic message with an error ID. Use `{{form}}`, and describe what failed and what to do next.",
      extrasDropped: "FastMCP only sends the extras of a `UserError`, so the model gets none of these. {{advice}}.",
      extrasAgainstSchema:
        "FastMCP sends the extras as `structuredContent`, but this tool has an `outputSchema`, so clients of SDK v1 throw -32602 and the model never reads the message. Put the fields into the message as JSON.",
      throwError: "Throw an `Error` with this message.",
      useToolError: "Build the failure with the typed helper.",
    },
  },
  *find(model) {
    for (const lost of model.told.lostData) {
      const { node, exit, how, what } = lost;
      const { name: framework, outcomes } = exit.framework;
      if (outcomes.readableFailure !== undefined) {
        yield { node, messageId: "hiddenThrown", data: { framework, form: outcomes.readableFailure } };
        continue;
      }
      const isDropped = outcomes.thrownText === "dropped";
      const messageId = how === "string" && isDropped ? "stringLost" : MESSAGE_OF[how];
      const seen = isDropped ? "an error without any text" : '"[object Object]"';
      const advice =
        outcomes.failureForm === "throw"
          ? "Put what the model needs into the message of an `Error`, as JSON"
          : "Return a result with `isError: true` and these facts as JSON in its text";
      const data = { framework, className: what, names: what, advice, seen };
      yield { node, messageId, data, suggest: suggestions(lost, messageId, model) };
    }
  },
});
