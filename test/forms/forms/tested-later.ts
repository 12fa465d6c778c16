/** Forms that keep a failure in mind and test for it later, and those that jump to where it is dealt with. */
import { finish, type Attempt, type Form } from "../attempt.js";
import { value } from "../code.js";
import {
  UNTYPED,
  TYPED,
  log,
  work,
  declared,
  block,
  form,
  thenDone,
  recovery,
  paramOf,
  returned,
  tryCatch,
  afterTest,
} from "./parts.js";

export const TESTED_LATER: readonly Form[] = [
  form("flag-if", undefined, (a, failed) => {
    if (a.target === "run") return undefined;
    const found: Attempt = {
      ...a,
      target: "bind",
      name: a.target === "bind" ? "found" : a.name,
      leaves: `${a.type} | undefined`,
    };
    const bring = a.type === "void" ? [`await ${a.call};`] : work(found);
    return {
      statements: [
        "let failed = false;",
        ...(a.type === "void" ? [] : declared(found)),
        ...block("try {", bring, "} catch (error) {"),
        log(a, UNTYPED),
        "failed = true;",
        "}",
        ...afterTest(a, "failed", finish(a, failed), found.name),
      ],
    };
  }),
  form("kept-error", { name: "failure", isTyped: true }, (a, failed) => {
    if (a.target === "run") return undefined;
    const found: Attempt = {
      ...a,
      target: "bind",
      name: a.target === "bind" ? "found" : a.name,
      leaves: `${a.type} | undefined`,
    };
    const bring = a.type === "void" ? [`await ${a.call};`] : work(found);
    return {
      statements: [
        "let failure: Error | undefined;",
        ...(a.type === "void" ? [] : declared(found)),
        ...block("try {", bring, "} catch (error) {"),
        "failure = error as Error;",
        "}",
        ...afterTest(a, "failure", finish(a, failed), found.name),
      ],
    };
  }),
  form("ternary", { name: "outcome.error", isTyped: true }, (a, failed) => {
    const done = a.target === "return" ? a.done("outcome.found") : value("outcome.found");
    if (a.target === "run" || failed.how === "throw" || failed.before.length + done.before.length > 0) return undefined;
    const settle = `const outcome = await ${a.call}.then(\n(found) => ({ found, error: undefined }),\n(error: Error) => ({ found: undefined, error }),\n);`;
    const choice = `outcome.error ? ${failed.value} : ${done.value}`;
    return {
      statements: [settle, ...(a.target === "return" ? [`return ${choice};`] : [`const ${a.name} = ${choice};`])],
    };
  }),
  form("nullish", undefined, (a, failed) => {
    const done = a.target === "return" ? thenDone(a) : "";
    if (a.target === "run" || failed.how === "throw" || failed.before.length > 0) return undefined;
    const choice = `(await ${a.call}${done}.catch(() => undefined)) ?? ${failed.value}`;
    return { statements: a.target === "return" ? [`return ${choice};`] : [`const ${a.name} = ${choice};`] };
  }),
  form("logical-or", undefined, (a, failed) => {
    const done = a.target === "return" ? thenDone(a) : "";
    if (a.target === "run" || failed.how === "throw" || failed.before.length > 0) return undefined;
    const choice = `(await ${a.call}${done}.catch(() => null)) || ${failed.value}`;
    return { statements: a.target === "return" ? [`return ${choice};`] : [`const ${a.name} = ${choice};`] };
  }),
  form("switch-settled", { name: "(outcome.reason as Error)", isTyped: true }, (a, failed) => {
    const good =
      a.target === "bind"
        ? [`${a.name} = outcome.value;`, "break;"]
        : a.target === "run"
          ? ["break;"]
          : finish(a, a.done("outcome.value"));
    const wrong = [...finish(a, failed), ...(a.target === "return" || failed.how === "throw" ? [] : ["break;"])];
    return {
      statements: [
        `const [outcome] = await Promise.allSettled([${a.call}]);`,
        ...declared(a),
        "switch (outcome.status) {",
        ...block('case "fulfilled": {', good),
        ...block('case "rejected": {', wrong),
        "}",
      ],
    };
  }),
  form("settled-if", { name: "(outcome.reason as Error)", isTyped: true }, (a, failed) => {
    if (a.target === "run" && failed.how === "return")
      return { statements: [`await Promise.allSettled([${a.call}]);`] };
    return {
      statements: [
        `const [outcome] = await Promise.allSettled([${a.call}]);`,
        ...afterTest(a, 'outcome.status === "rejected"', finish(a, failed), "outcome.value"),
      ],
    };
  }),
  form("while", UNTYPED, (a, failed) => {
    if (a.target === "return") return { statements: ["while (true) {", ...tryCatch(a, finish(a, failed)), "}"] };
    if (a.target === "run")
      return {
        statements: [
          "let pending = true;",
          "while (pending) {",
          "pending = false;",
          ...tryCatch(a, finish(a, failed)),
          "}",
        ],
      };
    return {
      statements: [
        `let ${a.name}: ${a.leaves} | undefined;`,
        `while (${a.name} === undefined) {`,
        ...tryCatch(a, finish(a, failed)),
        "}",
      ],
    };
  }),
  form("do-once", UNTYPED, (a, failed) => ({
    statements: [
      ...declared(a),
      "do {",
      ...tryCatch(a, [...finish(a, failed), ...(a.target === "return" || failed.how === "throw" ? [] : ["break;"])]),
      "} while (false);",
    ],
  })),
  form("do-break-then", undefined, (a, failed) => {
    if (a.target !== "return") return undefined;
    return { statements: ["do {", ...tryCatch(a, ["break;"], "catch {"), "} while (true);", ...finish(a, failed)] };
  }),
  form("label-break", undefined, (a, failed) => {
    if (a.target !== "return") return undefined;
    return { statements: ["lookup: {", ...tryCatch(a, ["break lookup;"], "catch {"), "}", ...finish(a, failed)] };
  }),
  form("fall-through", undefined, (a, failed) => {
    if (a.target !== "return") return undefined;
    return { statements: [...tryCatch(a, [log(a, UNTYPED)]), ...finish(a, failed)] };
  }),
  form("early-return", undefined, (a, failed) => {
    if (a.target !== "return") return undefined;
    if (a.type === "void")
      return {
        statements: [
          `const done = await ${a.call}.then(() => true, () => false);`,
          ...block("if (!done) {", finish(a, failed)),
          ...finish(a, a.done("")),
        ],
      };
    return {
      statements: [
        `const ${a.name} = await ${a.call}.catch(() => null);`,
        ...block(`if (${a.name} === null) {`, finish(a, failed)),
        ...finish(a, a.done(a.name)),
      ],
    };
  }),
  form("if-else", undefined, (a, failed) => {
    if (a.target !== "return") return undefined;
    const name = a.type === "void" ? "done" : a.name;
    const caught = a.type === "void" ? `${a.call}.then(() => true, () => false)` : `${a.call}.catch(() => undefined)`;
    const test = a.type === "void" ? "done" : `${name} !== undefined`;
    return {
      statements: [
        `const ${name} = await ${caught};`,
        ...block(`if (${test}) {`, finish(a, a.done(name)), "} else {"),
        ...finish(a, failed),
        "}",
      ],
    };
  }),
  form("assigned-answer", UNTYPED, (a, failed) => {
    if (a.target !== "return") return undefined;
    const answer: Attempt = { ...a, target: "bind", name: "answer" };
    const bring = a.type === "void" ? [`await ${a.call};`] : [`const ${a.name} = await ${a.call};`];
    return {
      statements: [
        `let answer: ${a.leaves};`,
        ...block("try {", [...bring, ...finish(answer, a.done(a.name))], "} catch (error) {"),
        ...finish(answer, failed),
        "}",
        "return answer;",
      ],
    };
  }),
  form("promise-then-awaited", UNTYPED, (a, failed) => {
    if (a.target === "run") return undefined;
    const inner: Attempt = { ...a, call: "pending" };
    return { statements: [`const pending = ${a.call};`, ...declared(a), ...tryCatch(inner, finish(a, failed))] };
  }),
  form("chain-finally", TYPED, (a, failed) => ({
    statements: returned(
      a,
      `${a.call}${thenDone(a)}\n.catch(${recovery(a, paramOf(a), failed)})\n.finally(() => console.timeEnd("tool"))`,
    ),
  })),
  form("inner-function", UNTYPED, (a, failed) => {
    const inner: Attempt = {
      ...a,
      target: a.target === "run" ? "run" : "return",
      done: a.target === "return" ? a.done : value,
    };
    const body = tryCatch(inner, finish(inner, failed));
    return { statements: [`const load = async () => {\n${body.join("\n")}\n};`, ...returned(a, "load()")] };
  }),
];
