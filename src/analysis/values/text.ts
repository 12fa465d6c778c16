import type { TSESTree } from "@typescript-eslint/types";
import { calleeName, dottedName, memberName } from "../../syntax/names.js";
import { returnedExpressions } from "../../syntax/node-index.js";
import { unwrap, type Node } from "../../syntax/tree.js";
import { calledFunction } from "./calls.js";
import { madeBy } from "./made.js";
import { resolve, type Env, type Ref } from "./values.js";

export type TextPart =
  | { readonly kind: "static"; readonly value: string; readonly ref: Ref | undefined }
  /** The JSON of a value. */
  | { readonly kind: "json"; readonly ref: Ref }
  /** One of several: by `test`, or one for each return of what `call` runs. */
  | { readonly kind: "choice"; readonly options: readonly Text[]; readonly test?: Ref; readonly call?: Ref }
  | { readonly kind: "dynamic"; readonly ref: Ref };

/** What a string is put together from. */
export type Text = readonly TextPart[];

const MAX_TEXT_STEPS = 12;

/** A function that takes out what must not be shown: what comes of it is another text, also where a switch turns it off. */
const FILTERS = /sanit|redact|scrub|censor/iu;

export function textOf(ref: Ref, steps = MAX_TEXT_STEPS): Text {
  const { node, env } = resolve(ref);
  if (steps <= 0) return [{ kind: "dynamic", ref: { node, env } }];
  const inner = (child: Node): Text => textOf({ node: child, env }, steps - 1);
  switch (node.type) {
    case "Literal":
      return [{ kind: "static", value: String(node.value), ref: { node, env } }];
    case "TemplateLiteral":
      return node.quasis.flatMap((quasi, at): Text => {
        const expression = node.expressions[at];
        const text: TextPart = { kind: "static", value: quasi.value.cooked ?? quasi.value.raw, ref: { node, env } };
        return expression ? [text, ...inner(expression)] : [text];
      });
    case "BinaryExpression":
      if (node.operator === "+") return [...inner(node.left), ...inner(node.right)];
      break;
    case "ConditionalExpression":
      return [
        { kind: "choice", options: [inner(node.consequent), inner(node.alternate)], test: { node: node.test, env } },
      ];
    case "LogicalExpression":
      if (node.operator !== "&&") return [{ kind: "choice", options: [inner(node.left), inner(node.right)] }];
      break;
    case "CallExpression":
      return textOfCall(node, env, steps);
    default:
  }
  return [{ kind: "dynamic", ref: { node, env } }];
}

function textOfCall(node: TSESTree.CallExpression, env: Env, steps: number): Text {
  const [first] = node.arguments;
  const name = dottedName(node.callee);
  if (name === "JSON.stringify" && first && first.type !== "SpreadElement")
    return [{ kind: "json", ref: jsonOf({ node: first, env }) }];
  if (name === "String" && first && first.type !== "SpreadElement") return textOf({ node: first, env }, steps - 1);
  const method = calleeName(node);
  const callee = unwrap(node.callee);
  if (callee.type === "MemberExpression") {
    if (method === "join") {
      const list = resolve({ node: callee.object, env });
      if (list.node.type === "ArrayExpression") {
        const filled = filledLater(callee.object, env);
        const rest: TextPart = { kind: "dynamic", ref: { node, env } };
        if (filled === "anywhere") return [rest];
        const between = first?.type === "Literal" && first.value === "\n" ? "\n" : " ";
        const written = list.node.elements.flatMap((element): Text =>
          element && element.type !== "SpreadElement"
            ? [
                ...textOf({ node: element, env: list.env }, steps - 1),
                { kind: "static", value: between, ref: undefined },
              ]
            : [{ kind: "dynamic", ref: list }],
        );
        return filled === "behind" ? [...written, rest] : written;
      }
    }
    if (method === "trim" || method === "toString" || method === "trimEnd" || method === "trimStart")
      return textOf({ node: callee.object, env }, steps - 1);
  }
  const called = FILTERS.test(method ?? "") ? undefined : calledFunction(node, env);
  if (called) {
    const returned = returnedExpressions(called.fn);
    if (returned.length === 1 && returned[0]) return textOf({ node: returned[0], env: called.env }, steps - 1);
    if (returned.length > 1 && returned.length <= 8)
      return [
        {
          kind: "choice",
          options: returned.map((expression) => textOf({ node: expression, env: called.env }, steps - 1)),
          call: { node, env },
        },
      ];
  }
  return [{ kind: "dynamic", ref: { node, env } }];
}

/** `lines.push(…)` somewhere: the literal is only the beginning; behind `lines.unshift(…)`, not even that. */
function filledLater(list: Node, env: Env): "behind" | "anywhere" | undefined {
  const node = unwrap(list);
  const variable = node.type === "Identifier" ? env.file.bindings.variable(node) : undefined;
  const methods = (variable?.references ?? []).map(({ identifier }) => {
    const member = (identifier as Node).parent;
    return member?.type === "MemberExpression" ? memberName(member) : undefined;
  });
  if (methods.some((method) => method === "unshift" || method === "splice")) return "anywhere";
  return methods.includes("push") ? "behind" : undefined;
}

/** The value whose JSON is meant: the object itself, where a function does nothing but make it. */
function jsonOf(ref: Ref): Ref {
  const made = madeBy(ref);
  return made.node.type === "ObjectExpression" ? made : ref;
}

/** The words of a text, `…` for what is put in at run time; alternatives stand one after the other. */
export function wordsOf(text: Text): string {
  return text
    .map((part): string => {
      if (part.kind === "static") return part.value;
      if (part.kind === "choice") return part.options.map(wordsOf).join(" | ");
      return "…";
    })
    .join("");
}

/** The leaves that are put in at run time. */
export function dynamicParts(text: Text): Ref[] {
  return text.flatMap((part): Ref[] => {
    if (part.kind === "dynamic" || part.kind === "json") return [part.ref];
    return part.kind === "choice" ? part.options.flatMap(dynamicParts) : [];
  });
}
