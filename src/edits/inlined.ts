import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import { constantOf, type Env, type Ref } from "../analysis/values/values.js";
import { isCallTo } from "../syntax/names.js";
import { isFunction, isInside, unwrap, type Node } from "../syntax/tree.js";

/** A part of a text: words, an expression of the file, or the source of one. */
export type Piece = { readonly words: string } | { readonly node: Node } | { readonly source: string };

const MAX_STEPS = 12;

/** Reads what stands in a builder as it would stand at a call of it. */
export class Inliner {
  readonly #here: Node[];
  readonly #file: File;

  constructor(call: Node, file: File) {
    this.#here = [call];
    this.#file = file;
  }

  /** A part of the file whose names mean the same at the call: an object that a constant holds there. */
  include(part: Node): void {
    this.#here.push(part);
  }

  /** The string that an expression of the builder is, in pieces; undefined where the builder does more than to join words. */
  text(ref: Ref, fuel = MAX_STEPS): readonly Piece[] | undefined {
    if (fuel <= 0) return undefined;
    const { node, env } = this.follow(ref);
    if (this.isArgument({ node, env })) return [{ node }];
    const inner = (child: Node): readonly Piece[] | undefined => this.text({ node: child, env }, fuel - 1);
    switch (node.type) {
      case "Literal":
        return typeof node.value === "string" ? [{ words: node.value }] : undefined;
      case "TemplateLiteral":
        return joined(
          node.quasis.flatMap((quasi, at) => {
            const expression = node.expressions[at];
            const words = [{ words: quasi.value.cooked ?? quasi.value.raw }];
            return expression ? [words, inner(expression)] : [words];
          }),
        );
      case "BinaryExpression":
        return node.operator === "+" ? joined([inner(node.left), inner(node.right)]) : undefined;
      case "ConditionalExpression": {
        const holds = constantOf({ node: node.test, env });
        return holds === undefined ? undefined : inner(holds ? node.consequent : node.alternate);
      }
      case "CallExpression": {
        const [first, ...others] = node.arguments;
        const isText = isCallTo(node, "String") && others.length === 0 && first && first.type !== "SpreadElement";
        return isText ? inner(first) : undefined;
      }
      default:
        return undefined;
    }
  }

  /** What a name of the builder stands for: an argument of the call, or what is written to a constant. */
  follow(ref: Ref): Ref {
    let { node, env } = ref;
    for (let fuel = MAX_STEPS; fuel > 0; fuel--) {
      node = unwrap(node);
      if (node.type !== "Identifier" || this.isArgument({ node, env })) break;
      const variable = env.file.bindings.variable(node);
      const argument = variable && env.args.get(variable);
      const binding = env.file.bindings.resolve(node);
      if (argument) ({ node, env } = argument);
      else if (binding.kind === "variable" && binding.init && isConstant(binding.declarator, binding.init))
        node = binding.init;
      else break;
    }
    return { node, env };
  }

  /** It stands in the call itself, or in what is taken over as it is written. */
  isArgument({ node, env }: { readonly node: Node; readonly env: Env }): boolean {
    return env.file === this.#file && this.#here.some((part) => isInside(node, part));
  }
}

function isConstant({ id, parent }: TSESTree.VariableDeclarator, init: Node): boolean {
  return id.type === "Identifier" && parent.kind === "const" && !isFunction(init);
}

function joined(parts: readonly (readonly Piece[] | undefined)[]): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  for (const part of parts) {
    if (!part) return undefined;
    pieces.push(...part);
  }
  return pieces;
}
