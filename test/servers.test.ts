import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { Backend } from "./servers-support/backend.js";
import { type ChildSession, openChild } from "./servers-support/sessions.js";
import { contractOf, errorText, successJson, successText } from "./servers-support/wire.js";

interface Expected {
  file: string;
  case: string;
  tool?: string;
  line?: number;
  endLine?: number;
  rules?: string[];
  why?: string;
  text?: string;
}

const servers = ["sdk-v1", "sdk-v2", "low-level", "fastmcp"];
const rules = [
  "no-error-for-empty-result",
  "no-error-leak",
  "no-generic-error-message",
  "no-lost-partial-results",
  "no-protocol-error",
  "no-raw-error-message",
  "no-retryable-terminal-error",
  "no-swallowed-error",
  "no-unchecked-response",
  "prefer-tool-error",
  "require-error-category",
  "require-is-error",
  "require-recovery-hint",
  "require-retry-after",
];

const read = (server: string, file: string) =>
  readFileSync(new URL(`servers/${server}/${file}`, import.meta.url), "utf8");
const expectedOf = (server: string) => JSON.parse(read(server, "expected.json")) as Expected[];
const range = (letter: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => letter + String(from + i).padStart(2, "0"));

describe("expected.json", () => {
  it("covers every case between the four servers", () => {
    const seen = new Set(servers.flatMap(expectedOf).map((entry) => entry.case));
    expect([...seen].sort()).toEqual([
      ...range("B", 1, 15),
      "B17",
      "B18",
      "B20",
      "B22",
      "B23",
      ...range("G", 1, 13),
      "hand-built",
    ]);
  });

  it("expects every rule somewhere, and no other", () => {
    const seen = new Set(servers.flatMap(expectedOf).flatMap((entry) => entry.rules ?? []));
    expect([...seen].sort()).toEqual(rules);
  });

  it.each(servers)("of %s points at the lines it means", (server) => {
    for (const entry of expectedOf(server).filter(({ line }) => line !== undefined)) {
      const lines = read(server, entry.file).split("\n");
      expect(lines[(entry.line ?? 0) - 1]?.trim()).toBe(entry.text);
      expect(entry.endLine).toBeGreaterThanOrEqual(entry.line ?? Number.NaN);
      expect(entry.why).toMatch(/\w/);
    }
  });

  it.each(servers)("of %s names files and tools that exist", (server) => {
    for (const entry of expectedOf(server).filter(({ case: name }) => name.startsWith("G"))) {
      expect(entry.tool).toMatch(/\w/);
      expect(read(server, entry.file)).not.toBe("");
    }
  });
});

describe("over stdio", () => {
  const cleanup: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const step of cleanup.splice(0).reverse()) await step();
  });

  async function start(main: string, backend: Backend, env: (url: string) => Record<string, string>) {
    const url = await backend.listen();
    cleanup.push(() => backend.close());
    const child: ChildSession = await openChild(main, env(url));
    cleanup.push(() => child.close());
    return child;
  }

  it("sdk-v1: an outage is an empty list in one tool and a contract in the other", async () => {
    const backend = new Backend()
      .on("GET", "/orders", { status: 503 })
      .on("GET", "/orders/A-1/invoice", { status: 503, headers: { "retry-after": "7" } });
    const child = await start("sdk-v1/main.ts", backend, (url) => ({ ORDERS_API_URL: url }));
    expect(await child.toolNames()).toHaveLength(8);
    expect(successJson(await child.call("list_orders"))).toEqual({ count: 0, orders: [] });
    expect(contractOf(await child.call("order_invoice", { orderId: "A-1" }))).toMatchObject({ retryAfterSeconds: 7 });
  });

  it("sdk-v2: the comment is confirmed, and only stderr knows that it was lost", async () => {
    const backend = new Backend().on("POST", "/tickets/T-1/comments", { status: 500 });
    const child = await start("sdk-v2/main.ts", backend, (url) => ({ TRACKER_URL: url }));
    expect(await child.toolNames()).toHaveLength(8);
    const answer = await child.call("comment_ticket", { ticketId: "T-1", body: "Fixed in 1.2." });
    expect(successText(answer)).toBe("Comment added to T-1.");
    await child.stderrSays("unhandled rejection: TrackerError: Ticket tracker answered 500");
  });

  it("low-level: real files, a stack in the text, a protocol error", async () => {
    const dir = await mkdtemp(join(tmpdir(), "notes-"));
    cleanup.push(() => rm(dir, { recursive: true }));
    await writeFile(join(dir, "plan.md"), "Buy milk\n");
    const backend = new Backend().on("GET", "/changes", { status: 502 });
    const child = await start("low-level/main.js", backend, (url) => ({ NOTES_DIR: dir, NOTES_SYNC_URL: url }));
    expect(await child.toolNames()).toHaveLength(8);
    expect(successText(await child.call("read_note", { name: "plan" }))).toBe("Buy milk\n");
    expect(errorText(await child.call("read_note", { name: "nothing" }))).toContain(join(dir, "nothing.md"));
    expect(successText(await child.call("archive_note", { name: "plan" }))).toBe('"plan" is in the archive now.');
    expect(successJson(await child.call("list_notes"))).toEqual({ notes: ["plan"] });
    expect((await child.call("sync_notes")).error?.code).toBe(-32603);
  });

  it("fastmcp: an error page goes out as the weather", async () => {
    const backend = new Backend()
      .on("GET", "/current", { status: 500, body: { message: "internal error" } })
      .on("GET", "/uv", { status: 429, headers: { "retry-after": "40" } });
    const child = await start("fastmcp/main.ts", backend, (url) => ({ WEATHER_API_URL: url }));
    expect(await child.toolNames()).toHaveLength(8);
    expect(successJson(await child.call("current_weather", { city: "Oslo" }))).toEqual({
      city: "Oslo",
      weather: { message: "internal error" },
    });
    expect(contractOf(await child.call("uv_index", { city: "Oslo" }))).toMatchObject({ retryAfterSeconds: 40 });
  });
});
