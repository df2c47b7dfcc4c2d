import type { VisitorSeen } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../state/api.ts";
import { useOlderPages } from "../../ui/older-pages.ts";
import { changesOf, joined } from "./held.ts";

interface Page {
  items: VisitorSeen[];
  next_cursor: string | null;
}
const pageSize = 50;
/** product.md 2. */
const everyMs = 2000;

/** Visitors, newest activity first. While `held` nothing moves: what changed waits behind `changes` until `show` or until the hand is gone. */
export function useVisitors(q: string, held: boolean) {
  const head = useQuery({
    queryKey: ["visitors", q],
    refetchInterval: everyMs,
    queryFn: ({ signal }) => api.get<Page>("/visitors", { query: { sort: "seen", limit: pageSize, q }, signal }),
  });
  const [shown, setShown] = useState<{ q: string; page: Page } | null>(null);
  const fresh = head.data;
  const present = shown?.q === q ? shown.page : undefined;
  if (fresh !== undefined && fresh !== present && (!held || present === undefined)) setShown({ q, page: fresh });
  const { items, ...older } = useOlderPages(
    q,
    present,
    (cursor) => api.get<Page>("/visitors", { query: { sort: "seen", limit: pageSize, q, cursor } }),
    ({ last_seen_at: at, chat }) => [at ?? "", chat?.id ?? 0],
  );
  return {
    head,
    rows: present && joined(present.items, items),
    changes: fresh !== undefined && present !== undefined ? changesOf(present.items, fresh.items) : 0,
    show: () => {
      if (fresh !== undefined) setShown({ q, page: fresh });
    },
    ...older,
  };
}

/** A text once it has rested, so that a word is one question. */
export function useRested(text: string, restMs = 250): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text, restMs]);
  return rested;
}
