/** Forms that deal with a failure where they catch it. */
import { finish, type Attempt, type Form } from "../attempt.js";
import { value, type End } from "../code.js";
import {
  UNTYPED,
  TYPED,
  log,
  constant,
  declared,
  block,
  form,
  thenDone,
  recovery,
  paramOf,
  returned,
  tryCatch,
  afterTest,
  capital,
  TO,
  ATTEMPT,
  arrowStatement,
} from "./parts.js";

export const AT_ONCE: readonly Form[] = [
  form("try-binding", UNTYPED, (a, failed) => ({ statements: [...declared(a), ...tryCatch(a, finish(a, failed))] })),
  form("try-no-binding", undefined, (a, failed) => ({
    statements: [...declared(a), ...tryCatch(a, finish(a, failed), "catch {")],
  })),
  form("try-logged", UNTYPED, (a, failed) => ({
    statements: [...declared(a), ...tryCatch(a, [log(a, UNTYPED), ...finish(a, failed)])],
  })),
  form("try-default-before", undefined, (a, failed) => {
    if (failed.how === "throw" || a.target === "run") return undefined;
    if (a.target === "bind")
      return { statements: [...failed.before, ...declared(a, failed.value), ...tryCatch(a, [log(a, UNTYPED)])] };
    const done = a.done(a.name);
    if (failed.before.length > 0 || done.before.length > 0) return undefined;
    const bring = a.type === "void" ? [`await ${a.call};`] : [`const ${a.name} = await ${a.call};`];
    return {
      statements: [
        `let answer: ${a.leaves} = ${failed.value};`,
        ...block("try {", [...bring, `answer = ${done.value};`], "} catch (error) {"),
        log(a, UNTYPED),
        "}",
        "return answer;",
      ],
    };
  }),
  form("catch-arrow", TYPED, (a, failed) => {
    if (a.target !== "return")
      return { statements: [constant(a, `await ${a.call}.catch(${recovery(a, paramOf(a), failed)})`)] };
    const outcome = a.type === "void" ? "failure" : a.name;
    const named = a.failed({ name: outcome, isTyped: true });
    return (
      named && {
        statements: [
          `const ${outcome} = await ${a.call}.catch((error: Error) => error);`,
          ...block(`if (${outcome} instanceof Error) {`, finish(a, named)),
          ...finish(a, a.done(a.name)),
        ],
      }
    );
  }),
  form("catch-block-logs", TYPED, (a, failed) => ({
    statements: returned(a, `${a.call}${thenDone(a)}.catch(${recovery(a, "(error: Error)", failed, [log(a, TYPED)])})`),
  })),
  form("catch-named-function", TYPED, (a, failed) => {
    const name = `recover${capital(a.name)}`;
    return {
      statements: returned(a, `${a.call}${thenDone(a)}.catch(${name})`),
      functions: [
        {
          name,
          code: `function ${name}(error: Error) {\n${[log(a, TYPED), ...failed.before, ...(a.target === "run" && failed.how === "return" ? [] : [`${failed.how} ${failed.value};`])].join("\n")}\n}`,
        },
      ],
    };
  }),
  form("then-ok-fail", TYPED, (a, failed) => {
    const ok =
      a.target === "return"
        ? thenDone(a).slice(".then(".length, -1)
        : a.target === "bind"
          ? "(found) => found"
          : "() => undefined";
    return { statements: returned(a, `${a.call}.then(\n${ok},\n${recovery(a, paramOf(a), failed)},\n)`) };
  }),
  form("returned-chain", TYPED, (a, failed) => {
    if (a.target !== "return") return undefined;
    return { statements: [`return ${a.call}\n${thenDone(a)}\n.catch(${recovery(a, paramOf(a), failed)});`] };
  }),
  form("async-iife", UNTYPED, (a, failed) => {
    const inner: Attempt = {
      ...a,
      target: a.target === "run" ? "run" : "return",
      done: a.target === "return" ? a.done : value,
    };
    const body = tryCatch(inner, finish(inner, failed));
    return { statements: returned(a, `(async () => {\n${body.join("\n")}\n})()`) };
  }),
  form("tuple-helper", TYPED, (a, failed) => {
    if (a.target === "run" && failed.how === "return") return { statements: [`await to(${a.call});`], functions: [TO] };
    const ends = finish(a, failed);
    const brought = a.type === "void" ? "" : a.target === "bind" ? ", found" : `, ${a.name}`;
    return {
      statements: [
        `const [error${brought}] = await to(${a.call});`,
        ...afterTest(a, "error", ends, a.target === "bind" ? "found" : a.name),
      ],
      functions: [TO],
    };
  }),
  form("result-helper", { name: "outcome.error", isTyped: true }, (a, failed) => {
    if (a.target === "run" && failed.how === "return")
      return { statements: [`await attempt(() => ${a.call});`], functions: [ATTEMPT] };
    return {
      statements: [
        `const outcome = await attempt(() => ${a.call});`,
        ...afterTest(a, "!outcome.ok", finish(a, failed), "outcome.value"),
      ],
      functions: [ATTEMPT],
    };
  }),
  form("nested-try", UNTYPED, (a, failed) => ({
    statements: [
      ...declared(a),
      ...block("try {", tryCatch(a, [log(a, UNTYPED), "throw error;"]), "} catch (error) {"),
      ...finish(a, failed),
      "}",
    ],
  })),
  form("rethrown-with-cause", UNTYPED, (a, failed) => ({
    statements: [
      ...declared(a),
      ...block(
        "try {",
        tryCatch(a, [`throw new Error(\`${a.label} \${(error as Error).message}\`, { cause: error });`]),
        "} catch (error) {",
      ),
      ...finish(a, failed),
      "}",
    ],
  })),
  form("try-catch-finally", UNTYPED, (a, failed) => ({
    statements: [
      'console.time("tool");',
      ...declared(a),
      ...tryCatch(a, finish(a, failed)).slice(0, -1),
      "} finally {",
      'console.timeEnd("tool");',
      "}",
    ],
  })),
  form("finally-return", undefined, (a, failed) => {
    const done = a.done(a.name);
    if (a.target !== "return" || failed.how === "throw" || failed.before.length + done.before.length > 0)
      return undefined;
    const bring = a.type === "void" ? [`await ${a.call};`] : [`const ${a.name} = await ${a.call};`];
    return {
      statements: [
        `let answer: ${a.leaves} = ${failed.value};`,
        ...block("try {", [...bring, `answer = ${done.value};`], "} finally {"),
        "return answer;",
        "}",
      ],
    };
  }),
  form("new-promise", TYPED, (a, failed) => {
    const leave = (end: End): string => arrowStatement(end);
    const ok =
      a.target === "return"
        ? `(${a.type === "void" ? "" : a.name}) => ${leave(a.done(a.name))}`
        : a.target === "bind"
          ? "resolve"
          : "() => resolve()";
    const wrong = a.target === "run" && failed.how === "return" ? { ...failed, value: "" } : failed;
    const made = `new Promise<${a.leaves}>((resolve, reject) => {\n${a.call}.then(${ok}, ${paramOf(a)} => ${leave(wrong)});\n})`;
    return {
      statements: returned(a, made.includes("reject(") ? made : made.replace("(resolve, reject)", "(resolve)")),
    };
  }),
  form("callback", { name: "error", isTyped: true }, (a, failed) => {
    const wrong = a.target === "run" && failed.how === "return" ? { ...failed, value: "" } : failed;
    const param = a.type === "void" ? "" : ", found";
    const good =
      a.target === "return"
        ? arrowStatement(a.done(a.type === "void" ? "" : "found"))
        : `{\nresolve(${a.target === "bind" ? "found" : ""});\n}`;
    const body = [
      ...block("if (error) {", [...arrowStatement(wrong).split("\n").slice(1, -1), "return;"]),
      ...good.split("\n").slice(1, -1),
    ];
    const made = `new Promise<${a.leaves}>((resolve, reject) => {\n${a.callBack(`(error${param}) => {\n${body.join("\n")}\n}`)};\n})`;
    return {
      statements: returned(a, made.includes("reject(") ? made : made.replace("(resolve, reject)", "(resolve)")),
    };
  }),
];
