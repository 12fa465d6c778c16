/** What the results of these tests say of the failure. */
export const description = "The search service is down. Try again later.";
/** A payload of the dialect `standard`. */
export const standard = {
  errorCategory: "transient",
  isRetryable: true,
  retryAfterSeconds: 3,
  errorCode: "SEARCH_DOWN",
  description,
};
/** A result whose text is this value, as JSON unless it is a text. */
export const text = (value: unknown) => ({
  content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }],
});
/** The same as an error result. */
export const failed = (value: unknown) => ({ isError: true, ...text(value) });
