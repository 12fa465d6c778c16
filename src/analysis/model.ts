import type { TSESTree } from "@typescript-eslint/types";
import { ancestors, isFunction, type FunctionNode, type Node } from "../syntax/tree.js";
import { catchesOf, type CatchFact } from "./catches/catches.js";
import { contractsOf, type Contract } from "./results/contracts.js";
import { errorResultsOf, type ContractResult, type ErrorResult } from "./results/error-results.js";
import { exitsThrough } from "./exits/flow-model.js";
import { performedWrites } from "./exits/performed-writes.js";
import { flowFactsOf, type FlowFacts } from "./exits/queries.js";
import { RouteFacts } from "./exits/route-facts.js";
import { ToldErrors } from "./exits/told-errors.js";
import type { File } from "./file.js";
import { toolsOf } from "./tools/file-tools.js";
import { dispatchedFunctions } from "./results/dispatched.js";
import type { WritingCall } from "./tools/declared/index.js";
import type { FileContext, Tool } from "./tools/index.js";
import { payloadsOf, type Payload } from "./results/payloads.js";
import { handlersRegisteredElsewhere } from "./results/registered-elsewhere.js";
import { reachedFunctions, type ReachedFunction } from "./tools/reach.js";
import { wireAnswers } from "./results/wire-answers.js";
import { returnsOf, type Returned } from "./catches/returns.js";
import { thrownResultsOf } from "./throws/thrown-contracts.js";
import { isSettled } from "./reachability/unreachable.js";

/** The framework takes a returned flag for a success: its failures have to be thrown. */
function isThrowOnly(reached: ReachedFunction | undefined): boolean {
  return reached !== undefined && reached.certain && reached.framework.outcomes.returnedIsError === "success";
}

/** Everything that the rules ask about one file. Each part is computed when it is first asked for. */
export class Model {
  readonly file: File;
  readonly context: FileContext;
  readonly tools: readonly Tool[];
  readonly reached: ReadonlyMap<FunctionNode, ReachedFunction>;
  /** Tools whose handlers stand here, and whose registrations in other files. */
  readonly #elsewhere: readonly Tool[];
  #catches: readonly CatchFact[] | undefined;
  #catchMap: ReadonlyMap<ReachedFunction, readonly CatchFact[]> | undefined;
  #returnMap: ReadonlyMap<ReachedFunction, readonly Returned[]> | undefined;
  #returns: readonly Returned[] | undefined;
  #errorResults: readonly ErrorResult[] | undefined;
  #contractResults: readonly ContractResult[] | undefined;
  #thrownResults: readonly ContractResult[] | undefined;
  #payloads: readonly Payload[] | undefined;
  #contracts: readonly Contract[] | undefined;
  #routes: RouteFacts | undefined;
  #flow: FlowFacts | undefined;
  #told: ToldErrors | undefined;

  constructor(file: File) {
    this.file = file;
    const { context, tools, reached } = toolsOf(file);
    this.context = context;
    this.tools = tools;
    this.#elsewhere = context.isMcp ? handlersRegisteredElsewhere(file) : [];
    const dispatched = context.isMcp ? dispatchedFunctions(file, reached) : [];
    this.reached =
      this.#elsewhere.length + dispatched.length > 0 ? reachedFunctions(context, this.#served, dispatched) : reached;
  }

  get #served(): readonly Tool[] {
    return [...this.tools, ...this.#elsewhere];
  }

  get catches(): readonly CatchFact[] {
    return (this.#catches ??= [...this.#catchesByFunction.values()].flat());
  }

  get #catchesByFunction(): ReadonlyMap<ReachedFunction, readonly CatchFact[]> {
    return (this.#catchMap ??= this.#eachReached((reached) => catchesOf(reached, this.file)));
  }

  get #returnsByFunction(): ReadonlyMap<ReachedFunction, readonly Returned[]> {
    return (this.#returnMap ??= this.#eachReached((reached) =>
      returnsOf(reached, this.#catchesByFunction.get(reached) ?? [], this.file),
    ));
  }

  #eachReached<T>(facts: (reached: ReachedFunction) => readonly T[]): Map<ReachedFunction, readonly T[]> {
    return new Map([...this.reached.values()].map((reached) => [reached, facts(reached)]));
  }

  /** Returned and thrown values of the functions in reach. */
  get returns(): readonly Returned[] {
    return (this.#returns ??= [...[...this.#returnsByFunction.values()].flat(), ...wireAnswers(this.file)]);
  }

  get errorResults(): readonly ErrorResult[] {
    return (this.#errorResults ??= errorResultsOf(this.context, this.reached));
  }

  /** Error results that the file builds to return them: those that should be a throw are left to `no-invisible-error`. */
  get returnedResults(): readonly ErrorResult[] {
    return this.errorResults.filter(({ reached }) => !isThrowOnly(reached));
  }

  /** What the framework makes an error result of, thrown as JSON. */
  get thrownResults(): readonly ContractResult[] {
    return (this.#thrownResults ??= thrownResultsOf(this.returns, this.file));
  }

  /** The place throws an error result, or makes one that is thrown. */
  isThrown(place: Node): boolean {
    return (
      this.thrownResults.some(({ node }) => node === place) ||
      this.returns.some(({ form, node }) => form === "throw" && node === place)
    );
  }

  /** No call of a tool comes to the place. */
  neverRuns(place: TSESTree.Node | TSESTree.Comment): boolean {
    if (place.type === "Line" || place.type === "Block") return false;
    const around = ancestors(place).find((up) => isFunction(up) && this.reached.has(up)) as FunctionNode | undefined;
    return isSettled(place, around && this.reached.get(around), this.file);
  }

  /** Error results that have to keep the contract, however they leave the handler. */
  get contractResults(): readonly ContractResult[] {
    return (this.#contractResults ??= [
      ...this.returnedResults.map((result) => ({ ...result, node: result.literal })),
      ...this.thrownResults,
    ]);
  }

  /** Error results whose fields a builder takes from its caller: the call decides what is in them. */
  get payloads(): readonly Payload[] {
    return (this.#payloads ??= payloadsOf(this.returns, this.file));
  }

  /** Error results that carry contract fields, wherever these are put together. */
  get contracts(): readonly Contract[] {
    return (this.#contracts ??= contractsOf(this.contractResults, this.payloads, this.returns, this.file));
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
