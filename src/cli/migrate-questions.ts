import { CATEGORIES, type Category } from "../contract/categories.js";
import type { Answer, Answers } from "../edits/answer.js";
import { printable } from "../review/escape.js";
import { UsageError, type Io } from "./command.js";
import { migrate, type MigrateOptions } from "./migrate.js";

interface Question {
  /** What the failure says. */
  readonly words: string;
  readonly places: readonly string[];
}

const KEYS: Readonly<Record<string, Category>> = Object.fromEntries(
  CATEGORIES.map((category) => [category.charAt(0), category]),
);

/** Asks for the category of each failure that nothing tells it of, once for the same words. Nothing is written meanwhile. */
export async function chooseCategories(options: MigrateOptions, io: Io): Promise<Answers> {
  const { ask } = io;
  if (!ask) throw new UsageError("--interactive needs a terminal.");
  const answers = new Map<string, Answer>();
  const { summary } = await migrate({ ...options, write: false });
  const questions = questionsIn(summary.files);
  for (const [at, question] of questions.entries()) {
    const answer = await askOne(question, `${at + 1} of ${questions.length}`, ask);
    if (answer === "quit") break;
    if (answer !== "skip") answers.set(question.words, answer);
  }
  return answers;
}

function questionsIn(
  files: readonly { readonly path: string; readonly changes: readonly { line: number; question?: string }[] }[],
): Question[] {
  const places = new Map<string, string[]>();
  for (const { path, changes } of files)
    for (const { question, line } of changes) {
      if (question === undefined) continue;
      const place = `${path}:${line}`;
      const known = places.get(question) ?? [];
      places.set(question, known.includes(place) ? known : [...known, place]);
    }
  return [...places].map(([words, of]) => ({ words, places: of }));
}

async function askOne(
  { words, places }: Question,
  number: string,
  ask: NonNullable<Io["ask"]>,
): Promise<Answer | "skip" | "quit"> {
  const [first = "", ...others] = places;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  const head = `\n${number}: ${printable(first)}${more}`;
  let description: string | undefined;
  for (;;) {
    const said = printable(description ?? words);
    const answer = await reply(
      ask,
      `${head}\n  ${said}\n[t]ransient [v]alidation [p]ermission [b]usiness [e]dit [s]kip [q]uit: `,
    );
    const category = KEYS[answer] ?? CATEGORIES.find((one) => one === answer);
    if (category) return { category, ...(description === undefined ? {} : { description }) };
    if (answer === "e" || answer === "edit")
      description = (await ask("What the model should read (${…} for an expression): ")).trim() || description;
    if (answer === "s" || answer === "skip" || answer === "") return "skip";
    // The input has ended.
    if (answer === "q" || answer === "quit" || answer === "no") return "quit";
  }
}

async function reply(ask: NonNullable<Io["ask"]>, question: string): Promise<string> {
  return (await ask(question)).trim().toLowerCase();
}
