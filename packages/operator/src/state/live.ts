import type { Connection, NewItem, OutboxFile, SocketDeps } from "@parlour/client";
import { createActions } from "./live/actions.ts";
import { connectLive } from "./live/connection.ts";
import type { ClosedQuery } from "./live/lists.ts";
import { createParts, type LiveParts, type PartsDeps } from "./live/parts.ts";
import type { ClosedView } from "./live-state.ts";

export type { Happening } from "./live/frames.ts";

export interface LiveDeps extends PartsDeps {
  open: SocketDeps["open"];
  /**
   * Called when the connection is live again. `isAnew`: not the first connection, and some changes
   * were missed.
   */
  onBack: (isAnew: boolean) => void;
  onSignedOut: () => void;
}

export type Live = ReturnType<typeof createLive>;

/** How long loading the list waits for the socket. The socket triggers the load itself. */
const listWaitMs = 800;

/** Creates the live client of one signed-in operator: one store, one socket, one outbox. */
export function createLive(deps: LiveDeps) {
  const { api, timers, random, open, onSignedOut } = deps;
  let connection: Connection | null = null;
  let wasLive = false;
  const back = (isAnew: boolean) => {
    catchUp(parts);
    deps.onBack(isAnew && wasLive);
    wasLive = true;
  };
  const parts = createParts(deps, {
    isLive: () => connection?.state.kind === "live",
    send: (frame) => connection?.send(frame) ?? false,
  });
  const { store, chats, lists, closes, outbox, uploads, reads } = parts;
  const reading = readingOf(parts);
  return {
    ...listeningTo(parts),
    start() {
      outbox.reload().catch((error: unknown) => console.warn("waiting messages could not be read", error));
      connection = connectLive({ ...parts, api, open, timers, random, onSignedOut, onLive: back });
      timers.set(() => {
        if (store.get().running === "idle") reading.loadRunning();
      }, listWaitMs);
    },
    stop() {
      closes.sendHeldCloses();
      connection?.close();
      chats.stop();
      lists.stop();
      outbox.close();
      uploads.close();
      reads.stop();
    },
    retryNow: () => connection?.retryNow(),
    ...createActions(api, store),
    markRead: reads.markRead,
    markUnread: reads.markUnread,
    ...closes,
    ...reading,
    uploads,
    ...writingOf(parts),
  };
}

/** Resumes everything that waited for the connection. */
function catchUp({ chats, lists, uploads, outbox, reads, desk, sight, mentions }: LiveParts): void {
  chats.kick();
  lists.ended();
  uploads.retryWaiting();
  outbox.sendPending();
  reads.tellAll();
  desk.back();
  sight.back().catch((error: unknown) => console.warn("the numbers of the views could not be read", error));
  mentions.load().catch((error: unknown) => console.warn("mentions could not be read", error));
}

/** The state, and subscriptions to events that are not part of it. */
function listeningTo({ store, frames, desk, mentions }: LiveParts) {
  return {
    get: store.get,
    subscribe: store.subscribe,
    onHappening: frames.onHappening,
    onDelivery: desk.onDelivery,
    onInspected: desk.onInspected,
    onDraft: desk.onDraft,
    onCall: desk.onCall,
    onOffline: desk.onOffline,
    onMention: mentions.onMention,
  };
}

/** Loads data for screens. Errors are stored in the state. */
function readingOf({ lists, chats }: LiveParts) {
  return {
    loadRunning: () => void lists.loadRunning().catch(() => undefined),
    loadClosed: (view: ClosedView, asked: ClosedQuery, more = false) => void lists.loadClosed(view, asked, more),
    renewClosed: (view: ClosedView, asked: ClosedQuery) => void lists.renewClosed(view, asked),
    loadOlder: (chatId: number) => void chats.loadOlder(chatId),
    retryLog(chatId: number) {
      void chats.load(chatId);
      void chats.loadLog(chatId);
    },
    openChat: (chatId: number) => chats.open(chatId),
    warmChat: (chatId: number) => chats.warm(chatId),
  };
}

/** Sends messages and signals of this operator. */
function writingOf({ outbox, chats, signals, store }: LiveParts) {
  return {
    /** Adds a message to the outbox. Resolves when it is stored on this device. */
    say: (chatId: number, kind: "text" | "note", text: string, more: Pick<NewItem, "mentions"> = {}) =>
      outbox.add({ chatId, kind, text, afterSeq: seenOf(store, chatId), ...more }),
    /**
     * Adds a file with its comment to the outbox. The file is uploaded first, if it is not on the
     * server yet.
     */
    sayFile: (chatId: number, file: OutboxFile, text: string) =>
      outbox.add({ chatId, kind: "file", text, file, afterSeq: seenOf(store, chatId) }),
    release: (clientId: string) => void outbox.release(clientId),
    takeBack: (clientId: string) => outbox.takeBack(clientId),
    reloadOutbox: () => void outbox.reload().catch(() => undefined),
    typing: (chatId: number, typing: boolean) => signals.typing(chatId, typing),
    viewing: (chatId: number) => signals.viewing(chatId, true),
    leaveChat(chatId: number) {
      chats.leave(chatId);
      signals.viewing(chatId, false);
    },
  };
}

/** Returns the number of the last message of a chat that the operator has seen. */
function seenOf(store: LiveParts["store"], chatId: number): number {
  const { snapshot } = store.get();
  return snapshot.logs.get(chatId)?.messages.at(-1)?.seq ?? snapshot.chats.get(chatId)?.chat.seq ?? 0;
}
