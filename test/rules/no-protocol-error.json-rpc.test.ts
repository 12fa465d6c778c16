import { testRule } from "../support/rule-tester.js";

const HELPERS = `
const done = (id, result) => ({ jsonrpc: "2.0", id, result });
const failed = (id, code, message) => ({ jsonrpc: "2.0", id, error: { code, message } });
const told = (error) => ({ isError: true, content: [{ type: "text", text: String(error) }] });
const refuse = (id, error) => send(failed(id, -32603, error.message));
function sort(error) { try { return JSON.parse(error.message); } catch { return {}; } }
`;

/** A server that reads JSON-RPC itself; the lines are the branch for tool calls. */
const server = (branch: string, rest = ""): string => `
import { orders } from "./orders.js";
${HELPERS}
export async function answer({ id, method, params }) {
  if (method === "tools/list") return done(id, { tools: [] });
  if (method === "tools/call") {
${branch}
  }
  return failed(id, -32601, "Method not found");
}
${rest}`;

/** The same with one clause for all methods. */
const guarded = (branch: string, clause: string, rest = ""): string => `
${HELPERS}
export async function answer(request) {
  const { id, params } = request;
  try {
    switch (request.method) {
      case "tools/list":
        return done(id, { tools: await list() });
      case "tools/call":
        ${branch}
      default:
        return failed(id, -32601, "Method not found");
    }
  } catch (error) {
    ${clause}
  }
}
${rest}`;

const attempt = (clause: string, block = "return done(id, await callTool(params.name, params.arguments));"): string =>
  `    try {\n      ${block}\n    } ⟦catch (error) {\n      ${clause}\n    }⟧`;
const bare = (code: string): string => code.replaceAll(/[⟦⟧]/gu, "");
const answered = (what = "callTool()") => ({ messageId: "answered", data: { what } });
const answeredAbove = (what: string) => ({ messageId: "answeredAbove", data: { what } });

