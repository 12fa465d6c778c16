/**
 * The example servers, before and after `mcp-errors migrate`, over the wire: what succeeded is the same to the byte, what
 * failed is an error that keeps the contract and still says what its author wrote.
 */
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { assertToolError, emptyResultProblems } from "../../src/helper/src/testing/index.js";
import { Backend, type Reply } from "../servers-support/backend.js";
import { openChild, openV1, openV2 } from "../servers-support/sessions.js";
import type { Session, Wire } from "../servers-support/wire.js";
import { run } from "../support/cli.js";
import { SERVERS_ROOT } from "../support/servers.js";
import { MCP_MANIFEST } from "../support/tree.js";

type ServerName = "sdk-v1" | "sdk-v2" | "low-level" | "fastmcp";
type Routes = Readonly<Record<string, Reply | (() => Reply)>>;

interface Surroundings {
  readonly backend: Backend;
  /** A folder with what the server keeps. */
  readonly data: string;
}

/** The sources of a server: those of the repository, or a migrated copy. */
const load = (folder: string, file: string): Promise<Record<string, never>> =>
  import(/* @vite-ignore */ path.join(folder, file)) as Promise<Record<string, never>>;

const log = (): void => undefined;

interface Server {
  readonly main: string;
  readonly open: (folder: string, surroundings: Surroundings) => Promise<Session>;
  readonly env: (url: string, data: string) => Record<string, string>;
}

interface Parts {
  readonly createServer: (deps: object) => never;
  readonly createOrdersApi: (options: object) => unknown;
  readonly Tracker: new (url: string, fetch: unknown) => unknown;
  readonly WeatherApi: new (url: string, key: string) => unknown;
}

async function partsOf(folder: string, ...files: string[]): Promise<Parts> {
  const modules = await Promise.all(files.map((file) => load(folder, file)));
  return Object.assign({}, ...modules) as Parts;
}

const SERVERS: Readonly<Record<ServerName, Server>> = {
  "sdk-v1": {
    main: "main.ts",
    env: (url) => ({ ORDERS_API_URL: url }),
    async open(folder, { backend }) {
      const { createOrdersApi, createServer } = await partsOf(folder, "api.ts", "server.ts");
      const api = createOrdersApi({ baseUrl: "http://orders.test", token: "t", fetch: backend.fetch });
      return openV1(createServer({ api, log }));
    },
  },
  "sdk-v2": {
    main: "main.ts",
    env: (url) => ({ TRACKER_URL: url }),
    async open(folder, { backend }) {
      const { Tracker, createServer } = await partsOf(folder, "api.ts", "server.ts");
      return openV2(createServer({ tracker: new Tracker("http://tracker.test", backend.fetch), log }));
    },
  },
  "low-level": {
    main: "main.js",
    env: (url, data) => ({ NOTES_SYNC_URL: url, NOTES_DIR: data }),
    async open(folder, { backend, data }) {
      const { createServer } = await partsOf(folder, "server.js");
      return openV1(
        createServer({ fs: fs.promises, dir: data, fetch: backend.fetch, syncUrl: "http://sync.test", log }),
      );
    },
  },
  fastmcp: {
    main: "main.ts",
    env: (url) => ({ WEATHER_API_URL: url }),
    async open(folder, { backend }) {
      vi.stubGlobal("fetch", backend.fetch);
      const { WeatherApi, createServer } = await partsOf(folder, "api.ts", "server.ts");
      return openV1(createServer({ api: new WeatherApi("http://weather.test", "key"), cache: new Map() }));
    },
  },
};

interface Case {
  readonly server: ServerName;
  readonly tool: string;
  readonly args?: Record<string, unknown>;
  readonly routes?: Routes;
  /** Makes the folder of the server ready. */
  readonly prepare?: (data: string) => void;
}

