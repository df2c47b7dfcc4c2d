import { createApi } from "@parlour/client";
import { QueryClient } from "@tanstack/react-query";
import { fetchWithReauthentication } from "./reauthentication.ts";
import { createEventEmitter } from "./event-emitter.ts";

/** The only API client of this page. */
export const api = createApi({
  base: "",
  fetch: fetchWithReauthentication,
  onSignedOut: () => signedOutEvents.emit(),
});

/**
 * Caches settings-like requests, which are refetched when `settings_changed` arrives.
 * Requests are sent even if the browser reports that it is offline. The server may be in the local
 * network, and a paused request neither succeeds nor fails. `refetchFailedQueries` handles
 * reconnects.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, staleTime: 30_000, refetchOnWindowFocus: true, networkMode: "always" },
    mutations: { retry: 0, networkMode: "always" },
  },
});

const signedOutEvents = createEventEmitter();

/** Subscribes to responses that say that the session has ended. Returns `unsubscribe`. */
export const onSignedOut = signedOutEvents.subscribe;
