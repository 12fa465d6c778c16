/** A comment that speaks to the linter, split as ESLint splits it. */
export interface DirectiveComment {
  /** `eslint-disable-next-line`, `eslint`, … */
  readonly label: string;
  /** What follows the label: names of rules, or settings. */
  readonly value: string;
  /** The words behind ` -- `. */
  readonly justification: string;
}

/** The label, what follows it, and the reason behind ` -- `; undefined for any other comment. */
export function parseDirective(comment: string): DirectiveComment | undefined {
  const reason = /\s-{2,}\s/u.exec(comment);
  const directive = (reason ? comment.slice(0, reason.index) : comment).trim();
  const label = /^eslint(?:-[a-z]+)*(?=\s|$)/u.exec(directive)?.[0];
  if (label === undefined) return undefined;
  const justification = reason ? comment.slice(reason.index + reason[0].length).trim() : "";
  return { label, value: directive.slice(label.length).trim(), justification };
}

/** The rules that a directive names; undefined: it names none, and means all. */
export function ruleNames(list: string): ReadonlySet<string> | undefined {
  const names = list
    .split(",")
    .map((name) => name.trim().replace(/^(['"]?)(.*)\1$/su, "$2"))
    .filter((name) => name !== "");
  return names.length > 0 ? new Set(names) : undefined;
}
