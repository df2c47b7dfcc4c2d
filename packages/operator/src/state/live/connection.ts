import { createConnection, evict, type Api, type Connection, type ConnectionState, type SocketDeps } from "@parlour/client";
import { isAnswer } from "../live-state.ts";
import type { Chats } from "./chats.ts";
import type { Frames } from "./frames.ts";
import type { Lists } from "./lists.ts";
import type { LiveStore } from "./store.ts";

export interface ConnectionDeps extends Pick<SocketDeps, "open" | "timers" | "random"> {
  api: Api;
  store: LiveStore;
  frames: Pick<Frames, "take" | "flush">;
  lists: Pick<Lists, "loadRunning" | "askAnew">;
  chats: Pick<Chats, "openId" | "load" | "loadLog" | "askAnew">;
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
  const { api, store, frames, lists } = deps;
  let isAnew = false;
  return createConnection({
    open: deps.open,
    timers: deps.timers,
    random: deps.random,
    cursor() {
      frames.flush();
      const { epoch, position } = store.get().snapshot;
      return epoch === null ? null : { epoch, position };
    },
    onFrame(frame) {
      frames.take(frame);
      if (frame.type !== "event") frames.flush();
    },
    onState(next) {
      if (next.kind === "live") frames.flush();
      store.set({ connection: next });
      if (next.kind === "live") {
        deps.onLive(isAnew);
        isAnew = false;
        if (store.get().running instanceof Error) void lists.loadRunning().catch(() => undefined);
      }
      if (next.kind === "signed_out") deps.onSignedOut();
      if (failedAgain(next, deps.timers.now())) void api.counters().catch(() => undefined);
    },
    onReset() {
      isAnew = true;
      return readAnew(deps);
    },
    // Any response shows that the server is alive, also a refusal.
    probe: () => unlessAnswer(api.counters()),
  });
}

/**
 * Returns whether to send a request after a failed connection attempt. A refused handshake looks
 * like a network failure. The request gets the reason: 401 leads to the sign-in, 403 to the second
 * factor (CORE-013).
 */
function failedAgain(state: ConnectionState, now: number): boolean {
  return state.kind === "offline" && state.nextTryAt !== null && now - state.since > 2000;
}

async function readAnew({ store, chats, lists }: ConnectionDeps): Promise<void> {
  const open = chats.openId();
  const { snapshot, logs } = store.get();
  const others = [...snapshot.logs.keys()].filter((id) => id !== open);
  store.set({ snapshot: evict(snapshot, [], others), logs: new Map([...logs].filter(([id]) => id === open)) });
  lists.askAnew();
  chats.askAnew();
  // If the server refuses a list (permissions), the screen shows it. It is no reason to reconnect.
  await Promise.all([
    unlessAnswer(lists.loadRunning()),
    ...(open === null ? [] : [chats.load(open), chats.loadLog(open, undefined, true)]),
  ]);
}

async function unlessAnswer(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: unknown) => {
    if (!isAnswer(error)) throw error;
  });
}
