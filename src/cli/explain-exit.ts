import { printable } from "../review/escape.js";
import { count } from "../review/report.js";
import type { NumberedExit } from "../review/surface/formats/paths.js";
import type { Exit, PathStep, Place, Surface, SurfaceTool } from "../review/surface/types.js";
import { UsageError } from "./command.js";
import { didYouMean } from "./similar.js";

/**
 * The exits that `--explain` asks for: all of a tool, one of them by its number, or those that go through a line.
 *
 * @param asked `get_order`, `get_order:2`, `src/orders.ts:12`; a tool also by its id, `src/orders.ts#get_order`
 * @throws {UsageError} where there is no such tool, exit or line
 */
export function exitsAskedFor(
  asked: string,
  { tools }: Surface,
  pathOf: (exit: Exit) => readonly PathStep[],
): readonly NumberedExit[] {
  const whole = toolsNamed(asked, tools);
  if (whole.length > 0) return whole.flatMap(exitsOf);
  const [, name = "", digits = ""] = /^(.+):(\d+)$/u.exec(asked) ?? [];
  const named = toolsNamed(name, tools);
  if (named.length > 0) return [exitWithNumber(Number(digits), asked, named)];
  const file = name.replace(/^\.\//u, "").replaceAll("\\", "/");
  const all = tools.flatMap(exitsOf).map((one) => ({ ...one, places: placesOf(one.exit, pathOf(one.exit)) }));
  if (all.some(({ places }) => places.some((place) => place.file === file))) {
    const line = Number(digits);
    const found = all.filter(({ places }) => places.some((place) => place.file === file && place.line === line));
    if (found.length === 0) throw new UsageError(`No exit of a tool goes through ${printable(asked)}.`);
    return found;
  }
  const names = tools.flatMap((tool) => tool.name ?? tool.id);
  const hint = didYouMean(name === "" ? asked : name, names) || " `mcp-errors surface` lists the tools.";
  throw new UsageError(`There is no tool "${printable(name === "" ? asked : name)}".${printable(hint)}`);
}

function toolsNamed(name: string, tools: readonly SurfaceTool[]): readonly SurfaceTool[] {
  const byId = tools.filter(({ id }) => id === name);
  return byId.length > 0 ? byId : tools.filter((tool) => tool.name === name);
}

function exitsOf(tool: SurfaceTool): NumberedExit[] {
  return tool.exits.map((exit, at) => ({ tool, exit, number: at + 1 }));
}

function exitWithNumber(number: number, asked: string, [tool, ...others]: readonly SurfaceTool[]): NumberedExit {
  if (!tool) throw new UsageError(`There is no tool "${printable(asked)}".`);
  if (others.length > 0) {
    const ids = [tool, ...others].map(({ id }) => `${printable(id)}:${number}`);
    throw new UsageError(`Several tools have this name. Ask for ${ids.join(" or ")}.`);
  }
  const found = exitsOf(tool)[number - 1];
  if (!found)
    throw new UsageError(
      `${printable(tool.name ?? tool.id)} has ${count(tool.exits.length, "exit")}, and no ${number}.`,
    );
  return found;
}

/** Where the way leads along, where the exit is decided, and where something is reported of it. */
function placesOf(exit: Exit, steps: readonly PathStep[]): readonly Pick<Place, "file" | "line">[] {
  return [exit.place, ...exit.via, ...steps.map(({ place }) => place), ...exit.findings];
}
