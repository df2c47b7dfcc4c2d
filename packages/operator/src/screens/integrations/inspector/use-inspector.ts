import type { InspectedRequest, InspectedRequests } from "@parlour/protocol/api";
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../../../state/api/api.ts";
import { useLiveState, useLiveClient } from "../../../state/live-context.tsx";
import { mergeItems } from "./inspector-items.ts";
import { useLatest } from "../../../ui/keyboard/use-latest.ts";

const pageSize = 200;

/**
 * Returns the latest requests and adds live ones. While `isPaused` is true, new requests wait, so
 * that no row moves.
 */
export function useInspector(isPaused: boolean) {
  const connected = useLiveState((state) => state.connection.kind === "live");
  const [shownItems, setShownItems] = useState<readonly InspectedRequest[]>([]);
  const [waiting, setWaiting] = useState<readonly InspectedRequest[]>([]);
  const addItems = useCallback(
    (items: readonly InspectedRequest[]) => setWaiting((previous) => mergeItems(previous, items)),
    [],
  );
  const { read, ...state } = useInspectorFeed(addItems, connected);
  const newItems = waiting.filter(
    (item) => !shownItems.some((shownItem) => shownItem.id === item.id),
  );
  const show = () => {
    setShownItems((previous) => mergeItems(previous, waiting));
    setWaiting([]);
  };
  if ((!isPaused || shownItems.length === 0) && newItems.length > 0) show();
  return {
    items: shownItems,
    newer: isPaused ? newItems : [],
    show,
    clear: () => {
      setShownItems([]);
      setWaiting([]);
    },
    connected,
    retry: () => void read(),
    ...state,
  };
}

/**
 * Passes loaded and live requests to the list. Loads requests at the start, after a reconnect, and
 * after the server skipped some.
 */
function useInspectorFeed(
  addItems: (items: readonly InspectedRequest[]) => void,
  connected: boolean,
) {
  const live = useLiveClient();
  const [state, setState] = useState<{ loaded: boolean; error: unknown; missingNodes: number }>({
    loaded: false,
    error: null,
    missingNodes: 0,
  });
  const isReading = useRef(false);
  const mustRead = useRef(false);
  const read = useCallback(async () => {
    mustRead.current = true;
    // Each node reports what it skipped. A single load after the current one contains all of it.
    if (isReading.current) return;
    isReading.current = true;
    while (mustRead.current) {
      mustRead.current = false;
      try {
        const { items, missing_nodes } = await api.get<InspectedRequests>("/inspector", {
          query: { limit: pageSize },
        });
        addItems(items);
        setState({ loaded: true, error: null, missingNodes: missing_nodes });
      } catch (error) {
        setState((previous) => ({ ...previous, error }));
      }
    }
    isReading.current = false;
  }, [addItems]);
  const latestRead = useLatest(read);
  useEffect(
    () =>
      live.onInspected(({ item, skipped }) => {
        addItems([item]);
        // Loads the requests that the server skipped.
        if (skipped > 0) void latestRead.current();
      }),
    [live, addItems, latestRead],
  );
  useEffect(() => {
    if (connected) void latestRead.current();
  }, [connected, latestRead]);
  return { read, ...state };
}
