import { COMMENT_MARKER } from "../change/comment.js";
import type { ReviewComment } from "../change/review-comments.js";
import { safeJson } from "../escape.js";
import type { Post } from "./post.js";

const PAYLOAD_VERSION = 1;
/** Longer texts GitHub refuses. In characters. */
const MAX_TEXT = 65_536;
const MAX_COMMENTS = 1_000;

/** The file is none that `--format post` wrote. */
export class PayloadError extends Error {}

/** A review to be posted by a later job, which has the right to. */
export function writePayload({ comment, comments }: Post): string {
  return `${safeJson({ version: PAYLOAD_VERSION, comment, comments }, 2)}\n`;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_TEXT;
}

function isLine(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}

/** Only what a comment is made of: whatever else stands in the file is not passed on. */
function commentIn(value: unknown): ReviewComment {
  const { path, line, start_line: start, body } = (value ?? {}) as Record<string, unknown>;
  if (!isText(path) || !isLine(line) || !isText(body) || (start !== undefined && !isLine(start)))
    throw new PayloadError("A comment in it has no path, line or text.");
  const range = start === undefined ? {} : { start_line: start, start_side: "RIGHT" as const };
  return { path, line, side: "RIGHT", ...range, body };
}

/**
 * Reads what `writePayload` wrote. It may come from a job that ran a stranger's pull request, so nothing in it is
 * believed: it holds texts to show, and no word of where to post them.
 *
 * @throws {PayloadError} for anything else
 */
export function readPayload(text: string): Post {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new PayloadError("It is not valid JSON.");
  }
  const { version, comment, comments } = (parsed ?? {}) as Record<string, unknown>;
  if (version !== PAYLOAD_VERSION) throw new PayloadError("It is not of this version of mcp-errors.");
  if (!isText(comment) || (comment !== "" && !comment.startsWith(COMMENT_MARKER)))
    throw new PayloadError("Its comment wasn't written by this program.");
  if (!Array.isArray(comments) || comments.length > MAX_COMMENTS)
    throw new PayloadError("Its comments are not a list.");
  return { comment, comments: comments.map(commentIn) };
}
