import { afterEach, beforeEach, expect, it } from "vitest";
import { Backend } from "./servers-support/backend.js";
import { openV1 } from "./servers-support/sessions.js";
import { contractOf, errorJson, errorText, type Session, successJson, successText } from "./servers-support/wire.js";
import { createOrdersApi } from "./servers/sdk-v1/api.js";
import { createServer } from "./servers/sdk-v1/server.js";

const order = { id: "A-1", customerId: "C-9", status: "paid", total: 40, currency: "EUR", placedAt: "2026-01-05" };
const forbidden = { status: 403 };
const outage = { status: 503, headers: { "retry-after": "12" } };

let backend: Backend;
let logged: string[];
let session: Session;

beforeEach(async () => {
  backend = new Backend();
  logged = [];
  const api = createOrdersApi({ baseUrl: "http://orders.test", token: "t", fetch: backend.fetch });
  session = await openV1(createServer({ api, log: (line) => void logged.push(line) }));
});

afterEach(() => session.close());

it("lists its tools", async () => {
  expect(await session.toolNames()).toEqual([
    "cancel_order",
    "customer_orders",
    "get_order",
    "issue_refund",
    "list_orders",
    "order_invoice",
    "search_orders",
    "update_shipping_address",
  ]);
});

it("works as long as the API does", async () => {
  backend
    .on("GET", "/orders", { body: [order] })
    .on("GET", "/orders/search", { body: [order] })
    .on("GET", "/orders/A-1", { body: order })
    .on("PUT", "/orders/A-1/address", { status: 200 })
    .on("POST", "/orders/A-1/cancel", { body: { ...order, status: "cancelled" } })
    .on("POST", "/orders/A-1/refunds", { body: { id: "R-1", orderId: "A-1", amount: 5 } })
    .on("GET", "/orders/A-1/invoice", { body: { number: "I-1", orderId: "A-1", total: 40, pdfUrl: "/i/1" } });
  expect(successJson(await session.call("list_orders"))).toEqual({ count: 1, orders: [order] });
  expect(successJson(await session.call("search_orders", { query: "anna" }))).toEqual({ found: true, orders: [order] });
  expect(successJson(await session.call("customer_orders", { customerId: "C-9" }))).toMatchObject({ orders: [order] });
  expect(successJson(await session.call("get_order", { orderId: "A-1" }))).toEqual(order);
  expect(successJson(await session.call("cancel_order", { orderId: "A-1", reason: "too late" }))).toMatchObject({
    status: "cancelled",
  });
  expect(successJson(await session.call("issue_refund", { orderId: "A-1", amount: 5 }))).toMatchObject({ id: "R-1" });
  expect(successJson(await session.call("order_invoice", { orderId: "A-1" }))).toMatchObject({ invoice: "I-1" });
  const moved = await session.call("update_shipping_address", { orderId: "A-1", address: "Main Street 1, Oslo" });
  expect(successText(moved)).toContain("Main Street 1");
});

it("B02: a refused change of address is confirmed", async () => {
  backend.on("PUT", "/orders/A-1/address", { status: 409 });
  const wire = await session.call("update_shipping_address", { orderId: "A-1", address: "Main Street 1, Oslo" });
  expect(wire.result).toEqual({
    content: [{ type: "text", text: "Done. Order A-1 will be sent to: Main Street 1, Oslo" }],
  });
  expect(logged).toEqual([expect.stringContaining("409")]);
});

it("B03: an outage reads as no orders", async () => {
  backend.on("GET", "/orders", outage);
  const wire = await session.call("list_orders");
  expect(wire.result).toEqual({ content: [{ type: "text", text: '{"count":0,"orders":[]}' }] });
});

it("B05: an outage reads as a customer without orders", async () => {
  backend.on("GET", "/orders", outage);
  const wire = await session.call("customer_orders", { customerId: "C-9" });
  expect(wire.result).toEqual({
    content: [{ type: "text", text: "Customer C-9 has not ordered anything yet." }],
  });
});

it("B09, B10: a missing scope and a refund limit are offered for a retry", async () => {
  backend.on("POST", "/orders/A-1/refunds", forbidden);
  expect(errorJson(await session.call("issue_refund", { orderId: "A-1", amount: 500 }))).toMatchObject({
    errorCategory: "permission",
    isRetryable: true,
  });
  backend.on("POST", "/orders/A-1/refunds", { status: 422, headers: { "x-error-code": "refund_limit_exceeded" } });
  expect(errorJson(await session.call("issue_refund", { orderId: "A-1", amount: 500 }))).toMatchObject({
    errorCategory: "business",
    isRetryable: true,
  });
});

it("a refund that broke off is not offered for a retry", async () => {
  backend.on("POST", "/orders/A-1/refunds", outage);
  expect(contractOf(await session.call("issue_refund", { orderId: "A-1", amount: 5 }))).toMatchObject({
    errorCode: "ORDERS_API_OUTCOME_UNKNOWN",
    isRetryable: false,
  });
});

it("G02: only 403 is turned into the contract, the rest goes to the SDK", async () => {
  backend.on("GET", "/orders/A-1", forbidden);
  expect(contractOf(await session.call("get_order", { orderId: "A-1" }))).toMatchObject({
    errorCategory: "permission",
    isRetryable: false,
  });
  backend.on("GET", "/orders/A-1", outage);
  expect(errorText(await session.call("get_order", { orderId: "A-1" }))).toBe("Orders API answered 503 (http_503)");
});

it("G03: no match is a success that says so, an outage is an error", async () => {
  backend.on("GET", "/orders/search", { body: [] });
  expect(successJson(await session.call("search_orders", { query: "zzz" }))).toMatchObject({ found: false });
  backend.on("GET", "/orders/search", outage);
  expect(errorText(await session.call("search_orders", { query: "zzz" }))).toContain("503");
});

it.each([
  [{ status: 401 }, { errorCategory: "permission", isRetryable: false }],
  [{ status: 409 }, { errorCategory: "business", isRetryable: false }],
  [{ status: 400 }, { errorCategory: "validation", isRetryable: false }],
  [{ status: 500 }, { errorCategory: "transient", isRetryable: true, retryAfterSeconds: 10 }],
  [outage, { errorCategory: "transient", isRetryable: true, retryAfterSeconds: 12 }],
])("G09, G13: the helper sorts %o", async (reply, contract) => {
  backend.on("POST", "/orders/A-1/cancel", reply).on("GET", "/orders/A-1/invoice", reply);
  expect(contractOf(await session.call("cancel_order", { orderId: "A-1", reason: "lost" }))).toMatchObject(contract);
  expect(contractOf(await session.call("order_invoice", { orderId: "A-1" }))).toMatchObject(contract);
});

it("G09, G13: what the helper does not know is not offered for a retry", async () => {
  const broken = () => {
    throw new TypeError("fetch failed: password=hunter2");
  };
  backend.on("POST", "/orders/A-1/cancel", broken).on("GET", "/orders/A-1/invoice", broken);
  for (const wire of [
    await session.call("cancel_order", { orderId: "A-1", reason: "lost" }),
    await session.call("order_invoice", { orderId: "A-1" }),
  ]) {
    expect(contractOf(wire)).toMatchObject({ errorCode: "UNCLASSIFIED", isRetryable: false });
    expect(errorText(wire)).not.toContain("hunter2");
  }
});

it("arguments that do not fit are an error result of the SDK", async () => {
  expect(errorText(await session.call("issue_refund", { orderId: "A-1", amount: -1 }))).toContain("amount");
  expect(backend.calls).toEqual([]);
});
