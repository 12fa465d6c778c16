import type { Variable } from "@typescript-eslint/scope-manager";
import type { TSESTree } from "@typescript-eslint/types";
import { isFunction, unwrap, walk, type Node } from "../../../syntax/tree.js";
import type { File } from "../../file.js";
import { resolve, rootEnv, type Ref } from "../../values/values.js";
import { toolsOf } from "../file-tools.js";
import { declarationsIn } from "./declarations.js";
import type { DeclaredTool } from "./declared-tool.js";

/** A tool, and the file that tells of it. */
export interface PlacedTool {
  readonly file: File;
  readonly declared: DeclaredTool;
}

/** The tools of one server, in the order in which it gets them. */
export type ServerTools = readonly PlacedTool[];

/** Imports between the file of a tool and the one that puts the server together. */
const MAX_LEVELS = 3;
/** Files that are looked at for putting a server together. */
const MAX_ABOVE = 40;

/** The servers that offer tools of this file together with those of other files. */
export function serversOffering(file: File): ServerTools[] {
  return [file, ...filesAbove(file)]
    .flatMap((above) => serversIn(above))
    .filter((tools) => tools.some((one) => one.file.filename === file.filename));
}

function filesAbove({ filename, project }: File): File[] {
  const seen = new Set([filename]);
  let level = [filename];
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++) {
    level = level.flatMap((name) =>
      project
        .importersOf(name, filename)
        .filter((importer) => importer.isSure && !importer.onlyTypes && !seen.has(importer.file))
        .map((importer) => importer.file),
    );
    for (const name of level) seen.add(name);
  }
  return [...seen].slice(1, 1 + MAX_ABOVE).flatMap((name) => project.load(name) ?? []);
}

const known = new WeakMap<File, { readonly reloads: number; readonly servers: readonly ServerTools[] }>();

/** The servers that a file puts together of what several files hold. */
function serversIn(file: File): readonly ServerTools[] {
  const { reloads } = file.project;
  let found = known.get(file);
  if (found?.reloads !== reloads) {
    const servers = [...variablesHandedOn(file).map((variable) => onVariable(variable, file, 0)), ...collections(file)]
      .map(withoutRepetitions)
      .filter((tools) => new Set(tools.map((one) => one.file.filename)).size > 1);
    known.set(file, (found = { reloads, servers }));
  }
  return found.servers;
}

function withoutRepetitions(tools: ServerTools): ServerTools {
  const seen = new Set<string>();
  return tools.filter(({ file, declared }) => {
    const key = `${declared.place.range[0]} ${file.filename}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** What a file declares and gives to functions: `const server = new McpServer(…); registerOrders(server);`. */
function variablesHandedOn(file: File): Variable[] {
  const variables = new Set<Variable>();
  for (const { arguments: given } of file.index.calls)
    for (const argument of given) {
      const variable = argument.type === "Identifier" ? file.bindings.variable(argument) : undefined;
      if (variable && file.bindings.ofVariable(variable).kind === "variable") variables.add(variable);
    }
  return [...variables];
}

/** The tools that are registered on what a variable holds, in its file and in the functions that get it. */
function onVariable(variable: Variable, file: File, hops: number): PlacedTool[] {
  return variable.references.flatMap(({ identifier }): PlacedTool[] => {
    const { parent } = identifier as Node;
    if (parent?.type === "MemberExpression" && parent.object === identifier) return registeredBy(parent, file);
    if (parent?.type !== "CallExpression" || hops >= MAX_LEVELS) return [];
    const { node: called, env } = resolve({ node: parent.callee, env: rootEnv(file) });
    const index = parent.arguments.indexOf(identifier as TSESTree.Identifier);
    const parameter = isFunction(called) && index >= 0 ? called.params[index] : undefined;
    const inner = parameter && env.file.bindings.variable(parameter);
    return inner && inner !== variable ? onVariable(inner, env.file, hops + 1) : [];
  });
}

/** `server.tool("get_order", …)`, `server.addTool(orderTool)`. */
function registeredBy(member: TSESTree.MemberExpression, file: File): PlacedTool[] {
  const call = member.parent;
  if (call.type !== "CallExpression" || call.callee !== member) return [];
  const here = declaredIn(file).filter(({ tool }) => tool?.registration === call);
  if (here.length > 0) return here.map((declared) => ({ file, declared }));
  return call.arguments.flatMap((argument) => (argument.type === "Identifier" ? toolsAt(argument, file) : []));
}

function declaredIn(file: File): readonly DeclaredTool[] {
  const { tools, context } = toolsOf(file);
  return declarationsIn(tools, context);
}

/** Lists and tables of what other files hold: `[getOrder, ...noteTools]`, `{ getOrder, addNote }`. */
function collections(file: File): PlacedTool[][] {
  const found: PlacedTool[][] = [];
  walk(file.ast, (node) => {
    if (node.type !== "ArrayExpression" && node.type !== "ObjectExpression") return;
    const members = membersOf(node);
    if (members.some((member) => member.type === "Identifier" && file.bindings.resolve(member).kind === "import"))
      found.push(members.flatMap((member) => toolsAt(member, file)));
  });
  return found;
}

function membersOf(node: TSESTree.ArrayExpression | TSESTree.ObjectExpression): Node[] {
  const members =
    node.type === "ArrayExpression"
      ? node.elements
      : node.properties.map((property) => (property.type === "Property" ? property.value : property));
  return members.flatMap((member) =>
    member ? [unwrap(member.type === "SpreadElement" ? member.argument : member)] : [],
  );
}

/** The tools that an expression stands for, where it leads to an object, a list or a call that describes them. */
function toolsAt(node: Node, file: File, hops = 0): PlacedTool[] {
  const found: Ref = resolve({ node, env: rootEnv(file) });
  const place = unwrap(found.node);
  const { file: home } = found.env;
  if (place.type !== "ObjectExpression" && place.type !== "ArrayExpression" && place.type !== "CallExpression")
    return [];
  const written = declaredIn(home)
    .filter(({ place: { range } }) => place.range[0] <= range[0] && range[1] <= place.range[1])
    .map((declared) => ({ file: home, declared }));
  if (place.type === "CallExpression" || hops >= MAX_LEVELS) return written;
  const named = membersOf(place).filter(({ type }) => type === "Identifier");
  return [...written, ...named.flatMap((member) => toolsAt(member, home, hops + 1))];
}
