/** Who does the work of a tool: a package behind functions of the server. */
import type { Unit } from "./code.js";
import { namesOf, type Domain } from "./domains.js";

export type Op = "list" | "get" | "write" | "count" | "check";

interface Kind {
  readonly name: string;
  /** The file's imports and set-up. */
  readonly units: (domain: Domain) => readonly Unit[];
  /** Statements that do the work, and return what it brings. */
  readonly body: Readonly<Record<Op, (domain: Domain) => readonly string[]>>;
  /** The status in a caught error; undefined where it has none. */
  readonly status?: (error: string) => string;
}

const id = (domain: Domain): string => namesOf(domain).itemId;
const owner = (domain: Domain): string => namesOf(domain).ownerId;
const env = (domain: Domain): string => `process.env.${domain.name.toUpperCase()}_URL`;
const listPath = (d: Domain): string => `/${d.owner}s/\${${owner(d)}}/${d.items}`;
const itemPath = (d: Domain): string => `/${d.items}/\${${id(d)}}`;

interface Http {
  readonly name: string;
  readonly units: Kind["units"];
  /** Statements that ask for what is at a path, and the expression of its body. */
  readonly ask: (path: string, type: string) => { readonly before: string; readonly body: string };
  readonly tell: (path: string) => string;
  readonly status: (error: string) => string;
}

function http({ name, units, ask, tell, status }: Http): Kind {
  const read = (path: string, type: string, member = ""): string[] => {
    const { before, body } = ask(path, type);
    return [before, `return ${body}${member};`];
  };
  return {
    name,
    units,
    status,
    body: {
      list: (d) => read(listPath(d), `${d.type}[]`),
      get: (d) => read(itemPath(d), d.type),
      count: (d) => read(`${listPath(d)}/count`, "{ count: number }", ".count"),
      check: (d) => read(`${itemPath(d)}/${d.flag}`, `{ ${d.flag}: boolean }`, `.${d.flag}`),
      write: (d) => [tell(`${itemPath(d)}/${d.verb}`)],
    },
  };
}

const statusMember = (error: string): string => `(${error} as { status?: number }).status`;
const responseStatus = (error: string): string => `(${error} as { response?: { status?: number } }).response?.status`;
const named = (name: string, from: string): Unit => ({ name, from });
const usual = (name: string, from: string): Unit => ({ name, from, how: "default" });

const sql = (
  name: string,
  units: Kind["units"],
  query: (text: string, args: string) => string,
  rows: string,
): Kind => ({
  name,
  units,
  body: {
    list: (d) => [
      `const ${rows} = ${query(`SELECT * FROM ${d.items} WHERE ${d.owner}_id = $1`, owner(d))};`,
      "return rows;",
    ],
    get: (d) => [
      `const ${rows} = ${query(`SELECT * FROM ${d.items} WHERE id = $1 LIMIT 1`, id(d))};`,
      "return rows[0];",
    ],
    count: (d) => [
      `const ${rows} = ${query(`SELECT count(*) AS total FROM ${d.items} WHERE ${d.owner}_id = $1`, owner(d))};`,
      "return Number(rows[0].total);",
    ],
    check: (d) => [
      `const ${rows} = ${query(`SELECT ${d.flag} FROM ${d.items} WHERE id = $1`, id(d))};`,
      `return rows[0].${d.flag} === true;`,
    ],
    write: (d) => [
      `await ${query(`UPDATE ${d.items} SET state = '${d.done}' WHERE id = $1`, id(d)).replace("await ", "")};`,
    ],
  },
});

