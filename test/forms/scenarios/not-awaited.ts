/** Work that nobody waits for, and success before it ends. */
import { done, fail, guardWhereNeeded, say, TYPED, type Scenario } from "./scenario.js";
import type { Scene } from "../scene.js";

const COMMON = {
  fault: "not-awaited",
  rules: ["no-swallowed-error"],
  claim: "hidden",
  op: "write",
  ops: ["write"],
} as const;

/** One write: the statements that start it, and those that wait for it. */
function single(
  form: string,
  start: (call: string, scene: Scene) => readonly string[],
  wait: (call: string, scene: Scene) => readonly string[],
): Scenario {
  return {
    ...COMMON,
    form,
    input: "item",
    write: (scene, good) => {
      const call = scene.client.call("write", scene.names.itemId);
      return {
        statements: good
          ? guardWhereNeeded(scene, "write", [...wait(call, scene), ...done(scene)])
          : [...start(call, scene), ...done(scene)],
      };
    },
  };
}

/** One write of many. */
function many(form: string, start: (call: string, ids: string) => readonly string[]): Scenario {
  return {
    ...COMMON,
    form,
    input: "items",
    isPartial: true,
    write: (scene, good) => {
      const { names, domain } = scene;
      const ids = names.itemIds;
      const call = scene.client.call("write", "id");
      const all = say(scene, `\`All \${${ids}.length} ${domain.items} ${domain.done}.\``);
      if (!good) return { statements: [...start(call, ids), ...all] };
      return {
        statements: [
          `const outcomes = await Promise.allSettled(${ids}.map((id) => ${call}));`,
          `const failed = ${ids}.filter((_, at) => outcomes[at]?.status === "rejected");`,
          "if (failed.length > 0) {",
          ...failedSome(scene),
          "}",
          ...all,
        ],
      };
    },
  };
}

function failedSome(scene: Scene): string[] {
  const { domain, names } = scene;
  const text = `\`\${${names.itemIds}.length - failed.length} ${domain.items} ${domain.done}. Could not ${domain.verb}: \${failed.join(", ")}. The ${domain.service} does not answer.\``;
  const { before, how, value } = scene.reply({ text }, true);
  return [...before, `${how} ${value};`];
}

const awaited = (call: string): string[] => [`await ${call};`];

export const NOT_AWAITED: readonly Scenario[] = [
  single("bare-call", (call) => [`${call};`], awaited),
  single("void", (call) => [`void ${call};`], awaited),
  single("as-and-bang", (call) => [`(${call} as Promise<void>)!;`], awaited),
  single(
    "and",
    (call, { names }) => [`${names.itemId} !== "" && ${call};`],
    (call, { names }) => [`${names.itemId} !== "" && (await ${call});`],
  ),
  single(
    "ternary-statement",
    (call, { names }) => [`${names.itemId} === "" ? undefined : ${call};`],
    (call, { names }) => [`${names.itemId} === "" ? undefined : await ${call};`],
  ),
  single(
    "if-statement",
    (call, { names }) => [`if (${names.itemId}) ${call};`],
    (call, { names }) => [`if (${names.itemId}) await ${call};`],
  ),
  single(
    "then-not-awaited",
    (call) => [`${call}.then(() => console.error("done"));`],
    (call) => [`await ${call}.then(() => console.error("done"));`],
  ),
  single(
    "iife-not-awaited",
    (call) => ["(async () => {", `await ${call};`, "})();"],
    (call) => ["await (async () => {", `await ${call};`, "})();"],
  ),
  single(
    "inner-function",
    (call) => ["const save = async () => {", `${call};`, "};", "await save();"],
    (call) => ["const save = async () => {", `await ${call};`, "};", "await save();"],
  ),
  single(
    "inner-function-not-awaited",
    (call) => ["const save = async () => {", `await ${call};`, "};", "save();"],
    (call) => ["const save = async () => {", `await ${call};`, "};", "await save();"],
  ),
  single(
    "kept-in-variable",
    (call) => [`const pending = ${call};`, 'console.error("started", typeof pending);'],
    (call) => [`const pending = ${call};`, "await pending;"],
  ),
  single(
    "promise-executor",
    (call) => ["await new Promise<void>((resolve) => {", `${call};`, "resolve();", "});"],
    (call) => ["await new Promise<void>((resolve, reject) => {", `${call}.then(resolve, reject);`, "});"],
  ),
  single(
    "try-without-await",
    (call, scene) => [
      "try {",
      `${call};`,
      "} catch (error) {",
      ...fail(scene, "write", { ...TYPED, isTyped: false }),
      "}",
    ],
    awaited,
  ),
  single("timer", (call) => ["setTimeout(async () => {", `await ${call};`, "}, 0);"], awaited),
  single(
    "dropped-in-then",
    (call) => ["await Promise.resolve().then(() => {", `${call};`, "});"],
    (call) => [`await Promise.resolve().then(() => ${call});`],
  ),
  single(
    "finally-only",
    (call) => [`${call}.finally(() => console.error("done"));`],
    (call) => [`await ${call}.finally(() => console.error("done"));`],
  ),
  many("for-each-async", (call, ids) => [`${ids}.forEach(async (id) => {`, `await ${call};`, "});"]),
  many("map-not-awaited", (call, ids) => [`${ids}.map((id) => ${call});`]),
  many("all-not-awaited", (call, ids) => [`Promise.all(${ids}.map((id) => ${call}));`]),
  many("all-void", (call, ids) => [`void Promise.all(${ids}.map(async (id) => ${call}));`]),
  many("for-of-bare", (call, ids) => [`for (const id of ${ids}) {`, `${call};`, "}"]),
  many("all-of-nothing", (call, ids) => [`await Promise.all(${ids}.map((id) => {`, `${call};`, "}));"]),
];
