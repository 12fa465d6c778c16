import { cleanText, peek } from "../safe.js";
import type { Recognise } from "./classification.js";
import { namesOf } from "./shape.js";

/** More issues than this do not help a model to correct its input. */
const MAX_ISSUES = 5;

/** `a.b.0` from the forms in use: arrays of keys (zod, Joi) or of `{key}` (valibot), texts (Yup), pointers (Ajv). */
function pathOf(issue: unknown): string {
  const path = peek(issue, "path") ?? peek(issue, "instancePath");
  return Array.isArray(path)
    ? path
        .slice(0, 20)
        .map((part) => cleanText(`${(peek(part, "key") ?? part) as string}`, 50))
        .join(".")
    : cleanText(path, 200).replace(/^\//, "").replaceAll("/", ".");
}

/** The list of issues: `issues` in zod, valibot and every Standard Schema, `details` in Joi, `inner` in Yup, `errors` in Ajv. */
function issuesOf(node: unknown): unknown {
  if (peek(node, "isJoi")) return peek(node, "details");
  if (namesOf(node).includes("ValidationError") && peek(node, "inner"))
    return peek(node, "inner", "length") ? peek(node, "inner") : [node];
  return (
    peek(node, "issues") ?? (peek(node, "errors", 0, "instancePath") === undefined ? undefined : peek(node, "errors"))
  );
}

/** Errors of schema libraries, told as `path: message`. */
export const validation: Recognise = (node, { source }) => {
  const list = issuesOf(node);
  const lines = Array.isArray(list)
    ? list.slice(0, MAX_ISSUES).flatMap((issue) => {
        const message = cleanText(peek(issue, "message"), 200);
        return message ? [pathOf(issue), message].filter(Boolean).join(": ") : [];
      })
    : [];
  if (source === "upstream")
    return lines.length || peek(node, "name") === "SyntaxError" ? "BAD_UPSTREAM_RESPONSE" : undefined;
  return lines.length ? { code: "INVALID_INPUT", detail: `The input is not valid: ${lines.join("; ")}` } : undefined;
};
