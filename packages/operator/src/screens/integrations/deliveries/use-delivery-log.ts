import type { Delivery } from "@parlour/protocol";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { browserClock } from "../../../state/clock.ts";
import { api } from "../../../state/api/api.ts";
import { useLiveClient } from "../../../state/live-context.tsx";
import { toDeliveryQuery, type DeliveryFilter } from "./delivery-filter.ts";
import { useLatest } from "../../../ui/keyboard/use-latest.ts";

interface DeliveryPage {
  items: Delivery[];
  next_cursor: string | null;
}

/** Polling interval in ms. No event announces new deliveries. */
const pollIntervalMs = 4000;
/** Events within this many ms cause a single reload. */
const batchDelayMs = 300;

/**
 * Loads the delivery log, newest first. While `isPaused` is true (hover, focus or an expanded row),
 * new rows wait, so that no row moves. The event `delivery_updated` updates the states of shown
 * rows in place.
 */
export function useDeliveryLog(filter: DeliveryFilter, isPaused: boolean) {
  const { pages, head } = useDeliveryPages(filter);
  const changed = useChangedDeliveries(head.refetch);
  const [shownRows, setShownRows] = useState<{ filter: DeliveryFilter; rows: readonly Delivery[] }>(
    { filter, rows: [] },
  );
  const loaded = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const newerRows = shownRows.filter === filter ? shownRows.rows : [];
  // Ignores a first page that is older than the list, because it may contain rows that have since
  // left the list.
  const isFresh = head.dataUpdatedAt >= pages.dataUpdatedAt;
  const { waitingRows, isGap } = findNewRows(
    [...newerRows, ...loaded],
    loaded.length,
    isFresh ? head.data?.items : undefined,
  );
  const { refetch } = pages;
  const shouldRestart = isGap && !isPaused;
  useEffect(() => {
    if (shouldRestart) void refetch();
  }, [shouldRestart, refetch]);
  const showWaiting = () => setShownRows({ filter, rows: [...waitingRows, ...newerRows] });
  if (!isPaused && waitingRows.length > 0 && !isGap) showWaiting();
  const restart = () => {
    setShownRows({ filter, rows: [] });
    void refetch();
  };
  const headRows = new Map(head.data?.items.map((row) => [row.id, row]));
  const rows = [
    ...newerRows,
    ...loaded.filter((row) => !newerRows.some((newerRow) => newerRow.id === row.id)),
  ];
  return {
    pages,
    head,
    rows: rows.map((row) => getLatestVersion(row, headRows.get(row.id), changed.get(row.id))),
    waitingCount: isPaused ? waitingRows.length : 0,
    showWaiting: isGap ? restart : showWaiting,
    /** Reloads all pages. Rows that no longer match the filter disappear. */
    reload: () => {
      restart();
      void head.refetch();
    },
  };
}

/** Loads pages on demand and polls the first page. */
function useDeliveryPages(filter: DeliveryFilter) {
  const query = (cursor: string | null) => ({
    limit: pageSize,
    cursor,
    ...toDeliveryQuery(filter, browserClock.now()),
  });
  const pages = useInfiniteQuery({
    queryKey: ["deliveries", "list", filter],
    initialPageParam: null as string | null,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ pageParam, signal }) =>
      api.get<DeliveryPage>("/deliveries", { query: query(pageParam), signal }),
    getNextPageParam: (last) => last.next_cursor,
  });
  const head = useQuery({
    queryKey: ["deliveries", "head", filter],
    enabled: pages.isSuccess,
    refetchInterval: pollIntervalMs,
    retry: 0,
    gcTime: 0,
    queryFn: ({ signal }) => api.get<DeliveryPage>("/deliveries", { query: query(null), signal }),
  });
  return { pages, head };
}

const maxChangedDeliveries = 1000;

/**
 * Returns the latest version of each delivery that the socket has sent. A burst of changes reloads
 * the first page once.
 */
function useChangedDeliveries(reloadHead: () => unknown): ReadonlyMap<number, Delivery> {
  const live = useLiveClient();
  const [changed, setChanged] = useState<ReadonlyMap<number, Delivery>>(new Map());
  const latestReload = useLatest(reloadHead);
  useEffect(() => {
    let cancel: (() => void) | null = null;
    const unsubscribe = live.onDelivery((delivery) => {
      setChanged(
        (previous) =>
          new Map([...previous, [delivery.id, delivery] as const].slice(-maxChangedDeliveries)),
      );
      cancel ??= browserClock.after(batchDelayMs, () => {
        cancel = null;
        void latestReload.current();
      });
    });
    return () => {
      unsubscribe();
      cancel?.();
    };
  }, [live, latestReload]);
  return changed;
}

/**
 * Returns the latest version of a delivery. If several are equally new, prefers one with a last
 * attempt, because events do not contain it. Keeps the number of the chat, which they do not
 * contain either.
 */
export function getLatestVersion(
  ...versions: readonly [Delivery, ...(Delivery | undefined)[]]
): Delivery {
  let latest = versions[0];
  for (const version of versions) if (version && isNewer(version, latest)) latest = version;
  const number = versions.find((version) => version?.chat_number !== undefined)?.chat_number;
  return number === undefined || latest.chat_number === number
    ? latest
    : { ...latest, chat_number: number };
}

function isNewer(version: Delivery, other: Delivery): boolean {
  if (version.updated_at !== other.updated_at) return version.updated_at > other.updated_at;
  return other.last_attempt === undefined && version.last_attempt !== undefined;
}

/** Number of rows per page of the delivery log. */
export const pageSize = 50;

/**
 * Returns the rows of the first page that are not listed yet. `loaded` is the number of rows loaded
 * in pages.
 *
 * If `isGap` is true, the whole first page is new. Rows may then be missing between it and the
 * listed rows, so the list must restart.
 */
export function findNewRows(
  listed: readonly Delivery[],
  loaded: number,
  head: readonly Delivery[] | undefined,
): { readonly waitingRows: readonly Delivery[]; readonly isGap: boolean } {
  const listedIds = new Set(listed.map((row) => row.id));
  const waitingRows = head?.filter((row) => !listedIds.has(row.id)) ?? [];
  const count = waitingRows.length;
  return { waitingRows, isGap: loaded > 0 && count >= pageSize && count === head?.length };
}
