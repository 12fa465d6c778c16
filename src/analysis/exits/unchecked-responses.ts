import { enclosingStatement, type Node } from "../../syntax/tree.js";
import { exemptionOf } from "../policy/exemptions.js";
import { useOf } from "../flow/uses.js";
import type { Failure } from "../flow/operations.js";
import { conveyed } from "../flow/provenance.js";
import type { Site } from "../flow/values.js";
import { conveyanceOf } from "./conveyance.js";
import type { Exit, ToolExits } from "./exits.js";

/** A response whose status nobody asks for: an error page is read as if it were the answer. */
export interface UncheckedResponse {
  readonly site: Site;
  readonly exit: Exit;
  readonly failure: Failure;
  readonly client: "fetch" | "axios";
}

/** Requests whose answer is nobody's business. */
const MAY_PASS: ReadonlySet<string> = new Set(["cleanup", "telemetry", "housekeeping"]);

/** Refused responses that lead to an ordinary result, on a path that never looked at their status. */
export function uncheckedIn({ exits }: ToolExits): UncheckedResponse[] {
  const found = new Map<Node, UncheckedResponse>();
  for (const exit of exits) {
    for (const failure of exit.failures) {
      const site = placeOfUnchecked(failure, exit, exits);
      if (!site || found.has(site.node)) continue;
      const client = failure.operation.row?.fails === "response" ? "fetch" : "axios";
      found.set(site.node, { site, exit, failure, client });
    }
  }
  return [...found.values()];
}

/** Where a response is asked for that leads to an ordinary result though it was refused; undefined where its status is looked at. */
export function placeOfUnchecked(failure: Failure, exit: Exit, others: readonly Exit[]): Site | undefined {
  if (exit.seen === "error-result" || exit.how === "throw") return undefined;
  if (failure.source !== "refused-response" || exit.checkedResponses.has(failure)) return undefined;
  if (!isTaken(exit, failure) || isJudged(exit, failure) || isRepeated(exit, failure)) return undefined;
  if (exemptionOf({ failure, exit, others, caughtAt: undefined }, MAY_PASS)) return undefined;
  return siteOf(failure.operation.site);
}

/** The statement of the call; in an arrow function with an expression body the call itself. */
function siteOf({ node, file }: Site): Site {
  const statement = enclosingStatement(node);
  return { node: statement.type.endsWith("FunctionExpression") ? node : statement, file };
}

/** The body goes into the result, or is read for it; or the call is made for its effect alone. */
function isTaken(exit: Exit, failure: Failure): boolean {
  const conveyance = conveyanceOf(exit, failure);
  if (conveyance === "error")
    return exit.sources.some(
      (source) => source.kind === "failure" && source.failure === failure && source.part !== "status",
    );
  if (conveyance !== "none") return false;
  return (
    exit.state.hasReadBody(failure) ||
    useOf(failure.operation.site.node) === "detached" ||
    isAlone(failure.operation.site.node)
  );
}

/** `await fetch(url);` */
function isAlone(node: Node): boolean {
  const up = node.parent;
  return up?.type === "AwaitExpression" && up.parent.type === "ExpressionStatement";
}

/** Parts of a body that say whether the call worked. */
const VERDICT = /(?:^|\.)(?:errors?|success|ok)$|^isArray/u;
const VERDICT_AS_WORD = /(?:^|\.)(?:status|code|result)$/u;
const WORDS_OF_VERDICT = /^(?:ok|success\w*|error|fail\w*|\d+)$/iu;

/** The body says whether the call worked, and the path has asked it: `data.error`, `"error" in data`, `data.status !== "OK"`. */
function isJudged(exit: Exit, failure: Failure): boolean {
  return exit.state
    .conditions()
    .flatMap((condition) => condition.either ?? [condition])
    .some(({ subject, other, operator }) => {
      const [body, word] =
        [subject, other].find((value) => value?.kind === "derived") === subject ? [subject, other] : [other, subject];
      if (
        !body ||
        !conveyed(body, exit.state).some((source) => source.kind === "failure" && source.failure === failure)
      )
        return false;
      const key = body.kind === "derived" ? (body.key ?? "") : "";
      // An answer of JSON-RPC has a result or an error.
      if (/\.result$/u.test(key) && failure.operation.site.file.text.includes("jsonrpc")) return true;
      if (VERDICT.test(key) || operator === "in" || operator === "instanceof") return true;
      return VERDICT_AS_WORD.test(key) && word?.kind === "constant" && WORDS_OF_VERDICT.test(String(word.value));
    });
}

/** Another attempt of the same request has worked. */
function isRepeated(exit: Exit, { operation }: Failure): boolean {
  return exit.completed.includes(operation);
}
