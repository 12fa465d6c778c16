import type { Rule } from "eslint";
import type { TSESTree } from "@typescript-eslint/types";
import type { Model } from "./analysis/model.js";
import type { ConfigFinding } from "./create-config-rule.js";
import { isNeverStarted } from "./analysis/started/never-started.js";
import type { Exit } from "./analysis/exits/exits.js";
import type { Edit } from "./edits/edit.js";
import { namedOnce, type Lack } from "./lacks.js";
import { modelOf } from "./model-of.js";
import type { Preset } from "./presets.js";
import type { ConfigFile } from "./server-config/config-file.js";

export interface Suggestion<MessageIds extends string> {
  readonly messageId: MessageIds;
  readonly data?: Readonly<Record<string, string>>;
  readonly edits: readonly Edit[];
}

export interface Finding<MessageIds extends string> {
  readonly node: TSESTree.Node | TSESTree.Comment;
  readonly messageId: MessageIds;
  readonly data?: Readonly<Record<string, string>>;
  readonly suggest?: readonly Suggestion<MessageIds>[];
  /** What the finding was seen on: a call of its tool comes to the place. */
  readonly exit?: Exit;
  /** The field that is missing there. Its message has {{fields}} and {{additions}}, for those that other rules miss too. */
  readonly lacks?: Lack;
}

export interface RuleDefinition<Options extends readonly [object], MessageIds extends string> {
  readonly name: string;
  readonly meta: {
    readonly type: "problem" | "suggestion";
    readonly docs: {
      readonly description: string;
      /** The smallest preset that holds the rule. */
      readonly preset: Preset;
      /** Options that the strict preset gives. */
      readonly strictOptions?: Partial<Options[number]>;
    };
    readonly hasSuggestions?: boolean;
    readonly schema: readonly Record<string, unknown>[];
    readonly defaultOptions: Options;
    readonly messages: Readonly<Record<MessageIds, string>>;
  };
  /** Yields what the rule finds in one file. */
  readonly find: (model: Model, options: Options[0]) => Iterable<Finding<MessageIds>>;
}

export interface McpErrorsRule extends Rule.RuleModule {
  readonly meta: Rule.RuleMetaData & {
    readonly docs: Rule.RuleMetaData["docs"] & { readonly preset: Preset; readonly strictOptions?: object };
    readonly messages: Readonly<Record<string, string>>;
  };
  /** Of each option, for whoever runs the rule without ESLint. */
  readonly schemas: readonly Readonly<Record<string, unknown>>[];
  /** What the rule finds, without ESLint: the command line runs this. */
  readonly find: (model: Model, options: object) => Iterable<Finding<string>>;
  /** The same for a rule that looks at the configuration files of clients. */
  readonly findInConfig?: (config: ConfigFile, options: object) => Iterable<ConfigFinding<string>>;
}

/** What the rules that ask for fields, and run on a file, have found there: while ESLint is in it. */
const running = new WeakMap<Model, Set<() => readonly Finding<string>[]>>();

/** What a rule listens to in a file that holds no tools: most files are such, and each rule is asked of each. */
const NOTHING: Rule.RuleListener = {};

export const RULE_PAGES = "https://github.com/eslint-plugin-mcp-errors/eslint-plugin-mcp-errors/blob/main/docs/rules";

/**
 * Makes an ESLint rule of a definition: adds the page's address, gives the rule the shared model of the file, and
 * stays out of files that have nothing to do with MCP tools.
 */
export function createRule<Options extends readonly [object], MessageIds extends string>(
  definition: RuleDefinition<Options, MessageIds>,
): McpErrorsRule {
  const { name, meta } = definition;
  /** What no call comes to, or nothing starts, is left out: asked last, as other files are looked through for it. */
  const find = (model: Model, options: Options[0]): Finding<MessageIds>[] =>
    [...definition.find(model, options)].filter((finding) =>
      finding.exit
        ? !isNeverStarted(finding.exit.tool.registration, finding.exit.file)
        : !model.neverRuns(finding.node) && !isOfNothing(finding, model),
    );
  const asksForFields = Object.values<string>(meta.messages).some((message) => message.includes("{{additions}}"));
  return {
    meta: {
      ...meta,
      schema: meta.schema,
      ...(meta.schema.length > 0 ? { defaultOptions: [...meta.defaultOptions] } : { defaultOptions: [] }),
      docs: { ...meta.docs, url: `${RULE_PAGES}/${name}.md` },
    },
    schemas: meta.schema,
    find: (model, options) => namedOnce(find(model, { ...meta.defaultOptions[0], ...options }), []),
    create(context) {
      const model = modelOf(context);
      if (!model) return NOTHING;
      let known: readonly Finding<MessageIds>[] | undefined;
      const found = () => (known ??= find(model, (context.options[0] ?? meta.defaultOptions[0]) as Options[0]));
      if (!asksForFields)
        return {
          Program() {
            for (const finding of found()) report(context, finding);
          },
        };
      const all = running.get(model) ?? new Set();
      running.set(model, all.add(found));
      return {
        // ESLint has made all rules of a file before it enters the first node.
        Program() {
          const others = [...all].flatMap((other) => other());
          for (const finding of namedOnce(found(), others)) report(context, finding);
        },
        // The same tree may be linted again, with other rules.
        "Program:exit"() {
          all.delete(found);
        },
      };
    },
  };
}

/** A comment is there for those who read the code, whether it runs or not. */
function isOfNothing({ node }: Pick<Finding<string>, "node">, { file }: Model): boolean {
  return node.type !== "Block" && node.type !== "Line" && isNeverStarted(node, file);
}

function report<MessageIds extends string>(context: Rule.RuleContext, finding: Finding<MessageIds>): void {
  context.report({
    node: finding.node as unknown as Rule.Node,
    messageId: finding.messageId,
    data: { ...finding.data },
    suggest: (finding.suggest ?? []).map((suggestion) => ({
      messageId: suggestion.messageId,
      data: { ...suggestion.data },
      fix: (fixer) => suggestion.edits.map((edit) => fixer.replaceTextRange([...edit.range], edit.text)),
    })),
  });
}
