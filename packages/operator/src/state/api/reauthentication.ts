/** Asks the person to prove their identity again. Resolves to true if they did (CORE-014). */
type ConfirmIdentity = () => Promise<boolean>;
let confirmIdentity: ConfirmIdentity | null = null;

/** Sets the dialog that asks for proof of identity. Returns a function that removes it. */
export function onReauthenticationRequired(handler: ConfirmIdentity): () => void {
  confirmIdentity = handler;
  return () => {
    if (confirmIdentity === handler) confirmIdentity = null;
  };
}

/**
 * Sends an API request like `fetch`. If the server requires re-authentication, asks for it and
 * sends the request again, so no screen has to handle this. If a second factor must be set up
 * first, opens the page for it.
 */
export async function fetchWithReauthentication(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetchWithTimeout(input, init);
  if (response.status !== 403) return response;
  const code = await readErrorCode(response.clone());
  if (code === "second_factor_needed" && location.pathname !== "/secure")
    location.assign("/secure");
  if (code !== "confirmation_needed" || confirmIdentity === null || !(await confirmIdentity()))
    return response;
  return fetchWithTimeout(input, init);
}

async function readErrorCode(response: Response): Promise<unknown> {
  try {
    return ((await response.json()) as { error?: { code?: unknown } }).error?.code;
  } catch {
    return null;
  }
}

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
