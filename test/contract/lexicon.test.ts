import { describe, expect, it } from "vitest";
import {
  asksBack,
  givesReason,
  isGenericMessage,
  namesOnlyACause,
  opensWithFailure,
  saysGoingOnIsMeant,
  saysWhatToDo,
  tellsFailure,
  tellsNotFoundById,
  tellsNothingFound,
  tellsOfIntent,
} from "../../src/contract/lexicon.js";

/** Texts in which a pattern must match, and near ones in which it must not. */
function table(name: string, test: (text: string) => boolean, yes: readonly string[], no: readonly string[]): void {
  describe(name, () => {
    it.each(yes.map((text) => [text]))("yes: %s", (text) => expect(test(text)).toBe(true));
    it.each(no.map((text) => [text]))("no: %s", (text) => expect(test(text)).toBe(false));
  });
}

table(
  "tells of a failure",
  tellsFailure,
  [
    "Error: …",
    "error while reading …",
    "An unexpected error",
    "API error: …",
    "Failed to load …",
    "failed",
    "Could not connect",
    "Couldn’t connect",
    "Cannot open …",
    "Can't open …",
    "Unable to reach …",
    "Invalid id",
    "Missing token",
    "Unauthorized",
    "Forbidden",
    "Access denied",
    "Permission denied",
    "Not authenticated",
    "Something went wrong",
    "Timed out",
    "❌ …",
    "🚫 no",
    "[ERROR] …",
    "**Error** …",
    "The upload failed: …",
    "The id is required",
    "HTTP 503",
    "http error",
    "The API key is not set",
    "The call timed out",
    "Rate limit exceeded",
  ],
  [
    "Done.",
    "ok",
    "No orders found.",
    "Errors: 0",
    "5 passed, 0 failed",
    "failed: 0",
    "Failed jobs: 3",
    "3 checked, all well",
    "An errand",
    "Mistakes were made",
    "Order 5 was changed",
    "…",
    "",
    "Terror in the title",
    "Unfailing service",
  ],
);

table(
  "opens with a failure",
  opensWithFailure,
  [
    "The time between from and to must be less than 3 months",
    "**Pipeline rejected**: nested calls are not permitted.",
    "Sync service not available",
    "The bridge is unavailable",
    "Order API unreachable. Start the port-forward.",
    "The archive is unreachable.",
    "The order desk is not responding",
    "Order database not reachable",
    "Error: …",
    "❌ …",
    "  - Failed to load",
    "The API key is not set",
    "Please note: the server is not configured",
    "Upload failed",
    "Insufficient privileges for this folder",
    "Rate limit exceeded. Provide a token",
    "Too many requests",
    "GitHub API returned status …. Try again later.",
    "The server returned an error",
    "The service returned 503",
    "System dependencies missing.",
    "System dependencies missing. …",
    "Shop mode not enabled",
    "No shop selected! Use set_shop first.",
    "⚠️ No shop selected for this session!\n\nPlease first:\n1. List them",
    "Sign-in credentials not set. Set SHOP_TOKEN.",
    "Reports not enabled for this account",
    "Orders of last year cannot be changed in audit mode.",
    "The session has expired.",
    "Access token expired, sign in again",
    "Provide 'id' or 'name'.",
    "Search limit reached (5 calls this session). Look at what you have.",
    "The daily limit of 20 was exceeded.",
    "Unknown carrier: x. Known: a, b",
    "Unsupported output format: x\n\nAvailable formats: a, b",
  ],
  [
    "The list of missing parts is ready",
    "Orders: 5, reminders not setting the pace",
    "Reminder: not set",
    "No orders selected.",
    "Provided by the shop",
    "The limit of this account is 20",
    "Unknown city: x",
    "The coupon has expired",
    "Orders that cannot be changed: 5",
    "The search returned 5 orders",
    "The search returned … orders",
    "The call returned status fields",
    "Rate limits of this account",
    "Order 5 was read. Its last payment run has failed",
    "Done.",
    "Read 5 orders, without errors",
    "",
  ],
);

table(
  "says that nothing was found",
  tellsNothingFound,
  [
    "No results",
    "No orders found.",
    "No open issues match …",
    "0 results",
    "Nothing found",
    "Nothing to show",
    "The list is empty",
    "… did not match any order",
    "None found",
    "No data",
    "no such thing available: no items",
  ],
  ["Order not found", "Note that found items are sorted", "Nobody", "No.", "", "10 results", "Found nothing wrong"],
);

table(
  "says that one thing is not there",
  tellsNotFoundById,
  ["Order … not found", "The file does not exist", "It doesn’t exist", "No such note"],
  ["No orders found", "It exists", "found", "Nothing there"],
);

table(
  "asks back",
  asksBack,
  [
    "Please confirm",
    "Are you sure?",
    "Confirmation needed",
    "Dry run: would delete 3",
    "dry-run",
    "Please choose one",
    "No shop given. Select one of these:\n…",
    "This would update 3 orders",
  ],
  [
    "Done.",
    "No shop given. Please choose one.\nError listing shops (503)",
    "The firm",
    "Error: …",
    "It ran dry",
    "Deleted 3",
    "Error: confirmation required",
    "❌ Error: please confirm",
    "Could not confirm the booking: …",
    "Failed to confirm the order",
  ],
);

