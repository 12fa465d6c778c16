/** Answers of HTTP, and failures that come as values: nobody looks, or nobody says so. */
import type { Claim } from "../cell.js";
import type { Unit } from "../code.js";
import type { Scene } from "../scene.js";
import { doing } from "../scene.js";
import { fail, guard, leave, say, succeed, TYPED, type Scenario, type Written } from "./scenario.js";

type Lines = readonly string[];

interface Call {
  /** The call of `fetch` for a list. */
  readonly list: string;
  readonly items: string;
  readonly type: string;
}

function callIn({ domain, names }: Scene): Call {
  return {
    list: `fetch(\`\${process.env.${domain.name.toUpperCase()}_URL}/${domain.owner}s/\${${names.ownerId}}/${domain.items}\`)`,
    items: domain.items,
    type: domain.type,
  };
}

const refused = (scene: Scene): Lines =>
  leave(
    scene.reply(
      {
        text: `\`Could not ${doing("list", scene.domain)}: the ${scene.domain.service} answered \${response.status}.\``,
      },
      true,
    ),
  );

interface Family {
  readonly fault: string;
  readonly rules: Lines;
  readonly claim: Claim;
}

/** A read by `fetch`: faulty, and with a look at the status. */
function read(
  family: Family,
  form: string,
  bad: (call: Call, scene: Scene) => Lines,
  good?: (call: Call, scene: Scene) => Lines,
  functions?: (call: Call, isGood: boolean) => Written["functions"],
): Scenario {
  return {
    ...family,
    form,
    op: "list",
    ops: [],
    input: "owner",
    write: (scene, isGood) => {
      const call = callIn(scene);
      const usual = (): Lines => [
        `const response = await ${call.list};`,
        "if (!response.ok) {",
        ...refused(scene),
        "}",
        `const ${call.items} = (await response.json()) as unknown[];`,
        ...succeed(scene, call.items),
      ];
      const statements = isGood ? (good?.(call, scene) ?? usual()) : bad(call, scene);
      const named = functions?.(call, isGood);
      return { statements: guard(scene, "list", statements), ...(named ? { functions: named } : {}) };
    },
  };
}

const UNCHECKED: Family = { fault: "unchecked-response", rules: ["no-unchecked-response"], claim: "unchecked" };
const chained = (scene: Scene, items: string): string =>
  `.then((${items}) => {\n${succeed(scene, items).join("\n")}\n})`;

const GET_JSON = (_: Call, isGood: boolean): Written["functions"] => [
  {
    name: "getJson",
    file: "src/get-json.ts",
    code: `export async function getJson(url: string): Promise<unknown> {\nconst response = await fetch(url);\n${isGood ? "if (!response.ok) {\nthrow new Error(`${url} answered ${response.status}.`);\n}\n" : ""}return response.json();\n}`,
  },
];

const UNCHECKED_READS: readonly Scenario[] = [
  read(UNCHECKED, "json", (c, scene) => [
    `const response = await ${c.list};`,
    `const ${c.items} = await response.json();`,
    ...succeed(scene, c.items),
  ]),
  read(
    UNCHECKED,
    "text",
    (c, scene) => [`const response = await ${c.list};`, ...say(scene, "await response.text()")],
    (c, scene) => [
      `const response = await ${c.list};`,
      "if (response.status !== 200) {",
      ...refused(scene),
      "}",
      ...say(scene, "await response.text()"),
    ],
  ),
  read(UNCHECKED, "one-expression", (c, scene) => [
    `const ${c.items} = await (await ${c.list}).json();`,
    ...succeed(scene, c.items),
  ]),
  read(
    UNCHECKED,
    "chain",
    (c, scene) => [`return await ${c.list}`, ".then((response) => response.json())", `${chained(scene, c.items)};`],
    (c, scene) => [
      `return await ${c.list}`,
      ".then((response) => {",
      "if (!response.ok) throw new Error(`The service answered ${response.status}.`);",
      "return response.json();",
      "})",
      `${chained(scene, c.items)};`,
    ],
  ),
  read(
    UNCHECKED,
    "helper",
    (c, scene) => [
      `const ${c.items} = await getJson(${c.list.slice("fetch(".length, -1)});`,
      ...succeed(scene, c.items),
    ],
    (c, scene) => [
      `const ${c.items} = await getJson(${c.list.slice("fetch(".length, -1)});`,
      ...succeed(scene, c.items),
    ],
    GET_JSON,
  ),
  read(UNCHECKED, "kept-promise", (c, scene) => [
    `const pending = ${c.list};`,
    "const response = await pending;",
    `const ${c.items} = await response.json();`,
    ...succeed(scene, c.items),
  ]),
  read(
    UNCHECKED,
    "destructured",
    (c, scene) => [
      `const [response] = await Promise.all([${c.list}]);`,
      `const ${c.items} = await response.json();`,
      ...succeed(scene, c.items),
    ],
    (c, scene) => [
      `const [response] = await Promise.all([${c.list}]);`,
      "if (response.status >= 400) {",
      ...refused(scene),
      "}",
      `const ${c.items} = await response.json();`,
      ...succeed(scene, c.items),
    ],
  ),
  read(
    UNCHECKED,
    "looked-at-and-forgotten",
    (c, scene) => [
      `const response = await ${c.list};`,
      "console.error(`${response.url}`);",
      `const ${c.items} = await response.json();`,
      ...succeed(scene, c.items),
    ],
    (c, scene) => [
      `const response = await ${c.list};`,
      "console.error(`${response.url}`);",
      "if (response.ok) {",
      `const ${c.items} = await response.json();`,
      ...succeed(scene, c.items),
      "}",
      ...refused(scene),
    ],
  ),
];

