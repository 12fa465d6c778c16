import { isKept } from "../../syntax/work.js";
import type { Operation } from "./operations.js";

/** How the functions of a package fail. */
export type FailureMode =
  /** The promise rejects, also for a response with an error status. */
  | "rejects"
  /** The promise rejects where no response came; one with an error status is an ordinary value. */
  | "response"
  /** The promise always resolves: `{ data, error }`. */
  | "error-value"
  /** The promise resolves to the result of a tool, with a flag where that has failed. */
  | "tool-result"
  /** A synchronous function that gives the code that a command has ended with. */
  | "exit-code"
  /** A synchronous function that throws. */
  | "throws"
  /** It does not fail for a reason from outside. */
  | "never";

export interface LibraryRow {
  /** Module specifiers, or `global`; a row covers what lies below them too. */
  readonly modules: readonly string[];
  /** The dotted path of the callee in the module must fit. Without it: everything. */
  readonly path?: RegExp;
  readonly fails: FailureMode;
  /** Its functions are known to give promises. */
  readonly async?: true;
  /** It gives a stream whose work nobody knows the end of without listening to it, or handing it to something that does. */
  readonly sink?: true;
  /** Its functions call what they are given, in their turn: `limit(() => load(id))`. */
  readonly runs?: true;
  /** The messages of its errors hold the internals of the service: statements, hosts, paths. */
  readonly internals?: boolean;
}

const SYNC_FS = /(?:^|\.)\w+Sync$/u;

/** What is known of packages; the first row that fits counts. A function without a row may reject where it is awaited. */
export const LIBRARY: readonly LibraryRow[] = [
  { modules: ["global"], path: /^fetch$/u, fails: "response", async: true },
  { modules: ["undici"], path: /^fetch$/u, fails: "response", async: true },
  { modules: ["undici"], path: /^request$/u, fails: "response", async: true },
  {
    modules: ["node-fetch", "cross-fetch", "isomorphic-fetch", "whatwg-fetch", "@whatwg-node/fetch", "minipass-fetch"],
    fails: "response",
    async: true,
  },
  {
    modules: ["@supabase/supabase-js", "@supabase/ssr", "@supabase/postgrest-js"],
    path: /(?:^|\.)createClient$|^new/u,
    fails: "never",
  },
  { modules: ["@supabase/supabase-js", "@supabase/ssr", "@supabase/postgrest-js"], fails: "error-value" },
  { modules: ["openapi-fetch"], fails: "error-value" },
  { modules: ["resend"], fails: "error-value" },
  {
    modules: ["@modelcontextprotocol/sdk", "@modelcontextprotocol/client"],
    path: /(?:^|\.)callTool$/u,
    fails: "tool-result",
  },
  { modules: ["fs", "node:fs", "fs-extra"], path: /(?:^|\.)existsSync$/u, fails: "never" },
  { modules: ["fs", "node:fs", "fs-extra", "graceful-fs"], path: SYNC_FS, fails: "throws", internals: true },
  { modules: ["fs/promises", "node:fs/promises"], fails: "rejects", async: true, internals: true },
  { modules: ["axios", "got", "ky"], path: /(?:^|\.)(?:create|extend)$/u, fails: "never" },
  {
    modules: ["axios"],
    path: /(?:^|\.)(?:get|post|put|patch|delete|request|head|default)$/u,
    fails: "rejects",
    async: true,
  },
  {
    modules: ["fs", "node:fs", "fs-extra", "graceful-fs"],
    path: /(?:^|\.)createWriteStream$/u,
    fails: "rejects",
    async: true,
    sink: true,
    internals: true,
  },
  { modules: ["fs", "node:fs", "fs/promises", "node:fs/promises", "fs-extra"], fails: "rejects", internals: true },
  {
    modules: ["child_process", "node:child_process", "cross-spawn"],
    path: /(?:^|\.)(?:spawnSync|sync)$/u,
    fails: "exit-code",
  },
  { modules: ["child_process", "node:child_process"], path: SYNC_FS, fails: "throws", internals: true },
  { modules: ["execa"], fails: "rejects", internals: true },
  { modules: ["better-sqlite3"], fails: "throws", internals: true },
  {
    modules: [
      "pg",
      "mysql2",
      "mysql",
      "sqlite3",
      "mssql",
      "@prisma/client",
      "drizzle-orm",
      "knex",
      "mongodb",
      "mongoose",
      "redis",
      "ioredis",
    ],
    fails: "rejects",
    internals: true,
  },
  {
    modules: ["async_hooks", "node:async_hooks"],
    path: /\.(?:run|exit|runInAsyncScope)$/u,
    fails: "never",
    runs: true,
  },
  {
    modules: [
      "path",
      "node:path",
      "os",
      "node:os",
      "url",
      "node:url",
      "util",
      "node:util",
      "crypto",
      "node:crypto",
      "uuid",
      "nanoid",
      "chalk",
      "picocolors",
      "date-fns",
      "dayjs",
      "lodash",
      "lodash-es",
      "async_hooks",
      "node:async_hooks",
      "perf_hooks",
      "node:perf_hooks",
    ],
    path: /^(?!promisify|randomFill|scrypt|pbkdf2).*$/u,
    fails: "never",
  },
  { modules: ["p-limit", "p-queue"], fails: "never", runs: true },
  // What they are given runs within a span, a scope or a context, and its result is theirs.
  {
    modules: ["@opentelemetry/api"],
    path: /(?:^|\.)(?:startActiveSpan|with)$/u,
    fails: "never",
    runs: true,
  },
  {
    modules: ["@sentry/node", "@sentry/core", "@sentry/bun", "@sentry/cloudflare"],
    path: /(?:^|\.)(?:startSpan|startSpanManual|startNewTrace|continueTrace|with\w+)$/u,
    fails: "never",
    runs: true,
  },
  { modules: ["timers/promises", "node:timers/promises", "delay"], fails: "never" },
  {
    modules: ["zod", "valibot", "yup", "joi", "arktype", "@sinclair/typebox"],
    path: /\.(?:parse|parseAsync|validateSync|validate|assert|attempt)$/u,
    fails: "throws",
  },
  { modules: ["zod", "valibot", "yup", "joi", "arktype", "@sinclair/typebox", "zod-to-json-schema"], fails: "never" },
  {
    modules: [
      "pino",
      "winston",
      "debug",
      "consola",
      "loglevel",
      "bunyan",
      "signale",
      "tslog",
      "log4js",
      "@sentry/node",
      "posthog-node",
      "@opentelemetry/api",
    ],
    fails: "never",
  },
  { modules: ["dotenv"], fails: "never" },
  // Builders of results: `tool.text(…)`, `resource.blob(…)`.
  { modules: ["tmcp/utils"], fails: "never" },
  { modules: ["mcp-tool-errors"], fails: "never" },
];

