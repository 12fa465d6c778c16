/** Cells of a failure that something catches: each fault and its good twin in every form. */
import { finish, type Attempt, type Caught, type Piece } from "./attempt.js";
import type { Cell } from "./cell.js";
import { CATCHING } from "./catching.js";
import { typeOf } from "./clients.js";
import { value, type End } from "./code.js";
import { FAULTS, goodEnd, goodUnits, type Fault } from "./faults.js";
import {
  byName,
  filesIn,
  fitsFrame,
  FRAME_COLUMNS,
  nameOf,
  registrationOf,
  sceneIn,
  type Frame,
  type Made,
} from "./frame.js";
import { pairwise } from "./pairwise.js";
import { STRING_STYLE } from "./results.js";
import { doing, goodError, success, type Scene } from "./scene.js";

const COLUMNS = {
  fault: FAULTS.map(({ name }) => name),
  form: CATCHING.map(({ name }) => name),
  ...FRAME_COLUMNS,
};
type CaughtRow = Frame & Readonly<Record<"fault" | "form", string>>;

/** The good twin's end: tested after the form, or out of the form itself. */
type Twin = "tested" | "ended";

interface Draft {
  readonly fault: Fault;
  readonly scene: Scene;
  readonly parameter: string;
  readonly attempt: Attempt;
  readonly piece: Piece;
}

/** The code of the form alone; undefined where it cannot say the fault. */
function draftOf(row: CaughtRow, variant: number, twin?: Twin): Draft | undefined {
  const fault = byName(FAULTS, row.fault);
  const scene = sceneIn(row, [fault.op], row.form === "callback" ? [fault.op] : [], variant);
  const { ownerId, itemId } = scene.names;
  const parameter = fault.op === "list" || fault.op === "count" ? ownerId : itemId;
  const attempt = attemptOf(fault, scene, parameter, twin);
  const piece = byName(CATCHING, row.form).write(attempt);
  return piece && { fault, scene, parameter, attempt, piece };
}

function build(row: CaughtRow, variant: number, twin?: Twin): Made | undefined {
  const draft = draftOf(row, variant, twin);
  if (!draft) return undefined;
  const { fault, scene, parameter, attempt, piece } = draft;
  const { op } = fault;
  const { target, name } = attempt;
  const leave = { target: "return", name: "" } as const;
  const tested =
    target !== "return" && twin === "tested"
      ? [`if (${name} === null) {`, ...finish(leave, goodError(scene, op)), "}"]
      : [];
  return filesIn(row, scene, {
    op,
    parameter,
    parameterType: "string",
    work: {
      verb: ({ bind: "load", run: "try", return: "answer" } as const)[target],
      returns: target === "run" ? "void" : attempt.leaves,
      statements: piece.statements,
    },
    start: (call) =>
      ({ bind: `const ${name} = await ${call};`, run: `await ${call};`, return: `return ${call};` })[target],
    tail: target === "bind" ? [`return ${name};`] : [],
    after: target === "return" ? [] : [...tested, ...finish(leave, success(scene, op, name))],
    units: [
      ...(piece.functions ?? []),
      ...(twin === undefined ? (fault.units?.(scene) ?? []) : goodUnits(fault, scene)),
    ],
  });
}

function attemptOf(fault: Fault, scene: Scene, parameter: string, twin: Twin | undefined): Attempt {
  const { op } = fault;
  const { domain, client } = scene;
  const isTested = twin === "tested";
  const target = twin === "ended" ? "return" : fault.target;
  const type = typeOf(op, domain);
  const failed = (caught?: Caught): End | undefined =>
    isTested ? value("null") : twin === "ended" ? goodEnd(fault, scene, caught) : fault.bad(scene, caught);
  const example = failed({ name: "error", isTyped: true });
  return {
    target,
    call: client.call(op, parameter),
    callBack: (callback) => client.callBack(op, parameter, callback),
    name: { list: domain.items, get: domain.item, write: "outcome", count: "total", check: domain.flag }[op],
    type,
    leaves: target === "return" ? scene.resultType : isTested ? `${type} | null` : type,
    done: (name) => success(scene, op, name),
    failed,
    label: `Could not ${doing(op, domain)}:`,
    needsError: [example?.value ?? "", ...(example?.before ?? [])].some((line) => /\berror\b/u.test(line)),
  };
}

function goTogether(part: Partial<CaughtRow>): boolean {
  const fault = part.fault === undefined ? undefined : byName(FAULTS, part.fault);
  if (!fitsFrame(part, fault?.needs)) return false;
  // The error that is thrown anew has no status.
  if (fault?.needs?.status && part.form === "rethrown-with-cause") return false;
  if (!fault || part.form === undefined) return true;
  const takesStrings =
    part.registration !== undefined && registrationOf({ registration: part.registration }).takesStrings;
  return canSay(fault.name, part.form, part.result ?? (takesStrings ? STRING_STYLE.name : "builder-in-file"));
}

const known = new Map<string, boolean>();

/** Whether a form can say a fault, and its twin. */
function canSay(fault: string, form: string, result: string): boolean {
  const key = `${fault} ${form} ${result}`;
  let answer = known.get(key);
  if (answer === undefined) {
    const registration = result === STRING_STYLE.name ? "fastmcp-strings" : "low-level-switch";
    const frame = {
      registration,
      placement: "inline",
      domain: "orders",
      client: "axios",
      holder: "functions",
      language: "ts",
    };
    const row = { fault, form, result, ...frame };
    answer = draftOf(row, 0) !== undefined && twinsOf(row, 0).some((twin) => draftOf(row, 0, twin) !== undefined);
    known.set(key, answer);
  }
  return answer;
}

function twinsOf(row: CaughtRow, variant: number): readonly Twin[] {
  const fault = byName(FAULTS, row.fault);
  // `|| null` takes 0 and false for a failure: no good twin.
  if (fault.target !== "bind" || (row.form === "logical-or" && (fault.op === "count" || fault.op === "check")))
    return ["ended"];
  return variant % 2 === 0 ? ["tested", "ended"] : ["ended", "tested"];
}

export function caughtCells(): Cell[] {
  return pairwise(COLUMNS, goTogether).flatMap((row, at): Cell[] => {
    const fault = byName(FAULTS, row.fault);
    const { throwBecomes } = registrationOf(row);
    const name = nameOf(row.fault, row.form, row);
    const common = {
      fault: row.fault,
      form: row.form,
      framework: row.registration,
      throwBecomes,
      domain: row.domain,
      isPartial: false,
    };
    const bad = build(row, at);
    const twin = twinsOf(row, at).find((one) => draftOf(row, at, one) !== undefined);
    const good = twin && build(row, at, twin);
    return [
      ...(bad ? [{ ...common, ...bad, name, rules: fault.rules, claim: fault.claim }] : []),
      ...(good ? [{ ...common, ...good, name: `${name}/good`, rules: [], claim: "right" as const }] : []),
    ];
  });
}
