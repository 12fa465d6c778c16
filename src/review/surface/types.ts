/** Raised when a reader of the JSON would have to change. */
export const SURFACE_VERSION = 1;

/** A place in a source file. */
export interface Place {
  /** Relative to the root of the surface, with `/` on every system. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units, as ESLint counts. */
  readonly column: number;
  /** 1-based line of the end. */
  readonly endLine: number;
}

/** What became of the call: it worked, it worked and found nothing, or it failed. */
export type ExitOutcome = "success" | "empty" | "failure";

/**
 * How the model sees an exit:
 * `result` a normal result · `error-result` a result with `isError: true` · `converted-throw` a throw of which the
 * framework makes an error result that holds the message alone · `ordinary-text` a failure that is told in a result
 * without the flag · `hidden` a failure of which there is no word · `protocol-error` a JSON-RPC error, which the model
 * never gets to see · `unknown` it cannot be told from the sources.
 */
export type SeenAs =
  "result" | "error-result" | "converted-throw" | "ordinary-text" | "hidden" | "protocol-error" | "unknown";

/**
 * What leads to an exit:
 * `always` nothing tests for it · `status` an HTTP status of an upstream answer · `response` an upstream answer that says
 * no (`!res.ok`) · `error-value` an error that came as a value · `missing` a value that work was to bring · `empty-list` a
 * list that work brought is empty · `input` a test of the arguments · `check` another test · `caught` a failure that a
 * clause or rejection handler catches · `unguarded` a failure of work around which nothing catches · `ignored` a failure
 * of work that nobody looks at.
 */
export type TriggerKind =
  | "always"
  | "status"
  | "response"
  | "error-value"
  | "missing"
  | "empty-list"
  | "input"
  | "check"
  | "caught"
  | "unguarded"
  | "ignored";

export interface Trigger {
  readonly kind: TriggerKind;
  /** For people: `429`, `403 or 404`, `any other failure`, `error instanceof ZodError`. */
  readonly label: string;
  /** HTTP statuses that lead here: `"429"`, or a range such as `"500-599"`. Empty: not a matter of the status. */
  readonly statuses: readonly string[];
  /** The innermost test, as written, on one line; null where nothing is tested. */
  readonly condition: string | null;
  /** The work that fails, where it can be named: `api.getOrder()`. */
  readonly source: string | null;
}

/** One step on the way to an exit: the call of the tool, a call or test on the path, what fails, where it is caught, what leaves. */
export interface PathStep {
  readonly kind: "entry" | "call" | "test" | "failure" | "caught" | "end";
  readonly place: Place;
  /** For people: `api.get() rejects`, `if (!order): true`. */
  readonly text: string;
}

/** A finding of a rule at an exit, or elsewhere in a tool. */
export interface ExitFinding {
  /** With the namespace: `mcp-errors/no-swallowed-error`. */
  readonly rule: string;
  readonly message: string;
  /** As in a place: the finding may stand in a builder of another file. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One way in which a call of a tool can end. */
export interface Exit {
  readonly outcome: ExitOutcome;
  readonly seenAs: SeenAs;
  readonly trigger: Trigger;
  /**
   * One of the four categories where the written value stands for one, else the value as written; `"dynamic"` where it is
   * decided at run time; null where none is told.
   */
  readonly category: string | null;
  /** null where the result does not say. */
  readonly retryable: boolean | "dynamic" | null;
  /** The wait before a repetition, in seconds whatever the unit in the source; null where none is told. */
  readonly waitSeconds: number | "dynamic" | null;
  /** The error code; `"dynamic"` where it is decided at run time; null where none is told. */
  readonly code: string | null;
  /** False where a part of the result cannot be read: a field that is null may be there all the same. */
  readonly complete: boolean;
  /** What the model reads, run-time parts as `…`; null where there are no words, or they cannot be seen. */
  readonly message: string | null;
  /** What stands for the failure where it is hidden: `[]`, `orders as it was before`. */
  readonly instead: string | null;
  /** Where the exit is decided: the returned value, the throw, the clause that loses the failure. */
  readonly place: Place;
  /** The calls that lead from the handler to the place, outermost first. */
  readonly via: readonly Place[];
  /** Findings at this exit, in source order. */
  readonly findings: readonly ExitFinding[];
}

/** One tool with every exit that can be seen. */
export interface SurfaceTool {
  /** Unique in a surface, and the same from run to run: `src/orders.ts#get_order`. */
  readonly id: string;
  /** As the model knows it; null where the name is made at run time. */
  readonly name: string | null;
  /** Where the tool is registered, or its branch in a dispatcher. */
  readonly place: Place;
  readonly framework: {
    readonly name: string;
    /** The registration names the framework; otherwise it was guessed from the shape. */
    readonly certain: boolean;
  };
  /** Where the handler stands; null where it cannot be seen (a package's function, a value of run time). */
  readonly handler: Place | null;
  /** Successes first, then empty answers, then failures, each in source order. */
  readonly exits: readonly Exit[];
  /** Findings in the registration, or in code that a call of the tool runs through, that stand at none of its exits. */
  readonly findings: readonly ExitFinding[];
}

/** Counts over all tools. */
export interface SurfaceSummary {
  readonly files: number;
  readonly tools: number;
  readonly exits: number;
  readonly failures: number;
  /** Failures by the way the model sees them. */
  readonly failuresSeenAs: Readonly<Record<SeenAs, number>>;
  /** Findings in all files; one that several exits share counts once. */
  readonly findings: number;
}

/** The error surface of a server: each tool, and each way in which a call of it can end. */
export interface Surface {
  readonly version: typeof SURFACE_VERSION;
  readonly summary: SurfaceSummary;
  /** By file and line. */
  readonly tools: readonly SurfaceTool[];
  /** Findings that stand in no tool, such as those of a helper that no tool calls. */
  readonly findings: readonly ExitFinding[];
}
