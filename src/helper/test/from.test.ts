import { afterEach, describe, expect, it } from "vitest";
import {
  classifyError,
  configureToolErrors,
  defineClassifier,
  toolError,
  toolFailure,
  type ErrorEvent,
} from "mcp-tool-errors";

const SECRET = "hunter2-secret";
const bodyOf = (result: { content: { text: string }[] }): any => JSON.parse(result.content[0]!.text);
afterEach(() => void configureToolErrors({ onError: undefined, classifiers: undefined }));

const UNCLASSIFIED = { errorCategory: "transient", isRetryable: false, errorCode: "UNCLASSIFIED", matched: false };

describe("this package's own failures", () => {
  it("are taken as they are, thrown or returned", () => {
    const fields = {
      description: "No more refunds.",
      customerFriendlyMessage: "The limit is reached.",
      errorCode: "REFUND_LIMIT",
    };
    for (const own of [toolFailure.business(fields), toolError.business(fields)])
      expect(classifyError(own)).toMatchObject({ ...fields, errorCategory: "business", rule: "own", matched: true });
    expect(bodyOf(toolError.from(toolFailure.business(fields), { attemptedActions: ["Looked it up."] }))).toMatchObject(
      {
        ...fields,
        attemptedActions: ["Looked it up."],
      },
    );
  });
});

describe("toolError.from", () => {
  it("lets a failure of this package speak for itself, whatever the boundary around it says", () => {
    const own = toolFailure.validation({ description: "Give an id.", errorCode: "ID_MISSING" });
    const around = { description: `Failed to read: ${own.message}`, errorCode: "READ_FAILED", attemptedActions: ["a"] };
    expect(bodyOf(toolError.from(own, around))).toEqual({
      errorCategory: "validation",
      isRetryable: false,
      errorCode: "ID_MISSING",
      description: "Give an id.",
      attemptedActions: ["a"],
    });
    const bare = toolFailure.validation({ description: "Give an id." });
    expect(bodyOf(toolError.from(bare, around))).toMatchObject({
      description: "Give an id.",
      errorCode: "READ_FAILED",
    });
  });

  it("lets the caller's fields win, but not over the category and the flag", () => {
    const result = bodyOf(
      toolError.from({ status: 503, headers: { "retry-after": "4" } }, {
        description: "The order service is being deployed. Try again shortly.",
        errorCode: "ORDERS_DOWN",
        customerFriendlyMessage: "Orders are not available.",
        partialResults: { found: 2 },
        attemptedActions: ["Asked twice."],
        recovery: { suggestedAction: "Wait." },
        isRetryable: false,
        errorCategory: "business",
      } as never),
    );
    expect(result).toEqual({
      errorCategory: "transient",
      isRetryable: true,
      retryAfterSeconds: 4,
      errorCode: "ORDERS_DOWN",
      description: "The order service is being deployed. Try again shortly.",
      customerFriendlyMessage: "Orders are not available.",
      recovery: { suggestedAction: "Wait." },
      attemptedActions: ["Asked twice."],
      partialResults: { found: 2 },
    });
  });
  it("names the service and the status, nothing else", () => {
    expect(classifyError({ status: 404 }, { service: "the order service" }).description).toBe(
      "The call to the order service failed: not found (HTTP 404). Check the identifier, or search for it first.",
    );
  });
  it("tells the observers what was not recognised, with the error itself", () => {
    const events: ErrorEvent[] = [];
    configureToolErrors({ onError: (event) => events.push(event) });
    const error = new Error(SECRET);
    toolError.from(error, {
      onError: () => {
        throw new Error("observer");
      },
    });
    toolError.from({ status: 429, name: "HTTPError" });
    expect(events).toMatchObject([
      { matched: false, rule: "none", payload: { errorCode: "UNCLASSIFIED" } },
      { matched: true, rule: "HTTPError 429" },
    ]);
    expect(events[0]!.error).toBe(error);
  });
});

describe("defineClassifier", () => {
  class LedgerClosed extends Error {}
  const classifier = defineClassifier([
    {
      when: () => {
        throw new Error("a broken row");
      },
      then: { category: "validation", description: "Never." },
    },
    {
      when: (error): error is LedgerClosed => error instanceof LedgerClosed,
      then: (error: LedgerClosed) => ({
        category: "business",
        description: `Closed: ${error.message}.`,
        customerFriendlyMessage: "Closed.",
      }),
    },
    { when: (error) => error === "busy", then: { category: "transient", description: "Busy.", retryAfterSeconds: 9 } },
    { when: (error) => error === "pass", then: () => undefined },
  ]);
  it("goes before the table, for one call or for all", () => {
    const expected = { errorCategory: "business", description: "Closed: May.", matched: true, rule: "classifier" };
    expect(
      classifyError(Object.assign(new LedgerClosed("May"), { status: 503 }), { classifiers: [classifier] }),
    ).toMatchObject(expected);
    configureToolErrors({ classifiers: [classifier] });
    expect(classifyError(new LedgerClosed("May"))).toMatchObject(expected);
    expect(classifyError("busy")).toMatchObject({ isRetryable: true, retryAfterSeconds: 9, waitFromUpstream: true });
    expect(classifyError("pass")).toMatchObject(UNCLASSIFIED);
    expect(classifyError({ status: 404 })).toMatchObject({ errorCode: "NOT_FOUND" });
  });
  it("a classifier that throws has not recognised the error", () => {
    expect(
      classifyError(
        { status: 404 },
        {
          classifiers: [
            () => {
              throw new Error("x");
            },
          ],
        },
      ),
    ).toMatchObject({ errorCode: "NOT_FOUND" });
  });
});
