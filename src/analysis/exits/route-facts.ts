import type { File } from "../file.js";
import { falseSuccessesIn, type FalseSuccess } from "./false-successes.js";
import { flatWaitsIn, type FlatWait } from "./flat-waits.js";
import { routesThrough } from "./flow-model.js";
import { payloadsOf, type Payload } from "./payload.js";
import { placed, type Placed } from "./queries.js";
import type { RouteExits } from "./route-exits.js";

/** Every spelling of the field that says whether a call may be repeated holds this. */
const RETRY = /retr[iy]/iu;

/** What the answers of the HTTP routes that run through a file say of it. Each part is computed when it is first asked for. */
export class RouteFacts {
  readonly #file: File;
  #routes: readonly RouteExits[] | undefined;
  #told: readonly RouteExits[] | undefined;

  constructor(file: File) {
    this.#file = file;
  }

  get all(): readonly RouteExits[] {
    return (this.#routes ??= routesThrough(this.#file));
  }

  /** The answers that keep the error contract: their body is meant for an agent. */
  get told(): readonly RouteExits[] {
    if (!RETRY.test(this.#file.text)) return [];
    return (this.#told ??= this.all.map((route) => ({
      ...route,
      exits: route.exits.filter((exit) => payloadsOf(exit).some(isContract)),
    })));
  }

  get falseSuccesses(): readonly Placed<FalseSuccess>[] {
    const faults = falseSuccessesIn(this.all);
    return placed(this.all.slice(0, 1), () => faults, this.#file);
  }

  get flatWaits(): readonly Placed<FlatWait>[] {
    return placed(this.told, (route) => flatWaitsIn(route, this.#file), this.#file);
  }
}

function isContract({ fields }: Payload): boolean {
  const concepts = new Set(fields.map(({ concept }) => concept));
  return concepts.has("retryable") && (concepts.has("category") || concepts.has("code"));
}
