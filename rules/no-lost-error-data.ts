import type { TSESTree } from "@typescript-eslint/types";
import { lostThrownData, type ThrownData } from "../src/analysis/throws/thrown-data.js";
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

const MESSAGE_OF: Readonly<Record<ThrownData["how"], MessageIds>> = {
  "protocol-data": "dataDropped",
  "protocol-code": "codeDropped",
  object: "objectThrown",
  fields: "fieldsDropped",
  string: "stringThrown",
  extras: "extrasDropped",
  "extras-schema": "extrasAgainstSchema",
};

function suggestions({ how, node }: ThrownData, messageId: MessageIds, model: Model): Suggestion<MessageIds>[] {
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
        "{{framework}} turns this `{{className}}`{{where}} into an error result with its message only, so the model never gets this data. {{advice}}.",
      codeDropped:
        "{{framework}} turns this `{{className}}`{{where}} into an error result with its message only, so the model can't use the code to decide between a correction and a retry. {{advice}}.",
      objectThrown:
        "This throws{{where}} an object that isn't an `Error`: {{framework}} finds no message, and the model gets {{seen}}. {{advice}}.",
      fieldsDropped:
        "{{framework}} puts only the message of a thrown error into the result, so the model gets none of these fields. {{advice}}.",
      stringThrown:
        "This throws{{where}} a string: the model gets this text only, and code that reads its `message` gets `undefined`. {{advice}}.",
      stringLost:
        "This throws{{where}} a string, but {{framework}} reads `message` of what it catches, so the model gets an error without text. {{advice}}.",
      hiddenThrown:
        "{{framework}} hides what is thrown{{where}} from the model: in production it reads that something failed, with an error id. Use `{{form}}`, and describe what failed and what to do next.",
      extrasDropped: "FastMCP only sends the extras of a `UserError`, so the model gets none of these. {{advice}}.",
      extrasAgainstSchema:
        "FastMCP sends the extras as `structuredContent`, but this tool has an `outputSchema`, so clients of SDK v1 throw -32602 and the model never reads the message. Put the fields into the message as JSON.",
      throwError: "Throw an `Error` with this message.",
      useToolError: "Build the failure with the typed helper.",
    },
  },
  *find(model) {
    const seen = new Set<TSESTree.Node>();
    for (const reached of model.reached.values()) {
      const { framework } = reached;
      const advice =
        framework.outcomes.failureForm === "throw"
          ? "Put what the model needs into the message of an `Error`, as JSON"
          : "Return a result with `isError: true` and these facts as JSON in its text";
      for (const lost of lostThrownData(reached, model.file)) {
        if (seen.has(lost.node)) continue;
        seen.add(lost.node);
        const where = lost.through === undefined ? "" : ` in \`${lost.through}()\``;
        const form = framework.outcomes.readableFailure;
        if (form !== undefined) {
          yield { node: lost.node, messageId: "hiddenThrown", data: { framework: framework.name, where, form } };
          continue;
        }
        const isLost = lost.how === "string" && framework.outcomes.thrownText === "dropped";
        const messageId = isLost ? "stringLost" : MESSAGE_OF[lost.how];
        yield {
          node: lost.node,
          messageId,
          data: {
            framework: framework.name,
            className: lost.className,
            where,
            advice,
            seen: framework.outcomes.thrownText === "dropped" ? "an error without any text" : '"[object Object]"',
          },
          suggest: suggestions(lost, messageId, model),
        };
      }
    }
  },
});
