import type { TSESTree } from "@typescript-eslint/types";
import { memberName, ownMemberName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { enclosingClass, isClass, isFunction, unwrap, walk, type Node } from "../../syntax/tree.js";
import { calledFunction, type CalledFunction } from "./calls.js";
import { declarationOf, fieldType, inheritedMethod, memberType, typeOf, type TypeRef } from "./classes.js";
import type { File } from "../file.js";
import { property, resolve, rootEnv, type Env, type Ref } from "./values.js";
import { isNothing, valuesWritten } from "./written.js";

/**
 * The functions that may stand behind a method which only the declared type of its receiver gives away: those of the
 * class, or those by which an interface is implemented where it stands, or else in the files that import it. Undefined where none is seen.
 */
export function implementationsOf(call: TSESTree.CallExpression, env: Env): CalledFunction[] | undefined {
  const callee = unwrap(call.callee);
  const name = callee.type === "MemberExpression" ? memberName(callee) : undefined;
  const type = callee.type === "MemberExpression" ? declaredType({ node: callee.object, env }) : undefined;
  const declared = type && declarationOf(type);
  if (callee.type !== "MemberExpression" || name === undefined) return undefined;
  const makers = declared ? implementersOf(declared) : [];
  const found = (makers.length > 0 ? makers : madeAs({ node: callee.object, env }, MAX_STEPS)).flatMap(
    (implementer) => methodOf(implementer, name) ?? [],
  );
  return found.length > 0 ? found : undefined;
}

/** The functions that a call may lead to; none where they cannot be seen. */
export function functionsCalled(call: TSESTree.CallExpression, env: Env): readonly CalledFunction[] {
  const called = calledFunction(call, env);
  return called ? [called] : (implementationsOf(call, env) ?? []);
}

/**
 * What a receiver without a type is made as: `client` of `let client = null; … client = new Client()`, `getClient()` that
 * returns it, and a field that holds what a factory gives. Nothing where one of the values cannot be seen.
 */
function madeAs(ref: Ref, steps: number): Ref[] {
  const { node, env } = resolve(ref);
  if (steps <= 0) return [];
  if (node.type === "ObjectExpression") return [{ node, env }];
  if (node.type === "NewExpression") {
    const cls = resolve({ node: node.callee, env });
    return isClass(cls.node) ? [cls] : [];
  }
  const values = valuesHeld(node, env);
  const made = values.map((value) => madeAs(value, steps - 1));
  return made.every((one) => one.length > 0) ? made.flat() : [];
}

/** The values of a variable that is written more than once, those of a choice, and those that a function returns; "not made yet" left out. */
export function valuesHeld(node: Node, env: Env): Ref[] {
  if (node.type === "CallExpression") {
    const called = calledFunction(node, env);
    return called ? returnedExpressions(called.fn).map((value) => ({ node: value, env: called.env })) : [];
  }
  // `enabled ? new Archive() : null`
  if (node.type === "ConditionalExpression")
    return [node.consequent, node.alternate].flatMap((arm) => (isNothing(arm) ? [] : [{ node: arm, env }]));
  const binding = node.type === "Identifier" ? env.file.bindings.resolve(node) : undefined;
  if (binding?.kind === "parameter" && binding.path.length === 0) {
    // `read(id, store = files)`: who gives another one is a test, as a rule.
    const parameter = binding.fn.params[binding.index];
    return parameter?.type === "AssignmentPattern" ? [{ node: parameter.right, env }] : [];
  }
  return binding?.kind === "variable" ? valuesWritten(binding, env.file).map((value) => ({ node: value, env })) : [];
}

/** Destructured names that are followed to their type, so that cyclic ones end. */
const MAX_STEPS = 4;

/** The type of a name, of a field, and of what a function returns; `| undefined` and `| null` left out. */
export function declaredType(ref: Ref, steps = MAX_STEPS): TypeRef | undefined {
  const node = unwrap(ref.node);
  const { env } = ref;
  const type =
    typeOf({ node, env }) ?? typeOfField(node, env) ?? typeOfPart(node, env, steps) ?? typeOfResult(node, env, steps);
  if (type?.node.type !== "TSUnionType") return type;
  const [only, ...others] = type.node.types.filter(({ type: kind }) => !/^TS(?:Undefined|Null)Keyword$/u.test(kind));
  return only && others.length === 0 ? { node: only, env: type.env } : undefined;
}

/** `this.api`. */
function typeOfField(node: Node, env: Env): TypeRef | undefined {
  const cls = enclosingClass(node);
  const name = ownMemberName(node);
  return cls && name !== undefined ? fieldType({ node: cls, env }, name) : undefined;
}

/** `reader` of `const { reader } = context` and of `({ reader }: Context) => …`. */
function typeOfPart(node: Node, env: Env, steps: number): TypeRef | undefined {
  if (node.type !== "Identifier" || steps <= 0) return undefined;
  const binding = env.file.bindings.resolve(node);
  if ((binding.kind !== "variable" && binding.kind !== "parameter") || binding.path.length === 0) return undefined;
  let type = binding.kind === "parameter" ? typeOfParameter(binding.fn.params[binding.index], env) : undefined;
  if (binding.kind === "variable" && binding.init) type = declaredType({ node: binding.init, env }, steps - 1);
  for (const name of binding.path) type = type && memberType(type, name);
  return type;
}

function typeOfParameter(parameter: Node | undefined, env: Env): TypeRef | undefined {
  const pattern = parameter?.type === "AssignmentPattern" ? parameter.left : parameter;
  const type = pattern?.type === "ObjectPattern" ? pattern.typeAnnotation?.typeAnnotation : undefined;
  return type && { node: type, env };
}

/** `getApi()`, and `api` of `const api = getApi()`. */
function typeOfResult(node: Node, env: Env, steps: number): TypeRef | undefined {
  const made = resolve({ node, env });
  if (made.node.type !== "CallExpression") return undefined;
  const called = calledFunction(made.node, made.env);
  const type = called?.fn.returnType?.typeAnnotation;
  if (called && type) return { node: type, env: called.env };
  const callee = steps > 0 ? declaredType({ node: made.node.callee, env: made.env }, steps - 1) : undefined;
  return callee && typeGivenBy(callee);
}

/** `Api` of `() => Api`, also under a name: `type MakeApi = () => Api`. */
function typeGivenBy(type: TypeRef): TypeRef | undefined {
  const declared = type.node.type === "TSTypeReference" ? declarationOf(type) : undefined;
  const { node, env } =
    declared?.node.type === "TSTypeAliasDeclaration" ? { node: declared.node.typeAnnotation, env: declared.env } : type;
  const given = node.type === "TSFunctionType" ? node.returnType?.typeAnnotation : undefined;
  return given && { node: given, env };
}

const implementers = new WeakMap<Node, Ref[]>();

/** A class is its own; an interface is looked for in the file that declares it. */
export function implementersOf(declared: Ref): Ref[] {
  if (isClass(declared.node)) return [declared];
  if (declared.node.type !== "TSInterfaceDeclaration") return [];
  const { name } = declared.node.id;
  let found = implementers.get(declared.node);
  if (!found) implementers.set(declared.node, (found = implementersIn(declared.env, name)));
  // Other files may change while this one stays as it is.
  return found.length > 0 ? found : implementersElsewhere(declared.env.file, name);
}

/** Files that import an interface and are looked at for what implements it. */
const MAX_IMPORTERS = 40;

/** `class HttpShop implements Shop`, in a file that imports `Shop`. */
function implementersElsewhere({ filename, project }: File, name: string): Ref[] {
  return project
    .importersOf(filename, filename)
    .slice(0, MAX_IMPORTERS)
    .flatMap(({ file }) => {
      const importer = project.loadWith(file, `implements ${name}`);
      return importer ? implementersIn(rootEnv(importer), name) : [];
    });
}

function implementersIn({ file }: Env, name: string): Ref[] {
  const found: Ref[] = [];
  const names = (type: Node | undefined): boolean =>
    type?.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === name;
  walk(file.ast, (node) => {
    if (isClass(node)) {
      const isOne = node.implements.some(
        ({ expression }) => expression.type === "Identifier" && expression.name === name,
      );
      if (isOne) found.push({ node, env: rootEnv(file) });
    } else if (node.type === "VariableDeclarator" && node.init && names(node.id.typeAnnotation?.typeAnnotation))
      found.push(resolve({ node: node.init, env: rootEnv(file) }));
  });
  return found;
}

function methodOf(implementer: Ref, name: string): CalledFunction | undefined {
  const method = isClass(implementer.node) ? inheritedMethod(implementer, name) : resolveProperty(implementer, name);
  return method && isFunction(method.node) ? { fn: method.node, env: method.env } : undefined;
}

function resolveProperty(object: Ref, name: string): Ref | undefined {
  const value = property(object, name);
  return value && resolve(value);
}
