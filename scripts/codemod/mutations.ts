/** Changes of a source text that leave a program as it is, or make another one of it that people might write. */
import { parse } from "@typescript-eslint/typescript-estree";
import type { TSESTree } from "@typescript-eslint/types";
import { forEachChild, isFunction, type Node } from "../../src/syntax/tree.js";

export interface Program {
  readonly text: string;
  readonly filename: string;
}

/** Whole numbers below a limit, the same ones for the same seed. */
export type Random = (limit: number) => number;

/** mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

type Ast = TSESTree.Program & {
  readonly tokens: readonly TSESTree.Token[];
  readonly comments: readonly TSESTree.Comment[];
};

function astOf({ text, filename }: Program): Ast {
  const options = { range: true, tokens: true, comment: true, jsx: /\.(?:tsx|jsx?|mjs|cjs)$/u.test(filename) } as const;
  return parse(text, options);
}

type Range = readonly [number, number];

/** Where white space and `//` are text, not layout. */
function opaque(ast: Ast): Range[] {
  return [...ast.tokens.filter(({ type }) => type === "Template" || type === "JSXText"), ...ast.comments].map(
    ({ range }) => range,
  );
}

const isInside = (offset: number, ranges: readonly Range[]): boolean =>
  ranges.some(([start, end]) => start < offset && offset < end);

function insertAll(text: string, pieces: readonly (readonly [at: number, what: string])[]): string {
  return [...pieces]
    .sort(([a], [b]) => b - a)
    .reduce((all, [at, what]) => all.slice(0, at) + what + all.slice(at), text);
}

function some<T>(list: readonly T[], random: Random, most: number): T[] {
  if (list.length === 0) return [];
  return Array.from({ length: 1 + random(most) }, () => list[random(list.length)] as T);
}

function all(root: Node): Node[] {
  const nodes: Node[] = [];
  const visit = (node: Node): void => {
    nodes.push(node);
    forEachChild(node, visit);
  };
  visit(root);
  return nodes;
}

/** Ends of lines that are layout. */
function lineEnds(text: string, ranges: readonly Range[]): number[] {
  return [...text.matchAll(/\r?\n/gu)].map(({ index }) => index).filter((at) => !isInside(at, ranges));
}

function replaceLayout(text: string, ranges: readonly Range[], pattern: RegExp, by: (match: string) => string): string {
  return text.replace(pattern, (match, ...rest) => {
    const at = rest.find((value): value is number => typeof value === "number") ?? 0;
    return isInside(at, ranges) ? match : by(match);
  });
}

type Mutation = (program: Program, random: Random, number: number) => Program | undefined;

const onText =
  (change: (program: Program, random: Random, number: number) => string | undefined): Mutation =>
  (program, random, number) => {
    const text = change(program, random, number);
    return text === undefined ? undefined : { ...program, text };
  };

const DECORATED = `
function logged(_target: unknown, _key?: unknown): void {}
@(logged as never)
class Decorated {
  @(logged as never) name = "n";
  @(logged as never)
  async run() {
    try {
      return { content: [{ type: "text", text: await load(this.name) }] };
    } catch (error) {
      return { isError: true, content: [{ type: "text", text: "It failed" }] };
    }
  }
}
`;

const VIEW = `
export const View = ({ items }) => (
  <p title="a // b" onClick={() => { try { go(); } catch {} }}>
    it's {items.map((item) => <b key={item}>{item} /* no comment */ {\`\${item}
  text\`}</b>)} // no comment either
  </p>
);
`;

const WRAPPERS = [
  ["{", "}"],
  ["if (process.env.READY) {", "}"],
  ["function setUp() {", "}"],
  ["for (const each of [1, 2]) {", "}"],
  ["export const nested = () => { void (async () => {", "})(); };"],
] as const;

const HELPER_NAMES = ["toolError", "toolFailure", "emptyResult", "collectResults", "RETRY_AFTER_SECONDS"] as const;

