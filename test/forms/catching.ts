/** The forms in which a failure is caught. */
import { messageOf, finish, type Attempt, type Caught, type Form, type Piece } from "./attempt.js";
import { arrow, value, type End } from "./code.js";

const UNTYPED: Caught = { name: "error", isTyped: false };
const TYPED: Caught = { name: "error", isTyped: true };

const log = ({ label }: Attempt, caught: Caught): string => `console.error("${label}", ${messageOf(caught)});`;

/** `const orders = ` where the value is wanted, and `await` alone where it is not. */
const constant = ({ target, name }: Attempt, expression: string): string =>
  target === "run" ? `${expression};` : `const ${name} = ${expression};`;

/** The body of a `try` that does all of the work. */
function work(attempt: Attempt): string[] {
  const { target, call, name, type } = attempt;
  if (target === "bind") return [`${name} = await ${call};`];
  if (target === "run") return [`await ${call};`];
  return type === "void"
    ? [`await ${call};`, ...finish(attempt, attempt.done(name))]
    : [`const ${name} = await ${call};`, ...finish(attempt, attempt.done(name))];
}

const declared = ({ target, name, leaves }: Attempt, initial?: string): string[] =>
  target === "bind" ? [`let ${name}: ${leaves}${initial === undefined ? "" : ` = ${initial}`};`] : [];

const block = (head: string, statements: readonly string[], tail = "}"): string[] => [head, ...statements, tail];

/** A form written once with the caught error, and used wherever the end can be written. */
function form(
  name: string,
  caught: Caught | undefined,
  write: (attempt: Attempt, failed: End) => Piece | undefined,
): Form {
  return {
    name,
    write: (attempt) => {
      const failed = attempt.failed(caught);
      return failed && write(attempt, failed);
    },
  };
}

/** `.then((orders) => …)`, or nothing where the value is kept as it is. */
function thenDone(attempt: Attempt): string {
  if (attempt.target !== "return") return "";
  return `.then(${arrow(`(${attempt.type === "void" ? "" : attempt.name})`, attempt.done(attempt.name))})`;
}

/** What an arrow function gives after a failure: nothing, where nothing is wanted. */
const recovery = (
  { target }: Attempt,
  params: string,
  { before, how, value: text }: End,
  first: readonly string[] = [],
): string =>
  target === "run" && how === "return"
    ? first.length + before.length === 0
      ? `${params} => undefined`
      : `${params} => {\n${[...first, ...before].join("\n")}\n}`
    : arrow(params, { before: [...first, ...before], how, value: text });

const paramOf = (attempt: Attempt, type = "Error"): string => (attempt.needsError ? `(error: ${type})` : "()");

const returned = (attempt: Attempt, expression: string): string[] =>
  attempt.target === "return" ? [`return ${expression};`] : [constant(attempt, `await ${expression}`)];

/** Work and recovery as the one expression of a promise. */
const tryCatch = (attempt: Attempt, failed: readonly string[], head = "catch (error) {"): string[] => [
  ...block("try {", work(attempt), `} ${head}`),
  ...failed,
  "}",
];

/** The value of `settled` (`{ status, value }`), and the end after a failure. */
function afterTest(attempt: Attempt, test: string, failed: readonly string[], brought: string): string[] {
  if (attempt.target === "run") return failed.length === 0 ? [] : block(`if (${test}) {`, failed);
  if (attempt.target === "return")
    return [...block(`if (${test}) {`, failed), ...finish(attempt, attempt.done(brought))];
  return [
    `let ${attempt.name}: ${attempt.leaves};`,
    ...block(`if (${test}) {`, failed),
    ...block("else {", [`${attempt.name} = ${brought};`]),
  ].reduce<string[]>(joinElse, []);
}

function joinElse(lines: string[], line: string): string[] {
  if (line === "else {" && lines.at(-1) === "}") return [...lines.slice(0, -1), "} else {"];
  return [...lines, line];
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const TO = {
  name: "to",
  code: "async function to<T>(promise: Promise<T>): Promise<[Error, undefined] | [undefined, T]> {\ntry {\nreturn [undefined, await promise];\n} catch (error) {\nreturn [error as Error, undefined];\n}\n}",
};
const ATTEMPT = {
  name: "attempt",
  file: "src/attempt.ts",
  code: "export async function attempt<T>(work: () => Promise<T>) {\ntry {\nreturn { ok: true as const, value: await work() };\n} catch (error) {\nreturn { ok: false as const, error: error as Error };\n}\n}",
};

export const CATCHING: readonly Form[] = [
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

/** The statements that settle a promise by hand, as a block. */
function arrowStatement({ before, how, value: text }: End): string {
  return `{\n${[...before, `${how === "return" ? "resolve" : "reject"}(${text});`].join("\n")}\n}`;
}
