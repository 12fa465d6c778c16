/** Work that can fail, and what becomes of it: what every form writes in its own way. */
import type { End } from "./code.js";

/** A caught error: an expression, and whether its type has to be told first. */
export interface Caught {
  readonly name: string;
  readonly isTyped: boolean;
}

export const messageOf = ({ name, isTyped }: Caught): string =>
  isTyped ? `${name}.message` : `(${name} as Error).message`;

/**
 * Where the value goes: into a variable, on which the code after it works; nowhere, for a write; or out of the function,
 * as the result of a tool.
 */
export type Target = "bind" | "run" | "return";

export interface Attempt {
  readonly target: Target;
  /** A call that gives a promise. */
  readonly call: string;
  /** The same work, told to a callback. */
  readonly callBack: (callback: string) => string;
  /** The variable for what it brings. */
  readonly name: string;
  /** The type of what it brings. */
  readonly type: string;
  /** The type of what leaves: of the variable, or of the tool's result. */
  readonly leaves: string;
  /** The end after success. */
  readonly done: (value: string) => End;
  /** The end after a failure; undefined where it cannot be written without the caught error. */
  readonly failed: (caught?: Caught) => End | undefined;
  /** Words for a log. */
  readonly label: string;
  /** True where the end after a failure needs the error. */
  readonly needsError: boolean;
}

/** Statements in the function, and what they need beside them. */
export interface Piece {
  readonly statements: readonly string[];
  /** Functions of the module, with their names. */
  readonly functions?: readonly { readonly name: string; readonly code: string; readonly file?: string }[];
}

export interface Form {
  readonly name: string;
  /** Undefined where the form cannot say it. */
  readonly write: (attempt: Attempt) => Piece | undefined;
}

/** Statements that end a path. */
export function finish({ target, name }: Pick<Attempt, "target" | "name">, { before, how, value }: End): string[] {
  if (how === "throw") return [...before, `throw ${value};`];
  if (target === "return") return [...before, `return ${value};`];
  return target === "bind" ? [...before, `${name} = ${value};`] : [...before];
}
