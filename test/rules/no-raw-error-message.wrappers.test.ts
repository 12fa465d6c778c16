import { testRule } from "../support/rule-tester.js";

/** A tool whose handler is given to a wrapper of the project's own. */
const wrapped = (wrapper: string, clause: string, taken = "guarded(handler)"): string =>
  `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
${wrapper}
const handler = async (args) => {
  try {
    return { content: [{ type: "text", text: await api.read(args.id) }] };
  } catch (error) {
    ${clause}
  }
};
server.registerTool("a", { description: "d" }, ${taken});
`;

const returning = (source = "error.message"): string =>
  `return { isError: true, content: [{ type: "text", text: ${source} }] };`;
const throwing = (source = "error.message"): string => `throw new Error(\`Not read: \${${source}}\`);`;

const FILTERING = "const guarded = (run) => async (args) => redactResult(await run(args));";
const CATCHING =
  'const guarded = (run) => async (args) => {\n  try {\n    return await run(args);\n  } catch (error) {\n    log(error);\n    return { isError: true, content: [{ type: "text", text: "The orders cannot be read." }] };\n  }\n};';
const TIMING =
  "const guarded = (run) => async (args) => {\n  const result = await run(args);\n  timed(result);\n  return result;\n};";

testRule(
  "no-raw-error-message",
  [
    { name: "a wrapper filters what is returned", code: wrapped(FILTERING, returning()) },
    {
      name: "a wrapper filters what is returned, by a variable",
      code: wrapped(
        "const guarded = (run) => async (args) => {\n  const result = await run(args);\n  return sanitize(result);\n};",
        returning(),
      ),
    },
    { name: "a wrapper catches what is thrown", code: wrapped(CATCHING, throwing()) },
    {
      name: "a wrapper answers what is rejected",
      code: wrapped("const guarded = (run) => (args) => run(args).catch(toResult);", throwing()),
    },
    {
      name: "a wrapper around a wrapper catches what is thrown",
      code: wrapped(`${CATCHING}\nconst named = (name, run) => guarded(run);`, throwing(), 'named("a", handler)'),
    },
  ],
  [
    {
      name: "a wrapper that hands on what is returned",
      code: wrapped(TIMING, returning("⟦error.message⟧")),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "a wrapper that catches what is thrown, where it is returned",
      code: wrapped(CATCHING, returning("⟦error.message⟧")),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "a wrapper that filters what is returned, where it is thrown",
      code: wrapped(FILTERING, throwing("⟦error.message⟧")),
      problems: [{ messageId: "rawMessageThrown", data: { source: "error.message" } }],
    },
    {
      name: "a wrapper that does not wait for what is thrown",
      code: wrapped(CATCHING.replace("return await run(args)", "return run(args)"), throwing("⟦error.message⟧")),
      problems: [{ messageId: "rawMessageThrown", data: { source: "error.message" } }],
    },
  ],
);
