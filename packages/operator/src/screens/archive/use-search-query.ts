import { omitAbsent } from "@parlour/protocol/omit-absent";
import { useNavigate, useParams, useSearch as useAddress } from "@tanstack/react-router";
import { useState } from "react";
import type { SearchSort } from "@parlour/protocol/api";
import { useDelayedNavigation } from "../../ui/address/delayed-navigation.ts";
import { parseId } from "../../ui/address/parse-id.ts";
import { toFieldText } from "./tokens.ts";

/** Delay between the last key press and the search. */
const typingDelayMs = 300;

/** Converts a query to search parameters of the URL. Omits default values. */
export function toSearchParams({ q, sort, at = null, showsAllVisitors = false }: SearchQuery) {
  return omitAbsent({
    q: q || undefined,
    sort: sort === "best" ? undefined : sort,
    at: at ?? undefined,
    people: showsAllVisitors ? "all" : undefined,
  });
}
interface SearchQuery {
  readonly q: string;
  readonly sort: SearchSort;
  readonly at?: number | null;
  /** Whether the visitors found are stacked instead of shown in one line. */
  readonly showsAllVisitors?: boolean;
}

/** Keeps the search query in the URL. While the operator types, the field is ahead of the URL. */
export function useSearchQuery() {
  const navigate = useNavigate();
  const params: { chat?: string } = useParams({ strict: false });
  const address: Partial<ReturnType<typeof toSearchParams>> = useAddress({ strict: false });
  const { q = "", at = null } = address;
  const sort: SearchSort = address.sort ?? "best";
  const showsAllVisitors = address.people === "all";
  const { text, setText, setRequested } = useSearchField(q);
  /** If `isStep` is true, the browser's Back button returns to the previous query. */
  const search = (next: string, isStep = false) => {
    const words = next.trim();
    if (words === toFieldText(q).trim()) return;
    setRequested(words);
    if (isStep) setText(toFieldText(words));
    void navigate({
      to: "/archive/{-$chat}",
      params: { chat: params.chat },
      search: toSearchParams({ q: words, sort, showsAllVisitors }),
      replace: !isStep,
    });
  };
  const chatId = parseId(params.chat);
  useDelayedNavigation({ text, ms: typingDelayMs, change: search });
  return {
    chatId,
    q,
    at,
    sort,
    showsAllVisitors,
    /** The browser's Back button returns to the previous view. */
    showAllVisitors: (all: boolean) =>
      void navigate({
        to: "/archive/{-$chat}",
        params: { chat: params.chat },
        search: toSearchParams({ q, sort, at, showsAllVisitors: all }),
      }),
    setSort: (next: SearchSort) =>
      void navigate({
        to: "/archive/{-$chat}",
        params: { chat: params.chat },
        search: toSearchParams({ q, sort: next, at, showsAllVisitors }),
        replace: true,
      }),
    text,
    setText,
    search,
    /** Closes the open chat. Returns false if none is open. */
    close: () => {
      if (chatId === null) return false;
      void navigate({
        to: "/archive/{-$chat}",
        params: { chat: undefined },
        search: toSearchParams({ q, sort, showsAllVisitors }),
      });
      return true;
    },
  };
}

/**
 * Keeps the text of the field and the last query that this screen requested. If the URL contains
 * another query, the operator navigated, and the field takes the text from the URL.
 */
function useSearchField(q: string) {
  const [text, setText] = useState(() => toFieldText(q));
  const [requested, setRequested] = useState(q);
  const [lastQuery, setLastQuery] = useState(q);
  if (q !== lastQuery) {
    setLastQuery(q);
    if (q !== requested) {
      setRequested(q);
      setText(toFieldText(q));
    }
  }
  return { text, setText, setRequested };
}
