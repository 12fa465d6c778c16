/** Packages that the client of a cell asks: each call of them can be made to fail. */
import nodePath from "node:path";
import type { Domain } from "../domains.js";
import type { Run } from "./run.js";

/** A run, and what its services hold. */
export interface World extends Run {
  readonly domain: Domain;
}

type Handler = (...args: readonly unknown[]) => unknown;

const rowsOf = ({ domain: { sample }, isEmpty }: World): Record<string, unknown>[] =>
  isEmpty ? [] : [sample, { ...sample, id: `${String(sample.id)}-b` }];

/** What is at a path. */
export function valueAt(world: World, path: unknown): unknown {
  const { domain } = world;
  const last = String(path).split("/").at(-1);
  if (last === "count") return { count: rowsOf(world).length };
  if (last === domain.flag) return { [domain.flag]: true };
  return last === domain.items ? rowsOf(world) : domain.sample;
}

function select(world: World, query: unknown): unknown[] {
  const { domain } = world;
  const text = String(query);
  if (text.includes("count(")) return [{ total: 2 }];
  if (text.startsWith(`SELECT ${domain.flag}`)) return [{ [domain.flag]: true }];
  return text.includes(`${domain.owner}_id`) ? rowsOf(world) : [domain.sample];
}

/** Packages by specifier. */
export function packages(world: World): Readonly<Record<string, unknown>> {
  const { operate, domain } = world;
  const withJson = {
    get: (url: string) => ({ json: () => operate(() => valueAt(world, url)) }),
    post: (url: string) => operate(() => valueAt(world, url)),
  };
  const axios = {
    get: (url: string) => operate(() => ({ data: valueAt(world, url) })),
    post: () => operate(() => ({ data: {} })),
  };
  const flagged = { ...domain.sample, [domain.flag]: true };
  const collection = {
    find: () => ({ toArray: () => operate(() => rowsOf(world)) }),
    findOne: () => operate(() => flagged),
    countDocuments: () => operate(() => 2),
    updateOne: () => operate(() => ({ matchedCount: 1 })),
  };
  const model = {
    findMany: () => operate(() => rowsOf(world)),
    findUniqueOrThrow: () => operate(() => flagged),
    count: () => operate(() => 2),
    update: () => operate(() => flagged),
  };
  return {
    axios: { ...axios, create: () => axios },
    got: { extend: () => withJson },
    ky: { create: () => withJson },
    "@octokit/rest": {
      Octokit: class {
        request = (route: string) => operate(() => ({ data: valueAt(world, route) }));
      },
    },
    pg: {
      Pool: class {
        query = (text: string) => operate(() => ({ rows: select(world, text) }));
      },
    },
    "mysql2/promise": { createPool: () => ({ query: (text: string) => operate(() => [select(world, text), []]) }) },
    mongodb: {
      MongoClient: class {
        db = () => ({ collection: () => collection });
      },
    },
    "@prisma/client": {
      PrismaClient: class {
        [name: string]: unknown;

        constructor() {
          this[domain.item] = model;
        }
      },
    },
    ioredis: class {
      lrange = () => operate(() => rowsOf(world).map((row) => JSON.stringify(row)));
      get = () => operate(() => JSON.stringify(domain.sample));
      llen = () => operate(() => 2);
      hget = () => operate(() => "1");
      hset = () => operate(() => 1);
    },
    "node:fs/promises": {
      readFile: (file: string) =>
        operate(() => JSON.stringify(file.endsWith(`${domain.items}.json`) ? rowsOf(world) : flagged)),
      writeFile: () => operate(() => undefined),
    },
    "node:path": nodePath,
    "node:timers/promises": { setTimeout: () => Promise.resolve() },
    "@supabase/supabase-js": { createClient: () => ({ from: () => supabaseQuery(world) }) },
    execa: {
      execa: () =>
        operate(
          () => ({ stdout: JSON.stringify(rowsOf(world)), exitCode: 0 }),
          () => ({ stdout: "", exitCode: 1 }),
        ),
    },
    "@modelcontextprotocol/sdk/client/index.js": {
      Client: class {
        callTool = () =>
          operate(
            () => ({ content: [{ type: "text", text: JSON.stringify(rowsOf(world)) }], isError: false }),
            () => ({ content: [{ type: "text", text: "The list could not be read: access denied." }], isError: true }),
          );
      },
    },
  };
}

/** A query that is made when somebody waits for it. */
function supabaseQuery(world: World): unknown {
  // Nothing of the server leads to where a promise asks for its value.
  const calls = world.calls();
  let throws = false;
  const query = {
    select: () => query,
    update: () => query,
    eq: () => query,
    throwOnError: () => {
      throws = true;
      return query;
    },
    then: (done: Handler, failed: Handler) =>
      world
        .operate<{ data: unknown; error: Error | null }>(
          () => ({ data: rowsOf(world), error: null }),
          () => {
            const error = new Error("permission denied for table");
            if (throws) throw error;
            return { data: null, error };
          },
          calls,
        )
        .then(done, failed),
  };
  return query;
}
