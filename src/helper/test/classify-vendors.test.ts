import { execFile } from "node:child_process";
import { readFile, writeFile, mkdir } from "node:fs/promises";
import { createServer, request } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import * as grpc from "@grpc/grpc-js";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { ProtocolError } from "@modelcontextprotocol/server";
import { ErrorCode, WebClient } from "@slack/web-api";
import { Ajv } from "ajv";
import axios from "axios";
import { bulkhead, BrokenCircuitError, TaskCancelledError } from "cockatiel";
import { UserError } from "fastmcp";
import Joi from "joi";
import { MongoClient, MongoNetworkError, MongoNetworkTimeoutError, MongoServerError } from "mongodb";
import pTimeout from "p-timeout";
import pg from "pg";
import Stripe from "stripe";
import * as v from "valibot";
import * as yup from "yup";
import { z } from "zod";
import { z as z3 } from "zod/v3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { classifyError, type Classification } from "mcp-tool-errors";
import { startFakePostgres } from "./support/fake-postgres.js";
import { rejection, startFaultyServer, type FaultyServer } from "./support/http-server.js";

const thrown = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("The call was expected to fail, but it succeeded.");
};
const terminal = (errorCategory: Classification["errorCategory"], errorCode: string) => ({ matched: true, errorCategory, errorCode, isRetryable: false });
const retry = (errorCode: string, retryAfterSeconds: number) => ({ matched: true, errorCategory: "transient", isRetryable: true, errorCode, retryAfterSeconds });

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
    const client = new pg.Client({ host: "127.0.0.1", port: postgres.port, user: "u", password: "hunter2-secret", database: "d" });
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

  it.each(["42601", "42703", "42P01", "XX000"])("%s is the server's own fault and stays unclassified", async (sqlstate) => {
    expect(classifyError(await query(sqlstate))).toMatchObject({ matched: false, errorCode: "UNCLASSIFIED", isRetryable: false });
  });

  it("a lost answer is not repeated for a write, a lock conflict is", async () => {
    expect(classifyError(await query("57P01"), { idempotent: false })).toMatchObject({ isRetryable: false });
    expect(classifyError(await query("40001"), { idempotent: false })).toMatchObject({ isRetryable: true });
  });

  it("a pool without a free connection", async () => {
    Object.assign(postgres, { refuseConnection: false });
    const pool = new pg.Pool({ host: "127.0.0.1", port: postgres.port, user: "u", password: "p", database: "d", max: 1, connectionTimeoutMillis: 50 });
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
    expect(classifyError(await rejection(client.db("d").collection("c").findOne()))).toMatchObject(retry("DATABASE_UNAVAILABLE", 5));
    await client.close();
  });

  // The driver's own classes; the server that would raise them is not at hand.
  it.each([
    [new MongoServerError({ code: 11000, message: "E11000 duplicate key" }), terminal("business", "CONFLICT")],
    [new MongoServerError({ code: 18, message: "Authentication failed." }), terminal("permission", "UNAUTHENTICATED")],
    [new MongoServerError({ code: 10107, message: "not primary" }), retry("DATABASE_UNAVAILABLE", 5)],
    [new MongoServerError({ code: 7, message: "host not found" }), retry("DATABASE_UNAVAILABLE", 5)],
    [new MongoServerError({ code: 112, message: "x", errorLabels: ["TransientTransactionError"] }), retry("CONFLICT_RETRY", 1)],
    [new MongoServerError({ code: 462, message: "x", errorLabels: ["SystemOverloadedError", "RetryableError"] }), retry("RATE_LIMITED", 60)],
    [new MongoServerError({ code: 64, message: "x", errorLabels: ["RetryableWriteError"] }), retry("DATABASE_UNAVAILABLE", 5)],
    [new MongoNetworkTimeoutError("t"), retry("TIMEOUT", 2)],
    [new MongoNetworkError("t"), retry("NETWORK_ERROR", 2)],
  ])("%s", (error, expected) => {
    expect(classifyError(error)).toMatchObject(expected);
  });
});

