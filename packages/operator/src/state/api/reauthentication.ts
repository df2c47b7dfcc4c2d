import { fetchWithTimeout } from "./fetch-with-timeout.ts";

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
