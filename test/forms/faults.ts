/** What is wrong after a failure, and what would be right: the same whatever form catches it. */
import { messageOf, type Caught, type Target } from "./attempt.js";
import type { Claim } from "./cell.js";
import type { Op } from "./clients.js";
import { thrown, value, type End, type Unit } from "./code.js";
import type { Needs } from "./frame.js";
import { doing, goodError, pick, reason, type Scene } from "./scene.js";

export interface Fault {
  readonly name: string;
  /** Rules of which one must report it. */
  readonly rules: readonly string[];
  readonly claim: Claim;
  readonly op: Op;
  readonly target: Target;
  /** The end after the failure: a value for the variable, nothing after a write, or a result. */
  readonly bad: (scene: Scene, caught?: Caught) => End | undefined;
  /** The end of its good twin, where it leaves as a result. Default: an error result that says why. */
  readonly good?: (scene: Scene, caught?: Caught) => End | undefined;
  readonly needs?: Needs;
  readonly units?: (scene: Scene) => readonly Unit[];
}

const SWALLOWED = ["no-swallowed-error"] as const;
/** A default that is put in words ("no orders") may be taken for a failure told without the flag. */
const UNFLAGGED = ["require-is-error"] as const;

const asText = (scene: Scene, text: string): End => scene.reply({ text });

const needsError =
  (end: (scene: Scene, caught: Caught) => End) =>
  (scene: Scene, caught?: Caught): End | undefined =>
    caught && end(scene, caught);

/** Fields of the contract by the status of the failure, as a function of the server. */
function payloadUnit({ client, domain }: Scene, name: string, of403: string, of429: string): Unit {
  const status = client.status?.("error") ?? "undefined";
  return {
    name,
    ...(name.endsWith("Elsewhere") ? { file: "src/errors.ts" } : {}),
    code: `function ${name}(error: unknown) {
const status = ${status};
if (status === 403) {
return { errorCategory: "permission", ${of403}, description: "The token of this server may not do this with the ${domain.items}. Ask an administrator for access.", customerFriendlyMessage: "I do not have access to that." };
}
if (status === 429) {
return { errorCategory: "transient", ${of429}, description: "The ${domain.service} limits how often it may be asked. Wait before the next call." };
}
return { errorCategory: "transient", isRetryable: false, description: \`The ${domain.service} failed: \${(error as Error).message}\` };
}`,
  };
}

const describe = (scene: Scene): string => pick(scene, ["describeFailure", "describeFailureElsewhere"]);

const byPayload = needsError((scene, caught) => scene.reply({ data: `${describe(scene)}(${caught.name})` }, true));

/** The same without a function: one status told apart at the place. */
const inline = (fields: (isStatus: string) => string, status: number) =>
  needsError((scene, { name }) => {
    const { before, how, value: text } = scene.reply({ data: fields(`status === ${status}`) }, true);
    return { before: [`const status = ${scene.client.status?.(name) ?? "0"};`, ...before], how, value: text };
  });

