import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import fc from "fast-check";
import { MongoClient } from "mongodb";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  classifyError,
  configureToolErrors,
  firstParty,
  type FromOptions,
  toolError,
  withToolErrors,
} from "mcp-tool-errors";

class OrderError extends Error {
  override name = "OrderError";
}
class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const thrownBy = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was thrown.");
};
const descriptionOf = (error: unknown, options?: FromOptions): string =>
  (JSON.parse(toolError.from(error, options).content[0]!.text) as { description: string }).description;
afterEach(() => void configureToolErrors({ exposeMessages: undefined }));

describe("first-party messages", () => {
  const exposeMessages = firstParty;

  it.each<[string, unknown, string]>([
    ["of a plain error", new Error("Give a query."), "Give a query. The cause is unknown. Do not repeat the call"],
    ["of a class of the project", new OrderError("Order 7 is closed"), "Order 7 is closed. The cause is unknown."],
    ["with a status", new ApiError(404, "Order 7 does not exist"), "Order 7 does not exist. Check the identifier"],
    ["of several lines", new Error("Two faults:\n- a\n- b"), "Two faults:\n- a\n- b. The cause is unknown."],
    ["that is a cause", { cause: new OrderError("Order 7 is closed.") }, "Order 7 is closed. The cause is unknown."],
    [
      "around a third-party error",
      new Error("The order cannot be read", {
        cause: Object.assign(new Error("x"), { code: "ECONNREFUSED", stack: "" }),
      }),
      "The order cannot be read. Wait 5 seconds",
    ],
  ])("%s become the description", (_, error, expected) => {
    expect(descriptionOf(error, { exposeMessages })).toContain(expected);
  });

  it.each<[string, unknown]>([
    ["a library", thrownBy(() => new MongoClient("hunter2://x"))],
    ["a schema library that the project calls", thrownBy(() => z.string().parse(5))],
    ["the language", thrownBy(() => (undefined as unknown as { hunter2: { x: 1 } }).hunter2.x)],
    ["JSON.parse", thrownBy(() => JSON.parse("hunter2"))],
    ["Node", thrownBy(() => process.getBuiltinModule("fs").readFileSync("/hunter2"))],
    ["no file at all", thrownBy(() => new Function("throw new Error('hunter2')")())],
    ["code without a stack", Object.assign(new Error("hunter2"), { stack: undefined })],
    [
      "a message that looks like a frame",
      Object.assign(new Error("hunter2\n    at /srv/own.js:1:1"), {
        stack: "Error: hunter2\n    at /srv/own.js:1:1\n    at f (/srv/node_modules/x/y.js:1:1)",
      }),
    ],
    [
      "a dependency of Deno",
      Object.assign(new Error("hunter2"), {
        stack: "Error: hunter2\n    at f (file:///root/.cache/deno/npm/registry.npmjs.org/x/1.0.0/y.js:1:1)",
      }),
    ],
    ["nothing that is an error", { message: "hunter2" }],
    ["a text", "hunter2"],
  ])("of %s stay on the server", (_, error) => {
    expect(descriptionOf(error, { exposeMessages })).not.toContain("hunter2");
  });

  it("stay on the server where they repeat the words of a third party", () => {
    const cause = thrownBy(() => new MongoClient("hunter2://x")) as Error;
    const error = new Error(`Cannot connect: ${cause.message}`, { cause });
    expect(descriptionOf(error, { exposeMessages })).not.toContain(cause.message);
    expect(descriptionOf(new Error("Cannot connect.", { cause }), { exposeMessages })).toContain("Cannot connect.");
  });

  it("are nobody's where a bundler has joined all code in one file", async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `
          import { classifyError, firstParty } from "./src/index.ts";
          export const told = classifyError(new Error("hunter2"), { exposeMessages: firstParty }).description;
        `,
        resolveDir: new URL("..", import.meta.url).pathname,
      },
      bundle: true,
      format: "iife",
      globalName: "server",
      write: false,
    });
    const told: unknown = runInContext(`${outputFiles[0]!.text}; server.told`, createContext({}), {
      filename: "/srv/bundle.js",
    });
    expect(told).toBe(
      "The tool failed. The cause is unknown. Do not repeat the call: report the failure or take another way.",
    );
  });
});