describe("gRPC: grpc-js against a server that answers with each status", () => {
  let rpc: grpc.Server;
  let client: grpc.Client;
  const plain = { serialize: (value: string) => Buffer.from(value), deserialize: (bytes: Buffer) => bytes.toString() };
  const next: { code: number; metadata?: grpc.Metadata } = { code: 0 };
  beforeAll(async () => {
    rpc = new grpc.Server();
    const method = { path: "/s/m", requestStream: false, responseStream: false, requestSerialize: plain.serialize, requestDeserialize: plain.deserialize, responseSerialize: plain.serialize, responseDeserialize: plain.deserialize };
    rpc.addService({ m: method } as grpc.ServiceDefinition, {
      m: (_call: unknown, callback: grpc.sendUnaryData<string>) => callback({ code: next.code, details: "hunter2-secret", ...(next.metadata && { metadata: next.metadata }) }),
    } as unknown as grpc.UntypedServiceImplementation);
    const port = await new Promise<number>((resolve, reject) =>
      rpc.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound))),
    );
    client = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  });
  afterAll(() => {
    client.close();
    rpc.forceShutdown();
  });
  const call = (code: number, metadata?: grpc.Metadata, options: grpc.CallOptions = {}) => {
    Object.assign(next, { code, metadata });
    return rejection(new Promise((_, reject) => client.makeUnaryRequest("/s/m", plain.serialize, plain.deserialize, "x", options, (error) => reject(error))));
  };

  it.each([
    [1, terminal("transient", "CANCELLED")],
    [3, terminal("validation", "INVALID_INPUT")],
    [4, retry("TIMEOUT", 2)],
    [5, terminal("validation", "NOT_FOUND")],
    [6, terminal("business", "CONFLICT")],
    [7, terminal("permission", "PERMISSION_DENIED")],
    [8, retry("RATE_LIMITED", 60)],
    [9, terminal("business", "PRECONDITION_FAILED")],
    [10, retry("CONFLICT_RETRY", 1)],
    [11, terminal("validation", "INVALID_INPUT")],
    [12, terminal("business", "NOT_SUPPORTED")],
    [14, retry("UPSTREAM_UNAVAILABLE", 5)],
    [16, terminal("permission", "UNAUTHENTICATED")],
  ])("status %i", async (code, expected) => {
    const result = classifyError(await call(code));
    expect(result).toMatchObject(expected);
    expect(result.description).not.toContain("hunter2");
  });

  it.each([2, 13, 15])("status %i says nothing about a repetition", async (code) => {
    expect(classifyError(await call(code))).toMatchObject({ matched: false, isRetryable: false });
  });

  it("a deadline", async () => {
    const silent = createTcpServer((socket) => void socket.on("error", () => undefined));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const lost = new grpc.Client(`127.0.0.1:${(silent.address() as AddressInfo).port}`, grpc.credentials.createInsecure());
    const error = await rejection(new Promise((_, reject) => lost.makeUnaryRequest("/s/m", plain.serialize, plain.deserialize, "x", { deadline: Date.now() + 100 }, (failure) => reject(failure))));
    lost.close();
    silent.close();
    expect(classifyError(error)).toMatchObject(retry("TIMEOUT", 2));
  });

  it("the server's push-back: a wait, or no repetition", async () => {
    const metadata = new grpc.Metadata();
    metadata.set("grpc-retry-pushback-ms", "4200");
    expect(classifyError(await call(14, metadata))).toMatchObject(retry("UPSTREAM_UNAVAILABLE", 5));
    expect(classifyError(await call(8, metadata))).toMatchObject(retry("RATE_LIMITED", 5));
    const never = new grpc.Metadata();
    never.set("grpc-retry-pushback-ms", "-1");
    expect(classifyError(await call(14, never))).toMatchObject(terminal("transient", "UPSTREAM_UNAVAILABLE"));
  });

  // google-gax decodes status details into this shape; it is not installed here.
  it("status details of google-gax (faithful object)", () => {
    const gax = (code: number, statusDetails: unknown[]) => Object.assign(new Error("hunter2"), { code, details: "x", statusDetails, metadata: {} });
    expect(classifyError(gax(8, [{ retryDelay: { seconds: "12", nanos: 500_000_000 } }]))).toMatchObject(retry("RATE_LIMITED", 13));
    expect(classifyError(gax(8, [{ violations: [{ subject: "project", description: "Daily limit" }] }]))).toMatchObject(terminal("business", "QUOTA_EXCEEDED"));
    const bad = classifyError(gax(3, [{ fieldViolations: [{ field: "page_size", description: "must be positive" }] }]));
    expect(bad).toMatchObject(terminal("validation", "INVALID_INPUT"));
    expect(bad.description).toBe("page_size: must be positive. Correct the input before calling again.");
  });
});

