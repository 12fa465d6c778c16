import { AGENT_CALLS } from "../../src/analysis/policy/agents.js";
import { errorResult, fastmcp, testRule, tool } from "../support/rule-tester.js";

const WHOLE =
  'errorCategory: "transient", isRetryable: false, description: "d", partialResults: found, attemptedActions: done';
const delegating = (fields: string, call = "await runSubagent(args);"): string =>
  tool(`  try {\n    return ${call}\n  } catch (error) {\n    return ${errorResult(fields)};\n  }`);

/** Three attempts, and what is told once they have failed. */
const retrying = (fields: string, marks: readonly [string, string] = ["", ""]): string =>
  tool(
    `  for (let attempt = 1; attempt <= 3; attempt++) {
    try {
      return await api.search(args);
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      await sleep(attempt * 250);
    }
  }
  return ${marks[0]}${errorResult(fields)}${marks[1]};`,
  );

const asking = (ask: string, marks: readonly [string, string] = ["", ""]): string =>
  tool(
    `  try {\n    return await ask(args.topic);\n  } catch {\n    return ${marks[0]}${errorResult('errorCategory: "transient", isRetryable: false')}${marks[1]};\n  }`,
    ask,
  );

testRule(
  "require-propagation-context",
  [
    ...AGENT_CALLS.map(({ id, counterExample }) => ({ name: `no agent: ${id}`, code: asking(counterExample) })),
    {
      name: "attempts that are told in a field",
      code: retrying(
        'errorCategory: "transient", isRetryable: true, retryAfterSeconds: 9, attemptedActions: ["search"]',
      ),
    },
    {
      name: "attempts that are told in words",
      code: retrying(
        'errorCategory: "transient", isRetryable: true, retryAfterSeconds: 9, description: "The search failed three times."',
      ),
    },
    {
      name: "attempts after which nobody is to try again",
      code: retrying('errorCategory: "transient", isRetryable: false, description: "The search is down."'),
    },
    {
      name: "another failure after the agent's was dealt with",
      code: tool(
        `  let found = "";\n  try {\n    found = await runSubagent(args);\n  } catch (error) {\n    logger.warn(error);\n  }\n  try {\n    return await api.save(found);\n  } catch {\n    return ${errorResult('errorCategory: "transient", isRetryable: false')};\n  }`,
      ),
    },
    { name: "a whole partial failure", code: tool(`  return ${errorResult(`status: "partial_failure", ${WHOLE}`)};`) },
    { name: "another status", code: tool(`  return ${errorResult('status: "failed", errorCategory: "transient"')};`) },
    {
      name: "fields that cannot be read",
      code: tool(`  return ${errorResult('status: "partial_failure", ...rest')};`),
    },
    { name: "a subagent's whole failure", code: delegating(WHOLE) },
    { name: "work of the tool's own", code: delegating('errorCategory: "transient"', "await api.search(args);") },
    {
      name: "prose alone is for other rules",
      code: tool(
        '  try {\n    return await runSubagent(args);\n  } catch {\n    return { isError: true, content: [{ type: "text", text: "The research agent gave up." }] };\n  }',
      ),
    },
  ],
  [
    ...AGENT_CALLS.map(({ id, example }) => ({
      name: `an agent: ${id}`,
      code: asking(example, ["⟦", "⟧"]),
      problems: [{ messageId: "subagentFailure", data: { fields: "`partialResults`, `attemptedActions`" } }],
    })),
    {
      name: "attempts that nothing is said of",
      code: retrying(
        'errorCategory: "transient", isRetryable: true, retryAfterSeconds: 9, description: "Search is down."',
        ["⟦", "⟧"],
      ),
      problems: [{ messageId: "retriedFailure", data: { fields: "`attemptedActions`" } }],
    },
    {
      name: "a model, behind a client of the project's own",
      code: asking(
        'const client = { messages: { create: async (request) => { throw new Error("x"); } } };\nconst ask = (topic) => client.messages.create({ model: "m", messages: [{ role: "user", content: topic }] });',
        ["⟦", "⟧"],
      ),
      problems: [{ messageId: "subagentFailure", data: { fields: "`partialResults`, `attemptedActions`" } }],
    },
    {
      name: "a partial failure with nothing but words",
      code: tool(
        `  return { isError: true, content: [{ type: "text", text: JSON.stringify(⟦{ status: "partial_failure", description: "d" }⟧) }] };`,
      ),
      problems: [
        {
          messageId: "partialFailure",
          data: { fields: "`errorCategory`, `isRetryable`, `partialResults`, `attemptedActions`" },
        },
      ],
    },
    {
      name: "a partial failure without what was obtained, FastMCP",
      code: fastmcp(
        `  const payload = ⟦{ status: "partial_failure", errorCategory: "transient", isRetryable: false, attemptedActions: done }⟧;
  return { isError: true, content: [{ type: "text", text: JSON.stringify(payload) }] };`,
      ),
      problems: [{ messageId: "partialFailure", data: { fields: "`partialResults`" } }],
    },
    {
      name: "undefined is not there",
      code: tool(
        `  return { isError: true, content: [{ type: "text", text: JSON.stringify(⟦{ status: "partial_failure", ${WHOLE.replace("done", "undefined")} }⟧) }] };`,
      ),
      problems: [{ messageId: "partialFailure", data: { fields: "`attemptedActions`" } }],
    },
    {
      name: "a subagent's failure",
      code: delegating('errorCategory: "transient", isRetryable: false').replace(
        /return (\{ isError.*\});/u,
        "return ⟦$1⟧;",
      ),
      problems: [{ messageId: "subagentFailure", data: { fields: "`partialResults`, `attemptedActions`" } }],
    },
    {
      name: "an agent's method, names of the dialect",
      settings: { dialect: "envelope" },
      code: delegating('bucket: "Transient", retryable: false', "await this.researchAgent.run(args);").replace(
        /return (\{ isError.*\});/u,
        "return ⟦$1⟧;",
      ),
      problems: [{ messageId: "subagentFailure", data: { fields: "`partialResults`, `attempt`" } }],
    },
  ],
);
