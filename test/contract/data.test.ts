import { describe, expect, it } from "vitest";
import {
  CATEGORIES,
  categoryOf,
  categoryOfStatus,
  STATUSES_WITH_RETRY_AFTER,
  TERMINAL_CATEGORIES,
} from "../../src/contract/categories.js";
import { conceptOf, DIALECTS, SPELLINGS, type Concept } from "../../src/contract/dialects.js";
import { blamesRequest, isElicitationError, isMcpErrorClass, isRequestErrorCode } from "../../src/contract/protocol.js";

describe("categories", () => {
  it("are four, of which three are terminal", () => {
    expect(CATEGORIES).toEqual(["transient", "validation", "permission", "business"]);
    expect([...TERMINAL_CATEGORIES].sort()).toEqual(["business", "permission", "validation"]);
  });

  it.each([
    ["transient", "transient"],
    ["Transient", "transient"],
    ["RATE_LIMITED", "transient"],
    ["rate-limit", "transient"],
    ["timeout", "transient"],
    ["Data", "validation"],
    ["INVALID_INPUT", "validation"],
    ["invalid input", "validation"],
    ["auth", "permission"],
    ["Forbidden", "permission"],
    ["policy", "business"],
    ["not_found", undefined],
    ["oops", undefined],
    ["", undefined],
  ])("%s → %s", (value, category) => {
    expect(categoryOf(value)).toBe(category);
  });

  it.each([
    [200, undefined],
    [302, undefined],
    [399, undefined],
    [400, "validation"],
    [401, "permission"],
    [402, "business"],
    [403, "permission"],
    [404, "validation"],
    [407, "permission"],
    [408, "transient"],
    [409, "business"],
    [412, "business"],
    [422, "validation"],
    [425, "transient"],
    [429, "transient"],
    [451, "permission"],
    [499, "validation"],
    [500, "transient"],
    [503, "transient"],
  ])("HTTP %i → %s", (status, category) => {
    expect(categoryOfStatus(status)).toBe(category);
  });

  it("come with a wait where HTTP gives one", () => {
    expect([...STATUSES_WITH_RETRY_AFTER].sort()).toEqual([429, 503]);
  });
});

describe("dialects", () => {
  it.each(Object.entries(DIALECTS))(
    "%s writes only names that are read again, as the same concept",
    (name, dialect) => {
      expect(dialect.name).toBe(name);
      for (const [concept, field] of Object.entries(dialect.fields)) expect(conceptOf(field), field).toBe(concept);
    },
  );

  it("give each name one concept", () => {
    const names = (Object.entries(SPELLINGS) as [Concept, readonly string[]][]).flatMap(([, list]) => list);
    expect(new Set(names).size).toBe(names.length);
    expect(conceptOf("title")).toBeUndefined();
    expect(conceptOf("constructor")).toBeUndefined();
  });

  it.each(
    Object.values(DIALECTS).flatMap(({ name, fields, waitUnit }) =>
      fields.wait === undefined ? [] : [[name, fields.wait, waitUnit] as const],
    ),
  )("the wait of %s, %s, is in %s, as its name promises", (_name, wait, unit) => {
    expect(/ms$|milliseconds$/iu.test(wait) ? "milliseconds" : "seconds").toBe(unit);
  });
});

describe("protocol errors", () => {
  it.each([
    ["McpError", true],
    ["ProtocolError", true],
    ["Error", false],
    ["ApiError", false],
  ])("%s: %s", (name, is) => expect(isMcpErrorClass(name)).toBe(is));
  it.each([
    ["UrlElicitationRequiredError", true],
    ["UrlElicitationError", true],
    ["ElicitationError", false],
  ])("%s asks the user: %s", (name, is) => expect(isElicitationError(name)).toBe(is));
  it.each([
    ["ErrorCode.MethodNotFound", true],
    ["ErrorCode.InvalidParams", true],
    ["-32602", true],
    ["-32700", true],
    ["ErrorCode.InternalError", false],
    ["-32603", false],
    ["-32001", false],
  ])("code %s is about the request: %s", (code, is) => expect(isRequestErrorCode(code)).toBe(is));
  it.each([
    ["Unknown tool: …", true],
    ["Tool not found", true],
    ["The argument is required", true],
    ["The index is gone", false],
    ["Request failed", false],
  ])("%s blames the request: %s", (text, is) => expect(blamesRequest(text)).toBe(is));
});
