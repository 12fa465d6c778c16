/** Runs the tool of a cell, with each operation made to fail in turn. */
import { SourceMap, type SourceMapPayload } from "node:module";
import path from "node:path";
import vm from "node:vm";
import type { Cell } from "../cell.js";
import { DOMAINS, type Domain } from "../domains.js";
import { asCommonJs, withoutTypes } from "../language.js";
import { at, findExported, packages, type Run } from "./packages.js";
import { callAt } from "./source.js";

/** How an operation fails: its promise rejects, or it gives an answer that says no. */
export interface Failing {
  readonly how: "reject" | "refuse";
  readonly status?: number;
}

/**
 * Which run it was: `usual`, with at most one failure; `empty`, where services hold nothing; `lasting`, where from one
 * operation on all fail.
 */
export type Kind = "usual" | "empty" | "lasting";

/** What came out of one run. */
export interface Observed {
  readonly kind: Kind;
  /** The source text of the operation that failed; null where none did. */
  readonly failed: string | null;
  /** Its number, from 0. */
  readonly at: number | undefined;
  readonly failing: Failing | undefined;
  readonly how: "return" | "throw";
  readonly isError: boolean;
  readonly text: string;
  /** How often an operation was started. */
  readonly operations: number;
}

export const MESSAGE = "connect ECONNREFUSED 10.2.0.9:8443";
export const SECRET = "trace-4f1c-internal";

export const FAILINGS: readonly Failing[] = [
  { how: "reject" },
  { how: "reject", status: 403 },
  { how: "reject", status: 429 },
  { how: "refuse", status: 403 },
  { how: "refuse", status: 429 },
  { how: "refuse", status: 500 },
];

function errorOf({ status }: Failing): Error {
  const error = new Error(MESSAGE);
  return Object.assign(error, {
    code: "ECONNREFUSED",
    ...(status === undefined
      ? {}
      : { status, response: { status, data: { trace: SECRET }, headers: { "retry-after": "17" } } }),
  });
}

interface Module {
  readonly run: (...given: readonly unknown[]) => void;
  readonly text: string;
  readonly map: SourceMap | undefined;
}

