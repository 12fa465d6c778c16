import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyError, toolError } from "mcp-tool-errors";

const codeOf = (error: unknown) => classifyError(error).errorCode;

describe("the words of a wrapper", () => {
  it.each([
    ["Request failed with status code 404", "NOT_FOUND"],
    ["Request failed with status code 401", "UNAUTHENTICATED"],
    ["HTTP 503", "UPSTREAM_UNAVAILABLE"],
    ["HTTP/1.1 502", "UPSTREAM_UNAVAILABLE"],
    ["HTTP error! status: 429", "RATE_LIMITED"],
    ["HTTP error 500", "UPSTREAM_ERROR"],
    ["API error (403): no scope", "PERMISSION_DENIED"],
    ["GitHub API error: 422 Unprocessable Entity", "INVALID_INPUT"],
    ["Response code 409 (Conflict)", "CONFLICT"],
    ["The server responded with a status of 410", "NOT_FOUND"],
    ["Unexpected response: 402", "PAYMENT_REQUIRED"],
    ['[GET] "https://example.com/x": 404 Not Found', "NOT_FOUND"],
    ["429 Too Many Requests", "RATE_LIMITED"],
    ["Error: Bad Gateway", "UPSTREAM_UNAVAILABLE"],
    ["Unauthorized", "UNAUTHENTICATED"],
    ["Upload failed: Forbidden", "PERMISSION_DENIED"],
    ["14 UNAVAILABLE: No connection established", "UPSTREAM_UNAVAILABLE"],
    ["7 PERMISSION_DENIED: caller may not read", "PERMISSION_DENIED"],
    ["connect ECONNREFUSED 127.0.0.1:5432", "UPSTREAM_UNAVAILABLE"],
    ["getaddrinfo ENOTFOUND api.example.com", "DNS_FAILURE"],
    ["read ECONNRESET", "NETWORK_ERROR"],
    ["ENOENT: no such file or directory, open 'x'", "NOT_FOUND"],
    ["request failed, reason: CERT_HAS_EXPIRED", "TLS_ERROR"],
    ["socket hang up", "NETWORK_ERROR"],
    ["TypeError: fetch failed", "NETWORK_ERROR"],
    ["timeout of 5000ms exceeded", "TIMEOUT"],
    ["Request timed out.", "TIMEOUT"],
    ["Navigation timeout of 30000 ms exceeded", "TIMEOUT"],
    ["API rate limit exceeded for user", "RATE_LIMITED"],
  ])("%s: %s", (words, code) => {
    for (const error of [
      new Error(words),
      words,
      { error: words },
      new Error("It failed.", { cause: new Error(words) }),
    ])
      expect(codeOf(error)).toBe(code);
  });

  it.each([
    "Order 404 is closed",
    "The limit is 500",
    "failed 404 times",
    "The response has 500 rows",
    "error: 429 items left",
    "code 4041",
    "status 40",
    "status 404.5",
    "Limited to 5 items per page",
    "LimitedEdition is sold out",
    "A slowdown of the motor was found",
    "The transaction is in progress",
    "The neural network error is 0.3",
    "It failed.",
    "An ERROR happened",
    "spawn ENOENT-tool ENOENT",
    "User not found in the table",
    "Unable to obtain the driver",
    "Unable to find the file: check the path",
    "Path length is 300, which is too much",
    "",
  ])("%s says nothing", (words) => {
    expect(codeOf(new Error(words))).toBe("UNCLASSIFIED");
  });

  it("count less than anything that the error itself has", () => {
    const error = Object.assign(new Error("Request failed with status code 500"), { code: "ECONNREFUSED" });
    expect(codeOf(error)).toBe("UPSTREAM_UNAVAILABLE");
    expect(codeOf(new Error("HTTP 404", { cause: { status: 503 } }))).toBe("UPSTREAM_UNAVAILABLE");
  });

  it("name the wait", () => {
    for (const [words, retryAfterSeconds] of [
      ["HTTP 429: retry after 20 seconds", 20],
      ["Rate limit reached for the model. Please try again in 1.2s.", 2],
      ["Too Many Requests", 60],
    ] as const)
      expect(classifyError(new Error(words))).toMatchObject({ errorCode: "RATE_LIMITED", retryAfterSeconds });
  });

  it("are never told", () => {
    const { description } = classifyError(new Error("HTTP 404 at https://hunter2@example.com"));
    expect(description).toBe("The tool failed: not found (HTTP 404). Check the identifier, or search for it first.");
  });

  it("property: near misses of 100 kB take no time", () => {
    const part = fc.constantFrom(
      "status ",
      "error ",
      "http",
      "code: ",
      "timeout ",
      "retry after ",
      "4",
      "40",
      " ",
      "A_",
      "(",
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
        const words = parts.join("").repeat(100_000 / parts.join("").length);
        const start = performance.now();
        toolError.from(new Error(words));
        expect(performance.now() - start).toBeLessThan(2000);
      }),
      { numRuns: 50 },
    );
  });
});

