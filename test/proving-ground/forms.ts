/**
 * The same tool in every form a server may have it in.
 *
 * A case is written once, as a server on the high-level API of SDK v1. Everything else is made from it by moving
 * source text, never by printing a tree: a printer would drop the markers that sit behind `{` and would move lines.
 */
import ts from "typescript";
import { FRAMEWORKS, type Framework } from "../../src/frameworks/index.js";

export interface ProvingCase {
  /** File name without extension, e.g. `B04-swallow-in-helper` or `B14-….low-level`. */
  name: string;
  /** Where the file pretends to be: some frameworks find their tools by path. */
  path: string;
  /** Source with its `// expect:` markers. */
  source: string;
  forms: readonly FormName[];
  /** Packages with their versions that the project has though no import tells, or in another version. */
  needs: Readonly<Record<string, string>>;
}

export interface Form {
  name: string;
  path: string;
  /** The framework that the advice of a finding has to fit, where the form is of one alone. */
  framework?: Framework;
  /** What the package.json of a project with this file holds: some facts hang on it. */
  dependencies: Readonly<Record<string, string>>;
  /** Source with its markers: they travel with the text until `stripMarkers`. */
  source: string;
}

export interface Marked {
  code: string;
  expected: { line: number; rule: string }[];
}

const formNames = ["as-is", "v1", "v2", "low-level", "low-level-named", "low-level-v2"] as const;
export type FormName = (typeof formNames)[number];

const highLevelForms: readonly FormName[] = ["v1", "v2", "low-level", "low-level-named", "low-level-v2"];
const lowLevelForms: readonly FormName[] = ["low-level", "low-level-v2"];

/** Reads the `// path:`, `// forms:` and `// needs:` lines at the top of a case; they are no part of it. */
export function readCase(group: string, name: string, text: string): ProvingCase {
  let source = text;
  let path = `src/${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.ts`;
  let forms = defaultForms(group, name);
  const needs: Record<string, string> = {};
  for (let match = headLine.exec(source); match; match = headLine.exec(source)) {
    const value = match[2] ?? "";
    if (match[1] === "path") path = value;
    else if (match[1] === "needs")
      needs[value.slice(0, value.lastIndexOf("@"))] = value.slice(value.lastIndexOf("@") + 1);
    else forms = value.split(",").map((form) => toFormName(form.trim(), name));
    source = source.slice(match[0].length);
  }
  return { name, path, source, forms, needs };
}

const headLine = /^\/\/ (path|forms|needs): (.+)\n/;

function defaultForms(group: string, name: string): readonly FormName[] {
  if (group === "frameworks") return ["as-is"];
  return name.endsWith(".low-level") ? lowLevelForms : highLevelForms;
}

function toFormName(form: string, name: string): FormName {
  const known = formNames.find((candidate) => candidate === form);
  if (!known) throw new Error(`${name}: no form "${form}"`);
  return known;
}

/** Every form of a case, each in TypeScript and JavaScript and with the line ends and indents people use. */
export function formsOf(provingCase: ProvingCase): Form[] {
  return provingCase.forms.flatMap((form) => {
    const source = toForm(provingCase, form);
    const javascript = toJavaScript(source);
    // Taken from the TypeScript: some frameworks are imported for their types alone.
    const dependencies = { ...dependenciesOf(source), ...provingCase.needs };
    const languages = [{ name: "ts", path: provingCase.path, source }];
    if (javascript !== undefined) {
      languages.push({ name: "js", path: provingCase.path.replace(/\.ts$/, ".js"), source: javascript });
    }
    return languages.flatMap((language) =>
      textVariants.map(([variant, write]) => ({
        name: [form, language.name, variant].filter(Boolean).join(" "),
        path: language.path,
        ...frameworkOf(form),
        dependencies,
        source: write(language.source),
      })),
    );
  });
}

const frameworkNames: Readonly<Partial<Record<FormName, string>>> = {
  v1: "sdk-v1",
  v2: "sdk-v2",
  "low-level": "low-level",
  "low-level-named": "low-level",
  "low-level-v2": "low-level",
};

function frameworkOf(form: FormName): Pick<Form, "framework"> {
  const framework = FRAMEWORKS.find(({ name }) => name === frameworkNames[form]);
  return framework ? { framework } : {};
}

