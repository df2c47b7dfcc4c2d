const pauseMs = 2_000;

/**
 * Loads a code chunk when the page needs it. While the server is unreachable it retries every 2 s
 * (CORE-045), and the page shows that it is offline. Rejects if a reachable server does not have
 * the chunk: the page then belongs to another build.
 */
export async function fetchPart<T>(part: () => Promise<T>): Promise<T> {
  for (let isLast = false; ;) {
    try {
      return await part();
    } catch (error) {
      if (isLast) throw error;
      // The server may just have come back, so try once more.
      isLast = await answers();
      if (!isLast) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

function answers(): Promise<boolean> {
  return fetch("/health", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}
