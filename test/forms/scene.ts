/** What a cell is about: its domain, its client, and how it builds results. */
import type { End, Unit } from "./code.js";
import type { Client, Op } from "./clients.js";
import { namesOf, type Domain, type Names } from "./domains.js";
import type { Payload, ResultStyle } from "./results.js";
import { messageOf, type Caught } from "./attempt.js";

export interface Scene {
  readonly domain: Domain;
  readonly names: Names;
  readonly client: Client;
  readonly reply: (payload: Payload, isError?: boolean) => End;
  readonly resultType: string;
  readonly takesStrings: boolean;
  readonly throwBecomes: "tool-error" | "protocol-error";
  /** Picks one of several wordings: the same for a cell in every run. */
  readonly variant: number;
}

export function sceneOf(
  domain: Domain,
  client: Client,
  style: ResultStyle,
  registration: {
    readonly resultType: string;
    readonly takesStrings?: boolean;
    readonly throwBecomes: Scene["throwBecomes"];
  },
  variant: number,
): Scene {
  return {
    domain,
    names: namesOf(domain),
    client,
    reply: (payload, isError = false) => style.reply(payload, isError, registration.resultType),
    resultType: registration.resultType,
    takesStrings: registration.takesStrings === true,
    throwBecomes: registration.throwBecomes,
    variant,
  };
}

export const pick = <T>({ variant }: Pick<Scene, "variant">, choices: readonly T[]): T =>
  choices[variant % choices.length] as T;

/** "list the orders" */
export function doing(op: Op, { item, items, verb, flag }: Domain): string {
  return {
    list: `list the ${items}`,
    get: `read the ${item}`,
    write: `${verb} the ${item}`,
    count: `count the ${items}`,
    check: `check whether the ${item} is ${flag}`,
  }[op];
}

/** Words of a good error: what could not be done, and why. */
export function reason(scene: Scene, op: Op, caught?: Caught): Payload {
  const what = `Could not ${doing(op, scene.domain)}`;
  return caught
    ? { text: `\`${what}: \${${messageOf(caught)}}\`` }
    : { text: `"${what}: the ${scene.domain.service} does not answer. Tell the user, and go on without it."` };
}

export const goodError = (scene: Scene, op: Op, caught?: Caught): End => scene.reply(reason(scene, op, caught), true);

/** What the model reads after success. */
export function success(scene: Scene, op: Op, name: string): End {
  const { domain, names } = scene;
  const payload: Readonly<Record<Op, Payload>> = {
    list: {
      data: pick(scene, [
        name,
        `summarize(${name})`,
        `${name}.map(({ id }) => id)`,
        `{ ${domain.items}: ${name} }`,
        `{ total: ${name}.length, ${domain.items}: ${name} }`,
      ]),
    },
    get: { data: pick(scene, [name, `{ ${domain.item}: ${name} }`]) },
    write: {
      text: pick(scene, [
        `\`${names.Item} \${${names.itemId}} ${domain.done}.\``,
        `"Done: the ${domain.item} is ${domain.done}."`,
      ]),
    },
    count: { text: `\`${names.Items}: \${${name}}\`` },
    check: { text: `${name} ? "The ${domain.item} is ${domain.flag}." : "The ${domain.item} is not ${domain.flag}."` },
  };
  return scene.reply(payload[op]);
}

/** What passes a list on through a function of the server. */
export const SUMMARIZE: Unit = {
  name: "summarize",
  file: "src/summarize.ts",
  code: "export function summarize<T>(rows: readonly T[], limit = 20) {\nreturn { total: rows.length, shown: rows.slice(0, limit), hasMore: rows.length > limit };\n}",
};