describe("messages of the caller's choice", () => {
  it.each<[string, FromOptions["exposeMessages"]]>([
    ["classes", [OrderError, ApiError]],
    ["a predicate", (error) => error instanceof OrderError],
  ])("%s", (_, exposeMessages) => {
    expect(descriptionOf(new OrderError("Order 7 is closed."), { exposeMessages })).toContain("Order 7 is closed.");
    expect(descriptionOf(new Error("hunter2"), { exposeMessages })).not.toContain("hunter2");
  });

  it("hides what a predicate throws at or does not say yes to", () => {
    for (const exposeMessages of [
      () => {
        throw new Error("x");
      },
      () => "yes" as never,
      5 as never,
      [5] as never,
    ])
      expect(descriptionOf(new Error("hunter2"), { exposeMessages })).not.toContain("hunter2");
  });

  it("holds for the whole server, at the boundary, and one call may say otherwise", async () => {
    configureToolErrors({ exposeMessages: firstParty });
    const fail = () => {
      throw new OrderError("Order 7 is closed.");
    };
    const [told, hidden] = [await withToolErrors(fail)(), await withToolErrors(fail, { exposeMessages: [] })()];
    expect(told.content[0]!.text).toContain("Order 7 is closed.");
    expect(hidden.content[0]!.text).not.toContain("Order 7 is closed.");
  });

  it("keeps frames of a stack and long messages out", () => {
    const error = new OrderError(`Order 7 is closed.\n    at pay (/srv/pay.ts:7:3)${"x".repeat(5000)}`);
    const told = descriptionOf(error, { exposeMessages: [OrderError] });
    expect(told).toMatch(/^Order 7 is closed\. The cause is unknown\./);
    expect(descriptionOf(new OrderError("x".repeat(5000)), { exposeMessages: [OrderError] }).length).toBeLessThan(700);
  });
});

describe("property", () => {
  class Own extends Error {}
  class Foreign extends Error {}
  const word = fc.stringMatching(/^[a-z]{6,12}$/);
  const link = fc.record({ isOwn: fc.boolean(), message: word, quotes: fc.boolean() });

  it("no words of a third party leave, wherever in the chain they stand and whoever repeats them", () => {
    fc.assert(
      fc.property(fc.array(link, { minLength: 1, maxLength: 5 }), fc.boolean(), (links, isAggregate) => {
        // From the innermost to the outermost, which may quote what it wraps.
        const error = links.reduce<Error | undefined>((cause, { isOwn, message, quotes }) => {
          const words = `${isOwn ? "own" : "hunter2"} ${message}${quotes && cause ? `: ${cause.message}` : ""}`;
          const wrapped = new (isOwn ? Own : Foreign)(words, cause && !isAggregate ? { cause } : undefined);
          return cause && isAggregate ? Object.assign(wrapped, { errors: [cause] }) : wrapped;
        }, undefined)!;
        for (const exposeMessages of [[Own], (given: unknown) => given instanceof Own])
          expect(JSON.stringify(toolError.from(error, { exposeMessages }))).not.toContain("hunter2");
        if (links.every(({ isOwn }) => isOwn))
          expect(descriptionOf(error, { exposeMessages: [Own] })).toContain(error.message);
      }),
      { numRuns: 500 },
    );
  });
});

describe("an unknown cause", () => {
  const UNKNOWN = "The cause is unknown. Do not repeat the call: report the failure or take another way.";

  it("says that it is unknown, besides what the caller says of its work", () => {
    expect(descriptionOf(new Error("hunter2"))).toBe(`The tool failed. ${UNKNOWN}`);
    expect(descriptionOf(new Error("hunter2"), { description: "The order was not read" })).toBe(
      `The order was not read. ${UNKNOWN}`,
    );
    expect(descriptionOf(new Error("hunter2"), { service: "the order service" })).toBe(
      `The call to the order service failed. ${UNKNOWN}`,
    );
    expect(descriptionOf({ status: 503 }, { description: "The order was not read." })).toBe("The order was not read.");
  });

  it("keeps its code whatever the caller calls the failure, unless the caller decides the category", () => {
    const fallback = { category: "validation", description: "Wrong.", errorCode: "WRONG_ORDER" } as const;
    expect(toolError.from(new Error("x"), { errorCode: "ORDERS_DOWN" }).content[0]!.text).toContain("UNCLASSIFIED");
    expect(toolError.from(new Error("x"), { fallback }).content[0]!.text).toContain("WRONG_ORDER");
    expect(classifyError(new Error("x"), { fallback })).toMatchObject({ errorCategory: "validation", matched: false });
  });
});
