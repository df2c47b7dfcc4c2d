import type { SocketProblem } from "@parlour/protocol/socket/by-requests";
import type { Connection, NewItem, OutboxFile, OutboxItem, SocketDeps } from "@parlour/client";
import { createChatActions } from "./sending/actions.ts";
import { connectLiveSocket, ignoreRejection } from "./connection.ts";
import type { PagedChatsQuery } from "./lists.ts";
import { createLiveServices, type LiveServices, type LiveServicesDeps } from "./services.ts";
import type { PagedView } from "../live-state.ts";

export type { AlertEvent } from "./dispatch.ts";

export interface LiveClientDeps extends LiveServicesDeps {
  open: SocketDeps["open"];
  /** Called when the connection is live again. `isAnew`: some changes were missed. */
  onReconnected: (isAnew: boolean) => void;
  onSignedOut: () => void;
}

export type LiveClient = ReturnType<typeof createLiveClient>;

/** Maximum time that loading waits for the socket to connect, milliseconds. */
const maxLoadDelayMs = 800;

/** Creates the live client of one signed-in operator: one store, one socket, one outbox. */
export function createLiveClient(deps: LiveClientDeps) {
  const { api, timers, random, open, onSignedOut } = deps;
  let connection: Connection | null = null;
  let wasLive = false;
  let startReading = (): void => undefined;
  const canRead = new Promise<void>((resolve) => (startReading = resolve));
  const handleReconnect = (isAnew: boolean) => {
    startReading();
    resumeAfterReconnect(services);
    deps.onReconnected(isAnew && wasLive);
    wasLive = true;
  };
  const services = createLiveServices(deps, {
    isLive: () => connection?.state.kind === "live",
    send: (frame) => connection?.send(frame) ?? false,
  });
  const { store, chats, lists, delayedClose, outbox, uploads, readMarks } = services;
  const loaders = createLoaders(services);
  return {
    ...createSubscriptions(services),
    start() {
      outbox
        .reload()
        .catch((error: unknown) => console.warn("waiting messages could not be read", error));
      connection = connectLiveSocket({
        ...services,
        api,
        open,
        timers,
        random,
        onSignedOut,
        onLive: handleReconnect,
      });
      timers.set(() => {
        startReading();
        if (store.get().running === "idle") loaders.loadRunning();
      }, maxLoadDelayMs);
    },
    /**
     * Must be awaited before data is read whose changes the socket reports: a response from before
     * the first connection could miss changes, and would be read again. Resolves when the
     * connection is live, or without a connection after `maxLoadDelayMs`. Rejects if the read was
     * cancelled meanwhile.
     */
    async waitUntilLive(signal: AbortSignal): Promise<void> {
      await canRead;
      signal.throwIfAborted();
    },
    stop() {
      delayedClose.sendPendingCloses();
      connection?.close();
      chats.stop();
      lists.stop();
      outbox.close();
      uploads.close();
      readMarks.stop();
    },
    retryNow: () => connection?.retryNow(),
    setSocketProblem: (socketProblem: SocketProblem | null) => store.set({ socketProblem }),
    /**
     * Called when the browser reports that it has no network. A request tells at once whether that
     * is true: some systems keep a dead socket open, and a server on this machine still responds.
     */
    async checkNetwork() {
      try {
        await ignoreRejection(api.counters());
      } catch {
        connection?.drop();
      }
    },
    ...createChatActions(api, store),
    markRead: readMarks.markRead,
    markUnread: readMarks.markUnread,
    ...delayedClose,
    ...loaders,
    uploads,
    ...createWriters(services),
  };
}

/** Resumes everything that waited for the connection. */
function resumeAfterReconnect({
  chats,
  lists,
  uploads,
  outbox,
  readMarks,
  events,
  chatAccess,
  mentions,
}: LiveServices): void {
  chats.retryNow();
  lists.markStale();
  uploads.retryWaiting();
  outbox.sendPending();
  readMarks.sendAll();
  events.handleReconnect();
  chatAccess
    .handleReconnect()
    .catch((error: unknown) => console.warn("the numbers of the views could not be read", error));
  mentions.load().catch((error: unknown) => console.warn("mentions could not be read", error));
}

