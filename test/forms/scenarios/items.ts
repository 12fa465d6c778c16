/** Work on each item of a list: those that fail are left out, or all that was done before is. */
import type { Scene } from "../scene.js";
import { doing } from "../scene.js";
import { ERROR, fail, guard, leave, partial, say, succeed, type Scenario, type Written } from "./scenario.js";

interface Names {
  readonly ids: string;
  readonly items: string;
  readonly item: string;
  readonly type: string;
  /** Reads the item `id`. */
  readonly read: string;
  /** Writes the item `id`. */
  readonly write: string;
}

function namesIn({ client, names, domain }: Scene): Names {
  return {
    ids: names.itemIds,
    items: domain.items,
    item: domain.item,
    type: domain.type,
    read: client.call("get", "id"),
    write: client.call("write", "id"),
  };
}

/** Items that fail are left out without a word; the good twin lists them. */
function skipped(
  form: string,
  bad: (names: Names) => readonly string[],
  good: (names: Names) => readonly string[],
  units?: (names: Names) => Written["functions"],
): Scenario {
  return {
    fault: "skipped-items",
    form,
    rules: ["no-swallowed-error"],
    claim: "hidden",
    op: "get",
    ops: ["get"],
    input: "items",
    isPartial: true,
    write: (scene, isGood) => {
      const names = namesIn(scene);
      const functions = units?.(names);
      return {
        statements: isGood
          ? [...good(names), ...succeed(scene, `{ ${names.items}, failed }`)]
          : [...bad(names), ...succeed(scene, names.items)],
        ...(functions ? { functions } : {}),
      };
    },
  };
}

const FAILED = "const failed: string[] = [];";
const list = ({ items, type }: Names): string => `const ${items}: ${type}[] = [];`;

