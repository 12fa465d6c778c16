/** The form of an error code and its greatest length (AIP-193, `ErrorInfo.reason`). */
const CODE_FORM = /^[A-Z][A-Z0-9_]+[A-Z0-9]$/u;
const MAX_CODE_LENGTH = 63;

export function isErrorCode(value: string): boolean {
  return value.length <= MAX_CODE_LENGTH && CODE_FORM.test(value);
}

const PASCAL_FORM = /^[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+$/u;

/** `PipeReadyTimeout`: the form of the dialect `recovery`. */
export function isPascalCode(value: string): boolean {
  return value.length <= MAX_CODE_LENGTH && PASCAL_FORM.test(value);
}

const LOWER_FORM = /^[a-z][a-z0-9_]+[a-z0-9]$/u;

/** Several codes in lower_snake_case, with none in another case: such a list is as stable as one in the other. */
export function isLowerList(codes: readonly string[]): boolean {
  return (
    new Set(codes).size > 1 &&
    codes.some((code) => LOWER_FORM.test(code) && code.includes("_")) &&
    !codes.some(isErrorCode)
  );
}

export function isLowerCode(value: string): boolean {
  return value.length <= MAX_CODE_LENGTH && LOWER_FORM.test(value);
}

/** `rate-limited`, `RateLimited` → `RATE_LIMITED`; undefined where no code comes of it. */
export function asErrorCode(value: string): string | undefined {
  const code = value
    .replace(/([a-z0-9])([A-Z])/gu, "$1_$2")
    .replace(/[^A-Za-z0-9]+/gu, "_")
    .replace(/^_|_$/gu, "")
    .toUpperCase();
  return isErrorCode(code) ? code : undefined;
}