const REFUSED: Family = { fault: "refused-as-empty", rules: ["no-swallowed-error"], claim: "hidden" };

const REFUSED_READS: readonly Scenario[] = [
  read(REFUSED, "early-return", (c, scene) => [
    `const response = await ${c.list};`,
    "if (!response.ok) {",
    ...succeed(scene, "[]"),
    "}",
    `const ${c.items} = await response.json();`,
    ...succeed(scene, c.items),
  ]),
  read(REFUSED, "results-empty", (c, scene) => [
    `const response = await ${c.list};`,
    "if (!response.ok) {",
    ...succeed(scene, "{ results: [] }"),
    "}",
    ...succeed(scene, "{ results: await response.json() }"),
  ]),
  read(REFUSED, "ternary", (c, scene) => [
    `const response = await ${c.list};`,
    `const ${c.items} = response.ok ? await response.json() : [];`,
    ...succeed(scene, c.items),
  ]),
  read(REFUSED, "only-if-ok", (c, scene) => [
    `let ${c.items}: unknown[] = [];`,
    `const response = await ${c.list};`,
    "if (response.ok) {",
    `${c.items} = await response.json();`,
    "}",
    ...succeed(scene, c.items),
  ]),
  read(
    REFUSED,
    "switch-status",
    (c, scene) => [
      `const response = await ${c.list};`,
      "switch (response.status) {",
      "case 200: {",
      ...succeed(scene, "await response.json()"),
      "}",
      "default: {",
      ...succeed(scene, "[]"),
      "}",
      "}",
    ],
    (c, scene) => [
      `const response = await ${c.list};`,
      "switch (response.status) {",
      "case 200: {",
      ...succeed(scene, "await response.json()"),
      "}",
      "default: {",
      ...refused(scene),
      "}",
      "}",
    ],
  ),
  read(REFUSED, "then-ternary", (c, scene) => [
    `const ${c.items} = await ${c.list}.then((response) => (response.ok ? response.json() : []));`,
    ...succeed(scene, c.items),
  ]),
  read(
    REFUSED,
    "break-of-loop",
    (c, scene) => [
      `const ${c.items}: unknown[] = [];`,
      "for (let page = 1; page <= 1; page++) {",
      `const response = await ${c.list};`,
      "if (!response.ok) break;",
      `${c.items}.push(...((await response.json()) as unknown[]));`,
      "}",
      ...succeed(scene, c.items),
    ],
    (c, scene) => [
      `const ${c.items}: unknown[] = [];`,
      "for (let page = 1; page <= 1; page++) {",
      `const response = await ${c.list};`,
      "if (!response.ok) {",
      ...refused(scene),
      "}",
      `${c.items}.push(...((await response.json()) as unknown[]));`,
      "}",
      ...succeed(scene, c.items),
    ],
  ),
  read(REFUSED, "logged", (c, scene) => [
    `const response = await ${c.list};`,
    "if (response.status >= 400) {",
    'console.error("refused", response.status);',
    ...say(scene, `"No ${c.items} found."`),
    "}",
    `const ${c.items} = await response.json();`,
    ...succeed(scene, c.items),
  ]),
  read(REFUSED, "and", (c, scene) => [
    `const response = await ${c.list};`,
    `const ${c.items} = (response.ok && (await response.json())) || [];`,
    ...succeed(scene, c.items),
  ]),
  read(
    REFUSED,
    "helper",
    (c, scene) => [`const ${c.items} = await rowsOf(await ${c.list});`, ...succeed(scene, c.items)],
    (c, scene) => [`const ${c.items} = await rowsOf(await ${c.list});`, ...succeed(scene, c.items)],
    (_, isGood) => [
      {
        name: "rowsOf",
        code: `async function rowsOf(response: Response): Promise<unknown[]> {\n${isGood ? "if (!response.ok) throw new Error(`The service answered ${response.status}.`);" : "if (!response.ok) return [];"}\nreturn response.json();\n}`,
      },
    ],
  ),
];