export const KINDS: readonly Kind[] = [
  http({
    name: "axios",
    units: (d) => [
      usual("axios", "axios"),
      { name: "http", code: `const http = axios.create({ baseURL: ${env(d)} });` },
    ],
    ask: (path, type) => ({ before: `const response = await http.get<${type}>(\`${path}\`);`, body: "response.data" }),
    tell: (path) => `await http.post(\`${path}\`);`,
    status: responseStatus,
  }),
  http({
    name: "got",
    units: (d) => [
      usual("got", "got"),
      { name: "client", code: `const client = got.extend({ prefixUrl: ${env(d)} });` },
    ],
    ask: (path, type) => ({
      before: `const body = await client.get(\`${path.slice(1)}\`).json<${type}>();`,
      body: "body",
    }),
    tell: (path) => `await client.post(\`${path.slice(1)}\`);`,
    status: responseStatus,
  }),
  http({
    name: "fetch",
    units: (d) => [
      {
        name: "RequestError",
        code: "export class RequestError extends Error {\nconstructor(readonly status: number, message: string) {\nsuper(message);\n}\n}",
      },
      {
        name: "request",
        code: `async function request(method: string, path: string) {\nconst response = await fetch(\`\${${env(d)}}\${path}\`, { method });\nif (!response.ok) {\nthrow new RequestError(response.status, \`The ${d.service} answered \${response.status}.\`);\n}\nreturn response.json();\n}`,
      },
    ],
    ask: (path, type) => ({ before: `const body = (await request("GET", \`${path}\`)) as ${type};`, body: "body" }),
    tell: (path) => `await request("POST", \`${path}\`);`,
    status: statusMember,
  }),
  http({
    name: "ky",
    units: (d) => [usual("ky", "ky"), { name: "http", code: `const http = ky.create({ prefixUrl: ${env(d)} });` }],
    ask: (path, type) => ({
      before: `const body = await http.get(\`${path.slice(1)}\`).json<${type}>();`,
      body: "body",
    }),
    tell: (path) => `await http.post(\`${path.slice(1)}\`);`,
    status: responseStatus,
  }),
  http({
    name: "octokit",
    units: () => [
      named("Octokit", "@octokit/rest"),
      { name: "octokit", code: "const octokit = new Octokit({ auth: process.env.API_TOKEN });" },
    ],
    ask: (path, type) => ({
      before: `const response = await octokit.request(\`GET ${path}\`);`,
      body: `(response.data as ${type})`,
    }),
    tell: (path) => `await octokit.request(\`POST ${path}\`);`,
    status: statusMember,
  }),
  sql(
    "pg",
    () => [
      named("Pool", "pg"),
      { name: "pool", code: "const pool = new Pool({ connectionString: process.env.DATABASE_URL });" },
    ],
    (text, args) => `await pool.query("${text}", [${args}])`,
    "{ rows }",
  ),
  sql(
    "mysql2",
    () => [
      usual("mysql", "mysql2/promise"),
      { name: "database", code: 'const database = mysql.createPool(process.env.DATABASE_URL ?? "");' },
    ],
    (text, args) => `await database.query<any[]>("${text.replace(/\$1/gu, "?")}", [${args}])`,
    "[rows]",
  ),
  {
    name: "mongodb",
    units: (d) => [
      named("MongoClient", "mongodb"),
      {
        name: "collection",
        code: `const collection = new MongoClient(process.env.MONGO_URL ?? "").db("main").collection<${d.type} & Record<string, unknown>>("${d.items}");`,
      },
    ],
    body: {
      list: (d) => [`return collection.find({ ${owner(d)} }).toArray();`],
      get: (d) => [
        `const found = await collection.findOne({ id: ${id(d)} });`,
        `return found as unknown as ${d.type};`,
      ],
      count: (d) => [`return collection.countDocuments({ ${owner(d)} });`],
      check: (d) => [`const found = await collection.findOne({ id: ${id(d)} });`, `return found?.${d.flag} === true;`],
      write: (d) => [`await collection.updateOne({ id: ${id(d)} }, { $set: { state: "${d.done}" } });`],
    },
  },
  {
    name: "prisma",
    units: () => [
      named("PrismaClient", "@prisma/client"),
      { name: "prisma", code: "const prisma = new PrismaClient();" },
    ],
    body: {
      list: (d) => [`return prisma.${d.item}.findMany({ where: { ${owner(d)} } });`],
      get: (d) => [`return prisma.${d.item}.findUniqueOrThrow({ where: { id: ${id(d)} } });`],
      count: (d) => [`return prisma.${d.item}.count({ where: { ${owner(d)} } });`],
      check: (d) => [
        `const found = await prisma.${d.item}.findUniqueOrThrow({ where: { id: ${id(d)} } });`,
        `return found.${d.flag} === true;`,
      ],
      write: (d) => [`await prisma.${d.item}.update({ where: { id: ${id(d)} }, data: { state: "${d.done}" } });`],
    },
  },
  {
    name: "files",
    units: (d) => [
      named("readFile", "node:fs/promises"),
      named("writeFile", "node:fs/promises"),
      usual("path", "node:path"),
      { name: "directory", code: `const directory = process.env.${d.name.toUpperCase()}_DIR ?? "./data";` },
    ],
    body: {
      list: (d) => [
        `const text = await readFile(path.join(directory, ${owner(d)}, "${d.items}.json"), "utf8");`,
        `return JSON.parse(text) as ${d.type}[];`,
      ],
      get: (d) => [
        `const text = await readFile(path.join(directory, \`\${${id(d)}}.json\`), "utf8");`,
        `return JSON.parse(text) as ${d.type};`,
      ],
      count: (d) => [
        `const text = await readFile(path.join(directory, ${owner(d)}, "${d.items}.json"), "utf8");`,
        `return (JSON.parse(text) as ${d.type}[]).length;`,
      ],
      check: (d) => [
        `const text = await readFile(path.join(directory, \`\${${id(d)}}.json\`), "utf8");`,
        `return JSON.parse(text).${d.flag} === true;`,
      ],
      write: (d) => [
        `await writeFile(path.join(directory, \`\${${id(d)}}.json\`), JSON.stringify({ state: "${d.done}" }));`,
      ],
    },
  },
  {
    name: "redis",
    units: () => [
      usual("Redis", "ioredis"),
      { name: "redis", code: 'const redis = new Redis(process.env.REDIS_URL ?? "redis://localhost");' },
    ],
    body: {
      list: (d) => [
        `const rows = await redis.lrange(\`${d.items}:\${${owner(d)}}\`, 0, -1);`,
        `return rows.map((row) => JSON.parse(row) as ${d.type});`,
      ],
      get: (d) => [
        `const row = await redis.get(\`${d.item}:\${${id(d)}}\`);`,
        `return JSON.parse(row ?? "null") as ${d.type};`,
      ],
      count: (d) => [`return redis.llen(\`${d.items}:\${${owner(d)}}\`);`],
      check: (d) => [`return (await redis.hget(\`${d.item}:\${${id(d)}}\`, "${d.flag}")) === "1";`],
      write: (d) => [`await redis.hset(\`${d.item}:\${${id(d)}}\`, "state", "${d.done}");`],
    },
  },
];

