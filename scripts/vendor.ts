/**
 * Makes one file of the run-time helper, for `mcp-errors migrate --helper vendored`: as TypeScript and as JavaScript, in
 * dist/vendored. Part of the build.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { TSESTree } from "@typescript-eslint/types";
import MagicString from "magic-string";
import { format, resolveConfig } from "prettier";
import ts from "typescript";
import { VENDORED_MARK } from "../src/contract/vendored.js";
import { walk } from "../src/syntax/tree.js";
import { loadOxc, parseWithOxc, type ParsedSource } from "../src/syntax/parse.js";

const ROOT = path.resolve(import.meta.dirname, "..");
const SOURCES = path.join(ROOT, "src/helper/src");
const OUT = path.join(ROOT, "dist/vendored");

interface Module {
  readonly file: string;
  readonly source: ParsedSource;
  /** Local name → name in the joined file. */
  readonly names: Map<string, string>;
}

type Statement = TSESTree.ProgramStatement;

const modules = new Map<string, Module>();

/** Reads a module after those that it imports, so that a constant stands before its use. */
function load(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const oxc = loadOxc();
  if (!oxc) throw new Error("oxc-parser is not installed.");
  const result = parseWithOxc(oxc, readFileSync(file, "utf8"), file);
  if (!result.ok) throw new Error(`${file}: ${result.failure.message}`);
  const loaded: Module = { file, source: result.source, names: new Map() };
  for (const statement of loaded.source.ast.body) {
    const specifier = specifierOf(statement);
    if (specifier !== undefined) load(path.resolve(path.dirname(file), specifier.replace(/\.js$/u, ".ts")));
  }
  modules.set(file, loaded);
  return loaded;
}

function specifierOf(statement: Statement): string | undefined {
  return "source" in statement ? statement.source?.value : undefined;
}

function importedFrom(from: Module, statement: Statement): Module {
  const specifier = specifierOf(statement) ?? "";
  return load(path.resolve(path.dirname(from.file), specifier.replace(/\.js$/u, ".ts")));
}

/** The declaration of a statement, exported or not. */
function declarationOf(statement: Statement): TSESTree.Node | undefined {
  if (statement.type === "ExportNamedDeclaration") return statement.declaration ?? undefined;
  return statement.type === "ImportDeclaration" || statement.type === "ExportAllDeclaration" ? undefined : statement;
}

function declaredNames(statement: Statement): string[] {
  const declaration = declarationOf(statement);
  if (!declaration) return [];
  if (declaration.type === "VariableDeclaration")
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  return "id" in declaration && declaration.id?.type === "Identifier" ? [declaration.id.name] : [];
}

const camelCase = (name: string): string => name.replace(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());
const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Gives every declaration a name of its own in the joined file. `namespaces`: modules that are exported whole. */
function nameAll(namespaces: ReadonlyMap<Module, string>): void {
  const taken = new Set<string>();
  for (const module of modules.values()) {
    const prefix = namespaces.get(module);
    for (const name of module.source.ast.body.flatMap(declaredNames)) {
      // Overloads declare a name again.
      if (module.names.has(name)) continue;
      const own =
        prefix === undefined && !taken.has(name)
          ? name
          : (prefix ?? camelCase(path.basename(module.file, ".ts"))) + capitalised(name);
      if (taken.has(own)) throw new Error(`${module.file}: the name ${own} is taken.`);
      taken.add(own);
      module.names.set(name, own);
    }
  }
  for (const module of modules.values())
    for (const statement of module.source.ast.body)
      if (statement.type === "ImportDeclaration")
        for (const specifier of statement.specifiers) {
          const imported = specifier.type === "ImportSpecifier" && nameOf(specifier.imported);
          if (!imported) throw new Error(`${module.file}: only named imports can be joined.`);
          module.names.set(specifier.local.name, joinedName(importedFrom(module, statement), imported));
        }
}

function nameOf(node: TSESTree.Identifier | TSESTree.StringLiteral): string {
  return node.type === "Identifier" ? node.name : node.value;
}

/** The name in the joined file of what a module exports, its own or passed on. */
function joinedName(module: Module, exported: string): string {
  const own = module.names.get(exported);
  if (own !== undefined) return own;
  for (const statement of module.source.ast.body)
    if (statement.type === "ExportNamedDeclaration" && statement.source)
      for (const { local, exported: name } of statement.specifiers)
        if (nameOf(name) === exported) return joinedName(importedFrom(module, statement), nameOf(local));
  throw new Error(`${module.file} exports no ${exported}.`);
}

function exportedNames(module: Module): string[] {
  return module.source.ast.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    return statement.declaration
      ? declaredNames(statement)
      : statement.specifiers.map(({ exported }) => nameOf(exported));
  });
}