const TOLD: Family = { fault: "refused-unflagged", rules: ["require-is-error"], claim: "unflagged" };
const told = (scene: Scene): Lines => say(scene, `\`Error: the ${scene.domain.service} answered \${response.status}\``);

const TOLD_READS: readonly Scenario[] = [
  read(TOLD, "early-return", (c, scene) => [
    `const response = await ${c.list};`,
    "if (!response.ok) {",
    ...told(scene),
    "}",
    ...succeed(scene, "await response.json()"),
  ]),
  read(
    TOLD,
    "else",
    (c, scene) => [
      `const response = await ${c.list};`,
      "if (response.ok) {",
      ...succeed(scene, "await response.json()"),
      "} else {",
      ...told(scene),
      "}",
    ],
    (c, scene) => [
      `const response = await ${c.list};`,
      "if (response.ok) {",
      ...succeed(scene, "await response.json()"),
      "} else {",
      ...refused(scene),
      "}",
    ],
  ),
  read(TOLD, "status-compared", (c, scene) => [
    `const response = await ${c.list};`,
    "if (response.status >= 400) {",
    ...told(scene),
    "}",
    ...succeed(scene, "await response.json()"),
  ]),
  read(
    TOLD,
    "switch-status",
    (c, scene) => [
      `const response = await ${c.list};`,
      "switch (response.status) {",
      "case 200: {",
      ...succeed(scene, "await response.json()"),
      "}",
      "default: {",
      ...told(scene),
      "}",
      "}",
    ],
    (c, scene) => [
      `const response = await ${c.list};`,
      "switch (response.status) {",
      "case 200: {",
      ...succeed(scene, "await response.json()"),
      "}",
      "default: {",
      ...refused(scene),
      "}",
      "}",
    ],
  ),
  read(TOLD, "ternary-text", (c, scene) => [
    `const response = await ${c.list};`,
    `const message = response.ok ? await response.text() : \`Failed to ${doing("list", scene.domain)}: HTTP \${response.status}\`;`,
    ...say(scene, "message"),
  ]),
  read(TOLD, "status-lookup", (c, scene) => [
    `const response = await ${c.list};`,
    "const problem = response.ok ? undefined : `Error: HTTP ${response.status}`;",
    "if (problem) {",
    ...say(scene, "problem"),
    "}",
    ...succeed(scene, "await response.json()"),
  ]),
];

const LEAKED: Family = { fault: "leaked-body", rules: ["no-error-leak"], claim: "leaks" };
const body = (scene: Scene, text: string): Lines =>
  leave(scene.reply({ text: `\`Could not ${doing("list", scene.domain)} (\${response.status}): \${${text}}\`` }, true));

const LEAKED_READS: readonly Scenario[] = [
  read(LEAKED, "inline", (c, scene) => [
    `const response = await ${c.list};`,
    "if (!response.ok) {",
    ...body(scene, "await response.text()"),
    "}",
    ...succeed(scene, "await response.json()"),
  ]),
  read(LEAKED, "variable", (c, scene) => [
    `const response = await ${c.list};`,
    "if (!response.ok) {",
    "const details = await response.json();",
    ...body(scene, "JSON.stringify(details)"),
    "}",
    ...succeed(scene, "await response.json()"),
  ]),
  read(LEAKED, "then", (c, scene) => [
    `const response = await ${c.list};`,
    "const body = await response.text();",
    "if (response.status !== 200) {",
    ...body(scene, "body"),
    "}",
    ...say(scene, "body"),
  ]),
];

