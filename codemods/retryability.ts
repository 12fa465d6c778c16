import type { TSESTree } from "@typescript-eslint/types";
import { errorInScope } from "../src/analysis/catches/error-in-scope.js";
import { guardStatuses } from "../src/analysis/values/guards.js";
import type { File } from "../src/analysis/file.js";
import type { Model } from "../src/analysis/model.js";
import { constantOf, objectShape, rootEnv } from "../src/analysis/values/values.js";
import { findingsOf, type RuleFinding } from "../src/codemod/engine/findings.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Plan, Transform } from "../src/codemod/engine/transform.js";
import { conceptOf } from "../src/contract/dialects.js";
import type { NotCarried } from "../src/edits/carried.js";
import { addProperty, replaceValue } from "../src/edits/result-literal.js";
import { quoted, styleOf } from "../src/edits/style.js";
import type { Writer } from "../src/edits/writer.js";
import { keyName } from "../src/syntax/names.js";
import { isInside, unwrap, walk, type Node } from "../src/syntax/tree.js";

/** The retry flag and the wait set right: terminal errors are not retryable, retryable ones say how long to wait. */
export const retryability: Transform = {
  name: "retryability",
  rules: ["no-retryable-terminal-error", "require-retry-after"],
  *plan(model, writer) {
    const terminal = new Set<Node>();
    for (const finding of findingsOf(model, this.rules)) {
      const { node, ruleId } = finding;
      // What is no longer retryable needs no wait.
      if (ruleId === "no-retryable-terminal-error") terminal.add(node);
      else if ([...terminal].some((flag) => isInside(flag, node))) continue;
      const plan = ruleId === "require-retry-after" ? addWait(finding, model, writer) : setFlag(finding);
      if (plan) yield { node, ruleId, edits: [], ...plan };
    }
  },
};

type Answer = Pick<Plan, "edits" | "why"> | NotCarried;

/** What the rule suggests, and nothing else. */
function setFlag({ suggest, data }: RuleFinding): Answer {
  const [suggestion] = suggest ?? [];
  return suggestion
    ? { edits: suggestion.edits, why: `A ${data?.["category"] ?? "terminal"} error is never retryable.` }
    : { why: "The flag is decided elsewhere. Set it to false there." };
}

/** Undefined where the result has no fields yet: `error-results` writes them, the wait included. */
function addWait({ node, messageId }: RuleFinding, model: Model, writer: Writer): Answer | undefined {
  const { file } = model;
  const object = contractObject(node, model);
  if (!object) return { why: "Add a wait: create the failure with toolError.from or toolError.transient." };
  const names = object.properties.flatMap((entry) =>
    entry.type === "Property" ? (keyName(entry.key, entry.computed) ?? []) : [],
  );
  const inMilliseconds = names.some((name) => /^(?:bucket|humanMessage|retryAfterMs|retryable)$/u.test(name));
  const wait = waitAt(node, inMilliseconds, model, writer);
  if (messageId === "zeroWait") {
    const zero = zeroIn(object, file);
    return zero
      ? { edits: [replaceValue(zero, wait.text)], why: wait.why }
      : { why: "The wait of 0 is decided elsewhere. Set the real wait there." };
  }
  const name = inMilliseconds ? "retryAfterMs" : "retryAfterSeconds";
  return { edits: addProperty(object, `${name}: ${wait.text}`, file), why: wait.why };
}

/** The wait that says 0: of the object, or of its `recovery`. */
function zeroIn(object: TSESTree.ObjectExpression, file: File): TSESTree.Property | undefined {
  for (const entry of object.properties) {
    if (entry.type !== "Property") continue;
    const concept = conceptOf(keyName(entry.key, entry.computed) ?? "");
    if (concept === "wait" && constantOf({ node: entry.value, env: rootEnv(file) }) === 0) return entry;
    const inner = unwrap(entry.value);
    const nested = concept === "recovery" && inner.type === "ObjectExpression" ? zeroIn(inner, file) : undefined;
    if (nested) return nested;
  }
  return undefined;
}

/** The literal with the retry flag or the category in it. */
function contractObject(node: Node, { file }: Model): TSESTree.ObjectExpression | undefined {
  let found: TSESTree.ObjectExpression | undefined;
  const look = (root: Node): void => {
    walk(root, (inner) => {
      if (found || inner.type !== "ObjectExpression") return;
      const named = inner.properties.some((entry) => {
        const name = entry.type === "Property" ? keyName(entry.key, entry.computed) : undefined;
        const concept = name === undefined ? undefined : conceptOf(name);
        return concept === "retryable" || concept === "category";
      });
      if (named) found = inner;
    });
  };
  look(node);
  if (found) return found;
  // `const failure = { … }; return { …, text: JSON.stringify(failure) }`
  walk(node, (inner) => {
    if (found || inner.type !== "Identifier") return;
    const shape = objectShape({ node: inner, env: rootEnv(file) });
    if (
      shape &&
      !isInside(shape.node, node) &&
      shape.node.range[1] <= file.text.length &&
      file.index.objects.includes(shape.node)
    )
      look(shape.node);
  });
  return found;
}

/** The header of the answer, where it is at hand; else a constant that says that it is assumed. */
function waitAt(node: Node, inMilliseconds: boolean, model: Model, writer: Writer): { text: string; why: string } {
  const { file } = model;
  const scale = inMilliseconds ? " * 1000" : "";
  const limited = guardStatuses(node, file).includes(429);
  const { name, seconds } = writer.assumedWait(limited ? "rate-limit" : "other");
  const error = errorInScope(node, file);
  const fallback = `the constant \`${name}\` assumes ${seconds} s`;
  if (error?.kind !== "response")
    return { text: name + scale, why: `The wait is unknown: ${fallback}, replace it by the real one.` };
  const header = `${error.text}.headers.get(${quoted("retry-after", styleOf(file))})`;
  const read = `Number(${header}) || ${name}`;
  return {
    text: inMilliseconds ? `(${read})${scale}` : read,
    why: `The wait comes from the Retry-After header; without one ${fallback}.`,
  };
}

export default jscodeshiftTransform(retryability);

export { parser } from "../src/codemod/engine/jscodeshift.js";
