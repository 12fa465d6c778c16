import { rules } from "../../rules/index.js";
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
    catches: model.catches.map(({ form, node, goesOn, recorded, answers, throws }) => ({
      form,
      node: at(node),
      goesOn,
      recorded,
      answers: answers.map(({ node: answer, verdict, tellsCause, words }) => ({
        at: at(answer),
        verdict,
        tellsCause,
        words,
      })),
      throws: throws.map(({ node: thrown, same }) => ({ at: at(thrown), same })),
    })),
    returns: model.returns.map(({ form, node, failure, outcome, byCall, tellsCause, messages }) => ({
      form,
      node: at(node),
      failure,
      outcome: outcome.kind,
      byCall,
      tellsCause,
      messages: messages.map(({ words, field }) => ({ words, field })),
    })),
    errorResults: model.errorResults.map(({ literal, result }) => ({
      literal: at(literal),
      isError: result.isError,
      known: result.fields.known,
      fields: result.fields.list.map(({ concept, name, carrier }) => ({ concept, name, carrier })),
    })),
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