/** Calls that may give a refusal as a value. */
const REFUSING = /\b(?:fetch|createClient|execa|callTool)\(/u;

const ROOT = "/cells";
const PARAMETERS = ["require", "module", "exports", "fetch", "console", "setTimeout", "process"];
const SILENT = new Proxy({}, { get: () => () => undefined });

/** Texts that many cells share are compiled once. */
const compiled = new Map<string, Module>();

function compile(file: string, text: string): Module {
  const key = `${file}\n${text}`;
  const known = compiled.get(key);
  if (known) return known;
  const { code, map } = file.endsWith(".ts") ? withoutTypes(file, text) : { code: text, map: undefined };
  const run = vm.compileFunction(asCommonJs(code), PARAMETERS, { filename: path.join(ROOT, file) }) as Module["run"];
  const made = { run, text, map: map && new SourceMap(map as SourceMapPayload) };
  compiled.set(key, made);
  return made;
}

/** The source text of the call of the cell that led here. */
function caller(modules: ReadonlyMap<string, Module>): string {
  for (const line of (new Error().stack ?? "").split("\n")) {
    const [, file, row, column] = /\/cells\/(.+?):(\d+):(\d+)/u.exec(line) ?? [];
    const module = file === undefined ? undefined : modules.get(file);
    if (!module || file === undefined) continue;
    const at = { line: Number(row) - 1, column: Number(column) - 1 };
    const entry = module.map?.findEntry(at.line, at.column);
    const place = entry && "originalLine" in entry ? { line: entry.originalLine, column: entry.originalColumn } : at;
    return callAt(file, module.text, place);
  }
  return "?";
}

interface Plan {
  readonly kind: Kind;
  readonly at?: number;
  readonly failing?: Failing;
}

/** One call of the tool. `domain` says what services hold. */
async function once(cell: Cell, domain: Domain, plan: Plan): Promise<Observed> {
  const modules = new Map(
    Object.entries(cell.files)
      .filter(([file]) => !file.endsWith(".json"))
      .map(([file, text]) => [file, compile(file, text)] as const),
  );
  let operations = 0;
  let failed: string | null = null;
  const begin = (): Failing | undefined => {
    const number = operations++;
    if (plan.at === undefined || (plan.kind === "lasting" ? number < plan.at : number !== plan.at)) return undefined;
    failed ??= caller(modules);
    return plan.failing;
  };
  const run: Run = {
    domain,
    isEmpty: plan.kind === "empty",
    tools: new Map(),
    operate: async (bring, refuse) => {
      const failing = begin();
      if (failing?.how === "refuse" && refuse) return refuse();
      if (failing) throw errorOf(failing);
      return bring();
    },
    request: async (bring) => {
      const failing = begin();
      if (failing && failing.how !== "refuse") throw errorOf(failing);
      const body = failing ? { error: "refused", trace: SECRET } : bring();
      return new Response(JSON.stringify(body), { status: failing?.status ?? 200, headers: { "retry-after": "17" } });
    },
  };
  const stubs = packages(run);
  const loaded = new Map<string, { exports: Record<string, unknown> }>();
  const load = (file: string): Record<string, unknown> => {
    const known = loaded.get(file);
    if (known) return known.exports;
    const module = { exports: {} as Record<string, unknown> };
    loaded.set(file, module);
    const requires = (specifier: string): unknown => {
      if (!specifier.startsWith(".")) {
        if (!(specifier in stubs)) throw new Error(`no package ${specifier}`);
        return stubs[specifier];
      }
      const target = path.posix.join(path.posix.dirname(file), specifier);
      const found = [target, target.replace(/\.js$/u, ".ts")].find((one) => modules.has(one));
      if (found === undefined) throw new Error(`no file ${target}`);
      return load(found);
    };
    const fetched = (url: unknown) => run.request(() => at(run, url));
    const soon = (work: () => void) => setImmediate(work);
    modules.get(file)?.run(requires, module, module.exports, fetched, SILENT, soon, { env: {} });
    return module.exports;
  };
  for (const file of modules.keys()) findExported(load(file), cell.tool, run);
  const tool = run.tools.get(cell.tool) ?? run.tools.get("*");
  if (!tool) throw new Error(`no tool ${cell.tool}`);
  const end = await settle(() => tool(cell.args, cell.tool));
  await new Promise((done) => setImmediate(done));
  return { kind: plan.kind, failed, at: plan.at, failing: plan.failing, operations, ...end };
}

async function settle(work: () => unknown): Promise<Pick<Observed, "how" | "isError" | "text">> {
  try {
    const result = await work();
    if (typeof result === "string") return { how: "return", isError: false, text: result };
    const { content, isError } = result as { content: { text: string }[]; isError?: boolean };
    return { how: "return", isError: isError === true, text: content.map(({ text }) => text).join("\n") };
  } catch (error) {
    return { how: "throw", isError: true, text: error instanceof Error ? error.message : String(error) };
  }
}

/** Nobody may handle what a cell leaves unhandled but us. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const listeners = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  const ignore = (): void => undefined;
  process.on("unhandledRejection", ignore);
  try {
    return await work();
  } finally {
    process.off("unhandledRejection", ignore);
    for (const listener of listeners) process.on("unhandledRejection", listener);
  }
}

/** The ends of a cell's tool: without a failure, then with each operation failing in each way. */
export function observe(cell: Cell): Promise<Observed[]> {
  const domain = DOMAINS.find(({ name }) => name === cell.domain);
  if (!domain) throw new Error(`no domain ${cell.domain}`);
  return alone(async () => {
    const smooth = await once(cell, domain, { kind: "usual" });
    const ends = [smooth, await once(cell, domain, { kind: "empty" })];
    const refuses = Object.values(cell.files).some((text) => REFUSING.test(text));
    for (let at = 0; at < smooth.operations; at++)
      for (const failing of FAILINGS)
        if (failing.how !== "refuse" || refuses) ends.push(await once(cell, domain, { kind: "usual", at, failing }));
    ends.push(await once(cell, domain, { kind: "lasting", at: 0, failing: { how: "reject", status: 403 } }));
    return ends;
  });
}
