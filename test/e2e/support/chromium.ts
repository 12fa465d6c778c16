import { existsSync } from "node:fs";

const USUAL = "/usr/bin/chromium";

/**
 * The Chromium that the tests drive: what CHROMIUM_PATH names, or that of Debian's package. Undefined, with a word of it,
 * where there is none; a CHROMIUM_PATH that leads nowhere is an error, so that no pipeline skips by mistake.
 */
export function chromiumPath(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
    return named;
  }
  if (existsSync(USUAL)) return USUAL;
  console.warn(`Skipped: there is no Chromium at ${USUAL}. Install the package, or set CHROMIUM_PATH to a Chromium.`);
  return undefined;
}