const SKIPPED: readonly Scenario[] = [
  skipped(
    "for-of",
    (n) => [
      list(n),
      `for (const id of ${n.ids}) {`,
      "try {",
      `${n.items}.push(await ${n.read});`,
      "} catch (error) {",
      'console.error("skipped", id, (error as Error).message);',
      "}",
      "}",
    ],
    (n) => [
      list(n),
      FAILED,
      `for (const id of ${n.ids}) {`,
      "try {",
      `${n.items}.push(await ${n.read});`,
      "} catch (error) {",
      "failed.push(`${id}: ${(error as Error).message}`);",
      "}",
      "}",
    ],
  ),
  skipped(
    "for-of-continue",
    (n) => [
      list(n),
      `for (const id of ${n.ids}) {`,
      `const ${n.item} = await ${n.read}.catch(() => null);`,
      `if (!${n.item}) continue;`,
      `${n.items}.push(${n.item});`,
      "}",
    ],
    (n) => [
      list(n),
      FAILED,
      `for (const id of ${n.ids}) {`,
      `const ${n.item} = await ${n.read}.catch(() => null);`,
      `if (!${n.item}) {`,
      "failed.push(id);",
      "continue;",
      "}",
      `${n.items}.push(${n.item});`,
      "}",
    ],
  ),
  skipped(
    "map-all-catch",
    (n) => [
      `const found = await Promise.all(${n.ids}.map((id) => ${n.read}.catch(() => null)));`,
      `const ${n.items} = found.filter((one) => one !== null);`,
    ],
    (n) => [
      `const found = await Promise.all(${n.ids}.map((id) => ${n.read}.catch(() => null)));`,
      `const ${n.items} = found.filter((one) => one !== null);`,
      `const failed = ${n.ids}.filter((_, at) => found[at] === null);`,
    ],
  ),
  skipped(
    "map-all-try",
    (n) => [
      list(n),
      "await Promise.all(",
      `${n.ids}.map(async (id) => {`,
      "try {",
      `${n.items}.push(await ${n.read});`,
      "} catch (error) {",
      "console.error(id, (error as Error).message);",
      "}",
      "}),",
      ");",
    ],
    (n) => [
      list(n),
      FAILED,
      "await Promise.all(",
      `${n.ids}.map(async (id) => {`,
      "try {",
      `${n.items}.push(await ${n.read});`,
      "} catch (error) {",
      "failed.push(`${id}: ${(error as Error).message}`);",
      "}",
      "}),",
      ");",
    ],
  ),
  skipped(
    "flat",
    (n) => [
      `const pages = await Promise.all(${n.ids}.map((id) => ${n.read}.then((one) => [one], () => [])));`,
      `const ${n.items} = pages.flat();`,
    ],
    (n) => [
      `const pages = await Promise.all(${n.ids}.map((id) => ${n.read}.then((one) => [one], () => [])));`,
      `const ${n.items} = pages.flat();`,
      `const failed = ${n.ids}.filter((_, at) => pages[at]?.length === 0);`,
    ],
  ),
  skipped(
    "settled-filter",
    (n) => [
      `const outcomes = await Promise.allSettled(${n.ids}.map((id) => ${n.read}));`,
      `const ${n.items} = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));`,
    ],
    (n) => [
      `const outcomes = await Promise.allSettled(${n.ids}.map((id) => ${n.read}));`,
      `const ${n.items} = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));`,
      `const failed = ${n.ids}.filter((_, at) => outcomes[at]?.status === "rejected");`,
    ],
  ),
  skipped(
    "settled-loop",
    (n) => [
      list(n),
      `for (const outcome of await Promise.allSettled(${n.ids}.map((id) => ${n.read}))) {`,
      'if (outcome.status === "fulfilled") {',
      `${n.items}.push(outcome.value);`,
      "}",
      "}",
    ],
    (n) => [
      list(n),
      FAILED,
      `for (const outcome of await Promise.allSettled(${n.ids}.map((id) => ${n.read}))) {`,
      'if (outcome.status === "fulfilled") {',
      `${n.items}.push(outcome.value);`,
      "} else {",
      "failed.push((outcome.reason as Error).message);",
      "}",
      "}",
    ],
  ),
  skipped(
    "reduce",
    (n) => [
      `const ${n.items} = await ${n.ids}.reduce(async (previous, id) => {`,
      "const found = await previous;",
      "try {",
      `return [...found, await ${n.read}];`,
      "} catch {",
      "return found;",
      "}",
      `}, Promise.resolve<${n.type}[]>([]));`,
    ],
    (n) => [
      FAILED,
      `const ${n.items} = await ${n.ids}.reduce(async (previous, id) => {`,
      "const found = await previous;",
      "try {",
      `return [...found, await ${n.read}];`,
      "} catch {",
      "failed.push(id);",
      "return found;",
      "}",
      `}, Promise.resolve<${n.type}[]>([]));`,
    ],
  ),
  skipped(
    "while-queue",
    (n) => [
      list(n),
      `const queue = [...${n.ids}];`,
      "while (queue.length > 0) {",
      "const id = queue.shift() as string;",
      "try {",
      `${n.items}.push(await ${n.read});`,
      "} catch {",
      "continue;",
      "}",
      "}",
    ],
    (n) => [
      list(n),
      FAILED,
      `const queue = [...${n.ids}];`,
      "while (queue.length > 0) {",
      "const id = queue.shift() as string;",
      "try {",
      `${n.items}.push(await ${n.read});`,
      "} catch {",
      "failed.push(id);",
      "}",
      "}",
    ],
  ),
  skipped(
    "for-await",
    (n) => [
      list(n),
      `for await (const one of readEach(${n.ids})) {`,
      `if (one.found) ${n.items}.push(one.found);`,
      "}",
    ],
    (n) => [
      list(n),
      FAILED,
      `for await (const one of readEach(${n.ids})) {`,
      `if (one.found) ${n.items}.push(one.found);`,
      "else failed.push(one.id);",
      "}",
    ],
    (n) => [
      {
        name: "readEach",
        code: `async function* readEach(ids: readonly string[]) {\nfor (const id of ids) {\nyield { id, found: await ${n.read}.catch(() => undefined) };\n}\n}`,
      },
    ],
  ),
];

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
  const start = kind === "read" ? [list(n)] : isGood ? ["const completed: string[] = [];"] : [];
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

