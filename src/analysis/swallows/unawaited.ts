import type { Swallow } from "./swallows.js";
import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, memberName } from "../../syntax/names.js";
import { ownNodes } from "../../syntax/node-index.js";
import { parentOf, unwrap } from "../../syntax/tree.js";
import { attemptOf, isOffPath, waitsIn } from "./excuses.js";
import type { File } from "../file.js";
import { isOwnTask } from "../catches/own-task.js";
import type { ReachedFunction } from "../tools/reach.js";
import { calledFunction } from "../values/calls.js";
import { rootEnv } from "../values/values.js";

/** `this.setAccessToken(token)`: kept for the next call of a tool, and no part of what this one answers. */
const KEEPS_FOR_LATER =
  /^(?:set|store|save|cache|remember|persist|refresh|touch)\w*(?:Token|Tokens|Credentials?|Session|Cookies?|Cache)$|^cache[A-Z]/u;

/** A promise that is started and left alone, after which the tool says that the work is done. */
export function unawaitedWork(reached: ReachedFunction, file: File): Swallow[] {
  if (!reached.fn.async) return [];
  const found: Swallow[] = [];
  for (const call of ownNodes(reached.fn).calls) {
    const parent = parentOf(call);
    const isVoid = parent?.type === "UnaryExpression" && parent.operator === "void";
    const node = isVoid ? parentOf(parent) : parent;
    if (node?.type !== "ExpressionStatement") continue;
    const name = calleeName(call) ?? "";
    if (/^(?:then|catch|finally)$/u.test(name) || KEEPS_FOR_LATER.test(name) || isOffPath(node)) continue;
    const isOwn = isOwnTask(node, reached, file) && !waitsIn(reached.fn.body);
    // Whoever writes `void` knows of the promise: only what the tool is there for is sure to be waited for.
    if (!isOwn && (isVoid || attemptOf(node) !== "work")) continue;
    if (!isVoid && !givesPromise(call, file)) continue;
    const comments = file
      .comments()
      .filter(
        (comment) =>
          comment.range[1] <= node.range[0] && file.text.slice(comment.range[1], node.range[0]).trim() === "",
      );
    if (comments.some((comment) => /background|fire[\s-]and[\s-]forget|best[\s-]?effort|async/iu.test(comment.value)))
      continue;
    found.push({
      node,
      how: "not-awaited",
      reached,
      commented: false,
      path: [`${dottedName(call.callee) ?? name}() is started`, "nobody waits for it"],
      instead: "success before the work is done",
    });
  }
  return found;
}

function givesPromise(call: TSESTree.CallExpression, file: File): boolean {
  const env = rootEnv(file);
  if (dottedName(call.callee) === "fetch") return file.bindings.resolve(unwrap(call.callee)).kind === "global";
  const called = calledFunction(call, env);
  if (called) {
    if (
      !called.fn.async &&
      !/^Promise\b/u.test(called.env.file.textOf(called.fn.returnType?.typeAnnotation ?? called.fn).slice(0, 8))
    )
      return false;
    // A function that catches everything itself is a background task by design.
    const [first] = called.fn.body.type === "BlockStatement" ? called.fn.body.body : [];
    return !(first?.type === "TryStatement" && first.handler);
  }
  return declaredPromise(call, file);
}

/** A method of an interface of this file that is declared to return a promise. */
function declaredPromise(call: TSESTree.CallExpression, file: File): boolean {
  const callee = unwrap(call.callee);
  if (callee.type !== "MemberExpression") return false;
  const name = memberName(callee);
  const object = unwrap(callee.object);
  const binding = object.type === "Identifier" ? file.bindings.resolve(object) : undefined;
  if (name === undefined || !binding) return false;
  const holder =
    binding.kind === "variable"
      ? binding.declarator.id
      : binding.kind === "parameter"
        ? binding.fn.params[binding.index]
        : undefined;
  const annotation = holder?.type === "Identifier" ? holder.typeAnnotation?.typeAnnotation : undefined;
  if (annotation?.type !== "TSTypeReference" || annotation.typeName.type !== "Identifier")
    return awaitedElsewhere(call, file);
  const typeName = annotation.typeName.name;
  for (const statement of file.ast.body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "TSInterfaceDeclaration" || declaration.id.name !== typeName) continue;
    for (const member of declaration.body.body) {
      if (member.type === "TSMethodSignature" && member.key.type === "Identifier" && member.key.name === name)
        return file.textOf(member.returnType ?? member).includes("Promise<");
      if (member.type === "TSPropertySignature" && member.key.type === "Identifier" && member.key.name === name)
        return file.textOf(member).includes("=> Promise<");
    }
  }
  return awaitedElsewhere(call, file);
}

function awaitedElsewhere(call: TSESTree.CallExpression, file: File): boolean {
  const name = dottedName(call.callee);
  return file.index.calls.some(
    (other) => other !== call && dottedName(other.callee) === name && parentOf(other)?.type === "AwaitExpression",
  );
}
