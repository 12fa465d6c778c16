/** The HTTP side of the back office. Every answer that is not 2xx becomes an ApiError. */

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export interface Order {
  id: string;
  customerId: string;
  status: "open" | "paid" | "shipped" | "delivered" | "cancelled";
  total: number;
  currency: string;
  placedAt: string;
}

export interface Refund {
  id: string;
  orderId: string;
  amount: number;
}

export interface Invoice {
  number: string;
  orderId: string;
  total: number;
  pdfUrl: string;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: string, message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface OrdersApi {
  listOrders(filter: { status?: string; customerId?: string; limit?: number }): Promise<Order[]>;
  searchOrders(query: string): Promise<Order[]>;
  getOrder(id: string): Promise<Order>;
  updateAddress(id: string, address: string): Promise<void>;
  cancelOrder(id: string, reason: string): Promise<Order>;
  createRefund(id: string, amount: number): Promise<Refund>;
  getInvoice(id: string): Promise<Invoice>;
}

async function toApiError(res: Response): Promise<ApiError> {
  const code = res.headers.get("x-error-code") ?? `http_${res.status}`;
  const retryAfter = Number(res.headers.get("retry-after") ?? Number.NaN);
  const wait = Number.isFinite(retryAfter) ? retryAfter : undefined;
  // The body is drained so that the connection can be reused; nothing reads it.
  await res.arrayBuffer();
  return new ApiError(res.status, code, `Orders API answered ${res.status} (${code})`, wait);
}

export function createOrdersApi(options: { baseUrl: string; token: string; fetch: Fetch }): OrdersApi {
  async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const init: RequestInit = {
      method,
      headers: { authorization: `Bearer ${options.token}`, "content-type": "application/json" },
    };
    if (body !== undefined) init.body = JSON.stringify(body);
    const res = await options.fetch(`${options.baseUrl}${path}`, init);
    if (!res.ok) throw await toApiError(res);
    return (await res.json()) as T;
  }

  const order = (id: string) => `/orders/${encodeURIComponent(id)}`;

  return {
    listOrders(filter) {
      const query = new URLSearchParams();
      if (filter.status) query.set("status", filter.status);
      if (filter.customerId) query.set("customer", filter.customerId);
      if (filter.limit) query.set("limit", String(filter.limit));
      return request("GET", `/orders?${query.toString()}`);
    },
    searchOrders: (query) => request("GET", `/orders/search?q=${encodeURIComponent(query)}`),
    getOrder: (id) => request("GET", order(id)),
    updateAddress: (id, address) => request("PUT", `${order(id)}/address`, { address }),
    cancelOrder: (id, reason) => request("POST", `${order(id)}/cancel`, { reason }),
    createRefund: (id, amount) => request("POST", `${order(id)}/refunds`, { amount }),
    getInvoice: (id) => request("GET", `${order(id)}/invoice`),
  };
}
