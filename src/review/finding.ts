import path from "node:path";
import type { ESLint, Linter } from "eslint";
import type { Model } from "../analysis/model.js";
import { LineTable } from "../syntax/line-table.js";
import { functionName } from "../syntax/names.js";
import type { ConfigFile } from "../server-config/config-file.js";
import { fingerprints } from "./fingerprint.js";

/** One message of a linted file, with where it stands in the program. */
export interface LocatedMessage {
  readonly message: Linter.LintMessage;
  /** The name of the tool around the place, where it is known. */
  readonly tool: string | undefined;
  /** The tool, else the function around the place; empty at the top of a file. */
  readonly scope: string;
  /** A comment in the file keeps it back. */
  readonly suppressed: boolean;
  /** `migrate` would rewrite it; a marker that leaves the decision to a person does not count. */
  readonly isMigratable?: boolean | undefined;
}

/** The messages of one file in the order of the source, the suppressed ones too. */
export interface LocatedResult {
  readonly result: ESLint.LintResult;
  readonly messages: readonly LocatedMessage[];
}

/** One finding as reporters show it. */
export interface Finding extends LocatedMessage {
  /** Absolute path. */
  readonly filePath: string;
  /** See `fingerprints`; relative to the folder given to `findingsOf`. */
  readonly fingerprint: string;
  /** The text of the file, where it could be read. */
  readonly source: string | undefined;
}

type Around = Pick<LocatedMessage, "tool" | "scope">;

const NOWHERE: Around = { tool: undefined, scope: "" };

/** The innermost tool around an offset, and the name to tell places with equal text apart. */
function around(model: Model, offset: number): Around {
  const holds = ({ range }: { readonly range: readonly [number, number] }): boolean =>
    range[0] <= offset && offset < range[1];
  const size = ({ range }: { readonly range: readonly [number, number] }): number => range[1] - range[0];
  const [tool] = model.tools
    .flatMap(({ name, registration, functions }) =>
      name === undefined ? [] : [registration, ...functions].filter(holds).map((node) => ({ name, size: size(node) })),
    )
    .sort((a, b) => a.size - b.size);
  if (tool) return { tool: tool.name, scope: tool.name };
  const functions = model.file.index.functions.filter(holds).sort((a, b) => size(a) - size(b));
  const named = functions.map((fn) => functionName(fn)).find((name) => name !== undefined);
  return { tool: undefined, scope: named ?? "" };
}

/** "File ignored" is told in the coverage, not among the findings. */
function isNotice({ ruleId, severity }: Linter.LintMessage): boolean {
  return ruleId === null && severity !== 2;
}

/**
 * Says of each message which tool it stands in.
 *
 * @param model the facts of the file; undefined where there are none, and places stay without a tool
 */
export function locate(result: ESLint.LintResult, model: Model | undefined): LocatedResult {
  const suppressed = new Set<Linter.LintMessage>(result.suppressedMessages);
  const lines = model?.file.lines;
  const messages = [...result.messages, ...result.suppressedMessages]
    .filter((message) => !isNotice(message))
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .map((message) => ({
      message,
      ...(model && lines ? around(model, lines.offset(message)) : NOWHERE),
      suppressed: suppressed.has(message),
    }));
  return { result, messages };
}

/** Says of each message which server it is about, and drops the text, in which credentials stand. */
export function locateInConfig({ source: _text, ...result }: ESLint.LintResult, config: ConfigFile): LocatedResult {
  const { messages } = locate(result, undefined);
  return { result, messages: messages.map((one) => ({ ...one, scope: serverAt(one.message, config) })) };
}

function serverAt(message: Linter.LintMessage, { lines, servers }: ConfigFile): string {
  const offset = lines.offset(message);
  const around = servers.find(
    ({ nameNode, value = nameNode }) => nameNode.offset <= offset && offset < value.offset + value.length,
  );
  return around?.name ?? "";
}

/**
 * What a finding is known by: the text that it marks, or the line of a point. Where the text is withheld, the words of the
 * message stand for it, but for the lines that they name.
 */
export function markedText(source: string | undefined, message: Linter.LintMessage): string {
  if (source === undefined) return message.message.replace(/\bline \d+/gu, "line");
  const { line, endLine, endColumn } = message;
  const lines = new LineTable(source.replace(/^\uFEFF/u, ""));
  return endLine === undefined || endColumn === undefined
    ? lines.line(line)
    : lines.text.slice(lines.offset(message), lines.offset({ line: endLine, column: endColumn }));
}

/** A path as other tools take it: relative to a folder, with `/` between the names. */
export function relativePath(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).join("/");
}

/**
 * The findings of files, with fingerprints that hold relative to `folder`: the root of the repository, or the folder of
 * a baseline. Suppressed ones are left out, but counted where equal places are told apart.
 */
export function findingsOf(results: readonly LocatedResult[], folder: string): Finding[] {
  return results.flatMap(({ result, messages }) => {
    const { filePath, source } = result;
    const file = relativePath(folder, filePath);
    const hashes = fingerprints(
      messages.map(({ message, scope }) => ({
        rule: message.ruleId ?? "",
        file,
        scope,
        text: message.ruleId === null ? "" : markedText(source, message),
      })),
    );
    return messages.flatMap((located, index) =>
      located.suppressed ? [] : [{ ...located, filePath, source, fingerprint: hashes[index] ?? "" }],
    );
  });
}