describe("AWS SDK v3 by error name", () => {
  const send = async (type: string, status = 400, headers = {}) => {
    server.answer = { status, headers: { "x-amzn-errortype": type, "content-type": "application/x-amz-json-1.0", ...headers }, body: { __type: type, message: "hunter2-secret" } };
    const client = new DynamoDBClient({ endpoint: `http://127.0.0.1:${server.port}`, region: "us-east-1", maxAttempts: 1, credentials: { accessKeyId: "a", secretAccessKey: "b" } });
    return rejection(client.send(new ListTablesCommand({})));
  };
  it.each([
    ["ThrottlingException", retry("RATE_LIMITED", 60)],
    ["ProvisionedThroughputExceededException", retry("RATE_LIMITED", 60)],
    ["RequestLimitExceeded", retry("RATE_LIMITED", 60)],
    ["LimitExceededException", retry("RATE_LIMITED", 60)],
    ["AccessDeniedException", terminal("permission", "PERMISSION_DENIED")],
    ["ExpiredTokenException", terminal("permission", "UNAUTHENTICATED")],
    ["ConditionalCheckFailedException", terminal("business", "PRECONDITION_FAILED")],
    ["ResourceNotFoundException", terminal("validation", "NOT_FOUND")],
    ["ValidationException", terminal("validation", "INVALID_INPUT")],
    ["ItemCollectionSizeLimitExceededException", terminal("validation", "INVALID_INPUT")],
  ])("%s", async (type, expected) => {
    expect(classifyError(await send(type))).toMatchObject(expected);
  });
  it("x-amz-retry-after is in milliseconds", async () => {
    expect(classifyError(await send("ThrottlingException", 429, { "x-amz-retry-after": "2500" }))).toMatchObject(retry("RATE_LIMITED", 3));
  });
  it("a corrected clock (faithful object)", () => {
    const error = Object.assign(new Error("x"), { name: "RequestTimeTooSkewed", $fault: "client", $metadata: { httpStatusCode: 403, clockSkewCorrected: true } });
    expect(classifyError(error)).toMatchObject(retry("CLOCK_SKEW", 1));
    expect(classifyError({ ...error, name: "RequestTimeTooSkewed", $metadata: { httpStatusCode: 403 } })).toMatchObject(terminal("permission", "PERMISSION_DENIED"));
  });
});

describe("Slack and Stripe", () => {
  const slack = () => new WebClient("xoxb-hunter2", { slackApiUrl: `http://127.0.0.1:${server.port}/api/`, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true });
  it("slack_webapi_rate_limited_error", async () => {
    server.answer = { status: 429, headers: { "retry-after": "17" } };
    const error = await rejection(slack().auth.test());
    expect(error).toMatchObject({ code: ErrorCode.RateLimitedError, retryAfter: 17 });
    expect(classifyError(error)).toMatchObject(retry("RATE_LIMITED", 17));
  });
  it("slack_webapi_http_error and slack_webapi_request_error", async () => {
    server.answer = { status: 503 };
    expect(classifyError(await rejection(slack().auth.test()))).toMatchObject(retry("UPSTREAM_UNAVAILABLE", 5));
    server.answer = { fault: "reset" };
    expect(classifyError(await rejection(slack().auth.test()))).toMatchObject(retry("NETWORK_ERROR", 2));
  });

  const charge = (status: number, error: object) => {
    server.answer = { status, body: { error: { message: "hunter2", ...error } } };
    return rejection(new Stripe("sk_test_x", { host: "127.0.0.1", port: server.port, protocol: "http", maxNetworkRetries: 0, telemetry: false }).charges.list());
  };
  it.each([
    [402, { type: "card_error", code: "card_declined" }, terminal("business", "PAYMENT_REQUIRED")],
    [400, { type: "invalid_request_error", code: "insufficient_funds" }, terminal("business", "PAYMENT_REQUIRED")],
    [429, { type: "api_error" }, retry("RATE_LIMITED", 60)],
    [401, { type: "invalid_request_error" }, terminal("permission", "UNAUTHENTICATED")],
    [404, { type: "invalid_request_error", code: "resource_missing" }, terminal("validation", "NOT_FOUND")],
  ])("Stripe %i %j", async (status, error, expected) => {
    expect(classifyError(await charge(status, error))).toMatchObject(expected);
  });
});

