import { getBackoffMs } from "@parlour/client/retry";
import { wait } from "../http/time.ts";
import { isTransientError, ParlourError } from "../parlour-error.ts";
import type { FeedContext } from "./feed-context.ts";
import type { FeedItem } from "./types.ts";

const initialDelayMs = 500;
/** Failures after which a feed that never worked is an error. Its address may be wrong. */
export const maxFirstFailures = 4;

/**
 * Reads the event feed over HTTP with one response after another. `readOnce` continues at the
 * cursor and returns the delay before the next response, in ms. Throws an error that a repeat
 * cannot correct, and the last error if nothing worked from the beginning.
 */
export async function* readRepeatedly(
  context: FeedContext,
  readOnce: (context: FeedContext) => AsyncGenerator<FeedItem, number>,
): AsyncGenerator<FeedItem, void> {
  let hasWorked = false;
  for (let failures = 0; ;) {
    const before = context.cursor();
    let delayMs: number;
    try {
      delayMs = yield* readOnce(context);
      hasWorked = true;
      failures = 0;
    } catch (error) {
      if (!(error instanceof ParlourError)) throw error;
      if (context.cursor() !== before) {
        hasWorked = true;
        failures = 0;
      }
      const start = getStart(error);
      const isFinal = !isTransientError(error) || (!hasWorked && failures >= maxFirstFailures);
      if (start === null && isFinal) throw error;
      if (start !== null) yield { kind: "reset", cursor: start };
      const backoffMs = getBackoffMs(initialDelayMs, failures, context.random());
      delayMs = start === null ? Math.max(backoffMs, error.retryAfterMs ?? 0) : 0;
      failures += 1;
    }
    if (delayMs > 0) await wait(context, delayMs, context.signal);
  }
}

/** Returns the place to begin of an error `cursor_gone` (API-388), or null. */
function getStart(error: ParlourError): string | null {
  if (error.code !== "cursor_gone") return null;
  const { start } = error.body as { readonly start?: unknown };
  return typeof start === "string" ? start : null;
}