describe("is generic", () => {
  it.each([
    "Error",
    "error.",
    "An error occurred",
    "An unexpected error has occurred.",
    "Unknown error",
    "Internal server error",
    "Operation failed",
    "Request failed.",
    "The request failed",
    "Tool execution failed",
    "Something went wrong",
    "Something went wrong. Please try again later.",
    "Failed to load the order",
    "Error: Failed to load the order",
    "❌ Could not save",
    "Unable to connect to the server",
    "Cannot read …",
    "Sorry, we couldn't do that",
    "Upload failed",
    "failed",
    "Try again later",
    "Failed to load orders. Check the logs for details.",
    "Could not make a link to the billing pages of the customer at this time due to an unexpected error.",
  ])("yes: %s", (text) => expect(isGenericMessage(text)).toBe(true));

  it.each([
    "",
    "…",
    "The order service answered 503. Wait half a minute, then make the same call again.",
    "The id must be a number between 1 and 999.",
    "Order 5 is shipped already: it cannot be cancelled.",
    "Not found",
    "Failed to load the order because the token lacks the scope orders:read, which an administrator of the shop can grant in the settings of the shop, at the page of tokens.",
    "Done.",
    "Could not make a link to the billing pages of the customer due to an unpaid invoice of last month.",
  ])("no: %s", (text) => expect(isGenericMessage(text)).toBe(false));

  it("by words of the project, in any case and with any mark", () => {
    expect(isGenericMessage("Computer says NO!", ["computer says no"])).toBe(true);
    expect(isGenericMessage("Computer says no, twice", ["computer says no"])).toBe(false);
  });

  it("takes no longer for a hostile text", () => {
    // The patterns repeat words: a text that almost matches must not be tried in every way.
    for (const text of [
      "failed to " + "a ".repeat(79),
      "could not " + "\u00a0".repeat(150),
      "error " + "x".repeat(150),
      "failed to ".repeat(16),
      `${"a".repeat(50_000)} failed to `,
    ])
      expect(typeof isGenericMessage(text)).toBe("boolean");
  });
});

table(
  "gives a reason in a comment",
  givesReason,
  [
    " best effort: the cache is rebuilt at night",
    " non-fatal: the title stays empty",
    "* falls back to the local copy",
    " the server may not be running",
    " expected when the file is new",
    " optional, so that old clients still work",
    " intentionally ignored: the next poll reads it again",
  ],
  [
    " ignore",
    " ignored",
    " ignore error",
    " noop",
    " TODO",
    " eslint-disable-next-line no-empty",
    " silent",
    "",
    " fixme later",
    " do nothing",
    " swallow",
    " error",
    " log it",
  ],
);

table(
  "says what to do",
  saysWhatToDo,
  [
    "Order … is closed. Reopen it with reopen_order.",
    "… Call list_orders.",
    "Unknown region …. Supported: eu, us",
    "Unknown kind of file …. Supported: .pdf, .png",
    "Invalid …: expected a non-empty string.",
    "The note cannot be empty",
    "Orders are locked in SHOP_AUDIT_ONLY mode.",
    "There is no table …. Available tables: …",
    "The flag can only be used with a date",
    "A limit can be given together with an offset",
    "There is no order …; call list_orders for valid ids.",
    "The order is on its way: offer a return instead.",
    "Ticket … has open subtasks. Close the subtasks first.",
    "limit must be between 1 and 100.",
    "With a shop you must also provide its region.",
    "q is required",
    "No API key provided",
    "Absolute paths are not allowed.",
    "Cannot specify both head and tail",
    "Please sign in again.",
    "Valid values are open and closed.",
    "LIMIT orders require a price.",
    "MARKET orders cannot include a price.",
    "Cannot provide both id and name",
    "This tool only updates open orders.",
    "Only open or paid orders can be closed",
    "head is only supported in text mode",
    "Invalid date …. Expected ISO 8601.",
    "Several orders match. Options: …",
    "The order has no link and none was provided.",
    "The device is off, it is started with the boot_device command.",
    "The index is stale. Next: a rebuild",
  ],
  [
    "No entry with order_id.",
    "The file … set is broken",
    "Not supported",
    "The list cannot be read",
    "The unexpected: expected errors",
    "Orders are locked in audit mode.",
    "Failed",
    "The order is closed.",
    "Order … not found",
    "The archive answered 503.",
    "Invalid session",
    "Could not read the list",
    "No note for … (expected at …)",
    "Unexpected answer",
    "Only three orders were read",
    "The order was sent with the wrong command",
  ],
);

table(
  "fails because it was asked to",
  tellsOfIntent,
  ["Deliberate failure triggered.", "intentional failure", "Simulated timeout", "It failed intentionally"],
  ["The order is closed.", "The simulation failed"],
);

table(
  "says that going on is meant",
  saysGoingOnIsMeant,
  [
    "Degrade gracefully to the vector search if the index is missing.",
    "fails gracefully",
    "Fall back to the local copy",
  ],
  ["The grace period is over", "Read the index"],
);

table(
  "names only a cause",
  namesOnlyACause,
  [
    "some steps have no logs",
    "Skip schemas we can't access",
    "ignore files which are unreadable for us",
    "The directory doesn't exist or can't be read",
    "Missing or unreadable",
  ],
  [
    "doesn't exist or can't be read: the list is complete without it, so that is fine",
    "missing or not in the list",
    "best effort: the cache is rebuilt nightly",
    "skip it: the list is complete without what failed, because it is paged",
    "ignore this even if it fails",
    "skip what is optional and may fail",
    "ignore",
  ],
);
