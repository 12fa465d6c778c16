/** Nothing found, told as an error. */
import type { Scene } from "../scene.js";
import type { Lines } from "./reads.js";
import { guard, leave, say, succeed, type Scenario } from "./scenario.js";

const nothing = (scene: Scene): Lines =>
  leave(scene.reply({ text: `"No ${scene.domain.items} found for this ${scene.domain.owner}."` }, true));
const none = (scene: Scene): Lines => say(scene, `"No ${scene.domain.items} found for this ${scene.domain.owner}."`);

/** A list that is empty: told by `end`. */
function empty(form: string, write: (scene: Scene, call: string, end: (scene: Scene) => Lines) => Lines): Scenario {
  return {
    fault: "empty-as-error",
    form,
    rules: ["no-error-for-empty-result"],
    claim: "empty",
    op: "list",
    ops: ["list"],
    input: "owner",
    write: (scene, isGood) => ({
      statements: guard(
        scene,
        "list",
        write(scene, scene.client.call("list", scene.names.ownerId), isGood ? none : nothing),
      ),
    }),
  };
}

export const EMPTY: readonly Scenario[] = [
  empty("if-length", (s, call, end) => [
    `const ${s.domain.items} = await ${call};`,
    `if (${s.domain.items}.length === 0) {`,
    ...end(s),
    "}",
    ...succeed(s, s.domain.items),
  ]),
  empty("if-not-length", (s, call, end) => [
    `const ${s.domain.items} = await ${call};`,
    `if (!${s.domain.items}.length) {`,
    ...end(s),
    "}",
    ...succeed(s, s.domain.items),
  ]),
  empty("else", (s, call, end) => [
    `const ${s.domain.items} = await ${call};`,
    `if (${s.domain.items}.length > 0) {`,
    ...succeed(s, s.domain.items),
    "} else {",
    ...end(s),
    "}",
  ]),
  empty("first-missing", (s, call, end) => [
    `const [latest] = await ${call};`,
    "if (latest === undefined) {",
    ...end(s),
    "}",
    ...succeed(s, "latest"),
  ]),
  empty("switch-length", (s, call, end) => [
    `const ${s.domain.items} = await ${call};`,
    `switch (${s.domain.items}.length) {`,
    "case 0: {",
    ...end(s),
    "}",
    "default: {",
    ...succeed(s, s.domain.items),
    "}",
    "}",
  ]),
  empty("filtered", (s, call, end) => [
    `const recent = (await ${call}).filter(({ id }) => id !== "");`,
    "if (recent.length < 1) {",
    ...end(s),
    "}",
    ...succeed(s, "recent"),
  ]),
  empty("flag", (s, call, end) => [
    `const ${s.domain.items} = await ${call};`,
    `const isEmpty = ${s.domain.items}.length === 0;`,
    "if (isEmpty) {",
    ...end(s),
    "}",
    ...succeed(s, s.domain.items),
  ]),
  empty("after-then", (s, call, end) => [
    `const total = await ${call}.then((found) => found.length);`,
    "if (total === 0) {",
    ...end(s),
    "}",
    ...say(s, `\`${s.names.Items}: \${total}\``),
  ]),
];
