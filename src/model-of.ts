import type { Rule } from "eslint";
import type { TSESTree } from "@typescript-eslint/types";
import { File } from "./analysis/file.js";
import { mayHoldTools } from "./analysis/gate.js";
import { mayServeTools } from "./analysis/swallows/callers.js";
import { Model } from "./analysis/model.js";
import { mayDeclare } from "./analysis/tools/declared/index.js";
import { Project, projectParser } from "./analysis/project/project.js";
import { completeTree } from "./syntax/complete-tree.js";
import { loadOxc, type ParsedSource } from "./syntax/parse.js";
import { readSettings, type Settings } from "./settings.js";

const models = new WeakMap<TSESTree.Program, Model | null>();
/** The file that was asked for last: ESLint makes all rules of one file before it goes on to the next. */
let last: { readonly ast: object; readonly model: Model | null } | undefined;
type Parser = Parameters<typeof projectParser>[0];

const projects = new Map<Parser, Map<string, Project>>();

const keys = new WeakMap<Settings, string>();

function keyOf(settings: Settings): string {
  let key = keys.get(settings);
  if (key === undefined) {
    key = JSON.stringify(settings);
    keys.set(settings, key);
  }
  return key;
}

/**
 * One project for all files that are linted with the same settings: imports are parsed once.
 * Without oxc-parser each parser of the user has its own: imports of a TypeScript file need the one of that file.
 */
export function projectFor(settings: Settings, fallbackParser?: Parser): Project {
  const parser = loadOxc() ? undefined : fallbackParser;
  const ofParser = projects.get(parser) ?? new Map<string, Project>();
  projects.set(parser, ofParser);
  const key = keyOf(settings);
  let project = ofParser.get(key);
  if (!project) {
    project = new Project({ settings, parse: projectParser(fallbackParser) });
    ofParser.set(key, project);
  }
  return project;
}

/** Functions, as text: a file without one has no part in what a tool of another file does. */
const FUNCTIONS = /=>|\bfunction\b|\bclass\b|\)\s*(?::[^{};]{1,80})?\{/u;

/** False for a text in which nothing can be a tool's, or work for one of another file: its tree need not be looked at. */
export function concernsTools(text: string, filename: string, project: Project): boolean {
  return (
    mayHoldTools(text, filename, project.options.settings) ||
    (FUNCTIONS.test(text) && mayServeTools(filename, project)) ||
    mayDeclare(text)
  );
}

/** Builds the model of a parsed file, or null where nothing in it can concern a tool. */
export function buildModel(filename: string, source: ParsedSource, project: Project): Model | null {
  return concernsTools(source.text, filename, project) ? modelOfFile(new File(filename, source, project)) : null;
}

/** The same for a file that was parsed before. */
export function modelOfFile(file: File): Model | null {
  file.project.begin();
  file.project.add(file);
  const model = new Model(file);
  return model.context.isMcp || model.tools.length > 0 ? model : null;
}

const settingsByConfig = new WeakMap<object, Settings>();

/** Checked once a configuration, not once a file. */
function settingsOf(config: Rule.RuleContext["settings"]): Settings {
  let settings = settingsByConfig.get(config);
  if (!settings) {
    settings = readSettings(config["mcp-errors"]);
    settingsByConfig.set(config, settings);
  }
  return settings;
}

/** The model of the file that a rule runs on: built once, shared by all rules. */
export function modelOf(context: Rule.RuleContext): Model | null {
  // Not the source code's identity: oxlint has one object for all files.
  const ast = context.sourceCode.ast as unknown as TSESTree.Program;
  // A file of another language, such as a client's configuration, has no tools.
  if (ast.type !== "Program") return null;
  if (last?.ast === ast) return last.model;
  let model = models.get(ast);
  if (model === undefined) {
    model = modelFor(context, ast);
    models.set(ast, model);
  }
  last = { ast, model };
  return model;
}

function modelFor(context: Rule.RuleContext, ast: TSESTree.Program): Model | null {
  const { sourceCode } = context;
  const settings = settingsOf(context.settings);
  const parser = (
    context.languageOptions as
      { parser?: Parameters<typeof projectParser>[0] & { readonly meta?: { readonly name?: string } } } | undefined
  )?.parser;
  const project = projectFor(settings, parser);
  project.visit();
  if (!concernsTools(sourceCode.text, context.physicalFilename, project)) return null;
  // One parser is known to leave nothing out; the check for gaps costs a walk.
  if (parser?.meta?.name !== "typescript-eslint/parser") completeTree(ast);
  const source: ParsedSource = {
    text: sourceCode.text,
    ast,
    scopeManager: sourceCode.scopeManager as unknown as ParsedSource["scopeManager"],
    get comments() {
      return sourceCode.getAllComments() as unknown as TSESTree.Comment[];
    },
  };
  return modelOfFile(new File(context.physicalFilename, source, project));
}
