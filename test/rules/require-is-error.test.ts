import { fastmcp, lowLevel, testRule, tool } from "../support/rule-tester.js";

const suggest = (from: string) => ({ messageId: "addIsError", from, to: from.replace(/ \}$/u, ", isError: true }") });
const inCatch = (answer: string, head = ""): string =>
  tool(
    `  try {\n    return { content: [{ type: "text", text: await load(args) }] };\n  } catch (error) {\n    ${answer}\n  }`,
    head,
  );

/** The work succeeds; only its output cannot be parsed. */
const unparsed = (data: string): string =>
  tool(
    `  const stdout = await run(args);
  try {
    return ok({ rows: parseRows(stdout) });
  } catch (error) {
    return ok({ ${data} });
  }`,
    'const ok = (data) => ({ content: [{ type: "text", text: JSON.stringify(data) }] });',
  );

const TOLD = '{ content: [{ type: "text", text: `Error: ${error.message}` }] }';

testRule(
  "require-is-error",
  [
    {
      name: "flagged",
      code: inCatch('return { isError: true, content: [{ type: "text", text: `Error: ${error.message}` }] };'),
    },
    {
      name: "flagged in a builder",
      code: inCatch(
        "return fail(error);",
        "const fail = (error) => ({ isError: true, content: [{ type: 'text', text: String(error) }] });",
      ),
    },
    {
      name: "a builder that is told which of two results to make",
      code: inCatch(
        'return make("error", String(error));',
        `const make = (status, message) =>
  status === "error" ? fail(message) : { content: [{ type: "text", text: message }], isError: false };
import { fail } from "package";`,
      ),
    },
    { name: "a builder that cannot be seen", code: inCatch("return fail(error);", 'import { fail } from "package";') },
    {
      name: "a flag that may be set by a spread",
      code: inCatch('return { ...base(error), content: [{ type: "text", text: `Error: ${error.message}` }] };'),
    },
    { name: "rethrown: the SDK converts it", code: inCatch("throw error;") },
    {
      name: "nothing found is no failure",
      code: tool(
        '  const found = await load(args);\n  if (found.length === 0) return { content: [{ type: "text", text: "No results found." }] };\n  return { content: [{ type: "text", text: "ok" }] };',
      ),
    },
    {
      name: "a question back",
      code: tool(
        '  if (!args.sure) return { content: [{ type: "text", text: "Please confirm that you want to delete it." }] };\n  return { content: [{ type: "text", text: "ok" }] };',
      ),
    },
    {
      name: "done already",
      code: inCatch(
        'if (error.status === 409) return { content: [{ type: "text", text: "The label is already there." }] };\n    throw error;',
      ),
    },
    {
      name: "the output as it is, where it cannot be parsed",
      code: unparsed("raw: stdout, parseError: String(error)"),
    },
    {
      name: "words of failure in a success",
      code: tool(
        '  const jobs = await load(args);\n  return { content: [{ type: "text", text: `Failed jobs: ${jobs.length}` }] };',
      ),
    },
    {
      name: "not a tool",
      code: 'export function page(error) { return { content: [{ type: "text", text: `Error: ${error.message}` }] }; }',
    },
    {
      name: "a resource",
      code: tool(
        '  return { content: [{ type: "text", text: "ok" }] };',
        'server.registerResource("r", "x://y", {}, async () => { try { return await read(); } catch (error) { return { contents: [{ uri: "x://y", text: `Error: ${error.message}` }] }; } });',
      ),
    },
    {
      name: "thrown in FastMCP",
      code: fastmcp(
        "  try { return await load(args); } catch (error) { throw new UserError(`Error: ${error.message}`); }",
      ),
    },
    {
      name: "an error result in FastMCP",
      code: fastmcp(
        '  try { return await load(args); } catch (error) { return { isError: true, content: [{ type: "text", text: `Error: ${error.message}` }] }; }',
      ),
    },
    {
      name: "fields of the contract that are known at run time, behind no test",
      code: tool(
        '  return { content: [{ type: "text", text: JSON.stringify({ isRetryable: args.again, id: args.id }) }] };',
      ),
    },
  ],
  [
    {
      name: "the error contract behind no test",
      code: tool(
        '  if (args.ok) return { content: [] };\n  return ⟦{ content: [{ type: "text", text: JSON.stringify({ errorCategory: "transient", isRetryable: false }) }] }⟧;',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: "false }) }] }", to: "false }) }], isError: true }" },
        },
      ],
    },
    {
      name: "the dialect recovery behind no test",
      code: tool(
        '  return ⟦{ content: [{ type: "text", text: JSON.stringify({ success: false, error: "d", errorCode: "HOST_DOWN" }) }] }⟧;',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: '"HOST_DOWN" }) }] }', to: '"HOST_DOWN" }) }], isError: true }' },
        },
      ],
    },
    {
      name: "told as text",
      code: inCatch(`return ⟦${TOLD}⟧;`),
      problems: [{ messageId: "toldAsText", suggest: suggest(TOLD) }],
    },
    {
      name: "told over several lines",
      code: inCatch('return ⟦{\n      content: [{ type: "text", text: `Error: ${error.message}` }],\n    }⟧;'),
      problems: [
        {
          messageId: "toldAsText",
          suggest: {
            messageId: "addIsError",
            from: "${error.message}` }],",
            to: "${error.message}` }],\n      isError: true,",
          },
        },
      ],
    },
    {
      name: "isError: false",
      code: inCatch('return ⟦{ isError: false, content: [{ type: "text", text: String(error) }] }⟧;'),
      problems: [
        { messageId: "toldAsText", suggest: { messageId: "addIsError", from: "isError: false", to: "isError: true" } },
      ],
    },
    {
      name: "a flag in the JSON alone",
      code: inCatch(
        'return ⟦{ content: [{ type: "text", text: JSON.stringify({ success: false, error: error.message }) }] }⟧;',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: {
            messageId: "addIsError",
            from: "error: error.message }) }] }",
            to: "error: error.message }) }], isError: true }",
          },
        },
      ],
    },
    {
      name: "behind a test of the response",
      code: tool(
        '  const res = await fetch(url);\n  if (!res.ok) return ⟦{ content: [{ type: "text", text: `Error: HTTP ${res.status}` }] }⟧;\n  return { content: [{ type: "text", text: await res.text() }] };',
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: { messageId: "addIsError", from: "${res.status}` }] }", to: "${res.status}` }], isError: true }" },
        },
      ],
    },
    {
      name: "by a builder of this file",
      code: inCatch(
        "return say(error);",
        "const say = (error) => (⟦{ content: [{ type: 'text', text: `Error: ${error.message}` }] }⟧);",
      ),
      problems: [{ messageId: "toldByBuilder" }],
    },
    {
      name: "a result that cannot be parsed, and is lost",
      code: unparsed("parseError: String(error)").replace(/return (ok\(\{ parseError.*\}\));/u, "return ⟦$1⟧;"),
      problems: [{ messageId: "toldByCall", data: { callee: "ok" } }],
    },
    {
      name: "a result that cannot be parsed, told as a failure",
      code: unparsed("raw: stdout, error: String(error)").replace(/return (ok\(\{ raw.*\}\));/u, "return ⟦$1⟧;"),
      problems: [{ messageId: "toldByCall", data: { callee: "ok" } }],
    },
    {
      name: "in a rejection handler",
      code: tool(`  return load(args).then(toResult, (error) => (⟦${TOLD}⟧));`),
      problems: [{ messageId: "toldAsText", suggest: suggest(TOLD) }],
    },
    {
      name: "low-level",
      code: lowLevel(
        `  try {\n    return { content: [{ type: "text", text: await load(request) }] };\n  } catch (error) {\n    return ⟦${TOLD}⟧;\n  }`,
      ),
      problems: [{ messageId: "toldAsText", suggest: suggest(TOLD) }],
    },
    {
      name: "CRLF and tabs",
      code: inCatch('return ⟦{\n\t\tcontent: [{ type: "text", text: `Error: ${error.message}` }]\n\t}⟧;').replaceAll(
        "\n",
        "\r\n",
      ),
      problems: [
        {
          messageId: "toldAsText",
          suggest: {
            messageId: "addIsError",
            from: "${error.message}` }]",
            to: "${error.message}` }],\r\n\t\tisError: true",
          },
        },
      ],
    },
    {
      name: "a string in FastMCP",
      code: fastmcp("  try { return await load(args); } catch (error) { return ⟦`Error: ${error.message}`⟧; }"),
      problems: [{ messageId: "toldAsText" }],
    },
    {
      name: "only the text of a result is passed on",
      code: fastmcp(
        "  return ⟦(await handle(args)).content[0].text⟧;",
        'async function handle(args) { try { return { content: [{ type: "text", text: await load(args) }] }; } catch (error) { return { isError: true, content: [{ type: "text", text: "no" }] }; } }',
      ),
      problems: [{ messageId: "flagDropped", data: { form: "return the whole result" } }],
    },
  ],
);
