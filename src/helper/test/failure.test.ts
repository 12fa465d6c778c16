import { describe, expect, it, vi } from "vitest";
import { classifyError, dialects, isToolFailure, ToolFailure, toolFailure } from "mcp-tool-errors";

const description = "The search service is down. Try again later.";
const customerFriendlyMessage = "We cannot search at the moment.";

describe("toolFailure", () => {
  it("is an Error whose message is the JSON, without stack frames or enumerable members", () => {
    const failure = toolFailure.permission({ description, customerFriendlyMessage });
    expect(failure).toBeInstanceOf(Error);
    expect(failure).toBeInstanceOf(ToolFailure);
    expect(failure.name).toBe("ToolFailure");
    expect(JSON.parse(failure.message)).toEqual({
      errorCategory: "permission",
      isRetryable: false,
      description,
      customerFriendlyMessage,
    });
    expect(failure.result.content[0]!.text).toBe(failure.message);
    expect(failure.data).toEqual(JSON.parse(failure.message));
    expect(failure.stack).not.toMatch(/\n/);
    expect(Object.keys(failure)).toEqual([]);
    expect(isToolFailure(failure)).toBe(true);
    expect(isToolFailure(new Error("x"))).toBe(false);
  });

  it("and a result are known to another copy of the package, which nobody sees in them", async () => {
    vi.resetModules();
    const other = await import("mcp-tool-errors");
    expect(other.ToolFailure).not.toBe(ToolFailure);
    const result = other.toolError.validation({ description });
    for (const own of [result, other.toolFailure.validation({ description })])
      expect(classifyError(own)).toMatchObject({ rule: "own", errorCategory: "validation", description });
    expect({ ...result }).toEqual({ isError: true, content: [{ type: "text", text: expect.any(String) as string }] });
    expect(Object.getOwnPropertySymbols({ ...result })).toEqual([]);
    expect(classifyError({ ...result })).toMatchObject({ matched: false });
  });

  it("exists for each category and from an error", () => {
    expect(JSON.parse(toolFailure.transient({ description, retryAfterSeconds: 1 }).message).errorCategory).toBe(
      "transient",
    );
    expect(JSON.parse(toolFailure.validation({ description }).message).errorCategory).toBe("validation");
    expect(
      JSON.parse(toolFailure.business({ description, customerFriendlyMessage }, { dialect: dialects.envelope }).message)
        .bucket,
    ).toBe("Business");
    expect(JSON.parse(toolFailure.from(Object.assign(new Error("x"), { status: 403 })).message).errorCode).toBe(
      "PERMISSION_DENIED",
    );
  });
});
