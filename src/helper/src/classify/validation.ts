import { cleanText } from "../safe.js";
import type { Recognise } from "./classification.js";
import { isNamed, listOf } from "./shape.js";

/** More issues than this do not help a model to correct its input. */
const MAX_ISSUES = 5;

/** `a.b.0` from the forms in use: arrays of keys (zod, Joi) or of `{key}` (valibot), texts (Yup, gRPC), pointers (Ajv). */
const pathOf = ({ path, instancePath, field }: any): string =>
  cleanText(
    [path ?? instancePath ?? field]
      .flat()
      .map((part) => part?.key ?? part)
      .join("/"),
    200,
  )
    .split("/")
    .filter(Boolean)
    .join(".");

/** What a list of issues says, as `path: message`. */
const tell = (issues: unknown): string =>
  listOf(issues)
    .slice(0, MAX_ISSUES)
    .map((issue) => {
      const message = cleanText(issue?.message ?? issue?.description, 200);
      return message && [pathOf(issue), message].filter(Boolean).join(": ");
    })
    .filter(Boolean)
    .join("; ");

/** The list of issues: `issues` in zod, valibot and every Standard Schema, `details` in Joi, `inner` in Yup, `errors` in Ajv. */
const issuesOf = (node: any): unknown =>
  node.isJoi
    ? node.details
    : isNamed(node, /^ValidationError$/) && node.inner
      ? node.inner.length
        ? node.inner
        : [node]
      : (node.issues ?? (node.errors?.[0]?.instancePath !== undefined && node.errors));

/** The MCP SDKs' own errors. Their message was written for the other side of the protocol: bad parameters keep theirs. */
export const isMcpError = (node: any): boolean =>
  // Puppeteer has a ProtocolError as well, with numbers of the same range.
  isNamed(node, /^(Mcp|Protocol)Error$/) && node.originalMessage === undefined;

/** What may be told about an invalid input: the issues of schema libraries and of gRPC, the MCP SDKs' message. */
export const detailOf = (node: any): string => {
  const issues =
    tell(issuesOf(node)) || tell(listOf(node.statusDetails).flatMap((detail) => detail?.fieldViolations ?? []));
  if (issues) return `The input is not valid: ${issues}`;
  return isMcpError(node) ? cleanText(node.message, 500).replace(/^MCP error -\d+: /, "") : "";
};

/** Errors of schema libraries, and of `JSON.parse` where it was no input that was read. */
export const validation: Recognise = (node, { source = "input" }) => [
  (tell(issuesOf(node)) || (source === "upstream" && node.name === "SyntaxError")) && `v${source}`,
];
