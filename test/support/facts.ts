import { rules } from "../../rules/index.js";
import { errorPathsOf } from "../../src/analysis/exits/error-paths.js";
import type { Model } from "../../src/analysis/model.js";
import { Project } from "../../src/analysis/project/project.js";
import { buildModel } from "../../src/model-of.js";
import { DEFAULT_SETTINGS } from "../../src/settings.js";
import type { ParsedSource } from "../../src/syntax/parse.js";

/** A place in the text, as something that two trees can be compared by. */
type Range = string;

interface Ranged {
  readonly range: readonly [number, number];
}

const at = (node: Ranged): Range => node.range.join("-");

/** What the model says of a file, without its nodes. */
export function factsOf(model: Model | null): unknown {
  if (!model) return null;
  return {
    tools: model.tools.map(({ name, framework, functions, registration, certain, wrapped }) => ({
      name,
      framework: framework.name,
      functions: functions.map(at),
      registration: at(registration),
      certain,
      wrapped,
    })),
    reached: [...model.reached.values()].map(({ fn, role, framework, certain, isHandler }) => ({
      fn: at(fn),
      role,
      framework: framework.name,
      certain,
      isHandler,
    })),
    errors: model.told.errors.map(({ exit, site, fields, isClosed }) => ({
      how: exit.how,
      seen: exit.seen,
      at: at(site.node),
      fields: fields.map(({ name, concept }) => ({ name, concept })),
      isClosed,
    })),
    paths: errorPathsOf(model.told).places.map(at),
  };
}

/** What every rule finds, options of the strict preset included. */
export function findingsOf(model: Model | null): unknown[] {
  if (!model) return [];
  return Object.entries(rules).flatMap(([name, rule]) =>
    [...rule.find(model, rule.meta.docs.strictOptions ?? {})].map(({ node, messageId, data, suggest }) => ({
      name,
      at: at(node),
      messageId,
      data,
      suggest: suggest?.map(({ messageId: id, edits }) => ({ id, edits })),
    })),
  );
}

export interface Analysed {
  readonly facts: unknown;
  readonly findings: unknown[];
}

/** Analyses a file by itself: imported files come from the disk, and are parsed by the same parser. */
export function analyse(
  filename: string,
  text: string,
  parse: (text: string, filename: string) => ParsedSource,
): Analysed {
  const project = new Project({
    settings: DEFAULT_SETTINGS,
    parse: (source, name) => ({ ok: true, source: parse(source, name) }),
  });
  const model = buildModel(filename, parse(text, filename), project);
  return { facts: factsOf(model), findings: findingsOf(model) };
}
