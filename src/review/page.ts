import { createHash } from "node:crypto";
import { escapeMarkup, messageParts } from "./escape.js";
import { PAGE_STYLE } from "./page-style.js";

/** What stands in a page; `title` is plain text, everything else is ready for its place. */
export interface PageParts {
  readonly title: string;
  /** The look of this kind of page, below what all pages share. */
  readonly style: string;
  readonly body: string;
  /** Runs before the body is read. Without it the page allows no script at all. */
  readonly script?: string;
}

/** A source of the Content Security Policy that allows this very text. */
function allowed(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * One HTML page that needs nothing from elsewhere, light and dark. Its policy allows this style and this script by their
 * hashes and nothing else: no network, no form, and no markup that slipped through an escape could run.
 */
export function page({ title, style, body, script }: PageParts): string {
  const css = PAGE_STYLE + style;
  const policy = [
    "default-src 'none'",
    `style-src ${allowed(css)}`,
    ...(script === undefined ? [] : [`script-src ${allowed(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<title>${escapeMarkup(title)}</title>
<style>${css}</style>
${script === undefined ? "" : `<script>${script}</script>\n`}</head>
<body>
${body}
</body>
</html>
`;
}

/** A message of a rule: what stands between back-ticks is code. */
export function messageMarkup(message: string): string {
  return messageParts(message)
    .map(({ isCode, text }) => (isCode ? `<code>${escapeMarkup(text)}</code>` : escapeMarkup(text)))
    .join("");
}
