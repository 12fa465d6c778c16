import type { TSESTree } from "@typescript-eslint/types";
import { categoryOf } from "../src/contract/categories.js";
import { asErrorCode, isErrorCode, isLowerCode, isLowerList, isPascalCode } from "../src/contract/codes.js";
import { DIALECTS } from "../src/contract/dialects.js";
import { tellsMissingTool } from "../src/contract/lexicon.js";
import type { ContractField } from "../src/analysis/results/contract-fields.js";
import { fieldNamed, placeOf, type Contract } from "../src/analysis/results/contracts.js";
import { isFreeText, isProtocolCode } from "../src/analysis/values/code-sources.js";
import { carriesCodeAsError, carriesForeignCode, carriesReason } from "../src/analysis/results/other-codes.js";
import { constantOf } from "../src/analysis/values/values.js";
import type { RuleOptions } from "../src/rule-options.js";
import { createRule, type Finding } from "../src/create-rule.js";
import { contains } from "../src/syntax/tree.js";

type Options = [RuleOptions["require-error-code"]];
type MessageIds =
  | "missingCode"
  | "malformedCode"
  | "protocolCode"
  | "numericCode"
  | "freeText"
  | "unknownCode"
  | "twoCategories"
  | "rewriteCode";

/** The field that is meant as the code: `reason` is prose as often as not. */
function codeOf({ fields }: Contract): ContractField | undefined {
  const codes = fields.filter(({ concept, name }) => concept === "code" && name !== "reason");
  return codes.find(({ name }) => name !== "code") ?? codes[0];
}

/** `default: return failure("Unknown tool")`: what a dispatcher says to a client that asks for a tool of another server. */
function isOfMissingTool({ node }: Contract): boolean {
  return contains(node, (part) => {
    if (part.type === "TemplateElement") return tellsMissingTool(part.value.raw);
    return part.type === "Literal" && typeof part.value === "string" && tellsMissingTool(part.value);
  });
}

export const requireErrorCode = createRule<Options, MessageIds>({
  name: "require-error-code",
  meta: {
    type: "suggestion",
    docs: {
      description: "Require error results to carry a stable code from a list the server owns",
      preset: "strict",
    },
    hasSuggestions: true,
    schema: [
      {
        type: "object",
        properties: {
          codes: {
            type: "array",
            items: { type: "string" },
            uniqueItems: true,
            description: "The codes that the server owns: any other one is reported. An empty list allows all.",
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ codes: [] }],
    messages: {
      missingCode:
        "This error result has no `{{field}}`, so the model and its client can only tell it from other failures by comparing prose. Add an UPPER_SNAKE_CASE code from a list the server owns.",
      malformedCode:
        "`{{value}}` isn't an UPPER_SNAKE_CASE error code of at most 63 characters, so the model and its client can't match it with the server's list. Rename it.",
      protocolCode:
        "`{{name}}` contains a JSON-RPC code, so the model mistakes a failure of the tool for a protocol error. Use an UPPER_SNAKE_CASE code of your own.",
      numericCode:
        "`{{name}}: {{value}}` is a bare number, so the model has to guess which numbering it belongs to. Use an UPPER_SNAKE_CASE code of your own.",
      freeText:
        "`{{name}}` contains free text, which differs from call to call, so neither the model nor its client can rely on it. Choose a code from a fixed list, and put the text into the description.",
      unknownCode:
        "`{{value}}` isn't in the server's list of codes, so the model and its client don't know what it means. Use a code from the list, or add it there.",
      twoCategories:
        "`{{value}}` means {{category}} here and {{other}} on line {{line}}, so the model can't tell from the code what to do. Give each category its own code.",
      rewriteCode: "Write `{{code}}`.",
    },
  },
  *find(model, { codes = [] }) {
    let lowerList: boolean | undefined;
    const { file } = model;
    const seen = new Set<unknown>();
    const meanings = new Map<string, { readonly category: string; readonly line: string }>();
    for (const contract of model.contracts) {
      const code = codeOf(contract);
      if (!code) {
        const field = DIALECTS[contract.dialect].fields.code ?? "errorCode";
        if (!contract.complete || seen.has(contract.node)) continue;
        if (carriesForeignCode(contract) || carriesReason(contract) || carriesCodeAsError(contract)) continue;
        if (isOfMissingTool(contract)) continue;
        seen.add(contract.node);
        yield { node: contract.node, messageId: "missingCode", data: { field } };
        continue;
      }
      const finding = formFinding(code, contract) ?? categoryFinding(code, contract);
      if (!finding || seen.has(finding.node) || isOfMissingTool(contract)) continue;
      seen.add(finding.node);
      yield finding;
    }

    function formFinding(code: ContractField, contract: Contract): Finding<MessageIds> | undefined {
      const { name } = code;
      const node = placeOf(code, contract, file);
      const value = constantOf(code.value);
      if (typeof value === "number") {
        const messageId = value <= -32000 && value >= -32768 ? "protocolCode" : "numericCode";
        return { node, messageId, data: messageId === "protocolCode" ? { name } : { name, value: String(value) } };
      }
      if (isProtocolCode(code.value)) return { node, messageId: "protocolCode", data: { name } };
      if (typeof value !== "string")
        return isFreeText(code.value) ? { node, messageId: "freeText", data: { name } } : undefined;
      // Only the contract's own field is bound to one form; a server's `code` may follow a list that stands over many files.
      const isOfList = isLowerCode(value) && (name !== "errorCode" || hasLowerList());
      const isOfRecovery = contract.dialect === "recovery" && isPascalCode(value);
      if (!isErrorCode(value) && !isOfList && !isOfRecovery)
        return { node, messageId: "malformedCode", data: { value }, suggest: rewrite(value, node) };
      return codes.length > 0 && !codes.includes(value)
        ? { node, messageId: "unknownCode", data: { value } }
        : undefined;
    }

    /** All codes of the list, and those that the file writes out, are in lower case: looked for once, and only where one is. */
    function hasLowerList(): boolean {
      const written = (contract: Contract): string[] => {
        const code = codeOf(contract);
        const value = code && constantOf(code.value);
        return typeof value === "string" ? [value] : [];
      };
      return (lowerList ??= isLowerList([...codes, ...model.contracts.flatMap(written)]));
    }

    function rewrite(value: string, node: TSESTree.Node) {
      const code = asErrorCode(value);
      if (code === undefined || node.type !== "Literal") return [];
      const quote = file.textOf(node).charAt(0);
      return [
        {
          messageId: "rewriteCode" as const,
          data: { code },
          edits: [{ range: node.range, text: `${quote}${code}${quote}` }],
        },
      ];
    }

    /** The same code with two categories: the first place counts. */
    function categoryFinding(code: ContractField, contract: Contract): Finding<MessageIds> | undefined {
      const field = fieldNamed(contract.fields, "category");
      const value = constantOf(code.value);
      const stated = field && constantOf(field.value);
      const category = typeof stated === "string" ? categoryOf(stated) : undefined;
      if (typeof value !== "string" || category === undefined) return undefined;
      const node = placeOf(code, contract, file);
      const known = meanings.get(value);
      if (!known) meanings.set(value, { category, line: String(file.lineOf(node)) });
      if (!known || known.category === category) return undefined;
      const data = { value, category, other: known.category, line: known.line };
      return { node, messageId: "twoCategories", data };
    }
  },
});
