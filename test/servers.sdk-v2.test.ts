import { afterEach, beforeEach, expect, it } from "vitest";
import { Backend } from "./servers-support/backend.js";
import { openV2 } from "./servers-support/sessions.js";
import { contractOf, errorJson, errorText, type Session, successJson, successText } from "./servers-support/wire.js";
import { Tracker } from "./servers/sdk-v2/api.js";
import { createServer } from "./servers/sdk-v2/server.js";

const ticket = (id: string, status = "open") => ({ id, title: `Title of ${id}`, status, assignee: null });
const outage = { status: 503, headers: { "retry-after": "30" } };

let backend: Backend;
let logged: string[];
let session: Session;

beforeEach(async () => {
  backend = new Backend();
  logged = [];
  const tracker = new Tracker("http://tracker.test", backend.fetch);
  session = await openV2(createServer({ tracker, log: (line) => void logged.push(line) }));
});

afterEach(() => session.close());

it("lists its tools", async () => {
  expect(await session.toolNames()).toEqual([
    "assign_ticket",
    "close_ticket",
    "comment_ticket",
    "create_ticket",
    "get_ticket",
    "get_tickets",
    "list_tickets",
    "search_tickets",
  ]);
});

it("works as long as the tracker does", async () => {
  backend
    .on("GET", "/tickets", { body: [ticket("T-1")] })
    .on("GET", "/tickets/search", { body: [ticket("T-1"), ticket("T-2", "closed")] })
    .on("GET", "/tickets/T-1", { body: ticket("T-1") })
    .on("POST", "/tickets", { body: ticket("T-3") })
    .on("POST", "/tickets/T-1/comments", { body: { id: "K-1" } })
    .on("PATCH", "/tickets/T-1", { body: ticket("T-1", "closed") });
  expect(successJson(await session.call("list_tickets"))).toEqual({ tickets: [ticket("T-1")] });
  expect(successJson(await session.call("search_tickets", { query: "ti" }))).toEqual({ tickets: [ticket("T-1")] });
  expect(successJson(await session.call("get_ticket", { ticketId: "T-1" }))).toEqual(ticket("T-1"));
  expect(successJson(await session.call("get_tickets", { ticketIds: ["T-1"] }))).toEqual({ tickets: [ticket("T-1")] });
  expect(successJson(await session.call("create_ticket", { title: "Broken", body: "" }))).toEqual(ticket("T-3"));
  expect(successJson(await session.call("close_ticket", { ticketId: "T-1" }))).toMatchObject({ status: "closed" });
  expect(successText(await session.call("comment_ticket", { ticketId: "T-1", body: "ok" }))).toContain("T-1");
  expect(successText(await session.call("assign_ticket", { ticketId: "T-1", assignee: "Kim" }))).toContain("Kim");
});

it("B04: a failed search reads as nothing found", async () => {
  backend.on("GET", "/tickets/search", outage);
  const wire = await session.call("search_tickets", { query: "printer" });
  expect(wire.result).toMatchObject({ content: [{ text: 'No active ticket matches "printer".' }] });
  expect(wire.result).not.toHaveProperty("isError");
  expect(logged).toHaveLength(1);
});

it("B08: the model learns nothing but that it failed", async () => {
  backend.on("PATCH", "/tickets/T-1", { status: 403 });
  expect(errorText(await session.call("assign_ticket", { ticketId: "T-1", assignee: "Kim" }))).toBe("Operation failed");
});

it("B11: an empty list is an error", async () => {
  backend.on("GET", "/tickets", { body: [] });
  expect(errorText(await session.call("list_tickets", { status: "waiting" }))).toBe(
    "No tickets found with status waiting.",
  );
});

it("B20: the comment is confirmed while its request still hangs", async () => {
  backend.on("POST", "/tickets/T-1/comments", () => new Promise(() => undefined));
  const wire = await session.call("comment_ticket", { ticketId: "T-1", body: "ok" });
  expect(successText(wire)).toBe("Comment added to T-1.");
  expect(backend.calls).toEqual(["POST /tickets/T-1/comments"]);
});

it("B23: a create that may have happened is offered for a retry", async () => {
  backend.on("POST", "/tickets", () => {
    throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
  });
  expect(errorJson(await session.call("create_ticket", { title: "Broken", body: "" }))).toMatchObject({
    errorCategory: "transient",
    isRetryable: true,
  });
});

it("G01: an outage comes with the wait that the tracker asked for", async () => {
  backend.on("GET", "/tickets/T-1", outage);
  expect(contractOf(await session.call("get_ticket", { ticketId: "T-1" }))).toMatchObject({
    errorCategory: "transient",
    isRetryable: true,
    retryAfterSeconds: 30,
  });
  backend.on("GET", "/tickets/T-1", { status: 404 });
  expect(errorText(await session.call("get_ticket", { ticketId: "T-1" }))).toBe("Ticket tracker answered 404");
});

it("G04: what could be read comes along with the failure", async () => {
  backend
    .on("GET", "/tickets/T-1", { body: ticket("T-1") })
    .on("GET", "/tickets/T-2", outage)
    .on("GET", "/tickets/T-3", { status: 500 });
  expect(contractOf(await session.call("get_tickets", { ticketIds: ["T-1", "T-2", "T-3"] }))).toMatchObject({
    errorCategory: "transient",
    retryAfterSeconds: 30,
    partialResults: { tickets: [ticket("T-1")] },
    attemptedActions: ["read ticket T-1", "read ticket T-2", "read ticket T-3"],
  });
  backend.on("GET", "/tickets/T-3", { status: 404 });
  expect(contractOf(await session.call("get_tickets", { ticketIds: ["T-1", "T-2", "T-3"] }))).toMatchObject({
    errorCategory: "validation",
    isRetryable: false,
    partialResults: { tickets: [ticket("T-1")] },
  });
});

it("G12: the thrown sentence reaches the model, its cause does not", async () => {
  backend.on("PATCH", "/tickets/T-1", { status: 409 });
  expect(errorText(await session.call("close_ticket", { ticketId: "T-1" }))).toBe(
    "Ticket T-1 cannot be closed while it has open subtasks. Close the subtasks first, then close T-1.",
  );
});
