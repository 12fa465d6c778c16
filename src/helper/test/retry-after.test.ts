import { afterEach, describe, expect, it } from "vitest";
import { classifyError, configureToolErrors } from "mcp-tool-errors";

afterEach(() => void configureToolErrors({ onError: undefined, classifiers: undefined }));

describe("retry-after order", () => {
  const wait = (error: object) => classifyError({ status: 429, ...error }).retryAfterSeconds;
  it.each([
    [{ headers: { "retry-after-ms": "900", "x-ms-retry-after-ms": "5000", "retry-after": "9" } }, 1],
    [{ headers: { "x-ms-retry-after-ms": "5000", "x-amz-retry-after": "7000" } }, 5],
    [{ headers: { "x-amz-retry-after": "7000", "retry-after": "9" } }, 7],
    [{ headers: { "retry-after": "9" }, retryAfter: 3 }, 9],
    [{ headers: { "Retry-After": ["9", "10"] } }, 9],
    [{ headers: new Headers({ "Retry-After": "9" }) }, 9],
    [{ response: { headers: new Map([["retry-after", "9"]]) } }, 9],
    [{ headers: { "retry-after": 9 } }, 9],
    [{ retryAfter: 3, data: { retry_after: 4 } }, 3],
    [{ data: { retry_after: 0.4 }, headers: { "ratelimit-reset": "8" } }, 1],
    [{ error: { details: [{ retryDelay: "1.5s" }] } }, 2],
    [{ headers: { "ratelimit-reset": "8", "x-ratelimit-reset": "9" } }, 8],
    [{ headers: { "x-rate-limit-reset": String(Math.floor(Date.now() / 1000) - 50) } }, 0],
    [{ headers: { "x-ratelimit-reset": String(Date.now() - 50_000) } }, 0],
    [{ headers: { "retry-after": String(Math.floor(Date.now() / 1000) - 50) } }, 0],
    [{ headers: { "ratelimit-reset": new Date(Date.now() - 50_000).toUTCString() } }, 0],
    [{ metadata: { get: (name: string) => (name === "grpc-retry-pushback-ms" ? ["2100"] : []) } }, 3],
    [{ headers: { "retry-after": "soon" } }, 60],
    [{ headers: { "retry-after": "" } }, 60],
  ])("%j -> %i", (error, expected) => {
    expect(wait(error)).toBe(expected);
  });
  it("trusts reset headers with rate limits and 503 only", () => {
    expect(classifyError({ status: 500, headers: { "x-ratelimit-reset": "8" } }).retryAfterSeconds).toBe(5);
    expect(classifyError({ status: 503, headers: { "x-ratelimit-reset": "8" } }).retryAfterSeconds).toBe(8);
  });
  it("follows the configured cap", () => {
    const before = configureToolErrors({ maxRetryAfterSeconds: 30 });
    expect(wait({ headers: { "retry-after": "600" } })).toBe(30);
    configureToolErrors(before);
  });
});

describe("GitHub", () => {
  it("a secondary rate limit is told by its message", () => {
    expect(
      classifyError(Object.assign(new Error("You have exceeded a secondary rate limit."), { status: 403 })),
    ).toMatchObject({
      errorCode: "RATE_LIMITED",
      isRetryable: true,
    });
    expect(classifyError(Object.assign(new Error("Resource not accessible"), { status: 403 }))).toMatchObject({
      errorCode: "PERMISSION_DENIED",
    });
  });
});
