import { tellsFailure } from "../../contract/lexicon.js";
import type { Node } from "../../syntax/tree.js";
import type { Site } from "../flow/values.js";
import type { Exit, ToolExits } from "./exits.js";
import { constantIn, fieldOf, payloadOf, statusesOf, terminalCategoryOf, type PayloadField } from "./payload.js";
import { wordsOf } from "./words.js";

/** A result that tells the model to repeat a call, against what its path says of the failure. */
export interface Contradiction {
  readonly site: Site;
  readonly exit: Exit;
  readonly field: PayloadField;
  readonly category: string;
  readonly status: number | undefined;
}

/** Terminal failures that are marked retryable. */
export function retryableTerminalIn({ exits }: ToolExits): Contradiction[] {
  return eachOnce(exits, (exit, payload) => {
    const retryable = fieldOf(payload, "retryable");
    if (!retryable || constantIn(retryable) !== true) return undefined;
    const terminal = terminalCategoryOf(exit, payload);
    return (
      terminal && { site: retryable.made, exit, field: retryable, category: terminal.category, status: terminal.status }
    );
  });
}

const RATE_LIMIT = /rate[\s_-]*limit|too[\s_]many[\s_]requests|\b429\b|throttl|quota/iu;

/** Rate limits without a wait, or with a wait of 0. */
export function missingWaitsIn({ exits }: ToolExits): Contradiction[] {
  return eachOnce(exits, (exit, payload) => {
    const retryable = fieldOf(payload, "retryable");
    const category = fieldOf(payload, "category");
    const place = category ?? retryable;
    if (!place || constantIn(retryable) === false) return undefined;
    const words = exit.visible.parts.map((part) => wordsOf(part, exit.state)).join(" ");
    const isLimit =
      statusesOf(exit).includes(429) ||
      RATE_LIMIT.test(wordIn(fieldOf(payload, "code"))) ||
      RATE_LIMIT.test(wordIn(category)) ||
      (tellsFailure(words) && RATE_LIMIT.test(words));
    if (!isLimit) return undefined;
    const wait = fieldOf(payload, "wait");
    if (wait && constantIn(wait) !== 0 && !(wait.value.kind === "constant" && wait.value.value === undefined))
      return undefined;
    if (/\b\d+\s*(?:s|sec|seconds?|min|minutes?|ms)\b/iu.test(words)) return undefined;
    return {
      site: place.made,
      exit,
      field: wait ?? place,
      category: "transient",
      status: statusesOf(exit).includes(429) ? 429 : undefined,
    };
  });
}

function wordIn(field: PayloadField | undefined): string {
  const value = constantIn(field);
  return typeof value === "string" ? value : "";
}

function eachOnce(
  exits: readonly Exit[],
  find: (exit: Exit, payload: readonly PayloadField[]) => Contradiction | undefined,
): Contradiction[] {
  const found = new Map<Node, Contradiction>();
  for (const exit of exits) {
    if (exit.seen === "result" && exit.failures.length === 0) continue;
    const contradiction = find(exit, payloadOf(exit));
    if (contradiction && !found.has(contradiction.site.node)) found.set(contradiction.site.node, contradiction);
  }
  return [...found.values()];
}