export const MUTATIONS = {
  blockComments: onText((program, random, number) => {
    const { tokens } = astOf(program);
    const places = tokens.filter(({ type }) => type !== "JSXText");
    return insertAll(
      program.text,
      some(places, random, 6).map(({ range }, at) => [range[0], `/* block ${number}.${at} */ `]),
    );
  }),
  lineComments: onText((program, random, number) => {
    const ends = lineEnds(program.text, opaque(astOf(program)));
    return insertAll(
      program.text,
      [...new Set(some(ends, random, 6))].map((end, at) => [end, ` // line ${number}.${at}`]),
    );
  }),
  commentLines: onText((program, random, number) => {
    const ranges = opaque(astOf(program));
    const starts = lineEnds(program.text, ranges).map((end) => program.text.indexOf("\n", end) + 1);
    return insertAll(
      program.text,
      [...new Set(some(starts, random, 4))].map((start, at) => [
        start,
        random(2) === 0 ? `  // own ${number}.${at}\n` : `/*\n * own ${number}.${at}\n */\n`,
      ]),
    );
  }),
  crlf: onText(({ text }) => text.replaceAll(/\r?\n/gu, "\r\n")),
  tabs: onText((program) => {
    const ranges = opaque(astOf(program));
    return replaceLayout(program.text, ranges, /(?<=^|\n) {2,}/gu, (spaces) =>
      "\t".repeat(Math.ceil(spaces.length / 2)),
    );
  }),
  noSemicolons: onText((program) => {
    const { tokens } = astOf(program);
    const cut = tokens.filter(({ value }, at) => {
      const next = tokens[at + 1];
      const isLast =
        !next ||
        (/\n/u.test(program.text.slice(tokens[at]?.range[1], next.range[0])) && !/^[([`/+*,.-]/u.test(next.value));
      return value === ";" && isLast;
    });
    return cut.reduceRight((text, { range }) => text.slice(0, range[0]) + text.slice(range[1]), program.text);
  }),
  decorators: onText(({ text, filename }, random) => {
    const piece = /\.[mc]?tsx?$/u.test(filename)
      ? DECORATED
      : DECORATED.replaceAll(/ as never|: unknown|: void|\?(?=[,)])/gu, "");
    return random(2) === 0
      ? `${text}${piece}`
      : text.replace(/\n(?=(?:export )?(?:const|function|async function|server)\b)/u, `${piece}\n`);
  }),
  jsx: ({ text, filename }) => ({
    text: text + VIEW,
    filename: filename.replace(/\.(?:[mc]?ts|tsx)$/u, ".tsx").replace(/\.[mc]?js$/u, ".jsx"),
  }),
  templates: onText((program, random) => {
    const strings = all(astOf(program)).filter(
      (node): node is TSESTree.StringLiteral =>
        node.type === "Literal" && typeof node.value === "string" && /^[^\\`$]+ [^\\`$]+$/u.test(node.raw),
    );
    return some(strings, random, 2).reduce((text, { raw, range }) => {
      if (text.slice(range[0], range[1]) !== raw) return text;
      const value = raw.slice(1, -1).replace(" ", "\n      ");
      return `${text.slice(0, range[0])}\`${value}\`${text.slice(range[1])}`;
    }, program.text);
  }),
  nest: onText((program, random) => {
    const statements = astOf(program).body.filter(({ type }) => type === "ExpressionStatement");
    const statement = statements[random(Math.max(1, statements.length))];
    if (!statement) return undefined;
    const [head, tail] = WRAPPERS[random(WRAPPERS.length)] as (typeof WRAPPERS)[number];
    return insertAll(program.text, [
      [statement.range[0], `${head}\n`],
      [statement.range[1], `\n${tail}`],
    ]);
  }),
  shadow: onText((program, random) => {
    const name = HELPER_NAMES[random(HELPER_NAMES.length)] as string;
    const blocks = all(astOf(program)).filter((node) => node.type === "BlockStatement" && isFunctionOrClause(node));
    const block = blocks[random(Math.max(1, blocks.length))];
    const declaration = ` const ${name} = 1; void ${name}; `;
    const kind = random(3);
    if (kind === 0 && block) return insertAll(program.text, [[block.range[0] + 1, declaration]]);
    if (kind === 1) return `${program.text}\nconst ${name} = () => undefined;\n`;
    return `import { ${name} } from "./own.js";\n${program.text}`;
  }),
  shadowCatch: onText((program, random) => {
    const name = HELPER_NAMES[random(HELPER_NAMES.length)] as string;
    // Only where nothing reads it by the old name.
    return program.text
      .replaceAll(/catch(?: \((?:error|err|e)\))? \{\s*\}/gu, `catch (${name}) {}`)
      .replaceAll(/catch \{/gu, `catch (${name}) {`);
  }),
  parens: onText((program, random) => {
    const nodes = all(astOf(program)).filter((node) => node.type === "ReturnStatement" && node.argument !== null);
    return insertAll(
      program.text,
      [...new Set(some(nodes, random, 3))].flatMap((node) =>
        node.type === "ReturnStatement" && node.argument
          ? ([
              [node.argument.range[0], "("],
              [node.argument.range[1], ")"],
            ] as const)
          : [],
      ),
    );
  }),
  blankLines: onText((program, random) => {
    const ends = lineEnds(program.text, opaque(astOf(program)));
    return insertAll(
      program.text,
      some(ends, random, 5).map((end) => [end, "\n"]),
    );
  }),
  head: onText(({ text }, random) => {
    const heads = ["\uFEFF", "#!/usr/bin/env node\n", '"use strict";\n', "/** @file about */\n\n", "// @ts-check\n"];
    return /^(?:\uFEFF|#!)/u.test(text) ? undefined : `${heads[random(heads.length)] ?? ""}${text}`;
  }),
  joinLines: onText((program, random) => {
    const ast = astOf(program);
    const statements = all(ast).filter((node) => /Statement$|VariableDeclaration/u.test(node.type));
    const statement = statements[random(Math.max(1, statements.length))];
    if (
      !statement ||
      ast.comments.some(({ range }) => range[0] >= statement.range[0] && range[1] <= statement.range[1])
    )
      return undefined;
    const ranges = opaque(ast).map(([start, end]): Range => [start - statement.range[0], end - statement.range[0]]);
    const joined = replaceLayout(program.text.slice(...statement.range), ranges, /\s*\n\s*/gu, () => " ");
    return program.text.slice(0, statement.range[0]) + joined + program.text.slice(statement.range[1]);
  }),
  twice: onText((program) => {
    const last = astOf(program).body.findLast(({ type }) => type === "ExpressionStatement");
    return last && `${program.text}\n${program.text.slice(...last.range)}\n`;
  }),
  noLastLineEnd: onText(({ text }) => text.trimEnd()),
} as const satisfies Readonly<Record<string, Mutation>>;

export type MutationName = keyof typeof MUTATIONS;

function isFunctionOrClause(block: Node): boolean {
  return block.parent !== undefined && (isFunction(block.parent) || block.parent.type === "CatchClause");
}

/** The mutated text, which may be no program; undefined where the mutation does not apply. */
export function mutate(program: Program, name: MutationName, seed: number, number: number): Program | undefined {
  try {
    return MUTATIONS[name](program, randomOf(seed), number);
  } catch {
    return undefined; // a mutation before this one has broken the text
  }
}
