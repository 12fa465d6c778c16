/** The four categories of the error contract; each routes the agent to another recovery. */
export const CATEGORIES = ["transient", "validation", "permission", "business"] as const;

export type Category = (typeof CATEGORIES)[number];

/** The same four in the field `bucket` of the dialect `envelope`. */
const BUCKETS: Readonly<Record<Category, string>> = {
  transient: "Transient",
  validation: "Data",
  permission: "Permission",
  business: "Business",
};

/** A category as the field with this name spells it. */
export function spelledFor(field: string, category: Category): string {
  return field === "bucket" ? BUCKETS[category] : category;
}

/** Repeating the same call cannot help: the input, the rights or the rules have to change first. */
export const TERMINAL_CATEGORIES: ReadonlySet<Category> = new Set(["validation", "permission", "business"]);

/** Spellings of other contracts for one of the four (lower case, separators taken off). */
const SPELLINGS: ReadonlyMap<string, Category> = new Map(
  Object.entries({
    transient: "transient",
    temporary: "transient",
    network: "transient",
    timeout: "transient",
    ratelimit: "transient",
    ratelimited: "transient",
    unavailable: "transient",
    validation: "validation",
    data: "validation",
    input: "validation",
    invalidinput: "validation",
    permission: "permission",
    permissions: "permission",
    auth: "permission",
    authentication: "permission",
    authorization: "permission",
    unauthorized: "permission",
    forbidden: "permission",
    business: "business",
    policy: "business",
  } satisfies Record<string, Category>),
);

/** The category that a value such as `"Transient"` or `"INVALID_INPUT"` stands for. */
export function categoryOf(value: string): Category | undefined {
  return SPELLINGS.get(value.toLowerCase().replace(/[\s_-]/gu, ""));
}

/** What a status code of HTTP says about the failure (RFC 9110 §15.5, RFC 6585, RFC 4918). */
export function categoryOfStatus(status: number): Category | undefined {
  if (status === 401 || status === 403 || status === 407 || status === 451) return "permission";
  if (status === 402 || status === 409 || status === 412) return "business";
  if (status === 408 || status === 425 || status === 429 || status >= 500) return "transient";
  if (status >= 400 && status < 500) return "validation";
  return undefined;
}

/** Statuses by which a service says that it cannot answer now, whatever it was asked (RFC 9110 §15.5.9, §15.6; RFC 6585 §4; RFC 8470 §5.2). */
export const STATUSES_OF_THE_MOMENT: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** Statuses that come with `Retry-After` (RFC 9110 §10.2.3, RFC 6585 §4). */
export const STATUSES_WITH_RETRY_AFTER: ReadonlySet<number> = new Set([429, 503]);
