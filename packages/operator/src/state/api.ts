import { createApi } from "@parlour/client";
import { QueryClient } from "@tanstack/react-query";
import { confirmingFetch } from "./confirm.ts";
import { createListeners } from "./listeners.ts";

/** The one API client of this page. */
export const api = createApi({ base: "", fetch: confirmingFetch, onSignedOut: () => signedOut.tell() });

/**
 * Requests that are settings-like: read, shown, read again when `settings_changed` says so. They are made also when the browser calls itself
 * offline: the server may be in the house, and what waits without a word is neither done nor refused. `readAgain` follows the connection.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, staleTime: 30_000, refetchOnWindowFocus: true, networkMode: "always" },
    mutations: { retry: 0, networkMode: "always" },
  },
});

const signedOut = createListeners();

/** Tells when an answer said that the session is gone. */
export const onSignedOut = signedOut.add;
