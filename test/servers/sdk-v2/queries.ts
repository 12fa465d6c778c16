import type { Ticket, Tracker } from "./api.js";
import type { Log } from "./deps.js";

/** Search matches closed tickets too; the tools only want those that still need work. */
export async function findActiveTickets(tracker: Tracker, query: string, log: Log): Promise<Ticket[]> {
  try {
    const tickets = await tracker.search(query);
    return tickets.filter((ticket) => ticket.status !== "closed");
  } catch (error) {
    log(`search "${query}": ${String(error)}`);
    return [];
  }
}
