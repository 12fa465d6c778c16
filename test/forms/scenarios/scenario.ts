/** Faults that are no matter of how a failure is caught: each is written out in its own forms, with its good twin. */
import { finish, messageOf, type Caught, type Piece } from "../attempt.js";
import type { Claim } from "../cell.js";
import type { Op } from "../clients.js";
import type { End, Unit } from "../code.js";
import type { Needs } from "../frame.js";
import { goodError, type Scene } from "../scene.js";

export interface Scenario {
  readonly fault: string;
  readonly form: string;
  readonly rules: readonly string[];
  readonly claim: Claim;
  /** What the tool is named by. */
  readonly op: Op;
  /** What it asks of the client. */
  readonly ops: readonly Op[];
  /** What it is called with. */
  readonly input: "owner" | "item" | "items";
  readonly needs?: Needs;
  /** True where the good twin may succeed in part, and say so. */
  readonly isPartial?: boolean;
  readonly write: (scene: Scene, good: boolean) => Written;
}

export interface Written extends Piece {
  readonly units?: readonly Unit[];
}

export const ERROR: Caught = { name: "error", isTyped: false };
export const TYPED: Caught = { name: "error", isTyped: true };

export const leave = (end: End): string[] => finish({ target: "return", name: "" }, end);
export const fail = (scene: Scene, op: Op, caught?: Caught): string[] => leave(goodError(scene, op, caught));
export const succeed = (scene: Scene, data: string): string[] => leave(scene.reply({ data }));
export const say = (scene: Scene, text: string): string[] => leave(scene.reply({ text }));

/** Statements whose failures become error results that say why. */
export const guard = (scene: Scene, op: Op, statements: readonly string[]): string[] => [
  "try {",
  ...statements,
  "} catch (error) {",
  ...fail(scene, op, ERROR),
  "}",
];

/** The same where a throw would be a protocol error; else the framework makes the result. */
export const guardWhereNeeded = (scene: Scene, op: Op, statements: readonly string[]): string[] =>
  scene.throwBecomes === "protocol-error" || scene.variant % 2 === 0 ? guard(scene, op, statements) : [...statements];

export const done = (scene: Scene): string[] => {
  const { domain, names } = scene;
  return say(scene, `\`${names.Item} \${${names.itemId}} ${domain.done}.\``);
};

/** An error result that holds what was done before. */
export const partial = (scene: Scene, doing: string, kept: string): string[] =>
  leave(scene.reply({ data: `{ error: \`${doing}: \${${messageOf(ERROR)}}\`, ${kept} }` }, true));
