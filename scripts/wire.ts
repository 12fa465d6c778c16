/**
 * Calls real servers over stdio before and after their migration, and compares what a client gets.
 *
 * `node --import jiti/register scripts/wire.ts --work DIR CASES.json`. The file lists servers: `folder` (installed), `start` and
 * maybe `build` (commands), `env`, `calls` (`{ tool, arguments }`; beside them each tool is called without arguments and with
 * made-up ones, but for those named in `skip`). The servers run in a network of their own, where nothing answers.
 */
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { copyServer, linkHelper, migrate, type Helper } from "./codemod/copies.js";

interface Case {
  readonly folder: string;
  readonly build?: string;
  readonly start: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly calls?: readonly Call[];
  readonly skip?: readonly string[];
  /** No tool is called that the case does not name. */
  readonly onlyNamed?: boolean;
}

interface Call {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

interface Tool {
  readonly name: string;
  readonly inputSchema?: Schema;
}

/** One line of JSON, as it came. */
type Answer = string;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    work: { type: "string" },
    only: { type: "string", multiple: true, default: [] },
    helper: { type: "string", multiple: true, default: ["package"] },
    timeout: { type: "string", default: "20" },
  },
});
if (values.work === undefined) throw new Error("--work names the folder for the copies.");
const work = path.resolve(values.work);
const TIMEOUT = Number(values.timeout) * 1000;

class Client {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (line: string) => void>();
  #id = 0;
  stderr = "";

  constructor(start: string, cwd: string, env: NodeJS.ProcessEnv) {
    const isolated = `ip link set lo up 2>/dev/null; exec ${start}`;
    this.#process = spawn("unshare", ["-n", "sh", "-c", isolated], { cwd, env, detached: true });
    this.#process.on("error", () => undefined);
    this.#process.stdin.on("error", () => undefined);
    this.#process.stderr.on("data", (chunk: Buffer) => (this.stderr += chunk.toString("utf8")));
    createInterface({ input: this.#process.stdout }).on("line", (line) => {
      try {
        const { id, method } = JSON.parse(line) as { id?: number; method?: string };
        if (id !== undefined && method === undefined) this.#waiting.get(id)?.(line);
      } catch {
        // not of the protocol
      }
    });
  }

  request(method: string, params: unknown): Promise<Answer> {
    const id = ++this.#id;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        resolve('{"timeout":true}');
      }, TIMEOUT);
      this.#waiting.set(id, (line) => {
        clearTimeout(timer);
        // The number of the request is of this client.
        resolve(line.replace(`"id":${id}`, '"id":0'));
      });
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  async open(): Promise<Answer> {
    const answer = await this.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "wire", version: "1.0.0" },
    });
    this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return answer;
  }

  close(): void {
    const { pid } = this.#process;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // it has ended by itself
    }
  }

  #send(message: unknown): void {
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }
}

/** A value that the schema admits and that names nothing. */
function madeUp(schema: Schema, name: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return madeUp(schema.anyOf[0], name);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "number":
    case "integer":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "array":
      return [madeUp(schema.items ?? { type: "string" }, name)];
    case "object":
      return objectOf(schema);
    default:
      if (schema.format === "uri" || /url$/iu.test(name)) return "https://nothing.example/none";
      return /path|file|dir/iu.test(name) ? "/no/such/place" : "no-such-thing";
  }
}

function objectOf({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, madeUp(properties[name] ?? {}, name)]));
}

function callsOf({ calls = [], skip = [], onlyNamed }: Case, tools: readonly Tool[]): Call[] {
  const made = onlyNamed
    ? []
    : tools
        .filter(({ name }) => !skip.includes(name))
        .flatMap(({ name, inputSchema = {} }): Call[] => [
          { tool: name, arguments: {} },
          ...((inputSchema.required ?? []).length > 0 ? [{ tool: name, arguments: objectOf(inputSchema) }] : []),
        ]);
  return [...calls, ...made, { tool: "no_such_tool", arguments: {} }];
}

interface Session {
  readonly tools: Answer;
  readonly answers: readonly { readonly call: Call; readonly answer: Answer }[];
  readonly stderr: string;
}

async function run(one: Case, copy: string): Promise<Session> {
  const home = mkdtempSync(path.join(work, "home-"));
  const env = { PATH: process.env["PATH"], HOME: home, TMPDIR: home, WIRE_HOME: home, ...one.env };
  const client = new Client(one.start, copy, env);
  try {
    await client.open();
    const tools = await client.request("tools/list", {});
    const listed = (JSON.parse(tools) as { result?: { tools?: Tool[] } }).result?.tools;
    const answers = [];
    if (listed)
      for (const call of callsOf(one, listed)) {
        const args = JSON.parse(JSON.stringify(call.arguments).replaceAll("$HOME", home)) as Call["arguments"];
        const answer = await client.request("tools/call", { name: call.tool, arguments: args });
        answers.push({ call, answer: answer.replaceAll(home, "$HOME").replaceAll(copy, "$COPY") });
      }
    return { tools, answers, stderr: client.stderr };
  } finally {
    client.close();
  }
}

