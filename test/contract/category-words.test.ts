import { describe, expect, it } from "vitest";
import type { Category } from "../../src/contract/categories.js";
import { categoryOfClass, categoryOfWords } from "../../src/contract/category-words.js";
import { tellsNothingFound } from "../../src/contract/lexicon.js";

/** One message a line, as servers write them; run-time parts stand as `…`. */
const MESSAGES: Readonly<Record<Category, string>> = {
  transient: `
    Network timeout
    Search timed out after 30s.
    Rate limit exceeded
    RATE_LIMITED: slow down
    Service unavailable
    Connection reset by peer
    The order service is temporarily down
    Network blip while talking to the warehouse
    Upstream answered HTTP 503
    Request failed with status code 502
    API error (429)
    The shop responded with 500
    504 Gateway Timeout
    Server busy. Retry later.
    The database is overloaded
    PipeReadyTimeout: the named pipe never became ready in time
    Could not reach the inventory service
    Failed to connect to …
    Deadline exceeded while waiting for the index
    The warehouse API is under maintenance
    We are being throttled by the carrier
    connect ECONNREFUSED …
  `,
  validation: `
    Invalid order_id format. Expected ORD-XXXXX
    Missing required field: customer_id
    Bad enum value for status
    Bad date
    Schema mismatch in the arguments
    Malformed ID
    Wrong type: amount must be a number
    Bad input format
    Give a query.
    No such warehouse: …
    Order … does not exist
    Unsupported currency …
    The carrier returned 404
    quantity is not an integer
    Unknown tool: …
    Missing scope parameter
    Please provide either id or email
  `,
  permission: `
    No authentication context available
    GCP credentials are not available. Configure them first.
    Auth token expired
    No scope for action orders:write
    Agent lacks authorization to access order records.
    Missing scope orders:read
    You do not have permission to delete orders
    RBAC denied: role viewer may not delete
    Access denied
    Upstream answered HTTP 403
    HTTP error! status: 401
    Elevation required: restart the MCP server as administrator
    Requires admin privileges
    Only administrators can close a warehouse
    Invalid API key
    Not logged in
    There is no logged-in user
    No signed in user
    No authenticated user
    SHOP_TOKEN: credentials are missing
    This order belongs to another customer
  `,
  business: `
    No handler found for tool: …
    Refund of $750 exceeds the $500 single-transaction policy. Ask the customer to split the refund or open a manager-approval ticket.
    Refund exceeds policy limit
    Customer not verified
    Ticket already closed
    Order … was already shipped
    The item is past its return window
    The booking window has closed
    This order isn't eligible for a refund
    Daily quota of transfers is used up
    Monthly limit reached
    This change requires manager approval
    Insufficient funds
    The item is out of stock
    The account is suspended
    No active browser session
    ArchitectureMismatch: the target is x64, the inspector x86
    BootstrapFailed: the bootstrapper ran but failed
    Deleting is not allowed
  `,
};

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

describe.each(Object.entries(MESSAGES))("messages of a %s error", (category, messages) => {
  it.each(linesOf(messages))("%s", (message) => {
    expect(categoryOfWords(message)).toBe(category);
  });
});

it.each(
  linesOf(`
    Something went wrong
    Failed to load the orders
    Error: …
    The archive said … to …
    Either the order is invalid or the service timed out
  `),
)("nothing is guessed from: %s", (message) => {
  expect(categoryOfWords(message)).toBeUndefined();
});

it.each(["No orders found for CUST-00123", "Zero matches", "0 results"])("%s is an empty result", (message) => {
  expect(tellsNothingFound(message)).toBe(true);
});

it("what the first sentence says is not changed by the advice behind it", () => {
  expect(categoryOfWords("Order already shipped. Provide another order id.")).toBe("business");
  expect(categoryOfWords("Request failed. The token is missing.")).toBe("permission");
});

it.each([
  ["ForbiddenError", "permission"],
  ["ZodError", "validation"],
  ["RateLimitError", "transient"],
  ["ShopError", undefined],
])("%s", (name, category) => {
  expect(categoryOfClass(name)).toBe(category);
});
