import { describe, expect, it } from "vitest";
import { ANSWER_EXEMPTIONS } from "../../../src/analysis/policy/answers.js";
import { Model } from "../../../src/analysis/model.js";
import { MCP_MANIFEST } from "../../support/tree.js";
import { open } from "../../support/source.js";

interface Case {
  readonly title: string;
  /** Each line that ends in `// here` holds an answer that reports a failure with a status of success. */
  readonly code: string;
  readonly others?: Readonly<Record<string, string>>;
}

const HEAD = 'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";';

function check(cases: readonly Case[]): void {
  it.each(cases)("$title", ({ code, others }) => {
    const text = `${HEAD}\n${code}`;
    const file = open(text, { "package.json": MCP_MANIFEST, ...others });
    const found = new Model(file).routes.falseSuccesses.map(({ node }) => file.lineOf(node));
    const expected = text.split("\n").flatMap((line, at) => (/\/\/ here$/u.test(line) ? [at + 1] : []));
    expect(found.sort((a, b) => a - b)).toEqual(expected);
  });
}

describe("A refusal outside a catch", () => {
  check([
    {
      title: "a response that was refused",
      code: `
        app.post("/charge", async (req, res) => {
          const upstream = await fetch("https://billing.example/charge", { method: "POST" });
          if (upstream.status === 504) return res.status(200).json({ error: "upstream timeout" }); // here
          return res.json(await upstream.json());
        });
      `,
    },
    {
      title: "a flag that says no, with words",
      code: `
        app.post("/charge", async (req, res) => {
          const order = await orders.find(req.body.id);
          if (!order) {
            res.json({ success: false, message: "There is no such order." }); // here
            return;
          }
          res.json(order);
        });
      `,
    },
    {
      title: "the same with a status",
      code: `
        app.post("/charge", async (req, res) => {
          const order = await orders.find(req.body.id);
          if (!order) {
            res.status(404).json({ success: false, message: "There is no such order." });
            return;
          }
          res.json(order);
        });
      `,
    },
    {
      title: "a result of a service, sent whatever it says",
      code: `
        async function pay(id) {
          const response = await fetch("https://billing.example/" + id);
          if (!response.ok) return { ok: false, error: "The billing service refused." };
          return { ok: true, paid: await response.json() };
        }
        app.post("/pay", async (req, res) => {
          const result = await pay(req.body.id);
          res.json(result); // here
        });
        app.post("/pay2", async (req, res) => {
          const result = await pay(req.body.id);
          res.status(result.ok ? 200 : 502).json(result);
        });
        app.post("/pay3", async (req, res) => {
          const result = await pay(req.body.id);
          if (!result.ok) res.status(502);
          res.json(result);
        });
      `,
    },
    {
      title: "what is no failure",
      code: `
        app.get("/jobs/:id", async (req, res) => {
          const job = await jobs.find(req.params.id);
          res.json({ status: "failed", error: job.error, log: job.log });
        });
        app.post("/check", async (req, res) => {
          if (!/^\\d+$/.test(req.body.id)) return res.json({ valid: false, error: "An id has digits alone." });
          res.json({ valid: true, error: null });
        });
        app.get("/orders", async (req, res) => {
          const [orders, errors] = await load();
          res.json({ orders, errors });
        });
      `,
    },
  ]);
});

