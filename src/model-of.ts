import type { Rule } from "eslint";
import type { TSESTree } from "@typescript-eslint/types";
import { File } from "./analysis/file.js";
import { Model } from "./analysis/model.js";
import { Project, projectParser } from "./analysis/project.js";
import { completeTree } from "./syntax/complete-tree.js";
import { loadOxc, type ParsedSource } from "./syntax/parse.js";
import { readSettings, type Settings } from "./settings.js";

/** Places where files are tools by convention, whatever their text says. */
const MCP_PATH = /[\\/](?:tools|mcp)[\\/]/u;

/** No file that serves MCP tools does without one of these words. */
const MCP_WORDS = /[mM][cC][pP]|modelcontextprotocol|isError|CallTool|[tT]ool|type:\s*['"]text['"]/u;

/** False for a text that cannot concern an MCP tool: it need not even be parsed. */
export function mayConcernMcp(text: string, filename: string): boolean {
  return MCP_WORDS.test(text) || MCP_PATH.test(filename);
}

const models = new WeakMap<TSESTree.Program, Model | null>();
type Parser = Parameters<typeof projectParser>[0];

const projects = new Map<Parser, Map<string, Project>>();

/**
 * One project for all files that are linted with the same settings: imports are parsed once.
 * Without oxc-parser each parser of the user has its own: imports of a TypeScript file need the one of that file.
 */
export function projectFor(settings: Settings, fallbackParser?: Parser): Project {
  const parser = loadOxc() ? undefined : fallbackParser;
  const ofParser = projects.get(parser) ?? new Map<string, Project>();
  projects.set(parser, ofParser);
  const key = JSON.stringify(settings);
  let project = ofParser.get(key);
  if (!project) {
    project = new Project({ settings, parse: projectParser(fallbackParser) });
    ofParser.set(key, project);
  }
  return project;
}

/** Builds the model of a parsed file, or null where nothing in it can concern a tool. */
export function buildModel(filename: string, source: ParsedSource, project: Project): Model | null {
  return mayConcernMcp(source.text, filename) ? modelOfFile(new File(filename, source, project)) : null;
}

/** The same for a file that was parsed before. */
export function modelOfFile(file: File): Model | null {
  file.project.begin();
  file.project.add(file);
  const model = new Model(file);
  return model.context.isMcp || model.tools.length > 0 ? model : null;
}

/** The model of the file that a rule runs on: built once, shared by all rules. */
export function modelOf(context: Rule.RuleContext): Model | null {
  const { sourceCode } = context;
  const ast = sourceCode.ast as unknown as TSESTree.Program;
  const known = models.get(ast);
  if (known !== undefined) return known;
  const settings = readSettings(context.settings["mcp-errors"]);
  const parser = (
    context.languageOptions as
      { parser?: Parameters<typeof projectParser>[0] & { readonly meta?: { readonly name?: string } } } | undefined
  )?.parser;
  // One parser is known to leave nothing out; the check for gaps costs a walk.
  if (parser?.meta?.name !== "typescript-eslint/parser" && mayConcernMcp(sourceCode.text, context.physicalFilename))
    completeTree(ast);
  const source: ParsedSource = {
    text: sourceCode.text,
    ast,
    scopeManager: sourceCode.scopeManager as unknown as ParsedSource["scopeManager"],
    get comments() {
      return sourceCode.getAllComments() as unknown as TSESTree.Comment[];
    },
  };
  const model = buildModel(context.physicalFilename, source, projectFor(settings, parser));
  models.set(ast, model);
  return model;
}
