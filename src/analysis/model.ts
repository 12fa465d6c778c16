import type { TSESTree } from "@typescript-eslint/types";
import { ancestors, isFunction, type FunctionNode } from "../syntax/tree.js";
import { exitsThrough } from "./exits/flow-model.js";
import { performedWrites } from "./exits/performed-writes.js";
import { flowFactsOf, type FlowFacts } from "./exits/queries.js";
import { RouteFacts } from "./exits/route-facts.js";
import { ToldErrors } from "./exits/told-errors.js";
import type { File } from "./file.js";
import { toolsOf } from "./tools/file-tools.js";
import type { WritingCall } from "./tools/declared/index.js";
import type { FileContext, Tool } from "./tools/index.js";
import { handlersRegisteredElsewhere } from "./results/registered-elsewhere.js";
import { reachedFunctions, type ReachedFunction } from "./tools/reach.js";
import { isSettled } from "./reachability/unreachable.js";

/** Everything that the rules ask about one file. Each part is computed when it is first asked for. */
export class Model {
  readonly file: File;
  readonly context: FileContext;
  readonly tools: readonly Tool[];
  readonly reached: ReadonlyMap<FunctionNode, ReachedFunction>;
  /** Tools whose handlers stand here, and whose registrations in other files. */
  readonly #elsewhere: readonly Tool[];
  #routes: RouteFacts | undefined;
  #flow: FlowFacts | undefined;
  #told: ToldErrors | undefined;

  constructor(file: File) {
    this.file = file;
    const { context, tools, reached } = toolsOf(file);
    this.context = context;
    this.tools = tools;
    this.#elsewhere = context.isMcp ? handlersRegisteredElsewhere(file) : [];
    this.reached =
      this.#elsewhere.length > 0 ? reachedFunctions(context, [...this.tools, ...this.#elsewhere]) : reached;
  }

  /** No call of a tool comes to the place. */
  neverRuns(place: TSESTree.Node | TSESTree.Comment): boolean {
    if (place.type === "Line" || place.type === "Block") return false;
    const around = ancestors(place).find((up) => isFunction(up) && this.reached.has(up)) as FunctionNode | undefined;
    return isSettled(place, around && this.reached.get(around), this.file);
  }

  /** What the exits of the tools that run through the file say of it. */
  get flow(): FlowFacts {
    return (this.#flow ??= flowFactsOf(this.file, this.reached.values()));
  }

  /** The operations by which a tool of the file changes something, in whatever file they stand. */
  writesOf(tool: Tool): readonly WritingCall[] {
    return performedWrites(tool, exitsThrough(this.file));
  }

  /** What the exits of the tools that run through the file say of the errors that the model reads. */
  get told(): ToldErrors {
    return (this.#told ??= new ToldErrors(this.file, this.reached.values(), this.routes));
  }

  /** What the answers of the HTTP routes that run through the file say of it. */
  get routes(): RouteFacts {
    return (this.#routes ??= new RouteFacts(this.file));
  }
}
