import { tellsMissingTool } from "../../contract/lexicon.js";
import { blamesRequest, isMcpErrorClass } from "../../contract/protocol.js";
import { calleeName, lastName } from "../../syntax/names.js";
import { enclosingFunction, isFunction, parentOf, unwrap, type Node } from "../../syntax/tree.js";
import type { Failure } from "../flow/operations.js";
import { failureIn } from "../flow/heap.js";
import type { Condition } from "../flow/conditions.js";
import { conveyed } from "../flow/provenance.js";
import type { Site } from "../flow/values.js";
import { handsOnRequest } from "../values/forwarding.js";
import type { Exit, ToolExits } from "./exits.js";
import { unguardedIn, type Unguarded } from "./unguarded.js";
import { wordsOf } from "./words.js";

/** A failure that leaves as a throw, of which the framework makes a JSON-RPC error. */
export interface ProtocolError {
  readonly site: Site;
  readonly failure: Failure;
  readonly exit: Exit;
  /**
   * `unguarded`: nothing catches it; `handedOn`: its promise goes past the `catch` block around it; `rethrown`: a `catch` block
   * throws it on; `rethrownBelow`: one of a function that makes no results; `thrown`: the project's code throws it itself;
   * `answered`, `answeredAbove`: the block, here or for all methods of the protocol, writes the JSON-RPC error itself.
   */
  readonly how: "unguarded" | "handedOn" | "rethrown" | "rethrownBelow" | "thrown" | "answered" | "answeredAbove";
  /** What fails or is thrown, for the message. */
  readonly what: string;
}

export function protocolErrorsIn({ exits }: ToolExits): ProtocolError[] {
  const makers = makersOfResults(exits);
  const found: ProtocolError[] = [];
  const open: Unguarded[] = [];
  for (const exit of exits) {
    if (exit.how !== "throw" || exit.seen !== "protocol-error" || !exit.tool.certain) continue;
    const failure = failureIn(exit.value, exit.state);
    if (!failure) continue;
    const own = failure.origin === "first-party";
    const cause = own ? exit.failures.find(({ origin }) => origin !== "first-party") : failure;
    if (isRequestError(exit, failure, cause) || isAborted(exit)) continue;
    const clause = cause && (clauseAround(own ? failure.operation.site : exit.at) ?? clauseOf(exit, cause));
    const isBelow = clause !== undefined && !makers.has(enclosingFunction(clause.node));
    if (clause && (!isBelow || isProtocolClass(exit)))
      found.push({
        site: clause,
        failure: cause,
        exit,
        how: isBelow ? "rethrownBelow" : "rethrown",
        what: "the caught error",
      });
    else if (cause && !isThrownHere(exit, failure, makers)) open.push({ failure: cause, exit });
    else if (cause || refusesByState(exit, failure))
      found.push({ site: failure.operation.site, failure, exit, how: "thrown", what: thrownName(failure) });
  }
  return [...found, ...unguardedIn(open, exits)];
}

/** The handler, or what makes results with it, has looked at what failed, and raises a protocol error itself. */
function isThrownHere(exit: Exit, { origin, operation }: Failure, makers: ReadonlySet<Node | undefined>): boolean {
  return origin === "first-party" && isProtocolClass(exit) && makers.has(enclosingFunction(operation.site.node));
}

/** The functions through which the results of a tool are made, its handler among them. */
function makersOfResults(exits: readonly Exit[]): ReadonlySet<Node | undefined> {
  const makers = new Set<Node | undefined>();
  for (const { visible, state, failures } of exits) {
    for (const { node } of [
      ...(visible.result?.calls?.sites() ?? []),
      ...(visible.result ? [visible.result.made] : []),
    ])
      makers.add(isFunction(node) ? node : enclosingFunction(node));
    const [entry] = [...failures, ...state.completed].flatMap((one) =>
      ("stack" in one ? one : one.operation).stack.sites(),
    );
    if (isFunction(entry?.node)) makers.add(entry.node);
  }
  return makers;
}

