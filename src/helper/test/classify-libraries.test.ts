import { setTimeout as sleep } from "node:timers/promises";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { ProtocolError } from "@modelcontextprotocol/server";
import { Ajv } from "ajv";
import { bulkhead, BrokenCircuitError, TaskCancelledError } from "cockatiel";
import { UserError } from "fastmcp";
import Joi from "joi";
import pTimeout from "p-timeout";
import * as v from "valibot";
import * as yup from "yup";
import { z } from "zod";
import { z as z3 } from "zod/v3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { classifyError, type Classification } from "mcp-tool-errors";
import { rejection, startFaultyServer, type FaultyServer } from "./support/http-server.js";

const thrown = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("The call was expected to fail, but it succeeded.");
};
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

describe("schema libraries", () => {
  const shape = { city: "x".repeat(3), days: 0 };
  const ajv = (() => {
    const validate = new Ajv({ allErrors: true }).compile({
      type: "object",
      properties: { days: { type: "number", minimum: 1 } },
    });
    validate(shape);
    return Object.assign(new Error("validation failed"), { errors: validate.errors });
  })();
  it.each([
    ["zod 4", thrown(() => z.object({ days: z.number().min(1) }).parse(shape)), /days: Too small/],
    [
      "zod 3",
      thrown(() => z3.object({ a: z3.object({ b: z3.array(z3.string()) }) }).parse({ a: { b: [1] } })),
      /a\.b\.0: Expected string/,
    ],
    [
      "valibot",
      thrown(() => v.parse(v.object({ days: v.pipe(v.number(), v.minValue(1)) }), shape)),
      /days: Invalid value/,
    ],
    [
      "Joi",
      Joi.object({ days: Joi.number().min(1) })
        .unknown()
        .validate(shape).error,
      /days: "days" must be greater/,
    ],
    ["Yup", thrown(() => yup.object({ days: yup.number().min(1) }).validateSync(shape)), /days: days must be greater/],
    [
      "Yup, all issues",
      thrown(() =>
        yup.object({ days: yup.number().min(1), city: yup.string().max(1) }).validateSync(shape, { abortEarly: false }),
      ),
      /days: .*; city: |city: .*; days: /,
    ],
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
    const many = thrown(() =>
      z.object(Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}`, z.string()]))).parse({}),
    );
    expect(classifyError(many).description.match(/f\d:/g)).toHaveLength(5);
  });
});

describe("other libraries", () => {
  it("p-timeout and cockatiel", async () => {
    expect(classifyError(await rejection(pTimeout(new Promise(() => undefined), { milliseconds: 10 })))).toMatchObject(
      retry("TIMEOUT", 2),
    );
    expect(classifyError(new BrokenCircuitError())).toMatchObject(retry("UPSTREAM_UNAVAILABLE", 5));
    expect(classifyError(new TaskCancelledError())).toMatchObject(terminal("transient", "CANCELLED"));
    const full = bulkhead(1, 0);
    const busy = full.execute(() => sleep(50));
    expect(classifyError(await rejection(full.execute(() => 1)))).toMatchObject(retry("UPSTREAM_UNAVAILABLE", 5));
    await busy;
  });
  it("the MCP SDKs: bad parameters keep their message", () => {
    expect(classifyError(new McpError(-32602, "cityId is required"))).toMatchObject({
      ...terminal("validation", "INVALID_INPUT"),
      description: "cityId is required. Correct the input before calling again.",
    });
    expect(classifyError(new ProtocolError(-32602, "cityId is required.")).description).toBe(
      "cityId is required. Correct the input before calling again.",
    );
    expect(classifyError(new McpError(-32001, "Request timed out"))).toMatchObject(retry("TIMEOUT", 2));
    const internal = classifyError(new McpError(-32603, "hunter2"));
    expect(internal).toMatchObject({ matched: false, errorCode: "UNCLASSIFIED" });
    expect(internal.description).not.toContain("hunter2");
  });
  it("FastMCP's UserError keeps its message, but stays unmatched", () => {
    expect(classifyError(new UserError("Order 5 does not exist."))).toMatchObject({
      matched: false,
      errorCode: "UNCLASSIFIED",
      isRetryable: false,
    });
    expect(classifyError(new UserError("Order 5 does not exist.")).description).toMatch(/^Order 5 does not exist\. /);
  });

  // Not installed here: the shapes follow Prisma's error reference, mysql2's constants and redis-server's replies.
  const prisma = (code: string) =>
    Object.assign(new Error("x"), { name: "PrismaClientKnownRequestError", code, clientVersion: "7" });
  it.each([
    [prisma("P2002"), terminal("business", "CONFLICT")],
    [prisma("P2003"), terminal("business", "PRECONDITION_FAILED")],
    [prisma("P2025"), terminal("validation", "NOT_FOUND")],
    [prisma("P2034"), retry("CONFLICT_RETRY", 1)],
    [prisma("P2024"), retry("DATABASE_UNAVAILABLE", 5)],
    [prisma("P2000"), terminal("validation", "INVALID_INPUT")],
    [
      Object.assign(new Error("x"), { name: "PrismaClientInitializationError", errorCode: "P1001" }),
      retry("DATABASE_UNAVAILABLE", 5),
    ],
    [
      Object.assign(new Error("x"), { name: "PrismaClientInitializationError", errorCode: "P1000" }),
      terminal("permission", "UNAUTHENTICATED"),
    ],
    [Object.assign(new Error("x"), { name: "PrismaClientValidationError" }), terminal("validation", "INVALID_INPUT")],
    [
      Object.assign(new Error("x"), { code: "ER_LOCK_DEADLOCK", errno: 1213, sqlState: "40001" }),
      retry("CONFLICT_RETRY", 1),
    ],
    [
      Object.assign(new Error("x"), { code: "PROTOCOL_CONNECTION_LOST", fatal: true }),
      retry("DATABASE_UNAVAILABLE", 5),
    ],
    [
      Object.assign(new Error("NOAUTH Authentication required."), { name: "ReplyError" }),
      terminal("permission", "UNAUTHENTICATED"),
    ],
    [
      Object.assign(new Error("NOPERM this user has no permissions to run the 'get' command"), { name: "ReplyError" }),
      terminal("permission", "PERMISSION_DENIED"),
    ],
    [
      Object.assign(new Error("LOADING Redis is loading the dataset in memory"), { name: "ReplyError" }),
      retry("DATABASE_UNAVAILABLE", 5),
    ],
  ])("faithful object %#", (error, expected) => {
    expect(classifyError(error)).toMatchObject(expected);
  });
  it("a pool that is exhausted is safe to repeat even for a write", () => {
    expect(classifyError(prisma("P2024"), { idempotent: false })).toMatchObject({ isRetryable: true });
    expect(classifyError(prisma("P1017"), { idempotent: false })).toMatchObject({ isRetryable: false });
  });
});