describe("A handler for what others have thrown", () => {
  check([
    {
      title: "express",
      code: `
        app.use((err, req, res, next) => {
          res.status(200).json({ error: err.message }); // here
        });
        app.use((err, req, res, next) => {
          if (res.headersSent) return next(err);
          res.status(err.status ?? 500).json({ error: err.message });
        });
        app.use(function onError(err, _req, res, _next) {
          console.error(err);
          res.send("Something went wrong: " + err.message); // here
        });
        function late(err, req, res, next) {
          res.json({ message: err.message, stack: err.stack }); // here
        }
        app.use(late);
      `,
    },
    {
      title: "fastify",
      code: `
        import fastify from "fastify";
        const app = fastify();
        app.setErrorHandler((error, _request, reply) => {
          reply.status(200).send({ error: error.message }); // here
        });
        app.setErrorHandler(async (error, request, reply) => {
          return { ok: false, error: error.message }; // here
        });
        app.setErrorHandler((error, request, reply) => {
          reply.code(error.statusCode || 500).send({ error: error.message });
        });
      `,
    },
    {
      title: "hono",
      code: `
        import { Hono } from "hono";
        import { HTTPException } from "hono/http-exception";
        const app = new Hono();
        app.onError((err, c) => c.json({ error: err.message }, 200)); // here
        app.onError((err, c) => {
          if (err instanceof HTTPException) return err.getResponse();
          return c.json({ success: false, error: err.message }); // here
        });
        app.use(async (c, next) => {
          try {
            await next();
          } catch (error) {
            c.res = c.json({ error: "no answer" }); // here
          }
        });
        app.use(async (c, next) => {
          try {
            await next();
          } catch (error) {
            c.status(502);
            return c.json({ error: "no answer" });
          }
        });
      `,
    },
    {
      title: "koa",
      code: `
        import Koa from "koa";
        const app = new Koa();
        app.use(async (ctx, next) => {
          try {
            await next();
          } catch (err) {
            ctx.body = { error: err.message }; // here
          }
        });
        app.use(async (ctx, next) => {
          try {
            await next();
          } catch (err) {
            ctx.status = err.status || 500;
            ctx.body = { error: err.message };
          }
        });
        app.use(async (ctx, next) => {
          try {
            await next();
          } catch (err) {
            ctx.body = { error: err.message };
            ctx.status = 500;
          }
        });
      `,
    },
    {
      title: "a filter of NestJS",
      code: `
        @Catch()
        export class AllErrors implements ExceptionFilter {
          catch(exception: unknown, host: ArgumentsHost) {
            const http = host.switchToHttp();
            const response = http.getResponse<Response>();
            response.status(200).json({ statusCode: 200, error: String(exception) }); // here
          }
        }
        @Catch(HttpException)
        export class HttpErrors implements ExceptionFilter {
          catch(exception: HttpException, host: ArgumentsHost) {
            const response = host.switchToHttp().getResponse();
            response.status(exception.getStatus()).json({ error: exception.message });
          }
        }
      `,
    },
  ]);
});

