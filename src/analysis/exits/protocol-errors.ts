import { tellsMissingTool } from "../../contract/lexicon.js";
import { blamesRequest, isMcpErrorClass } from "../../contract/protocol.js";
import { lastName } from "../../syntax/names.js";
import { enclosingStatement, isFunction, parentOf, type Node } from "../../syntax/tree.js";
import type { Failure } from "../flow/operations.js";
import { failureIn } from "../flow/heap.js";
import { useOf } from "../flow/operate.js";
import type { Condition } from "../flow/conditions.js";
import { conveyed } from "../flow/provenance.js";
import type { Site } from "../flow/values.js";
import type { Exit, ToolExits } from "./exits.js";
import { isCleanupOrTelemetry } from "../policy/exemptions.js";
import { isWithin } from "./places.js";
import { wordsOf } from "./words.js";

/** A failure that leaves as a throw, of which the framework makes a JSON-RPC error. */
export interface ProtocolError {
  readonly site: Site;
  readonly failure: Failure;
  readonly exit: Exit;
  /** Nothing catches it, a `catch` block throws it on, or the project's code throws it itself. */
  readonly how: "uncaught" | "rethrown" | "thrown";
}

export function protocolErrorsIn({ exits }: ToolExits): ProtocolError[] {
  const found = new Map<Node, ProtocolError>();
  for (const exit of exits) {
    if (exit.how !== "throw" || exit.seen !== "protocol-error" || !exit.tool.certain) continue;
    const failure = failureIn(exit.value, exit.state);
    if (!failure) continue;
    const cause =
      failure.origin === "first-party" ? exit.failures.find(({ origin }) => origin !== "first-party") : failure;
    if (isRequestError(exit, failure, cause) || isAborted(exit)) continue;
    const rethrown = clauseOf(exit.at) ?? (cause && exit.state.caught.get(cause));
    const own = failure.origin === "first-party";
    if (own && !cause && !refusesByState(exit)) continue;
    // Of a promise that is returned past a try, it is not known whether there is one.
    if (
      !own &&
      !rethrown &&
      !failure.operation.isAsync &&
      useOf(failure.operation.site.node) === "awaited" &&
      isReturnedInTry(failure)
    )
      continue;
    const isUncaught = !own && !rethrown;
    if (isUncaught && isCleanupOrTelemetry({ failure, exit, others: exits, caughtAt: undefined })) continue;
    const site = rethrown ?? (own ? failure.operation.site : placeOfUncaught(failure));
    if (!site || found.has(site.node)) continue;
    found.set(site.node, {
      site,
      failure: cause ?? failure,
      exit,
      how: rethrown ? "rethrown" : own ? "thrown" : "uncaught",
    });
  }
  return [...found.values()];
}

/** The request is wrong: an unknown tool, arguments that do not fit. */
function isRequestError(exit: Exit, failure: Failure, cause: Failure | undefined): boolean {
  if (exit.state.conditions().some(isForInvalidInput)) return true;
  if (failure.origin === "validator" || cause?.origin === "validator") return true;
  if (cause && forwards(cause, exit)) return true;
  const words = exit.visible.parts.map((part) => wordsOf(part, exit.state)).join(" ");
  return tellsMissingTool(words) || blamesRequest(words);
}

/** `error instanceof ZodError` */
function isForInvalidInput({ holds, operator, site }: Condition): boolean {
  const { node } = site;
  const name = node.type === "BinaryExpression" ? lastName(node.right) : undefined;
  return holds && operator === "instanceof" && /^(?:Zod|Validation|Schema|Valibot|Ajv)\w*Error$/u.test(name ?? "");
}

/** The `catch` block that throws. */
function clauseOf(at: Site | undefined): Site | undefined {
  if (at?.node.type !== "ThrowStatement") return undefined;
  for (let up = parentOf(at.node); up && !isFunction(up); up = parentOf(up))
    if (up.type === "CatchClause") return { node: up, file: at.file };
  return undefined;
}

function isReturnedInTry({ operation }: Failure): boolean {
  const statement = enclosingStatement(operation.site.node);
  return statement.type === "ReturnStatement" && parentOf(statement)?.parent?.type === "TryStatement";
}

/** The client has ended the call: it does not wait for a result. */
function isAborted(exit: Exit): boolean {
  return exit.state.conditions().some(({ subject, other, holds }) => {
    const key = subject.kind === "derived" ? (subject.key ?? "") : "";
    const word = other?.kind === "constant" ? String(other.value) : "";
    const name = other?.kind === "library" ? (other.path.at(-1) ?? "") : "";
    return holds && (/aborted$/u.test(key) || /^Abort/u.test(word) || isMcpErrorClass(name));
  });
}

/** `client.callTool(request.params)`: a proxy hands on what the other server says. */
function forwards({ operation }: Failure, exit: Exit): boolean {
  return (
    /^(?:callTool|request)$/u.test(operation.verb) &&
    operation.args.some((arg) => conveyed(arg, exit.state).some(({ kind }) => kind === "input"))
  );
}

/** The test that leads to the throw asks for something that an operation has brought. */
function refusesByState(exit: Exit): boolean {
  const last = exit.state.conditions().at(-1);
  return (
    last !== undefined &&
    conveyed(last.subject, exit.state).some(
      (source) => source.kind === "operation" && !/^(?:safeParse|parse|validate|check)/u.test(source.operation.verb),
    )
  );
}

/** The statement of the handler from which the failing call is made. */
function placeOfUncaught({ operation }: Failure): Site | undefined {
  const [entry, first] = [...operation.stack.sites(), operation.site];
  const site = first ?? operation.site;
  if (entry && site.file.filename === entry.file.filename && isFunction(entry.node) && !isWithin(site, entry))
    return undefined;
  const statement = enclosingStatement(site.node);
  return { node: isFunction(statement) ? site.node : statement, file: site.file };
}
