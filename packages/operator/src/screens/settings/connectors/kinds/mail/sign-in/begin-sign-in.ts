import type { NewMailSignIn, StartedMailSignIn } from "@parlour/protocol/api/operations/oauth";
import { api } from "../../../../../../state/api/api.ts";
import { usePageWatch } from "../../../../../../ui/mutation.ts";

/**
 * Begins a sign-in at a provider. Resolves with the address of its page, which this tab must open.
 * The provider sends the browser back to the page that adds a channel (MAIL-124).
 */
export async function startSignIn(request: NewMailSignIn): Promise<string> {
  const { url } = await api.post<StartedMailSignIn>("/channels/mail-sign-ins", request);
  return url;
}

/**
 * Returns a function that begins a sign-in and leaves for the page of the provider, unless the
 * person has gone to another page meanwhile (CORE-484).
 */
export function useBeginSignIn(): (request: NewMailSignIn) => Promise<void> {
  const watchPage = usePageWatch();
  return async (request) => {
    const isStillOpen = watchPage();
    const url = await startSignIn(request);
    if (isStillOpen()) location.assign(url);
  };
}

/** Whether a provider sent the browser back with this query. */
export function isSignInReturn(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has("state") && (query.has("code") || query.has("error"));
}
