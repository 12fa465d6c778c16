import type { TSESTree } from "@typescript-eslint/types";

/** Lines (1-based) from `from` to `to` in which rules are off; no list means all rules. */
interface Off {
  readonly from: number;
  readonly to: number;
  readonly rules: ReadonlySet<string> | undefined;
}

const DIRECTIVE = /^\s*eslint-(disable|enable|disable-line|disable-next-line)(?:\s+([\s\S]*))?$/u;

function ruleNames(list: string | undefined): ReadonlySet<string> | undefined {
  // Behind ` -- ` stands the reason.
  const names = (list ?? "").split(/\s-{2,}\s/u)[0]?.split(",").map((name) => name.trim()).filter(Boolean) ?? [];
  return names.length > 0 ? new Set(names) : undefined;
}

/**
 * The ESLint directives of a file (`eslint-disable`, `-enable`, `-disable-line`, `-disable-next-line`), so that the
 * command line keeps what the editor keeps.
 */
export class Directives {
  readonly #off: Off[] = [];

  constructor(comments: readonly TSESTree.Comment[], lineAt: (offset: number) => number) {
    const open = new Map<string, number>();
    const ALL = "*";
    for (const comment of comments) {
      const match = DIRECTIVE.exec(comment.value);
      if (!match) continue;
      const [, kind, list] = match;
      const rules = ruleNames(list);
      const line = lineAt(comment.range[0]);
      if (kind === "disable-line") this.#off.push({ from: line, to: line, rules });
      else if (kind === "disable-next-line") {
        const next = lineAt(comment.range[1]) + 1;
        this.#off.push({ from: next, to: next, rules });
      } else if (comment.type !== "Block") continue;
      else if (kind === "disable") for (const name of rules ?? [ALL]) open.set(name, open.get(name) ?? line);
      else
        for (const [name, from] of [...open]) {
          if (rules && !rules.has(name)) continue;
          open.delete(name);
          this.#off.push({ from, to: line, rules: name === ALL ? undefined : new Set([name]) });
        }
    }
    for (const [name, from] of open) this.#off.push({ from, to: Number.POSITIVE_INFINITY, rules: name === ALL ? undefined : new Set([name]) });
  }

  /** True if a comment turns the rule off in this line. */
  isOff(rule: string, line: number): boolean {
    return this.#off.some((off) => line >= off.from && line <= off.to && (off.rules === undefined || off.rules.has(rule)));
  }
}
