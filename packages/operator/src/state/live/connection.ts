import {
  createConnection,
  evictUnshownChats,
  type Api,
  type Connection,
  type ConnectionState,
  type SocketDeps,
} from "@parlour/client";
import { isRejection } from "../live-state.ts";
import type { Chats } from "./chats/chats.ts";
import type { FrameDispatcher } from "./dispatch.ts";
import type { InboxLists } from "./lists.ts";
import type { LiveStore } from "./store.ts";

export interface ConnectionDeps extends Pick<SocketDeps, "open" | "timers" | "random"> {
  api: Api;
  store: LiveStore;
  dispatcher: FrameDispatcher;
  lists: InboxLists;
  chats: Chats;
  /**
   * Called when all missed events have arrived and pending messages may be sent. `isAnew` is true
   * if the state was reloaded, because the journal no longer contained the missed events.
   */
  onLive: (isAnew: boolean) => void;
  onSignedOut: () => void;
}

/**
 * Connects the socket to the live state. Provides the position to resume from, applies received
 * frames, and reloads the state if the journal no longer contains the missed events.
 */
export function connectLiveSocket(deps: ConnectionDeps): Connection {
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
  });
}

/**
 * Returns true if a request must be sent after a failed connection attempt. A refused handshake
 * looks like a network failure, but the response to a request contains the reason. 401 leads to the
 * sign-in page, 403 to the page for the second factor (CORE-203).
 */
function onConnectFailed(state: ConnectionState, now: number): boolean {
  return state.kind === "offline" && state.nextTryAt !== null && now - state.since > 2000;
}

async function reloadAfterReset({ store, chats, lists }: ConnectionDeps): Promise<void> {
  const open = chats.openId();
  const { snapshot, logs } = store.get();
  const otherChatIds = [...snapshot.logs.keys()].filter((id) => id !== open);
  store.set({
    snapshot: evictUnshownChats(snapshot, [], otherChatIds),
    logs: new Map([...logs].filter(([id]) => id === open)),
  });
  lists.invalidateRequests();
  chats.invalidateRequests();
  // If the server refuses a list because of permissions, the screen shows it. A refusal does not
  // require a reconnect.
  await Promise.all([
    ignoreRejection(lists.loadRunning()),
    ...(open === null ? [] : [chats.load(open), chats.loadLog(open, undefined, true)]),
  ]);
}

/** Resolves if the server refuses the request. Rejects if it did not answer, or failed. */
export async function ignoreRejection(request: Promise<unknown>): Promise<void> {
  await request.catch((error: unknown) => {
    if (!isRejection(error)) throw error;
  });
}
