import { fail, type Failure } from "../core/failure.ts";

/** Returns null without a key, and a failure for other formats (CH-058, BOT-085, API-005). */
export function parseIdempotencyHeader(
  header: string | string[] | undefined,
): string | null | Failure {
  if (header === undefined) return null;
  if (typeof header === "string" && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  return fail("invalid_request", "Idempotency-Key must be 1 to 255 visible ASCII characters.", {
    field: "Idempotency-Key",
  });
}
