import type { Dialect, DialectName, ErrorCategory } from "../contract.js";
import { peek } from "../safe.js";
import { bucketOf, NAMES } from "../spelling.js";

/** The part of JSON Schema (draft 7) that the schemas below use. */
export interface JsonSchema {
  $schema?: string;
  $id?: string;
  title?: string;
  description?: string;
  type?: "object" | "string" | "number" | "boolean" | "array";
  required?: string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  allOf?: JsonSchema[];
  if?: JsonSchema;
  then?: JsonSchema;
  not?: JsonSchema;
}

const text: JsonSchema = { type: "string", minLength: 1 };
const seconds: JsonSchema = { type: "number", minimum: 0 };
const code: JsonSchema = { type: "string", pattern: "^[A-Z][A-Z0-9_]+[A-Z0-9]$", maxLength: 63 };
const texts: JsonSchema = { type: "array", items: { type: "string" } };

const recovery: JsonSchema = {
  type: "object",
  properties: {
    suggestedAction: text,
    requiresReconnect: { type: "boolean" },
    stateAfterTimeoutUnknown: { type: "boolean" },
    processId: { type: "number" },
    timeoutSeconds: seconds,
    retryAfterSeconds: seconds,
    hint: text,
    availableTokens: texts,
    availableEvents: texts,
  },
};

const common: Record<string, JsonSchema> = {
  failureType: text,
  recovery,
  details: { type: "object" },
  recommendation: text,
  attemptedQuery: text,
  attemptedActions: texts,
  alternativeApproaches: texts,
};

const when = (properties: Record<string, JsonSchema>, then: JsonSchema): JsonSchema => ({
  if: { properties, required: Object.keys(properties) },
  then,
});

const schema = (dialect: DialectName, rest: JsonSchema): JsonSchema => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  title: `Error contract for MCP tools, ${dialect} dialect`,
  type: "object",
  ...rest,
  properties: { ...common, ...rest.properties },
});

const category: JsonSchema = { enum: ["transient", "validation", "permission", "business"] };
/** A failure of these kinds stays: where one is told as retryable, the flag is what is wrong. */
const lasting: JsonSchema = { enum: ["validation", "permission", "business"] };
const notRetryable: JsonSchema = { properties: { isRetryable: { const: false } } };
const ofCustomer: JsonSchema = { enum: ["permission", "business"] };

const SCHEMAS: Record<DialectName, JsonSchema> = {
  standard: schema("standard", {
    required: ["errorCategory", "isRetryable", "description"],
    properties: {
      errorCategory: category,
      isRetryable: { type: "boolean" },
      retryAfterSeconds: seconds,
      errorCode: code,
      description: text,
      customerFriendlyMessage: text,
    },
    allOf: [
      when({ errorCategory: lasting }, notRetryable),
      when(
        { errorCategory: { const: "transient" }, isRetryable: { const: true } },
        { required: ["retryAfterSeconds"] },
      ),
      when({ errorCategory: ofCustomer }, { required: ["customerFriendlyMessage"] }),
    ],
  }),
  envelope: schema("envelope", {
    required: ["bucket", "retryable", "retryAfterMs", "errorCode", "humanMessage"],
    properties: {
      bucket: { enum: ["Transient", "Permission", "Data", "Business"] },
      retryable: { type: "boolean" },
      retryAfterMs: seconds,
      errorCode: code,
      humanMessage: { ...text, pattern: "^[^\\r\\n]*$" },
      attempt: { type: "number", minimum: 1 },
      maxAttempts: { type: "number", minimum: 1 },
    },
    allOf: [
      when({ bucket: { enum: ["Permission", "Data", "Business"] } }, { properties: { retryable: { const: false } } }),
      // A wait of 0 sends every agent back at once, and is the sign of what is not to be retried.
      when({ retryable: { const: true } }, { properties: { retryAfterMs: { minimum: 1 } } }),
      when({ retryable: { const: false } }, { properties: { retryAfterMs: { const: 0 } } }),
    ],
  }),
  compact: schema("compact", {
    required: ["errorCategory", "isRetryable", "description"],
    properties: {
      errorCategory: category,
      isRetryable: { type: "boolean" },
      retryAfterSeconds: seconds,
      code,
      description: text,
      customerMessage: text,
    },
    allOf: [
      when({ errorCategory: lasting }, notRetryable),
      when({ errorCategory: ofCustomer }, { required: ["customerMessage"] }),
    ],
  }),
  recovery: schema("recovery", {
    required: ["success", "error"],
    properties: {
      success: { const: false },
      error: text,
      errorCode: text,
      errorCategory: category,
      isRetryable: { type: "boolean" },
    },
    allOf: [
      when(
        { isRetryable: { const: true } },
        { required: ["recovery"], properties: { recovery: { type: "object", required: ["retryAfterSeconds"] } } },
      ),
      when({ errorCategory: lasting }, notRetryable),
    ],
  }),
};

/** The name of a dialect, which may be given by its name as well. Anything else from JavaScript stands for the default. */
export const nameOf = (dialect: Dialect | DialectName | undefined): DialectName => {
  const name = (peek(dialect, "name") ?? dialect) as DialectName;
  return Object.hasOwn(SCHEMAS, name) ? name : "standard";
};

/** What the test kit needs of a catalogue that `defineErrorCodes` has made. */
export interface Codes {
  readonly codes: readonly string[];
  readonly entries: { readonly [code: string]: { readonly category: ErrorCategory } };
}

/** A list of codes, and the category of each. */
const codeRules = (dialect: DialectName, { codes, entries }: Codes): JsonSchema[] => {
  const { errorCode = "errorCode", errorCategory = "errorCategory" } = NAMES[dialect] ?? {};
  return [
    { properties: { [errorCode]: { enum: [...codes] } } },
    ...codes.map((code) => {
      const { category } = entries[code]!;
      const spelled = dialect === "envelope" ? bucketOf(category) : category;
      return when({ [errorCode]: { const: code } }, { properties: { [errorCategory]: { const: spelled } } });
    }),
  ];
};

/**
 * The JSON Schema (draft 7) of the object in `content[0].text`, for one dialect. With a catalogue of `defineErrorCodes` no other code
 * is valid, and none with another category than its own. A fresh copy, which you may narrow. Throws nothing.
 */
export const toolErrorSchema = (dialect?: Dialect | DialectName, codes?: Codes): JsonSchema => {
  const name = nameOf(dialect);
  const copy = structuredCloneOf(SCHEMAS[name]);
  return codes ? { ...copy, allOf: [...(copy.allOf ?? []), ...codeRules(name, codes)] } : copy;
};

/** Plain data only, and `structuredClone` is not in every runtime's types. */
const structuredCloneOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
