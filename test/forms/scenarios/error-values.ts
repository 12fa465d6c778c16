/** Failures that come as values: nobody looks, or nobody says so. */
import type { Claim } from "../cell.js";
import type { Unit } from "../code.js";
import { doing, type Scene } from "../scene.js";
import type { Lines } from "./reads.js";
import { fail, guard, leave, say, succeed, TYPED, type Scenario } from "./scenario.js";

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

const SUPABASE_ERRORS: readonly Scenario[] = [
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

export const ERROR_VALUES: readonly Scenario[] = [...SUPABASE_ERRORS, ...EXIT_CODES, ...UPSTREAM_RESULTS];