function prepare(one: Case, copy: string, helper: Helper | undefined): string {
  copyServer(one.folder, copy);
  linkHelper(copy);
  if (helper !== undefined) {
    const { code, stderr } = migrate(copy, helper);
    if (code !== 0) return `migrate: exit code ${code}: ${stderr.slice(0, 300)}`;
  }
  if (one.build !== undefined) {
    const built = spawnSync("sh", ["-c", one.build], { cwd: copy, encoding: "utf8", maxBuffer: 1 << 28 });
    if (built.status !== 0) return `build: exit code ${built.status}: ${(built.stdout + built.stderr).slice(0, 600)}`;
  }
  return "";
}

interface Outcome {
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly type: string; readonly text?: string }[];
    readonly structuredContent?: unknown;
  };
  readonly error?: { readonly code: number; readonly message: string };
  readonly timeout?: boolean;
}

interface Contract {
  readonly errorCategory?: string;
  readonly errorCode?: string;
  readonly description?: string;
}

function contractOf({ result }: Outcome): Contract | undefined {
  if (result?.isError !== true) return undefined;
  const texts = result.content?.flatMap(({ text }) => text ?? []) ?? [];
  for (const text of texts)
    try {
      const value = JSON.parse(text) as Contract | null;
      if (typeof value?.errorCategory === "string") return value;
    } catch {
      // not the one
    }
  const structured = result.structuredContent as Contract | undefined;
  return typeof structured?.errorCategory === "string" ? structured : undefined;
}

/** Words alone: prefixes like "Error:", layout and quotes are not what an author says. */
function wordsOf(text: string): string[] {
  return (text.replace(/\\n/gu, " ").match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => word.toLowerCase());
}

function textOf({ result, error }: Outcome): string {
  return result?.content?.map(({ text }) => text ?? "").join("\n") ?? error?.message ?? "";
}

const isFailure = ({ result, error }: Outcome): boolean => error !== undefined || result?.isError === true;

interface Comparison {
  readonly call: Call;
  readonly kind: string;
  readonly before: Answer;
  readonly after: Answer;
  readonly contract?: Contract | undefined;
  readonly lost?: readonly string[];
}

function compare(call: Call, before: Answer, again: Answer, after: Answer): Comparison {
  const was = JSON.parse(before) as Outcome;
  const is = JSON.parse(after) as Outcome;
  const same = { call, before, after };
  if (was.timeout || is.timeout) return { ...same, kind: was.timeout && is.timeout ? "no answer" : "TIMEOUT DIFFERS" };
  const contract = contractOf(is);
  const said = new Set(wordsOf(textOf(is)));
  const lost = wordsOf(textOf(was)).filter((word) => !said.has(word) && word !== "error");
  if (!isFailure(was)) {
    if (!isFailure(is)) {
      if (before === after) return { ...same, kind: "success, same bytes" };
      return { ...same, kind: before === again ? "SUCCESS DIFFERS" : "success that differs from run to run" };
    }
    return { ...same, kind: "success to failure", contract, lost };
  }
  if (!isFailure(is)) return { ...same, kind: "failure to success", lost };
  if (contract && !contractOf(was)) return { ...same, kind: "failure with contract", contract, lost };
  return { ...same, kind: before === after ? "failure as it was" : "failure without contract", lost };
}

const cases = (JSON.parse(readFileSync(positionals[0] ?? "", "utf8")) as Case[]).filter(
  ({ folder }) => values.only.length === 0 || values.only.includes(path.basename(folder)),
);
mkdirSync(work, { recursive: true });
const totals = new Map<string, number>();
const count = (key: string): void => void totals.set(key, (totals.get(key) ?? 0) + 1);
for (const one of cases) {
  const name = path.basename(one.folder);
  const original = path.join(work, "original", name);
  const fault = prepare(one, original, undefined);
  if (fault) {
    console.log(`${name}: not built: ${fault}`);
    continue;
  }
  const before = await run(one, original);
  const again = await run(one, original);
  if (before.answers.length === 0) {
    console.log(`${name}: does not start before: ${before.stderr.slice(-400)}`);
    continue;
  }
  for (const helper of values.helper as Helper[]) {
    const copy = path.join(work, helper, name);
    const broken = prepare(one, copy, helper);
    const after = broken ? undefined : await run(one, copy);
    if (!after || after.answers.length === 0) {
      console.log(`${name} (${helper}): DOES NOT START: ${broken || after?.stderr.slice(-600)}`);
      count("does not start");
      continue;
    }
    const found = before.answers.map(({ call, answer }, at) =>
      compare(call, answer, again.answers[at]?.answer ?? "", after.answers[at]?.answer ?? '{"timeout":true}'),
    );
    writeFileSync(path.join(work, `${name}.${helper}.json`), JSON.stringify(found, undefined, 1));
    const kinds = new Map<string, number>();
    for (const { kind, contract, lost } of found) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      count(kind);
      if (contract) count(contract.errorCode === "UNCLASSIFIED" ? "contract: unclassified" : "contract: decided");
      if (contract) count(lost?.length ? "contract: words lost" : "contract: all words kept");
    }
    const listing = before.tools === after.tools ? "starts, same tools" : "starts, TOOLS DIFFER";
    console.log(`${name} (${helper}): ${listing}; ${[...kinds].map(([kind, n]) => `${n} ${kind}`).join(", ")}`);
  }
}
console.log([...totals].map(([kind, n]) => `${n} ${kind}`).join("\n"));
const decided = totals.get("contract: decided") ?? 0;
const unclassified = totals.get("contract: unclassified") ?? 0;
console.log(
  `${((decided / Math.max(1, decided + unclassified)) * 100).toFixed(1)} % of the migrated failures are decided.`,
);
