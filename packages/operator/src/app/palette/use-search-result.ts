import type { SearchResult } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { useQuery } from "@tanstack/react-query";
import { useDebounced } from "../../ui/loading/delay.ts";
import { chatRoute, toChatAddress } from "../../ui/address/chat-routes.ts";
import { api } from "../../state/api/api.ts";
import type { PaletteItem } from "./groups.ts";

/** Delay in milliseconds between the last keystroke and the request. */
const debounceMs = 120;
const maxItems = 10;

export type SearchState =
  | { readonly kind: "idle" }
  | { readonly kind: "busy" }
  | { readonly kind: "failed"; readonly retry: () => void }
  | { readonly kind: "found"; readonly result: SearchResult };

/** Searches on the server for `q` when typing stops. A new query cancels the previous one. */
export function useSearchResult(q: string, on: boolean): SearchState {
  const debounced = useDebounced(q, debounceMs);
  const isEnabled = on && q !== "";
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ["find", debounced],
    queryFn: ({ signal }) =>
      api.get<SearchResult>("/search", {
        query: { q: debounced, scope: "all", limit: maxItems },
        signal,
      }),
    enabled: isEnabled && debounced === q,
    retry: 0,
    staleTime: 5_000,
    // So a reopened palette does not show old results as new.
    gcTime: 30_000,
  });
  if (!isEnabled) return { kind: "idle" };
  if (debounced !== q || (data === undefined && isFetching)) return { kind: "busy" };
  if (data !== undefined) return { kind: "found", result: data };
  return isError ? { kind: "failed", retry: () => void refetch() } : { kind: "busy" };
}

/** Returns the route that a result opens. */
export function toResultUrl(
  row: Extract<PaletteItem, { kind: "chat" | "person" | "message" | "all" }>,
  q: string,
) {
  switch (row.kind) {
    case "chat":
      return chatRoute(toChatAddress(row.chat));
    case "person":
      return {
        to: "/visitors/{-$number}",
        params: { number: String(row.person.visitor.number) },
        search: { list: "everybody" },
      } as const;
    case "message":
      return {
        to: "/archive/{-$chat}",
        params: { chat: String(row.chat.id) },
        search: { q, at: row.hit.seq },
      } as const;
    case "all":
      return {
        to: "/archive/{-$chat}",
        params: { chat: undefined },
        search: omitAbsent({
          q: q || undefined,
          people: row.of === "people" ? "all" : undefined,
        }),
      } as const;
  }
}
