/** So long a request waits for its answer: longer than the server takes for any. */
const patienceMs = 60_000;

/**
 * `fetch` that ends. On a line that died without a word a browser waits for minutes, and with it all that stands behind the request; here it fails
 * as one without an answer, and whoever may ask again does.
 */
export function patientFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const ending = new AbortController();
  const end = () => ending.abort();
  // Not taken back when the head of the answer is there: its body counts too, and what is read by then is not harmed.
  setTimeout(end, patienceMs);
  if (init?.signal?.aborted) end();
  init?.signal?.addEventListener("abort", end, { once: true });
  return fetch(input, { ...init, signal: ending.signal });
}
