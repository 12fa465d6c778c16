import { errorResult, lowLevel, testRule, tool } from "../support/rule-tester.js";

const contract = "errorCategory: 'transient', isRetryable: false, description: 'The index is down.'";

function mcpFramework(body: string): string {
  return `import { MCPTool } from "mcp-framework";
export default class ReadTool extends MCPTool {
  name = "read";
  async execute(input) {
${body}
  }
}
`;
}

function edge(body: string): string {
  return `import { EdgeFastMCP } from "fastmcp/edge";
const server = new EdgeFastMCP({ name: "s", version: "1.0.0" });
server.addTool({ name: "a", parameters: schema, execute: async (args) => {
${body}
} });
`;
}

/** A clause that tells the message of a class, and its flag beside; `made` is what its constructor hands to `Error`. */
const byClass = (made: string, parameters = "status, retryable", guard = "error instanceof ShopError"): string =>
  tool(
    `  try {\n    return { content: [{ type: "text", text: await api.load(args.id) }] };\n  } catch (error) {\n    if (${guard}) return ⟦{ isError: true, content: [{ type: "text", text: error.message }], structuredContent: { retryable: error.retryable } }⟧;\n    throw error;\n  }`,
    `class ShopError extends Error {\n  constructor(${parameters}) {\n    const details = describe(status, retryable);\n    super(${made});\n    this.retryable = retryable;\n  }\n}\nfunction describe(status, retryable) { return { message: [status, retryable].join(" ") }; }`,
  );

/** Catches its failures itself. */
const RUN =
  "async function run(args) { try { return await api.run(args); } catch (error) { return { failed: String(error) }; } }";