/** A failure, and what the agent has to learn of it. */
interface Failure extends Case {
  /** Words that the author wrote, or nothing where the failure was hidden. */
  readonly words?: string;
  /** Words of the error that come in place of a message that names no cause. */
  readonly instead?: string;
  readonly contract?: Record<string, unknown>;
}

const order = { id: "A-1", customerId: "C-9", status: "paid", total: 40, currency: "EUR", placedAt: "2026-01-05" };
const ticket = { id: "T-1", title: "Title", status: "open", assignee: null };
const note = (data: string): void => fs.writeFileSync(path.join(data, "plan.md"), "Buy milk\n");
const city = { city: "Oslo" };
const outage: Reply = { status: 503 };
const broken = (): Reply => {
  throw new TypeError("fetch failed");
};

const SUCCESSES: readonly Case[] = [
  { server: "sdk-v1", tool: "list_orders", routes: { "GET /orders": { body: [order] } } },
  { server: "sdk-v1", tool: "list_orders", routes: { "GET /orders": { body: [] } } },
  {
    server: "sdk-v1",
    tool: "search_orders",
    args: { query: "anna" },
    routes: { "GET /orders/search": { body: [order] } },
  },
  { server: "sdk-v1", tool: "search_orders", args: { query: "anna" }, routes: { "GET /orders/search": { body: [] } } },
  {
    server: "sdk-v1",
    tool: "customer_orders",
    args: { customerId: "C-9" },
    routes: { "GET /orders": { body: [order] } },
  },
  { server: "sdk-v1", tool: "customer_orders", args: { customerId: "C-9" }, routes: { "GET /orders": { body: [] } } },
  { server: "sdk-v1", tool: "get_order", args: { orderId: "A-1" }, routes: { "GET /orders/A-1": { body: order } } },
  {
    server: "sdk-v1",
    tool: "update_shipping_address",
    args: { orderId: "A-1", address: "Main Street 1, Oslo" },
    routes: { "PUT /orders/A-1/address": { status: 200 } },
  },
  {
    server: "sdk-v1",
    tool: "cancel_order",
    args: { orderId: "A-1", reason: "late" },
    routes: { "POST /orders/A-1/cancel": { body: order } },
  },
  {
    server: "sdk-v1",
    tool: "issue_refund",
    args: { orderId: "A-1", amount: 5 },
    routes: { "POST /orders/A-1/refunds": { body: { id: "R-1", orderId: "A-1", amount: 5 } } },
  },
  {
    server: "sdk-v1",
    tool: "order_invoice",
    args: { orderId: "A-1" },
    routes: { "GET /orders/A-1/invoice": { body: { number: "I-1", orderId: "A-1", total: 40, pdfUrl: "/i/1" } } },
  },
  { server: "sdk-v2", tool: "list_tickets", routes: { "GET /tickets": { body: [ticket] } } },
  {
    server: "sdk-v2",
    tool: "search_tickets",
    args: { query: "ti" },
    routes: { "GET /tickets/search": { body: [ticket] } },
  },
  { server: "sdk-v2", tool: "search_tickets", args: { query: "ti" }, routes: { "GET /tickets/search": { body: [] } } },
  { server: "sdk-v2", tool: "get_ticket", args: { ticketId: "T-1" }, routes: { "GET /tickets/T-1": { body: ticket } } },
  {
    server: "sdk-v2",
    tool: "get_tickets",
    args: { ticketIds: ["T-1"] },
    routes: { "GET /tickets/T-1": { body: ticket } },
  },
  {
    server: "sdk-v2",
    tool: "create_ticket",
    args: { title: "Broken", body: "" },
    routes: { "POST /tickets": { body: ticket } },
  },
  {
    server: "sdk-v2",
    tool: "close_ticket",
    args: { ticketId: "T-1" },
    routes: { "PATCH /tickets/T-1": { body: ticket } },
  },
  {
    server: "sdk-v2",
    tool: "comment_ticket",
    args: { ticketId: "T-1", body: "ok" },
    routes: { "POST /tickets/T-1/comments": { body: { id: "K-1" } } },
  },
  {
    server: "sdk-v2",
    tool: "assign_ticket",
    args: { ticketId: "T-1", assignee: "Kim" },
    routes: { "PATCH /tickets/T-1": { body: ticket } },
  },
  { server: "low-level", tool: "list_notes", prepare: note },
  { server: "low-level", tool: "list_notes" },
  { server: "low-level", tool: "read_note", args: { name: "plan" }, prepare: note },
  { server: "low-level", tool: "note_info", args: { name: "plan" }, prepare: note },
  { server: "low-level", tool: "append_note", args: { name: "plan", text: "More." }, prepare: note },
  { server: "low-level", tool: "search_notes", args: { phrase: "MILK" }, prepare: note },
  { server: "low-level", tool: "search_notes", args: { phrase: "bread" }, prepare: note },
  {
    server: "low-level",
    tool: "archive_note",
    args: { name: "plan" },
    prepare(data) {
      note(data);
      fs.mkdirSync(path.join(data, "archive"));
    },
  },
  {
    server: "low-level",
    tool: "import_note",
    args: { name: "page", url: "http://web.test/page" },
    routes: { "GET /page": { body: "Some page" } },
  },
  { server: "low-level", tool: "sync_notes", routes: { "GET /changes": { body: [{ name: "n", source: "Hello" }] } } },
  { server: "fastmcp", tool: "current_weather", args: city, routes: { "GET /current": { body: { sky: "clear" } } } },
  { server: "fastmcp", tool: "forecast", args: city, routes: { "GET /forecast": { body: { days: 3 } } } },
  { server: "fastmcp", tool: "air_quality", args: city, routes: { "GET /air": { body: { city: "Oslo", index: 17 } } } },
  { server: "fastmcp", tool: "uv_index", args: city, routes: { "GET /uv": { body: { city: "Oslo", index: 3 } } } },
  {
    server: "fastmcp",
    tool: "tide_table",
    args: { harbour: "Oslo" },
    routes: { "GET /tides/Oslo": { body: { high: "4" } } },
  },
  {
    server: "fastmcp",
    tool: "geocode",
    args: { query: "Oslo" },
    routes: { "GET /geocode": { body: [{ name: "Oslo" }] } },
  },
  { server: "fastmcp", tool: "weather_alerts", args: { region: "Oslo" }, routes: { "GET /alerts": { body: [] } } },
  {
    server: "fastmcp",
    tool: "subscribe_alerts",
    args: { region: "Oslo", email: "a@b.no" },
    routes: { "GET /subscribe": { body: { ok: true, id: "S-1" } } },
  },
];

