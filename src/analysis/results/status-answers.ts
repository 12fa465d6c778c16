import { calleeName, wordsOfName } from "../../syntax/names.js";
import { unwrap, type Node } from "../../syntax/tree.js";
import { ownNodes } from "../../syntax/node-index.js";
import type { File } from "../file.js";
import { variablesIn } from "../values/guards.js";
import type { Returned } from "../catches/returns.js";
import type { ReachedFunction } from "../tools/reach.js";
import { effectAt, toolNameAt } from "../tools/tool-effects.js";

/** "Not connected", "the watcher is not initialized yet": how things stand. */
const STATE =
  /\bnot\s+(?:\w+\s+)?(?:initiali[sz]ed|connected|running|started|configured|authenticated|authori[sz]ed|logged\s+in|signed\s+in|linked|set\s+up|installed|active)\b/iu;

/** What a server can say of itself, asked by `check_connection`, `auth_status`, `is_logged_in`. */
const OF_ITSELF =
  /^(?:connection|connected|auth|authentication|authenticated|login|logged|session|setup|server|system|service|health|healthcheck|ping|whoami|configuration|config|installation|credentials)$/u;
const ASKS = /^(?:check|is|get|show|test|verify|status|health|healthcheck|ping|whoami)$/u;

/** The state was asked for, and is told: an answer, though it opens like a refusal. */
export function answersStatus(returned: Returned, file: File): boolean {
  const { guard, failure, messages, node, reached } = returned;
  if (!guard || failure === "caught" || failure === "response") return false;
  if (!messages.some(({ words }) => STATE.test(words))) return false;
  if (effectAt(node, reached, file).writes === true) return false;
  // `check_connection` may well go on, and try the connection that is configured.
  return asksForState(node, reached, file) || (!goesOn(returned) && testsState(returned, file));
}

/** The tool is there to say how its server stands: `health_check`, `connection-status`. */
export function asksForState(node: Node, reached: ReachedFunction, file: File): boolean {
  const name = wordsOfName(toolNameAt(node, reached, file) ?? "");
  return name.some((word) => OF_ITSELF.test(word)) && name.some((word) => ASKS.test(word));
}

/** A name that leaves nothing but the state to be asked for: `connection_status`, `test_connection`; `get_server_logs` may fail. */
const STATE_ITSELF = /^(?:status|health|healthcheck|ping|whoami|connected|authenticated|logged)$/u;
const TRIES = /^(?:check|test|verify)$/u;
const TRIED = /^(?:connection|auth|authentication|login|session|setup|credentials)$/u;

/** The tool reports a state and nothing else: that it could not be found out is a state as well. */
export function reportsState(node: Node, reached: ReachedFunction, file: File): boolean {
  const name = wordsOfName(toolNameAt(node, reached, file) ?? "");
  if (!name.some((word) => OF_ITSELF.test(word))) return false;
  return (
    name.some((word) => STATE_ITSELF.test(word)) ||
    (name.some((word) => TRIES.test(word)) && name.some((word) => TRIED.test(word)))
  );
}

/** `!status.isInitialized`, where `status = watcher.getStatus()`: that of the server, not of something that was named. */
function testsState({ guard }: Returned, file: File): boolean {
  return (
    guard !== undefined &&
    variablesIn(guard.test, file).some((variable) => {
      const declared = file.bindings.ofVariable(variable);
      if (declared.kind !== "variable" || !declared.init) return false;
      const call = unwrap(declared.init);
      return (
        call.type === "CallExpression" &&
        call.arguments.length === 0 &&
        /(?:status|state|health)$/iu.test(calleeName(call) ?? "")
      );
    })
  );
}

/** The function goes on with other work. */
function goesOn({ node, reached }: Returned): boolean {
  return ownNodes(reached.fn).awaits.some(({ range }) => range[0] > node.range[1]);
}
