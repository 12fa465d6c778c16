/**
 * Where a case in a framework is not what it is on the high-level API of the SDK, with the reason. Every other combination
 * gives the findings that are marked in the case, at their lines, and no others.
 */

interface Combinations {
  reason: string;
  /** Names of forms: a framework, with its shape where it has several. */
  forms: readonly string[];
  /** Numbers of cases. */
  cases: readonly string[];
}

/** The case is linted all the same, and its rules are compared without their lines. */
export interface Otherwise extends Combinations {
  /** Rules that report something besides what is marked. */
  added?: readonly string[];
  /** Marked rules that rightly have nothing to say here. */
  gone?: readonly string[];
}

const THROW_ONLY = ["mcp-framework", "mastra", "litemcp", "mcp-ts-core", "agentkit"];
const UNGUARDED = ["tmcp", "mcp-lite"];
const EDGE = ["fastmcp-edge"];

/** Combinations that are not linted. */
export const LEFT_OUT: readonly Combinations[] = [
  {
    reason: "A tool cannot declare an output schema there.",
    forms: ["sdk-v1, server.tool", "claude-agent-sdk", "nestjs-mcp", "supabase-utils", "fastmcp-edge"],
    cases: ["B19"],
  },
  {
    reason: "The failure is thrown there, and what is thrown has no structured content.",
    forms: THROW_ONLY,
    cases: ["B19"],
  },
];

/** Cases on the low-level API of the SDK are written by hand: a dispatcher has no counterpart in a framework. */
export const isLowLevelOnly = (name: string): boolean => name.endsWith(".low-level");

export const OTHERWISE: readonly Otherwise[] = [
  {
    reason: "A bare text that is thrown is no error result without fields, but a throw without a next step.",
    forms: THROW_ONLY,
    cases: ["B08"],
    added: ["no-bare-throw"],
    gone: ["require-error-category"],
  },
  {
    reason: "Whatever leaves the loop as a throw loses the results, so the first call that can throw is the place.",
    forms: THROW_ONLY,
    cases: ["B17"],
  },
  {
    reason: "The handler needs a clause of its own, and that one is the place.",
    forms: UNGUARDED,
    cases: ["B16"],
  },
  {
    reason: "The handler's own clause takes the throw: the model never reads its message.",
    forms: UNGUARDED,
    cases: ["B21"],
    gone: ["no-bare-throw", "no-generic-error-message"],
  },
  {
    reason: "The handler's own clause takes the throw: no framework makes an error result of its message.",
    forms: UNGUARDED,
    cases: ["B24"],
    gone: ["no-lost-error-data"],
  },
  {
    reason: "The message of every throw is hidden from the model.",
    forms: ["frontmcp"],
    cases: ["G12"],
    added: ["no-bare-throw"],
  },
  {
    reason: "No throw shows the model a failure.",
    forms: EDGE,
    cases: [...["B06", "B07", "B16", "B18", "B22"], ...["G03", "G05", "G07", "G08", "G10", "G12", "G14", "G16", "G18"]],
    added: ["no-protocol-error"],
  },
  {
    reason: "No returned flag shows the model a failure.",
    forms: EDGE,
    cases: ["G01", "G04", "G06", "G09", "G13", "G15"],
    added: ["no-invisible-error"],
  },
  {
    reason: "Neither a throw nor a returned flag shows the model a failure.",
    forms: EDGE,
    cases: ["B09", "B10", "B11", "B12", "B13", "B15", "B17", "G02", "G17"],
    added: ["no-invisible-error", "no-protocol-error"],
  },
  {
    reason: "Neither way shows the model a failure, so the fields of its error are not asked for.",
    forms: EDGE,
    cases: ["B08"],
    added: ["no-invisible-error", "no-protocol-error"],
    gone: ["require-error-category"],
  },
  {
    reason: "Neither way shows the model a failure, so the fields of its error are not asked for.",
    forms: EDGE,
    cases: ["B23"],
    added: ["no-invisible-error", "no-protocol-error"],
    gone: ["require-recovery-hint"],
  },
  {
    reason: "No throw shows the model a failure, so its message is not asked for.",
    forms: EDGE,
    cases: ["B21"],
    added: ["no-protocol-error"],
    gone: ["no-bare-throw", "no-generic-error-message"],
  },
  {
    reason: "No throw shows the model a failure, so its message is not asked for.",
    forms: EDGE,
    cases: ["B24"],
    added: ["no-protocol-error"],
    gone: ["no-lost-error-data"],
  },
];

export function entryFor<T extends Combinations>(list: readonly T[], form: string, number: string): T | undefined {
  return list.find(({ forms, cases }) => forms.includes(form) && cases.includes(number));
}
