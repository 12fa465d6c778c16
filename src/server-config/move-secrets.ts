import { applyEdits, type Edit } from "../edits/edit.js";
import { expandsIn, type Client } from "./clients/index.js";
import { readConfig } from "./config-file.js";
import { rangeOfPart, replacePart } from "./edit-text.js";
import { secretsIn, type Secret } from "./secrets/find-secrets.js";
import { referencesIn } from "./variables.js";

/** A credential that went out of a file. */
export interface MovedSecret {
  /** 1-based, in the file as it was. */
  readonly line: number;
  readonly server: string;
  readonly what: string;
  /** The variable that stands there now. */
  readonly variable: string;
}

/** A credential that stays, and why: a sentence. */
export interface LeftSecret extends Omit<MovedSecret, "variable"> {
  readonly reason: string;
}

export interface MovedSecrets {
  /** The identical string as was given where nothing is changed. */
  readonly text: string;
  readonly moved: readonly MovedSecret[];
  readonly left: readonly LeftSecret[];
}

/**
 * Puts references to variables in the place of the credentials in a client's configuration file. Everything else stays as
 * it is written: comments, order, indentation, line ends, byte order mark. A second run changes nothing.
 *
 * @param text of the file, with its byte order mark if it has one
 */
export function moveSecrets(filename: string, text: string): MovedSecrets {
  const config = readConfig(filename, text);
  if (!config) return { text, moved: [], left: [] };
  const { client, lines } = config;
  const names = new VariableNames([...config.texts, ...config.unread].map((place) => place.text));
  const edits: Edit[] = [];
  const moved: MovedSecret[] = [];
  const left: LeftSecret[] = [];
  for (const secret of secretsIn(config)) {
    const { place, part, what } = secret;
    const [offset] = rangeOfPart(config.text, place.node, part);
    const found = { line: lines.place(offset).line, server: place.server.name, what };
    const reason = whyNot(secret, config.fault !== undefined, client);
    if (reason !== undefined || !client.variables) {
      left.push({ ...found, reason: reason ?? "" });
      continue;
    }
    const variable = names.nameFor(secret);
    edits.push(replacePart(config.text, place.node, part, client.variables.environment(variable)));
    moved.push({ ...found, variable });
  }
  if (edits.length === 0) return { text, moved, left };
  const mark = text.length > config.text.length ? text.slice(0, 1) : "";
  return { text: mark + applyEdits(config.text, edits), moved, left };
}

function whyNot({ place }: Secret, isBroken: boolean, { name, variables }: Client): string | undefined {
  if (isBroken) return "The file is not valid JSON. Fix it first.";
  if (!variables) return `${name} doesn't expand variables, so keep the file out of the repository.`;
  return expandsIn(variables, place.field) ? undefined : `${name} expands no variables in \`${place.key}\`.`;
}

/** Gives each value a name of its own: two servers may have an `API_KEY` each. */
class VariableNames {
  readonly #values = new Map<string, string | undefined>();

  /** @param texts those of the file: a variable that is referred to already has a value that nobody knows */
  constructor(texts: readonly string[]) {
    for (const text of texts)
      for (const { inside } of referencesIn(text)) {
        const name = /^(?:env:)?(\w+)/u.exec(inside)?.[1];
        if (name !== undefined) this.#values.set(name, undefined);
      }
  }

  nameFor({ variable, value, place, part }: Secret): string {
    // What was the default of a variable leaves it its name.
    if (place.text.startsWith(`\${${variable}:-`, part.start)) return variable;
    const server = place.server.name.toUpperCase().replace(/[^A-Z0-9]+/gu, "_");
    const candidates = [variable, `${server}_${variable}`.replace(/^(?=\d)/u, "_")];
    for (let count = 2; ; count++) {
      const [name] = candidates.splice(0, 1);
      const candidate = name ?? `${variable}_${count}`;
      if (!this.#values.has(candidate) || this.#values.get(candidate) === value) {
        this.#values.set(candidate, value);
        return candidate;
      }
    }
  }
}

/** The names that a file such as `.env.example` gives values to, commented out or not. */
function namesIn(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/^[ \t]*(?:#[ \t]*)?(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=/gmu)].map(([, name = ""]) => name),
  );
}

/** The text of `.env.example` with these variables at its end, without values; the same where all are there. */
export function withVariables(text: string, variables: readonly string[]): string {
  const known = namesIn(text);
  const missing = [...new Set(variables)].filter((name) => !known.has(name));
  if (missing.length === 0) return text;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const start = text === "" || text.endsWith("\n") ? text : text + eol;
  return start + missing.map((name) => `${name}=${eol}`).join("");
}
