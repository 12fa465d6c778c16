import { isErrorCode, isLowerCode } from "../../contract/codes.js";
import { memberName } from "../../syntax/names.js";
import { isClass } from "../../syntax/tree.js";
import { classOf } from "../values/calls.js";
import { fieldType } from "../values/classes.js";
import { constantOf, resolve } from "../values/values.js";
import type { Contract } from "./contracts.js";
import { payloadShapes } from "./payload-shapes.js";

/** `info.sqlite_code = error.code`: the code of what was caught, under a name of the project's own. */
export function carriesForeignCode(contract: Contract): boolean {
  return payloadShapes(contract).some((shape) =>
    [...shape.fields.values()].some((value) => {
      const { node } = resolve(value);
      return node.type === "MemberExpression" && memberName(node) === "code";
    }),
  );
}

/** `reason: error.reason`, of an error class of the project: beside its message, which is the prose, it is the kind. */
export function carriesReason(contract: Contract): boolean {
  return payloadShapes(contract).some((shape) => {
    const value = shape.fields.get("reason");
    const ref = value && resolve(value);
    if (ref?.node.type !== "MemberExpression" || memberName(ref.node) !== "reason") return false;
    const cls = classOf({ node: ref.node.object, env: ref.env });
    return (
      cls !== undefined && isClass(cls.node) && cls.node.superClass !== null && fieldType(cls, "reason") !== undefined
    );
  });
}

/** `error: "NOT_FOUND"` beside the prose: the code stands under the name of the failure itself. */
export function carriesCodeAsError(contract: Contract): boolean {
  return payloadShapes(contract).some(({ fields }) => {
    const value = fields.get("error");
    const code = value && constantOf(value);
    return typeof code === "string" && (isErrorCode(code) || (isLowerCode(code) && code.includes("_")));
  });
}
