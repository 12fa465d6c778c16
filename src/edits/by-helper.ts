import { helperOf } from "../analysis/results/helper.js";
import type { Model } from "../analysis/model.js";
import type { NotCarried } from "./carried.js";
import { keepComments } from "./comments.js";
import type { Edit } from "./edit.js";
import type { WrittenFailure } from "./failure.js";
import { Writer } from "./writer.js";

/**
 * What a transform does at one place, as a suggestion: the call of the helper, and the import that it needs. Undefined
 * where the project does not have the helper, or where a person has to decide.
 */
export function suggestedByHelper(
  model: Model,
  write: (writer: Writer) => WrittenFailure | NotCarried,
): readonly Edit[] | undefined {
  const { file } = model;
  const { module, names, atHand } = helperOf(file);
  // A path in the settings is not what this file would import.
  const isImportable = !module.startsWith(".") || file.ast.body.some((one) => isImportOf(one, module));
  if (!atHand || !isImportable || !names.includes("toolError") || !names.includes("toolFailure")) return undefined;
  const writer = new Writer(file, module, file.project.options.settings.dialect);
  const written = write(writer);
  if (!("edits" in written)) return undefined;
  return [...keepComments(written.edits, file), ...written.edits, ...writer.needs(written.edits).edits];
}

function isImportOf(statement: Model["file"]["ast"]["body"][number], module: string): boolean {
  return statement.type === "ImportDeclaration" && statement.source.value === module;
}
