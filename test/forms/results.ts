/** Ways to build what a tool returns. */
import { thrown, value, type End, type Unit } from "./code.js";

/** What the model should read: an expression of a text, or of data that becomes JSON. */
export type Payload = { readonly text: string } | { readonly data: string };

export interface ResultStyle {
  readonly name: string;
  /** The result of a tool; `type` is the name of its type in the framework. */
  readonly reply: (payload: Payload, isError: boolean, type: string) => End;
  readonly units: readonly Unit[];
}

const textOf = (payload: Payload): string => ("text" in payload ? payload.text : `JSON.stringify(${payload.data})`);
const flag = (isError: boolean): string => (isError ? ", isError: true" : "");
const literal = (text: string, isError: boolean): string =>
  `{ content: [{ type: "text", text: ${text} }]${flag(isError)} }`;

/** `textResult()` and `errorResult()`, in the file that uses them or in one of their own. */
const builders = (file?: string): Unit[] =>
  [
    {
      name: "textResult",
      code: 'const textResult = (value: string) => ({ content: [{ type: "text" as const, text: value }] });',
    },
    {
      name: "errorResult",
      code: 'const errorResult = (message: string) => ({ content: [{ type: "text" as const, text: message }], isError: true });',
    },
  ].map((unit) => (file === undefined ? unit : { ...unit, file }));

const REPLY_CLASS: Unit = {
  name: "Reply",
  file: "src/reply.ts",
  code: `export class Reply {
#lines: string[] = [];
#failed = false;

line(text: string): this {
this.#lines.push(text);
return this;
}

failed(): this {
this.#failed = true;
return this;
}

build() {
return { content: [{ type: "text" as const, text: this.#lines.join("\\n") }], isError: this.#failed };
}
}`,
};

export const RESULT_STYLES: readonly ResultStyle[] = [
  {
    name: "inline-literal",
    reply: (payload, isError) => value(literal(textOf(payload), isError)),
    units: [],
  },
  {
    name: "builder-in-file",
    reply: (payload, isError) => value(`${isError ? "errorResult" : "textResult"}(${textOf(payload)})`),
    units: builders(),
  },
  {
    name: "builder-elsewhere",
    reply: (payload, isError) => value(`${isError ? "errorResult" : "textResult"}(${textOf(payload)})`),
    units: builders("src/results.ts"),
  },
  {
    name: "class-builder",
    reply: (payload, isError) => value(`new Reply().line(${textOf(payload)})${isError ? ".failed()" : ""}.build()`),
    units: [REPLY_CLASS],
  },
  {
    name: "static-builder",
    reply: (payload, isError) => value(`ToolReply.${isError ? "error" : "ok"}(${textOf(payload)})`),
    units: [
      {
        name: "ToolReply",
        file: "src/lib/tool-reply.ts",
        code: 'export class ToolReply {\nstatic ok(text: string) {\nreturn { content: [{ type: "text" as const, text }] };\n}\n\nstatic error(text: string) {\nreturn { ...ToolReply.ok(text), isError: true };\n}\n}',
      },
    ],
  },
  {
    name: "template",
    reply: (payload, isError) =>
      value(
        literal(
          "text" in payload ? payload.text : `\`Result:\\n\${JSON.stringify(${payload.data}, null, 2)}\``,
          isError,
        ),
      ),
    units: [],
  },
  {
    name: "json-object",
    reply: (payload, isError) =>
      value(
        literal(
          `JSON.stringify(${"text" in payload ? `{ message: ${payload.text} }` : payload.data}, null, 2)`,
          isError,
        ),
      ),
    units: [],
  },
  {
    name: "joined-lines",
    reply: (payload, isError) =>
      value(literal('lines.join("\\n")', isError), ["const lines: string[] = [];", `lines.push(${textOf(payload)});`]),
    units: [],
  },
  {
    name: "mutated-object",
    reply: (payload, isError, type) =>
      value("result", [
        `const result: ${type} = { content: [] };`,
        `result.content.push({ type: "text", text: ${textOf(payload)} });`,
        ...(isError ? ["result.isError = true;"] : []),
      ]),
    units: [],
  },
  {
    name: "flag-parameter",
    reply: (payload, isError) => value(`respond(${textOf(payload)}${isError ? ", true" : ""})`),
    units: [
      {
        name: "respond",
        file: "src/respond.ts",
        code: 'export function respond(message: string, isError = false) {\nreturn { content: [{ type: "text" as const, text: message }], isError };\n}',
      },
    ],
  },
  {
    name: "spread",
    reply: (payload, isError) =>
      value(isError ? `{ ...textResult(${textOf(payload)}), isError: true }` : `textResult(${textOf(payload)})`),
    units: builders(),
  },
  {
    name: "object-assign",
    reply: (payload, isError) =>
      value(
        isError ? `Object.assign(textResult(${textOf(payload)}), { isError: true })` : `textResult(${textOf(payload)})`,
      ),
    units: builders("src/results.ts"),
  },
  {
    name: "made-builder",
    reply: (payload, isError) => value(`reply.${isError ? "error" : "ok"}(${textOf(payload)})`),
    units: [
      { name: "reply", code: 'const reply = createReply("text");' },
      {
        name: "createReply",
        file: "src/create-reply.ts",
        code: 'export function createReply(type: "text") {\nconst blocks = (text: string) => [{ type, text }];\nreturn {\nok: (text: string) => ({ content: blocks(text) }),\nerror: (text: string) => ({ content: blocks(text), isError: true }),\n};\n}',
      },
    ],
  },
  {
    name: "variables",
    reply: (payload, isError) =>
      value(`{ content${isError ? ", isError: true" : ""} }`, [
        `const message = ${textOf(payload)};`,
        'const content = [{ type: "text" as const, text: message }];',
      ]),
    units: [],
  },
];

/** For frameworks that take a string, and make an error result of a throw alone. */
export const STRING_STYLE: ResultStyle = {
  name: "string",
  reply: (payload, isError) => (isError ? thrown(`new Error(${textOf(payload)})`) : value(textOf(payload))),
  units: [],
};
