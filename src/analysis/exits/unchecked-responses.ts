import { enclosingStatement, type Node } from "../../syntax/tree.js";
import { exemptionOf } from "../policy/exemptions.js";
import { useOf } from "../flow/operate.js";
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
    if (exit.seen === "error-result" || exit.how === "throw") continue;
    for (const failure of exit.failures) {
      if (failure.source !== "refused-response" || exit.checkedResponses.has(failure)) continue;
      const { operation } = failure;
      const site = siteOf(operation.site);
      if (found.has(site.node) || !isTaken(exit, failure) || isJudged(exit, failure) || isRepeated(exit, failure))
        continue;
      if (exemptionOf({ failure, exit, others: exits, caughtAt: undefined }, MAY_PASS)) continue;
      found.set(site.node, { site, exit, failure, client: operation.row?.fails === "response" ? "fetch" : "axios" });
    }
  }
  return [...found.values()];
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
