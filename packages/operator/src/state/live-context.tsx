import {
  createContext,
  useContext,
  useMemo,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import type { LiveClient } from "./live/live-client.ts";
import type { LiveState } from "./live-state.ts";

const LiveContext = createContext<LiveClient | null>(null);

/** Provides the live client to its child components. */
export function LiveProvider({ live, children }: { live: LiveClient; children: ReactNode }) {
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** Returns the live client. Throws outside the shell. */
export function useLiveClient(): LiveClient {
  const live = useContext(LiveContext);
  if (!live) throw new Error("useLiveStore outside the shell");
  return live;
}

/** Selects a part of the live state. The component renders again only if that part changes. */
export function useLiveState<T>(select: (state: LiveState) => T): T {
  const live = useLiveClient();
  const last = useRef<{ state: LiveState; select: (state: LiveState) => T; value: T } | null>(null);
  const read = useMemo(
    () => () => {
      const state = live.get();
      if (last.current?.state === state && last.current.select === select)
        return last.current.value;
      const value = select(state);
      last.current = {
        state,
        select,
        value: last.current && Object.is(last.current.value, value) ? last.current.value : value,
      };
      return last.current.value;
    },
    [live, select],
  );
  return useSyncExternalStore(live.subscribe, read);
}
