import type { Inspected, InspectedItems } from "@parlour/protocol/api";
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../../state/api.ts";
import { useLive, useLiveStore } from "../../state/live-context.tsx";
import { withItems } from "./tail.ts";

const pageSize = 200;

/**
 * Returns the latest requests and live requests. While `isPaused`, new ones wait, so that rows do
 * not move.
 */
export function useTail(held: boolean) {
  const connected = useLive((state) => state.connection.kind === "live");
  const [shown, setShown] = useState<readonly Inspected[]>([]);
  const [waiting, setWaiting] = useState<readonly Inspected[]>([]);
  const take = useCallback((items: readonly Inspected[]) => setWaiting((before) => withItems(before, items)), []);
  const { read, ...state } = useReading(take, connected);
  const newer = waiting.filter((item) => !shown.some((known) => known.id === item.id));
  const show = () => {
    setShown((before) => withItems(before, waiting));
    setWaiting([]);
  };
  if ((!held || shown.length === 0) && newer.length > 0) show();
  return {
    items: shown,
    newer: held ? newer : [],
    show,
    clear: () => {
      setShown([]);
      setWaiting([]);
    },
    connected,
    retry: () => void read(),
    ...state,
  };
}

/**
 * Passes on live requests and loaded ones. Loads at the start, after a reconnect, and when the
 * server skipped some.
 */
function useReading(take: (items: readonly Inspected[]) => void, connected: boolean) {
  const live = useLiveStore();
  const [state, setState] = useState<{ loaded: boolean; error: unknown }>({ loaded: false, error: null });
  const read = useCallback(async () => {
    try {
      const { items } = await api.get<InspectedItems>("/inspector", { query: { limit: pageSize } });
      take(items);
      setState({ loaded: true, error: null });
    } catch (error) {
      setState((before) => ({ ...before, error }));
    }
  }, [take]);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(
    () =>
      live.onInspected(({ item, skipped }) => {
        take([item]);
        // Loads the requests that the server skipped.
        if (skipped > 0) void latest.current();
      }),
    [live, take],
  );
  useEffect(() => {
    if (connected) void latest.current();
  }, [connected]);
  return { read, ...state };
}
