import { patientFetch } from "./patient-fetch.ts";

/** Asks the person to confirm that it is he; true when he did (CORE-014). */
type Ask = () => Promise<boolean>;
let ask: Ask | null = null;

/** The dialog that asks; taken away by what is returned. */
export function onConfirmationNeeded(handler: Ask): () => void {
  ask = handler;
  return () => {
    if (ask === handler) ask = null;
  };
}

/**
 * `fetch` for the API: where the server wants a fresh proof first, the person is asked and the same request is sent again, so that no screen
 * needs to know which of its requests that is. Where a second factor must be set up first, the page for that opens.
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
