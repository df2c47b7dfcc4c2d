import type { Connection, NewItem, OutboxFile, SocketDeps } from "@parlour/client";
import { createActions } from "./live/actions.ts";
import { connectLive } from "./live/connection.ts";
import type { ClosedQuery } from "./live/lists.ts";
import { createParts, type LiveParts, type PartsDeps } from "./live/parts.ts";
import type { ClosedView } from "./live-state.ts";

export type { Happening } from "./live/frames.ts";

export interface LiveDeps extends PartsDeps {
  open: SocketDeps["open"];
  /** The connection is back; `isAnew`: not for the first time, and not all that changed meanwhile was told. */
  onBack: (isAnew: boolean) => void;
  onSignedOut: () => void;
}

export type Live = ReturnType<typeof createLive>;

/** How long the list waits for the socket, which brings the reason to read it. */
const listWaitMs = 800;

/** The live state of one signed-in operator: one store, one socket, one outbox. */
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

/** The connection is there and nothing is missed any more: what waited for it goes out. */
function catchUp({ chats, lists, uploads, outbox, reads, desk, sight, mentions }: LiveParts): void {
  chats.kick();
  lists.ended();
  uploads.kick();
  outbox.kick();
  reads.tellAll();
  desk.back();
  sight.back().catch((error: unknown) => console.warn("the numbers of the views could not be read", error));
  mentions.load().catch((error: unknown) => console.warn("mentions could not be read", error));
}

/** The state, and what passes by without becoming part of it. */
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

/** What screens read; what goes wrong stands in the state. */
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

/** Messages of this operator on their way, and the signals around writing. */
function writingOf({ outbox, chats, signals, store }: LiveParts) {
  return {
    /** Writes a message into the outbox; resolves when it is safe on this device. */
    say: (chatId: number, kind: "text" | "note", text: string, more: Pick<NewItem, "mentions"> = {}) =>
      outbox.add({ chatId, kind, text, afterSeq: seenOf(store, chatId), ...more }),
    /** The same of a file with its comment; what is not at the server yet goes there first. */
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

/** The last message of a chat that this operator had before his eyes. */
function seenOf(store: LiveParts["store"], chatId: number): number {
  const { snapshot } = store.get();
  return snapshot.logs.get(chatId)?.messages.at(-1)?.seq ?? snapshot.chats.get(chatId)?.chat.seq ?? 0;
}