export function dependenciesOf(source: string): Record<string, string> {
  const dependencies: Record<string, string> = {};
  for (const statement of parse(source).statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const name = /^(?:@[^/]+\/)?[^./@:][^/:]*(?=\/|$)/.exec(statement.moduleSpecifier.text)?.[0];
    if (name) dependencies[name] = versions[name] ?? "*";
  }
  // A server is a server also where one of its files imports nothing of the kind.
  const isServer = Object.keys(dependencies).some((name) => name in versions);
  return isServer
    ? dependencies
    : { "@modelcontextprotocol/sdk": versions["@modelcontextprotocol/sdk"] ?? "*", ...dependencies };
}

const versions: Readonly<Record<string, string>> = {
  "@anthropic-ai/claude-agent-sdk": "0.3.330",
  "@coinbase/agentkit": "0.10.0",
  "@coinbase/agentkit-model-context-protocol": "0.2.0",
  "@cyanheads/mcp-ts-core": "0.10.17",
  "@mastra/core": "1.71.0",
  "@mastra/mcp": "2.0.0",
  "@frontmcp/sdk": "1.0.0",
  "@modelcontextprotocol/ext-apps": "2.0.4",
  "@modelcontextprotocol/sdk": "1.32.2",
  "@modelcontextprotocol/server": "2.4.0",
  "@nestjs-mcp/server": "0.3.0",
  "@nuxtjs/mcp-toolkit": "0.21.0",
  "@rekog/mcp-nest": "2.0.5",
  "@salesforce/mcp-provider-api": "0.6.0",
  "@supabase/mcp-utils": "0.8.0",
  "@vercel/mcp-adapter": "1.0.0",
  agents: "0.32.0",
  fastmcp: "4.20.16",
  litemcp: "0.9.0",
  "mcp-framework": "0.2.22",
  "mcp-handler": "2.4.0",
  "mcp-lite": "0.10.0",
  "mcp-use": "2.5.2",
  skybridge: "2.0.0",
  tmcp: "1.20.0",
  xmcp: "1.1.3",
};

const textVariants: [string, (source: string) => string][] = [
  ["", (source) => source],
  ["crlf", (source) => source.replace(/\n/g, "\r\n")],
  ["tabs", (source) => source.replace(/^(?: {2})+/gm, (indent) => "\t".repeat(indent.length / 2))],
  ["bom", (source) => `\uFEFF${source}`],
];

/** Takes the markers out, as a comment is a fact that the linter reads, and tells what they demand where. */
export function stripMarkers(source: string): Marked {
  const expected: Marked["expected"] = [];
  const lines = source.split("\n").map((line, index) => {
    const match = /[ \t]*\/\/ expect: ([a-z0-9, -]+?)(\r?)$/.exec(line);
    if (!match) return line;
    for (const rule of (match[1] ?? "").split(",")) expected.push({ line: index + 1, rule: rule.trim() });
    return line.slice(0, match.index) + (match[2] ?? "");
  });
  return { code: lines.join("\n"), expected };
}

function toForm({ name, source }: ProvingCase, form: FormName): string {
  if (form === "as-is" || form === "v1") return source;
  if (form === "v2") return toSdkV2(source);
  const lowLevel = name.endsWith(".low-level") ? source : toLowLevel(source, name, form === "low-level-named");
  return form === "low-level-v2" ? toSdkV2(lowLevel) : lowLevel;
}

