import { patientFetch } from "./patient-fetch.ts";

/** Asks the person to prove their identity again. Resolves to true if they did (CORE-014). */
type Ask = () => Promise<boolean>;
let ask: Ask | null = null;

/** Sets the dialog that asks for proof of identity. Returns a function that removes it. */
export function onConfirmationNeeded(handler: Ask): () => void {
  ask = handler;
  return () => {
    if (ask === handler) ask = null;
  };
}

/**
 * Sends an API request like `fetch`. If the server requires re-authentication, asks for it and
 * sends the request again, so no screen has to handle this. If a second factor must be set up
 * first, opens the page for it.
 */
export async function confirmingFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await patientFetch(input, init);
  if (response.status !== 403) return response;
  const code = await codeOf(response.clone());
  if (code === "second_factor_needed" && location.pathname !== "/secure") location.assign("/secure");
  if (code !== "confirmation_needed" || ask === null || !(await ask())) return response;
  return patientFetch(input, init);
}

async function codeOf(response: Response): Promise<unknown> {
  try {
    return ((await response.json()) as { error?: { code?: unknown } }).error?.code;
  } catch {
    return null;
  }
}
