import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import { textOf, wordsOf } from "../analysis/values/text.js";
import { constantOf, rootEnv, type Ref } from "../analysis/values/values.js";
import { conceptOf } from "../contract/dialects.js";
import { inSecondsSource } from "./wait-source.js";
import { dottedName, keyName } from "../syntax/names.js";
import { isInside, unwrap, type Node } from "../syntax/tree.js";
import { branchOf, type KnownTest } from "./known-test.js";
import type { Carried, NotCarried } from "./carried.js";
import type { Edit } from "./edit.js";
import { heldObject, memberSource, removeStatement } from "./held-object.js";
import { failureFlag, isLeak, isStringValue, unlessLeak, withoutLeaks } from "./members.js";
import type { HelperField } from "./helper-call.js";
import { Inliner, type Piece } from "./inlined.js";
import { joinPieces } from "./joined-text.js";
import { memberOf, objectSource } from "./object-source.js";
import { deeperThan, movedTo, quoted, styleOf } from "./style.js";

/** Members of the helper's constructors that no dialect has a concept for. */
const FURTHER_FIELDS: ReadonlySet<string> = new Set(["failureType", "attemptedQuery", "alternativeApproaches"]);

const FIELD_OF: Readonly<Record<string, string>> = {
  code: "errorCode",
  customerMessage: "customerFriendlyMessage",
  partialResults: "partialResults",
  recovery: "recovery",
};

/** A sentence of the description. */
interface Sentence {
  readonly pieces: readonly Piece[];
  /** It is a member of an object, not a content block. */
  readonly isMember: boolean;
}

/** Gathers what a failure says, node by node, and puts it into the helper's terms. */
export class Collector {
  readonly fields: HelperField[] = [];
  category: string | undefined;
  isRetryable: boolean | undefined;
  status: number | undefined;
  wait: string | undefined;
  structured = false;
  readonly #sentences: Sentence[] = [];
  readonly #kept: Node[] = [];
  readonly #words: string[] = [];
  readonly #details: string[] = [];
  readonly #siblings: string[] = [];
  readonly #objects = new Set<Node>();
  #isNothingFound = false;
  #why: string | undefined;
  readonly #file: File;
  readonly #from: Node;
  readonly #known: KnownTest | undefined;
  readonly #inliner: Inliner;
  /** The variable whose members are read: `payload` of `payload.error`. */
  #through: string | undefined;
  /** What else changes: a variable that nothing reads any more. */
  readonly edits: Edit[] = [];
  /** Of the members that are written. */
  readonly #indent: string;

  /**
   * @param from what the call of the helper takes the place of
   * @param known a test whose outcome is known there
   */
  constructor(from: Node, file: File, known?: KnownTest) {
    this.#known = known;
    this.#file = file;
    this.#from = from;
    this.#inliner = new Inliner(from, file);
    this.#indent = deeperThan(from, file);
  }

  refuse(why: string): void {
    this.#why ??= why;
  }

  get hasDescription(): boolean {
    return this.#sentences.length > 0;
  }

