/** Cells of the faults that have forms of their own, each in several frames. */
import type { Cell } from "./cell.js";
import { filesIn, fitsFrame, FRAME_COLUMNS, nameOf, registrationOf, sceneIn, type Frame } from "./frame.js";
import { pairwise } from "./pairwise.js";
import { ITEMS } from "./scenarios/items.js";
import { NOT_AWAITED } from "./scenarios/not-awaited.js";
import { OTHERS } from "./scenarios/others.js";
import { RESPONSES } from "./scenarios/responses.js";
import type { Scenario } from "./scenarios/scenario.js";

const SCENARIOS: readonly Scenario[] = [...NOT_AWAITED, ...ITEMS, ...RESPONSES, ...OTHERS];
const FRAMES_EACH = 4;

export function scenarioCells(): Cell[] {
  const frames = pairwise(FRAME_COLUMNS, (part) => fitsFrame(part));
  const unused = [...frames];
  /** The next frame that has not been used, or else any. */
  const next = (scenario: Scenario, turn: number): Frame => {
    const at = unused.findIndex((frame) => fitsFrame(frame, scenario.needs));
    const [frame] = at < 0 ? [] : unused.splice(at, 1);
    const fitting = frames.filter((one) => fitsFrame(one, scenario.needs));
    const found = frame ?? fitting[(turn * 37) % fitting.length];
    if (!found) throw new Error(`${scenario.fault} ${scenario.form}: no frame`);
    return found;
  };
  return Array.from({ length: FRAMES_EACH }, (_, turn) => turn).flatMap((turn) =>
    SCENARIOS.flatMap((scenario, at) => twins(scenario, next(scenario, turn * SCENARIOS.length + at), turn + at)),
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
