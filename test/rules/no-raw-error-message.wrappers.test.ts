import { testRule, tool } from "../support/rule-tester.js";

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

/** A builder of error results, and the clauses that call it. */
const BUILDER = 'const failed = (error) => ({ isError: true, content: [{ type: "text", text: error.message }] });';
const clause = (work: string): string => `try { ${work} } catch (error) { return failed(error); }`;
const built = (works: readonly string[], builder = BUILDER): string =>
  tool(
    works.map(clause).join("\n"),
    `${builder}\nfunction own(id) { if (!id) throw new Error("Give an id."); return id; }`,
  );

/** A handler made from a definition, whose own handler it runs. */
const defined = (
  handler: string,
  text: string,
): string => `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "s", version: "1" });
function safe(definition) {
  return async (args) => {
    try {
      return await definition.handler(args);
    } catch (error) {
      return { isError: true, content: [{ type: "text", text: ${text} }] };
    }
  };
}
server.registerTool("a", {}, safe({ name: "a", handler: ${handler} }));
`;
const CAUGHT = "async ({ id }) => { try { return await api.read(id); } catch { return null; } }";

/** A class that leaves its work to the classes below it. */
const base = (below: string, text: string, own = ""): string =>
  tool(
    "  return new ReadTool().run(args);",
    `class Base {
  ${own}
  async run(args) {
    try {
      return await this.work(args);
    } catch (error) {
      return { isError: true, content: [{ type: "text", text: ${text} }] };
    }
  }
}
class ReadTool extends Base { async work({ id }) { ${below} } }`,
  );
const ANSWERED = "try { return await api.read(id); } catch { return null; }";
const NOT_HERE = 'work() { throw new Error("Not implemented."); }';

testRule(
  "no-raw-error-message",
  [
    {
      name: "a builder that is called for the project's own failures",
      code: built(["own(args.id);", "own(args.no);"]),
    },
    { name: "a handler of a definition that answers for its failures", code: defined(CAUGHT, "error.message") },
    { name: "a class below that answers for its failures", code: base(ANSWERED, "error.message") },
    { name: "a class below, in place of the work of the base", code: base(ANSWERED, "error.message", NOT_HERE) },
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
      name: "a builder that is called for other failures as well",
      code: built(["own(args.id);", "await api.read(args.id);"], BUILDER.replace("error.message", "⟦error.message⟧")),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "a handler of a definition that lets its failures out",
      code: defined("async ({ id }) => await api.read(id)", "⟦error.message⟧"),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "a class below that lets its failures out",
      code: base("return await api.read(id);", "⟦error.message⟧"),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "a class below that lets its failures out, in place of the work of the base",
      code: base("return await api.read(id);", "⟦error.message⟧", NOT_HERE),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
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
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
    {
      name: "a wrapper that does not wait for what is thrown",
      code: wrapped(CATCHING.replace("return await run(args)", "return run(args)"), throwing("⟦error.message⟧")),
      problems: [{ messageId: "rawMessage", data: { source: "error.message" } }],
    },
  ],
);