/** Names of the joined file that stay exported, and the objects that stand for namespaces. */
function publicNames(entry: Module): { readonly names: ReadonlySet<string>; readonly namespaces: Map<Module, string> } {
  const names = new Set<string>();
  const namespaces = new Map<Module, string>();
  for (const statement of entry.source.ast.body)
    if (statement.type === "ExportAllDeclaration" && statement.exported)
      namespaces.set(importedFrom(entry, statement), nameOf(statement.exported));
  nameAll(namespaces);
  for (const statement of entry.source.ast.body) {
    if (statement.type === "ExportAllDeclaration" && !statement.exported) {
      const from = importedFrom(entry, statement);
      for (const name of exportedNames(from)) names.add(joinedName(from, name));
    } else if (statement.type === "ExportNamedDeclaration" && statement.source)
      for (const { local } of statement.specifiers)
        names.add(joinedName(importedFrom(entry, statement), nameOf(local)));
  }
  return { names, namespaces };
}

/** The text of a module without its imports, under its new names. */
function textOf(module: Module, exported: ReadonlySet<string>): string {
  const { source, names } = module;
  const text = new MagicString(source.text);
  const scope = source.scopeManager.globalScope?.childScopes[0];
  if (!scope) throw new Error(`${module.file} has no scope.`);
  for (const variable of scope.variables) {
    const name = names.get(variable.name) ?? variable.name;
    if (name === variable.name) continue;
    for (const { identifier } of [...variable.identifiers.map((id) => ({ identifier: id })), ...variable.references]) {
      if (identifier.parent?.type === "ImportSpecifier") continue;
      const isShorthand = identifier.parent?.type === "Property" && identifier.parent.shorthand;
      text.update(identifier.range[0], identifier.range[1], isShorthand ? `${variable.name}: ${name}` : name);
    }
  }
  for (const statement of source.ast.body) {
    const [start, end] = statement.range;
    const isImport = statement.type === "ImportDeclaration" || ("source" in statement && statement.source != null);
    if (isImport) text.remove(start, source.text.charAt(end) === "\n" ? end + 1 : end);
    else if (statement.type === "ExportNamedDeclaration" && statement.declaration) {
      if (!declaredNames(statement).some((name) => exported.has(names.get(name) ?? "")))
        text.remove(start, statement.declaration.range[0]);
    }
  }
  return text.toString().trim();
}

function joined(): string {
  const entry = load(path.join(SOURCES, "index.ts"));
  const { names, namespaces } = publicNames(entry);
  const parts = [...modules.values()]
    .filter((module) => module !== entry)
    .map((module) => {
      const namespace = namespaces.get(module);
      const object =
        namespace === undefined
          ? ""
          : `\n\nexport const ${namespace} = {\n${exportedNames(module)
              .map((name) => `  ${name}: ${joinedName(module, name)},`)
              .join("\n")}\n};`;
      return textOf(module, names) + object;
    });
  return parts.filter((part) => part !== "").join("\n\n");
}

function header(): string {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, "src/helper/package.json"), "utf8")) as {
    version: string;
  };
  const license = readFileSync(path.join(ROOT, "src/helper/LICENSE"), "utf8").trim();
  return [
    `${VENDORED_MARK}: version ${version} of the package of that name in one file, without dependencies.`,
    "// It came here by `mcp-errors migrate --helper vendored`. It is yours to edit: once it was, it is never written over.",
    "//",
    ...license.split("\n").map((line) => `// ${line}`.trimEnd()),
    "",
    "/* eslint-disable */",
    "",
  ].join("\n");
}

async function write(extension: string, body: string, parser: "typescript" | "babel"): Promise<void> {
  const options = { ...(await resolveConfig(import.meta.filename)), parser };
  writeFileSync(path.join(OUT, `mcp-tool-errors.${extension}`), await format(`${header()}\n${body}\n`, options));
}

function transpiled(body: string, module: ts.ModuleKind): string {
  return ts.transpileModule(body, { compilerOptions: { module, target: ts.ScriptTarget.ES2022 } }).outputText;
}

/** What `flat` and `flatMap` of ES2019 do, for projects that compile against an earlier library. */
const PRELUDE = `/** Lists of each value as one. */
const flatMap = <T, U>(list: readonly T[], each: (value: T, index: number) => U | readonly U[]): U[] =>
  list.reduce<U[]>((all, value, index) => all.concat(each(value, index) as U[]), []);

/** Lists in a list as one. */
const flat = <T,>(list: readonly (T | readonly T[])[]): T[] => flatMap<T | readonly T[], T>(list, (value) => value);
`;

/** `list.flatMap(each)` → `flatMap(list, each)`. */
function forOlderLibraries(body: string): string {
  const oxc = loadOxc();
  const result = oxc && parseWithOxc(oxc, body, "helper.ts");
  if (!result?.ok) throw new Error("The joined helper cannot be parsed.");
  const text = new MagicString(body);
  walk(result.source.ast, (node) => {
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return;
    const { object, property } = node.callee;
    if (property.type !== "Identifier" || !/^flat(?:Map)?$/u.test(property.name)) return;
    const [first] = node.arguments;
    text.appendLeft(object.range[0], `${property.name}(`);
    text.update(object.range[1], first?.range[0] ?? node.range[1] - 1, first ? ", " : "");
  });
  return `${PRELUDE}\n${text.toString()}`;
}

const body = forOlderLibraries(joined());
mkdirSync(OUT, { recursive: true });
await write("ts", body, "typescript");
await write("js", transpiled(body, ts.ModuleKind.ES2022), "babel");
