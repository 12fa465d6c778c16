import { describe, expect, it } from "vitest";
import { flowFactsOf } from "../../../src/analysis/exits/queries.js";
import { exitsOf, toolFile } from "../../support/exits.js";
import { open } from "../../support/source.js";

/** Functions of packages that run what they are given, and give back what it gives. */
const AROUND: readonly (readonly [title: string, before: string, call: (work: string) => string])[] = [
  [
    "a span of OpenTelemetry",
    'import { trace } from "@opentelemetry/api"; const tracer = trace.getTracer("shop");',
    (work) => `tracer.startActiveSpan("load", { kind: 1 }, async (span) => ${work})`,
  ],
  [
    "a context of OpenTelemetry",
    'import { context } from "@opentelemetry/api";',
    (work) => `context.with(context.active(), async () => ${work})`,
  ],
  [
    "a span of Sentry",
    'import * as Sentry from "@sentry/node";',
    (work) => `Sentry.startSpan({ name: "load" }, async (span) => ${work})`,
  ],
  ["a scope of Sentry", 'import { withScope } from "@sentry/node";', (work) => `withScope(async (scope) => ${work})`],
  [
    "a store of Node.js",
    'import { AsyncLocalStorage } from "node:async_hooks"; const storage = new AsyncLocalStorage();',
    (work) => `storage.run({ id: input.id }, async () => ${work})`,
  ],
];

describe.each(AROUND)("What runs in %s", (_title, before, call) => {
  it("gives what its callback gives, and fails where that fails", () => {
    expect(exitsOf(`return await ${call("{ return [await api.get()]; }")};`, before)).toEqual(
      ["return [<api.get()>]", "throw <failure of api.get()> after api.get() rejected"].sort(),
    );
  });

  it("is caught around the call", () => {
    expect(
      exitsOf(`try { return await ${call("{ return [await api.get()]; }")}; } catch { return "none"; }`, before),
    ).toEqual(['return "none" after api.get() rejected', "return [<api.get()>]"]);
  });
});

describe("A failure that is swallowed in a span", () => {
  const marked = (noted: string): string[] => {
    const body = `return tracer.startActiveSpan("load", async (span) => {
      try { return { content: [{ type: "text", text: JSON.stringify(await api.get(input.id)) }] };
      } catch (error) { ${noted} return { content: [{ type: "text", text: "[]" }] };
      } finally { span.end(); }
    });`;
    const before = 'import { trace } from "@opentelemetry/api"; const tracer = trace.getTracer("shop");';
    const file = open(toolFile(body, before));
    return flowFactsOf(file).swallowed.map(({ node }) => node.type);
  };

  it.each(["", "console.error(error);", "span.recordException(error);", "span.setStatus({ code: 2 });"])(
    "is no less lost for what the span is given: %s",
    (noted) => {
      expect(marked(noted)).toEqual(["CatchClause"]);
    },
  );

  it("is not lost where it is thrown on", () => {
    expect(marked("span.recordException(error); throw error;")).toEqual([]);
  });
});