describe("The status and the answer on their way", () => {
  check([
    {
      title: "a helper that is given the status",
      code: `
        function fail(res, status, message) {
          return res.status(status).json({ error: message });
        }
        app.get("/a/:id", async (req, res) => {
          try {
            res.json(await orders.get(req.params.id));
          } catch (error) {
            fail(res, 200, error.message); // here
          }
        });
        app.get("/b/:id", async (req, res) => {
          const order = await orders.find(req.params.id);
          if (!order) return fail(res, 404, "There is no such order.");
          res.json(order);
        });
      `,
    },
    {
      title: "a helper that sends what it is given",
      code: `
        const respond = (res, body) => res.json(body);
        app.get("/a/:id", async (req, res) => {
          try {
            respond(res, await orders.get(req.params.id));
          } catch (error) {
            respond(res, { error: "The order service is down." }); // here
          }
        });
      `,
    },
    {
      title: "a helper of another file that sets the status",
      code: `
        import { mark, sendError } from "./http.js";
        app.get("/a/:id", async (req, res) => {
          try {
            res.json(await orders.get(req.params.id));
          } catch (error) {
            mark(res, error);
            res.json({ error: error.message });
          }
        });
        app.get("/b/:id", async (req, res) => {
          try {
            res.json(await orders.get(req.params.id));
          } catch (error) {
            sendError(res, error);
          }
        });
        app.get("/c/:id", async (req, res) => {
          try {
            res.json(await orders.get(req.params.id));
          } catch (error) {
            res.json({ error: error.message }); // here
          }
        });
      `,
      others: {
        "http.ts": `
          export function mark(res, error) { res.statusCode = error.status >= 400 ? error.status : 500; }
          export function sendError(res, error) { res.status(500).json({ error: error.message }); }
        `,
      },
    },
    {
      title: "a helper of a package gets the response",
      code: `
        import { mark } from "http-marks";
        app.get("/a/:id", async (req, res) => {
          try {
            res.json(await orders.get(req.params.id));
          } catch (error) {
            mark(res, error);
            res.json({ error: error.message });
          }
        });
      `,
    },
    {
      title: "a wrapper that catches, and one that hands on",
      code: `
        const wrap = (work) => async (req, res) => {
          try {
            res.json(await work(req));
          } catch (error) {
            res.json({ error: error.message }); // here
          }
        };
        const handOn = (work) => (req, res, next) => Promise.resolve(work(req, res, next)).catch(next);
        app.get("/a/:id", wrap((req) => orders.get(req.params.id)));
        app.get("/b/:id", handOn(async (req, res) => {
          res.json(await orders.get(req.params.id));
        }));
        app.get("/c/:id", handOn(async (req, res) => {
          const order = await orders.get(req.params.id);
          if (!order) return res.json({ success: false, error: "There is no such order." }); // here
          res.json(order);
        }));
      `,
    },
    {
      title: "a wrapper of a package",
      code: `
        import asyncHandler from "express-async-handler";
        app.get("/c/:id", asyncHandler(async (req, res) => {
          const order = await orders.get(req.params.id);
          if (!order) { res.json({ success: false, error: "There is no such order." }); return; } // here
          res.json(order);
        }));
      `,
    },
    {
      title: "methods of a controller",
      code: `
        class Orders {
          constructor(store) { this.store = store; }
          async get(req, res) {
            try {
              res.json(await this.store.get(req.params.id));
            } catch (error) {
              this.fail(res, error);
            }
          }
          fail(res, error) {
            res.json({ ok: false, error: error.message }); // here
          }
        }
        const orders = new Orders(store);
        app.get("/orders/:id", orders.get.bind(orders));
        app.get("/orders2/:id", (req, res) => orders.get(req, res));
      `,
    },
    {
      title: "node:http",
      code: `
        import { createServer } from "node:http";
        createServer(async (req, res) => {
          try {
            const body = await load(req.url);
            res.writeHead(200, { "content-type": "application/json" });
            res.end(JSON.stringify(body));
          } catch (error) {
            res.writeHead(200, { "content-type": "application/json" });
            res.end(JSON.stringify({ error: error.message })); // here
          }
        });
      `,
    },
    {
      title: "node:http, with a status",
      code: `
        import { createServer } from "node:http";
        createServer(async (req, res) => {
          try {
            res.end(JSON.stringify(await load(req.url)));
          } catch (error) {
            res.writeHead(500).end(JSON.stringify({ error: error.message }));
          }
        });
      `,
    },
    {
      title: "routes of Next.js",
      code: `
        import { NextResponse } from "next/server";
        const withErrors = (work) => async (request) => {
          try {
            return await work(request);
          } catch (error) {
            return NextResponse.json({ error: error.message }); // here
          }
        };
        export const GET = withErrors(async (request) => NextResponse.json(await orders.get(request.url)));
        export async function POST(request) {
          try {
            return NextResponse.json(await orders.put(await request.json()));
          } catch (error) {
            return new NextResponse(JSON.stringify({ error: error.message }), { status: 502 });
          }
        }
        export async function PUT(request) {
          try {
            return Response.json(await orders.put(await request.json()));
          } catch (error) {
            const init = { status: error instanceof TypeError ? 400 : 500 };
            return Response.json({ error: error.message }, init);
          }
        }
      `,
    },
    {
      title: "a status that is not known, and a body that is not",
      code: `
        app.get("/a", async (req, res) => {
          try {
            res.json(await orders.list());
          } catch (error) {
            res.status(error.status).json({ error: error.message });
          }
        });
        app.get("/b", async (req, res) => {
          try {
            res.json(await orders.list());
          } catch (error) {
            res.json(present(error));
          }
        });
        app.get("/c", async (req, res) => {
          try {
            res.json(await orders.list());
          } catch (error) {
            res.json({ orders: [], warning: "The list may be old." });
          }
        });
        app.get("/d", async (req, res, next) => {
          try {
            res.json(await orders.list());
          } catch (error) {
            next(error);
          }
        });
        app.get("/e", async (req, res) => {
          const errors = [];
          const found = [];
          for (const id of req.query.ids) {
            try {
              found.push(await orders.get(id));
            } catch (error) {
              errors.push({ id, error: error.message });
            }
          }
          res.json({ found, errors });
        });
      `,
    },
  ]);
});

describe("What is exempt", () => {
  const faults = (code: string): number =>
    new Model(open(`${HEAD}\n${code}`, { "package.json": MCP_MANIFEST })).routes.falseSuccesses.length;

  it.each(ANSWER_EXEMPTIONS)("$id", ({ example, counterExample }) => {
    expect(faults(example)).toBe(0);
    expect(faults(counterExample)).toBe(1);
  });
});

describe("A handler of one file that another registers", () => {
  check([
    {
      title: "by its name, and by a method of an instance",
      code: `
        export function catchAll(err, _req, res, _next) {
          res.status(200).json({ error: "upstream timeout" }); // here
        }
        export class Filter {
          handle(err, _req, res) {
            res.json({ error: err.message }); // here
          }
        }
      `,
      others: {
        "app.ts": `
          import { catchAll, Filter } from "./main.js";
          import "./tools.js";
          const filter = new Filter();
          app.use(catchAll);
          app.use((err, req, res, next) => filter.handle(err, req, res));
        `,
        "tools.ts": 'server.tool("a", {}, async () => ({ content: [] }));',
      },
    },
    {
      title: "for a web hook",
      code: `
        export async function order(req, res) {
          try {
            res.json(await store.put(req.body));
          } catch (error) {
            res.json({ ok: false, error: error.message });
          }
        }
      `,
      others: {
        "app.ts": `
          import express from "express";
          import { order } from "./main.js";
          import "./tools.js";
          app.post("/webhooks/order", order);
        `,
      },
    },
  ]);
});
