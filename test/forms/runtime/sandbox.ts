/** Runs a server in this process, with stubs for what is around it. */
import { SourceMap, type SourceMapPayload } from "node:module";
import path from "node:path";
import vm from "node:vm";
import { asCommonJs, withoutTypes } from "../language.js";
import { findExported, frameworks } from "./frameworks.js";
import { MESSAGE, SECRET, type Failing, type Observed, type Plan, type Program, type Run } from "./run.js";
import { callAt } from "./source.js";

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

const ROOT = "/cells";
const PARAMETERS = ["require", "module", "exports", "fetch", "console", "setTimeout", "process"];
const SILENT = new Proxy({}, { get: () => () => undefined });
const PROCESS = { env: {}, stderr: SILENT, on: () => undefined };

/** Texts that many cells share are compiled once. */
const compiled = new Map<string, Module>();

function compile(file: string, text: string): Module {
  const key = `${file}\n${text}`;
  const known = compiled.get(key);
  if (known) return known;
  const { code, map } = file.endsWith(".ts") ? withoutTypes(file, text) : { code: text, map: undefined };
  const run = vm.compileFunction(asCommonJs(code).replace(/^await /gmu, "void "), PARAMETERS, {
    filename: path.join(ROOT, file),
  }) as Module["run"];
  const made = { run, text, map: map && new SourceMap(map as SourceMapPayload) };
  compiled.set(key, made);
  return made;
}

/** How many calls around an operation are kept. */
const DEPTH = 40;

/** The source texts of the calls that led here, from the inside out. */
function callers(modules: ReadonlyMap<string, Module>): string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = DEPTH;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = limit;
  return stack.split("\n").flatMap((line) => {
    const [, file = "", row, column] = /\/cells\/(.+?):(\d+):(\d+)/u.exec(line) ?? [];
    const module = modules.get(file);
    if (!module) return [];
    const at = { line: Number(row) - 1, column: Number(column) - 1 };
    const entry = module.map?.findEntry(at.line, at.column);
    const place = entry && "originalLine" in entry ? { line: entry.originalLine, column: entry.originalColumn } : at;
    return [callAt(file, module.text, place)];
  });
}

/** One call of the tool. */
export async function runOnce(program: Program, plan: Plan): Promise<Observed> {
  const modules = new Map(
    Object.entries(program.files)
      .filter(([file]) => !file.endsWith(".json"))
      .map(([file, text]) => [file, compile(file, text)] as const),
  );
  let operations = 0;
  let trail: readonly string[] = [];
  const begin = (calls?: readonly string[]): Failing | undefined => {
    const number = operations++;
    if (plan.at === undefined || (plan.kind === "lasting" ? number < plan.at : number !== plan.at)) return undefined;
    if (trail.length === 0) trail = calls ?? callers(modules);
    return plan.failing;
  };
  const run: Run = {
    isEmpty: plan.kind === "empty",
    tools: new Map(),
    calls: () => callers(modules),
    operate: async (bring, refuse, calls) => {
      const failing = begin(calls);
      if (failing?.how === "refuse" && refuse) return refuse();
      if (failing) throw errorOf(failing);
      return bring();
    },
  };
  const { packages, answer } = program.around(run);
  const stubs: Readonly<Record<string, unknown>> = { ...frameworks(run), ...packages };
  const fetched = async (url: unknown, init?: { readonly method?: string }): Promise<Response> => {
    const failing = begin();
    if (failing?.how === "reject") throw errorOf(failing);
    const body = failing ? { error: "refused", trace: SECRET } : answer(String(url), init?.method ?? "GET");
    return new Response(JSON.stringify(body), { status: failing?.status ?? 200, headers: { "retry-after": "17" } });
  };
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
    const soon = (work: () => void) => setImmediate(work);
    modules.get(file)?.run(requires, module, module.exports, fetched, SILENT, soon, PROCESS);
    return module.exports;
  };
  for (const file of modules.keys()) findExported(load(file), program.tool, run);
  const tool = run.tools.get(program.tool) ?? run.tools.get("*");
  if (!tool) throw new Error(`no tool ${program.tool}`);
  const end = await settle(() => tool(program.args, program.tool));
  await new Promise((done) => setImmediate(done));
  const [failed = null, ...around] = trail;
  return { kind: plan.kind, failed, around, at: plan.at, failing: plan.failing, operations, ...end };
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
