import type { TSESTree } from "@typescript-eslint/types";
import type { File } from "../analysis/file.js";
import type { Model } from "../analysis/model.js";
import { conveyed } from "../analysis/flow/provenance.js";
import { guardsOf } from "../analysis/values/guards.js";
import { calleeName } from "../syntax/names.js";
import { enclosingFunction, isInside, unwrap, type Node } from "../syntax/tree.js";
import { carriedFromMessage, type NotCarried } from "./carried.js";
import { failureCategoryAt } from "./failure-category.js";
import { isCarried, toldBy, writeFailure, type WrittenFailure } from "./failure.js";
import { arrivesWhole } from "./thrown-whole.js";
import type { Writer } from "./writer.js";

/** Errors of the language: nobody tells them apart by their class. */
const PLAIN = /^(?:Error|TypeError|RangeError)$/u;

/** A throw of the project's own as a failure with a category; undefined where it is none, or would not arrive whole. */
export function writeOwnThrow(
  statement: TSESTree.ThrowStatement,
  model: Model,
  writer: Writer,
): WrittenFailure | NotCarried | undefined {
  const { file } = model;
  const made = unwrap(statement.argument);
  if (made.type !== "NewExpression" || !PLAIN.test(calleeName(made) ?? "")) return undefined;
  const [message, ...others] = made.arguments;
  // An error with a cause wraps what was caught: that one tells the category.
  if (!message || message.type === "SpreadElement" || others.length > 0) return undefined;
  const carried = carriedFromMessage(message, undefined, made, file);
  if (!isCarried(carried)) return undefined;
  const decision = failureCategoryAt(made, toldBy(carried), model);
  if (decision.kind !== "category" && !isOfResponse(decision)) return undefined;
  if (
    decision.kind === "category" &&
    decision.category === "validation" &&
    mayBlameOthers(statement, carried.words, model)
  )
    return undefined;
  if (isComparedInTests(carried.words, file) || !arrivesWhole(statement, model)) return undefined;
  return writeFailure({ node: statement.argument, form: "throw", decision }, carried, model, writer);
}

function isOfResponse(decision: ReturnType<typeof failureCategoryAt>): boolean {
  return decision.kind === "from-error" && decision.error.kind === "response";
}

/**
 * "Not a valid PNG file" in a function that is given more than the tool's input: what is not valid may be an answer. What is
 * missing or not found is what the input did not give or name.
 */
function mayBlameOthers(statement: Node, words: string, { reached, told, file }: Model): boolean {
  const fn = enclosingFunction(statement);
  const [guard] = guardsOf(statement);
  if (!fn || reached.has(fn) || NAMES_LACK.test(words)) return false;
  const subjects = told.tools.flatMap(({ exits }) =>
    exits.flatMap(({ conditions, state }) =>
      conditions
        .filter(
          ({ site }) =>
            guard && site.file.filename === file.filename && isInside(told.nodeAt(site) ?? file.ast, guard.test),
        )
        .map(({ subject }) => conveyed(subject, state)),
    ),
  );
  return subjects.length === 0 || !subjects.flat().every(({ kind }) => kind === "input");
}

const NAMES_LACK =
  /\b(?:required|missing|not\s+found|no\s+such|(?:does\s+not|doesn['’]t)\s+exist|cannot\s+be\s+empty|at\s+least\s+one|(?:provided|specified|given|supplied))\b/iu;

/** A test compares the message, instead of looking for it in what is thrown: it would have to be rewritten with the throw. */
function isComparedInTests(words: string, { filename, project }: File): boolean {
  const facts = project.packages.of(filename);
  const [longest = ""] = words
    .split("…")
    .map((part) => part.trim())
    .sort((one, other) => other.length - one.length);
  if (!facts || longest.length < COMPARABLE) return false;
  return project.packages
    .linesOfTests(longest, facts)
    .some((line) => !LOOKS_FOR.test(line) || /new \w*Error\(/u.test(line));
}

/** Shorter parts of a message are words that stand anywhere. In characters. */
const COMPARABLE = 8;

/** `toThrow("id is required")`, `assert.throws(run, /id is required/)` */
const LOOKS_FOR = /toThrow|toContain|toMatch|\.includes\(|throws\(|rejects\(/u;
