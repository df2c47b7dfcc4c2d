/** Request timeout. Longer than any response of the server takes. */
const timeoutMs = 60_000;

/**
 * Sends a request like `fetch`, with a timeout. On a dead connection browsers wait for minutes and
 * block all requests that depend on it. Here the request fails as without an answer, so callers can
 * retry.
 */
export function fetchWithTimeout(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const ending = new AbortController();
  const end = () => ending.abort();
  // The timer also covers the response body, so it is not cleared when the headers arrive. An abort
  // after the body was read has no effect.
  setTimeout(end, timeoutMs);
  if (init?.signal?.aborted) end();
  init?.signal?.addEventListener("abort", end, { once: true });
  return fetch(input, { ...init, signal: ending.signal });
}