const LOST: readonly Scenario[] = [
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

/** A write, and a step after it that fails. */
function sequence(
  form: string,
  bad: (scene: Scene, write: string, read: string) => readonly string[],
  good: (scene: Scene, write: string, read: string) => readonly string[],
): Scenario {
  return {
    fault: "lost-first-step",
    form,
    rules: ["no-lost-partial-results"],
    claim: "lost",
    op: "write",
    ops: ["write", "get"],
    input: "item",
    write: (scene, isGood) => {
      const { itemId } = scene.names;
      return {
        statements: (isGood ? good : bad)(scene, scene.client.call("write", itemId), scene.client.call("get", itemId)),
      };
    },
  };
}

const halfDone = (scene: Scene, message: string): string[] =>
  leave(
    scene.reply(
      {
        text: `\`${scene.names.Item} \${${scene.names.itemId}} is ${scene.domain.done}, but its new state could not be read: \${${message}}\``,
      },
      true,
    ),
  );

const SEQUENCES: readonly Scenario[] = [
  sequence(
    "one-try",
    (scene, write, read) => [
      "try {",
      `await ${write};`,
      `const ${scene.domain.item} = await ${read};`,
      ...succeed(scene, scene.domain.item),
      "} catch (error) {",
      ...fail(scene, "get", ERROR),
      "}",
    ],
    (scene, write, read) => [
      "try {",
      `await ${write};`,
      "} catch (error) {",
      ...fail(scene, "write", ERROR),
      "}",
      "try {",
      `const ${scene.domain.item} = await ${read};`,
      ...succeed(scene, scene.domain.item),
      "} catch (error) {",
      ...halfDone(scene, "(error as Error).message"),
      "}",
    ],
  ),
  sequence(
    "chain",
    (scene, write, read) => [
      `return ${write}`,
      `.then(() => ${read})`,
      `.then((${scene.domain.item}) => {`,
      ...succeed(scene, scene.domain.item),
      "})",
      ".catch((error: Error) => {",
      ...fail(scene, "get", { name: "error", isTyped: true }),
      "});",
    ],
    (scene, write, read) => [
      "let isDone = false;",
      "try {",
      `await ${write};`,
      "isDone = true;",
      `const ${scene.domain.item} = await ${read};`,
      ...succeed(scene, scene.domain.item),
      "} catch (error) {",
      "if (isDone) {",
      ...halfDone(scene, "(error as Error).message"),
      "}",
      ...fail(scene, "write", ERROR),
      "}",
    ],
  ),
  sequence(
    "second-caught",
    (scene, write, read) => [
      "try {",
      `await ${write};`,
      "} catch (error) {",
      ...fail(scene, "write", ERROR),
      "}",
      `const ${scene.domain.item} = await ${read}.catch(() => null);`,
      `if (${scene.domain.item} === null) {`,
      ...fail(scene, "get"),
      "}",
      ...succeed(scene, scene.domain.item),
    ],
    (scene, write, read) => [
      "try {",
      `await ${write};`,
      "} catch (error) {",
      ...fail(scene, "write", ERROR),
      "}",
      `const ${scene.domain.item} = await ${read}.catch((error: Error) => error);`,
      `if (${scene.domain.item} instanceof Error) {`,
      ...halfDone(scene, `${scene.domain.item}.message`),
      "}",
      ...succeed(scene, scene.domain.item),
    ],
  ),
];

export const ITEMS: readonly Scenario[] = [...SKIPPED, ...LOST, ...SEQUENCES];
