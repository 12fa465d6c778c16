import { writeFileSync } from "node:fs";
import path from "node:path";
import { File } from "../../src/analysis/file.js";
import { Project, projectParser } from "../../src/analysis/project/project.js";
import { rootEnv, type Ref } from "../../src/analysis/values/values.js";
import { DEFAULT_SETTINGS, type Settings } from "../../src/settings.js";
import { calleeName } from "../../src/syntax/names.js";
import { parseOxc } from "./parsers.js";
import { makeTree } from "./tree.js";

/** Opens a text as a file of a project of its own, with other files beside it. */
export function open(
  text: string,
  others: Readonly<Record<string, string>> = {},
  name = "main.ts",
  settings: Partial<Settings> = {},
): File {
  const root = makeTree(others);
  const filename = path.join(root, name);
  writeFileSync(filename, text);
  const project = new Project({ settings: { ...DEFAULT_SETTINGS, ...settings }, parse: projectParser(undefined) });
  project.begin();
  return new File(filename, parseOxc(text, filename), project);
}

/** The arguments of `here(…)` in a file, in source order. */
export function markedIn(file: File): Ref[] {
  const env = rootEnv(file);
  return file.index.calls
    .filter((call) => calleeName(call) === "here")
    .flatMap((call) => call.arguments.map((node) => ({ node: node, env })));
}

/** The argument of the one `here(…)` in a text. */
export function marked(text: string, others: Readonly<Record<string, string>> = {}, name = "main.ts"): Ref {
  const [ref] = markedIn(open(text, others, name));
  if (!ref) throw new Error("no here(…) in the text");
  return ref;
}

export function textOfRef({ node, env }: Ref): string {
  return env.file.textOf(node);
}
