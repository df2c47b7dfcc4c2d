import { useNavigate, useParams, useSearch as useAddress } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { SearchSort } from "@parlour/protocol/api";
import { parseId } from "../../ui/address/parse-id.ts";
import { toFieldText } from "./tokens.ts";

/** The search starts this long after the last key press. */
const typingDelayMs = 300;

/** Converts a query to search parameters of the URL. Default values are left out. */
export function toSearchParams({ q, sort, at = null, allPeople = false }: SearchQuery) {
  return {
    ...(q !== "" && { q }),
    ...(sort !== "best" && { sort }),
    ...(at !== null && { at }),
    ...(allPeople && { people: "all" as const }),
  };
}
interface SearchQuery {
  readonly q: string;
  readonly sort: SearchSort;
  readonly at?: number | null;
  /** The visitors found are listed below each other instead of in one line. */
  readonly allPeople?: boolean;
}

/** Keeps the search query in the URL. The field is ahead of the URL while the operator types. */
export function useSearchQuery() {
  const navigate = useNavigate();
  const params: { chat?: string } = useParams({ strict: false });
  const address: { q?: string; at?: number | null; sort?: SearchSort; people?: "all" } = useAddress(
    { strict: false },
  );
  const { q = "", at = null, sort = "best" } = address;
  const allPeople = address.people === "all";
  const { text, setText, setRequested } = useSearchField(q);
  /** `isStep`: Back returns to the previous query. */
  const search = (next: string, isStep = false) => {
    const words = next.trim();
    if (words === toFieldText(q).trim()) return;
    setRequested(words);
    if (isStep) setText(toFieldText(words));
    void navigate({
      to: "/archive/{-$chat}",
      params: { chat: params.chat },
      search: toSearchParams({ q: words, sort, allPeople }),
      replace: !isStep,
    });
  };
  const chatId = parseId(params.chat);
  useDelayedSearch(text, search);
  return {
    chatId,
    q,
    at,
    sort,
    allPeople,
    /** Back returns to the previous view. */
    showAllPeople: (all: boolean) =>
      void navigate({
        to: "/archive/{-$chat}",
        params: { chat: params.chat },
        search: toSearchParams({ q, sort, at, allPeople: all }),
      }),
    setSort: (next: SearchSort) =>
      void navigate({
        to: "/archive/{-$chat}",
        params: { chat: params.chat },
        search: toSearchParams({ q, sort: next, at, allPeople }),
        replace: true,
      }),
    text,
    setText,
    search,
    /** Leaves the chat. False if none is open. */
    close: () => {
      if (chatId === null) return false;
      void navigate({
        to: "/archive/{-$chat}",
        params: { chat: undefined },
        search: toSearchParams({ q, sort, allPeople }),
      });
      return true;
    },
  };
}

/**
 * Keeps the text of the field and the query that this screen requested last. If the URL differs
 * from it, navigation changed the URL and the field follows.
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

function useDelayedSearch(text: string, search: (text: string) => void): void {
  const latestSearch = useRef(search);
  useEffect(() => {
    latestSearch.current = search;
  });
  useEffect(() => {
    const timer = setTimeout(() => latestSearch.current(text), typingDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
}