const FAILURES: readonly Failure[] = [
  {
    server: "sdk-v1",
    tool: "update_shipping_address",
    args: { orderId: "A-1", address: "Main Street 1, Oslo" },
    routes: { "PUT /orders/A-1/address": { status: 403 } },
    contract: { errorCategory: "permission", isRetryable: false },
  },
  {
    server: "sdk-v1",
    tool: "list_orders",
    routes: { "GET /orders": outage },
    contract: { errorCategory: "transient", isRetryable: true },
  },
  {
    server: "sdk-v1",
    tool: "issue_refund",
    args: { orderId: "A-1", amount: 500 },
    routes: { "POST /orders/A-1/refunds": { status: 403 } },
    words: "The back office token lacks the scope refunds:write, so nothing was paid back.",
    contract: { errorCategory: "permission", isRetryable: false },
  },
  {
    server: "sdk-v1",
    tool: "issue_refund",
    args: { orderId: "A-1", amount: 500 },
    routes: { "POST /orders/A-1/refunds": { status: 422, headers: { "x-error-code": "refund_limit_exceeded" } } },
    words: "A refund of 500 is above the limit of this role.",
    contract: { errorCategory: "business", isRetryable: false },
  },
  {
    server: "sdk-v2",
    tool: "assign_ticket",
    args: { ticketId: "T-1", assignee: "Kim" },
    routes: { "PATCH /tickets/T-1": { status: 403 } },
    // "Operation failed" names no cause: the words of the error come in its place.
    instead: "answered 403",
    contract: { errorCategory: "permission", isRetryable: false },
  },
  { server: "low-level", tool: "archive_note", args: { name: "plan" } },
  { server: "low-level", tool: "read_note", args: { name: "nothing" }, words: 'Cannot read the note "nothing".' },
  {
    server: "low-level",
    tool: "search_notes",
    args: { phrase: "milk" },
    prepare: (data) => fs.rmSync(data, { recursive: true }),
    words: "Error while searching the notes: ENOENT",
  },
  {
    server: "fastmcp",
    tool: "tide_table",
    args: { harbour: "Oslo" },
    routes: { "GET /tides/Oslo": broken },
    words: "Error reading the tides of Oslo: fetch failed",
    contract: { errorCategory: "transient" },
  },
  {
    server: "fastmcp",
    tool: "weather_alerts",
    args: { region: "Oslo" },
    routes: { "GET /alerts": { status: 500 } },
    words: "Cannot load the alerts for Oslo.",
  },
  {
    server: "fastmcp",
    tool: "geocode",
    args: { query: "Oslo" },
    routes: { "GET /geocode": { status: 500 } },
    words: "Oslo",
  },
  {
    server: "fastmcp",
    tool: "forecast",
    args: city,
    routes: { "GET /forecast": { status: 429, headers: { "retry-after": "60" } } },
    words: "The weather service allows no more forecasts right now.",
    contract: { errorCategory: "transient", isRetryable: true, retryAfterSeconds: 60 },
  },
];

