import { workName } from "../../syntax/work.js";
import type { Effect } from "../flow/effects.js";
import type { Operation } from "../flow/operations.js";
import { concernsServerAlone, type Change, type WritingCall } from "../tools/declared/index.js";
import type { Tool } from "../tools/tool.js";
import type { ToolExits } from "./exits.js";

/** What is started, resumed or registered may be a thing of the process: a name alone doesn't tell that it is one outside. */
const CHANGES: Readonly<Partial<Record<Effect, Change>>> = {
  adds: "creates",
  sets: "changes",
  removes: "deletes",
};

/** Requests, whose method is known, and changes of files: what they do needs no reading of names. */
const SURE = /^(?:fetch|request|axios|put|patch|delete|unlink|rm|rmdir|writeFile|appendFile)(?:Sync)?$/u;

/**
 * The operations by which a run of the tool changes something, in whatever file they stand: of a handler that is imported, of a
 * service, of a client of the project's own that gets the method as an argument.
 */
export function performedWrites(tool: Tool, ran: readonly ToolExits[]): readonly WritingCall[] {
  const found = new Map<Operation, WritingCall>();
  for (const { tool: one, exits } of ran) {
    if (one.registration !== tool.registration || one.name !== tool.name) continue;
    for (const operation of exits.flatMap(({ completed }) => completed)) {
      const change = operation.effect && CHANGES[operation.effect];
      const { node } = operation.site;
      if (!change || node.type !== "CallExpression" || found.has(operation)) continue;
      if (concernsServerAlone(operation.verb, operation.receiver)) continue;
      found.set(operation, {
        change,
        name: nameOf(operation),
        node,
        isDirect: false,
        isSure: SURE.test(operation.verb),
      });
    }
  }
  return [...found.values()];
}

/** A request by itself says less than the call of the project's own function that makes it. */
function nameOf({ name, site, stack }: Operation): string {
  if (!/^(?:fetch|request|axios)\(\)$/u.test(name)) return name;
  const caller = stack
    .sites()
    .map(({ node }) => node)
    .filter((node) => node.type === "CallExpression" && node !== site.node)
    .at(-1);
  return caller?.type === "CallExpression" ? workName(caller) : name;
}
