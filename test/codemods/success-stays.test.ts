/**
 * A codemod never makes a success an error: generated servers run before and after all transforms. What succeeds is the same
 * to the byte, what is an error stays one, and nothing that was thrown gets lost.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rewriteText, TRANSFORM_NAMES } from "../../src/codemod/rewrite.js";
import * as helper from "../../src/helper/src/index.js";
import { projectForTests } from "./support/fixtures.js";

/** How a result says whether it is an error: the parameters of the builder, the flag, and its calls for both ends. */
interface Flag {
  readonly parameters: string;
  readonly flag: string;
  /** The test of a failure, for texts that depend on it. */
  readonly test: string;
  readonly ok: (text: string) => string;
  readonly failed: (text: string) => string;
}

const FLAGS: Readonly<Record<string, Flag>> = {
  "a parameter with a default": {
    parameters: "message, isError = false",
    flag: "isError",
    test: "isError",
    ok: (text) => text,
    failed: (text) => `${text}, true`,
  },
  "an optional parameter": {
    parameters: "message, isError",
    flag: "isError: isError",
    test: "isError",
    ok: (text) => `${text}, false`,
    failed: (text) => `${text}, true`,
  },
  "a negated parameter": {
    parameters: "message, ok",
    flag: "isError: !ok",
    test: "!ok",
    ok: (text) => `${text}, true`,
    failed: (text) => `${text}, false`,
  },
  "an error that may be there": {
    parameters: "message, error",
    flag: "isError: !!error",
    test: "error",
    ok: (text) => text,
    failed: (text) => `${text}, problem`,
  },
  "a comparison": {
    parameters: "message, error",
    flag: "isError: error !== undefined",
    test: "error !== undefined",
    ok: (text) => text,
    failed: (text) => `${text}, problem`,
  },
  "a call of Boolean": {
    parameters: "message, error",
    flag: "isError: Boolean(error)",
    test: "error",
    ok: (text) => text,
    failed: (text) => `${text}, problem`,
  },
  "a member of the arguments": {
    parameters: "{ message, failed }",
    flag: "isError: failed === true",
    test: "failed === true",
    ok: (text) => `{ message: ${text} }`,
    failed: (text) => `{ message: ${text}, failed: true }`,
  },
  "a conditional": {
    parameters: "message, kind",
    flag: 'isError: kind === "error" ? true : false',
    test: 'kind === "error"',
    ok: (text) => `${text}, "info"`,
    failed: (text) => `${text}, "error"`,
  },
  "a spread": {
    parameters: "message, failed = false",
    flag: "...(failed ? { isError: true } : {})",
    test: "failed",
    ok: (text) => text,
    failed: (text) => `${text}, true`,
  },
};

/** What the text of the result is made of. */
const TEXTS: Readonly<Record<string, (test: string) => string>> = {
  "the message": () => "message",
  "a sign before the message": (test) => `${test} ? \`Error: \${message}\` : message`,
  "a sign behind a negated test": (test) => `!(${test}) ? message : \`❌ \${message}\``,
  "JSON with a flag": (test) => `JSON.stringify({ success: !(${test}), message })`,
  "JSON with a status": (test) => `JSON.stringify({ status: ${test} ? "failed" : "done", message }, null, 2)`,
};

const FORMS: Readonly<Record<string, (parameters: string, literal: string) => string>> = {
  "a function": (parameters, literal) => `function reply(${parameters}) {\n  return ${literal};\n}`,
  "an arrow": (parameters, literal) => `const reply = (${parameters}) => (${literal});`,
  "an arrow with a block": (parameters, literal) => `const reply = (${parameters}) => {\n  return ${literal};\n};`,
  "a fallback of its own": (parameters, literal) =>
    `function reply(${parameters}) {\n  try {\n    return ${literal};\n  } catch (error) {\n    return { content: [{ type: "text", text: "Invalid result" }], isError: true };\n  }\n}`,
  "a variable": (parameters, literal) =>
    `function reply(${parameters}) {\n  const result = ${literal};\n  return result;\n}`,
};

/** Messages of a failure: some speak of a category, some do not. */
const WORDS = ["id is required", "Access denied", "It did not work", "Order is already closed", "HTTP 503"];

