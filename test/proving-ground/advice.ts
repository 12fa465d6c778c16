/** Whether the advice of a finding fits what the framework makes of a throw and of a returned flag. */
import type { Linter } from "eslint";
import type { Framework } from "../../src/frameworks/index.js";

/** "return an error result", "add `isError: true`", but not "makes a success of …, `isError: true` included". */
const ADVISES_FLAG = /\b(?:return|turn|add|set|put|with)\b[^.;:]{0,60}(?:\bisError\b|error result)/iu;
/** "rethrow", "let it reject", "or throw", unless something makes an error result of it further out. */
const ADVISES_THROW =
  /(?:\b(?:rethrow|let it reject)\b|\b(?:or|and|,) throw\b(?! (?:it here )?where))(?!, and return an error result with `isError: true` in the handler)/iu;
const SPEAKS_OF_PROTOCOL = /protocol error|JSON-RPC error/iu;

export function misfits({ message, ruleId, suggestions = [] }: Linter.LintMessage, { outcomes }: Framework): string[] {
  const advice = [message, ...suggestions.map(({ desc }) => desc)].join("\n");
  const found: string[] = [];
  const flagIsError = outcomes.failureForm === "return" || outcomes.failureForm === "either";
  const throwIsError = outcomes.failureForm === "throw" || outcomes.failureForm === "either";
  if (!flagIsError && ADVISES_FLAG.test(advice)) found.push(`advises a flag that makes no error here: ${advice}`);
  if (!throwIsError && ADVISES_THROW.test(advice)) found.push(`advises a throw that makes no error here: ${advice}`);
  if (outcomes.readableFailure !== undefined && ADVISES_THROW.test(advice))
    found.push(`advises a throw whose message is hidden here: ${advice}`);
  if (outcomes.thrown === "tool-error" && SPEAKS_OF_PROTOCOL.test(advice))
    found.push(`speaks of a protocol error, which a throw does not become here: ${advice}`);
  if (outcomes.failureForm === "neither" && TELLS_FAILURES.has(ruleId ?? "") && !/neither way/u.test(advice))
    found.push(`does not say that neither way shows the model a failure: ${advice}`);
  return found;
}

/** The rules that say how a failure gets to the model. */
const TELLS_FAILURES: ReadonlySet<string> = new Set([
  "mcp-errors/no-invisible-error",
  "mcp-errors/no-protocol-error",
  "mcp-errors/require-is-error",
]);
