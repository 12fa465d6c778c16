/**
 * Writes the generated parts of the documentation: the header and the findings of each rule's page, before and after of
 * each transform's page, the help of the commands, the JSON Schema of a configuration, the comment on a pull request, the tables and the outputs of the
 * README. With `--check` nothing is written, and the exit code is 1 if a page is not as it should be.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { format, resolveConfig } from "prettier";
import { configSchema } from "../src/cli/config/schema.js";
import { renderCodemodPage } from "./docs/codemod-page.js";
import { betweenMarkers } from "./docs/markers.js";
import { pullRequestComment } from "./docs/pull-request.js";
import { renderCommandPage } from "./docs/command-page.js";
import { renderReadme, TABLES } from "./docs/readme.js";
import { renderRulePage } from "./docs/rule-page.js";

const ROOT = path.resolve(import.meta.dirname, "..");
const RULE_PAGES = path.join(ROOT, "docs", "rules");
const CODEMOD_PAGES = path.join(ROOT, "docs", "codemods");

/** Prettier aligns the columns of tables: what is generated goes through it, so that both checks agree. */
async function formatted(file: string, text: string): Promise<string> {
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}

/** A file with a generated part. */
interface Page {
  readonly file: string;
  readonly now: string;
  readonly wanted: string;
}

/** Every page that has a generated part, as it is and as it should be. */
export async function generated(): Promise<Page[]> {
  const pages = readdirSync(RULE_PAGES).filter((name) => name.endsWith(".md"));
  const jobs = [
    ...pages.map((name) => ({
      file: path.join(RULE_PAGES, name),
      // The examples are formatted first: the findings under them show lines and columns.
      render: async (text: string, file: string) =>
        formatted(file, renderRulePage(await formatted(file, text), path.basename(name, ".md"))),
    })),
    ...readdirSync(CODEMOD_PAGES)
      .filter((name) => name.endsWith(".md"))
      .map((name) => ({
        file: path.join(CODEMOD_PAGES, name),
        render: async (text: string, file: string) => formatted(file, renderCodemodPage(text)),
      })),
    {
      file: path.join(ROOT, "docs", "guides", "review-pull-requests.md"),
      render: async (text: string, file: string) =>
        formatted(file, betweenMarkers(text, "comment", `\`\`\`\`text\n${await pullRequestComment()}\`\`\`\``)),
    },
    {
      file: path.join(ROOT, "docs", "command-line.md"),
      render: async (text: string, file: string) => formatted(file, await renderCommandPage(text)),
    },
    ...Object.entries(TABLES).map(([name, render]) => ({
      file: path.join(ROOT, "docs", name),
      render: async (text: string, file: string) => formatted(file, render(text)),
    })),
    {
      file: path.join(ROOT, "docs", "schemas", "config.schema.json"),
      render: async (_text: string, file: string) => formatted(file, JSON.stringify(configSchema())),
    },
    {
      file: path.join(ROOT, "README.md"),
      render: async (text: string, file: string) => formatted(file, await renderReadme(text)),
    },
  ];
  // One after the other: several of them run the command line, and the loader of these scripts cannot load it twice at once.
  const written: Page[] = [];
  for (const { file, render } of jobs) {
    const now = readFileSync(file, "utf8");
    written.push({ file, now, wanted: await render(now, file) });
  }
  return written;
}

async function run(check: boolean): Promise<number> {
  const stale = (await generated()).filter(({ now, wanted }) => now !== wanted);
  for (const { file, wanted } of stale) {
    if (!check) writeFileSync(file, wanted);
    process.stdout.write(`${check ? "Not up to date" : "Written"}: ${path.relative(ROOT, file)}\n`);
  }
  if (check && stale.length > 0) process.stdout.write("Run `npm run docs`.\n");
  return check && stale.length > 0 ? 1 : 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = await run(process.argv.includes("--check"));