testRule(
  "no-invisible-error",
  [
    { name: "JSON in the first block", code: tool(`  return ${errorResult(contract)};`) },
    {
      name: "the same object mirrored",
      code: tool(
        `  const payload = { ${contract} };\n  return { isError: true, content: [{ type: "text", text: JSON.stringify(payload) }], structuredContent: payload, _meta: { "com.example/error": payload } };`,
      ),
    },
    {
      name: "a field that comes only with an option, which the call does not give",
      code: tool(
        '  const payload = refusal("CLOSED");\n  return { isError: true, content: [{ type: "text", text: payload.message }], structuredContent: payload };',
        "function refusal(code, options = {}) {\n  const wait = options.wait;\n  return { code, message: sentences[code], ...(wait ? { retryAfterSeconds: wait } : {}) };\n}",
      ),
    },
    {
      name: "a clause that only a value comes to which cannot be written",
      code: tool(
        "  return toResult({ found: true });",
        'function toResult(output, isError = false) {\n  try {\n    const text = JSON.stringify(output);\n    return { content: [{ type: "text", text }], structuredContent: output, isError };\n  } catch {\n    return { content: [], structuredContent: output, isError: true };\n  }\n}',
      ),
    },
    {
      name: "a clause to which nothing comes",
      code: tool(
        "  try {\n    const found = await run(args);\n    logger.info(found);\n    return { content: [{ type: 'text', text: JSON.stringify(found) }] };\n  } catch (error) {\n    return { isError: true, content: [] };\n  }",
        RUN,
      ),
    },
    {
      name: "prose without a contract is another rule's",
      code: tool('  return { isError: true, content: [{ type: "text", text: "The index is down." }] };'),
    },
    {
      name: "words that say what to do next, beside the structured content",
      code: tool(
        '  if (args.amount > 500) return { isError: true, content: [{ type: "text", text: `${args.amount} is above the limit of 500. Ask a manager to approve it.` }], structuredContent: { errorCategory: "business", isRetryable: false } };\n  return await pay(args);',
      ),
    },
    {
      name: "prose behind the JSON",
      code: tool(
        `  return { isError: true, content: [{ type: "text", text: JSON.stringify({ ${contract} }) }, { type: "text", text: "The index is down." }] };`,
      ),
    },
    {
      name: "a text that cannot be read may hold it",
      code: tool(
        '  return { isError: true, content: [{ type: "text", text: payloadJson }], structuredContent: { errorCategory: "transient" } };',
      ),
    },
    {
      name: "blocks that cannot be read",
      code: tool("  return { isError: true, content: blocks, structuredContent: { isRetryable: true } };"),
    },
    {
      name: "filled later",
      code: tool(
        '  const result = { isError: true, content: [] };\n  result.content.push({ type: "text", text: await explain(args) });\n  return result;',
      ),
    },
    { name: "an empty success", code: tool("  return { content: [] };") },
    {
      name: "for the assistant too",
      code: tool(
        '  return { isError: true, content: [{ type: "text", text: "The index is down.", annotations: { audience: ["user", "assistant"] } }] };',
      ),
    },
    {
      name: "a success for the user alone",
      code: tool('  return { content: [{ type: "text", text: "Done.", annotations: { audience: ["user"] } }] };'),
    },
    { name: "a low-level handler keeps the flag", code: lowLevel(`  return ${errorResult(contract)};`) },
    { name: "thrown where that is the way", code: mcpFramework("    throw new Error('The index is down.');") },
    { name: "text in mcp-framework is another rule's", code: mcpFramework("    return 'Error: the index is down';") },
    {
      name: "in _meta, beside a text that is written by the kind of the error",
      code: tool(
        "  return failed(await run(args));",
        `const failed = (error) => ({ isError: true, content: [{ type: "text", text: sentenceOf(error) }], _meta: { retryable: error.retryable } });
function sentenceOf(error) { return \`[\${error.code}] \${error.message}\`; }`,
      ),
    },
    {
      name: "in _meta, beside a text that nobody sees",
      code: tool(
        "  return failed(await run(args));",
        `import { sentenceOf } from "@example/sentences";
const failed = (error) => ({ isError: true, content: [{ type: "text", text: sentenceOf(error) }], _meta: { retryable: error.retryable } });`,
      ),
    },
    ...[
      "details.message",
      "describe(status, retryable).message",
      "`${status}: ${retryable ? 'again later' : 'never again'}`",
      "`The shop said: ${sentence(status)}`",
    ].map((made) => ({
      name: `in the structured content, beside the message of a class that may say it: ${made}`,
      code: byClass(made).replaceAll(/[⟦⟧]/gu, ""),
    })),
    {
      name: "in _meta, and told in the text by the function that writes it",
      code: tool(
        "  return failed(await run(args));",
        `const failed = (error) => ({ isError: true, content: [{ type: "text", text: sentenceOf(error) }], _meta: { retryable: error.retryable } });
function sentenceOf(error) { let text = error.message; if (error.retryable) text += " This can be repeated."; return text; }`,
      ),
    },
  ],
  [
    {
      name: "a clause to which the failures of a function come",
      code: tool(
        "  try {\n    return { content: [{ type: 'text', text: await run(args) }] };\n  } catch (error) {\n    return ⟦{ isError: true, content: [] }⟧;\n  }",
        RUN.replace("return { failed: String(error) };", "throw error;"),
      ),
      problems: [{ messageId: "emptyContent" }],
    },
    ...[
      ["the sentence that it is given", byClass("sentence", "sentence, status, retryable")],
      ["a fixed sentence", byClass('"The shop is closed."')],
      ["a sentence of other fields", byClass("`The shop said ${status}.`")],
      ["a class that was not asked for", byClass("details.message", undefined, "error.retryable !== undefined")],
      [
        "a class that something else was asked for",
        byClass("details.message", undefined, "args.error instanceof ShopError"),
      ],
      ["another error", byClass("details.message").replace("text: error.message", "text: args.error.message")],
      ["anything but that class", byClass("details.message", undefined, "!(error instanceof ShopError)")],
    ].map(([name, code]) => ({
      name: `only in the structured content, beside the message of ${name ?? ""}`,
      code: code ?? "",
      problems: [{ messageId: "onlyStructured", data: { names: "`retryable`" } }],
    })),
    {
      name: "only in _meta, though a function writes the text",
      code: tool(
        "  return failed(await run(args));",
        `const failed = (error) => (⟦{ isError: true, content: [{ type: "text", text: sentenceOf(error) }], _meta: { retryable: error.retryable } }⟧);
function sentenceOf(error) { let text = error.message; if (error.closed) text += " This can be repeated."; return text; }`,
      ),
      problems: [{ messageId: "onlyMeta", data: { names: "`retryable`" } }],
    },
    {
      name: "no block",
      code: tool(
        "  try {\n    return await load(args);\n  } catch {\n    return ⟦{ isError: true, content: [] }⟧;\n  }",
      ),
      problems: [{ messageId: "emptyContent" }],
    },
    {
      name: "no content at all, and an empty text",
      code: tool(
        '  if (args.a) return ⟦{ isError: true, content: [{ type: "text", text: "" }] }⟧;\n  return { content: [] };',
      ),
      problems: [{ messageId: "emptyContent" }],
    },
    {
      name: "a field that comes with an option, which the call gives",
      code: tool(
        '  const payload = refusal("CLOSED", { wait: 5 });\n  return ⟦{ isError: true, content: [{ type: "text", text: payload.message }], structuredContent: payload }⟧;',
        "function refusal(code, options = {}) {\n  const wait = options.wait;\n  return { code, message: sentences[code], ...(wait ? { retryAfterSeconds: wait } : {}) };\n}",
      ),
      problems: [{ messageId: "onlyStructured", data: { names: "`retryAfterSeconds`" } }],
    },
    {
      name: "only in structuredContent",
      code: tool(
        `  return ⟦{ isError: true, content: [{ type: "text", text: "The index is down." }], structuredContent: { error: { ${contract} } } }⟧;`,
      ),
      problems: [{ messageId: "onlyStructured", data: { names: "`errorCategory` and `isRetryable`" } }],
    },
    ...[
      ["in _meta", "_meta: { failure: { isRetryable: false } }", "onlyMeta", "`isRetryable`"],
      ["with a wait", "structuredContent: { retryAfterSeconds: 30 }", "onlyStructured", "`retryAfterSeconds`"],
    ].map(([name = "", fields = "", messageId = "", names = ""]) => ({
      name: `words that say what to do next, with the fields ${name}`,
      code: tool(
        `  return ⟦{ isError: true, content: [{ type: "text", text: "The service is busy. Ask a manager to approve it." }], ${fields} }⟧;`,
      ),
      problems: [{ messageId, data: { names } }],
    })),
    {
      name: "one field only in structuredContent",
      code: tool(
        '  return ⟦{ isError: true, content: [{ type: "text", text: JSON.stringify({ errorCategory: "transient" }) }], structuredContent: { errorCategory: "transient", isRetryable: true, retryAfterSeconds: 3 } }⟧;',
      ),
      problems: [{ messageId: "onlyStructured", data: { names: "`isRetryable` and `retryAfterSeconds`" } }],
    },
    {
      name: "only in _meta",
      code: tool(
        `  return ⟦{ isError: true, content: [{ type: "text", text: "The index is down." }], _meta: { "com.example/tool-error": { ${contract} } } }⟧;`,
      ),
      problems: [{ messageId: "onlyMeta", data: { names: "`errorCategory` and `isRetryable`" } }],
    },
    {
      name: "beside the flag",
      code: tool(
        '  return ⟦{ isError: true, isRetryable: false, content: [{ type: "text", text: "The index is down." }] }⟧;',
      ),
      problems: [{ messageId: "onlyTopLevel", data: { names: "`isRetryable`" } }],
    },
    {
      name: "in the second block",
      code: tool(
        `  return { isError: true, content: [{ type: "text", text: "The index is down." }, ⟦{ type: "text", text: JSON.stringify({ ${contract} }) }⟧] };`,
      ),
      problems: [{ messageId: "laterBlock" }],
    },
    {
      name: "behind a picture, in a builder",
      code: tool(
        "  return failure(args.shot);",
        `function failure(data) {\n  return { isError: true, content: [{ type: "image", data, mimeType: "image/png" }, ⟦{ type: "text", text: JSON.stringify({ ${contract} }) }⟧] };\n}`,
      ),
      problems: [{ messageId: "laterBlock" }],
    },
    {
      name: "for the user alone",
      code: tool(
        '  return { isError: true, content: [{ type: "text", text: "The index is down.", annotations: { audience: ⟦["user"]⟧ } }] };',
      ),
      problems: [
        {
          messageId: "audience",
          suggest: { messageId: "addAssistant", from: '["user"]', to: '["user", "assistant"]' },
        },
      ],
    },
    {
      name: "returned where only a throw is an error",
      code: mcpFramework(
        "    if (!input.id) {\n      return ⟦{ isError: true, content: [{ type: 'text', text: `no ${input.id}` }] }⟧;\n    }\n    return find(input.id);",
      ),
      problems: [
        {
          messageId: "returnedInVain",
          data: { framework: "mcp-framework" },
          suggest: {
            messageId: "throwInstead",
            from: "return { isError: true, content: [{ type: 'text', text: `no ${input.id}` }] };",
            to: "throw new Error(`no ${input.id}`);",
          },
        },
      ],
    },
    {
      name: "in a try, a throw would be caught",
      code: mcpFramework(
        "    try {\n      if (!input.id) return ⟦{ isError: true, content: [{ type: 'text', text: 'no id' }] }⟧;\n      return find(input.id);\n    } catch (error) {\n      log(error);\n      throw error;\n    }",
      ),
      problems: [{ messageId: "returnedInVain", data: { framework: "mcp-framework" } }],
    },
    {
      name: "where a builder makes it",
      code: mcpFramework(
        "    try {\n      return await find(input.id);\n    } catch (error) {\n      return failure(error);\n    }",
      ).replace(
        "export default",
        "function failure(error) {\n  return ⟦{ isError: true, content: [{ type: 'text', text: error.code }] }⟧;\n}\nexport default",
      ),
      problems: [
        {
          messageId: "returnedInVain",
          data: { framework: "mcp-framework" },
          suggest: {
            messageId: "throwInstead",
            from: "return { isError: true, content: [{ type: 'text', text: error.code }] };",
            to: "throw new Error(error.code);",
          },
        },
      ],
    },
    {
      name: "a framework that parses what is returned",
      code: 'import { tool } from "@cyanheads/mcp-ts-core";\nexport const a = tool("a", { async handler() {\n  return ⟦{ isError: true, content: [{ type: "text", text: "down" }] }⟧;\n} });',
      problems: [
        {
          messageId: "replacedByParseError",
          data: { framework: "mcp-ts-core" },
          suggest: {
            messageId: "throwInstead",
            from: 'return { isError: true, content: [{ type: "text", text: "down" }] };',
            to: 'throw new Error("down");',
          },
        },
      ],
    },
    {
      name: "neither way reaches the model",
      code: edge("  return ⟦{ isError: true, content: [{ type: 'text', text: 'The index is down.' }] }⟧;"),
      problems: [{ messageId: "neverAnError", data: { framework: "fastmcp-edge" } }],
    },
  ],
);