/** SDK v2: one package, schemas as zod objects, request handlers named by method, other names for the errors. */
function toSdkV2(source: string): string {
  const file = parse(source);
  const edits: Edit[] = [];
  visit(file, (node) => {
    if (ts.isImportDeclaration(node) && text(node.moduleSpecifier).includes("@modelcontextprotocol/sdk/")) {
      edits.push(replace(node.moduleSpecifier, "'@modelcontextprotocol/server'"));
      // The only values that v1 types.js gave and v2 has no more: methods are named by a string there.
      if (node.importClause?.namedBindings && ts.isNamedImports(node.importClause.namedBindings)) {
        const names = node.importClause.namedBindings.elements
          .map((element) => text(element))
          .filter((element) => !element.endsWith("RequestSchema"))
          .map((element) => renamedInV2.get(element) ?? element);
        edits.push(replace(node.importClause.namedBindings, `{ ${names.join(", ")} }`));
      }
      return false;
    }
    if (
      ts.isPropertyAssignment(node) &&
      /^(?:input|output|args)Schema$/.test(text(node.name)) &&
      isRegistration(node.parent.parent)
    ) {
      edits.push(replace(node.initializer, `z.object(${text(node.initializer)})`));
      return false;
    }
    if (ts.isIdentifier(node)) {
      const renamed = renamedInV2.get(node.text) ?? methodOfSchema.get(node.text);
      if (renamed !== undefined) edits.push(replace(node, renamed));
    }
    return true;
  });
  return apply(source, edits);
}

const renamedInV2 = new Map([
  ["McpError", "ProtocolError"],
  ["ErrorCode", "ProtocolErrorCode"],
]);
const methodOfSchema = new Map([
  ["CallToolRequestSchema", "'tools/call'"],
  ["ListToolsRequestSchema", "'tools/list'"],
]);

export function isRegistration(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^register(?:Tool|Prompt)$/.test(node.expression.name.text)
  );
}

interface Tool {
  name: string;
  /** Camel case, to name its schema and its function. */
  id: string;
  listing: string[];
  inputSchema: string | undefined;
  params: string | undefined;
  body: string[];
  canThrow: boolean;
}

/**
 * The low-level API: a list handler and a call handler that dispatches. McpServer turns a throw into an error result
 * and the low-level API does not, so the dispatcher does it here wherever something can leave the tool's own code.
 */
function toLowLevel(source: string, caseName: string, named: boolean): string {
  const file = parse(source);
  const edits: Edit[] = [];
  const tools: Tool[] = [];
  let registration: ts.Node | undefined;
  let typesImport: ts.ImportDeclaration | undefined;
  let serverImport: ts.ImportDeclaration | undefined;
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) {
      const specifier = text(statement.moduleSpecifier);
      if (specifier.includes("sdk/server/mcp.js")) serverImport = statement;
      if (specifier.includes("sdk/types.js")) typesImport = statement;
    } else if (ts.isExpressionStatement(statement) && isRegistration(statement.expression)) {
      tools.push(readTool(statement.expression, caseName));
      registration ??= statement;
      edits.push(replace(statement, ""));
    } else if (ts.isVariableStatement(statement)) {
      const created = statement.declarationList.declarations[0]?.initializer;
      if (created && ts.isNewExpression(created) && text(created.expression) === "McpServer") {
        edits.push(replace(created, `new Server(${text(created.arguments?.[0])}, { capabilities: { tools: {} } })`));
      }
    }
  }
  if (!registration || !serverImport) throw new Error(`${caseName}: no low-level form, say which forms it has`);

  const types =
    "import { CallToolRequestSchema, type CallToolResult, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';";
  const serverClass = "import { Server } from '@modelcontextprotocol/sdk/server/index.js';";
  edits.push(replace(serverImport, typesImport ? serverClass : `${serverClass}\n${types}`));
  if (typesImport) edits.push(replace(typesImport, types));

  const converts = tools.some((tool) => tool.canThrow);
  const parts = [
    ...tools.flatMap((tool) =>
      tool.inputSchema === undefined ? [] : [[`const ${tool.id}Input = z.object(${tool.inputSchema});`]],
    ),
    ...(converts ? [failureResult] : []),
    ...(named ? tools.map(toFunction) : []),
    [
      "server.setRequestHandler(ListToolsRequestSchema, async () => ({",
      "  tools: [",
      ...tools.flatMap((tool) => ["    {", ...indent(tool.listing, 6), "    },"]),
      "  ],",
      "}));",
    ],
    callHandler(tools, named, converts),
  ];
  edits.push({
    start: registration.getStart(),
    end: registration.getStart(),
    text: parts.map((part) => part.join("\n")).join("\n\n"),
  });
  return apply(source, edits);
}

