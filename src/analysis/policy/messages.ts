import { conveyed } from "../flow/provenance.js";
import type { Source } from "../flow/values.js";
import type { Lost } from "./lost.js";

/** Why the message of an error may be read by the model as a library wrote it. */
interface HarmlessMessage {
  readonly id: string;
  readonly when: (failed: Lost) => boolean;
}

const READS_FILE = /^(?:readFile|readdir|readJson|stat|access|opendir)(?:Sync)?$/u;
const ON_TEXT = /^(?:transform|compile|tokeni[sz]e|lint|minify|interpret|transpile)/u;
const TELLS_BY_EVENT = /^(?:send|write|end|kill|emit|close|off|remove\w*Listeners?)$/u;
const OF_TELEMETRY = /telemetry|analytics|logger|tracer|metrics/iu;

/** What the operation is given: neither the input of the tool, nor what other work has brought. */
export function isOwnFile({ failure: { operation }, exit: { state } }: Lost): boolean {
  if (!READS_FILE.test(operation.verb)) return false;
  const given = [...operation.inputs, ...operation.args.flatMap((arg) => conveyed(arg, state))];
  const isNamed = ({ operation: { verb, inputs } }: Extract<Source, { kind: "operation" }>): boolean =>
    READS_FILE.test(verb) && inputs.length === 0;
  return given.every((source) => source.kind === "item" || (source.kind === "operation" && isNamed(source)));
}

function isOfFetch({ failure: { operation, source } }: Lost): boolean {
  return source === "rejected" && operation.row?.fails === "response" && operation.row.modules.includes("global");
}

/** The same clause gets errors that the project throws itself. */
function tellsOwnErrors({ caughtAt, others }: Lost): boolean {
  return others.some(({ failures, state }) =>
    failures.some((other) => other.origin === "first-party" && state.caught.get(other)?.node === caughtAt?.node),
  );
}

const HARMLESS: readonly HarmlessMessage[] = [
  {
    // "fetch failed", where the text is there for errors of the project's own: where to, and why, stands in the cause.
    id: "fetch",
    when: (failed) => isOfFetch(failed) && tellsOwnErrors(failed),
  },
  {
    // What a handler of the client's answers makes of the error is seen where that is thrown.
    id: "intercepted",
    when: ({ failure: { operation } }) =>
      operation.row?.modules.includes("axios") === true && operation.site.file.text.includes("interceptors.response"),
  },
  { id: "own-file", when: isOwnFile },
  {
    // A statement of the server's own, in its own process.
    id: "own-rows",
    when: ({ failure: { operation } }) =>
      operation.row?.modules.includes("better-sqlite3") === true &&
      /^(?:prepare|get|all|iterate|pluck)$/u.test(operation.verb),
  },
  {
    id: "input",
    when: ({ failure: { operation, source } }) =>
      source === "thrown" && ON_TEXT.test(operation.verb) && operation.inputs.every(({ kind }) => kind === "input"),
  },
  {
    id: "event",
    when: ({ failure: { operation, source } }) => source === "thrown" && TELLS_BY_EVENT.test(operation.verb),
  },
  {
    id: "beside",
    when: ({ failure: { operation } }) => OF_TELEMETRY.test(operation.name),
  },
];

/** The message holds nothing of the server's insides, or does not come. */
export function holdsNoInternals(failed: Lost): boolean {
  return HARMLESS.some(({ when }) => when(failed));
}
