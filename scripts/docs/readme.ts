import { readFileSync } from "node:fs";
import path from "node:path";
import { rules } from "../../rules/index.js";
import { main } from "../../src/cli/index.js";
import { FRAMEWORKS, type FailureForm } from "../../src/frameworks/index.js";
import plugin from "../../src/index.js";
import { PRESET_NAMES } from "../../src/presets.js";
import { betweenMarkers } from "./markers.js";
import { presetsOf } from "./rule-page.js";

const ROOT = path.resolve(import.meta.dirname, "../..");

interface Output {
  readonly command: string;
  readonly text: string;
  readonly exitCode: number;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * What a command prints on a console without colours, both streams together. Commands run one after the other: jiti, which
 * loads the scripts, gives out half a module to the second of two who import it at the same time.
 */
export async function outputOf(command: string): Promise<Output> {
  const output = last.then(() => runCommand(command));
  last = output.catch(() => undefined);
  return output;
}

async function runCommand(command: string): Promise<Output> {
  const [program, ...args] = command.replace(/^npx /u, "").split(" ");
  if (program !== "mcp-errors") throw new Error(`"${command}" is no command of this project.`);
  let text = "";
  const write = (part: string): void => {
    text += part;
  };
  const exitCode = await main(args, { cwd: ROOT, out: write, err: write, color: false });
  return { command, text, exitCode };
}

function rulesTable(): string {
  const rows = Object.entries(rules).map(([name, rule]) => {
    const [smallest] = presetsOf(name);
    const description = rule.meta.docs.description ?? "";
    const suggests = rule.meta.hasSuggestions === true ? "💡" : "";
    return `| [\`${name}\`](rules/${name}.md) | ${description} | \`${smallest?.preset ?? ""}\` | ${suggests} |`;
  });
  return ["| Rule | What it does | From preset | |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

const PURPOSE = {
  defects: "Failures that are lost, hidden or contradictory, whatever contract a server follows",
  recommended: "`defects`, and the error contract: category, retry flag, a message that names the cause",
  integration: "How the server is wired into clients, and what the model reads about its tools and resources",
  strict: "`recommended` and `integration`, and what not every server wants",
  all: "Every rule, also those that come later",
} as const;

function presetsTable(): string {
  const rows = PRESET_NAMES.map((preset) => {
    const count = Object.keys(plugin.configs[preset].rules ?? {}).length;
    return `| \`${preset}\` | ${count} | ${PURPOSE[preset]} |`;
  });
  return ["| Preset | Rules | What it reports |", "| --- | --- | --- |", ...rows].join("\n");
}

const FAILURE: Readonly<Record<FailureForm, string>> = {
  either: "returned with `isError: true`, or thrown",
  return: "returned with `isError: true`; a throw becomes a JSON-RPC error",
  throw: "thrown; a returned `isError: true` is lost",
  neither: "neither way reaches the model",
};

function frameworksTable(): string {
  const rows = FRAMEWORKS.map(({ name, packages, outcomes }) => {
    const names = packages.map((one) => `\`${one}\``).join(", ");
    const { failureForm, readableFailure } = outcomes;
    const failure =
      readableFailure === undefined
        ? FAILURE[failureForm]
        : `returned with \`isError: true\`, or \`${readableFailure}\`; a plain throw is hidden`;
    return `| ${name} | ${names} | ${failure} |`;
  });
  return ["| Name in messages | Packages | A failure is |", "| --- | --- | --- |", ...rows].join("\n");
}

const SAMPLE_FILE = "test/servers/sdk-v1/tools/lookup.ts";

/** The tool of the example server that the first lines speak of, as it stands in the file. */
function sample(): string {
  const lines = readFileSync(path.join(ROOT, SAMPLE_FILE), "utf8").split("\n");
  const from = lines.findIndex((line) => line.includes('"customer_orders"'));
  const to = lines.indexOf("  });", from);
  if (from < 0 || to < 0) throw new Error(`The tool customer_orders is not in ${SAMPLE_FILE}.`);
  const code = lines.slice(from, to + 1).map((line) => line.replace(/^ {2}/u, ""));
  return ["```ts", ...code, "```"].join("\n");
}

const SECTIONS: Readonly<Record<string, () => string>> = { sample, presets: presetsTable };

/** The pages that are a table with a few words around it. */
export const TABLES: Readonly<Record<string, (page: string) => string>> = {
  "rules.md": (page) => betweenMarkers(page, "rules", rulesTable()),
  "frameworks.md": (page) => betweenMarkers(page, "frameworks", frameworksTable()),
};

/** A console block: the command that stands in its first line, and what the command prints now. */
const CONSOLE = /^```console\n\$ (?<command>npx mcp-errors [^\n]*)\n[\s\S]*?^```\n/gmu;

/** The README with its sample, its tables and the outputs of its commands written anew. */
export async function renderReadme(readme: string): Promise<string> {
  const sections = Object.entries(SECTIONS).reduce(
    (text, [name, render]) => betweenMarkers(text, name, render()),
    readme,
  );
  const commands = [...sections.matchAll(CONSOLE)].map((match) => match.groups?.["command"] ?? "");
  const outputs = await Promise.all(commands.map(outputOf));
  return sections.replace(CONSOLE, (_whole, command: string) => {
    const text = outputs.find((output) => output.command === command)?.text ?? "";
    return `\`\`\`console\n$ ${command}\n${text.trimEnd()}\n\`\`\`\n`;
  });
}
