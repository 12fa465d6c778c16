import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import * as grpc from "@grpc/grpc-js";
import { ErrorCode, WebClient } from "@slack/web-api";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { classifyError, type Classification } from "mcp-tool-errors";
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

describe("gRPC: grpc-js against a server that answers with each status", () => {
  let rpc: grpc.Server;
  let client: grpc.Client;
  const plain = { serialize: (value: string) => Buffer.from(value), deserialize: (bytes: Buffer) => bytes.toString() };
  const next: { code: number; metadata?: grpc.Metadata } = { code: 0 };
  beforeAll(async () => {
    rpc = new grpc.Server();
    const method = {
      path: "/s/m",
      requestStream: false,
      responseStream: false,
      requestSerialize: plain.serialize,
      requestDeserialize: plain.deserialize,
      responseSerialize: plain.serialize,
      responseDeserialize: plain.deserialize,
    };
    rpc.addService(
      { m: method } as grpc.ServiceDefinition,
      {
        m: (_call: unknown, callback: grpc.sendUnaryData<string>) =>
          callback({ code: next.code, details: "hunter2-secret", ...(next.metadata && { metadata: next.metadata }) }),
      } as unknown as grpc.UntypedServiceImplementation,
    );
    const port = await new Promise<number>((resolve, reject) =>
      rpc.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    client = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  });
  afterAll(() => {
    client.close();
    rpc.forceShutdown();
  });
  const call = (code: number, metadata?: grpc.Metadata, options: grpc.CallOptions = {}) => {
    Object.assign(next, { code, metadata });
    return rejection(
      new Promise((_, reject) =>
        client.makeUnaryRequest("/s/m", plain.serialize, plain.deserialize, "x", options, (error) => reject(error)),
      ),
    );
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
    const lost = new grpc.Client(
      `127.0.0.1:${(silent.address() as AddressInfo).port}`,
      grpc.credentials.createInsecure(),
    );
    const error = await rejection(
      new Promise((_, reject) =>
        lost.makeUnaryRequest(
          "/s/m",
          plain.serialize,
          plain.deserialize,
          "x",
          { deadline: Date.now() + 100 },
          (failure) => reject(failure),
        ),
      ),
    );
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
    const gax = (code: number, statusDetails: unknown[]) =>
      Object.assign(new Error("hunter2"), { code, details: "x", statusDetails, metadata: {} });
    expect(classifyError(gax(8, [{ retryDelay: { seconds: "12", nanos: 500_000_000 } }]))).toMatchObject(
      retry("RATE_LIMITED", 13),
    );
    expect(classifyError(gax(8, [{ violations: [{ subject: "project", description: "Daily limit" }] }]))).toMatchObject(
      terminal("business", "QUOTA_EXCEEDED"),
    );
    const bad = classifyError(gax(3, [{ fieldViolations: [{ field: "page_size", description: "must be positive" }] }]));
    expect(bad).toMatchObject(terminal("validation", "INVALID_INPUT"));
    expect(bad.description).toBe(
      "The input is not valid: page_size: must be positive. Correct the input before calling again.",
    );
  });
});

describe("AWS SDK v3 by error name", () => {
  const send = async (type: string, status = 400, headers = {}) => {
    server.answer = {
      status,
      headers: { "x-amzn-errortype": type, "content-type": "application/x-amz-json-1.0", ...headers },
      body: { __type: type, message: "hunter2-secret" },
    };
    const client = new DynamoDBClient({
      endpoint: `http://127.0.0.1:${server.port}`,
      region: "us-east-1",
      maxAttempts: 1,
      credentials: { accessKeyId: "a", secretAccessKey: "b" },
    });
    return rejection(client.send(new ListTablesCommand({})));
  };
  it.each([
    ["ThrottlingException", retry("RATE_LIMITED", 60)],
    ["ProvisionedThroughputExceededException", retry("RATE_LIMITED", 60)],
    ["RequestLimitExceeded", retry("RATE_LIMITED", 60)],
    ["LimitExceededException", retry("RATE_LIMITED", 60)],
    ["BandwidthLimitExceeded", retry("RATE_LIMITED", 60)],
    ["EC2ThrottledException", retry("RATE_LIMITED", 60)],
    ["PriorRequestNotComplete", retry("RATE_LIMITED", 60)],
    ["RequestThrottled", retry("RATE_LIMITED", 60)],
    ["SlowDown", retry("RATE_LIMITED", 60)],
    ["TooManyRequestsException", retry("RATE_LIMITED", 60)],
    ["TransactionInProgressException", retry("RATE_LIMITED", 60)],
    // Amazon S3 answers 400 to it.
    ["RequestTimeout", retry("TIMEOUT", 2)],
    ["AccessDenied", terminal("permission", "PERMISSION_DENIED")],
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
    expect(classifyError(await send("ThrottlingException", 429, { "x-amz-retry-after": "2500" }))).toMatchObject(
      retry("RATE_LIMITED", 3),
    );
  });
  it("a corrected clock (faithful object)", () => {
    const error = Object.assign(new Error("x"), {
      name: "RequestTimeTooSkewed",
      $fault: "client",
      $metadata: { httpStatusCode: 403, clockSkewCorrected: true },
    });
    expect(classifyError(error)).toMatchObject(retry("CLOCK_SKEW", 1));
    for (const name of [
      "AccessDeniedException",
      "AuthFailure",
      "InvalidSignatureException",
      "RequestExpired",
      "RequestInTheFuture",
      "SignatureDoesNotMatch",
    ])
      expect(classifyError({ ...error, name })).toMatchObject(retry("CLOCK_SKEW", 1));
    expect(
      classifyError({ ...error, name: "NoSuchBucket", $metadata: { ...error.$metadata, httpStatusCode: 404 } }),
    ).toMatchObject(terminal("validation", "NOT_FOUND"));
    expect(classifyError({ ...error, name: "RequestTimeTooSkewed", $metadata: { httpStatusCode: 403 } })).toMatchObject(
      terminal("permission", "PERMISSION_DENIED"),
    );
  });
});

describe("Slack and Stripe", () => {
  const slack = () =>
    new WebClient("xoxb-hunter2", {
      slackApiUrl: `http://127.0.0.1:${server.port}/api/`,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
    });
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
    return rejection(
      new Stripe("sk_test_x", {
        host: "127.0.0.1",
        port: server.port,
        protocol: "http",
        maxNetworkRetries: 0,
        telemetry: false,
      }).charges.list(),
    );
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
