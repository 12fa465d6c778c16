import type { TSESTree } from "@typescript-eslint/types";
import { categoryOf, type Category } from "../src/contract/categories.js";
import { asErrorCode, isErrorCode, isLowerCode, isLowerList, isPascalCode } from "../src/contract/codes.js";
import { DIALECTS } from "../src/contract/dialects.js";
import {
  carriesOtherCode,
  codeOf,
  isFreeText,
  isProtocolCode,
  isStatusAlone,
  tellsOfMissingTool,
} from "../src/analysis/exits/codes.js";
import { siteOfValue } from "../src/analysis/exits/field-places.js";
import { constantIn, fieldOf, type PayloadField } from "../src/analysis/exits/payload.js";
import { isContract, type ToldError } from "../src/analysis/exits/told-contract.js";
import type { Site } from "../src/analysis/flow/values.js";
import type { RuleOptions } from "../src/rule-options.js";
import { createRule } from "../src/create-rule.js";
import type { Lack } from "../src/lacks.js";

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

interface Fault {
  readonly site: Site;
  readonly messageId: MessageIds;
  readonly data: Readonly<Record<string, string>>;
  readonly lacks?: Lack;
}

interface Coded {
  readonly site: Site;
  readonly value: string;
  readonly category: Category;
}

/** A code with the category that stands beside it. */
function codedIn(error: ToldError): Coded | undefined {
  const code = codeOf(error);
  const value = constantIn(code);
  const stated = constantIn(fieldOf(error, "category"));
  const category = typeof stated === "string" ? categoryOf(stated) : undefined;
  return code && typeof value === "string" && category ? { site: siteOfValue(code), value, category } : undefined;
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
        "This error result has no {{fields}}, so the model and its client can only tell it from other failures by comparing prose. Add {{additions}}.",
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
  *find({ told, file }, { codes = [] }) {
    const errors = told.errors.filter((error) => isContract(error) && !tellsOfMissingTool(error));
    let lowerList: boolean | undefined;
    const reported = new Set<TSESTree.Node>();
    for (const { node, messageId, data, lacks } of told.each(errors.flatMap((error) => faultOf(error) ?? []))) {
      reported.add(node);
      const { value } = data;
      if (messageId === "malformedCode" && value !== undefined)
        yield { node, messageId, data, suggest: rewrite(value, node) };
      else yield { node, messageId, data, ...(lacks ? { lacks } : {}) };
    }
    // The same code with two categories: the first place counts.
    const meanings = new Map<string, Coded & { readonly node: TSESTree.Node }>();
    for (const coded of told.each(errors.flatMap((error) => codedIn(error) ?? []))) {
      const { node, value, category } = coded;
      const known = meanings.get(value);
      if (!known) meanings.set(value, coded);
      if (!known || known.category === category || reported.has(node)) continue;
      const data = { value, category, other: known.category, line: String(file.lineOf(known.node)) };
      yield { node, messageId: "twoCategories", data };
    }

    function faultOf(error: ToldError): Fault | undefined {
      const code = codeOf(error);
      if (code) return formFault(code, error);
      if (!error.isClosed || carriesOtherCode(error)) return undefined;
      const field = DIALECTS[error.dialect].fields.code ?? "errorCode";
      const addition = `an UPPER_SNAKE_CASE \`${field}\` from a list the server owns`;
      return { site: error.site, messageId: "missingCode", data: {}, lacks: { concept: "code", field, addition } };
    }

    function formFault(code: PayloadField, { dialect, exit }: ToldError): Fault | undefined {
      const { name } = code;
      const site = siteOfValue(code);
      const value = constantIn(code);
      if (isProtocolCode(code.value)) return { site, messageId: "protocolCode", data: { name } };
      if (typeof value === "number") return { site, messageId: "numericCode", data: { name, value: String(value) } };
      if (isStatusAlone(code.value))
        return { site, messageId: "numericCode", data: { name, value: site.file.textOf(site.node) } };
      if (typeof value !== "string")
        return isFreeText(code.value, exit.state) ? { site, messageId: "freeText", data: { name } } : undefined;
      // Only the contract's own field is bound to one form; a server's `code` may follow a list that stands over many files.
      const isOfList = isLowerCode(value) && (name !== "errorCode" || hasLowerList());
      const isOfRecovery = dialect === "recovery" && isPascalCode(value);
      if (!isErrorCode(value) && !isOfList && !isOfRecovery)
        return { site, messageId: "malformedCode", data: { value } };
      return codes.length > 0 && !codes.includes(value)
        ? { site, messageId: "unknownCode", data: { value } }
        : undefined;
    }

    /** All codes of the list, and those that the errors write out, are in lower case: looked for once, and only where one is. */
    function hasLowerList(): boolean {
      const written = (error: ToldError): string[] => {
        const value = constantIn(codeOf(error));
        return typeof value === "string" ? [value] : [];
      };
      return (lowerList ??= isLowerList([...new Set([...codes, ...errors.flatMap(written)])]));
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
  },
});
