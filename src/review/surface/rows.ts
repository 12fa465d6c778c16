import { emptyErrorOf } from "../../analysis/exits/empty-errors.js";
import type { Exit as FlowExit, ToolExits } from "../../analysis/exits/exits.js";
import { payloadsOf, type Payload } from "../../analysis/exits/payload.js";
import { isWithin, placeOfResult, valueOf } from "../../analysis/exits/places.js";
import { placeOfLoss } from "../../analysis/exits/swallowed.js";
import { unawaitedAt } from "../../analysis/exits/unawaited.js";
import { placeOfUnchecked } from "../../analysis/exits/unchecked-responses.js";
import { toldWithoutFlag } from "../../analysis/exits/unflagged.js";
import { isMeantAsError } from "../../analysis/exits/wire.js";
import { wordsOf } from "../../analysis/exits/words.js";
import { failureIn } from "../../analysis/flow/heap.js";
import type { Failure } from "../../analysis/flow/operations.js";
import { conditionsOf, type Condition } from "../../analysis/flow/conditions.js";
import type { RecordObject, Site } from "../../analysis/flow/values.js";
import { exemptionOf } from "../../analysis/policy/exemptions.js";
import { tellsNotFoundById, tellsNothingFound } from "../../contract/lexicon.js";
import { enclosingFunction, type Node } from "../../syntax/tree.js";
import { contractOf, NO_CONTRACT, type ContractFacts } from "./contract.js";
import { callsOf, decisionOf, type Decision } from "./places.js";
import { messageOf, readingOf } from "./texts.js";
import { rootOf, triggerOf, type TriggerFacts } from "./triggers.js";
import type { ExitOutcome, SeenAs } from "./types.js";

/** One way out of a tool, with its places, before it is written down. */
export interface Row {
  readonly exit: FlowExit;
  /** The failure that it is about. */
  readonly root: Failure | undefined;
  readonly outcome: ExitOutcome;
  readonly seenAs: SeenAs;
  readonly trigger: TriggerFacts;
  readonly contract: ContractFacts;
  readonly message: string | null;
  readonly instead: string | null;
  /** Where it is decided. */
  readonly site: Site;
  /** The calls that lead there, outermost first. */
  readonly via: readonly Site[];
  /** Where the result and the objects in it are made. */
  readonly made: readonly Site[];
}

/** Each way in which a call of a tool can end. */
export function rowsOf({ exits }: ToolExits, ordinary: ReadonlySet<Node>): Row[] {
  return exits.flatMap((exit) => new ExitRows(exit, exits, ordinary).rows());
}

class ExitRows {
  readonly #exit: FlowExit;
  readonly #exits: readonly FlowExit[];
  readonly #ordinary: ReadonlySet<Node>;

  constructor(exit: FlowExit, exits: readonly FlowExit[], ordinary: ReadonlySet<Node>) {
    this.#exit = exit;
    this.#exits = exits;
    this.#ordinary = ordinary;
  }

