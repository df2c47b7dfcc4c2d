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

/** New rows that no event announced. */
const everyMs = 4000;
/** Events of a moment are one reading. */
const soonMs = 300;

/**
 * The ledger, newest first. New rows wait behind `newer` while `held` (pointer or focus inside, a row open), so that nothing moves
 * under the hand; states of the rows shown change in place as `delivery_updated` comes.
 */
export function useLedger(filter: Filter, held: boolean) {
  const { pages, head } = useReading(filter);
  const changed = useChanges(head.refetch);
  const [taken, setTaken] = useState<{ filter: Filter; rows: readonly Delivery[] }>({ filter, rows: [] });
  const loaded = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const before = taken.filter === filter ? taken.rows : [];
  // A head older than the list holds what has left the list since.
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
    /** Reads all again; what no longer fits the filter goes. */
    renew: () => {
      read();
      void head.refetch();
    },
  };
}

/** The pages as they are asked for, and the first one again and again. */
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

/** Deliveries as the socket told them last; each burst of changes makes the head of the list read again. */
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