/** A client whose failure comes as a value. */
function asValue(
  fault: string,
  rules: Lines,
  claim: Claim,
  form: string,
  unit: readonly Unit[],
  bad: (scene: Scene) => Lines,
  good: (scene: Scene) => Lines,
  op: "list" | "write" = "list",
  needs: Scenario["needs"] = {},
): Scenario {
  return {
    fault,
    form,
    rules,
    claim,
    op,
    ops: [],
    needs,
    input: op === "list" ? "owner" : "item",
    write: (scene, isGood) => ({ statements: guard(scene, op, isGood ? good(scene) : bad(scene)), units: unit }),
  };
}

const SUPABASE: readonly Unit[] = [
  { name: "createClient", from: "@supabase/supabase-js" },
  {
    name: "supabase",
    file: "src/supabase.ts",
    code: 'export const supabase = createClient(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_KEY ?? "");',
  },
];
const rows = ({ domain, names }: Scene): string =>
  `supabase.from("${domain.items}").select("*").eq("${domain.owner}_id", ${names.ownerId})`;
const update = ({ domain, names }: Scene): string =>
  `supabase.from("${domain.items}").update({ state: "${domain.done}" }).eq("id", ${names.itemId})`;
const written = (scene: Scene): Lines =>
  say(scene, `\`${scene.names.Item} \${${scene.names.itemId}} ${scene.domain.done}.\``);
const checked = (scene: Scene): Lines => [
  `const { data, error } = await ${rows(scene)};`,
  "if (error) {",
  ...fail(scene, "list", TYPED),
  "}",
  ...succeed(scene, "data"),
];
const checkedWrite = (scene: Scene): Lines => [
  `const { error } = await ${update(scene)};`,
  "if (error) {",
  ...fail(scene, "write", TYPED),
  "}",
  ...written(scene),
];
const IGNORED = ["no-swallowed-error", "no-unchecked-response"];

const ERROR_VALUES: readonly Scenario[] = [
  asValue(
    "ignored-error-value",
    IGNORED,
    "hidden",
    "destructured-without",
    SUPABASE,
    (s) => [`const { data } = await ${rows(s)};`, ...succeed(s, "data ?? []")],
    checked,
  ),
  asValue(
    "ignored-error-value",
    IGNORED,
    "hidden",
    "destructured-unread",
    SUPABASE,
    (s) => [`const { data, error } = await ${rows(s)};`, "console.error(error?.message);", ...succeed(s, "data ?? []")],
    checked,
  ),
  asValue(
    "ignored-error-value",
    IGNORED,
    "hidden",
    "member",
    SUPABASE,
    (s) => [`const result = await ${rows(s)};`, ...succeed(s, "result.data ?? []")],
    (s) => [
      `const result = await ${rows(s)};`,
      "if (result.error) {",
      ...fail(s, "list", { name: "result.error", isTyped: true }),
      "}",
      ...succeed(s, "result.data"),
    ],
  ),
  asValue(
    "ignored-error-value",
    IGNORED,
    "hidden",
    "one-expression",
    SUPABASE,
    (s) => [`const ${s.domain.items} = (await ${rows(s)}).data ?? [];`, ...succeed(s, s.domain.items)],
    checked,
  ),
  asValue(
    "ignored-error-value",
    IGNORED,
    "hidden",
    "ternary",
    SUPABASE,
    (s) => [`const { data, error } = await ${rows(s)};`, ...succeed(s, "error ? [] : data")],
    checked,
  ),
  asValue(
    "ignored-error-value",
    IGNORED,
    "hidden",
    "then",
    SUPABASE,
    (s) => [
      `const ${s.domain.items} = await ${rows(s)}.then(({ data }) => data ?? []);`,
      ...succeed(s, s.domain.items),
    ],
    (s) => [
      `const ${s.domain.items} = await ${rows(s)}.throwOnError().then(({ data }) => data ?? []);`,
      ...succeed(s, s.domain.items),
    ],
  ),
  asValue(
    "ignored-error-value",
    IGNORED,
    "hidden",
    "write",
    SUPABASE,
    (s) => [`await ${update(s)};`, ...written(s)],
    checkedWrite,
    "write",
  ),
  asValue(
    "ignored-error-value",
    IGNORED,
    "hidden",
    "write-logged",
    SUPABASE,
    (s) => [
      `const { error } = await ${update(s)};`,
      'if (error) console.error("update", error.message);',
      ...written(s),
    ],
    checkedWrite,
    "write",
  ),
  asValue(
    "told-error-value",
    ["require-is-error"],
    "unflagged",
    "early-return",
    SUPABASE,
    (s) => [
      `const { data, error } = await ${rows(s)};`,
      "if (error) {",
      ...say(s, "`Error: ${error.message}`"),
      "}",
      ...succeed(s, "data"),
    ],
    checked,
  ),
  asValue(
    "told-error-value",
    ["require-is-error"],
    "unflagged",
    "data",
    SUPABASE,
    (s) => [
      `const { data, error } = await ${rows(s)};`,
      ...succeed(s, "error ? { success: false, error: error.message } : { success: true, data }"),
    ],
    checked,
  ),
];