  rows(): Row[] {
    const { how, seen, visible, state } = this.#exit;
    if (how === "throw") return this.#thrown();
    if (isMeantAsError(visible, state))
      return this.#told(seen === "error-result" ? "error-result" : seen === "result" ? "ordinary-text" : seen);
    const told = toldWithoutFlag(this.#exit, this.#exits);
    if (told !== "none") return this.#told("ordinary-text", told === "own" ? undefined : told);
    if (seen === "protocol-error") return this.#told("protocol-error");
    if (seen === "unknown") return this.#unknown();
    const lost = [...this.#lost(), ...this.#unawaited()];
    return lost.length > 0 ? lost : this.#ordinaryResult();
  }

  /** What leaves as a throw. */
  #thrown(): Row[] {
    const exit = this.#exit;
    const failure = failureIn(exit.value, exit.state);
    const root = rootOf(exit);
    const isOwn = failure === undefined || failure.origin === "first-party";
    // What stands around the handler may make anything of it.
    const known: SeenAs = exit.seen === "error-result" ? "converted-throw" : exit.seen;
    const isRethrown = !isOwn && exit.at?.node.type === "ThrowStatement";
    const site = (isRethrown ? undefined : failure?.operation.site) ?? exit.at;
    if (!site) return [];
    const stack = callsOf(failure?.operation.stack);
    // Thrown on from a block of which nothing is known but that it has got the failure.
    const isCaught = !isOwn && !isRethrown && exit.state.caught.has(failure);
    const places = isCaught ? [] : [site, ...[...stack].reverse()];
    return this.#variants(root).map((payload) => {
      const contract = isOwn && payload ? contractOf(payload) : NO_CONTRACT;
      const hasFields = contract.category !== null || contract.retryable !== null;
      const seenAs = !exit.tool.certain ? "unknown" : hasFields && known === "converted-throw" ? "error-result" : known;
      return {
        ...this.#row(seenAs, root, payload, places),
        contract: hasFields ? contract : NO_CONTRACT,
        message: isOwn ? messageOf(exit, payload) : null,
        site,
        via: (isRethrown ? callsOutside(site, stack) : stack).filter((call) => !isWithin(call, site)),
      };
    });
  }

  /** A result that is meant for an error, or that tells of one. */
  #told(seenAs: SeenAs, told?: Failure): Row[] {
    const root = told && told.origin !== "first-party" ? told : rootOf(this.#exit);
    const places = this.#places(root);
    return this.#variants(root).map((payload) => this.#row(seenAs, root, payload, places));
  }

  #unknown(): Row[] {
    const root = rootOf(this.#exit);
    const row = this.#row("unknown", root, undefined, this.#places(root));
    return [{ ...row, outcome: root ? "failure" : "success", contract: { ...NO_CONTRACT, complete: false } }];
  }

  /** Failures of which the model reads nothing. */
  #lost(): Row[] {
    const exit = this.#exit;
    return exit.failures.flatMap((failure): Row[] => {
      const lost = { failure, exit, others: this.#exits, caughtAt: exit.state.caught.get(failure) };
      const swallowed = placeOfLoss(lost, this.#ordinary);
      const site = swallowed && !exemptionOf(lost) ? swallowed : placeOfUnchecked(failure, exit, this.#exits);
      return site ? [this.#hidden(failure, site)] : [];
    });
  }

  #unawaited(): Row[] {
    return unawaitedAt(this.#exit, this.#exits).map(({ operation, site }) =>
      this.#hidden({ operation, source: "unawaited", origin: "unknown", thrown: undefined }, site),
    );
  }

  #hidden(failure: Failure, site: Site): Row {
    const row = this.#row("hidden", failure, undefined, [site]);
    const via = callsOf(failure.operation.stack);
    return {
      ...row,
      outcome: "failure",
      message: null,
      instead: readingOf(this.#exit),
      site,
      via: via.filter((call) => !isWithin(call, site)),
    };
  }

  /** The call worked, or it went on after a failure that may pass: a result of its own for that is a way out, too. */
  #ordinaryResult(): Row[] {
    const exit = this.#exit;
    const root = rootOf(exit);
    if (root && !this.#isOwnResult(root)) return [];
    const row = this.#row("result", root, undefined, this.#places(root));
    const site = !root && exit.at ? valueOf(exit.at) : row.site;
    return [{ ...row, site, outcome: this.#isEmpty(row.trigger) ? "empty" : "success" }];
  }

  /** What is given after the failure is not what the model reads without it. */
  #isOwnResult(root: Failure): boolean {
    const exit = this.#exit;
    if (placeOfResult(exit, this.#ordinary, exit.state.caught.get(root))?.isOwn !== true) return false;
    const words = readingOf(exit);
    return words === null || !this.#exits.some((one) => isPlain(one) && readingOf(one) === words);
  }

  #isEmpty({ kind }: TriggerFacts): boolean {
    const { visible, state } = this.#exit;
    if (kind === "empty-list") return true;
    const words = visible.parts.map((part) => wordsOf(part, state)).join("\n");
    if (/^\s*(?:(?:\[\])\s*)?$/u.test(words) && readingOf(this.#exit) === "[]") return true;
    return tellsNothingFound(words) || (kind !== "always" && kind !== "input" && tellsNotFoundById(words));
  }

  /** What the model reads, once for each set of fields; undefined where there are none. */
  #variants(root: Failure | undefined): (Payload | undefined)[] {
    const payloads = payloadsOf(this.#exit);
    const seen = new Set<string>();
    const found = payloads.filter((payload) => {
      const key = JSON.stringify([
        contractOf(payload),
        messageOf(this.#exit, payload),
        triggerOf(this.#exit, root, this.#conditions(payload), []),
      ]);
      return !seen.has(key) && seen.add(key);
    });
    return found.length > 0 ? found : [undefined];
  }

  /** The tests that lead to where the result is made: where paths have met since, only these are its own. */
  #conditions(payload: Payload | undefined): readonly Condition[] {
    const { conditions, visible } = this.#exit;
    const tests = (payload && recordOf(payload)?.tests) ?? visible.result?.tests;
    return tests ? conditionsOf(tests) : conditions;
  }

  #row(seenAs: SeenAs, root: Failure | undefined, payload: Payload | undefined, places: readonly Site[]): Row {
    const exit = this.#exit;
    const { visible } = exit;
    const made = payload?.records.map((record) => record.made) ?? [];
    const isOne = payloadsOf(exit).length <= 1;
    const trigger = triggerOf(exit, root, this.#conditions(payload), isOne ? places : [...made, ...places]);
    const { site, via } = this.#decision(seenAs, root, payload);
    const isEmptyError = emptyErrorOf(exit, this.#exits) !== undefined;
    return {
      exit,
      root,
      outcome: isEmptyError ? "empty" : "failure",
      seenAs,
      trigger,
      contract: payload ? contractOf(payload) : NO_CONTRACT,
      message: messageOf(exit, payload),
      instead: null,
      site,
      via: via.filter((call) => !isWithin(call, site)),
      made: [...made, ...(visible.result ? [visible.result.made] : [])],
    };
  }

  /** Where a result is decided on, with the calls that lead there. */
  #decision(seenAs: SeenAs, root: Failure | undefined, payload: Payload | undefined): Decision {
    const { visible } = this.#exit;
    const record = (payload && recordOf(payload)) ?? visible.result;
    if (record && seenAs === "error-result") return decisionOf(record);
    return { site: this.#site(root), via: callsOf(visible.result?.calls) };
  }

  /** Where the exit is decided. */
  #site(root: Failure | undefined): Site {
    const exit = this.#exit;
    const { caught } = exit.state;
    // What was thrown for the failure is what the clause has got.
    const caughtAt = root && [root, ...exit.state.failures].flatMap((failure) => caught.get(failure) ?? [])[0];
    return (
      placeOfResult(exit, this.#ordinary, caughtAt)?.site ??
      (exit.at && valueOf(exit.at)) ??
      exit.visible.result?.made ?? { node: exit.tool.registration, file: exit.file }
    );
  }

  /** The places that the result goes through, innermost first. */
  #places(root: Failure | undefined): Site[] {
    const { visible, state, at } = this.#exit;
    const calls = callsOf(visible.result?.calls).reverse();
    const made = visible.result ? [visible.result.made, ...calls] : [];
    const returns = state.returns().map(({ site }) => site);
    return [...made, this.#site(root), ...returns, ...(at ? [at] : [])];
  }
}

/** Of the calls that lead to an operation, those that lead to the function around a place on the way. */
function callsOutside({ node }: Site, calls: readonly Site[]): readonly Site[] {
  const fn = enclosingFunction(node);
  const first = calls.findIndex((call) => enclosingFunction(call.node) === fn);
  return first < 0 ? calls : calls.slice(0, first);
}

/** An ordinary result on a path without a failure. */
function isPlain({ seen, failures }: FlowExit): boolean {
  return seen === "result" && failures.length === 0;
}

/** The object with the fields of the contract. */
function recordOf({ fields }: Payload): RecordObject | undefined {
  return fields.find(({ concept }) => concept === "category" || concept === "retryable")?.record;
}