/** A person has to decide: the answer stays what it was, and a marker says so. */
const UNDECIDED: readonly Case[] = [
  // The service answers with a word of its own: it has no kind that the code tells.
  {
    server: "fastmcp",
    tool: "subscribe_alerts",
    args: { region: "Oslo", email: "a@b.no" },
    routes: { "GET /subscribe": { body: { ok: false, error: "quota_exceeded" } } },
  },
  { server: "sdk-v1", tool: "customer_orders", args: { customerId: "C-9" }, routes: { "GET /orders": outage } },
  { server: "sdk-v2", tool: "search_tickets", args: { query: "printer" }, routes: { "GET /tickets/search": outage } },
];

const EMPTY: Case = {
  server: "sdk-v2",
  tool: "list_tickets",
  args: { status: "waiting" },
  routes: { "GET /tickets": { body: [] } },
};

// In the temporary folder of the system; the packages are found through the link.
const folder = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), "mcp-errors-wire-")));
const migrated = (server: ServerName): string => path.join(folder, server);

beforeAll(async () => {
  // FastMCP says again and again that nobody listens any more.
  vi.spyOn(console, "debug").mockImplementation(() => undefined);
  fs.symlinkSync(path.resolve(SERVERS_ROOT, "../../node_modules"), path.join(folder, "node_modules"), "junction");
  for (const server of Object.keys(SERVERS) as ServerName[]) {
    fs.cpSync(path.join(SERVERS_ROOT, server), migrated(server), { recursive: true });
    fs.writeFileSync(path.join(migrated(server), "package.json"), MCP_MANIFEST);
    const { code, err } = await run(migrated(server), ["migrate", "--helper", "vendored", "--ignore", "*.test.*"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
  }
}, 60_000);

afterAll(() => {
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true, force: true });
});

const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanup.splice(0).reverse()) await step();
  vi.unstubAllGlobals();
});

function surroundingsOf({ routes = {}, prepare }: Case): Surroundings {
  const data = fs.mkdtempSync(path.join(tmpdir(), "mcp-errors-data-"));
  cleanup.push(() => fs.rmSync(data, { recursive: true, force: true }));
  prepare?.(data);
  const backend = new Backend();
  for (const [route, reply] of Object.entries(routes)) {
    const [method = "", name = ""] = route.split(" ");
    backend.on(method, name, reply);
  }
  return { backend, data };
}

