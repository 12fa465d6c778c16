/** Failures that nothing catches, where a throw is a protocol error. */
import { doing, success, type Scene } from "../scene.js";
import type { Lines } from "./reads.js";
import { ERROR, fail, guard, leave, type Scenario, type Written } from "./scenario.js";

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
export const UNCAUGHT: readonly Scenario[] = [
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