const EXECA: readonly Unit[] = [{ name: "execa", from: "execa" }];
const command = ({ domain, names }: Scene): string =>
  `await execa("${domain.items}", ["list", ${names.ownerId}], { reject: false })`;
const checkedExit = (scene: Scene): Lines => [
  `const { stdout, exitCode } = ${command(scene)};`,
  "if (exitCode !== 0) {",
  ...leave(
    scene.reply(
      { text: `\`Could not ${doing("list", scene.domain)}: the command ended with exit code \${exitCode}.\`` },
      true,
    ),
  ),
  "}",
  ...say(scene, "stdout"),
];

const EXIT_CODES: readonly Scenario[] = [
  asValue(
    "ignored-exit-code",
    IGNORED,
    "hidden",
    "stdout-only",
    EXECA,
    (s) => [`const { stdout } = ${command(s)};`, ...say(s, `stdout || "No ${s.domain.items}."`)],
    checkedExit,
  ),
  asValue(
    "ignored-exit-code",
    IGNORED,
    "hidden",
    "logged",
    EXECA,
    (s) => [
      `const { stdout, exitCode } = ${command(s)};`,
      'console.error("exit", exitCode);',
      ...say(s, `stdout || "No ${s.domain.items}."`),
    ],
    checkedExit,
  ),
];

const UPSTREAM: readonly Unit[] = [
  { name: "Client", from: "@modelcontextprotocol/sdk/client/index.js" },
  {
    name: "upstream",
    file: "src/upstream.ts",
    code: 'export const upstream = new Client({ name: "office", version: "1.2.0" });',
  },
];
const asked = ({ domain, names }: Scene): string =>
  `await upstream.callTool({ name: "list_${domain.items}", arguments: { ${names.ownerId} } })`;
const DROPPED = ["require-is-error", "no-swallowed-error"];

const UPSTREAM_RESULTS: readonly Scenario[] = [
  asValue(
    "dropped-flag",
    DROPPED,
    "unflagged",
    "content-alone",
    UPSTREAM,
    (s) => [`const result = ${asked(s)};`, "return { content: result.content };"],
    (s) => [`const result = ${asked(s)};`, "return { content: result.content, isError: result.isError };"],
    "list",
    { results: true },
  ),
  asValue(
    "dropped-flag",
    DROPPED,
    "unflagged",
    "destructured",
    UPSTREAM,
    (s) => [`const { content } = ${asked(s)};`, "return { content };"],
    (s) => [`const { content, isError } = ${asked(s)};`, "return { content, isError };"],
    "list",
    { results: true },
  ),
  asValue(
    "dropped-flag",
    DROPPED,
    "unflagged",
    "text-taken",
    UPSTREAM,
    (s) => [
      `const { content } = ${asked(s)};`,
      ...say(s, 'content.map((block) => (block.type === "text" ? block.text : "")).join("\\n")'),
    ],
    (s) => [`const result = ${asked(s)};`, "return result;"],
    "list",
    { results: true },
  ),
];

export const RESPONSES: readonly Scenario[] = [
  ...UNCHECKED_READS,
  ...REFUSED_READS,
  ...TOLD_READS,
  ...LEAKED_READS,
  ...ERROR_VALUES,
  ...EXIT_CODES,
  ...UPSTREAM_RESULTS,
];
