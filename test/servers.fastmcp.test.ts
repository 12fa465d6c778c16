import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Backend } from "./servers-support/backend.js";
import { openV1 } from "./servers-support/sessions.js";
import { contractOf, errorJson, errorText, type Session, successJson, successText } from "./servers-support/wire.js";
import { WeatherApi } from "./servers/fastmcp/api.js";
import { createServer } from "./servers/fastmcp/server.js";

const key = "secret-weather-key";

let backend: Backend;
let cached: Map<string, unknown>;
let cacheBroken: boolean;
let session: Session;

beforeEach(async () => {
  backend = new Backend();
  cached = new Map();
  cacheBroken = false;
  // This server uses the global fetch, as most do.
  vi.stubGlobal("fetch", backend.fetch);
  const set = async (name: string, value: unknown) => {
    if (cacheBroken) throw new Error("disk full");
    cached.set(name, value);
  };
  session = await openV1(createServer({ api: new WeatherApi("http://weather.test", key), cache: { set } }));
});

afterEach(async () => {
  await session.close();
  vi.unstubAllGlobals();
});

it("lists its tools", async () => {
  expect(await session.toolNames()).toEqual([
    "air_quality",
    "current_weather",
    "forecast",
    "geocode",
    "subscribe_alerts",
    "tide_table",
    "uv_index",
    "weather_alerts",
  ]);
});

it("works as long as the service does", async () => {
  const place = { name: "Oslo", latitude: 59.9, longitude: 10.7 };
  backend
    .on("GET", "/current", { body: { sky: "clear" } })
    .on("GET", "/forecast", (url) => ({ body: { days: url.searchParams.get("days") } }))
    .on("GET", "/air", { body: { city: "Oslo", index: 17 } })
    .on("GET", "/uv", { body: { city: "Oslo", index: 3 } })
    .on("GET", "/tides/Oslo", { body: { high: "04:10" } })
    .on("GET", "/geocode", { body: [place] })
    .on("GET", "/alerts", { body: [] })
    .on("GET", "/subscribe", { body: { ok: true, id: "S-1" } });
  const city = { city: "Oslo" };
  expect(successJson(await session.call("current_weather", city))).toEqual({ city: "Oslo", weather: { sky: "clear" } });
  expect(successJson(await session.call("forecast", city))).toEqual({ days: "3" });
  expect(successJson(await session.call("air_quality", city))).toMatchObject({ index: 17 });
  expect(successText(await session.call("uv_index", city))).toBe("The UV index in Oslo is 3.");
  expect(successJson(await session.call("tide_table", { harbour: "Oslo" }))).toEqual({ high: "04:10" });
  expect(successJson(await session.call("geocode", { query: "Oslo" }))).toEqual({ places: [place] });
  expect(successJson(await session.call("weather_alerts", { region: "Oslo" }))).toEqual({ region: "Oslo", alerts: [] });
  expect(successJson(await session.call("subscribe_alerts", { region: "Oslo", email: "a@b.no" }))).toMatchObject({
    subscription: "S-1",
  });
  expect([...cached.keys()]).toEqual(["air:Oslo"]);
});

it("B06: a network failure is a success with words of an error", async () => {
  backend.on("GET", "/tides/Oslo", () => {
    throw new TypeError("fetch failed");
  });
  const wire = await session.call("tide_table", { harbour: "Oslo" });
  expect(wire.result).toEqual({ content: [{ type: "text", text: "Error reading the tides of Oslo: fetch failed" }] });
});

it("B07: a failure says that it is none", async () => {
  backend.on("GET", "/alerts", { status: 500 });
  const wire = await session.call("weather_alerts", { region: "Oslo" });
  expect(wire.result?.isError).toBe(false);
  expect(successText(wire)).toContain("Cannot load the alerts for Oslo.");
});

it("B13: the key of the server and the body of the answer reach the model", async () => {
  backend
    .on("GET", "/geocode", { status: 500 })
    .on("GET", "/tides/Oslo", { status: 500, body: "pq: relation tides at db-7.internal" });
  expect(errorText(await session.call("geocode", { query: "Oslo" }))).toContain(key);
  expect(errorText(await session.call("tide_table", { harbour: "Oslo" }))).toContain("db-7.internal");
});

it("B15: the wait that the service asked for is dropped", async () => {
  backend.on("GET", "/forecast", { status: 429, headers: { "retry-after": "60" } });
  const contract = errorJson(await session.call("forecast", { city: "Oslo" }));
  expect(contract).toMatchObject({ errorCategory: "transient", isRetryable: true });
  expect(contract).not.toHaveProperty("retryAfterSeconds");
});

it("B18: a refusal is passed on as a success", async () => {
  backend.on("GET", "/subscribe", { body: { ok: false, error: "quota_exceeded" } });
  const wire = await session.call("subscribe_alerts", { region: "Oslo", email: "a@b.no" });
  expect(wire.result).toEqual({ content: [{ type: "text", text: '{"ok":false,"error":"quota_exceeded"}' }] });
});

it("B22: an error body is the weather", async () => {
  backend.on("GET", "/current", { status: 401, body: { error: "key expired" } });
  expect(successJson(await session.call("current_weather", { city: "Oslo" }))).toEqual({
    city: "Oslo",
    weather: { error: "key expired" },
  });
});

it("G05: a broken cache costs nothing, a broken service is told", async () => {
  cacheBroken = true;
  backend.on("GET", "/air", { body: { city: "Oslo", index: 17 } });
  expect(successJson(await session.call("air_quality", { city: "Oslo" }))).toMatchObject({ index: 17 });
  backend.on("GET", "/air", { status: 403 });
  expect(contractOf(await session.call("air_quality", { city: "Oslo" }))).toMatchObject({
    errorCategory: "permission",
  });
});

it.each([
  [{ status: 401 }, { errorCategory: "permission", isRetryable: false }],
  [{ status: 404 }, { errorCategory: "validation", isRetryable: false }],
  [
    { status: 429, headers: { "retry-after": "45" } },
    { errorCategory: "transient", retryAfterSeconds: 45 },
  ],
  [{ status: 500 }, { errorCategory: "transient", retryAfterSeconds: 20 }],
])("G08: without a try, %o becomes the contract that the client library throws", async (reply, contract) => {
  backend.on("GET", "/uv", reply);
  const wire = await session.call("uv_index", { city: "Oslo" });
  expect(contractOf(wire)).toMatchObject(contract);
  expect(errorText(wire)).not.toContain(key);
});
