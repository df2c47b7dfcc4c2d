import type { NewMailSignIn, StartedMailSignIn } from "@parlour/protocol/api/operations/oauth";
import { api } from "../../../../../../state/api/api.ts";

/** Begins a sign-in, whose page this tab must open. It leads back to a new channel (MAIL-124). */
export const startSignIn = (request: NewMailSignIn): Promise<StartedMailSignIn> =>
  api.post("/channels/mail-sign-ins", request);

/** Begins a sign-in and leaves for its page. */
export const beginSignIn = async (request: NewMailSignIn): Promise<void> =>
  location.assign((await startSignIn(request)).url);

/** Whether a provider sent the browser back with this query. */
export function isSignInReturn(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has("state") && (query.has("code") || query.has("error"));
}
