import { reloadStyleSheets } from "../../state/browser/style-sheets.ts";
import { browserClock } from "../../state/clock.ts";

const retryDelayMs = 2_000;

/**
 * Loads a code chunk with its style sheets when the page needs it. While the server is unreachable,
 * retries every 2 s (CORE-045), and the page shows that it is offline. Rejects if a reachable
 * server does not have the chunk, which means that the page belongs to another build.
 */
export async function loadChunk<T>(
  importChunk: () => Promise<T>,
  clock = browserClock,
): Promise<T> {
  for (let isLast = false; ;) {
    try {
      await reloadStyleSheets();
      return await importChunk();
    } catch (error) {
      if (isLast) throw error;
      // The server may have just become reachable, so try once more.
      isLast = await isServerReachable();
      if (!isLast) await new Promise<void>((resolve) => void clock.after(retryDelayMs, resolve));
    }
  }
}

function isServerReachable(): Promise<boolean> {
  return fetch("/health", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}
