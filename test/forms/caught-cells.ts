/** Cells of a failure that something catches: each fault and its good twin in every form. */
import { finish, type Attempt, type Caught, type Piece } from "./attempt.js";
import type { Cell } from "./cell.js";
import { CATCHING } from "./catching.js";
import { clientOf, KINDS, STYLE_NAMES, typeOf } from "./clients.js";
import { assemble, value, type End } from "./code.js";
import { DOMAINS } from "./domains.js";
import { FAULTS, goodEnd, goodUnits, type Fault } from "./faults.js";
import { inLanguage, LANGUAGES, type Language } from "./language.js";
import { pairwise, type Row } from "./pairwise.js";
import { PLACEMENTS } from "./placements.js";
import { REGISTRATIONS } from "./registrations.js";
import { RESULT_STYLES, STRING_STYLE } from "./results.js";
import { doing, goodError, sceneOf, success, type Scene } from "./scene.js";

const STYLES = [...RESULT_STYLES, STRING_STYLE];
const COLUMNS = {
  fault: FAULTS.map(({ name }) => name),
  form: CATCHING.map(({ name }) => name),
  registration: REGISTRATIONS.map(({ name }) => name),
  placement: PLACEMENTS.map(({ name }) => name),
  result: STYLES.map(({ name }) => name),
  domain: DOMAINS.map(({ name }) => name),
  client: KINDS.map(({ name }) => name),
  holder: [...STYLE_NAMES],
  language: [...LANGUAGES],
};
type Column = keyof typeof COLUMNS;

function byName<T extends { readonly name: string }>(all: readonly T[], name: string): T {
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

interface Made {
  readonly files: Cell["files"];
  readonly tool: string;
  readonly args: Cell["args"];
}

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
function draftOf(row: Row<Column>, variant: number, twin?: Twin): Draft | undefined {
  const fault = byName(FAULTS, row.fault);
  const domain = byName(DOMAINS, row.domain);
  const holder = STYLE_NAMES.find((name) => name === row.holder) ?? "functions";
  const callbacks = row.form === "callback" ? [fault.op] : [];
  const client = clientOf(domain, byName(KINDS, row.client), holder, [fault.op], callbacks);
  const scene = sceneOf(domain, client, byName(STYLES, row.result), byName(REGISTRATIONS, row.registration), variant);
  const { ownerId, itemId } = scene.names;
  const parameter = fault.op === "list" || fault.op === "count" ? ownerId : itemId;
  const attempt = attemptOf(fault, scene, parameter, twin);
  const piece = byName(CATCHING, row.form).write(attempt);
  return piece && { fault, scene, parameter, attempt, piece };
}

function build(row: Row<Column>, variant: number, twin?: Twin): Made | undefined {
  const draft = draftOf(row, variant, twin);
  if (!draft) return undefined;
  const { fault, scene, parameter, attempt, piece } = draft;
  const { domain, names, client } = scene;
  const { op } = fault;
  const registration = byName(REGISTRATIONS, row.registration);
  const style = byName(STYLES, row.result);
  const after: string[] = [];
  if (attempt.target !== "return") {
    if (twin === "tested")
      after.push(
        `if (${attempt.name} === null) {`,
        ...finish({ target: "return", name: "" }, goodError(scene, op)),
        "}",
      );
    after.push(...finish({ target: "return", name: "" }, success(scene, op, attempt.name)));
  }
  const title = {
    list: `List${names.Items}`,
    get: `Get${names.Item}`,
    write: `${capital(domain.verb)}${names.Item}`,
    count: `Count${names.Items}`,
    check: `Check${names.Item}`,
  }[op];
  const placement = byName(PLACEMENTS, row.placement);
  const placed = placement.place?.({
    name: { bind: `load${names.Items}`, run: `try${capital(domain.verb)}`, return: `answer${title}` }[attempt.target],
    subject: names.Items,
    parameter,
    parameterType: "string",
    returns: attempt.target === "run" ? "void" : attempt.leaves,
    statements: [...piece.statements, ...(attempt.target === "bind" ? [`return ${attempt.name};`] : [])],
  });
  const started =
    placed &&
    {
      bind: `const ${attempt.name} = await ${placed.call};`,
      run: `await ${placed.call};`,
      return: `return ${placed.call};`,
    }[attempt.target];
  const tool = {
    name: title.replace(/(?!^)[A-Z]/gu, (letter) => `_${letter}`).toLowerCase(),
    description: `${capital(doing(op, domain))}.`,
    parameter,
    parameterType: "string",
    title,
    statements: [...(started === undefined ? piece.statements : [started]), ...after],
  } as const;
  const units = [
    ...(placed?.units ?? []),
    ...(piece.functions ?? []),
    ...(twin === undefined ? (fault.units?.(scene) ?? []) : goodUnits(fault, scene)),
    ...style.units,
    ...client.units,
    ...registration.units,
  ];
  const language = LANGUAGES.find((one) => one === row.language) ?? "ts";
  const files = inLanguage(assemble(registration.write(tool), units), language);
  return {
    files: { ...files, "package.json": manifest(registration.dependency, language) },
    tool: tool.name,
    args: { [parameter]: `${domain.item}-7` },
  };
}

const manifest = (dependency: string, language: Language): string =>
  JSON.stringify({
    name: "office",
    ...(language === "cjs" ? {} : { type: "module" }),
    dependencies: { [dependency]: "*", zod: "*" },
  });

function attemptOf(fault: Fault, scene: Scene, parameter: string, twin: Twin | undefined): Attempt {
  const { op } = fault;
  const { domain, client } = scene;
  const isTested = twin === "tested";
  const target = twin === "ended" ? "return" : fault.target;
  const type = typeOf(op, domain);
  const failed = (caught?: Caught): End | undefined =>
    isTested ? value("null") : twin === "ended" ? goodEnd(fault, scene, caught) : fault.bad(scene, caught);
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
    needsError:
      failed({ name: "error", isTyped: true })?.value.includes("error") === true ||
      (failed({ name: "error", isTyped: true })?.before ?? []).some((line) => /\berror\b/u.test(line)),
  };
}

