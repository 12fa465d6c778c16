/** Cells of the faults that have forms of their own, each in several frames. */
import type { Cell } from "./cell.js";
import { filesIn, fitsFrame, FRAME_COLUMNS, nameOf, registrationOf, sceneIn, type Frame } from "./frame.js";
import { pairwise } from "./pairwise.js";
import { EMPTY } from "./scenarios/empty.js";
import { ERROR_VALUES } from "./scenarios/error-values.js";
import { LOST_RESULTS } from "./scenarios/lost-results.js";
import { LOST_STEPS } from "./scenarios/lost-steps.js";
import { NOT_AWAITED } from "./scenarios/not-awaited.js";
import { REFUSALS } from "./scenarios/refusals.js";
import { RESPONSES } from "./scenarios/responses.js";
import { RETRIES } from "./scenarios/retries.js";
import type { Scenario } from "./scenarios/scenario.js";
import { SKIPPED_ITEMS } from "./scenarios/skipped-items.js";
import { UNCAUGHT } from "./scenarios/uncaught.js";

const SCENARIOS: readonly Scenario[] = [
  ...NOT_AWAITED,
  ...SKIPPED_ITEMS,
  ...LOST_RESULTS,
  ...LOST_STEPS,
  ...RESPONSES,
  ...REFUSALS,
  ...ERROR_VALUES,
  ...EMPTY,
  ...RETRIES,
  ...UNCAUGHT,
];
const FRAMES_EACH = 4;

export function scenarioCells(): Cell[] {
  const frames = pairwise(FRAME_COLUMNS, (part) => fitsFrame(part));
  const unused = new Set(frames);
  /** The next frame that the scenario can have, and has not: one that none has had, or else any. */
  const next = (scenario: Scenario, had: ReadonlySet<Frame>, turn: number): Frame => {
    const fitting = frames.filter((frame) => fitsFrame(frame, scenario.needs) && !had.has(frame));
    const found = fitting.find((frame) => unused.has(frame)) ?? fitting[(turn * 37) % fitting.length];
    if (!found) throw new Error(`${scenario.fault} ${scenario.form}: no frame`);
    unused.delete(found);
    return found;
  };
  const framesOf = new Map(SCENARIOS.map((scenario) => [scenario, new Set<Frame>()] as const));
  return Array.from({ length: FRAMES_EACH }, (_, turn) => turn).flatMap((turn) =>
    [...framesOf].flatMap(([scenario, had], at) => {
      const frame = next(scenario, had, turn * SCENARIOS.length + at);
      had.add(frame);
      return twins(scenario, frame, turn + at);
    }),
  );
}

function twins(scenario: Scenario, frame: Frame, variant: number): Cell[] {
  const name = nameOf(scenario.fault, scenario.form, frame);
  return [false, true].map((isGood): Cell => {
    const scene = sceneIn(frame, scenario.ops, [], variant);
    const { ownerId, itemId, itemIds } = scene.names;
    const { statements, functions, units } = scenario.write(scene, isGood);
    const many = scenario.input === "items";
    return {
      name: isGood ? `${name}/good` : name,
      fault: scenario.fault,
      form: `${scenario.fault}: ${scenario.form}`,
      rules: isGood ? [] : scenario.rules,
      claim: isGood ? "right" : scenario.claim,
      framework: frame.registration,
      throwBecomes: registrationOf(frame).throwBecomes,
      isPartial: scenario.isPartial === true,
      domain: frame.domain,
      ...filesIn(frame, scene, {
        op: scenario.op,
        parameter: { owner: ownerId, item: itemId, items: itemIds }[scenario.input],
        parameterType: many ? "string[]" : "string",
        work: { verb: "answer", returns: scene.resultType, statements },
        start: (call) => `return ${call};`,
        tail: [],
        after: [],
        units: [...(functions ?? []), ...(units ?? [])],
      }),
    };
  });
}
