/** What the servers are about. */
export interface Domain {
  readonly name: string;
  readonly item: string;
  readonly items: string;
  readonly type: string;
  /** What a list is asked for by: `customerId`. */
  readonly owner: string;
  readonly fields: Readonly<Record<string, string>>;
  /** What the write does: "cancel". */
  readonly verb: string;
  readonly done: string;
  /** A yes or no of an item: "paid". */
  readonly flag: string;
  /** Who does the work: "order service". */
  readonly service: string;
  /** One item as the service gives it. */
  readonly sample: Readonly<Record<string, unknown>>;
}

export const DOMAINS: readonly Domain[] = [
  {
    name: "orders",
    item: "order",
    items: "orders",
    type: "Order",
    owner: "customer",
    fields: { id: "string", total: "number" },
    verb: "cancel",
    done: "cancelled",
    flag: "paid",
    service: "order service",
    sample: { id: "ord-81", total: 120 },
  },
  {
    name: "tickets",
    item: "ticket",
    items: "tickets",
    type: "Ticket",
    owner: "project",
    fields: { id: "string", title: "string" },
    verb: "close",
    done: "closed",
    flag: "assigned",
    service: "tracker",
    sample: { id: "tic-17", title: "Login page is blank" },
  },
  {
    name: "notes",
    item: "note",
    items: "notes",
    type: "Note",
    owner: "notebook",
    fields: { id: "string", text: "string" },
    verb: "archive",
    done: "archived",
    flag: "pinned",
    service: "note store",
    sample: { id: "not-4", text: "Call the plumber" },
  },
  {
    name: "calendar",
    item: "event",
    items: "events",
    type: "CalendarEvent",
    owner: "calendar",
    fields: { id: "string", summary: "string" },
    verb: "reschedule",
    done: "rescheduled",
    flag: "confirmed",
    service: "calendar service",
    sample: { id: "evt-30", summary: "Quarterly planning" },
  },
  {
    name: "invoices",
    item: "invoice",
    items: "invoices",
    type: "Invoice",
    owner: "account",
    fields: { id: "string", amount: "number" },
    verb: "send",
    done: "sent",
    flag: "overdue",
    service: "billing service",
    sample: { id: "inv-512", amount: 990 },
  },
  {
    name: "contacts",
    item: "contact",
    items: "contacts",
    type: "Contact",
    owner: "company",
    fields: { id: "string", email: "string" },
    verb: "merge",
    done: "merged",
    flag: "subscribed",
    service: "CRM",
    sample: { id: "con-9", email: "ada@example.com" },
  },
  {
    name: "shipments",
    item: "shipment",
    items: "shipments",
    type: "Shipment",
    owner: "warehouse",
    fields: { id: "string", carrier: "string" },
    verb: "dispatch",
    done: "dispatched",
    flag: "insured",
    service: "carrier API",
    sample: { id: "shp-66", carrier: "Northbound Freight" },
  },
  {
    name: "deployments",
    item: "deployment",
    items: "deployments",
    type: "Deployment",
    owner: "environment",
    fields: { id: "string", commit: "string" },
    verb: "promote",
    done: "promoted",
    flag: "healthy",
    service: "deploy API",
    sample: { id: "dep-208", commit: "9f31c0a" },
  },
  {
    name: "bookings",
    item: "booking",
    items: "bookings",
    type: "Booking",
    owner: "hotel",
    fields: { id: "string", guest: "string" },
    verb: "confirm",
    done: "confirmed",
    flag: "prepaid",
    service: "booking service",
    sample: { id: "boo-73", guest: "Grace Hopper" },
  },
  {
    name: "documents",
    item: "document",
    items: "documents",
    type: "StoredDocument",
    owner: "folder",
    fields: { id: "string", name: "string" },
    verb: "publish",
    done: "published",
    flag: "locked",
    service: "document store",
    sample: { id: "doc-12", name: "Handbook" },
  },
  {
    name: "payments",
    item: "payment",
    items: "payments",
    type: "Payment",
    owner: "merchant",
    fields: { id: "string", cents: "number" },
    verb: "capture",
    done: "captured",
    flag: "settled",
    service: "payment gateway",
    sample: { id: "pay-40", cents: 12900 },
  },
  {
    name: "devices",
    item: "device",
    items: "devices",
    type: "Device",
    owner: "site",
    fields: { id: "string", model: "string" },
    verb: "reboot",
    done: "rebooted",
    flag: "online",
    service: "device gateway",
    sample: { id: "dev-88", model: "Sensor S3" },
  },
];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The names in code that follow from a domain. */
export interface Names {
  readonly ownerId: string;
  readonly itemId: string;
  readonly itemIds: string;
  readonly list: string;
  readonly get: string;
  readonly write: string;
  readonly count: string;
  readonly check: string;
  readonly Items: string;
  readonly Item: string;
}

export function namesOf({ owner, item, items, verb, flag }: Domain): Names {
  const Item = capital(item);
  const Items = capital(items);
  return {
    ownerId: `${owner}Id`,
    itemId: `${item}Id`,
    itemIds: `${item}Ids`,
    list: `list${Items}`,
    get: `get${Item}`,
    write: `${verb}${Item}`,
    count: `count${Items}`,
    check: `is${Item}${capital(flag)}`,
    Items,
    Item,
  };
}
