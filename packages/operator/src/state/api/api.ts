import { createApi } from "@parlour/client";
import type { Cursor } from "@parlour/protocol";
import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { fetchWithReauthentication } from "./reauthentication.ts";
import { createEventEmitter } from "./event-emitter.ts";

/** The only API client of this page. */
export const api = createApi({
  base: "",
  fetch: fetchWithReauthentication,
  onSignedOut: () => signedOutEvents.emit(),
  cursor: () => readCursor(),
});

let readCursor: () => Cursor | null = () => null;
/** Sets the function that returns the latest event. Reads send its position (API-380). */
export function setCursorSource(read: () => Cursor | null): void {
  readCursor = read;
}

/**
 * Caches requests for settings and similar data. They are fetched again when `settings_changed`
 * arrives. Requests are sent even if the browser reports that it is offline, because the server may
 * be in the local network. A paused request would neither succeed nor fail. After a reconnect,
 * `refetchFailedQueries` repeats failed requests.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, staleTime: 30_000, refetchOnWindowFocus: true, networkMode: "always" },
    mutations: { retry: 0, networkMode: "always" },
  },
});

/**
 * Fetches queries again after a change, once per tick. Drops older responses that are under way.
 */
export function refetchChanged(queryKey: QueryKey): void {
  const queries = { queryKey };
  void queryClient
    .cancelQueries(queries)
    .then(() => queryClient.invalidateQueries(queries, { cancelRefetch: false }));
}

const signedOutEvents = createEventEmitter();

/** Subscribes to responses that report the end of the session. Returns the unsubscribe function. */
export const onSignedOut = signedOutEvents.subscribe;