  /** The text of a content block, or what stands for one; at another place than the failure where a builder writes it. */
  addText(ref: Ref, isMember = false): void {
    const { node, env } = this.#chosen(this.#inliner.follow(ref));
    const json = jsonOf(node);
    const target = json && this.#inliner.follow({ node: json, env });
    if (target?.node.type === "ObjectExpression") this.addObject({ node: target.node, env: target.env });
    else if (target && this.#addVariable(target)) return;
    else if (json && isLeak(json, this.#file)) return;
    else if (json && pathOf(json) !== undefined)
      this.refuse("The text is JSON built elsewhere. Write its members in the call.");
    else this.#addSentence({ node, env }, isMember);
  }

  /** The branch of a conditional that is taken where the failure is. */
  #chosen({ node, env }: Ref): Ref {
    if (!this.#known || node.type !== "ConditionalExpression") return { node, env };
    const branch = branchOf(node, this.#known, this.#file);
    return branch ? { node: unwrap(branch), env } : { node, env };
  }

  /** The members of an object that is written out, here or in a variable; false for what is made elsewhere. */
  addHeld(value: Ref): boolean {
    const { node, env } = this.#inliner.follow(value);
    if (node.type !== "ObjectExpression") return this.#addVariable({ node, env });
    this.addObject({ node, env });
    return true;
  }

  /** `const payload = { … }; … JSON.stringify(payload)`: its members; the variable goes where nothing else reads it. */
  #addVariable({ node, env }: Ref): boolean {
    const held = env.file === this.#file ? heldObject(node, this.#from, this.#file) : undefined;
    if (!held) return false;
    const { object, declaration, isReadOnce, isOpen } = held;
    if (isInside(this.#from, declaration.parent)) this.#inliner.include(object);
    // The text may print it as well.
    if (this.#objects.has(object)) return true;
    if (isReadOnce) {
      if (this.edits.length === 0) this.edits.push(...removeStatement(declaration, this.#file));
      this.addObject({ node: object, env });
      return true;
    }
    this.#through = this.#file.textOf(node);
    if (isOpen) this.#addOpen(object, env);
    else this.addObject({ node: object, env });
    this.#through = undefined;
    return true;
  }

  /** Members are added at run time: the sentence by its name, all else as it is then. */
  #addOpen(object: TSESTree.ObjectExpression, env: Ref["env"]): void {
    this.#objects.add(object);
    for (const entry of object.properties) {
      const name = entry.type === "Property" ? keyName(entry.key, entry.computed) : undefined;
      const concept = name === undefined ? undefined : conceptOf(name);
      if (entry.type !== "Property" || name === undefined) continue;
      if (concept === "category" || concept === "retryable" || concept === "wait")
        this.refuse(`\`${this.#through ?? ""}\` is built step by step. Write its \`${name}\` in the call.`);
      if (concept === "description") this.addMember(name, { node: entry.value, env });
    }
    this.#addDetail(`...${this.#through ?? ""}`);
  }

  #addSentence(ref: Ref, isMember: boolean): void {
    if (isLeak(ref.node, this.#file)) return;
    const through = this.#through === undefined ? undefined : memberSource(this.#through, ref.node);
    const pieces =
      through !== undefined
        ? [{ source: through }]
        : this.#isHere(ref)
          ? (withoutLeaks(ref.node, this.#file) ?? [{ node: ref.node }])
          : this.#inliner.text(ref);
    if (!pieces) {
      this.refuse("The text of this result is built in the called function. Rewrite that function.");
      return;
    }
    this.#sentences.push({ pieces, isMember });
    for (const piece of pieces) if ("node" in piece) this.#kept.push(piece.node);
    this.#words.push(
      through === undefined
        ? pieces
            .map((piece) => ("words" in piece ? piece.words : "node" in piece ? this.#wordsOf(piece.node) : "…"))
            .join("")
        : this.#wordsOf(ref.node),
    );
  }

  #wordsOf(node: Node): string {
    return wordsOf(textOf({ node, env: rootEnv(this.#file) }));
  }

  /** The source may be taken over as it is. */
  #isHere({ node, env }: Ref): boolean {
    return env.file === this.#file && env.args.size === 0 ? true : this.#inliner.isArgument({ node, env });
  }

  /** An object whose members are the fields of a contract, or facts of this failure. */
  addObject({ node, env }: { readonly node: TSESTree.ObjectExpression; readonly env: Ref["env"] }): void {
    this.#objects.add(node);
    for (const entry of node.properties) {
      if (entry.type === "SpreadElement") {
        this.#addSpread({ node: entry.argument, env });
        continue;
      }
      const name = keyName(entry.key, entry.computed);
      if (name === undefined) this.refuse("The helper's result has no field for a computed key. Decide where it goes.");
      else this.addMember(name, { node: entry.value, env });
    }
  }

  #addSpread(ref: Ref): void {
    const { node, env } = this.#inliner.follow(ref);
    if (node.type === "ObjectExpression") this.addObject({ node, env });
    else if (!this.#isHere({ node, env })) this.refuse("The object spread into the result couldn't be resolved.");
    else if (!isLeak(node, this.#file)) this.#addDetail(this.#spread(node));
  }

  addMember(name: string, written: Ref): void {
    const whole = this.#through === undefined ? this.#chosen(this.#inliner.follow(written)) : written;
    const ref = { ...whole, node: unlessLeak(whole.node, this.#file) };
    const constant = constantOf(ref);
    if (failureFlag(name, constant) || ref.node.range[1] === 0) return;
    if (name === "found" && constant === false) {
      this.#isNothingFound = true;
      return;
    }
    if (name === "statusCode" || name === "httpStatus" || (name === "status" && typeof constant === "number"))
      this.status ??= typeof constant === "number" ? constant : undefined;
    if (isLeak(ref.node, this.#file) || name === "stack") return;
    if (ref.node.type === "ObjectExpression" && /^(?:error|details|data)$/u.test(name)) {
      this.addObject({ node: ref.node, env: ref.env });
      return;
    }
    switch (conceptOf(name)) {
      case "category":
        if (typeof constant === "string") this.category = constant;
        else this.refuse(`\`${name}\` is decided at run time. Choose the constructor by it.`);
        return;
      case "retryable":
        if (typeof constant === "boolean") this.isRetryable = constant;
        else this.refuse(`\`${name}\` is decided at run time. Decide the category of each case.`);
        return;
      case "wait":
        if (this.#through !== undefined) this.refuse("The wait is in a variable. Write it in the call.");
        else if (this.#isHere(ref)) this.wait = inSecondsSource(name, ref.node, this.#file);
        else if (typeof constant === "number")
          this.wait = String(/ms$|milli/iu.test(name) ? Math.ceil(constant / 1000) : constant);
        else this.refuse(`\`${name}\` is decided elsewhere. Write the wait here.`);
        this.#kept.push(ref.node);
        return;
      case "description":
        if (isStringValue(ref.node, this.#file) || isStringParameter(written)) this.addText(ref, true);
        else this.#addFact(name, ref);
        return;
      case "code":
        // A number is one of HTTP or of JSON-RPC.
        if (typeof constant === "number") {
          this.status ??= constant;
          this.#addFact(name, ref);
        } else if (this.#isCode(written, ref)) this.#addField("errorCode", ref);
        else this.#addFact(name, ref);
        return;
      case "attempts":
        if (name === "attemptedActions" || name === "attempted_actions") this.#addField("attemptedActions", ref);
        else if (/^(?:attempt|maxAttempts)$/u.test(name)) this.#addField(name, ref);
        else this.#addFact(name, ref);
        return;
      case "customerMessage":
      case "partialResults":
      case "recovery":
        this.#addField(FIELD_OF[conceptOf(name) ?? ""] ?? name, ref);
        return;
      case undefined:
        if (name === "details") this.#addFact(nameOfDetails(ref.node) ?? name, ref);
        else if (FURTHER_FIELDS.has(name)) this.#addField(name, ref);
        else this.#addFact(name, ref);
    }
  }

  /** The code of an error is a string; where nothing says so, a number might stand there. */
  #isCode(written: Ref, ref: Ref): boolean {
    if (typeof constantOf(ref) === "string" || isStringParameter(written)) return true;
    const { node, env } = ref;
    if (node.type === "MemberExpression" || node.type === "TemplateLiteral") return true;
    if (node.type !== "Identifier") return false;
    const binding = env.file.bindings.resolve(node);
    const init = binding.kind === "variable" && binding.init ? textOf({ node: binding.init, env }) : [];
    const isText = ({ kind, options }: { kind: string; options?: readonly (readonly { kind: string }[])[] }): boolean =>
      kind === "static" || (options ?? []).some((option) => option.some((part) => part.kind === "static"));
    return init.some((part) => isText(part));
  }

  #addField(name: string, ref: Ref): void {
    const value = this.#sourceOf(ref);
    if (value === undefined || this.fields.some((field) => field.name === name)) {
      this.#addFact(name, ref);
      return;
    }
    this.fields.push({ name, value });
  }

  /** A member beside the content that the contract does not know: the server's own code reads it. */
  addSibling(name: string, ref: Ref): void {
    const value = this.#sourceOf(ref);
    if (value === undefined) this.refuse(`\`${name}\` is decided elsewhere. Decide where it goes.`);
    else this.#siblings.push(memberOf(name, value, this.#file));
  }

  /** A fact that the contract has no field for stands among the details of this failure. */
  #addFact(name: string, ref: Ref): void {
    const value = this.#sourceOf(ref);
    if (value === undefined) this.refuse(`\`${name}\` is decided elsewhere. Decide where it goes.`);
    else this.#addDetail(memberOf(name, value, this.#file));
  }

  #addDetail(member: string): void {
    const keyOf = (entry: string): string => /^[^:]*/u.exec(entry)?.[0] ?? "";
    if (!this.#details.some((entry) => keyOf(entry) === keyOf(member))) this.#details.push(member);
  }

  /** Formatters put parentheses around what is more than a name or a call. */
  #spread(node: Node): string {
    const source = this.#keep(node);
    return /^(?:Conditional|Logical|Await)Expression$/u.test(node.type) ? `...(${source})` : `...${source}`;
  }

  #keep(node: Node): string {
    this.#kept.push(node);
    return movedTo(node, this.#indent, this.#file);
  }

  #sourceOf(ref: Ref): string | undefined {
    if (this.#through !== undefined) return memberSource(this.#through, ref.node);
    if (this.#isHere(ref)) return this.#keep(ref.node);
    const constant = constantOf(ref);
    if (typeof constant === "string") return quoted(constant, styleOf(this.#file));
    if (constant !== undefined) return String(constant);
    const pieces = this.#inliner.text(ref);
    return pieces && joinPieces(pieces, this.#indent, this.#file);
  }

  /** The text of the blocks says it already: what an object behind them repeats is left out. */
  dropRepeated(before: number): void {
    if (before > 0) this.#sentences.splice(before);
  }

  get sentences(): number {
    return this.#sentences.length;
  }

  finish(): Carried | NotCarried {
    if (this.#why !== undefined) return { why: this.#why };
    const sentences = this.#sentences;
    const separator = sentences.every(({ isMember }) => isMember) ? ": " : "\n";
    const pieces = sentences.flatMap((sentence, at) =>
      at === 0 ? sentence.pieces : [{ words: separator }, ...sentence.pieces],
    );
    const [only] = pieces;
    const details =
      this.#details.length > 0
        ? [{ name: "details", value: objectSource(this.#details, this.#indent, this.#file) }]
        : [];
    return {
      description: pieces.length > 0 ? joinPieces(pieces, this.#indent, this.#file) : undefined,
      words: this.#words.join("\n"),
      isStatic:
        pieces.every(
          (piece) =>
            "words" in piece ||
            ("node" in piece && constantOf({ node: piece.node, env: rootEnv(this.#file) }) !== undefined),
        ) && only !== undefined,
      category: this.category,
      status: this.status,
      isRetryable: this.isRetryable,
      wait: this.wait,
      fields: [...this.fields, ...details],
      comments: this.#file
        .commentsInside(this.#from)
        .filter((comment) => !this.#kept.some((node) => isInside(comment as unknown as Node, node)))
        .map(({ range }) => this.#file.text.slice(range[0], range[1])),
      structured: this.structured,
      siblings: this.#siblings,
      nothingFound: this.#isNothingFound,
      edits: this.edits,
    };
  }
}

/** The value of `JSON.stringify(value, …)`. */
function jsonOf(node: Node): Node | undefined {
  if (node.type !== "CallExpression") return undefined;
  const callee = unwrap(node.callee);
  const [value] = node.arguments;
  const isJson =
    callee.type === "MemberExpression" &&
    callee.object.type === "Identifier" &&
    callee.object.name === "JSON" &&
    keyName(callee.property, callee.computed) === "stringify";
  return isJson && value && value.type !== "SpreadElement" ? unwrap(value) : undefined;
}

/** A name, or a member of one. */
function pathOf(node: Node): string | undefined {
  return node.type === "Identifier" ? node.name : node.type === "MemberExpression" ? dottedName(node) : undefined;
}

/** A parameter of a builder that is declared as a string. */
function isStringParameter({ node, env }: Ref): boolean {
  const inner = unwrap(node);
  if (inner.type !== "Identifier") return false;
  const binding = env.file.bindings.resolve(inner);
  const parameter =
    binding.kind === "parameter" && binding.path.length === 0 ? binding.fn.params[binding.index] : undefined;
  const name = parameter?.type === "AssignmentPattern" ? parameter.left : parameter;
  return name?.type === "Identifier" && name.typeAnnotation?.typeAnnotation.type === "TSStringKeyword";
}

/** `details: error.errors`: details in the details say no more than their own name does. */
function nameOfDetails(node: Node): string | undefined {
  return node.type === "MemberExpression" && !node.computed && node.property.type === "Identifier"
    ? node.property.name
    : undefined;
}
