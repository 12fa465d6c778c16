export { toHttpResponse, type HttpOptions, type HttpToolError } from "./response.js";
export {
  expressErrorHandler,
  fastifyErrorHandler,
  honoErrorHandler,
  toResponse,
  type ExpressResponse,
  type FastifyReply,
  type WebResponse,
} from "./adapters.js";
