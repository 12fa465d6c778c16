/** What stands around the code of a form: where it is placed, how its tool is registered, in which domain and language. */
import type { Cell } from "./cell.js";
import { clientOf, KINDS, STYLE_NAMES, type Op } from "./clients.js";
import { assemble, type Unit } from "./code.js";
import { DOMAINS } from "./domains.js";
import { inLanguage, LANGUAGES, type Language } from "./language.js";
import type { Row } from "./pairwise.js";
import { PLACEMENTS } from "./placements.js";
import { REGISTRATIONS, type Registration } from "./registrations.js";
import { RESULT_STYLES, STRING_STYLE } from "./results.js";
import { doing, sceneOf, SUMMARIZE, type Scene } from "./scene.js";

const STYLES = [...RESULT_STYLES, STRING_STYLE];

export const FRAME_COLUMNS = {
  registration: REGISTRATIONS.map(({ name }) => name),
  placement: PLACEMENTS.map(({ name }) => name),
  result: STYLES.map(({ name }) => name),
  domain: DOMAINS.map(({ name }) => name),
  client: KINDS.map(({ name }) => name),
  holder: [...STYLE_NAMES],
  language: [...LANGUAGES],
};
export type Frame = Row<keyof typeof FRAME_COLUMNS>;

export function byName<T extends { readonly name: string }>(all: readonly T[], name: string): T {
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

export const registrationOf = ({ registration }: Pick<Frame, "registration">): Registration =>
  byName(REGISTRATIONS, registration);

/** What a frame has to be like. */
export interface Needs {
  /** A throw is a protocol error. */
  readonly lowLevel?: boolean;
  /** Failures have a status, and an error result is JSON as it is written. */
  readonly status?: boolean;
  /** A throw is an error result. */
  readonly highLevel?: boolean;
  /** A tool returns results, and no strings. */
  readonly results?: boolean;
}

/** Whether the values of a frame go together. */
export function fitsFrame(part: Partial<Frame>, { lowLevel, highLevel, status, results }: Needs = {}): boolean {
  const registration =
    part.registration === undefined ? undefined : registrationOf({ registration: part.registration });
  const isString = part.result === undefined ? undefined : part.result === STRING_STYLE.name;
  if (registration && lowLevel && registration.throwBecomes !== "protocol-error") return false;
  if (registration && highLevel && registration.throwBecomes === "protocol-error") return false;
  if (registration && isString !== undefined && isString !== (registration.takesStrings === true)) return false;
  if ((isString || registration?.takesStrings) && (status || lowLevel || results)) return false;
  if (status && part.client !== undefined && !byName(KINDS, part.client).status) return false;
  const languages: readonly string[] | undefined = registration?.languages;
  return !languages || part.language === undefined || languages.includes(part.language);
}

export function sceneIn(frame: Frame, ops: readonly Op[], callbacks: readonly Op[], variant: number): Scene {
  const domain = byName(DOMAINS, frame.domain);
  const holder = STYLE_NAMES.find((name) => name === frame.holder) ?? "functions";
  const client = clientOf(domain, byName(KINDS, frame.client), holder, ops, callbacks);
  return sceneOf(domain, client, byName(STYLES, frame.result), registrationOf(frame), variant);
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export interface Body {
  readonly op: Op;
  readonly parameter: string;
  readonly parameterType: "string" | "string[]";
  /** What may stand in a function of its own. */
  readonly work: {
    readonly verb: "load" | "try" | "answer";
    readonly returns: string;
    readonly statements: readonly string[];
  };
  /** How the handler goes on with a call of that function; undefined where the work is in it. */
  readonly start: (call: string) => string;
  /** What a function of its own returns at its end. */
  readonly tail: readonly string[];
  readonly after: readonly string[];
  readonly units: readonly Unit[];
}

export type Made = Pick<Cell, "files" | "tool" | "args">;

export function filesIn(frame: Frame, { domain, names, client }: Scene, body: Body): Made {
  const { op, parameter, parameterType, work } = body;
  const many = parameterType === "string[]";
  const title = {
    list: `List${names.Items}`,
    get: `Get${many ? names.Items : names.Item}`,
    write: `${capital(domain.verb)}${many ? names.Items : names.Item}`,
    count: `Count${names.Items}`,
    check: `Check${names.Item}`,
  }[op];
  const placed = byName(PLACEMENTS, frame.placement).place?.({
    name: { load: `load${names.Items}`, try: `try${capital(domain.verb)}`, answer: `answer${title}` }[work.verb],
    subject: names.Items,
    parameter,
    parameterType,
    returns: work.returns,
    statements: [...work.statements, ...body.tail],
  });
  const registration = registrationOf(frame);
  const tool = {
    name: title.replace(/(?!^)[A-Z]/gu, (letter) => `_${letter}`).toLowerCase(),
    description: `${capital(doing(op, domain))}.`,
    parameter,
    parameterType,
    title,
    statements: [...(placed ? [body.start(placed.call)] : work.statements), ...body.after],
  } as const;
  const units = [
    ...(placed?.units ?? []),
    ...body.units,
    SUMMARIZE,
    ...byName(STYLES, frame.result).units,
    ...client.units,
    ...registration.units,
  ];
  const language = LANGUAGES.find((one) => one === frame.language) ?? "ts";
  const files = inLanguage(assemble(registration.write(tool), units), language);
  const ids = [`${domain.item}-7`, `${domain.item}-8`, `${domain.item}-9`];
  return {
    files: { ...files, "package.json": manifest(registration.dependency, language) },
    tool: tool.name,
    args: { [parameter]: many ? ids : ids[0] },
  };
}

const manifest = (dependency: string, language: Language): string =>
  JSON.stringify({
    name: "office",
    ...(language === "cjs" ? {} : { type: "module" }),
    dependencies: { [dependency]: "*", zod: "*" },
  });

export const nameOf = (fault: string, form: string, frame: Frame): string =>
  [
    fault,
    form,
    frame.placement,
    frame.registration,
    frame.result,
    frame.domain,
    `${frame.client}-${frame.holder}`,
    frame.language,
  ].join("/");
