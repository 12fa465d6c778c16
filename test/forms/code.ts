/** Pieces of source text, and how they become files. */

/** How a path ends: statements, then a value that is returned or thrown. */
export interface End {
  readonly before: readonly string[];
  readonly how: "return" | "throw";
  readonly value: string;
}

export const value = (text: string, before: readonly string[] = []): End => ({ before, how: "return", value: text });
export const thrown = (text: string, before: readonly string[] = []): End => ({ before, how: "throw", value: text });

/** A declaration or an import, which a file gets as soon as its text names it. */
export interface Unit {
  readonly name: string;
  /** Of a declaration; with `export` in front where it stands in a file of its own. */
  readonly code?: string;
  /** The file of a declaration. Undefined: the file that names it. */
  readonly file?: string;
  /** Files import it from this file, which hands it on. */
  readonly barrel?: string;
  /** The only file that it is for. Undefined: any. */
  readonly within?: string;
  /** The specifier of a package. */
  readonly from?: string;
  readonly how?: "named" | "default" | "namespace" | "type";
}

export interface Entry {
  readonly path: string;
  readonly code: string;
}

export type Files = Readonly<Record<string, string>>;

/** What a text may name; what stands in quotes is no name. */
const wordsOf = (text: string): Set<string> => new Set(text.replace(/"(?:[^"\\\n]|\\.)*"/gu, '""').match(/[$\w]+/gu));

function relative(from: string, to: string): string {
  const here = from.split("/").slice(0, -1);
  const there = to.split("/");
  while (here.length > 0 && here[0] === there[0]) {
    here.shift();
    there.shift();
  }
  const up = here.map(() => "..").join("/");
  return `${up === "" ? "." : up}/${there.join("/").replace(/\.ts$/u, ".js")}`;
}

interface Draft {
  readonly codes: string[];
  readonly own: Unit[];
  readonly imports: Unit[];
}

/** Files of entries and of all units that their texts name. */
export function assemble(entries: readonly Entry[], units: readonly Unit[]): Files {
  const drafts = new Map<string, Draft>();
  const barrels = new Map<string, Set<string>>();
  const draftOf = (path: string): Draft => {
    const draft = drafts.get(path) ?? { codes: [], own: [], imports: [] };
    drafts.set(path, draft);
    return draft;
  };
  const declare = (path: string, unit: Unit): void => {
    const { own } = draftOf(path);
    if (own.includes(unit)) return;
    own.push(unit);
    complete(path, codeOf(unit, path));
  };
  const complete = (path: string, code: string): void => {
    const words = wordsOf(code);
    const { imports } = draftOf(path);
    for (const unit of units) {
      if (!words.has(unit.name) || (unit.within ?? path) !== path || imports.includes(unit)) continue;
      if (unit.code !== undefined && (unit.file ?? path) === path && unit.how !== "namespace") declare(path, unit);
      else {
        imports.push(unit);
        if (unit.file === undefined) continue;
        if (unit.code !== undefined) declare(unit.file, unit);
        if (unit.barrel !== undefined) barrels.set(unit.barrel, (barrels.get(unit.barrel) ?? new Set()).add(unit.file));
      }
    }
  };
  for (const { path, code } of entries) {
    draftOf(path).codes.push(code);
    complete(path, code);
  }
  const files: Record<string, string> = {};
  for (const [path, { codes, own, imports }] of drafts) {
    const parts = [importLines(path, imports).join("\n"), ...inOrder(own).map((unit) => codeOf(unit, path)), ...codes];
    files[path] = layOut(parts.filter((part) => part !== "").join("\n\n"));
  }
  for (const [barrel, targets] of barrels)
    files[barrel] = [...targets].map((file) => `export * from "${relative(barrel, file)}";\n`).join("");
  return files;
}

const codeOf = ({ code = "", file }: Unit, path: string): string => (file === path ? exported(code) : code);

/** A declaration stands before those that name it. */
function inOrder(units: readonly Unit[]): Unit[] {
  const sorted: Unit[] = [];
  const visiting = new Set<Unit>();
  const visit = (unit: Unit): void => {
    if (visiting.has(unit)) return;
    visiting.add(unit);
    const words = wordsOf(unit.code ?? "");
    for (const other of units) if (other !== unit && words.has(other.name)) visit(other);
    sorted.push(unit);
  };
  for (const unit of units) visit(unit);
  return sorted;
}

const exported = (code: string): string =>
  code.replace(/^(?!export )(?=(?:async )?(?:function|const|class|interface|type) )/u, "export ");

function importLines(path: string, units: readonly Unit[]): string[] {
  const bySource = new Map<string, Unit[]>();
  for (const unit of units) {
    const source = unit.from ?? relative(path, unit.barrel ?? unit.file ?? path);
    bySource.set(source, [...(bySource.get(source) ?? []), unit]);
  }
  return [...bySource].flatMap(([source, all]) => {
    const named = all.filter(({ how = "named" }) => how === "named").map(({ name }) => name);
    const types = all.filter(({ how }) => how === "type").map(({ name }) => name);
    const list = [...named, ...types.map((name) => (named.length > 0 ? `type ${name}` : name))];
    return [
      ...all.filter(({ how }) => how === "default").map(({ name }) => `import ${name} from "${source}";`),
      ...all.filter(({ how }) => how === "namespace").map(({ name }) => `import * as ${name} from "${source}";`),
      ...(list.length > 0
        ? [`import ${named.length === 0 ? "type " : ""}{ ${list.join(", ")} } from "${source}";`]
        : []),
    ];
  });
}

/** Indents by brackets. */
function layOut(text: string): string {
  let depth = 0;
  const lines = text.split("\n").map((line) => {
    const bare = line.trim();
    if (bare === "") return "";
    const skeleton = bare.replace(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/gu, "");
    const closing = /^[)\]}]+/u.exec(skeleton)?.[0].length ?? 0;
    const change = count(skeleton, /[([{]/gu) - count(skeleton, /[)\]}]/gu);
    const own = Math.max(0, depth - (closing > 0 ? 1 : 0));
    depth = Math.max(0, depth + Math.sign(change));
    return "  ".repeat(own) + bare;
  });
  return `${lines.join("\n").replace(/\n{3,}/gu, "\n\n")}\n`;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** `value` as the body of an arrow function. */
export function arrow(params: string, { before, how, value: text }: End): string {
  if (before.length === 0 && how === "return") return `${params} => ${text.startsWith("{") ? `(${text})` : text}`;
  return `${params} => {\n${[...before, `${how} ${text};`].join("\n")}\n}`;
}
