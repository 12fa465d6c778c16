import { isAbsolute, resolve } from "node:path";
import { Project } from "../../analysis/project/project.js";
import { DIALECTS, type DialectName } from "../../contract/dialects.js";
import { DEFAULT_SETTINGS } from "../../settings.js";
import { loadOxc, parseWithOxc, type Parse } from "../../syntax/parse.js";
import { helperSpecifier, type Helper } from "./helper-specifier.js";
import { HelperTree } from "./helper-tree.js";
import { runTransforms, type RunOptions } from "./run.js";
import type { Transform } from "./transform.js";

/** What jscodeshift gives a transform, as far as ours use it. */
export interface JscodeshiftFile {
  readonly path: string;
  readonly source: string;
}

export interface JscodeshiftApi {
  readonly stats?: (name: string, quantity?: number) => void;
  readonly report?: (message: string) => void;
}

/** jscodeshift's options: `--dialect=compact`, `--to=standard`, `--helper=vendored:src/tool-errors.ts`. */
export type JscodeshiftOptions = Readonly<Record<string, unknown>>;

/** A transform in the contract of jscodeshift: the new source, or undefined where nothing is changed. */
export type JscodeshiftTransform = (
  file: JscodeshiftFile,
  api?: JscodeshiftApi,
  options?: JscodeshiftOptions,
) => string | undefined;

/** jscodeshift parses each file with what a transform exports; ours parse by themselves, so that this must cost nothing. */
export const parser = { parse: (): object => ({ type: "File", program: { type: "Program", body: [] } }) };

const tree = new HelperTree();

let project: Project | undefined;

/** One project for all files of a run: imports are followed once. */
function sharedProject(): Project {
  if (!project) {
    const oxc = loadOxc();
    if (!oxc) throw new Error("The parser is missing: run `npm install oxc-parser`.");
    const parse: Parse = (text, filename) => parseWithOxc(oxc, text, filename);
    project = new Project({ settings: DEFAULT_SETTINGS, parse, tree });
  }
  return project;
}

/**
 * Makes a jscodeshift transform of one of ours.
 *
 * @throws {TypeError} from the transform, for an option with a value that does not exist
 * @throws {RewriteError} from the transform, for a file that cannot be parsed: jscodeshift counts it among the errors
 */
export function jscodeshiftTransform(transform: Transform): JscodeshiftTransform {
  return (file, api = {}, options = {}) => {
    const filename = resolve(file.path);
    const { text, changes } = runTransforms(
      file.source,
      filename,
      sharedProject(),
      [transform],
      optionsOf(options, filename, file.source),
    );
    const marked = new Set<string>();
    for (const { outcome, line, column, why } of changes) {
      api.stats?.(`${transform.name}: ${outcome}`);
      // Several rules may ask for the same decision.
      if (outcome === "marked") marked.add(`${file.path}:${line}:${column} ${why}`);
    }
    for (const message of marked) api.report?.(message);
    return text === file.source ? undefined : text;
  };
}

function optionsOf(options: JscodeshiftOptions, filename: string, text: string): RunOptions {
  const helper = helperOption(options["helper"]);
  if (helper.kind === "vendored") tree.expect(helper.path);
  return {
    dialect: dialectOption("dialect", options) ?? "standard",
    to: dialectOption("to", options),
    specifier: helperSpecifier(helper, filename, text),
  };
}

function dialectOption(name: string, options: JscodeshiftOptions): DialectName | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (typeof value === "string" && Object.hasOwn(DIALECTS, value)) return value as DialectName;
  throw new TypeError(`--${name} must be one of ${Object.keys(DIALECTS).join(", ")}.`);
}

function helperOption(value: unknown): Helper {
  if (value === undefined || value === "package") return { kind: "package" };
  const path = typeof value === "string" ? /^vendored:(.+)$/u.exec(value)?.[1] : undefined;
  if (path === undefined) throw new TypeError("--helper must be `package` or `vendored:<path>`.");
  return { kind: "vendored", path: isAbsolute(path) ? path : resolve(path) };
}