/** Returns the state, and subscriptions to events that are not part of the state. */
function createSubscriptions({ store, dispatcher, events, mentions }: LiveServices) {
  return {
    get: store.get,
    subscribe: store.subscribe,
    onAlertEvent: dispatcher.onAlertEvent,
    onDelivery: events.onDelivery,
    onInspected: events.onInspected,
    onReport: events.onReport,
    onDraft: events.onDraft,
    onCall: events.onCall,
    onOffline: events.onOffline,
    onPersonal: events.onPersonal,
    onViewCounts: events.onViewCounts,
    onMention: mentions.onMention,
  };
}

/** Returns the functions that load data for screens. Errors are stored in the state. */
function createLoaders({ lists, chats }: LiveServices) {
  return {
    loadRunning: () => void lists.loadRunning().catch(() => undefined),
    loadPaged: (view: PagedView, query: PagedChatsQuery, more = false) =>
      void lists.loadPaged(view, query, more),
    markSavedStale: lists.markSavedStale,
    renewPaged: (view: PagedView, query: PagedChatsQuery) => void lists.renewPaged(view, query),
    loadOlder: (chatId: number) => void chats.loadOlder(chatId),
    retryMessages(chatId: number) {
      void chats.load(chatId);
      void chats.loadLog(chatId);
    },
    openChat: (chatId: number) => chats.open(chatId),
    preloadChat: (chatId: number) => chats.preload(chatId),
  };
}

/** Fields of a new message that only some messages have. */
type MessageFields = Pick<NewItem, "mentions" | "email" | "quotes" | "suggestion" | "original"> & {
  /** What the operator had read when they began the message. Absent: what they have read now. */
  readonly afterSeq?: number | undefined;
};

/** Returns the functions that send messages and signals of this operator. */
function createWriters({ outbox, chats, signals, store }: LiveServices) {
  const getAfterSeq = (chatId: number, { afterSeq }: MessageFields): number =>
    afterSeq ?? getLastViewedSeq(store, chatId);
  return {
    /** Returns the `seq` of the last message of a chat on the screen. */
    getReadSeq: (chatId: number) => getLastViewedSeq(store, chatId),
    /** Adds a message to the outbox. Resolves when it is stored on this device. */
    sendMessage: (chatId: number, kind: "text" | "note", text: string, more: MessageFields = {}) =>
      outbox.add({ ...more, chatId, kind, text, afterSeq: getAfterSeq(chatId, more) }),
    /** Adds a file with its comment to the outbox, and uploads it if the server lacks it. */
    sendFileMessage: (chatId: number, file: OutboxFile, text: string, more: MessageFields = {}) =>
      outbox.add({
        ...more,
        chatId,
        kind: "file",
        text,
        file,
        afterSeq: getAfterSeq(chatId, more),
      }),
    release: (clientId: string) => void outbox.release(clientId),
    /** Sends what waits for the confirmation of an opened chat (CORE-471). */
    sendPending: () => outbox.sendPending(),
    /** Takes back the messages of a chat that wait, oldest first. */
    takeQueued: (chatId: number): readonly OutboxItem[] =>
      outbox.items
        .filter((item) => item.chatId === chatId && item.state === "queued")
        .flatMap(({ clientId }) => outbox.takeBack(clientId) ?? []),
    takeBack: (clientId: string) => outbox.takeBack(clientId),
    reloadOutbox: () => void outbox.reload().catch(() => undefined),
    typing: (chatId: number, typing: boolean, paused?: boolean) =>
      signals.sendTyping(chatId, typing, paused),
    viewing: (chatId: number) => signals.sendViewing(chatId, true),
    leaveChat(chatId: number) {
      chats.leave(chatId);
      signals.sendViewing(chatId, false);
    },
  };
}

/** Returns the `seq` of the last message of a chat that the operator has seen. */
function getLastViewedSeq(store: LiveServices["store"], chatId: number): number {
  const { snapshot } = store.get();
  return (
    snapshot.logs.get(chatId)?.messages.at(-1)?.seq ?? snapshot.chats.get(chatId)?.chat.seq ?? 0
  );
}
