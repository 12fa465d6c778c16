import type { File } from "../../src/analysis/file.js";
import { entriesOf, HANDLER_ARGUMENTS } from "../../src/analysis/exits/entries.js";
import { Interpreter, type Run } from "../../src/analysis/flow/interpreter.js";
import type { Completion } from "../../src/analysis/flow/completions.js";
import { show } from "../../src/analysis/flow/show.js";
import { toolsOf } from "../../src/analysis/tools/file-tools.js";
import { open } from "./source.js";

/** Each run of the tools of a file. */
export function runsOf(file: File, interpreter: Interpreter): Run[] {
  return toolsOf(file).tools.flatMap((tool) =>
    entriesOf(tool, file, interpreter).map(({ handler, site }) => interpreter.run(handler, HANDLER_ARGUMENTS, site)),
  );
}

/** The ends of the body of a handler, each as `how value`, with `after` what failed on the way and `pending` what nobody awaits. */
export function exitsOf(body: string, before = "", others: Readonly<Record<string, string>> = {}): string[] {
  const file = open(toolFile(body, before), others);
  const [run] = runsOf(file, new Interpreter());
  if (!run?.complete) throw new Error("no complete run");
  return run.completions.map(exit).sort();
}

/** A file with one tool. */
export function toolFile(body: string, before = "", name = "load"): string {
  return `
    import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
    import { api } from "service";
    ${before}
    const server = new McpServer({ name: "shop", version: "1.0.0" });
    server.registerTool("${name}", { description: "Loads an order." }, async (input) => {${body}});
  `;
}

export function exit({ how, value, state }: Completion): string {
  const failures = state.failures.map(({ operation, source }) => `${operation.name} ${source}`);
  const pending = state.started.flatMap((id) => {
    const promise = state.slot(id);
    return promise?.kind === "promise-state" && !promise.handled && promise.state.settled === "pending"
      ? [promise.state.operation.name]
      : [];
  });
  return [
    how === "throw" ? "throw" : "return",
    show(value, state),
    ...(failures.length > 0 ? [`after ${failures.join(", ")}`] : []),
    ...(pending.length > 0 ? [`pending ${pending.join(", ")}`] : []),
  ].join(" ");
}
