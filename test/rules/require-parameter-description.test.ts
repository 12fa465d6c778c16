import { lowLevel, testRule } from "../support/rule-tester.js";

const SDK = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
const server = new McpServer({ name: "s", version: "1" });
`;
/** A tool whose arguments have this schema. */
const withSchema = (schema: string, head = ""): string =>
  `${SDK}${head}server.registerTool("find_orders", { description: "d", inputSchema: ${schema} }, async () => run());`;

testRule(
  "require-parameter-description",
  [
    withSchema('{ id: z.string().describe("The order\'s id.") }'),
    {
      name: "behind and before other methods",
      code: withSchema(
        '{ id: z.string().describe("The id.").optional(), limit: z.number().min(1).describe("At most.") }',
      ),
    },
    {
      name: "zod's other forms",
      code: withSchema(
        'z.object({ id: z.string({ description: "The id." }), at: z.date().meta({ description: "When." }) })',
      ),
    },
    {
      name: "by its name",
      code: withSchema(
        "{ id: orderId, again: orderId.optional() }",
        'const orderId = z.string().describe("The id.");\n',
      ),
    },
    { name: "what cannot be seen", code: withSchema("{ id: schemas.orderId, at: makeSchema(), ...shared }") },
    { name: "a schema that cannot be seen", code: withSchema("ordersSchema") },
    { name: "no arguments", code: withSchema("{}") },
    {
      name: "an object whose parts say what they are",
      code: withSchema(
        '{ page: z.object({ size: z.number().describe("Orders on it."), at: z.object({ day: z.date().describe("The day.") }).describe("When.") }).optional() }',
      ),
    },
    {
      name: "the same in JSON Schema",
      code: lowLevel(
        "return run();",
        'const TOOLS = [{ name: "a", description: "d", inputSchema: { type: "object", properties: { page: { type: "object", properties: { size: { type: "number", description: "Orders on it." } } } } } }];',
      ),
    },
    {
      name: "valibot",
      code: withSchema(
        'v.object({ id: v.pipe(v.string(), v.description("The id.")), n: v.optional(v.pipe(v.number(), v.description("At most."))) })',
      ),
    },
    {
      name: "TypeBox",
      code: withSchema(
        'Type.Object({ id: Type.String({ description: "The id." }), n: Type.Optional(Type.Number({ description: "At most." })) })',
      ),
    },
    { name: "arktype", code: withSchema('type({ id: type("string").describe("the id") })') },
    {
      name: "JSON Schema",
      code: lowLevel(
        "return run();",
        'const TOOLS = [{ name: "a", description: "d", inputSchema: { type: "object", properties: { id: { type: "string", description: "The id." }, other: { $ref: "#/x" } } } }];',
      ),
    },
  ],
  [
    {
      name: "an object of which one part does not",
      code: withSchema('{ ⟦page⟧: z.object({ size: z.number().describe("Orders on it."), at: z.date() }) }'),
      problems: [
        {
          messageId: "undescribed",
          data: { name: "find_orders", parameters: "`page`", verb: "is", how: '.describe("…")' },
        },
      ],
    },
    {
      code: withSchema(
        '{ ⟦id⟧: z.string(), at: z.string().describe("When."), limit: z.number().optional().default(10) }',
      ),
      problems: [
        {
          messageId: "undescribed",
          data: { name: "find_orders", parameters: "`id`, `limit`", verb: "are", how: '.describe("…")' },
        },
      ],
    },
    {
      name: "the form that takes the schema apart from the rest",
      code: `${SDK}server.tool("find_orders", "d", { ⟦id⟧: z.enum(["a", "b"]) }, async () => run());`,
      problems: [
        {
          messageId: "undescribed",
          data: { name: "find_orders", parameters: "`id`", verb: "is", how: '.describe("…")' },
        },
      ],
    },
    {
      name: "a text without words",
      code: withSchema('z.object({ ⟦id⟧: z.string().describe("") }).strict()'),
      problems: [
        {
          messageId: "undescribed",
          data: { name: "find_orders", parameters: "`id`", verb: "is", how: '.describe("…")' },
        },
      ],
    },
    {
      name: "valibot",
      code: withSchema("v.object({ ⟦id⟧: v.pipe(v.string(), v.minLength(1)), n: v.optional(v.number()) })"),
      problems: [
        {
          messageId: "undescribed",
          data: { name: "find_orders", parameters: "`id`, `n`", verb: "are", how: 'v.description("…")' },
        },
      ],
    },
    {
      name: "TypeBox",
      code: withSchema("Type.Object({ ⟦id⟧: Type.String() })"),
      problems: [
        {
          messageId: "undescribed",
          data: { name: "find_orders", parameters: "`id`", verb: "is", how: 'description: "…"' },
        },
      ],
    },
    {
      name: "arktype",
      code: withSchema('type({ ⟦id⟧: "string" })'),
      problems: [
        {
          messageId: "undescribed",
          data: { name: "find_orders", parameters: "`id`", verb: "is", how: '.describe("…")' },
        },
      ],
    },
    {
      name: "JSON Schema",
      code: lowLevel(
        "return run();",
        'const TOOLS = [{ name: "a", description: "d", inputSchema: { type: "object", properties: { ⟦id⟧: { type: "string" } } } }];',
      ),
      problems: [
        { messageId: "undescribed", data: { name: "a", parameters: "`id`", verb: "is", how: 'description: "…"' } },
      ],
    },
  ],
);
