import type { WithCode } from "../code-pattern.js";
import type { ErrorCode } from "../contract.js";
import { toHttpResponse, type HttpOptions } from "./response.js";

/** The runtime's own `Response`, where its types are loaded. */
export type WebResponse = typeof globalThis extends { Response: { prototype: infer R } } ? R : unknown;

declare const Response: new (body: string, init: { status: number; headers: Record<string, string> }) => WebResponse;

/** What this package needs of Express's response. */
export interface ExpressResponse {
  readonly headersSent: boolean;
  status(code: number): unknown;
  set(headers: Record<string, string>): unknown;
  json(body: unknown): unknown;
}

/** What this package needs of Fastify's reply. */
export interface FastifyReply {
  code(status: number): unknown;
  headers(headers: Record<string, string>): unknown;
  send(body: unknown): unknown;
}

/** A failure as a `Response` of the Fetch API, for Workers, Deno, Bun, Next.js routes. See `toHttpResponse`. */
export function toResponse<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  options?: WithCode<HttpOptions, Code>,
): WebResponse {
  const { body, ...init } = toHttpResponse(error, options);
  return new Response(JSON.stringify(body), init);
}

/** Express: `app.use(expressErrorHandler())`, behind all routes. An answer that has begun is left to Express. */
export function expressErrorHandler(
  options?: HttpOptions,
): (error: unknown, request: unknown, response: ExpressResponse, next: (error: unknown) => void) => void {
  // Express knows an error handler by its four parameters.
  return (error, _request, response, next) => {
    if (response.headersSent) return next(error);
    const { status, headers, body } = toHttpResponse(error, options);
    response.status(status);
    response.set(headers);
    response.json(body);
  };
}

/** Fastify: `app.setErrorHandler(fastifyErrorHandler())`. */
export function fastifyErrorHandler(
  options?: HttpOptions,
): (error: unknown, request: unknown, reply: FastifyReply) => void {
  return (error, _request, reply) => {
    const { status, headers, body } = toHttpResponse(error, options);
    reply.code(status);
    reply.headers(headers);
    reply.send(body);
  };
}

/** Hono: `app.onError(honoErrorHandler())`. */
export function honoErrorHandler(options?: HttpOptions): (error: unknown) => WebResponse & {} {
  return (error) => toResponse(error, options) as WebResponse & {};
}
