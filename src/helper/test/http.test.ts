import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import fastify from "fastify";
import fc from "fast-check";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { afterEach, describe, expect, it } from "vitest";
import { configureToolErrors, toolError, toolFailure, dialects } from "mcp-tool-errors";
import {
  expressErrorHandler,
  fastifyErrorHandler,
  honoErrorHandler,
  toHttpResponse,
  toResponse,
  type HttpOptions,
} from "mcp-tool-errors/http";
import {
  assertHttpToolError,
  httpToolErrorProblems,
  toolErrorMatchers,
  type ToolErrorMatchers,
} from "mcp-tool-errors/testing";

declare module "vitest" {
  interface Matchers<T = any> extends ToolErrorMatchers<T> {}
}
expect.extend(toolErrorMatchers);

const DIALECTS = Object.values(dialects);
const customerFriendlyMessage = "That is not possible.";
afterEach(() => void configureToolErrors({ random: undefined, onError: undefined }));

describe("toHttpResponse", () => {
  it.each<[number, string, unknown]>([
    [503, "UPSTREAM_UNAVAILABLE", { status: 503 }],
    [503, "TIMEOUT", { status: 504, code: "ETIMEDOUT", name: "TimeoutError", response: {}, statusCode: 408 }],
    [503, "NETWORK_ERROR", Object.assign(new Error("hunter2"), { code: "ECONNRESET" })],
    [429, "RATE_LIMITED", { status: 429 }],
    [500, "UNCLASSIFIED", new Error("hunter2")],
    [500, "CANCELLED", { name: "AbortError" }],
    [404, "NOT_FOUND", { status: 404 }],
    [413, "PAYLOAD_TOO_LARGE", { status: 413 }],
    [422, "INVALID_INPUT", { status: 400 }],
    [403, "PERMISSION_DENIED", { status: 403 }],
    // A 401 would ask the client to sign in here.
    [403, "UNAUTHENTICATED", { status: 401 }],
    [402, "PAYMENT_REQUIRED", { status: 402 }],
    [409, "CONFLICT", { status: 409 }],
    [412, "PRECONDITION_FAILED", { status: 412 }],
    [409, "NOT_SUPPORTED", { status: 501 }],
  ])("gives %i for %s in every dialect", async (status, errorCode, error) => {
    if (errorCode === "TIMEOUT") error = { name: "TimeoutError" };
    for (const dialect of DIALECTS) {
      const answer = toHttpResponse(error, { dialect });
      await assertHttpToolError(answer, { errorCode }, { dialect, status });
      expect(JSON.stringify(answer)).not.toContain("hunter2");
      expect(answer.headers).toMatchObject({ "content-type": "application/json", "cache-control": "no-store" });
    }
  });

  it("takes results and failures of this package as they are", async () => {
    const fields = { description: "Refunds end after 30 days.", customerFriendlyMessage, errorCode: "REFUND_WINDOW" };
    for (const error of [toolError.business(fields), toolFailure.business(fields)])
      await expect(toHttpResponse(error)).toBeHttpToolError(fields, { status: 409 });
  });

  it("asks in the header for no less than in the body, and for nothing where nothing is to be repeated", () => {
    configureToolErrors({ random: () => 0.999 });
    const busy = toolError.transient({ description: "Busy.", retryAfterSeconds: 2 });
    const { headers, body } = toHttpResponse(busy, { dialect: dialects.envelope });
    expect([headers["retry-after"], body["retryAfterMs"]]).toEqual(["3", 2499]);
    expect(toHttpResponse(busy).headers["retry-after"]).toBe("2");
    expect(toHttpResponse(busy, { dialect: dialects.recovery }).headers["retry-after"]).toBe("2");
    expect(toHttpResponse({ status: 403 }).headers).not.toHaveProperty("retry-after");
  });

  it("takes another status from the caller, unless it is none of an error", () => {
    const statusOf = (httpStatus: HttpOptions["httpStatus"]) => toHttpResponse({ status: 403 }, { httpStatus }).status;
    expect(statusOf(401)).toBe(401);
    expect(statusOf(({ errorCode }) => (errorCode === "PERMISSION_DENIED" ? 451 : 400))).toBe(451);
    for (const wrong of [200, 0, NaN, 302, "401" as never, () => 200, () => Promise.resolve(401) as never])
      expect(statusOf(wrong)).toBe(403);
    expect(
      statusOf(() => {
        throw new Error("x");
      }),
    ).toBe(403);
  });

  it("property: whatever was thrown, the answer keeps the contract", async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.constantFrom(...DIALECTS), async (error, dialect) => {
        await assertHttpToolError(toHttpResponse(error, { dialect }), undefined, { dialect });
      }),
      { numRuns: 300 },
    );
  });
});

