/**
 * The options of the rules that have some, by name. Written out, so that the published types name nothing but this:
 * each rule takes its type from here.
 */
export interface RuleOptions {
  "consistent-annotations": {
    /** Also report a tool that deletes something and has no annotations. Default: false. */
    unannotated?: boolean;
  };
  "consistent-error-contract": {
    /** The longest wait in seconds that a failed call may ask for. Default: 3600. */
    maxWaitSeconds?: number;
  };
  "no-error-for-empty-result": {
    /** Also report "not found" for one thing that was asked for by its id. Default: false. */
    byId?: boolean;
  };
  "no-error-leak": {
    /** Also report the body of a refused upstream answer that is put into the text as it came. Default: false. */
    responseBodies?: boolean;
  };
  "no-generic-error-message": {
    /** Further messages that are taken for generic, in any case. */
    phrases?: readonly string[];
  };
  "no-lost-partial-results": {
    /** Also report a step that adds something (`createIssue`) before another step of the same call fails. Default: false. */
    steps?: boolean;
    /** Also report what is not known to change anything: reads of several items, or of the pages of a list. Default: false. */
    reads?: boolean;
    /** Also report writes of which a second call leaves out what the first one did, or puts the same in its place. Default: false. */
    convergentWrites?: boolean;
    /** Also report changes of which nothing says whether a second call does them again. Default: false. */
    unclearWrites?: boolean;
  };
  "no-raw-error-message": {
    /** Also report what is left over where kinds of the error were told apart before. Default: false. */
    leftovers?: boolean;
  };
  "no-swallowed-error": {
    /** Also report a clause that takes every failure below a comment that names one cause only. Default: false. */
    commentedCauses?: boolean;
  };
  "no-terminal-retry": {
    /** How many attempts a local loop may make. Default: 3. */
    max?: number;
  };
  "require-error-code": {
    /** The codes that the server owns; another one is reported. */
    codes?: readonly string[];
  };
  "require-tool-description": {
    /** How many words a description has at the least. Default: 3. */
    minWords?: number;
  };
}

/** As ESLint has it: a word or a number. */
export type Severity = "off" | "warn" | "error" | 0 | 1 | 2;

/** The rules without options; written out for the same reason. */
type PlainRule =
  | "distinct-tool-descriptions"
  | "no-bare-throw"
  | "no-http-200-error"
  | "no-inline-secret"
  | "no-invisible-error"
  | "no-leftover-marker"
  | "no-lost-error-data"
  | "no-machine-path"
  | "no-protocol-error"
  | "no-retryable-terminal-error"
  | "no-side-effects-in-resource"
  | "no-structured-error-with-output-schema"
  | "no-unchecked-response"
  | "no-unclassified-catch"
  | "prefer-resource"
  | "prefer-tool-error"
  | "require-customer-message"
  | "require-error-category"
  | "require-error-description"
  | "require-is-error"
  | "require-is-retryable"
  | "require-parameter-description"
  | "require-propagation-context"
  | "require-recovery-hint"
  | "require-retry-after"
  | "require-retry-jitter"
  | "require-suppression-reason"
  | "valid-mcp-server-entry"
  | "valid-mcp-variable";

/** The entries of this plugin's rules under names that begin with `Prefix`. */
export type RuleEntries<Prefix extends string> = {
  [Name in PlainRule as `${Prefix}${Name}`]?: Severity | [Severity];
} & {
  [Name in keyof RuleOptions as `${Prefix}${Name}`]?: Severity | [Severity] | [Severity, RuleOptions[Name]];
};

/** Every letter but `m` and `c`, and what else the name of a rule may begin with. */
type Letter =
  | ("a" | "b" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "n" | "o" | "p" | "q" | "r" | "s" | "t" | "u")
  | ("v" | "w" | "x" | "y" | "z" | "@");

/** Names that cannot be meant for this plugin: a misspelt rule of ours has to stay an error. */
type OtherRule = `${Letter | "c"}${string}` | `m${Letter | "m"}${string}`;

/**
 * The `rules` of an ESLint configuration. `{ "mcp-errors/no-error-leak": ["error", { … }] } satisfies McpErrorsRules` refuses a
 * misspelt rule or option of this plugin while you type. Rules of other plugins may stand in the same object.
 */
export interface McpErrorsRules extends RuleEntries<"mcp-errors/"> {
  [other: OtherRule]: Severity | [Severity, ...unknown[]] | undefined;
}