/** Names that differ in nothing but what two columns say of each other. */
function goTogether(part: Partial<Row<Column>>): boolean {
  const fault = part.fault === undefined ? undefined : byName(FAULTS, part.fault);
  const registration = part.registration === undefined ? undefined : byName(REGISTRATIONS, part.registration);
  if (fault?.lowLevelOnly && registration && registration.throwBecomes !== "protocol-error") return false;
  if (
    registration &&
    part.result !== undefined &&
    (part.result === STRING_STYLE.name) !== (registration.takesStrings === true)
  )
    return false;
  if (fault?.byStatus && (part.result === STRING_STYLE.name || registration?.takesStrings)) return false;
  if (fault?.lowLevelOnly && part.result === STRING_STYLE.name) return false;
  // The error that is thrown anew has no status.
  if (fault?.byStatus && part.form === "rethrown-with-cause") return false;
  if (fault?.byStatus && part.client !== undefined && !byName(KINDS, part.client).status) return false;
  if (registration?.name === "mcp-nest" && part.language !== undefined && part.language !== "ts") return false;
  if (fault && part.form !== undefined)
    return fits(
      fault.name,
      part.form,
      part.result ?? (registration?.takesStrings ? STRING_STYLE.name : "builder-in-file"),
    );
  return true;
}

const known = new Map<string, boolean>();

/** Whether a form can say a fault, and its twin. */
function fits(fault: string, form: string, result: string): boolean {
  const key = `${fault} ${form} ${result}`;
  let answer = known.get(key);
  if (answer === undefined) {
    const isString = result === STRING_STYLE.name;
    const registration = isString
      ? "fastmcp-strings"
      : byName(FAULTS, fault).lowLevelOnly
        ? "low-level-switch"
        : "v1-tool";
    const row = {
      fault,
      form,
      result,
      registration,
      placement: "inline",
      domain: "orders",
      client: "axios",
      holder: "functions",
      language: "ts",
    };
    answer = draftOf(row, 0) !== undefined && twinsOf(row, 0).some((twin) => draftOf(row, 0, twin) !== undefined);
    known.set(key, answer);
  }
  return answer;
}

function twinsOf(row: Row<Column>, variant: number): readonly Twin[] {
  const fault = byName(FAULTS, row.fault);
  // `|| null` takes 0 and false for a failure: no good twin.
  if (fault.target !== "bind" || (row.form === "logical-or" && (fault.op === "count" || fault.op === "check")))
    return ["ended"];
  return variant % 2 === 0 ? ["tested", "ended"] : ["ended", "tested"];
}

export function caughtCells(): Cell[] {
  return pairwise(COLUMNS, goTogether).flatMap((row, at) => {
    const fault = byName(FAULTS, row.fault);
    const { throwBecomes } = byName(REGISTRATIONS, row.registration);
    const name = [
      row.fault,
      row.form,
      row.placement,
      row.registration,
      row.result,
      row.domain,
      `${row.client}-${row.holder}`,
      row.language,
    ].join("/");
    const common = { fault: row.fault, form: row.form, framework: row.registration, throwBecomes, domain: row.domain };
    const bad = build(row, at);
    const twin = twinsOf(row, at).find((one) => draftOf(row, at, one) !== undefined);
    const good = twin && build(row, at, twin);
    return [
      ...(bad ? [{ ...common, ...bad, name, rules: fault.rules, claim: fault.claim }] : []),
      ...(good ? [{ ...common, ...good, name: `${name}/good`, rules: [], claim: "right" as const }] : []),
    ];
  });
}
