/** Steps one after the other, where the failure of the second leaves out the first. */
import type { Scene } from "../scene.js";
import { ERROR, fail, leave, succeed, type Scenario } from "./scenario.js";

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

export const LOST_STEPS: readonly Scenario[] = [
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