testRule(
  "no-protocol-error",
  [
    ["a result of the tool", attempt("return done(id, told(error));")],
    [
      "a result of the tool, written out",
      attempt("return done(id, { isError: true, content: [{ type: 'text', text: String(error) }] });"),
    ],
    [
      "both, for clients of either kind",
      attempt("return { jsonrpc: '2.0', id, error: { code: -32603, message: String(error) }, result: told(error) };"),
    ],
    ["the code for wrong parameters", attempt("return failed(id, -32602, error.message);")],
    [
      "the code for wrong parameters, written out",
      attempt("return { jsonrpc: '2.0', id, error: { code: -32602, message: error.message } };"),
    ],
    [
      "a protocol error for what is one, and a result for the rest",
      attempt(
        "if (error instanceof RpcError) return failed(id, error.code, error.message);\n      return done(id, told(error));",
      ),
    ],
    [
      "a result for some, and a protocol error for the rest",
      attempt("if (error.isPublic) return done(id, told(error));\n      return failed(id, -32603, 'no');"),
    ],
    [
      "a protocol error for what is one, where the rest is thrown on",
      attempt("if (error instanceof RpcError) return failed(id, error.code, error.message);\n      throw error;"),
    ],
    [
      "a request that is handed on",
      attempt("return failed(id, -32603, String(error));", "return await upstream.callTool(params);"),
    ],
    [
      "nothing that can fail",
      attempt("return failed(id, -32603, 'no');", "params.arguments = { ...params.arguments };"),
    ],
    [
      "a clause that only looks",
      `    try { await callTool(params); } catch (error) { log(sort(error)); }\n    return done(id, {});`,
    ],
  ]
    .map(([name = "", branch = ""]) => ({ name, code: server(bare(branch)) }))
    .concat([
      {
        name: "a branch for another method",
        code: server("    return done(id, told('no'));").replace('"tools/list"', '"prompts/get"'),
      },
      {
        name: "a clause for all methods that makes results",
        code: guarded(
          "return done(id, await callTool(params.name, params.arguments));",
          "return done(id, told(error));",
        ),
      },
      {
        name: "a clause for all methods, and a handler that catches its failures",
        code: guarded(
          "return done(id, await run(params));",
          "return failed(id, -32603, error.message);",
          "async function run(params) { try { return await callTool(params.name); } catch (error) { return told(error); } }",
        ),
      },
      {
        name: "a clause for all methods, and a word sent to the client",
        code: guarded("await send({ progress: 1 }); break;", "return failed(id, -32603, error.message);"),
      },
      {
        name: "a clause for all methods, and one for tool calls",
        code: guarded(
          "try { return done(id, await callTool(params.name)); } catch (error) { return done(id, told(error)); }",
          "return failed(id, -32603, error.message);",
        ),
      },
      {
        name: "a function that nobody waits for, beside the answer",
        code: server(
          "    audit(params);\n    return done(id, await safe(params));",
          bare(
            `async function audit(params) {\n${attempt("return failed(id, -32603, error.message);")}\n}\nconst safe = async (params) => { try { return await callTool(params.name); } catch (error) { return told(error); } };`,
          ),
        ),
      },
      {
        name: "a client that asks for a tool call",
        code: `${HELPERS}\nexport async function ask(request) { if (request.method !== "tools/call") return; try { await post(request); } catch (error) { return failed(1, -32603, error.message); } }`,
      },
    ]),
  [
    {
      name: "written out",
      code: server(attempt("return { jsonrpc: '2.0', id, error: { code: -32603, message: error.message } };")),
      problems: [answered()],
    },
    {
      name: "as text that is sent",
      code: server(
        attempt("send(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: error.message } }));"),
      ),
      problems: [answered()],
    },
    {
      name: "by a function that writes it",
      code: server(attempt("return failed(id, -32603, error.message);")),
      problems: [answered()],
    },
    { name: "by a function that sends it", code: server(attempt("refuse(id, error);")), problems: [answered()] },
    {
      name: "with a code of its own for some, and another for the rest",
      code: server(
        attempt(
          "if ('code' in error) return failed(id, error.code, error.message);\n      return failed(id, -32603, 'no');",
        ),
      ),
      problems: [answered()],
    },
    {
      name: "for all but errors of one kind",
      code: server(
        attempt("if (error instanceof QuietError) log(error);\n      else return failed(id, -32603, error.message);"),
      ),
      problems: [answered()],
    },
    {
      name: "unless the answer has begun",
      code: server(attempt("if (!sent) return failed(id, -32603, error.message);")),
      problems: [answered()],
    },
    {
      name: "in the function to which the branch leads",
      code: server(
        "    return await handleCall(id, params);",
        `async function handleCall(id, params) {\n${attempt("return failed(id, -32603, error.message);")}\n}`,
      ),
      problems: [answered()],
    },
    {
      name: "in the function that the branch waits for, and which writes the answer itself",
      code: server(
        "    await handleCall(id, params);",
        `async function handleCall(id, params) {\n${attempt("refuse(id, error);", "send(done(id, await callTool(params.name, params.arguments)));")}\n}`,
      ),
      problems: [answered()],
    },
    {
      name: "for all methods",
      code: guarded(
        "⟦return done(id, await callTool(params.name, params.arguments));⟧",
        "return failed(id, -32603, error.message);",
      ),
      problems: [answeredAbove("callTool()")],
    },
    {
      name: "for all methods, in each branch of the tools",
      code: guarded(
        'if (params.name === "open") { ⟦const order = await orders.open(params.arguments);⟧  return done(id, order); }\n        if (params.name === "close") { ⟦return done(id, await orders.close(params.arguments));⟧ }\n        break;',
        "return failed(id, -32603, error.message);",
      ),
      problems: [answeredAbove("orders.open()"), answeredAbove("orders.close()")],
    },
    {
      name: "for all methods, around the call of the function that tells them apart",
      code: server(
        "    ⟦return done(id, await callTool(params.name, params.arguments));⟧",
        'socket.on("message", async (message) => {\n  try {\n    send(await answer(message));\n  } catch (error) {\n    send(failed(message.id, -32603, error.message));\n  }\n});',
      ),
      problems: [answeredAbove("callTool()")],
    },
  ],
);
