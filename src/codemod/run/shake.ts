import type { TSESTree } from "@typescript-eslint/types";
import MagicString from "magic-string";
import type { Parse, ParsedSource } from "../../syntax/parse.js";
import { keyName } from "../../syntax/names.js";

/** What of the helper a project uses. */
export interface HelperUse {
  /** Exports. */
  readonly names: ReadonlySet<string>;
  /** Members of the exports that are objects: `from` of `toolError`; no entry: all of them. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
}

type Statement = TSESTree.ProgramStatement;

/** The statements of a module that some of its exports need, with the comments that belong to them. */
export function shaken(text: string, filename: string, { names, members }: HelperUse, parse: Parse): string {
  const result = parse(text, filename);
  if (!result.ok) throw new Error(`${filename}: ${result.failure.message}`);
  const { source } = result;
  const graph = new Graph(source, members);
  const kept = graph.reachedFrom(names);
  const output = new MagicString(text);
  let end = 0;
  for (const [at, statement] of source.ast.body.entries()) {
    // The comment at the top of the file stays, whatever follows it.
    const start = at === 0 ? (source.ast.body[0]?.range[0] ?? 0) : end;
    [, end] = statement.range;
    if (kept.has(statement)) graph.pruned(statement, output, text);
    else output.remove(at === 0 ? startWithComment(source, start) : start, end);
  }
  // Of what the compiler has taken out, the comments are left.
  return `${output
    .toString()
    .trimEnd()
    .replace(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*(?=\/\*\*)/gu, "")}\n`;
}

/** The comment right above the first statement is its own. */
function startWithComment({ comments }: ParsedSource, start: number): number {
  const last = comments.filter(({ range, value }) => range[1] <= start && value.startsWith("*")).at(-1);
  return last ? last.range[0] : start;
}

/** Which statement declares what, and which ones each needs. */
class Graph {
  readonly #declares = new Map<string, Statement[]>();
  readonly #needs = new Map<Statement, Set<string>>();
  readonly #members: HelperUse["members"];

  constructor({ ast, scopeManager }: ParsedSource, members: HelperUse["members"]) {
    this.#members = members;
    for (const statement of ast.body) {
      this.#needs.set(statement, new Set());
      for (const name of declaredBy(statement)) {
        const others = this.#declares.get(name);
        if (others) others.push(statement);
        else this.#declares.set(name, [statement]);
      }
    }
    const module = scopeManager.globalScope?.childScopes[0];
    for (const variable of module?.variables ?? [])
      for (const { identifier } of variable.references) {
        const user = ast.body.find(({ range }) => range[0] <= identifier.range[0] && identifier.range[1] <= range[1]);
        if (user && !this.#isDropped(identifier, user)) this.#needs.get(user)?.add(variable.name);
      }
  }

  /** A member of an exported object that nobody uses. */
  #isDropped(identifier: TSESTree.Node, statement: Statement): boolean {
    const object = namespaceIn(statement);
    const property = object?.value.properties.find(
      ({ range }) => range[0] <= identifier.range[0] && identifier.range[1] <= range[1],
    );
    return object !== undefined && property !== undefined && !this.#uses(object.name, property);
  }

  #uses(object: string, property: TSESTree.ObjectLiteralElement): boolean {
    const used = this.#members.get(object);
    if (!used || property.type !== "Property") return true;
    return used.has(keyName(property.key, property.computed) ?? "");
  }

  reachedFrom(names: Iterable<string>): ReadonlySet<Statement> {
    const reached = new Set<Statement>();
    const open = [...names];
    for (let name = open.pop(); name !== undefined; name = open.pop())
      for (const statement of this.#declares.get(name) ?? []) {
        if (reached.has(statement)) continue;
        reached.add(statement);
        open.push(...(this.#needs.get(statement) ?? []));
      }
    return reached;
  }

  /** Takes the members that nobody uses out of an exported object. */
  pruned(statement: Statement, output: MagicString, text: string): void {
    const object = namespaceIn(statement);
    if (!object) return;
    for (const property of object.value.properties) {
      if (this.#uses(object.name, property)) continue;
      const rest = /^\s*,/u.exec(text.slice(property.range[1]))?.[0].length ?? 0;
      const start = text.lastIndexOf("\n", property.range[0]);
      output.remove(start, property.range[1] + rest);
    }
  }
}

/** `export const toolError = { … };` */
function namespaceIn(statement: Statement): { name: string; value: TSESTree.ObjectExpression } | undefined {
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : undefined;
  const [only] = declaration?.type === "VariableDeclaration" ? declaration.declarations : [];
  return only?.id.type === "Identifier" && only.init?.type === "ObjectExpression"
    ? { name: only.id.name, value: only.init }
    : undefined;
}

function declaredBy(statement: Statement): string[] {
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (declaration?.type === "VariableDeclaration")
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  return declaration && "id" in declaration && declaration.id?.type === "Identifier" ? [declaration.id.name] : [];
}