describe("failures that are no exceptions", () => {
  const body = (code: string) => ({ data: null, errors: [{ message: "hunter2", path: ["x"], extensions: { code } }] });

  it.each([
    ["UNAUTHENTICATED", "UNAUTHENTICATED"],
    ["FORBIDDEN", "PERMISSION_DENIED"],
    ["BAD_USER_INPUT", "INVALID_INPUT"],
    ["GRAPHQL_VALIDATION_FAILED", "INVALID_INPUT"],
    ["NOT_FOUND", "NOT_FOUND"],
    ["THROTTLED", "RATE_LIMITED"],
    ["RATE_LIMITED", "RATE_LIMITED"],
    ["INTERNAL_SERVER_ERROR", "UPSTREAM_ERROR"],
  ])("GraphQL's %s under HTTP 200", (reason, code) => {
    const answer = body(reason);
    for (const error of [
      answer,
      // graphql-request
      Object.assign(new Error("hunter2"), { response: { ...answer, status: 200, headers: {} } }),
      // The answer itself, as axios and got give it
      { status: 200, data: answer, headers: {} },
      { statusCode: 200, body: answer, headers: {} },
      // Apollo Client 3 and urql
      Object.assign(new Error("hunter2"), { graphQLErrors: answer.errors, networkError: null }),
      // Apollo Client 4, Relay
      Object.assign(new Error("hunter2"), { errors: answer.errors }),
      // GitHub's own GraphQL client, which has the reason beside the message
      Object.assign(new Error("hunter2"), { errors: [{ message: "hunter2", type: reason }], response: answer }),
    ]) {
      expect(codeOf(error)).toBe(code);
      expect(JSON.stringify(toolError.from(error))).not.toContain("hunter2");
    }
  });

  it("a status that a GraphQL server names", () => {
    expect(codeOf({ errors: [{ message: "x", extensions: { http: { status: 403 } } }] })).toBe("PERMISSION_DENIED");
    expect(codeOf({ networkError: { statusCode: 503 } })).toBe("UPSTREAM_UNAVAILABLE");
  });

  it.each<[string, (error: object) => unknown]>([
    ["a result with `error`", (error) => ({ data: null, error })],
    ["a rejected promise's outcome", (reason) => ({ status: "rejected", reason })],
    [
      "a list of outcomes",
      (reason) => [
        { status: "fulfilled", value: 1 },
        { status: "rejected", reason },
      ],
    ],
    ["an error-first value", (error) => [error, undefined]],
    ["an AggregateError", (error) => new AggregateError([new Error("x"), error])],
    ["an AggregateError in a result", (error) => ({ error: new AggregateError([error]) })],
  ])("%s", (_, wrap) => {
    expect(codeOf(wrap({ status: 403 }))).toBe("PERMISSION_DENIED");
    expect(codeOf(wrap(Object.assign(new Error("x"), { code: "ECONNREFUSED" })))).toBe("UPSTREAM_UNAVAILABLE");
    expect(codeOf(wrap(new Error("Request failed with status code 404")))).toBe("NOT_FOUND");
  });

  it.each([
    [{ code: "NOT_FOUND" }, "NOT_FOUND"],
    [{ code: "TOO_MANY_REQUESTS" }, "RATE_LIMITED"],
    [{ code: "validation_error" }, "INVALID_INPUT"],
    [{ error: { status: "x", code: "RESOURCE_EXHAUSTED" } }, "RATE_LIMITED"],
  ])("the reason of %j", (error, code) => {
    expect(codeOf(error)).toBe(code);
  });
});