const covers = (name: string, module: string): boolean => module === name || module.startsWith(`${name}/`);

const rows = new Map<string, LibraryRow | undefined>();

/** The row of a function, by its module and the dotted path in it. */
export function libraryRow(module: string, path: readonly string[]): LibraryRow | undefined {
  const dotted = path.join(".");
  const key = `${module}:${dotted}`;
  if (!rows.has(key))
    rows.set(
      key,
      LIBRARY.find((row) => row.modules.some((name) => covers(name, module)) && (row.path?.test(dotted) ?? true)),
    );
  return rows.get(key);
}

/** Objects that only log: a call on one of them does not fail, and says nothing to the model. */
const LOGGER = /(?:^|\.)(?:console|log|logger|\w*Logger|logging)$/u;

export function isLogger(receiver: string): boolean {
  return LOGGER.test(receiver);
}

/** What somebody else reads, or takes down what is no longer needed: the result does not depend on it. */
const ANCILLARY_VERBS =
  /^(?:capture(?:Exception|Message|Event)|sendLoggingMessage|addBreadcrumb|setTag|startSpan|clear(?:Timeout|Interval)|unref)$/u;

const LOG_VERBS = /^(?:debug|info|warn|warning|trace|verbose|log(?!in|out)\w*)$/u;

/** `const user = await slack.users.info(id)` has the verb of a log, and what it gives is kept: it logs nothing. */
export function asksByLogVerb({ verb, site }: Pick<Operation, "verb" | "site">): boolean {
  return LOG_VERBS.test(verb) && isKept(site.node);
}

export function isAncillary(operation: Pick<Operation, "verb" | "receiver" | "site">): boolean {
  const { verb, receiver } = operation;
  return isLogger(receiver) || ANCILLARY_VERBS.test(verb) || (LOG_VERBS.test(verb) && !asksByLogVerb(operation));
}

/** Functions that call back later, off the path of the call: timers, events, and what looks at each request. */
const LATER =
  /^(?:on|once|off|addEventListener|addListener|removeListener|removeEventListener|prependListener|setTimeout|setInterval|setImmediate|queueMicrotask|nextTick|subscribe|use|watch|observe|onClose|onExit|process\.on)$/u;

export function callsBackLater(verb: string): boolean {
  return LATER.test(verb);
}

/** Methods of strings, lists, dates and the like: they make a value of the one they are called on. */
const VALUE_METHODS: ReadonlySet<string> = new Set(
  (
    "at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf localeCompare match matchAll normalize padEnd padStart repeat " +
    "replace replaceAll search slice split startsWith substring substr toLowerCase toUpperCase toLocaleLowerCase toLocaleUpperCase trim trimEnd trimStart " +
    "toString valueOf toFixed toPrecision toISOString toJSON toLocaleString toLocaleDateString toLocaleTimeString toDateString toUTCString getTime " +
    "getFullYear getMonth getDate getDay getHours getMinutes getSeconds entries every fill filter find findIndex findLast findLastIndex flat flatMap " +
    "forEach join keys map pop push reduce reduceRight reverse shift some sort splice toReversed toSorted toSpliced unshift values with hasOwnProperty " +
    "setDate setHours setMinutes setMonth setFullYear getTimezoneOffset test isDirectory isFile isSymbolicLink"
  ).split(" "),
);

/** A method that values have: no failure from outside. */
export function isValueMethod(name: string): boolean {
  return VALUE_METHODS.has(name);
}