export const FAULTS: readonly Fault[] = [
  {
    name: "swallowed-read",
    rules: SWALLOWED,
    claim: "hidden",
    op: "list",
    target: "bind",
    bad: () => value("[]"),
  },
  {
    name: "default-zero",
    rules: SWALLOWED,
    claim: "hidden",
    op: "count",
    target: "bind",
    bad: () => value("0"),
  },
  {
    name: "default-false",
    rules: SWALLOWED,
    claim: "hidden",
    op: "check",
    target: "bind",
    bad: () => value("false"),
  },
  {
    name: "default-object",
    rules: SWALLOWED,
    claim: "hidden",
    op: "get",
    target: "bind",
    bad: ({ domain }) => value(`{} as ${domain.type}`),
  },
  {
    name: "words-for-nothing",
    rules: [...SWALLOWED, ...UNFLAGGED],
    claim: "hidden",
    op: "list",
    target: "return",
    bad: (scene) =>
      asText(
        scene,
        pick(scene, [`"No ${scene.domain.items} found."`, '"[]"', `"There are no ${scene.domain.items}."`]),
      ),
  },
  {
    name: "not-found-for-all",
    rules: [...SWALLOWED, ...UNFLAGGED],
    claim: "hidden",
    op: "get",
    target: "return",
    bad: (scene) => asText(scene, `"There is no such ${scene.domain.item}."`),
  },
  {
    name: "swallowed-write",
    rules: SWALLOWED,
    claim: "hidden",
    op: "write",
    target: "run",
    bad: () => value("undefined"),
  },
  {
    name: "success-after-failed-write",
    rules: SWALLOWED,
    claim: "hidden",
    op: "write",
    target: "return",
    bad: (scene) => asText(scene, `"${scene.names.Item} ${scene.domain.done}."`),
  },
  {
    name: "unflagged-text",
    rules: UNFLAGGED,
    claim: "unflagged",
    op: "list",
    target: "return",
    bad: (scene, caught) =>
      caught
        ? asText(
            scene,
            `\`${pick(scene, ["Error: ", `Failed to ${doing("list", scene.domain)}: `])}\${${messageOf(caught)}}\``,
          )
        : asText(scene, `"Error: the ${scene.domain.service} is not available."`),
  },
  {
    name: "unflagged-write",
    rules: UNFLAGGED,
    claim: "unflagged",
    op: "write",
    target: "return",
    bad: (scene, caught) => scene.reply(reason(scene, "write", caught)),
  },
  {
    name: "unflagged-data",
    rules: UNFLAGGED,
    claim: "unflagged",
    op: "get",
    target: "return",
    bad: needsError((scene, caught) =>
      scene.reply({
        data: pick(scene, [
          `{ success: false, error: ${messageOf(caught)} }`,
          `{ status: "error", message: ${messageOf(caught)} }`,
          `{ ok: false, reason: ${messageOf(caught)} }`,
        ]),
      }),
    ),
  },
  {
    name: "protocol-error",
    rules: ["no-protocol-error"],
    claim: "thrown",
    op: "list",
    target: "return",
    needs: { lowLevel: true },
    bad: (scene, caught) =>
      caught
        ? thrown(
            pick(scene, [
              caught.name,
              `new Error(\`Could not ${doing("list", scene.domain)}: \${${messageOf(caught)}}\`)`,
            ]),
          )
        : thrown(`new Error("Could not ${doing("list", scene.domain)}: the ${scene.domain.service} does not answer.")`),
  },
  {
    name: "generic-message",
    rules: ["no-generic-error-message"],
    claim: "generic",
    op: "get",
    target: "return",
    bad: (scene) =>
      scene.reply(
        {
          text: pick(scene, [
            '"Something went wrong."',
            '"An unexpected error occurred."',
            `"Failed to ${doing("get", scene.domain)}."`,
            '"Operation failed"',
          ]),
        },
        true,
      ),
  },
  {
    name: "leaked-stack",
    rules: ["no-error-leak"],
    claim: "leaks",
    op: "list",
    target: "return",
    bad: needsError((scene, caught) =>
      scene.reply(
        {
          text: `\`Could not ${doing("list", scene.domain)}: \${${caught.isTyped ? caught.name : `(${caught.name} as Error)`}.stack}\``,
        },
        true,
      ),
    ),
  },
  {
    name: "leaked-object",
    rules: ["no-error-leak"],
    claim: "leaks",
    op: "get",
    target: "return",
    bad: needsError((scene, { name }) =>
      scene.reply(
        {
          text: `\`Could not ${doing("get", scene.domain)}: \${JSON.stringify(${name}, Object.getOwnPropertyNames(${name}))}\``,
        },
        true,
      ),
    ),
  },
  {
    name: "retryable-permission",
    rules: ["no-retryable-terminal-error"],
    claim: "retries-refusal",
    op: "list",
    target: "return",
    needs: { status: true },
    bad: byPayload,
    good: byPayload,
    units: (scene) => [
      payloadUnit(
        scene,
        describe(scene),
        "isRetryable: true, retryAfterSeconds: 30",
        "isRetryable: true, retryAfterSeconds: 30",
      ),
    ],
  },
  {
    name: "retryable-permission-inline",
    rules: ["no-retryable-terminal-error"],
    claim: "retries-refusal",
    op: "get",
    target: "return",
    needs: { status: true },
    bad: inline(
      (denied) =>
        `{ errorCategory: ${denied} ? "permission" : "transient", isRetryable: true, retryAfterSeconds: 20, description: "The service did not give an answer. Ask again, or tell the user." }`,
      403,
    ),
    good: inline(
      (denied) =>
        `{ errorCategory: ${denied} ? "permission" : "transient", isRetryable: false, description: "The service did not give an answer. Tell the user." }`,
      403,
    ),
  },
  {
    name: "rate-limit-without-wait",
    rules: ["require-retry-after"],
    claim: "no-wait",
    op: "list",
    target: "return",
    needs: { status: true },
    bad: byPayload,
    good: byPayload,
    units: (scene) => [payloadUnit(scene, describe(scene), "isRetryable: false", "isRetryable: true")],
  },
];

/** The units of a fault's good twin. */
export function goodUnits(fault: Fault, scene: Scene): readonly Unit[] {
  return fault.units
    ? [payloadUnit(scene, describe(scene), "isRetryable: false", "isRetryable: true, retryAfterSeconds: 30")]
    : [];
}

export const goodEnd = (fault: Fault, scene: Scene, caught?: Caught): End | undefined =>
  fault.good ? fault.good(scene, caught) : goodError(scene, fault.op, caught);