describe("schema libraries", () => {
  const shape = { city: "x".repeat(3), days: 0 };
  const ajv = (() => {
    const validate = new Ajv({ allErrors: true }).compile({ type: "object", properties: { days: { type: "number", minimum: 1 } } });
    validate(shape);
    return Object.assign(new Error("validation failed"), { errors: validate.errors });
  })();
  it.each([
    ["zod 4", thrown(() => z.object({ days: z.number().min(1) }).parse(shape)), /days: Too small/],
    ["zod 3", thrown(() => z3.object({ a: z3.object({ b: z3.array(z3.string()) }) }).parse({ a: { b: [1] } })), /a\.b\.0: Expected string/],
    ["valibot", thrown(() => v.parse(v.object({ days: v.pipe(v.number(), v.minValue(1)) }), shape)), /days: Invalid value/],
    ["Joi", Joi.object({ days: Joi.number().min(1) }).unknown().validate(shape).error, /days: "days" must be greater/],
    ["Yup", thrown(() => yup.object({ days: yup.number().min(1) }).validateSync(shape)), /days: days must be greater/],
    ["Yup, all issues", thrown(() => yup.object({ days: yup.number().min(1), city: yup.string().max(1) }).validateSync(shape, { abortEarly: false })), /days: .*; city: |city: .*; days: /],
    ["Ajv", ajv, /days: must be >= 1/],
  ])("%s", (_, error, text) => {
    const result = classifyError(error);
    expect(result).toMatchObject(terminal("validation", "INVALID_INPUT"));
    expect(result.description).toMatch(text);
    expect(result.description).toMatch(/^The input is not valid: .*\. Correct the input before calling again\.$/s);
    expect(classifyError(error, { source: "upstream" })).toMatchObject(terminal("transient", "BAD_UPSTREAM_RESPONSE"));
    expect(classifyError(error, { source: "upstream" }).description).not.toMatch(text);
  });

  it("JSON that cannot be parsed, only when it came from upstream", () => {
    const error = thrown(() => JSON.parse("<html>"));
    expect(classifyError(error, { source: "upstream" })).toMatchObject(terminal("transient", "BAD_UPSTREAM_RESPONSE"));
    expect(classifyError(error)).toMatchObject({ matched: false });
  });

  it("names at most five issues", () => {
    const many = thrown(() => z.object(Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}`, z.string()]))).parse({}));
    expect(classifyError(many).description.match(/f\d:/g)).toHaveLength(5);
  });
});

describe("Node and the system", () => {
  const unreadable = async () => rejection(readFile("/nowhere/hunter2.txt"));
  it("files", async () => {
    expect(classifyError(await unreadable())).toMatchObject(terminal("validation", "NOT_FOUND"));
    expect(classifyError(await unreadable()).description).not.toMatch(/nowhere|hunter2/);
    expect(classifyError(await rejection(readFile(tmpdir())))).toMatchObject(terminal("validation", "INVALID_INPUT"));
    expect(classifyError(await rejection(mkdir(tmpdir())))).toMatchObject(terminal("business", "CONFLICT"));
    expect(classifyError(await rejection(writeFile(`${tmpdir()}/${"x".repeat(300)}`, "")))).toMatchObject(terminal("validation", "INVALID_INPUT"));
    expect(classifyError(thrown(() => new URL("no url")))).toMatchObject(terminal("validation", "INVALID_INPUT"));
  });
  it("a missing program is nobody's input", async () => {
    expect(classifyError(await rejection(promisify(execFile)("/nowhere/program")))).toMatchObject({ matched: false });
  });
  it("a program that its time limit has killed", async () => {
    expect(classifyError(await rejection(promisify(execFile)(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { timeout: 50 })))).toMatchObject(retry("TIMEOUT", 2));
  });
  it("a host name that does not resolve", async () => {
    const lookup = (_host: string, _options: unknown, callback: (error: Error) => void) =>
      callback(Object.assign(new Error("getaddrinfo ENOTFOUND api.invalid"), { code: "ENOTFOUND", syscall: "getaddrinfo" }));
    const error = await rejection(new Promise((_, reject) => request({ host: "api.invalid", lookup: lookup as never }).on("error", reject).end()));
    expect(classifyError(error)).toMatchObject(retry("DNS_FAILURE", 10));
  });
  it("an untrusted certificate (faithful objects)", () => {
    for (const code of ["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ERR_TLS_CERT_ALTNAME_INVALID", "SELF_SIGNED_CERT_IN_CHAIN"])
      expect(classifyError(Object.assign(new Error("x"), { code }))).toMatchObject(terminal("business", "TLS_ERROR"));
  });
  it.each([
    ["ENOSPC", terminal("transient", "RESOURCE_EXHAUSTED")],
    ["EMFILE", retry("RESOURCE_EXHAUSTED", 5)],
    ["EROFS", terminal("permission", "PERMISSION_DENIED")],
    ["EAI_AGAIN", retry("UPSTREAM_UNAVAILABLE", 5)],
    ["UND_ERR_CONNECT_TIMEOUT", retry("UPSTREAM_UNAVAILABLE", 5)],
    ["EPIPE", retry("NETWORK_ERROR", 2)],
  ])("%s (faithful object)", (code, expected) => {
    expect(classifyError(Object.assign(new Error("x"), { code }))).toMatchObject(expected);
  });

  it("fetch", async () => {
    server.answer = { fault: "reset" };
    expect(classifyError(await rejection(fetch(server.url)))).toMatchObject(retry("NETWORK_ERROR", 2));
    expect(classifyError(await rejection(fetch("http://127.0.0.1:1/")))).toMatchObject(retry("NETWORK_ERROR", 2));
    server.answer = { fault: "silence" };
    expect(classifyError(await rejection(fetch(server.url, { signal: AbortSignal.timeout(50) })))).toMatchObject(retry("TIMEOUT", 2));
    const controller = new AbortController();
    const pending = rejection(fetch(server.url, { signal: controller.signal }));
    controller.abort();
    expect(classifyError(await pending)).toMatchObject(terminal("transient", "CANCELLED"));
  });
  it("timers and axios that a timed signal has ended are time-outs, not cancellations", async () => {
    expect(classifyError(await rejection(sleep(5000, undefined, { signal: AbortSignal.timeout(20) })))).toMatchObject(retry("TIMEOUT", 2));
    server.answer = { fault: "silence" };
    expect(classifyError(await rejection(axios.get(server.url, { signal: AbortSignal.timeout(50) })))).toMatchObject(retry("TIMEOUT", 2));
  });
  it("a server that closes while it answers", async () => {
    const broken = createServer((_, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("part", () => response.destroy());
    });
    await new Promise<void>((resolve) => broken.listen(0, "127.0.0.1", resolve));
    const response = await fetch(`http://127.0.0.1:${(broken.address() as AddressInfo).port}/`);
    expect(classifyError(await rejection(response.text()))).toMatchObject(retry("NETWORK_ERROR", 2));
    broken.close();
  });
});

describe("other libraries", () => {
  it("p-timeout and cockatiel", async () => {
    expect(classifyError(await rejection(pTimeout(new Promise(() => undefined), { milliseconds: 10 })))).toMatchObject(retry("TIMEOUT", 2));
    expect(classifyError(new BrokenCircuitError())).toMatchObject(retry("UPSTREAM_UNAVAILABLE", 5));
    expect(classifyError(new TaskCancelledError())).toMatchObject(terminal("transient", "CANCELLED"));
    const full = bulkhead(1, 0);
    const busy = full.execute(() => sleep(50));
    expect(classifyError(await rejection(full.execute(() => 1)))).toMatchObject(retry("UPSTREAM_UNAVAILABLE", 5));
    await busy;
  });
  it("the MCP SDKs: bad parameters keep their message", () => {
    expect(classifyError(new McpError(-32602, "cityId is required"))).toMatchObject({ ...terminal("validation", "INVALID_INPUT"), description: "cityId is required. Correct the input before calling again." });
    expect(classifyError(new ProtocolError(-32602, "cityId is required.")).description).toBe("cityId is required. Correct the input before calling again.");
    expect(classifyError(new McpError(-32001, "Request timed out"))).toMatchObject(retry("TIMEOUT", 2));
    const internal = classifyError(new McpError(-32603, "hunter2"));
    expect(internal).toMatchObject({ matched: false, errorCode: "UNCLASSIFIED" });
    expect(internal.description).not.toContain("hunter2");
  });
  it("FastMCP's UserError keeps its message, but stays unmatched", () => {
    expect(classifyError(new UserError("Order 5 does not exist."))).toMatchObject({ matched: false, errorCode: "UNCLASSIFIED", isRetryable: false });
    expect(classifyError(new UserError("Order 5 does not exist.")).description).toMatch(/^Order 5 does not exist\. /);
  });

  // Not installed here: the shapes follow Prisma's error reference, mysql2's constants and redis-server's replies.
  const prisma = (code: string) => Object.assign(new Error("x"), { name: "PrismaClientKnownRequestError", code, clientVersion: "7" });
  it.each([
    [prisma("P2002"), terminal("business", "CONFLICT")],
    [prisma("P2003"), terminal("business", "PRECONDITION_FAILED")],
    [prisma("P2025"), terminal("validation", "NOT_FOUND")],
    [prisma("P2034"), retry("CONFLICT_RETRY", 1)],
    [prisma("P2024"), retry("DATABASE_UNAVAILABLE", 5)],
    [prisma("P2000"), terminal("validation", "INVALID_INPUT")],
    [Object.assign(new Error("x"), { name: "PrismaClientInitializationError", errorCode: "P1001" }), retry("DATABASE_UNAVAILABLE", 5)],
    [Object.assign(new Error("x"), { name: "PrismaClientInitializationError", errorCode: "P1000" }), terminal("permission", "UNAUTHENTICATED")],
    [Object.assign(new Error("x"), { name: "PrismaClientValidationError" }), terminal("validation", "INVALID_INPUT")],
    [Object.assign(new Error("x"), { code: "ER_LOCK_DEADLOCK", errno: 1213, sqlState: "40001" }), retry("CONFLICT_RETRY", 1)],
    [Object.assign(new Error("x"), { code: "PROTOCOL_CONNECTION_LOST", fatal: true }), retry("DATABASE_UNAVAILABLE", 5)],
    [Object.assign(new Error("NOAUTH Authentication required."), { name: "ReplyError" }), terminal("permission", "UNAUTHENTICATED")],
    [Object.assign(new Error("NOPERM this user has no permissions to run the 'get' command"), { name: "ReplyError" }), terminal("permission", "PERMISSION_DENIED")],
    [Object.assign(new Error("LOADING Redis is loading the dataset in memory"), { name: "ReplyError" }), retry("DATABASE_UNAVAILABLE", 5)],
  ])("faithful object %#", (error, expected) => {
    expect(classifyError(error)).toMatchObject(expected);
  });
  it("a pool that is exhausted is safe to repeat even for a write", () => {
    expect(classifyError(prisma("P2024"), { idempotent: false })).toMatchObject({ isRetryable: true });
    expect(classifyError(prisma("P1017"), { idempotent: false })).toMatchObject({ isRetryable: false });
  });
});
