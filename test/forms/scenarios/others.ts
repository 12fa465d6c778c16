/** Nothing found told as an error, refusals that are asked again, and failures that nothing catches. */
import type { Scene } from "../scene.js";
import { doing, success } from "../scene.js";
import { ERROR, fail, guard, leave, say, succeed, type Scenario, type Written } from "./scenario.js";

type Lines = readonly string[];

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

const EMPTY: readonly Scenario[] = [
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

const RETRIES: readonly Scenario[] = [
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

/** A failure that leaves a handler whose throws are protocol errors. */
function uncaught(
  form: string,
  bad: (scene: Scene, call: string) => Lines,
  functions?: (scene: Scene, call: string) => Written["functions"],
): Scenario {
  return {
    fault: "uncaught-failure",
    form,
    rules: ["no-protocol-error"],
    claim: "thrown",
    op: "list",
    ops: ["list"],
    input: "owner",
    needs: { lowLevel: true },
    write: (scene, isGood) => {
      const call = scene.client.call("list", scene.names.ownerId);
      const named = functions?.(scene, call);
      const statements = bad(scene, call);
      return {
        statements: isGood ? guard(scene, "list", statements) : statements,
        ...(named ? { functions: named } : {}),
      };
    },
  };
}

const ok = (scene: Scene): Lines => leave(success(scene, "list", scene.domain.items));
const UNCAUGHT: readonly Scenario[] = [
  uncaught("awaited", (s, call) => [`const ${s.domain.items} = await ${call};`, ...ok(s)]),
  uncaught("then", (s, call) => [
    `const answer = ${call}.then((${s.domain.items}) => {`,
    ...ok(s),
    "});",
    "return await answer;",
  ]),
  uncaught("all", (s, call) => [`const [${s.domain.items}] = await Promise.all([${call}]);`, ...ok(s)]),
  uncaught("finally", (s, call) => [
    "try {",
    `const ${s.domain.items} = await ${call};`,
    ...ok(s),
    "} finally {",
    'console.error("done");',
    "}",
  ]),
  uncaught("rethrown", (s, call) => [
    "try {",
    `const ${s.domain.items} = await ${call};`,
    ...ok(s),
    "} catch (error) {",
    "console.error(error);",
    "throw error;",
    "}",
  ]),
  uncaught("telemetry-try", (s, call) => [
    "const started = Date.now();",
    "try {",
    `const ${s.domain.items} = await ${call};`,
    'console.error("took", Date.now() - started);',
    ...ok(s),
    "} catch (error) {",
    'console.error("failed after", Date.now() - started);',
    "throw error;",
    "}",
  ]),
  uncaught("iife", (s, call) => [`const ${s.domain.items} = await (async () => ${call})();`, ...ok(s)]),
  uncaught("pending-outside-try", (s, call) => [
    `const pending = ${call};`,
    "try {",
    'console.error("asked");',
    "} catch (error) {",
    ...fail(s, "list", ERROR),
    "}",
    `const ${s.domain.items} = await pending;`,
    ...ok(s),
  ]),
  uncaught("new-promise", (s, call) => [
    `const ${s.domain.items} = await new Promise<${s.domain.type}[]>((resolve, reject) => {`,
    `${call}.then(resolve, reject);`,
    "});",
    ...ok(s),
  ]),
  uncaught("tuple-thrown", (s, call) => [
    `const [failure, ${s.domain.items}] = await ${call}.then((found) => [undefined, found] as const, (error: Error) => [error, undefined] as const);`,
    "if (failure) throw failure;",
    ...ok(s),
  ]),
  uncaught("settled-thrown", (s, call) => [
    `const [outcome] = await Promise.allSettled([${call}]);`,
    'if (outcome.status === "rejected") {',
    "throw outcome.reason;",
    "}",
    `const ${s.domain.items} = outcome.value;`,
    ...ok(s),
  ]),
  uncaught("assertion", (s, call) => [
    `const ${s.domain.items} = await ${call}.catch(() => null);`,
    `if (${s.domain.items} === null) {`,
    `throw new Error("Could not ${doing("list", s.domain)}: the ${s.domain.service} does not answer.");`,
    "}",
    ...ok(s),
  ]),
];

export const OTHERS: readonly Scenario[] = [...EMPTY, ...RETRIES, ...UNCAUGHT];
