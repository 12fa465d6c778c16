import type { TSESTree } from "@typescript-eslint/types";
import { ownFields } from "../src/analysis/exits/field-conflicts.js";
import { siteOfValue } from "../src/analysis/exits/field-places.js";
import type { PayloadField } from "../src/analysis/exits/payload.js";
import type { File } from "../src/analysis/file.js";
import type { Model } from "../src/analysis/model.js";
import { constantOf, rootEnv } from "../src/analysis/values/values.js";
import { jscodeshiftTransform } from "../src/codemod/engine/jscodeshift.js";
import type { Plan, Transform } from "../src/codemod/engine/transform.js";
import { categoryOf, type Category } from "../src/contract/categories.js";
import { DIALECTS, SPELLINGS, type Concept, type Dialect } from "../src/contract/dialects.js";
import type { Edit } from "../src/edits/edit.js";
import { addProperty } from "../src/edits/result-literal.js";
import { quoted, styleOf } from "../src/edits/style.js";
import { keyName, literalProperty } from "../src/syntax/names.js";
import { isInside, unwrap, type Node } from "../src/syntax/tree.js";

/** Error objects in the names, values and units of another dialect. */
export const dialect: Transform = {
  name: "dialect",
  rules: ["consistent-error-contract"],
  *plan(model, _writer, { to }) {
    if (to === undefined) return;
    for (const [object, fields] of objectsOf(model)) {
      const plan = rewrite(object, fields, DIALECTS[to], model.file);
      if (plan) yield { node: object, ruleId: "consistent-error-contract", edits: [], ...plan };
    }
  },
};

/** The literals of this file that hold contract fields of errors which the model reads, each once. */
function objectsOf({ told }: Model): Map<TSESTree.ObjectExpression, PayloadField[]> {
  const found = new Map<TSESTree.ObjectExpression, PayloadField[]>();
  for (const field of told.errors.flatMap(ownFields)) {
    const object = told.nodeAt(siteOfValue(field))?.parent?.parent;
    // Fields of nested objects (`recovery`) belong to the object around them.
    if (object?.type !== "ObjectExpression" || isRecovery(object)) continue;
    const fields = found.get(object) ?? [];
    if (!fields.some(({ name }) => name === field.name)) fields.push(field);
    found.set(object, fields);
  }
  return found;
}

function isRecovery({ parent }: TSESTree.ObjectExpression): boolean {
  return parent.type === "Property" && keyName(parent.key, parent.computed) === "recovery";
}

const BUCKET: Readonly<Record<Category, string>> = {
  transient: "Transient",
  validation: "Data",
  permission: "Permission",
  business: "Business",
};

function rewrite(
  object: TSESTree.ObjectExpression,
  fields: readonly PayloadField[],
  to: Dialect,
  file: File,
): Pick<Plan, "edits" | "why"> | { readonly why: string } | undefined {
  // An object that says neither a category nor a flag is no error of any dialect but `recovery`.
  if (!fields.some(({ concept }) => concept === "category" || concept === "retryable" || concept === "recovery"))
    return undefined;
  if (hasDeclaredType(object)) return { why: "The object has a declared type. Rename its members as well." };
  const edits: Edit[] = [];
  for (const { concept, name } of fields) {
    const property = literalProperty(object, name);
    if (!property) continue;
    const changed =
      concept === "wait" ? wait(property, name, object, to, file) : renamed(property, concept, name, object, to, file);
    if ("why" in changed) return changed;
    edits.push(...changed.edits);
  }
  edits.push(...hoistedWait(object, to, file));
  return edits.length === 0 ? undefined : { edits, why: `The object is written in the dialect \`${to.name}\`.` };
}

/** A new name of a member would not fit: `const failure: Failure = { … }`, `{ … } satisfies Failure`. */
function hasDeclaredType({ parent }: TSESTree.ObjectExpression): boolean {
  if (parent.type === "TSSatisfiesExpression" || parent.type === "TSAsExpression") return true;
  return parent.type === "VariableDeclarator" && Boolean(parent.id.typeAnnotation);
}

type Changed = { readonly edits: readonly Edit[] } | { readonly why: string };

const UNCHANGED: Changed = { edits: [] };