describe("the wait of the envelope", () => {
  const waitOf = () =>
    toHttpResponse(toolError.transient({ description: "Busy.", retryAfterSeconds: 2 }), { dialect: dialects.envelope })
      .body["retryAfterMs"];
  it.each([
    [0, 1500],
    [0.5, 2000],
    [0.9999, 2500],
  ])("is spread by a quarter to both sides: %d", (random, wait) => {
    configureToolErrors({ random: () => random });
    expect(waitOf()).toBe(wait);
  });
  it("is never the 0 of what is not to be repeated", () => {
    const busy = toolError.transient({ description: "Busy.", retryAfterSeconds: 0 });
    expect(toHttpResponse(busy, { dialect: dialects.envelope }).body).toMatchObject({
      retryable: true,
      retryAfterMs: 1,
    });
  });
  it("goes with a message of one line", () => {
    const result = toolError.validation({ description: "Two faults:\n- a\r\n- b" });
    expect(toHttpResponse(result, { dialect: dialects.envelope }).body["humanMessage"]).toBe("Two faults: - a - b");
  });
});

describe("adapters", () => {
  const options = { dialect: dialects.envelope, service: "the billing service" } as const;
  const thrown = Object.assign(new Error("hunter2"), { response: { status: 504, headers: { "retry-after": "4" } } });
  const check = async (response: Response): Promise<void> => {
    const text = await response.clone().text();
    await expect(response).toBeHttpToolError(
      { errorCode: "UPSTREAM_UNAVAILABLE" },
      { dialect: dialects.envelope, status: 503 },
    );
    expect(text).toContain("the billing service");
    expect(text).not.toContain("hunter2");
  };

  it("Express sends it, also for a rejected handler and a body that is no JSON", async () => {
    const app = express();
    app.use(express.json());
    app.get("/thrown", async () => {
      throw thrown;
    });
    app.post("/json", () => undefined);
    app.get("/begun", (_request, response) => {
      response.write("begun");
      throw thrown;
    });
    app.use(expressErrorHandler(options));
    const server = app.listen(0, "127.0.0.1");
    try {
      await once(server, "listening");
      const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await check(await fetch(`${at}/thrown`));
      const wrong = await fetch(`${at}/json`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{",
      });
      await assertHttpToolError(wrong, { errorCode: "INVALID_INPUT" }, { dialect: dialects.envelope, status: 422 });
      await expect(fetch(`${at}/begun`).then((response) => response.text())).rejects.toThrow();
    } finally {
      server.close();
    }
  });

  it("Fastify sends it, also for an input that its schema refuses", async () => {
    const app = fastify();
    app.setErrorHandler(fastifyErrorHandler(options));
    app.get("/thrown", async () => {
      throw thrown;
    });
    const querystring = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
    app.get("/checked", { schema: { querystring } }, async () => "fine");
    const answer = await app.inject("/thrown");
    await assertHttpToolError(
      answer,
      { errorCode: "UPSTREAM_UNAVAILABLE" },
      { dialect: dialects.envelope, status: 503 },
    );
    await assertHttpToolError(await app.inject("/checked"), "validation", { dialect: dialects.envelope, status: 422 });
    await app.close();
  });

  it("Hono sends it, also for its own exceptions", async () => {
    const app = new Hono();
    app.onError(honoErrorHandler(options));
    app.get("/thrown", () => {
      throw thrown;
    });
    app.get("/refused", () => {
      throw new HTTPException(403, { message: "hunter2" });
    });
    await check(await app.request("/thrown"));
    await assertHttpToolError(await app.request("/refused"), "permission", { dialect: dialects.envelope, status: 403 });
  });

  it("a Response is made where the Fetch API is", async () => {
    const response: Response = toResponse(thrown, options);
    await check(response);
    expect(response.headers.get("retry-after")).toMatch(/^[345]$/);
  });
});

describe("httpToolErrorProblems", () => {
  const busy = toHttpResponse(toolError.transient({ description: "Busy.", retryAfterSeconds: 2 }));
  const denied = toHttpResponse({ status: 403 });
  it.each<[string, object, RegExp]>([
    ["a status of 200", { ...denied, status: 200 }, /status is 200, so every client reads a success/],
    ["no status", { ...denied, status: undefined }, /status is NaN/],
    ["a status of another category", { ...denied, status: 422 }, /422 does not fit a permission failure/],
    ["a status that clients repeat", { ...denied, status: 503 }, /Clients retry a 503 by themselves/],
    ["no JSON type", { ...denied, headers: {} }, /content type is missing/],
    ["no Retry-After", { ...busy, headers: { "content-type": "application/json" } }, /Retry-After is missing/],
    [
      "another Retry-After",
      { ...busy, headers: { ...busy.headers, "Retry-After": "9", "retry-after": "9" } },
      /is 9, but/,
    ],
    ["a Retry-After in vain", { ...denied, headers: busy.headers }, /Retry-After is set/],
    ["a text", { ...denied, body: "It failed." }, /body is not a JSON object/],
    ["no contract", { ...denied, body: { error: "It failed." } }, /errorCategory is missing/],
  ])("finds %s", async (_, response, problem) => {
    const problems = await httpToolErrorProblems(response);
    expect(problems.join("\n")).toMatch(problem);
    await expect(assertHttpToolError(response)).rejects.toThrow(problem);
  });
  it("finds nothing in any form in which a client library gives an answer", async () => {
    const { status, headers, body } = denied;
    const text = JSON.stringify(body);
    for (const response of [
      { status, headers, body, text },
      { status, headers: { "Content-Type": "application/json" }, data: body },
      { statusCode: status, headers, payload: text, body: text },
      new Response(text, { status, headers }),
    ])
      expect(await httpToolErrorProblems(response, "permission")).toEqual([]);
  });
});
