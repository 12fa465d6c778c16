/** One call of a tool, as what it calls sees it. */
export interface Run {
  /**
   * Does a piece of work, or makes it fail.
   *
   * @param refuse the value of a refusal, where a refusal is a value
   * @param calls where the work was asked for, if not by the calls that lead here
   */
  readonly operate: <T>(bring: () => T, refuse?: () => T, calls?: readonly string[]) => Promise<T>;
  /** The source texts of the calls that led here, from the inside out. */
  readonly calls: () => readonly string[];
  /** True where services hold nothing. */
  readonly isEmpty: boolean;
  readonly tools: Map<string, (args: unknown, name: string) => unknown>;
}

/** What a program finds around it. */
export interface Surroundings {
  /** By specifier. */
  readonly packages: Readonly<Record<string, unknown>>;
  /** What a request brings. */
  readonly answer: (url: string, method: string) => unknown;
}

/** A server, and a call of one of its tools. */
export interface Program {
  readonly files: Readonly<Record<string, string>>;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly around: (run: Run) => Surroundings;
}

/** How an operation fails: its promise rejects, or it gives an answer that says no. */
export interface Failing {
  readonly how: "reject" | "refuse";
  readonly status?: number;
}

/**
 * Which run it was: `usual`, with at most one failure; `empty`, where services hold nothing; `lasting`, where from one
 * operation on all fail.
 */
export type Kind = "usual" | "empty" | "lasting";

/** What came out of one run. */
export interface Observed {
  readonly kind: Kind;
  /** The source text of the operation that failed; null where none did. */
  readonly failed: string | null;
  /** The source texts of the calls around it, from the inside out. */
  readonly around: readonly string[];
  /** Its number, from 0. */
  readonly at: number | undefined;
  readonly failing: Failing | undefined;
  readonly how: "return" | "throw";
  readonly isError: boolean;
  readonly text: string;
  /** How often an operation was started. */
  readonly operations: number;
}

export interface Plan {
  readonly kind: Kind;
  readonly at?: number;
  readonly failing?: Failing;
}

export const MESSAGE = "connect ECONNREFUSED 10.2.0.9:8443";
export const SECRET = "trace-4f1c-internal";
