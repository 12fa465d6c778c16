import { createHash } from "node:crypto";

/** What makes a finding the same one in two runs, whatever line it stands in. */
export interface Identity {
  /** With the namespace; empty where the file could not be linted. */
  readonly rule: string;
  /** Relative to a folder that both runs agree on, with `/` between the names. */
  readonly file: string;
  /** The tool around the place, else the function. */
  readonly scope: string;
  /** The source text of the place. */
  readonly text: string;
}

/** Part of the key under which other tools store fingerprints: it changes when they are computed in another way. */
export const FINGERPRINT_VERSION = 1;

/** What a formatter may change is left out: white space, kinds of quotes, commas and semicolons before a closing bracket. */
function normalised(text: string): string {
  return text
    .replace(/\s+/gu, "")
    .replace(/['`]/gu, '"')
    .replace(/[,;](?=[)\]}])/gu, "");
}

/**
 * One fingerprint for each finding, 32 hexadecimal digits: of its rule, its file, the tool around it, the text of the
 * place, and, among those that agree in all of that, its position. So it stays when lines above come or go, when the file
 * is formatted, and when another finding appears or is mended; it changes with the code that is reported.
 *
 * @param identities all findings of a run in the order of the source, also those that will not be shown
 */
export function fingerprints(identities: readonly Identity[]): string[] {
  const seen = new Map<string, number>();
  return identities.map(({ rule, file, scope, text }) => {
    const key = JSON.stringify([rule, file.normalize("NFC"), scope, normalised(text)]);
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    return createHash("sha256").update(`${key}\n${occurrence}`).digest("hex").slice(0, 32);
  });
}
