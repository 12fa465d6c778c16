/** Refusals that are asked again. */
import { success, type Scene } from "../scene.js";
import type { Lines } from "./reads.js";
import { ERROR, fail, guard, leave, type Scenario, type Written } from "./scenario.js";

/** A loop that asks again whatever the failure is; the good one asks again what may pass, with a bound and a growing wait. */
function retry(
  form: string,
  bad: (scene: Scene, call: string, type: string) => Lines,
  good: (scene: Scene, call: string, type: string) => Lines,
  functions?: (scene: Scene, isGood: boolean) => Written["functions"],
): Scenario {
  return {
    fault: "terminal-retry",
    form,
    rules: ["no-terminal-retry"],
    claim: "repeats",
    op: "list",
    ops: ["list"],
    input: "owner",
    needs: { status: true },
    write: (scene, isGood) => {
      const call = scene.client.call("list", scene.names.ownerId);
      const named = functions?.(scene, isGood);
      return {
        statements: (isGood ? good : bad)(scene, call, `${scene.domain.type}[]`),
        ...(named ? { functions: named } : {}),
      };
    },
  };
}

const passing = ({ client }: Scene): string => `[429, 502, 503].includes(${client.status?.("error") ?? "0"} ?? 0)`;
const WAIT = "await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 500));";
const FLAT = "await new Promise((resolve) => setTimeout(resolve, 500));";
const last = (scene: Scene): Lines => fail(scene, "list", { name: "failure", isTyped: false });

const forLoop = (scene: Scene, call: string): Lines => [
  "let failure: unknown;",
  "for (let attempt = 0; attempt < 3; attempt++) {",
  "try {",
  `const ${scene.domain.items} = await ${call};`,
  ...leave(success(scene, "list", scene.domain.items)),
  "} catch (error) {",
  "failure = error;",
  `if (!${passing(scene)}) break;`,
  WAIT,
  "}",
  "}",
  ...last(scene),
];

export const RETRIES: readonly Scenario[] = [
  retry(
    "for",
    (s, call) => [
      "let failure: unknown;",
      "for (let attempt = 0; attempt < 3; attempt++) {",
      "try {",
      `const ${s.domain.items} = await ${call};`,
      ...leave(success(s, "list", s.domain.items)),
      "} catch (error) {",
      "failure = error;",
      FLAT,
      "}",
      "}",
      ...last(s),
    ],
    forLoop,
  ),
  retry(
    "for-growing-wait",
    (s, call) => [
      "let failure: unknown;",
      "for (let attempt = 0; attempt < 3; attempt++) {",
      "try {",
      `const ${s.domain.items} = await ${call};`,
      ...leave(success(s, "list", s.domain.items)),
      "} catch (error) {",
      "failure = error;",
      WAIT,
      "}",
      "}",
      ...last(s),
    ],
    forLoop,
  ),
  retry(
    "while",
    (s, call, type) => [
      "let tries = 0;",
      `let ${s.domain.items}: ${type} | undefined;`,
      `while (${s.domain.items} === undefined) {`,
      "try {",
      `${s.domain.items} = await ${call};`,
      "} catch (error) {",
      "tries += 1;",
      "if (tries >= 3) {",
      ...fail(s, "list", ERROR),
      "}",
      "}",
      "}",
      ...leave(success(s, "list", s.domain.items)),
    ],
    (s, call, type) => [
      "let attempt = 0;",
      `let ${s.domain.items}: ${type} | undefined;`,
      `while (${s.domain.items} === undefined) {`,
      "try {",
      `${s.domain.items} = await ${call};`,
      "} catch (error) {",
      "attempt += 1;",
      `if (attempt >= 3 || !${passing(s)}) {`,
      ...fail(s, "list", ERROR),
      "}",
      WAIT,
      "}",
      "}",
      ...leave(success(s, "list", s.domain.items)),
    ],
  ),
  retry(
    "do-while",
    (s, call) => [
      "let tries = 0;",
      "let failure: unknown;",
      "do {",
      "try {",
      `const ${s.domain.items} = await ${call};`,
      ...leave(success(s, "list", s.domain.items)),
      "} catch (error) {",
      "failure = error;",
      "tries += 1;",
      "}",
      "} while (tries < 3);",
      ...last(s),
    ],
    (s, call) => [
      "let attempt = 0;",
      "let failure: unknown;",
      "do {",
      "try {",
      `const ${s.domain.items} = await ${call};`,
      ...leave(success(s, "list", s.domain.items)),
      "} catch (error) {",
      "failure = error;",
      `if (!${passing(s)}) break;`,
      "attempt += 1;",
      WAIT,
      "}",
      "} while (attempt < 3);",
      ...last(s),
    ],
  ),
  retry(
    "for-of-waits",
    (s, call) => [
      "let failure: unknown;",
      "for (const wait of [500, 1000, 2000]) {",
      "try {",
      `const ${s.domain.items} = await ${call};`,
      ...leave(success(s, "list", s.domain.items)),
      "} catch (error) {",
      "failure = error;",
      "await new Promise((resolve) => setTimeout(resolve, wait));",
      "}",
      "}",
      ...last(s),
    ],
    (s, call) => [
      "let failure: unknown;",
      "for (const wait of [500, 1000, 2000]) {",
      "try {",
      `const ${s.domain.items} = await ${call};`,
      ...leave(success(s, "list", s.domain.items)),
      "} catch (error) {",
      "failure = error;",
      `if (!${passing(s)}) break;`,
      "await new Promise((resolve) => setTimeout(resolve, wait));",
      "}",
      "}",
      ...last(s),
    ],
  ),
  retry(
    "helper",
    (s, call) =>
      guard(s, "list", [
        `const ${s.domain.items} = await withRetry(() => ${call});`,
        ...leave(success(s, "list", s.domain.items)),
      ]),
    (s, call) =>
      guard(s, "list", [
        `const ${s.domain.items} = await withRetry(() => ${call});`,
        ...leave(success(s, "list", s.domain.items)),
      ]),
    (s, isGood) => [
      {
        name: "withRetry",
        file: "src/with-retry.ts",
        code: `export async function withRetry<T>(work: () => Promise<T>, attempts = 3): Promise<T> {\nfor (let attempt = 1; ; attempt++) {\ntry {\nreturn await work();\n} catch (error) {\nif (attempt >= attempts${isGood ? ` || !${passing(s)}` : ""}) throw error;\n${isGood ? WAIT : FLAT}\n}\n}\n}`,
      },
    ],
  ),
  retry(
    "recursion",
    (s, call) =>
      guard(s, "list", [
        `const ${s.domain.items} = await again(() => ${call}, 3);`,
        ...leave(success(s, "list", s.domain.items)),
      ]),
    (s, call) =>
      guard(s, "list", [
        `const ${s.domain.items} = await again(() => ${call}, 3);`,
        ...leave(success(s, "list", s.domain.items)),
      ]),
    (s, isGood) => [
      {
        name: "again",
        code: `async function again<T>(work: () => Promise<T>, left: number, wait = 500): Promise<T> {\ntry {\nreturn await work();\n} catch (error) {\nif (left <= 1${isGood ? ` || !${passing(s)}` : ""}) throw error;\n${isGood ? "await new Promise((resolve) => setTimeout(resolve, wait));\n" : ""}return again(work, left - 1, wait * 2);\n}\n}`,
      },
    ],
  ),
];
