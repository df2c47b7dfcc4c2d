import type { Delivery } from "@parlour/protocol";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../../state/api.ts";
import { useLiveStore } from "../../state/live-context.tsx";
import { queryOf, type Filter } from "./filter.ts";
import { newerOf, newestOf, pageSize } from "./newest.ts";

interface Page {
  items: Delivery[];
  next_cursor: string | null;
}

/** Polling interval in ms, for new deliveries without an event. */
const everyMs = 4000;
/** Events within this time in ms cause one reload. */
const soonMs = 300;

/**
 * Loads the delivery log, newest first. While `isPaused` (hover, focus or an open row), new rows
 * wait, so that rows do not move. States of shown rows are updated in place by `delivery_updated`.
 */
export function useLedger(filter: Filter, held: boolean) {
  const { pages, head } = useReading(filter);
  const changed = useChanges(head.refetch);
  const [taken, setTaken] = useState<{ filter: Filter; rows: readonly Delivery[] }>({ filter, rows: [] });
  const loaded = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const before = taken.filter === filter ? taken.rows : [];
  // If the first page is older than the list, it may contain rows that have left the list since.
  const isFresh = head.dataUpdatedAt >= pages.dataUpdatedAt;
  const { newer, isGap } = newerOf([...before, ...loaded], loaded.length, isFresh ? head.data?.items : undefined);
  const { refetch } = pages;
  const beginAnew = isGap && !held;
  useEffect(() => {
    if (beginAnew) void refetch();
  }, [beginAnew, refetch]);
  const takeNewer = () => setTaken({ filter, rows: [...newer, ...before] });
  if (!held && newer.length > 0 && !isGap) takeNewer();
  const read = () => {
    setTaken({ filter, rows: [] });
    void refetch();
  };
  const renewed = new Map(head.data?.items.map((row) => [row.id, row]));
  const rows = [...before, ...loaded.filter((row) => !before.some((other) => other.id === row.id))];
  return {
    pages,
    head,
    rows: rows.map((row) => newestOf(row, renewed.get(row.id), changed.get(row.id))),
    newer: held ? newer.length : 0,
    showNewer: isGap ? read : takeNewer,
    /** Reloads everything. Rows that no longer match the filter disappear. */
    renew: () => {
      read();
      void head.refetch();
    },
  };
}

/** Loads pages on demand, and polls the first page. */
function useReading(filter: Filter) {
  const query = (cursor: string | null) => ({ limit: pageSize, cursor, ...queryOf(filter, Date.now()) });
  const pages = useInfiniteQuery({
    queryKey: ["deliveries", "list", filter],
    initialPageParam: null as string | null,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ pageParam, signal }) => api.get<Page>("/deliveries", { query: query(pageParam), signal }),
    getNextPageParam: (last) => last.next_cursor,
  });
  const head = useQuery({
    queryKey: ["deliveries", "head", filter],
    enabled: pages.isSuccess,
    refetchInterval: everyMs,
    retry: 0,
    gcTime: 0,
    queryFn: ({ signal }) => api.get<Page>("/deliveries", { query: query(null), signal }),
  });
  return { pages, head };
}

const mostKept = 1000;

/**
 * Returns the latest version of each delivery from the socket. A burst of changes reloads the first
 * page once.
 */
function useChanges(read: () => unknown): ReadonlyMap<number, Delivery> {
  const live = useLiveStore();
  const [changed, setChanged] = useState<ReadonlyMap<number, Delivery>>(new Map());
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = live.onDelivery((delivery) => {
      setChanged((before) => new Map([...before, [delivery.id, delivery] as const].slice(-mostKept)));
      timer ??= setTimeout(() => {
        timer = null;
        void latest.current();
      }, soonMs);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [live]);
  return changed;
}
