const pauseMs = 2_000;

/**
 * A file of the build that the page fetches when it needs it. While the server is out of reach it is asked for until it comes (CORE-045): the page
 * stands as it is and says that it is offline. Rejects when a server that answers does not give it: this page is of another build.
 */
export async function fetchPart<T>(part: () => Promise<T>): Promise<T> {
  for (let isLast = false; ;) {
    try {
      return await part();
    } catch (error) {
      if (isLast) throw error;
      // It may have come back a moment ago: then once more.
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
