/** The example servers as programs: each of their tools, called once. */
import * as nodePath from "node:path";
import { readFileSync } from "node:fs";
import path from "node:path";
import { SERVERS_ROOT, serverFiles } from "../../support/servers.js";
import type { Program, Run, Surroundings } from "./run.js";

type Calls = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface Example {
  readonly folder: string;
  readonly calls: Calls;
  readonly around: (run: Run) => Surroundings;
}

/** What is at a path of an HTTP service: the longest of the keys that it ends in, before a query. */
function bodies(run: Run, at: Readonly<Record<string, unknown>>, lists: readonly string[]): Surroundings["answer"] {
  return (url) => {
    const { pathname } = new URL(url);
    const key = Object.keys(at).find((one) => pathname.endsWith(one));
    if (key === undefined) throw new Error(`nothing at ${url}`);
    return run.isEmpty && lists.includes(key) ? [] : at[key];
  };
}

const order = { id: "A-1", customerId: "C-9", status: "paid", total: 40, currency: "EUR", placedAt: "2026-01-05" };
const ticket = { id: "T-1", title: "Blank page", status: "open", assignee: "ada" };
const NOTE = '{"title":"Plans","tags":["home"]}\nPaint the fence.\n';

const EXAMPLES: readonly Example[] = [
  {
    folder: "sdk-v1",
    calls: {
      list_orders: { status: "paid", limit: 5 },
      search_orders: { query: "anna" },
      customer_orders: { customerId: "C-9" },
      get_order: { orderId: "A-1" },
      cancel_order: { orderId: "A-1", reason: "too late" },
      issue_refund: { orderId: "A-1", amount: 5 },
      order_invoice: { orderId: "A-1" },
      update_shipping_address: { orderId: "A-1", address: "Main Street 1, Oslo" },
    },
    around: (run) => ({
      packages: {},
      answer: bodies(
        run,
        {
          "/orders": [order],
          "/orders/search": [order],
          "/A-1": order,
          "/address": {},
          "/cancel": { ...order, status: "cancelled" },
          "/refunds": { id: "R-1", orderId: "A-1", amount: 5 },
          "/invoice": { number: "I-1", orderId: "A-1", total: 40, pdfUrl: "/i/1" },
        },
        ["/orders", "/orders/search"],
      ),
    }),
  },
  {
    folder: "sdk-v2",
    calls: {
      list_tickets: { status: "open", assignee: "ada" },
      get_ticket: { ticketId: "T-1" },
      search_tickets: { query: "blank" },
      get_tickets: { ticketIds: ["T-1", "T-2"] },
      create_ticket: { title: "Blank page", body: "Nothing is shown." },
      assign_ticket: { ticketId: "T-1", assignee: "ada" },
      comment_ticket: { ticketId: "T-1", body: "Seen." },
      close_ticket: { ticketId: "T-1" },
    },
    around: (run) => ({
      packages: {},
      answer: (url, method) =>
        bodies(
          run,
          {
            "/tickets": method === "POST" ? ticket : [ticket],
            "/search": [ticket],
            "/T-1": ticket,
            "/T-2": ticket,
            "/comments": { id: "K-1" },
          },
          method === "POST" ? [] : ["/tickets", "/search"],
        )(url, method),
    }),
  },
  {
    folder: "fastmcp",
    calls: {
      current_weather: { city: "Oslo" },
      forecast: { city: "Oslo", days: 3 },
      air_quality: { city: "Oslo" },
      uv_index: { city: "Oslo" },
      tide_table: { harbour: "Bergen" },
      geocode: { query: "Oslo" },
      weather_alerts: { region: "Vestland" },
      subscribe_alerts: { region: "Vestland", email: "ada@example.com" },
    },
    around: (run) => ({
      packages: {},
      answer: bodies(
        run,
        {
          "/current": { sky: "clear" },
          "/forecast": { days: 3 },
          "/air": { city: "Oslo", index: 12, measuredAt: "09:00" },
          "/uv": { city: "Oslo", index: 3 },
          "/Bergen": [{ high: "04:10" }],
          "/geocode": [{ name: "Oslo", latitude: 59.9, longitude: 10.7 }],
          "/alerts": [{ title: "Gale", severity: "high" }],
          "/subscribe": { ok: true, id: "S-1" },
        },
        ["/alerts", "/geocode"],
      ),
    }),
  },
  {
    folder: "low-level",
    calls: {
      list_notes: {},
      read_note: { name: "plans" },
      note_info: { name: "plans" },
      append_note: { name: "plans", text: "And the door." },
      search_notes: { phrase: "fence" },
      archive_note: { name: "plans" },
      import_note: { name: "page", url: "https://example.com/page" },
      sync_notes: {},
    },
    around: (run) => ({
      packages: {
        "node:path": nodePath,
        "node:fs/promises": {
          readdir: () => run.operate(() => (run.isEmpty ? [] : ["plans.md", "trips.md"])),
          readFile: () => run.operate(() => NOTE),
          writeFile: () => run.operate(() => undefined),
          rename: () => run.operate(() => undefined),
        },
      },
      answer: bodies(run, { "/page": "A page.", "/changes": [{ name: "plans", source: NOTE }] }, ["/changes"]),
    }),
  },
];

const textsOf = (folder: string): Readonly<Record<string, string>> => {
  const root = path.join(SERVERS_ROOT, folder);
  return Object.fromEntries(
    serverFiles()
      .filter((file) => file.startsWith(`${root}${path.sep}`))
      .map((file) => [path.relative(root, file).split(path.sep).join("/"), readFileSync(file, "utf8")]),
  );
};

export interface ExampleProgram extends Program {
  readonly name: string;
}

export function examplePrograms(): ExampleProgram[] {
  return EXAMPLES.flatMap(({ folder, calls, around }) => {
    const files = textsOf(folder);
    return Object.entries(calls).map(([tool, args]) => ({ name: `${folder}/${tool}`, files, tool, args, around }));
  });
}
