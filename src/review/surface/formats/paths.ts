import { printable } from "../../escape.js";
import type { Exit, PathStep, SurfaceTool } from "../types.js";
import { gets } from "./words.js";

/** One exit of a tool; the number counts from 1, in the order of the surface. */
export interface NumberedExit {
  readonly tool: SurfaceTool;
  readonly exit: Exit;
  readonly number: number;
}

/**
 * The ways to exits, step by step, for a terminal.
 * @param pathOf the steps that lead to an exit
 * @param emphasised how a heading is set off
 */
export function surfacePaths(
  exits: readonly NumberedExit[],
  pathOf: (exit: Exit) => readonly PathStep[],
  emphasised: (heading: string) => string = (heading) => heading,
): string {
  return exits.map((one) => `${section(one, pathOf(one.exit), emphasised).join("\n")}\n`).join("\n");
}

function section(
  { tool, exit, number }: NumberedExit,
  steps: readonly PathStep[],
  emphasised: (heading: string) => string,
): string[] {
  const { trigger, message, findings } = exit;
  const name = tool.name ?? "a tool without a fixed name";
  const heading = `${name}, exit ${number} of ${tool.exits.length}: ${trigger.label}`;
  const places = steps.map(({ place }) => `${printable(place.file)}:${place.line}`);
  const width = Math.max(...places.map(({ length }) => length));
  return [
    emphasised(printable(heading)),
    ...steps.map(({ text }, at) => `  ${(places[at] ?? "").padEnd(width)}  ${printable(text)}`),
    `  The model gets: ${printable(gets(exit))}${message === null ? "" : `, "${printable(message)}"`}`,
    ...findings.map(
      ({ rule, file, line, message: text }) => `  ${printable(file)}:${line}  ${rule}: ${printable(text)}`,
    ),
  ];
}
