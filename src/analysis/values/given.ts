import type { TSESTree } from "@typescript-eslint/types";
import { functionName, memberName } from "../../syntax/names.js";
import { enclosingFunction, isFunction, type FunctionNode } from "../../syntax/tree.js";
import type { Binding } from "./bindings.js";
import type { File } from "../file.js";
import { descend, isOutermost, isSamePlace, resolve, rootEnv, type Env, type Ref } from "./values.js";

/** Where more files than these import one, what they hand it is not asked for. */
const MAX_IMPORTERS = 8;

/**
 * The function that the importing files hand to a function at the top of a file, where all of them hand the same:
 * `fail` of `export function registerOrders(server, { fail })`, called as `registerOrders(server, context)` in `index.ts`.
 */
export function givenByImporters(name: TSESTree.Identifier, env: Env): Ref | undefined {
  if (env.local || !isOutermost(env)) return undefined;
  const binding = env.file.bindings.resolve(name);
  if (binding.kind !== "parameter" || enclosingFunction(binding.fn)) return undefined;
  const given = argumentsFor(binding, env.file);
  const [first] = given;
  return first && given.every((one) => isSamePlace(one, first)) ? first : undefined;
}

/** What each call gives the parameter; none where one of them gives nothing that can be followed. */
function argumentsFor({ fn, index, path }: Extract<Binding, { kind: "parameter" }>, file: File): Ref[] {
  const name = functionName(fn);
  if (name === undefined) return [];
  const importers = file.project
    .importersOf(file.filename, file.filename)
    .filter(({ isSure, onlyTypes }) => isSure && !onlyTypes);
  if (importers.length > MAX_IMPORTERS) return [];
  const given = importers
    .flatMap(({ file: importer }) => callsIn(file.project.loadWith(importer, name), name, fn, file))
    .map(({ call, env }) => {
      const argument = call.arguments[index];
      const found = argument && descend({ node: argument, env }, path);
      return found && resolve(found);
    });
  const functions = given.filter((one) => one !== undefined && isFunction(one.node)) as Ref[];
  return functions.length === given.length ? functions : [];
}

/** The calls of a function of another file. */
function callsIn(
  importer: File | undefined,
  name: string,
  fn: FunctionNode,
  file: File,
): { readonly call: TSESTree.CallExpression; readonly env: Env }[] {
  if (!importer) return [];
  const env = rootEnv(importer);
  const target = { node: fn, env: rootEnv(file) };
  return importer.index.calls
    .filter((call) => mayCall(call, name, importer) && isSamePlace(resolve({ node: call.callee, env }), target))
    .map((call) => ({ call, env }));
}

/** `register()` of an import, whatever its name here, and `orders.registerOrders()`. */
function mayCall({ callee }: TSESTree.CallExpression, name: string, { bindings }: File): boolean {
  return callee.type === "Identifier"
    ? bindings.resolve(callee).kind === "import"
    : callee.type === "MemberExpression" && memberName(callee) === name;
}
