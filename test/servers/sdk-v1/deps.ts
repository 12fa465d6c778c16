import type { OrdersApi } from "./api.js";

export interface Deps {
  api: OrdersApi;
  /** Goes to stderr: over stdio, stdout belongs to the protocol. */
  log(line: string): void;
}