function readTool(call: ts.CallExpression, caseName: string): Tool {
  const [nameNode, config, handler] = call.arguments;
  if (
    !nameNode ||
    !ts.isStringLiteral(nameNode) ||
    !config ||
    !ts.isObjectLiteralExpression(config) ||
    !handler ||
    !ts.isArrowFunction(handler)
  ) {
    throw new Error(`${caseName}: this registration has no low-level form, say which forms it has`);
  }
  const id = nameNode.text.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
  const listing = [`name: '${nameNode.text}',`];
  let inputSchema: string | undefined;
  for (const property of config.properties) {
    if (!ts.isPropertyAssignment(property)) throw new Error(`${caseName}: write ${text(property)} out`);
    const key = text(property.name);
    if (key === "inputSchema") {
      inputSchema = text(property.initializer);
      listing.push(`inputSchema: z.toJSONSchema(${id}Input) as { type: 'object' },`);
    } else if (key === "outputSchema") {
      listing.push(`outputSchema: z.toJSONSchema(z.object(${text(property.initializer)})) as { type: 'object' },`);
    } else {
      listing.push(`${text(property)},`);
    }
  }
  if (inputSchema === undefined) listing.push("inputSchema: { type: 'object' as const },");
  return {
    name: nameNode.text,
    id,
    listing,
    inputSchema,
    params: handler.parameters[0] && text(handler.parameters[0].name),
    body: bodyLines(handler),
    canThrow: !catchesEverything(handler),
  };
}

/** Nothing leaves a function that is one `try` whose catch clause does not throw. */
export function catchesEverything(handler: ts.ArrowFunction): boolean {
  if (!ts.isBlock(handler.body)) return false;
  const [only, second] = handler.body.statements;
  if (!only || second || !ts.isTryStatement(only) || !only.catchClause || only.finallyBlock) return false;
  let throws = false;
  visit(only.catchClause, (node) => {
    throws ||= ts.isThrowStatement(node);
    return !ts.isFunctionLike(node);
  });
  return !throws;
}

export function bodyLines(handler: ts.ArrowFunction): string[] {
  const source = handler.getSourceFile().text;
  if (!ts.isBlock(handler.body)) return [`return ${text(handler.body)};`];
  const lines = source
    .slice(handler.body.getStart() + 1, handler.body.end - 1)
    .split("\n")
    .slice(1, -1);
  const depth = Math.min(...lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(depth));
}

export const failureResult = `function failureResult(error: unknown): CallToolResult {
  const forbidden = error instanceof Error && 'status' in error && error.status === 403;
  const payload = forbidden
    ? {
        errorCategory: 'permission',
        isRetryable: false,
        errorCode: 'ACCESS_DENIED',
        description: 'The account of this server lacks the right to do this. Ask an administrator for it.',
        customerFriendlyMessage: 'I have no access to this.',
      }
    : {
        errorCategory: 'transient',
        isRetryable: false,
        errorCode: 'UNCLASSIFIED',
        description: 'The service behind this tool gave no clear answer. Read its state before you try again.',
      };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(payload) }] };
}`.split("\n");

function toFunction(tool: Tool): string[] {
  const params = tool.params === undefined ? "" : `${tool.params}: z.infer<typeof ${tool.id}Input>`;
  return [`async function ${tool.id}Tool(${params}): Promise<CallToolResult> {`, ...indent(tool.body, 2), "}"];
}

function callHandler(tools: Tool[], named: boolean, converts: boolean): string[] {
  const branches = tools.flatMap((tool) => {
    const args = `request.params.arguments as z.infer<typeof ${tool.id}Input>`;
    if (named) {
      return [`  case '${tool.name}':`, `    return await ${tool.id}Tool(${tool.params === undefined ? "" : args});`];
    }
    return [
      `  case '${tool.name}': {`,
      ...(tool.params === undefined ? [] : [`    const ${tool.params} = ${args};`]),
      ...indent(tool.body, 4),
      "  }",
    ];
  });
  const dispatch = [
    "switch (request.params.name) {",
    ...branches,
    "  default:",
    "    throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${request.params.name}`);",
    "}",
  ];
  const body = converts
    ? ["try {", ...indent(dispatch, 2), "} catch (error) {", "  return failureResult(error);", "}"]
    : dispatch;
  return ["server.setRequestHandler(CallToolRequestSchema, async (request) => {", ...indent(body, 2), "});"];
}