const STYLES = ["functions", "object", "class"] as const;
type Style = (typeof STYLES)[number];

export interface Client {
  readonly name: string;
  readonly units: readonly Unit[];
  /** A call that gives a promise. */
  readonly call: (op: Op, argument: string) => string;
  /** The same with a callback. */
  readonly callBack: (op: Op, argument: string, callback: string) => string;
  readonly typeOf: (op: Op) => string;
  readonly status?: (error: string) => string;
}

const OPS: readonly Op[] = ["list", "get", "write", "count", "check"];

export function typeOf(op: Op, { type }: Domain): string {
  return { list: `${type}[]`, get: type, write: "void", count: "number", check: "boolean" }[op];
}

/** The client of a domain, with the operations that a cell uses. */
export function clientOf(
  domain: Domain,
  kind: Kind,
  style: Style,
  ops: readonly Op[],
  callbacks: readonly Op[],
): Client {
  const names = namesOf(domain);
  const file = `src/${domain.name}-${style === "functions" ? "api" : "client"}.ts`;
  const argument = (op: Op): string => (op === "list" || op === "count" ? names.ownerId : names.itemId);
  const signature = (op: Op): string => `${names[op]}(${argument(op)}: string): Promise<${typeOf(op, domain)}>`;
  const body = (op: Op): string => kind.body[op](domain).join("\n");
  const holder =
    style === "class" ? `${domain.name}Client` : domain.name === "calendar" ? "calendar" : `${domain.items}Api`;
  const used = OPS.filter((op) => ops.includes(op) || callbacks.includes(op));
  const ofStyle: Record<Style, () => Unit[]> = {
    functions: () =>
      used.map((op) => ({ name: names[op], file, code: `export async function ${signature(op)} {\n${body(op)}\n}` })),
    object: () => [
      {
        name: holder,
        file,
        code: `export const ${holder} = {\n${used.map((op) => `async ${signature(op)} {\n${body(op)}\n},`).join("\n")}\n};`,
      },
    ],
    class: () => [
      { name: holder, file, code: `export const ${holder} = new ${names.Items}Client();` },
      {
        name: `${names.Items}Client`,
        file,
        code: `class ${names.Items}Client {\n${used.map((op) => `async ${signature(op)} {\n${body(op)}\n}`).join("\n\n")}\n}`,
      },
    ],
  };
  const call = (op: Op, given: string): string => `${style === "functions" ? "" : `${holder}.`}${names[op]}(${given})`;
  const backName = (op: Op): string => `${names[op]}Callback`;
  const item: Unit = {
    name: domain.type,
    file,
    how: "type",
    code: `export interface ${domain.type} {\n${Object.entries(domain.fields)
      .map(([name, type]) => `${name}: ${type};`)
      .join("\n")}\n}`,
  };
  return {
    name: `${kind.name}-${style}`,
    call,
    typeOf: (op) => typeOf(op, domain),
    callBack: (op, given, callback) => `${backName(op)}(${given}, ${callback})`,
    ...(kind.status ? { status: kind.status } : {}),
    units: [
      ...ofStyle[style](),
      ...callbacks.map((op): Unit => ({
        name: backName(op),
        file: "src/legacy.ts",
        code: `export function ${backName(op)}(${argument(op)}: string, done: (error: Error | null, result?: ${typeOf(op, domain)}) => void): void {\n${call(op, argument(op))}.then(\n(result) => done(null, result),\n(error: Error) => done(error),\n);\n}`,
      })),
      item,
      ...kind.units(domain).map((unit) => ({ ...unit, within: file })),
    ],
  };
}

export const STYLE_NAMES: readonly Style[] = STYLES;
