import type { TSESTree } from "@typescript-eslint/types";
import {
  DEFAULT_FRAMEWORK,
  FRAMEWORKS,
  frameworksOf,
  isMcpSpecifier,
  LOW_LEVEL_FRAMEWORK,
  type Framework,
} from "../../frameworks/index.js";
import { dottedName } from "../../syntax/names.js";
import type { File } from "../file.js";

/** How a file stands to MCP. */
export interface FileContext {
  readonly file: File;
  /** Frameworks that the file imports. */
  readonly imported: readonly Framework[];
  /** Frameworks that the package depends on. */
  readonly installed: readonly Framework[];
  /** The file imports an MCP library, or belongs to a package that depends on one. */
  readonly isMcp: boolean;
  readonly importsMcp: boolean;
}

export function contextOf(file: File): FileContext {
  const specifiers = importSpecifiers(file);
  const imported = [...new Set(specifiers.flatMap(frameworksOf))].filter((framework) =>
    isServed(framework, file, specifiers),
  );
  const { packages } = file.project;
  const facts = packages.of(file.filename);
  const { frameworks } = file.project.options.settings;
  const installed = FRAMEWORKS.filter((framework) =>
    frameworks.length > 0
      ? frameworks.includes(framework.name)
      : framework.packages.some((name) => facts?.dependencies.has(name)) && isServed(framework, file, specifiers),
  );
  const importsMcp = specifiers.some(isMcpSpecifier);
  const isMcp =
    importsMcp ||
    frameworks.length > 0 ||
    RESULT_LITERAL.test(file.text) ||
    imported.length > 0 ||
    (facts !== undefined &&
      (packages.isMcp(facts) || (TOOL_RESULT_WORDS.test(file.text) && packages.importsMcp(facts))));
  const elsewhere = !importsMcp && isMcp && facts !== undefined && packages.servesAgentOnly(file.filename, facts);
  return { file, imported, installed, importsMcp, isMcp: isMcp && !elsewhere && !isPage(file) };
}

const PAGE_CALL =
  /^(?:(?:window|globalThis)\.)?(?:document|parent)\.(?:createElement|getElementById|querySelector|postMessage)$/u;

/** What the text of such a page holds, so that the calls of other files are not looked at. */
const PAGE_CUE = /ui\/initialize|\b(?:document|parent)\s*\./u;

/** `import { useState } from "react"`. */
function importsHook(statement: TSESTree.Statement): boolean {
  return (
    statement.type === "ImportDeclaration" &&
    /^(?:p?react|preact\/hooks|ink)$/u.test(statement.source.value) &&
    statement.specifiers.some(
      (entry) =>
        entry.type === "ImportSpecifier" &&
        entry.imported.type === "Identifier" &&
        /^use[A-Z]/u.test(entry.imported.name),
    )
  );
}

/** Code of a page, such as the view of an MCP app: it shows the results of tools, and makes none. */
function isPage({ ast, index, text }: File): boolean {
  if (ast.body.some(importsHook)) return true;
  if (!PAGE_CUE.test(text)) return false;
  return index.calls.some(
    ({ callee, arguments: [first] }) =>
      (first?.type === "Literal" && first.value === "ui/initialize") || PAGE_CALL.test(dottedName(callee) ?? ""),
  );
}

/** `{ content: [{ type: "text", … }], isError: true }`: nothing but an MCP result looks like this. */
const RESULT_LITERAL =
  /content:\s*\[\s*\{[^{}]{0,60}?type:\s*["']text["'][\s\S]{0,400}?\bisError:\s*true|\bisError:\s*true[\s\S]{0,60}?content:\s*\[\s*\{[^{}]{0,60}?type:\s*["']text["']/u;

/** Words worth a look into the other files of a package whose manifest lists no MCP library. */
const TOOL_RESULT_WORDS = /\bisError\b|CallToolResult|ToolResult|\bcontent:\s*\[\s*\{\s*type:\s*["']text["']/u;

function isServed(framework: Framework, file: File, specifiers: readonly string[]): boolean {
  if (!framework.onlyWith) return true;
  if (framework.onlyWith.some((name) => specifiers.includes(name))) return true;
  if (
    !framework.packages.some((name) =>
      specifiers.some((specifier) => specifier === name || specifier.startsWith(`${name}/`)),
    )
  )
    return false;
  const { packages } = file.project;
  const facts = packages.of(file.filename);
  return facts !== undefined && framework.onlyWith.some((name) => packages.uses(facts, name));
}

function importSpecifiers(file: File): string[] {
  const found: string[] = [];
  for (const statement of file.ast.body) {
    if (statement.type === "ImportDeclaration") found.push(statement.source.value);
    if ((statement.type === "ExportNamedDeclaration" || statement.type === "ExportAllDeclaration") && statement.source)
      found.push(statement.source.value);
  }
  for (const call of file.index.calls) {
    if (call.callee.type !== "Identifier" || call.callee.name !== "require") continue;
    const [argument] = call.arguments;
    if (argument?.type === "Literal" && typeof argument.value === "string") found.push(argument.value);
  }
  return found;
}

/** The project uses one framework of its own, and this file does not talk to the SDK: its outcomes are known. */
export function isFrameworkCertain(context: FileContext, framework: Framework): boolean {
  if (framework === DEFAULT_FRAMEWORK || framework.outcomes === DEFAULT_FRAMEWORK.outcomes) return false;
  if (context.imported.includes(framework)) return true;
  return (
    context.imported.length === 0 &&
    context.installed.includes(framework) &&
    context.installed.every(
      (other) => other === framework || other === LOW_LEVEL_FRAMEWORK || other === DEFAULT_FRAMEWORK,
    )
  );
}

/** The framework by which a shape of the project's own is judged. */
export function genericFramework(context: FileContext): Framework {
  const usable = (framework: Framework): boolean => framework !== LOW_LEVEL_FRAMEWORK;
  return context.imported.find(usable) ?? context.installed.find(usable) ?? DEFAULT_FRAMEWORK;
}