/** A success that speaks like a failure. */
const GOOD = '"Order A-1 is not running."';

const HANDLERS: Readonly<Record<string, (ok: Flag["ok"], failed: string) => string>> = {
  "a test": (ok, failed) => `
    const problem = mode === "fail" ? new Error("down") : undefined;
    if (problem) return reply(${failed});
    return reply(${ok(GOOD)});`,
  "a catch": (ok, failed) => `
    try {
      return reply(${ok("await work(mode)")});
    } catch (problem) {
      return reply(${failed});
    }`,
  "a conditional": (ok, failed) => `
    const problem = mode === "fail" ? new Error("down") : undefined;
    return problem ? reply(${failed}) : reply(${ok(GOOD)});`,
};

interface Server {
  readonly flag: string;
  readonly text: string;
  readonly form: string;
  readonly handler: string;
  readonly words: string;
}

function sourceOf({ flag, text, form, handler, words }: Server): string {
  const { parameters, flag: written, test, ok, failed } = FLAGS[flag] as Flag;
  const literal = `{ content: [{ type: "text", text: ${TEXTS[text]?.(test) ?? ""} }], ${written} }`;
  return `
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "orders", version: "1.0.0" });

async function work(mode) {
  if (mode === "fail") throw new Error("down");
  return "Order A-1 is not running, and was not found in the list of failed ones.";
}

${FORMS[form]?.(parameters, literal) ?? ""}

server.registerTool("get_order", { inputSchema: {} }, async ({ mode }) => {${
    HANDLERS[handler]?.(ok, failed(JSON.stringify(words))) ?? ""
  }
});
`;
}

type Handler = (args: { mode: string }) => Promise<unknown>;

/** The handler that a text registers. */
function load(text: string): Handler {
  let registered: Handler | undefined;
  class McpServer {
    registerTool(_name: string, _config: object, handler: Handler): void {
      registered = handler;
    }
  }
  const body = text.replace(/^import .*$/gmu, "");
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the text is made above
  const run = new Function("McpServer", ...Object.keys(helper), body) as (...values: unknown[]) => void;
  run(McpServer, ...Object.values(helper));
  if (!registered) throw new Error("Nothing was registered.");
  return registered;
}

const rewrite = (text: string) =>
  rewriteText(text, "/work/server.js", projectForTests(), { helper: { kind: "package" }, transforms: TRANSFORM_NAMES });

const keyOf = (record: object): fc.Arbitrary<string> => fc.constantFrom(...Object.keys(record));

const servers = fc.record<Server>({
  flag: keyOf(FLAGS),
  text: keyOf(TEXTS),
  form: keyOf(FORMS),
  handler: keyOf(HANDLERS),
  words: fc.constantFrom(...WORDS),
});

async function expectSameEnds(server: Server): Promise<void> {
  const before = sourceOf(server);
  const { text: after } = rewrite(before);
  for (const mode of ["work", "fail"]) {
    const was = (await load(before)({ mode })) as { isError?: boolean };
    const is = (await load(after)({ mode })) as { isError?: boolean };
    const told = `${mode}, after the rewrite:\n${after}`;
    if (was.isError === true) expect(is.isError, told).toBe(true);
    else expect(JSON.stringify(is), told).toBe(JSON.stringify(was));
  }
}

describe("a success stays one", () => {
  it("whatever the builder and its flag look like", { timeout: 120_000 }, async () => {
    await fc.assert(fc.asyncProperty(servers, expectSameEnds), { numRuns: 200, seed: 1 });
  });

  it.each(Object.keys(FLAGS))("with %s, in every form", { timeout: 60_000 }, async (flag) => {
    for (const form of Object.keys(FORMS))
      await expectSameEnds({
        flag,
        text: "a sign before the message",
        form,
        handler: "a catch",
        words: "Access denied",
      });
  });

  it("and the failures beside it get a category where the code tells it", () => {
    const { text } = rewrite(
      sourceOf({
        flag: "a parameter with a default",
        text: "a sign before the message",
        form: "a function",
        handler: "a catch",
        words: "It did not work",
      }),
    );
    expect(text).toContain("toolError.from(problem, ");
    expect(text).toContain("message }], isError };");
  });
});
