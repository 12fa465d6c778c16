import type { File } from "../file.js";
import { bareThrowsIn, type BareThrow } from "./bare-throws.js";
import { missingWaitsIn, retryableTerminalIn, type Contradiction, type MissingWait } from "./contradictions.js";
import type { ReachedFunction } from "../tools/reach.js";
import type { ToolExits } from "./exits.js";
import { exitsThrough } from "./flow-model.js";
import { leaksIn, type Leak } from "./leaks.js";
import { genericMessagesIn, type GenericMessage } from "./generic.js";
import { rawMessagesIn, type RawMessage } from "./raw-messages.js";
import { placed, type Placed } from "./queries.js";
import type { RouteFacts } from "./route-facts.js";
import { unclassifiedIn, type Unclassified } from "./unclassified.js";
import type { Site } from "../flow/values.js";

/** What the exits of the tools that run through a file say of the errors that the model reads. Each part is computed when it is first asked for. */
export class ToldErrors {
  readonly #file: File;
  readonly #reached: Iterable<ReachedFunction>;
  readonly #routes: RouteFacts;
  readonly #known = new Map<unknown, readonly unknown[]>();
  #tools: readonly ToolExits[] | undefined;

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
    return this.#placed(retryableTerminalIn);
  }

  get missingWaits(): readonly Placed<MissingWait>[] {
    return this.#placed(missingWaitsIn);
  }

  /** @param phrases further messages that are taken for generic */
  genericMessages(phrases: readonly string[]): readonly Placed<GenericMessage>[] {
    return placed(this.tools, (tool) => genericMessagesIn(tool, phrases), this.#file);
  }

  get leaks(): readonly Placed<Leak>[] {
    return this.#placed(leaksIn);
  }

  get rawMessages(): readonly Placed<RawMessage>[] {
    return this.#placed(rawMessagesIn);
  }

  get unclassified(): readonly Placed<Unclassified>[] {
    return this.#placed(unclassifiedIn);
  }

  get bareThrows(): readonly Placed<BareThrow>[] {
    return this.#placed(bareThrowsIn);
  }

  #placed<T extends { readonly site: Site }>(
    query: (tool: ToolExits, file: File) => readonly T[],
  ): readonly Placed<T>[] {
    let known = this.#known.get(query) as readonly Placed<T>[] | undefined;
    if (!known) this.#known.set(query, (known = placed(this.tools, (tool) => query(tool, this.#file), this.#file)));
    return known;
  }
}
