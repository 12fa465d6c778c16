/** Work on each item of a list, where a failure leaves out all that was done before. */
import { doing, type Scene } from "../scene.js";
import { emptyList, namesIn, type Names } from "./item-names.js";
import { ERROR, fail, guard, leave, partial, say, succeed, type Scenario } from "./scenario.js";

/** What was done before a failure is not in its error; the good twin's error holds it. */
function lost(
  form: string,
  kind: "read" | "write",
  bad: (names: Names, scene: Scene) => readonly string[],
  good: (names: Names, scene: Scene) => readonly string[],
  extra: Pick<Scenario, "needs" | "isPartial"> = {},
): Scenario {
  const op = kind === "read" ? "get" : "write";
  return {
    fault: `lost-${kind}s`,
    form,
    rules: ["no-lost-partial-results"],
    claim: "lost",
    op,
    ops: [op],
    input: "items",
    ...extra,
    write: (scene, isGood) => ({ statements: (isGood ? good : bad)(namesIn(scene), scene) }),
  };
}

const allDone = (scene: Scene): string[] =>
  say(scene, `\`All \${${scene.names.itemIds}.length} ${scene.domain.items} ${scene.domain.done}.\``);

const keeps = (scene: Scene, op: "get" | "write", kept: string): string[] =>
  partial(scene, `Could not ${doing(op, scene.domain)}`, kept);

/** A loop over reads or writes in a `try`, whose `catch` tells what there is. */
function caughtLoop(
  kind: "read" | "write",
  scene: Scene,
  n: Names,
  head: readonly string[],
  loop: (step: readonly string[]) => readonly string[],
  isGood: boolean,
): string[] {
  const step =
    kind === "read"
      ? [`${n.items}.push(await ${n.read});`]
      : [`await ${n.write};`, ...(isGood ? ["completed.push(id);"] : [])];
  const end = kind === "read" ? succeed(scene, n.items) : allDone(scene);
  const start = kind === "read" ? [emptyList(n)] : isGood ? ["const completed: string[] = [];"] : [];
  const op = kind === "read" ? "get" : "write";
  return [
    ...start,
    ...head,
    "try {",
    ...loop(step),
    "} catch (error) {",
    ...(isGood
      ? keeps(scene, op, kind === "read" ? `partialResults: ${n.items}` : "completed")
      : fail(scene, op, ERROR)),
    "}",
    ...end,
  ];
}

const LOOPS: Readonly<
  Record<string, (n: Names) => readonly [head: readonly string[], loop: (step: readonly string[]) => readonly string[]]>
> = {
  "for-of": (n) => [[], (step) => [`for (const id of ${n.ids}) {`, ...step, "}"]],
  "for-index": (n) => [
    [],
    (step) => [`for (let at = 0; at < ${n.ids}.length; at++) {`, `const id = ${n.ids}[at] as string;`, ...step, "}"],
  ],
  "while-queue": (n) => [
    [`const queue = [...${n.ids}];`],
    (step) => ["while (queue.length > 0) {", "const id = queue.shift() as string;", ...step, "}"],
  ],
  "for-entries": (n) => [
    [],
    (step) => [`for (const [at, id] of ${n.ids}.entries()) {`, "console.error(`${at + 1}: ${id}`);", ...step, "}"],
  ],
  reduce: (n) => [
    [],
    (step) => [`await ${n.ids}.reduce(async (previous, id) => {`, "await previous;", ...step, "}, Promise.resolve());"],
  ],
  "do-while": (n) => [
    ["let at = 0;"],
    (step) => ["do {", `const id = ${n.ids}[at] as string;`, ...step, "at += 1;", `} while (at < ${n.ids}.length);`],
  ],
};

export const LOST_RESULTS: readonly Scenario[] = [
  ...Object.entries(LOOPS).flatMap(([form, parts]) =>
    (["read", "write"] as const).map((kind) =>
      lost(
        form,
        kind,
        (n, scene) => caughtLoop(kind, scene, n, ...parts(n), false),
        (n, scene) => caughtLoop(kind, scene, n, ...parts(n), true),
      ),
    ),
  ),
  lost(
    "returned-in-loop",
    "write",
    (n, scene) => [
      `for (const id of ${n.ids}) {`,
      "try {",
      `await ${n.write};`,
      "} catch (error) {",
      ...fail(scene, "write", ERROR),
      "}",
      "}",
      ...allDone(scene),
    ],
    (n, scene) => [
      "const completed: string[] = [];",
      `for (const id of ${n.ids}) {`,
      "try {",
      `await ${n.write};`,
      "completed.push(id);",
      "} catch (error) {",
      ...keeps(scene, "write", "completed"),
      "}",
      "}",
      ...allDone(scene),
    ],
  ),
  lost(
    "uncaught",
    "write",
    (n, scene) => [`for (const id of ${n.ids}) {`, `await ${n.write};`, "}", ...allDone(scene)],
    (n, scene) => caughtLoop("write", scene, n, ...(LOOPS["for-of"]?.(n) ?? [[], () => []]), true),
    { needs: { highLevel: true } },
  ),
  lost(
    "promise-all",
    "read",
    (n, scene) =>
      guard(scene, "get", [
        `const ${n.items} = await Promise.all(${n.ids}.map((id) => ${n.read}));`,
        ...succeed(scene, n.items),
      ]),
    (n, scene) => [
      `const outcomes = await Promise.allSettled(${n.ids}.map((id) => ${n.read}));`,
      `const ${n.items} = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));`,
      `const failed = ${n.ids}.filter((_, at) => outcomes[at]?.status === "rejected");`,
      "if (failed.length > 0) {",
      ...leave(
        scene.reply(
          {
            data: `{ error: "The ${scene.domain.service} did not give all ${n.items}.", partialResults: ${n.items}, failed }`,
          },
          true,
        ),
      ),
      "}",
      ...succeed(scene, n.items),
    ],
  ),
  lost(
    "promise-all-writes",
    "write",
    (n, scene) => guard(scene, "write", [`await Promise.all(${n.ids}.map((id) => ${n.write}));`, ...allDone(scene)]),
    (n, scene) => ["const completed: string[] = [];", ...guardedAll(scene, n)],
  ),
];

function guardedAll(scene: Scene, n: Names): string[] {
  return [
    `const outcomes = await Promise.allSettled(${n.ids}.map((id) => ${n.write}.then(() => completed.push(id))));`,
    'if (outcomes.some(({ status }) => status === "rejected")) {',
    ...leave(
      scene.reply(
        {
          data: `{ error: "The ${scene.domain.service} refused some of the ${n.items}.", completed, failed: ${n.ids}.filter((id) => !completed.includes(id)) }`,
        },
        true,
      ),
    ),
    "}",
    ...allDone(scene),
  ];
}
