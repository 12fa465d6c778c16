import { MongoClient, MongoNetworkError, MongoNetworkTimeoutError, MongoServerError } from "mongodb";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { classifyError, type Classification } from "mcp-tool-errors";
import { startFakePostgres } from "./support/fake-postgres.js";
import { rejection, startFaultyServer, type FaultyServer } from "./support/http-server.js";

const terminal = (errorCategory: Classification["errorCategory"], errorCode: string) => ({
  matched: true,
  errorCategory,
  errorCode,
  isRetryable: false,
});
const retry = (errorCode: string, retryAfterSeconds: number) => ({
  matched: true,
  errorCategory: "transient",
  isRetryable: true,
  errorCode,
  retryAfterSeconds,
});

let server: FaultyServer;
beforeAll(async () => {
  server = await startFaultyServer();
});
afterAll(() => server.close());

describe("PostgreSQL: pg against a server that refuses with a SQLSTATE", () => {
  let postgres: Awaited<ReturnType<typeof startFakePostgres>>;
  beforeAll(async () => {
    postgres = await startFakePostgres();
  });
  afterAll(() => postgres.close());

  const query = async (sqlstate: string, refuseConnection = false) => {
    Object.assign(postgres, { sqlstate, refuseConnection });
    const client = new pg.Client({
      host: "127.0.0.1",
      port: postgres.port,
      user: "u",
      password: "hunter2-secret",
      database: "d",
    });
    client.on("error", () => undefined);
    const error = await rejection(client.connect().then(() => client.query("select 1")));
    await client.end().catch(() => undefined);
    return error;
  };

  it.each([
    ["40001", retry("CONFLICT_RETRY", 1)],
    ["40P01", retry("CONFLICT_RETRY", 1)],
    ["55P03", retry("CONFLICT_RETRY", 1)],
    ["53300", retry("DATABASE_UNAVAILABLE", 5)],
    ["57P01", retry("DATABASE_UNAVAILABLE", 5)],
    ["57P03", retry("DATABASE_UNAVAILABLE", 5)],
    ["57014", retry("TIMEOUT", 2)],
    ["08006", retry("DATABASE_UNAVAILABLE", 5)],
    ["23505", terminal("business", "CONFLICT")],
    ["23503", terminal("business", "PRECONDITION_FAILED")],
    ["42501", terminal("permission", "PERMISSION_DENIED")],
    ["22P02", terminal("validation", "INVALID_INPUT")],
  ])("%s", async (sqlstate, expected) => {
    const result = classifyError(await query(sqlstate));
    expect(result).toMatchObject(expected);
    expect(result.description).not.toMatch(/hunter2|postgres|duplicate key/);
  });

  it("28P01 while connecting", async () => {
    expect(classifyError(await query("28P01", true))).toMatchObject(terminal("permission", "UNAUTHENTICATED"));
  });

  it.each(["42601", "42703", "42P01", "XX000"])(
    "%s is the server's own fault and stays unclassified",
    async (sqlstate) => {
      expect(classifyError(await query(sqlstate))).toMatchObject({
        matched: false,
        errorCode: "UNCLASSIFIED",
        isRetryable: false,
      });
    },
  );

  it("a lost answer is not repeated for a write, a lock conflict is", async () => {
    expect(classifyError(await query("57P01"), { idempotent: false })).toMatchObject({ isRetryable: false });
    expect(classifyError(await query("40001"), { idempotent: false })).toMatchObject({ isRetryable: true });
  });

  it("a pool without a free connection", async () => {
    Object.assign(postgres, { refuseConnection: false });
    const pool = new pg.Pool({
      host: "127.0.0.1",
      port: postgres.port,
      user: "u",
      password: "p",
      database: "d",
      max: 1,
      connectionTimeoutMillis: 50,
    });
    const busy = await pool.connect();
    const error = await rejection(pool.connect());
    busy.release(true);
    await pool.end();
    expect(classifyError(error, { idempotent: false })).toMatchObject(retry("DATABASE_UNAVAILABLE", 5));
  });

  it("no server at all", async () => {
    const closed = await startFaultyServer();
    await closed.close();
    const client = new pg.Client({ host: "127.0.0.1", port: closed.port });
    expect(classifyError(await rejection(client.connect()))).toMatchObject(retry("UPSTREAM_UNAVAILABLE", 5));
  });
});

describe("MongoDB", () => {
  it("no server to select", async () => {
    const closed = await startFaultyServer();
    await closed.close();
    const client = new MongoClient(`mongodb://127.0.0.1:${closed.port}`, { serverSelectionTimeoutMS: 50 });
    expect(classifyError(await rejection(client.db("d").collection("c").findOne()))).toMatchObject(
      retry("DATABASE_UNAVAILABLE", 5),
    );
    await client.close();
  });

  // The driver's own classes; the server that would raise them is not at hand.
  it.each([
    [new MongoServerError({ code: 11000, message: "E11000 duplicate key" }), terminal("business", "CONFLICT")],
    [new MongoServerError({ code: 18, message: "Authentication failed." }), terminal("permission", "UNAUTHENTICATED")],
    [new MongoServerError({ code: 10107, message: "not primary" }), retry("DATABASE_UNAVAILABLE", 5)],
    [new MongoServerError({ code: 7, message: "host not found" }), retry("DATABASE_UNAVAILABLE", 5)],
    [
      new MongoServerError({ code: 112, message: "x", errorLabels: ["TransientTransactionError"] }),
      retry("CONFLICT_RETRY", 1),
    ],
    [
      new MongoServerError({ code: 462, message: "x", errorLabels: ["SystemOverloadedError", "RetryableError"] }),
      retry("RATE_LIMITED", 60),
    ],
    [
      new MongoServerError({ code: 64, message: "x", errorLabels: ["RetryableWriteError"] }),
      retry("DATABASE_UNAVAILABLE", 5),
    ],
    [new MongoNetworkTimeoutError("t"), retry("TIMEOUT", 2)],
    [new MongoNetworkError("t"), retry("NETWORK_ERROR", 2)],
  ])("%s", (error, expected) => {
    expect(classifyError(error)).toMatchObject(expected);
  });
});