/**
 * JavaScript: types become blanks, so that each line stays where it is. `undefined` where TypeScript has more than
 * types, as in decorated classes and parameter properties: nobody writes those in JavaScript.
 */
export function toJavaScript(source: string): string | undefined {
  const blanks: [number, number][] = [];
  let typescriptOnly = false;
  const blank = (start: number, end: number): boolean => {
    blanks.push([start, end]);
    return false;
  };
  const blankType = (owner: ts.Node, type: ts.Node | undefined): void => {
    if (type) blank(source.lastIndexOf(":", type.getStart()), type.end);
    for (const child of owner.getChildren()) {
      if (child.kind === ts.SyntaxKind.QuestionToken || child.kind === ts.SyntaxKind.ExclamationToken)
        blank(child.getStart(), child.end);
    }
  };
  const blankAngles = (list: ts.NodeArray<ts.Node> | undefined): void => {
    if (list) blank(list.pos - 1, source.indexOf(">", list.end) + 1);
  };

  visit(parse(source), (node) => {
    if (ts.isDecorator(node) || ts.isEnumDeclaration(node) || ts.isModuleDeclaration(node)) typescriptOnly = true;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return blank(node.getStart(), node.end);
    if (ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) {
      return blank(node.getStart(), node.end);
    }
    if (ts.isImportSpecifier(node) && node.isTypeOnly) {
      const comma = /^\s*,/.exec(source.slice(node.end));
      return blank(node.getStart(), node.end + (comma?.[0].length ?? 0));
    }
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) blank(node.expression.end, node.end);
    if (ts.isNonNullExpression(node)) blank(node.expression.end, node.end);
    if (ts.isVariableDeclaration(node)) blankType(node, node.type);
    if (ts.isPropertyDeclaration(node)) blankType(node, node.type);
    if (ts.isParameter(node)) {
      blankType(node, node.type);
      if (node.modifiers?.some((modifier) => !ts.isDecorator(modifier))) typescriptOnly = true;
    }
    if (ts.isFunctionLike(node)) {
      if (node.type) blank(source.lastIndexOf(":", node.type.getStart()), node.type.end);
      blankAngles(node.typeParameters);
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isExpressionWithTypeArguments(node))
      blankAngles(node.typeArguments);
    if (typeOnlyModifiers.has(node.kind)) blank(node.getStart(), node.end);
    if (ts.isHeritageClause(node) && node.token === ts.SyntaxKind.ImplementsKeyword)
      return blank(node.getStart(), node.end);
    return !ts.isTypeNode(node) || ts.isExpressionWithTypeArguments(node);
  });
  if (typescriptOnly) return undefined;

  const characters = source.split("");
  for (const [start, end] of blanks) {
    for (let at = start; at < end; at++) if (characters[at] !== "\n") characters[at] = " ";
  }
  return characters.join("").replace(/[ \t]+$/gm, "");
}

const typeOnlyModifiers = new Set([
  ts.SyntaxKind.ReadonlyKeyword,
  ts.SyntaxKind.PrivateKeyword,
  ts.SyntaxKind.ProtectedKeyword,
  ts.SyntaxKind.PublicKeyword,
  ts.SyntaxKind.OverrideKeyword,
  ts.SyntaxKind.AbstractKeyword,
]);

export interface Edit {
  start: number;
  end: number;
  text: string;
}

export function parse(source: string): ts.SourceFile {
  return ts.createSourceFile("case.ts", source, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
}

/** Goes on into the children of a node for which `enter` says so. */
export function visit(node: ts.Node, enter: (node: ts.Node) => boolean): void {
  if (enter(node)) ts.forEachChild(node, (child) => visit(child, enter));
}

export function text(node: ts.Node | undefined): string {
  return node?.getText() ?? "";
}

export function replace(node: ts.Node, replacement: string): Edit {
  return { start: node.getStart(), end: node.end, text: replacement };
}

export function apply(source: string, edits: Edit[]): string {
  let result = source;
  for (const edit of edits.toSorted((a, b) => b.start - a.start || b.end - a.end)) {
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
  }
  return `${result.trimEnd()}\n`;
}

export function indent(lines: string[], by: number): string[] {
  return lines.map((line) => (line === "" ? line : " ".repeat(by) + line));
}
