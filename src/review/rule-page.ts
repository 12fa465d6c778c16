import { readFileSync } from "node:fs";
import path from "node:path";
import { PACKAGE_ROOT } from "../package-root.js";

const pages = new Map<string, string | undefined>();

/**
 * The page of a rule in the package's documentation, as Markdown that can stand anywhere: links lead to the web, and the
 * marks of the page's generator are gone. Undefined where the package came without its documentation.
 *
 * @param url where the page stands on the web
 */
export function rulePage(name: string, url: string | undefined): string | undefined {
  if (!pages.has(name)) pages.set(name, readPage(path.join(PACKAGE_ROOT, "docs", "rules", `${name}.md`), url));
  return pages.get(name);
}

function readPage(file: string, url: string | undefined): string | undefined {
  try {
    return portable(readFileSync(file, "utf8"), url);
  } catch {
    return undefined; // bundled or repacked without its docs: the rule is still described by its meta
  }
}

function portable(page: string, url: string | undefined): string {
  return page
    .replace(/^<!--(?:(?!<!--).)*?-->\n+/gmsu, "")
    .replace(/^(```\w*) .*$/gmu, "$1")
    .replace(/\]\((?!\w+:|#)([^()]+)\)/gu, (link, target: string) =>
      url === undefined ? link : `](${new URL(target, url).href})`,
    );
}
