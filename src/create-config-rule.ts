import type { Rule } from "eslint";
import { RULE_PAGES, type McpErrorsRule, type RuleDefinition, type Suggestion } from "./create-rule.js";
import { clientOf } from "./server-config/clients/index.js";
import { readConfig, type ConfigFile } from "./server-config/config-file.js";

/** What a rule finds in a client's configuration file. */
export interface ConfigFinding<MessageIds extends string> {
  readonly range: readonly [number, number];
  readonly messageId: MessageIds;
  readonly data?: Readonly<Record<string, string>>;
  readonly suggest?: readonly Suggestion<MessageIds>[];
}

interface ConfigRuleDefinition<Options extends readonly [object], MessageIds extends string> extends Omit<
  RuleDefinition<Options, MessageIds>,
  "find"
> {
  /** Yields what the rule finds in one configuration file. */
  readonly find: (config: ConfigFile, options: Options[0]) => Iterable<ConfigFinding<MessageIds>>;
}

/** Rules share the file that was read for the first of them: ESLint makes all rules of one file before it goes on. */
const configs = new WeakMap<object, ConfigFile>();

function configOf({ sourceCode, physicalFilename }: Rule.RuleContext): ConfigFile | undefined {
  const known = configs.get(sourceCode);
  if (known) return known;
  const config = readConfig(physicalFilename, sourceCode.text);
  if (config) configs.set(sourceCode, config);
  return config;
}

/**
 * Makes an ESLint rule of a definition that looks at configuration files. It runs under the languages `json/json` and
 * `json/jsonc` of `@eslint/json`, and is silent in any other file.
 */
export function createConfigRule<Options extends readonly [object], MessageIds extends string>(
  definition: ConfigRuleDefinition<Options, MessageIds>,
): McpErrorsRule {
  const { name, meta } = definition;
  const findInConfig = (config: ConfigFile, options: object): Iterable<ConfigFinding<MessageIds>> =>
    definition.find(config, { ...meta.defaultOptions[0], ...options });
  return {
    meta: {
      ...meta,
      schema: meta.schema,
      ...(meta.schema.length > 0 ? { defaultOptions: [...meta.defaultOptions] } : { defaultOptions: [] }),
      docs: { ...meta.docs, url: `${RULE_PAGES}/${name}.md` },
    },
    schemas: meta.schema,
    find: () => [],
    findInConfig,
    create(context): Rule.RuleListener {
      if ((context.sourceCode.ast.type as string) !== "Document" || !clientOf(context.physicalFilename)) return {};
      const listener = {
        Document() {
          const config = configOf(context);
          if (!config) return;
          // eslint-disable-next-line @typescript-eslint/no-unsafe-argument -- options are whatever the configuration gives
          for (const finding of findInConfig(config, context.options[0] ?? {})) report(context, finding, config);
        },
      };
      return listener;
    },
  };
}

function report<MessageIds extends string>(
  context: Rule.RuleContext,
  { range: [start, end], messageId, data, suggest }: ConfigFinding<MessageIds>,
  { lines }: ConfigFile,
): void {
  context.report({
    // Both count lines and columns from 1.
    loc: { start: lines.place(start), end: lines.place(end) },
    messageId,
    data: { ...data },
    suggest: (suggest ?? []).map((suggestion) => ({
      messageId: suggestion.messageId,
      data: { ...suggestion.data },
      fix: (fixer) => suggestion.edits.map((edit) => fixer.replaceTextRange([...edit.range], edit.text)),
    })),
  });
}
