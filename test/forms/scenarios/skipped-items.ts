/** Work on each item of a list, where those that fail are left out. */
import { emptyList, namesIn, type Names } from "./item-names.js";
import { succeed, type Scenario, type Written } from "./scenario.js";

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

export const SKIPPED_ITEMS: readonly Scenario[] = [
  skipped(
    "for-of",
    (n) => [
      emptyList(n),
      `for (const id of ${n.ids}) {`,
      "try {",
      `${n.items}.push(await ${n.read});`,
      "} catch (error) {",
      'console.error("skipped", id, (error as Error).message);',
      "}",
      "}",
    ],
    (n) => [
      emptyList(n),
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
      emptyList(n),
      `for (const id of ${n.ids}) {`,
      `const ${n.item} = await ${n.read}.catch(() => null);`,
      `if (!${n.item}) continue;`,
      `${n.items}.push(${n.item});`,
      "}",
    ],
    (n) => [
      emptyList(n),
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
      emptyList(n),
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
      emptyList(n),
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
      emptyList(n),
      `for (const outcome of await Promise.allSettled(${n.ids}.map((id) => ${n.read}))) {`,
      'if (outcome.status === "fulfilled") {',
      `${n.items}.push(outcome.value);`,
      "}",
      "}",
    ],
    (n) => [
      emptyList(n),
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
      emptyList(n),
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
      emptyList(n),
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
      emptyList(n),
      `for await (const one of readEach(${n.ids})) {`,
      `if (one.found) ${n.items}.push(one.found);`,
      "}",
    ],
    (n) => [
      emptyList(n),
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