/** The answer of a server to one call, with the folder of its data left out: it differs from run to run. */
async function answer(from: string, call: Case): Promise<Wire> {
  const surroundings = surroundingsOf(call);
  const session = await SERVERS[call.server].open(from, surroundings);
  cleanup.push(() => session.close());
  const wire = await session.call(call.tool, call.args);
  return JSON.parse(JSON.stringify(wire).replaceAll(surroundings.data, "DATA")) as Wire;
}

const before = (call: Case): Promise<Wire> => answer(path.join(SERVERS_ROOT, call.server), call);
const after = (call: Case): Promise<Wire> => answer(migrated(call.server), call);
const bytes = ({ result, error }: Wire): string => JSON.stringify({ result, error });

/** What the model reads, without the quoting of JSON. */
function textOf({ result }: Wire): string {
  return (result?.content[0]?.text ?? "").replaceAll('\\"', '"');
}

describe("a success is the same to the byte", () => {
  it.each(SUCCESSES)("$server $tool $args", async (call) => {
    const original = await before(call);
    expect(original.error).toBeUndefined();
    expect(original.result?.isError ?? false).toBe(false);
    expect(bytes(await after(call))).toBe(bytes(original));
  });
});

describe("a failure keeps the contract, and what its author wrote", () => {
  it.each(FAILURES)("$server $tool $args", async (call) => {
    const [original, now] = [await before(call), await after(call)];
    assertToolError(now.result, call.contract);
    expect(bytes(now)).not.toBe(bytes(original));
    if (call.instead !== undefined) expect(textOf(now)).toContain(call.instead);
    if (call.words === undefined) return;
    expect(textOf(original)).toContain(call.words);
    expect(textOf(now)).toContain(call.words);
  });
});

it("what was no error is none any more: nothing found", async () => {
  const { result } = await after(EMPTY);
  expect((await before(EMPTY)).result?.isError).toBe(true);
  expect(emptyResultProblems(result)).toEqual([]);
  expect(result?.content[0]?.text).toContain("No tickets found with status waiting.");
});

describe("what a person has to decide stays as it was, with a marker", () => {
  it.each(UNDECIDED)("$server $tool $args", async (call) => {
    expect(bytes(await after(call))).toBe(bytes(await before(call)));
  });

  it("one for each", () => {
    const servers = new Set(UNDECIDED.map(({ server }) => server));
    const texts = [...servers].flatMap((server) =>
      fs
        .readdirSync(migrated(server), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .map((name) => fs.readFileSync(path.join(migrated(server), name), "utf8")),
    );
    expect(texts.join("\n").match(/mcp-errors-todo/gu)?.length).toBeGreaterThanOrEqual(UNDECIDED.length);
  });
});

describe("over stdio, as programs of their own", () => {
  it.each([
    [SUCCESSES[0], FAILURES[1]],
    [SUCCESSES[11], FAILURES[4]],
    [SUCCESSES[22], FAILURES[6]],
    [SUCCESSES[34], FAILURES[9]],
  ] as [Case, Failure][])("$server", async (success, failure) => {
    const run = async (main: string, call: Case): Promise<Wire> => {
      const { backend, data } = surroundingsOf(call);
      const url = await backend.listen();
      cleanup.push(() => backend.close());
      const child = await openChild(main, SERVERS[call.server].env(url, data));
      cleanup.push(() => child.close());
      return child.call(call.tool, call.args);
    };
    const { main } = SERVERS[success.server];
    const original = await run(path.join(SERVERS_ROOT, success.server, main), success);
    expect(original.result?.isError ?? false).toBe(false);
    expect(bytes(await run(path.join(migrated(success.server), main), success))).toBe(bytes(original));
    assertToolError((await run(path.join(migrated(failure.server), main), failure)).result, failure.contract);
  });
});
