import { ConfigCommentParser } from "@eslint/plugin-kit";

/** A comment that speaks to the linter. */
export interface DirectiveComment {
  /** `eslint-disable-next-line`, `eslint`, … */
  readonly label: string;
  /** What follows the label: names of rules, or settings. */
  readonly value: string;
  /** The words behind ` -- `. */
  readonly justification: string;
}

const parser = new ConfigCommentParser();

/** The label, what follows it, and the reason behind ` -- `; undefined for any other comment. */
export function parseDirective(comment: string): DirectiveComment | undefined {
  if (!comment.includes("eslint")) return undefined;
  const directive = parser.parseDirective(comment);
  return directive && /^eslint(?:-|$)/u.test(directive.label) ? directive : undefined;
}

/** The rules that a directive names; undefined: it names none, and means all. */
export function ruleNames(list: string): ReadonlySet<string> | undefined {
  const names = Object.keys(parser.parseListConfig(list));
  return names.length > 0 ? new Set(names) : undefined;
}

/** What a comment of the form `eslint mcp-errors/some-rule: "off"` sets for the whole file. */
export interface InlineSetting {
  readonly severity: 0 | 1 | 2;
  /** Undefined: those of the preset stay. */
  readonly options: readonly unknown[] | undefined;
}

const SEVERITIES: Readonly<Record<string, 0 | 1 | 2>> = { off: 0, warn: 1, error: 2, "0": 0, "1": 1, "2": 2 };

/** `some/rule: "off", other/rule: [2, { … }]`; what cannot be read sets nothing. */
export function inlineSettings(value: string): [string, InlineSetting][] {
  const parsed = parser.parseJSONLikeConfig(value);
  // ESLint reports such a comment as an error of its own; here the preset stays in force.
  if (!parsed.ok) return [];
  return Object.entries(parsed.config).flatMap(([rule, entry]): [string, InlineSetting][] => {
    const [level, ...options] = Array.isArray(entry) ? (entry as unknown[]) : [entry];
    const severity = SEVERITIES[String(level)];
    return severity === undefined ? [] : [[rule, { severity, options: options.length > 0 ? options : undefined }]];
  });
}
