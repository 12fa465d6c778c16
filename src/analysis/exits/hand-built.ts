import type { TSESTree } from "@typescript-eslint/types";
import { categoryOf, type Category } from "../../contract/categories.js";
import { tellsMissingTool } from "../../contract/lexicon.js";
import { literalProperty } from "../../syntax/names.js";
import { enclosingFunction, unwrapTypes, type Node } from "../../syntax/tree.js";
import { conditionsOf, type Condition } from "../flow/conditions.js";
import type { State } from "../flow/state.js";
import { alternatives, type RecordObject, type Site } from "../flow/values.js";
import type { Exit, ToolExits } from "./exits.js";
import { callGiving } from "./field-places.js";
import { kindFound } from "./kinds.js";
import { constantIn, fieldOf, payloadsOf, type PayloadField } from "./payload.js";
import { isWithin } from "./places.js";
import { possibleExits } from "./possible.js";
import { textsIn } from "./words.js";

/** An error result that is written out as an object, with its flag. */
export interface HandBuilt {
  readonly site: Site;
  readonly exit: Exit;
  readonly category: Category | undefined;
  /** It stands where a failure was caught of which nobody has found out the kind. */
  readonly isOfAnyKind: boolean;
  /** Another function writes what a program reads of it; undefined where there is nothing to read. */
  readonly isWrittenElsewhere: boolean | undefined;
}

export function handBuiltIn(tool: ToolExits): HandBuilt[] {
  return possibleExits(tool).flatMap((exit) => {
    const { result } = exit.visible;
    if (!result || !(result.fields.has("content") || result.fields.has("structuredContent"))) return [];
    const literal = literalIn(result.made.node);
    if (!literal || !isOwnError(exit)) return [];
    const category = payloadsOf(exit).flatMap((payload) => constantIn(fieldOf(payload, "category")) ?? [])[0];
    return [
      {
        site: result.made,
        exit,
        category: typeof category === "string" ? categoryOf(category) : undefined,
        isOfAnyKind: isOfAnyKind(result, exit.state),
        isWrittenElsewhere: isWrittenElsewhere(exit, result, literal),
      },
    ];
  });
}

/** The literal says itself that it is an error: a flag that is set later or computed makes a success as often. */
function literalIn(node: Node): TSESTree.ObjectExpression | undefined {
  if (node.type !== "ObjectExpression") return undefined;
  const flag = literalProperty(node, "isError")?.value;
  const value = flag && unwrapTypes(flag);
  return value?.type === "Literal" && value.value === true ? node : undefined;
}

/** The framework makes an error of it; it passes on no error of somebody else, and tells of a failure of the tool's. */
function isOwnError({ how, tool, framework, conditions, visible, state }: Exit): boolean {
  if (how !== "return" || (tool.certain && framework.outcomes.returnedIsError === "success")) return false;
  // "Unknown tool: x" is no tool's failure: a protocol error would do as well.
  return (
    !conditions.some(asksForFlag) &&
    !visible.parts.some((part) => textsIn(part, state).some((text) => tellsMissingTool(text)))
  );
}

/** `if (answer.isError)` */
function asksForFlag({ subject, holds, operator, other }: Condition): boolean {
  const isFlag = alternatives(subject).some((one) => one.kind === "derived" && /\.isError$/u.test(one.key ?? ""));
  const isTrue = operator === "" || (other?.kind === "constant" && other.value === true);
  return isFlag && holds && isTrue;
}

function isOfAnyKind({ made, tests }: RecordObject, state: State): boolean {
  const found = { conditions: conditionsOf(tests), state };
  const clauses = [...state.caught].filter(([, clause]) => isWithin(made, clause));
  return clauses.length > 0 && clauses.every(([failure]) => kindFound(found, failure) !== "one");
}

/** What its callers write into it is no other function's work. */
function isWrittenElsewhere(exit: Exit, result: RecordObject, literal: Node): boolean | undefined {
  const home = enclosingFunction(literal);
  const fields = payloadsOf(exit)
    .flatMap((payload) => payload.fields.filter(isReadByProgram))
    .filter(({ record }) => callGiving(record, result) === undefined);
  if (fields.length === 0) return undefined;
  return fields.every(({ record }) => enclosingFunction(record.made.node) !== home);
}

function isReadByProgram({ concept, name, value }: PayloadField): boolean {
  const isNumber = value.kind === "constant" && typeof value.value === "number";
  return concept === "category" || (concept === "code" && name !== "reason" && !isNumber);
}