/** The `catch` block that throws the failure on, or another one in its place. */
function clauseAround(at: Site | undefined): Site | undefined {
  if (at?.node.type !== "ThrowStatement") return undefined;
  for (let up = parentOf(at.node); up && !isFunction(up); up = parentOf(up))
    if (up.type === "CatchClause") return { node: up, file: at.file };
  return undefined;
}

function clauseOf({ state }: Exit, cause: Failure): Site | undefined {
  const caughtAt = state.caught.get(cause);
  return caughtAt?.node.type === "CatchClause" ? caughtAt : undefined;
}

function isProtocolClass({ value, state }: Exit): boolean {
  const name = state.recordOf(value)?.fields.get("name");
  return name?.kind === "constant" && isMcpErrorClass(String(name.value));
}

/** `new McpError(…)` */
function thrownName({ operation }: Failure): string {
  const { node } = operation.site;
  const made = node.type === "ThrowStatement" ? unwrap(node.argument) : node;
  return made.type === "NewExpression" ? `new ${calleeName(made) ?? "Error"}(…)` : "the thrown error";
}

/** The request is wrong: an unknown tool, arguments that do not fit. */
function isRequestError(exit: Exit, failure: Failure, cause: Failure | undefined): boolean {
  if (exit.state.conditions().some(isForInvalidInput)) return true;
  if (failure.origin === "validator" || cause?.origin === "validator") return true;
  if (cause && isForwarded(cause)) return true;
  const words = exit.visible.parts.map((part) => wordsOf(part, exit.state)).join(" ");
  return tellsMissingTool(words) || blamesRequest(words);
}

/** `error instanceof ZodError` */
function isForInvalidInput({ holds, operator, site }: Condition): boolean {
  const { node } = site;
  const name = node.type === "BinaryExpression" ? lastName(node.right) : undefined;
  return holds && operator === "instanceof" && /^(?:Zod|Validation|Schema|Valibot|Ajv)\w*Error$/u.test(name ?? "");
}

/** The client has ended the call, or the error is one of the protocol's already, from wherever it comes. */
function isAborted(exit: Exit): boolean {
  const isOwn = isProtocolClass(exit);
  return exit.state.conditions().some(({ subject, other, holds }) => {
    const key = subject.kind === "derived" ? (subject.key ?? "") : "";
    const word = other?.kind === "constant" ? String(other.value) : "";
    const name = other?.kind === "library" ? (other.path.at(-1) ?? "") : "";
    return holds && (/aborted$/u.test(key) || /^Abort/u.test(word) || (!isOwn && isMcpErrorClass(name)));
  });
}

/** The test that leads to the throw asks for something that an operation has brought, or for a limit that the server sets. */
function refusesByState(exit: Exit, failure: Failure): boolean {
  // What is asked of the error on its way out has not led to it.
  const isOfError = ({ subject }: Condition): boolean =>
    failureIn(subject, exit.state) === failure ||
    conveyed(subject, exit.state).some((source) => source.kind === "failure" && source.failure === failure);
  const last = exit.state.conditions().findLast((condition) => !isOfError(condition));
  if (!last) return false;
  const sources = conveyed(last.subject, exit.state);
  return (
    sources.some(
      (source) =>
        source.kind === "failure" ||
        (source.kind === "operation" && !/^(?:safeParse|parse|validate|check)/u.test(source.operation.verb)),
    ) ||
    (isLimit(last) && sources.some(({ kind }) => kind === "input"))
  );
}

/** `amount > 500`; how long a list or a text may be is a matter of its form. */
function isLimit({ operator, subject, other }: Condition): boolean {
  const isOfForm = subject.kind === "derived" && /\.(?:length|size)$/u.test(subject.key ?? "");
  return /^[<>]=?$/u.test(operator) && !isOfForm && other?.kind === "constant" && typeof other.value === "number";
}

/** A proxy hands on what the other server says. */
export function isForwarded({ operation: { site } }: Failure): boolean {
  return site.node.type === "CallExpression" && handsOnRequest(site.node, site.file);
}
