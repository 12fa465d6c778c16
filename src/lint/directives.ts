import { inlineSettings, parseDirective, ruleNames, type InlineSetting } from "../syntax/directive-comments.js";
import type { LineTable, Place } from "../syntax/line-table.js";

/** Why a finding is kept back, in ESLint's own shape. */
export interface Suppression {
  readonly kind: "directive";
  readonly justification: string;
}

/** A comment of a program, or of a JSON file. */
interface DirectiveComment {
  readonly type: string;
  readonly value: string;
  readonly range: readonly [number, number];
}

/** No list of names means all rules. */
type RuleNames = ReadonlySet<string> | undefined;

interface BlockDirective extends Place {
  readonly disables: boolean;
  readonly rules: RuleNames;
  readonly suppression: Suppression;
}

interface LineDirective {
  readonly line: number;
  readonly rules: RuleNames;
  readonly suppression: Suppression;
}

/** What a comment sets for a rule, and where it begins. */
export interface PlacedSetting extends InlineSetting {
  readonly at: Place;
}

function covers(rules: RuleNames, rule: string): boolean {
  return rules === undefined || rules.has(rule);
}

/**
 * The ESLint directives of a file (`eslint-disable`, `-enable`, `-disable-line`, `-disable-next-line`, `eslint rule: "off"`),
 * read by ESLint's own rules, so that the command line keeps what the editor keeps.
 */
export class Directives {
  readonly #blocks: BlockDirective[] = [];
  readonly #lines: LineDirective[] = [];
  readonly #settings = new Map<string, PlacedSetting>();

  constructor(comments: readonly DirectiveComment[], lines: LineTable) {
    for (const comment of comments) {
      const parsed = parseDirective(comment.value);
      if (!parsed) continue;
      const { label, value, justification } = parsed;
      const suppression: Suppression = { kind: "directive", justification };
      const start = lines.place(comment.range[0]);
      const end = lines.place(comment.range[1]);
      if (label === "eslint-disable-next-line")
        this.#lines.push({ line: end.line + 1, rules: ruleNames(value), suppression });
      else if (label === "eslint-disable-line") {
        // ESLint refuses one that spans lines.
        if (start.line === end.line) this.#lines.push({ line: start.line, rules: ruleNames(value), suppression });
      } else if (comment.type !== "Block") continue;
      else if (label === "eslint-disable" || label === "eslint-enable")
        this.#blocks.push({ ...start, disables: label === "eslint-disable", rules: ruleNames(value), suppression });
      else if (label === "eslint")
        for (const [rule, setting] of inlineSettings(value)) this.#settings.set(rule, { ...setting, at: start });
    }
  }

  /** What comments in the file set, by the id of the rule. */
  get settings(): ReadonlyMap<string, PlacedSetting> {
    return this.#settings;
  }

  /** What a comment in the file sets for a rule. */
  settingOf(rule: string): PlacedSetting | undefined {
    return this.#settings.get(rule);
  }

  /** The directives that keep back a finding of a rule at a place; none: it is reported. */
  suppressionsOf(rule: string, { line, column }: Place): Suppression[] {
    let blocks: Suppression[] = [];
    for (const block of this.#blocks) {
      if (block.line > line || (block.line === line && block.column > column)) break;
      if (!covers(block.rules, rule)) continue;
      if (block.disables) blocks.push(block.suppression);
      else blocks = [];
    }
    const lines = this.#lines.filter((directive) => directive.line === line && covers(directive.rules, rule));
    return [...blocks, ...lines.map(({ suppression }) => suppression)];
  }
}
