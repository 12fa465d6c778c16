import type { Node } from "../../syntax/tree.js";
import type { File } from "../file.js";
import { memoised, memoisedForBoth } from "../memoised.js";
import { bareThrowsIn, type BareThrow } from "./bare-throws.js";
import { missingWaitsIn, retryableTerminalIn, type Contradiction, type MissingWait } from "./contradictions.js";
import type { ReachedFunction } from "../tools/reach.js";
import type { ToolExits } from "./exits.js";
import { exitsThrough } from "./flow-model.js";
import { leaksIn, type Leak } from "./leaks.js";
import { genericMessagesIn, type GenericMessage } from "./generic.js";
import { handBuiltIn, type HandBuilt } from "./hand-built.js";
import { invisibleIn, type Invisible } from "./invisible.js";
import { lostDataIn, type LostData } from "./lost-data.js";
import { rawMessagesIn, type RawMessage } from "./raw-messages.js";
import { refusedStructuresIn, type RefusedStructure } from "./refused-structures.js";
import { placed, type Placed } from "./queries.js";
import type { RouteFacts } from "./route-facts.js";
import { toldErrorsIn, type ToldError } from "./told-contract.js";
import { unclassifiedIn, type Unclassified } from "./unclassified.js";
import type { Site } from "../flow/values.js";

const retryableTerminals = memoised(retryableTerminalIn);
const missingWaits = memoised(missingWaitsIn);
const leaks = memoised(leaksIn);
const rawMessages = memoised(rawMessagesIn);
const unclassified = memoised(unclassifiedIn);
const handBuilt = memoised(handBuiltIn);
const invisible = memoised(invisibleIn);
const lostData = memoised(lostDataIn);
const refusedStructures = memoised(refusedStructuresIn);
const bareThrows = memoised(bareThrowsIn);

/** By the further phrases, as text. */
const genericMessages = memoisedForBoth((tool: ToolExits, phrases: string) =>
  genericMessagesIn(tool, JSON.parse(phrases) as readonly string[]),
);

/** What the exits of the tools that run through a file say of the errors that the model reads. Each part is computed when it is first asked for. */
export class ToldErrors {
  readonly #file: File;
  readonly #reached: Iterable<ReachedFunction>;
  readonly #routes: RouteFacts;
  readonly #known = new Map<unknown, readonly unknown[]>();
  #tools: readonly ToolExits[] | undefined;
  #errors: readonly ToldError[] | undefined;

  /**
   * @param reached the functions of the file in reach of a tool, found or guessed
   * @param routes the HTTP routes that run through the file, some of which answer an agent
   */
  constructor(file: File, reached: Iterable<ReachedFunction>, routes: RouteFacts) {
    this.#file = file;
    this.#routes = routes;
    this.#reached = reached;
  }

  get tools(): readonly ToolExits[] {
    return (this.#tools ??= [...exitsThrough(this.#file, this.#reached), ...this.#routes.told]);
  }

  get retryableTerminals(): readonly Placed<Contradiction>[] {
    return this.#placed(retryableTerminals);
  }

  get missingWaits(): readonly Placed<MissingWait>[] {
    return this.#placed(missingWaits);
  }

  /** @param phrases further messages that are taken for generic */
  genericMessages(phrases: readonly string[]): readonly Placed<GenericMessage>[] {
    return placed(this.tools, (tool) => genericMessages(tool, JSON.stringify(phrases)), this.#file);
  }

  /** The flagged errors, once for each way to make them. */
  get errors(): readonly ToldError[] {
    return (this.#errors ??= toldErrorsIn(this.tools, this.#file));
  }

  /** The faults that have a place in the file, the first one at each place, in source order. */
  each<T extends { readonly site: Site }>(faults: readonly T[]): readonly Placed<T>[] {
    return placed([faults], (one) => one, this.#file).sort((a, b) => a.node.range[0] - b.node.range[0]);
  }

  /** The node at a place, where that is in the file. */
  nodeAt(site: Site | undefined): Node | undefined {
    return site && this.each([{ site }])[0]?.node;
  }

  get leaks(): readonly Placed<Leak>[] {
    return this.#placed(leaks);
  }

  get rawMessages(): readonly Placed<RawMessage>[] {
    return this.#placed(rawMessages);
  }

  get unclassified(): readonly Placed<Unclassified>[] {
    return this.#placed(unclassified);
  }

  get handBuilt(): readonly Placed<HandBuilt>[] {
    return this.#placed(handBuilt);
  }

  get invisible(): readonly Placed<Invisible>[] {
    return this.#placed(invisible);
  }

  get lostData(): readonly Placed<LostData>[] {
    return this.#placed(lostData);
  }

  get refusedStructures(): readonly Placed<RefusedStructure>[] {
    return this.#placed(refusedStructures);
  }

  get bareThrows(): readonly Placed<BareThrow>[] {
    return this.#placed(bareThrows);
  }

  #placed<T extends { readonly site: Site }>(query: (tool: ToolExits) => readonly T[]): readonly Placed<T>[] {
    let known = this.#known.get(query) as readonly Placed<T>[] | undefined;
    if (!known) this.#known.set(query, (known = placed(this.tools, query, this.#file)));
    return known;
  }
}
