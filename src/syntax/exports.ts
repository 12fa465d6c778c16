import type { TSESTree } from "@typescript-eslint/types";
import type { Node } from "./tree.js";

/** The file that a node under `*0` hands on: `export * from "./orders.js"`, `...require("./orders.js")`. */
export function sourceOfStar(star: Node): string | undefined {
  return star.type === "ExportAllDeclaration" ? star.source.value : required(star);
}

function required(node: Node): string | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "Identifier" || node.callee.name !== "require")
    return undefined;
  const [specifier] = node.arguments;
  return specifier?.type === "Literal" && typeof specifier.value === "string" ? specifier.value : undefined;
}

/** What a file exports: see `File.exports`. */
export function collectExports(ast: TSESTree.Program): Map<string, Node> {
  const exports = new Map<string, Node>();
  let stars = 0;
  const handOn = (node: Node): void => void exports.set(`*${stars++}`, node);
  for (const statement of ast.body) {
    if (statement.type === "ExportNamedDeclaration") {
      const { declaration } = statement;
      if (declaration?.type === "VariableDeclaration") {
        for (const declarator of declaration.declarations)
          if (declarator.id.type === "Identifier") exports.set(declarator.id.name, declarator);
      } else if (declaration && "id" in declaration && declaration.id?.type === "Identifier")
        exports.set(declaration.id.name, declaration);
      for (const specifier of statement.specifiers) {
        const name = specifier.exported.type === "Identifier" ? specifier.exported.name : specifier.exported.value;
        exports.set(name, specifier);
      }
    } else if (statement.type === "ExportDefaultDeclaration") exports.set("default", statement.declaration);
    else if (statement.type === "ExportAllDeclaration") handOn(statement);
    else if (statement.type === "ExpressionStatement" && statement.expression.type === "AssignmentExpression")
      collectCommonJsExport(statement.expression, ast, exports, handOn);
  }
  return exports;
}

/** `module.exports = { a, b, ...require("./others.js") }`, `module.exports = f`, `exports.a = …`. */
function collectCommonJsExport(
  assignment: TSESTree.AssignmentExpression,
  ast: TSESTree.Program,
  exports: Map<string, Node>,
  handOn: (node: Node) => void,
): void {
  const { left, right } = assignment;
  if (left.type !== "MemberExpression" || left.property.type !== "Identifier") return;
  const { object } = left;
  const isModuleExports = object.type === "Identifier" && object.name === "module" && left.property.name === "exports";
  if (isModuleExports) {
    if (right.type !== "ObjectExpression") {
      exports.set("default", right);
      if (required(right) !== undefined) handOn(right);
      return;
    }
    for (const property of right.properties)
      if (property.type === "SpreadElement") {
        const value =
          property.argument.type === "Identifier" ? topLevelValue(property.argument.name, ast) : property.argument;
        if (value && required(value) !== undefined) handOn(value);
      } else if (property.key.type === "Identifier") exports.set(property.key.name, property.value);
    return;
  }
  const isExports =
    (object.type === "Identifier" && object.name === "exports") ||
    (object.type === "MemberExpression" &&
      object.object.type === "Identifier" &&
      object.object.name === "module" &&
      object.property.type === "Identifier" &&
      object.property.name === "exports");
  if (isExports) exports.set(left.property.name, right);
}

/** `require("./orders.js")` of `const orders = require("./orders.js");` */
function topLevelValue(name: string, { body }: TSESTree.Program): Node | undefined {
  for (const statement of body) {
    if (statement.type !== "VariableDeclaration") continue;
    const found = statement.declarations.find(({ id }) => id.type === "Identifier" && id.name === name)?.init;
    if (found) return found;
  }
  return undefined;
}
