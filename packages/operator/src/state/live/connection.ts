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
  /** Called when all missed events arrived. `isAnew`: the state was reloaded instead. */
  onLive: (isAnew: boolean) => void;
  onSignedOut: () => void;
}

/**
 * Connects the socket to the live state. Reloads the state if the journal lacks the missed events.
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
 * Returns whether a request must find the reason of a refused handshake, which looks like a network
 * failure: 401 (sign in) or 403 (second factor, CORE-203).
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
  // The screen shows a list that is refused because of permissions. It needs no reconnect.
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
