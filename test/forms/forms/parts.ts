/** Parts of which the forms are written. */
import { finish, messageOf, type Attempt, type Caught, type Form, type Piece } from "../attempt.js";
import { arrow, type End } from "../code.js";

export const UNTYPED: Caught = { name: "error", isTyped: false };
export const TYPED: Caught = { name: "error", isTyped: true };

export const log = ({ label }: Attempt, caught: Caught): string => `console.error("${label}", ${messageOf(caught)});`;

/** `const orders = ` where the value is wanted, and `await` alone where it is not. */
export const constant = ({ target, name }: Attempt, expression: string): string =>
  target === "run" ? `${expression};` : `const ${name} = ${expression};`;

/** The body of a `try` that does all of the work. */
export function work(attempt: Attempt): string[] {
  const { target, call, name, type } = attempt;
  if (target === "bind") return [`${name} = await ${call};`];
  if (target === "run") return [`await ${call};`];
  return type === "void"
    ? [`await ${call};`, ...finish(attempt, attempt.done(name))]
    : [`const ${name} = await ${call};`, ...finish(attempt, attempt.done(name))];
}

export const declared = ({ target, name, leaves }: Attempt, initial?: string): string[] =>
  target === "bind" ? [`let ${name}: ${leaves}${initial === undefined ? "" : ` = ${initial}`};`] : [];

export const block = (head: string, statements: readonly string[], tail = "}"): string[] => [head, ...statements, tail];

/** A form written once with the caught error, and used wherever the end can be written. */
export function form(
  name: string,
  caught: Caught | undefined,
  write: (attempt: Attempt, failed: End) => Piece | undefined,
): Form {
  return {
    name,
    write: (attempt) => {
      const failed = attempt.failed(caught);
      return failed && write(attempt, failed);
    },
  };
}

/** `.then((orders) => …)`, or nothing where the value is kept as it is. */
export function thenDone(attempt: Attempt): string {
  if (attempt.target !== "return") return "";
  return `.then(${arrow(`(${attempt.type === "void" ? "" : attempt.name})`, attempt.done(attempt.name))})`;
}

/** What an arrow function gives after a failure: nothing, where nothing is wanted. */
export const recovery = (
  { target }: Attempt,
  params: string,
  { before, how, value: text }: End,
  first: readonly string[] = [],
): string =>
  target === "run" && how === "return"
    ? first.length + before.length === 0
      ? `${params} => undefined`
      : `${params} => {\n${[...first, ...before].join("\n")}\n}`
    : arrow(params, { before: [...first, ...before], how, value: text });

export const paramOf = (attempt: Attempt, type = "Error"): string => (attempt.needsError ? `(error: ${type})` : "()");

export const returned = (attempt: Attempt, expression: string): string[] =>
  attempt.target === "return" ? [`return ${expression};`] : [constant(attempt, `await ${expression}`)];

/** Work and recovery as the one expression of a promise. */
export const tryCatch = (attempt: Attempt, failed: readonly string[], head = "catch (error) {"): string[] => [
  ...block("try {", work(attempt), `} ${head}`),
  ...failed,
  "}",
];

/** The value of `settled` (`{ status, value }`), and the end after a failure. */
export function afterTest(attempt: Attempt, test: string, failed: readonly string[], brought: string): string[] {
  if (attempt.target === "run") return failed.length === 0 ? [] : block(`if (${test}) {`, failed);
  if (attempt.target === "return")
    return [...block(`if (${test}) {`, failed), ...finish(attempt, attempt.done(brought))];
  return [
    `let ${attempt.name}: ${attempt.leaves};`,
    ...block(`if (${test}) {`, failed),
    ...block("else {", [`${attempt.name} = ${brought};`]),
  ].reduce<string[]>(joinElse, []);
}

export function joinElse(lines: string[], line: string): string[] {
  if (line === "else {" && lines.at(-1) === "}") return [...lines.slice(0, -1), "} else {"];
  return [...lines, line];
}

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export const TO = {
  name: "to",
  code: "async function to<T>(promise: Promise<T>): Promise<[Error, undefined] | [undefined, T]> {\ntry {\nreturn [undefined, await promise];\n} catch (error) {\nreturn [error as Error, undefined];\n}\n}",
};
export const ATTEMPT = {
  name: "attempt",
  file: "src/attempt.ts",
  code: "export async function attempt<T>(work: () => Promise<T>) {\ntry {\nreturn { ok: true as const, value: await work() };\n} catch (error) {\nreturn { ok: false as const, error: error as Error };\n}\n}",
};

/** The statements that settle a promise by hand, as a block. */
export function arrowStatement({ before, how, value: text }: End): string {
  return `{\n${[...before, `${how === "return" ? "resolve" : "reject"}(${text});`].join("\n")}\n}`;
}