function renamed(
  property: TSESTree.Property,
  concept: Concept,
  name: string,
  object: TSESTree.ObjectExpression,
  to: Dialect,
  file: File,
): Changed {
  const target = to.fields[concept];
  if (target === undefined) return UNCHANGED; // the dialect has no such field: what is there stays readable
  // `attempt` and `attemptedActions` are two things; so are an `error` beside a `message`.
  if (concept === "attempts" || (target !== name && literalProperty(object, target))) return UNCHANGED;
  let value: string | undefined;
  if (concept === "category") {
    const constant = constantOf({ node: property.value, env: rootEnv(file) });
    const category = typeof constant === "string" ? categoryOf(constant) : undefined;
    if (!category)
      return { why: `The values of \`${name}\` are decided elsewhere. Write them in the names of ${to.name} there.` };
    const wanted = to.name === "envelope" ? BUCKET[category] : category;
    if (constant !== wanted) {
      if (!isInside(property.value, object) || unwrap(property.value).type !== "Literal")
        return { why: `The value of \`${name}\` is decided elsewhere. Write it as "${wanted}" there.` };
      value = quoted(wanted, styleOf(file));
    }
  }
  if (target === name && value === undefined) return UNCHANGED;
  return { edits: [replace(property, target, value, file)] };
}

function replace(property: TSESTree.Property, name: string, value: string | undefined, file: File): Edit {
  if (value === undefined && !property.shorthand) return { range: property.key.range, text: name };
  return { range: property.range, text: `${name}: ${value ?? file.textOf(property.value)}` };
}

const IN_MILLISECONDS: ReadonlySet<string> = new Set(["retryAfterMs", "retry_after_ms", "retryAfterMilliseconds"]);

/** The wait in the field and the unit of the dialect; in `recovery` it stands in the object of that name. */
function wait(
  property: TSESTree.Property,
  name: string,
  object: TSESTree.ObjectExpression,
  to: Dialect,
  file: File,
): Changed {
  const target = to.fields.wait;
  if (target === undefined || !SPELLINGS.wait.includes(name)) return UNCHANGED;
  const value = inUnit(property.value, IN_MILLISECONDS.has(name), to.waitUnit === "milliseconds", file);
  if (to.name === "recovery") {
    if (literalProperty(object, "recovery")) return UNCHANGED;
    return { edits: [{ range: property.range, text: `recovery: { ${target}: ${value} }` }] };
  }
  if (target === name) return UNCHANGED;
  return { edits: [replace(property, target, value, file)] };
}

function inUnit(value: Node, isMilliseconds: boolean, wantsMilliseconds: boolean, file: File): string {
  const source = file.textOf(value);
  if (isMilliseconds === wantsMilliseconds) return source;
  const node = unwrap(value);
  if (node.type === "Literal" && typeof node.value === "number")
    return String(wantsMilliseconds ? node.value * 1000 : Math.ceil(node.value / 1000));
  const operand =
    node.type === "Identifier" || node.type === "MemberExpression" || node.type === "CallExpression"
      ? source
      : `(${source})`;
  return wantsMilliseconds ? `${operand} * 1000` : `Math.ceil(${operand} / 1000)`;
}

/** `recovery: { retryAfterSeconds: 5 }` → a wait of its own, where the dialect looks for one. */
function hoistedWait(object: TSESTree.ObjectExpression, to: Dialect, file: File): Edit[] {
  const target = to.fields.wait;
  if (to.name === "recovery" || target === undefined) return [];
  const has = object.properties.some(
    (entry) => entry.type === "Property" && SPELLINGS.wait.includes(keyName(entry.key, entry.computed) ?? ""),
  );
  const recovery = literalProperty(object, "recovery");
  const inner = recovery && unwrap(recovery.value);
  if (has || inner?.type !== "ObjectExpression") return [];
  const seconds = literalProperty(inner, "retryAfterSeconds");
  if (!seconds) return [];
  return addProperty(object, `${target}: ${inUnit(seconds.value, false, to.waitUnit === "milliseconds", file)}`, file);
}

export default jscodeshiftTransform(dialect);

export { parser } from "../src/codemod/engine/jscodeshift.js";
