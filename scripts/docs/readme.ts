import path from "node:path";
import { rules } from "../../rules/index.js";
import { main } from "../../src/cli/index.js";
import plugin from "../../src/index.js";
import { betweenMarkers } from "./markers.js";
import { PRESETS, presetsOf } from "./rule-page.js";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** What a command prints on a console without colours, both streams together. */
export function outputOf(command: string): { readonly text: string; readonly exitCode: number } {
  const [program, ...args] = command.replace(/^npx /u, "").split(" ");
  if (program !== "mcp-errors") throw new Error(`"${command}" is no command of this project.`);
  let text = "";
  const write = (part: string): void => {
    text += part;
  };
  const exitCode = main(args, { cwd: ROOT, out: write, err: write, color: false });
  return { text, exitCode };
}

function rulesTable(): string {
  const rows = Object.entries(rules).map(([name, rule]) => {
    const [smallest] = presetsOf(name);
    const description = rule.meta.docs.description ?? "";
    const suggests = rule.meta.hasSuggestions === true ? "💡" : "";
    return `| [\`${name}\`](docs/rules/${name}.md) | ${description} | \`${smallest?.preset ?? ""}\` | ${suggests} |`;
  });
  return ["| Rule | What it does | From preset | |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

const PURPOSE = {
  defects: "Failures that are lost, hidden or contradictory, whatever contract a server follows",
  recommended: "`defects`, and the error contract: category, retry flag, a message that names the cause",
  strict: "`recommended`, and what not every server wants",
  all: "Every rule, also those that come later",
} as const;

function presetsTable(): string {
  const rows = PRESETS.map((preset) => {
    const count = Object.keys(plugin.configs[preset].rules ?? {}).length;
    return `| \`${preset}\` | ${count} | ${PURPOSE[preset]} |`;
  });
  return ["| Preset | Rules | What it reports |", "| --- | --- | --- |", ...rows].join("\n");
}

/** A console block: the command that stands in its first line, and what the command prints now. */
const CONSOLE = /^```console\n\$ (?<command>npx mcp-errors [^\n]*)\n[\s\S]*?^```\n/gmu;

/** The README with its tables and the outputs of its commands written anew. */
export function renderReadme(readme: string): string {
  const withTables = betweenMarkers(betweenMarkers(readme, "presets", presetsTable()), "rules", rulesTable());
  return withTables.replace(CONSOLE, (_whole, command: string) => `\`\`\`console\n$ ${command}\n${outputOf(command).text.trimEnd()}\n\`\`\`\n`);
}
