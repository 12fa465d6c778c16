import { judgeOne } from "../../analysis/results/answers.js";
import { messagesOf } from "../../analysis/messages/messages.js";
import type { ReachedFunction } from "../../analysis/tools/reach.js";
import type { Outcome } from "../../analysis/results/results.js";
import { isErrorOutcome, speaksOfFailure } from "../../analysis/catches/returns.js";
import { conceptOf } from "../../contract/dialects.js";
import { tellsNotFoundById, tellsNothingFound } from "../../contract/lexicon.js";
import { contractOfResult, NO_CONTRACT, UNREADABLE, type ContractFacts } from "./contract.js";
import type { TriggerFacts } from "./triggers.js";
import type { ExitOutcome, SeenAs } from "./types.js";

/** What the model gets at an exit. */
export interface Classified {
  readonly outcome: ExitOutcome;
  readonly seenAs: SeenAs;
  readonly contract: ContractFacts;
  readonly message: string | null;
}

/** What is known of the way to a value. */
export interface Circumstances {
  readonly trigger: TriggerFacts;
  /** The failure is used in the value. */
  readonly tellsCause: boolean;
  /** The rules see a failure lost at this place. */
  readonly isLost: boolean;
  readonly reached: ReachedFunction;
}

/** The sentence for the model: the description where the result has fields, else its first words. */
export function messageOf(outcome: Outcome): string | null {
  const messages = messagesOf(outcome).filter(({ words }) => words.trim() !== "");
  const best =
    messages.find(({ field }) => field !== undefined && conceptOf(field) === "description") ??
    messages.find(({ field }) => field === undefined) ??
    messages.find(({ field }) => conceptOf(field ?? "") === "customerMessage");
  const words = best?.words.replace(/\s+/gu, " ").trim() ?? "";
  return words === "" ? null : words;
}

/** A failure led here, and nothing else can have. */
function isFailurePath({ kind }: TriggerFacts): boolean {
  return kind === "caught" || kind === "status";
}

function tellsEmptiness(outcome: Outcome, { kind }: TriggerFacts): boolean {
  if (kind === "empty-list" || outcome.kind === "empty") return true;
  return messagesOf(outcome).some(
    ({ words }) => tellsNothingFound(words) || (kind === "missing" && tellsNotFoundById(words)),
  );
}

/** What the model makes of one outcome of a returned value. */
export function classify(outcome: Outcome, circumstances: Circumstances): Classified {
  const { trigger, reached, tellsCause, isLost } = circumstances;
  const { outcomes } = reached.framework;
  const message = messageOf(outcome);
  const shared = { message, contract: outcome.kind === "tool-result" ? contractOfResult(outcome.result) : NO_CONTRACT };
  if (outcome.kind === "error") return { ...shared, outcome: "failure", seenAs: "error-result", contract: UNREADABLE };
  if (isErrorOutcome(outcome) && (outcome.result.isError === "true" || trigger.kind !== "always")) {
    const found = trigger.kind === "empty-list" || (trigger.kind === "missing" && tellsEmptiness(outcome, trigger));
    const isSuccess = reached.certain && outcomes.returnedIsError !== "error";
    return { ...shared, outcome: found ? "empty" : "failure", seenAs: isSuccess ? "ordinary-text" : "error-result" };
  }
  if (isErrorOutcome(outcome)) return { ...shared, outcome: "success", seenAs: "unknown" };
  if (isFailurePath(trigger)) {
    const { verdict } = judgeOne(outcome, reached, tellsCause);
    if (isLost && verdict !== "told") return { ...shared, outcome: "failure", seenAs: "hidden" };
    if (verdict === "told") return { ...shared, outcome: "failure", seenAs: "ordinary-text" };
    if (verdict === "hidden") return { ...shared, outcome: "empty", seenAs: "result" };
    if (verdict === "other") return { ...shared, outcome: "success", seenAs: "result" };
    return { ...shared, outcome: "failure", seenAs: "unknown", contract: UNREADABLE };
  }
  if (isLost) return { ...shared, outcome: "failure", seenAs: "hidden" };
  if (outcome.kind === "unknown") {
    const failed = trigger.kind === "response" || trigger.kind === "error-value";
    return { ...shared, outcome: failed ? "failure" : "success", seenAs: "unknown", contract: UNREADABLE };
  }
  if (tellsEmptiness(outcome, trigger)) return { ...shared, outcome: "empty", seenAs: "result" };
  const failed =
    trigger.kind !== "always" &&
    speaksOfFailure({ outcome, messages: messagesOf(outcome), appended: [], failure: "check" });
  if (failed) return { ...shared, outcome: "failure", seenAs: "ordinary-text" };
  if (outcome.kind === "text" && reached.certain && outcomes.returnedString === "rejected")
    return { ...shared, outcome: "failure", seenAs: "protocol-error" };
  return { ...shared, outcome: "success", seenAs: "result" };
}
