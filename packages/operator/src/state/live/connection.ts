import {
  createConnection,
  evict,
  type Api,
  type Connection,
  type ConnectionState,
  type SocketDeps,
} from "@parlour/client";
import { isRejection } from "../live-state.ts";
import type { Chats } from "./chats/chats.ts";
import type { Dispatcher } from "./dispatch.ts";
import type { Lists } from "./lists.ts";
import type { LiveStore } from "./store.ts";

export interface ConnectionDeps extends Pick<SocketDeps, "open" | "timers" | "random"> {
  api: Api;
  store: LiveStore;
  dispatcher: Pick<Dispatcher, "dispatch" | "flush">;
  lists: Pick<Lists, "loadRunning" | "invalidateRequests">;
  chats: Pick<Chats, "openId" | "load" | "loadLog" | "invalidateRequests">;
  /**
   * Called when all missed events have arrived and pending messages may be sent. `isAnew`: the
   * journal did not reach back, so the state was reloaded.
   */
  onLive: (isAnew: boolean) => void;
  onSignedOut: () => void;
}

/**
 * Connects the socket to the live state: resume position, received frames, and a reload if the
 * journal does not reach back.
 */
export function connectLive(deps: ConnectionDeps): Connection {
  const { api, store, dispatcher, lists } = deps;
  let isAnew = false;
  return createConnection({
    open: deps.open,
    timers: deps.timers,
    random: deps.random,
    cursor() {
      dispatcher.flush();
      const { epoch, position } = store.get().snapshot;
      return epoch === null ? null : { epoch, position };
    },
    onFrame(frame) {
      dispatcher.dispatch(frame);
      if (frame.type !== "event") dispatcher.flush();
    },
    onState(next) {
      if (next.kind === "live") dispatcher.flush();
      store.set({ connection: next });
      if (next.kind === "live") {
        deps.onLive(isAnew);
        isAnew = false;
        if (store.get().running instanceof Error) void lists.loadRunning().catch(() => undefined);
      }
      if (next.kind === "signed_out") deps.onSignedOut();
      if (onConnectFailed(next, deps.timers.now())) void api.counters().catch(() => undefined);
    },
    onReset() {
      isAnew = true;
      return reloadAfterReset(deps);
    },
    // Any response shows that the server is alive, also a refusal.
    probe: () => ignoreRejection(api.counters()),
  });
}

/**
 * Returns whether to send a request after a failed connection attempt. A refused handshake looks
 * like a network failure. The request gets the reason: 401 leads to the sign-in, 403 to the second
 * factor (CORE-203).
 */
function onConnectFailed(state: ConnectionState, now: number): boolean {
  return state.kind === "offline" && state.nextTryAt !== null && now - state.since > 2000;
}

async function reloadAfterReset({ store, chats, lists }: ConnectionDeps): Promise<void> {
  const open = chats.openId();
  const { snapshot, logs } = store.get();
  const otherChatIds = [...snapshot.logs.keys()].filter((id) => id !== open);
  store.set({
    snapshot: evict(snapshot, [], otherChatIds),
    logs: new Map([...logs].filter(([id]) => id === open)),
  });
  lists.invalidateRequests();
  chats.invalidateRequests();
  // If the server refuses a list (permissions), the screen shows it. It is no reason to reconnect.
  await Promise.all([
    ignoreRejection(lists.loadRunning()),
    ...(open === null ? [] : [chats.load(open), chats.loadLog(open, undefined, true)]),
  ]);
}

async function ignoreRejection(request: Promise<unknown>): Promise<void> {
  await request.catch((error: unknown) => {
    if (!isRejection(error)) throw error;
  });
}
