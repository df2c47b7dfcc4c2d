import { fail, type Failure } from "../core/failure.ts";

/**
 * Parses the header `Idempotency-Key`. Returns null if it is absent, and a failure for any other
 * format (CH-058, BOT-085, API-005).
 */
export function parseIdempotencyHeader(
  header: string | string[] | undefined,
): string | null | Failure {
  if (header === undefined) return null;
  if (typeof header === "string" && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  return fail("invalid_request", "Idempotency-Key must be 1 to 255 visible ASCII characters.", {
    field: "Idempotency-Key",
  });
}
