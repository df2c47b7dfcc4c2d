import type { NewMailSignIn, StartedMailSignIn } from "@parlour/protocol/api/operations/oauth";
import { api } from "../../../../../../state/api/api.ts";

/**
 * Leaves for the page of a provider, in this tab. The provider sends the browser back to the page
 * that adds a channel (MAIL-124).
 */
export async function beginSignIn(request: NewMailSignIn): Promise<void> {
  const { url } = await api.post<StartedMailSignIn>("/channels/mail-sign-ins", request);
  location.assign(url);
}

/** Whether a provider sent the browser back with this query. */
export function isSignInReturn(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has("state") && (query.has("code") || query.has("error"));
}
