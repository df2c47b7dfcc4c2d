import { browserClock } from "../clock.ts";

/**
 * Asks the operator to prove their identity again. Resolves with true if they did (CORE-014).
 * `isAwaited`: whether they have pressed nothing since the press that sent the request.
 */
type ConfirmIdentity = (isAwaited: () => boolean) => Promise<boolean>;
let confirmIdentity: ConfirmIdentity | null = null;
/** Number of presses of keys and pointers since the page was loaded, while a dialog is set. */
let presses = 0;

/** Sets the dialog that asks for re-authentication. Returns a function that removes it. */
export function onReauthenticationRequired(handler: ConfirmIdentity): () => void {
  confirmIdentity = handler;
  const ending = new AbortController();
  const count = () => {
    presses += 1;
  };
  for (const name of ["pointerdown", "keydown"] as const)
    window.addEventListener(name, count, { capture: true, signal: ending.signal });
  return () => {
    ending.abort();
    if (confirmIdentity === handler) confirmIdentity = null;
  };
}

/**
 * Sends an API request like `fetch`. If the server requires re-authentication, asks for it and
 * sends the request again, so that screens need not handle this. If a second factor must be set up
 * first, opens the page for it.
 */
export async function fetchWithReauthentication(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const pressesBefore = presses;
  const isAwaited = () => presses === pressesBefore;
  const response = await fetchWithTimeout(input, init);
  if (response.ok) return response;
  const code = await readErrorCode(response.clone());
  if (code === "second_factor_needed" && location.pathname !== "/secure")
    location.assign("/secure");
  const mustAsk = code === "confirmation_needed" && confirmIdentity !== null;
  if (!mustAsk || !(await confirmIdentity?.(isAwaited))) return response;
  return fetchWithTimeout(input, init);
}

async function readErrorCode(response: Response): Promise<unknown> {
  try {
    return ((await response.json()) as { error?: { code?: unknown } }).error?.code;
  } catch {
    return null;
  }
}

/** Request timeout in milliseconds. The server never takes longer for a response. */
const timeoutMs = 60_000;

/**
 * Sends a request like `fetch`, with a timeout. On a dead connection, browsers would wait for
 * minutes and block all requests that depend on this one. Here the request fails as if there were
 * no response, so callers can try again.
 */
export function fetchWithTimeout(
  input: string | URL | Request,
  init?: RequestInit,
  clock = browserClock,
): Promise<Response> {
  const ending = new AbortController();
  const end = () => ending.abort();
  // The timer covers the body, too. An abort after the body was read has no effect.
  clock.after(timeoutMs, end);
  if (init?.signal?.aborted) end();
  init?.signal?.addEventListener("abort", end, { once: true });
  return fetch(input, { ...init, signal: ending.signal });
}
