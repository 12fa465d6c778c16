import { rules } from "../../rules/index.js";
import { printable } from "../review/escape.js";
import { groupBy } from "../review/report.js";
import { rulePage } from "../review/rule-page.js";
import { UsageError, type AddCommand } from "./command.js";
import { pageText, wrap } from "./page-text.js";
import { didYouMean } from "./similar.js";

/** The rules under the smallest preset that holds them. */
function list(): string {
  const width = Math.max(...Object.keys(rules).map((name) => name.length));
  const groups = groupBy(Object.entries(rules), ([, { meta }]) => meta.docs.preset);
  const blocks = [...groups].map(([preset, group]) => {
    const lines = group.flatMap(([name, { meta }]) =>
      wrap(meta.docs.description ?? "", `  ${name.padEnd(width)}  `, " ".repeat(width + 4)),
    );
    return `${preset}\n${lines.join("\n")}\n`;
  });
  return blocks.join("\n");
}

function page(given: string, color: boolean): string {
  const name = given.toLowerCase().replace(/^mcp-errors\//u, "");
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (!rule) {
    const hint = didYouMean(name, Object.keys(rules)) || " `mcp-errors explain` lists the rules.";
    throw new UsageError(`There is no rule "${printable(given)}".${hint}`);
  }
  const { url, description = "" } = rule.meta.docs;
  const text = rulePage(name, url);
  if (text === undefined) return `${name}\n\n${description}.\n\n${url ?? ""}\n`;
  return `${pageText(text, color)}\n${url ?? ""}\n`;
}

/** `mcp-errors explain`: a rule's page in the terminal. */
export const addExplain: AddCommand = (program, io, done) => {
  program
    .command("explain")
    .summary("show what a rule is about")
    .description(
      "Show the page of a rule: why, what is reported, what is not, options. Without a name: list the rules.",
    )
    .argument("[rule]", "name of a rule, with or without mcp-errors/")
    .addHelpText(
      "after",
      `
Examples:
  $ mcp-errors explain                        all rules, by the smallest preset that holds them
  $ mcp-errors explain no-swallowed-error     the page of one

Exit code: 0 done, 2 wrong use or no such rule.`,
    )
    .action((rule: string | undefined) => {
      io.out(rule === undefined ? list() : page(rule, io.color));
      done(0);
    });
};
