import {
  createUploads,
  type Api,
  type Connection,
  type NewItem,
  type Outbox,
  type OutboxDeps,
  type OutboxFile,
  type SocketDeps,
  type Uploads,
  type UploadsDeps,
} from "@parlour/client";
import type { ClientFrame, Operator } from "@parlour/protocol";
import { createActions } from "./live/actions.ts";
import { createChats, type Chats } from "./live/chats.ts";
import { createCloses } from "./live/closes.ts";
import { connectLive } from "./live/connection.ts";
import { createDesk } from "./live/desk.ts";
import { createErased } from "./live/erased.ts";
import { createFrames } from "./live/frames.ts";
import { createLists, type ClosedQuery } from "./live/lists.ts";
import { createLiveOutbox } from "./live/outbox.ts";
import { createMentions } from "./live/mentions.ts";
import { createReads } from "./live/reads.ts";
import { createSignals } from "./live/signals.ts";
import { createLiveStore } from "./live/store.ts";
import type { ClosedView } from "./live-state.ts";

export type { Happening } from "./live/frames.ts";

export interface LiveDeps {
  api: Api;
  me: Pick<Operator, "id" | "name" | "role">;
  open: SocketDeps["open"];
  timers: SocketDeps["timers"];
  random: () => number;
  outbox: Pick<OutboxDeps, "store" | "newId" | "lock">;
  /** Files chosen for replies, kept on this device; without it they end with the page. */
  staged?: UploadsDeps["store"];
  mostUploadMib?: () => number;
  measure?: UploadsDeps["measure"];
  /** Runs soon, never throttled in a hidden tab. */
  soon: (run: () => void) => void;
  onSettings: (kind: string, id: number | null) => void;
  /** A visitor was erased (CORE-116): his chats that this page knew. */
  onErased: (chats: readonly number[]) => void;
  onSignedOut: () => void;
}

export type Live = ReturnType<typeof createLive>;

/** How long the list waits for the socket, which brings the reason to read it. */
const listWaitMs = 800;

/** The live state of one signed-in operator: one store, one socket, one outbox. */
export function createLive(deps: LiveDeps) {
  const { api, timers, random } = deps;
  const me = deps.me.id;
  let connection: Connection | null = null;
  const isLive = () => connection?.state.kind === "live";
  const send = (frame: ClientFrame) => connection?.send(frame) ?? false;

  const store = createLiveStore();
  const signals = createSignals({ store, me, timers, send });
  const erased = createErased();
  const chats: Chats = createChats({
    api,
    store,
    erased,
    onRead(messages) {
      for (const message of messages) if (message.client_id) outbox.confirm(message.client_id);
      outbox.kick();
    },
  });
  const lists = createLists({ api, store, chats, erased });
  const uploads = uploadsOf(deps);
  const outbox: Outbox = createLiveOutbox({ ...deps.outbox, api, state: store, chats, uploads, me, timers, random, isLive });
  const closes = createCloses({ api, store, timers, isLive });
  const mentions = createMentions({ api, store, me });
  const reads = createReads({ api, store, timers, isLive, onSeen: mentions.readTo });
  const desk = createDesk({ send });
  const frames = createFrames({
    store,
    me,
    timers,
    signals,
    soon: deps.soon,
    isLive,
    onSettings(kind, id) {
      if (kind === "visitor" && id !== null) deps.onErased(chats.forgetVisitor(id));
      deps.onSettings(kind, id);
    },
    onDelivery: desk.tellDelivery,
    onCall: desk.tellCall,
    onOffline: desk.tellOffline,
    onInspected: desk.tellInspected,
    onDraft: desk.tellDraft,
    onMessage: mentions.take,
    onOwn: (clientId) => outbox.confirm(clientId),
    onTaken() {
      chats.repair();
      chats.prune();
    },
  });
  const loadRunning = () => void lists.loadRunning().catch(() => undefined);
  const onLive = () => {
    uploads.kick();
    outbox.kick();
    reads.tellAll();
    desk.back();
    mentions.load().catch((error: unknown) => console.warn("mentions could not be read", error));
  };

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
    start() {
      outbox.reload().catch((error: unknown) => console.warn("waiting messages could not be read", error));
      const { open, onSignedOut } = deps;
      connection = connectLive({ api, store, frames, lists, chats, open, timers, random, onSignedOut, onLive });
      timers.set(() => {
        if (store.get().running === "idle") loadRunning();
      }, listWaitMs);
    },
    stop() {
      closes.sendHeldCloses();
      connection?.close();
      outbox.close();
      uploads.close();
      reads.stop();
    },
    retryNow: () => connection?.retryNow(),
    ...createActions(api, store),
    markRead: reads.markRead,
    markUnread: reads.markUnread,
    ...closes,
    ...readingOf({ lists, chats, loadRunning }),
    uploads,
    ...writingOf({ outbox, chats, signals, store }),
  };
}

function uploadsOf({ me, api, timers, random, outbox, staged, mostUploadMib, measure }: LiveDeps): Uploads {
  return createUploads({
    owner: me.id,
    timers,
    random,
    newId: outbox.newId,
    send: (file, request) => api.upload(file, request),
    store: staged ?? null,
    ...(mostUploadMib && { mostMib: mostUploadMib }),
    ...(measure && { measure }),
  });
}

/** What screens read; what goes wrong stands in the state. */
function readingOf({ lists, chats, loadRunning }: { lists: ReturnType<typeof createLists>; chats: Chats; loadRunning: () => void }) {
  return {
    loadRunning,
    loadClosed: (view: ClosedView, asked: ClosedQuery, more = false) => void lists.loadClosed(view, asked, more),
    loadOlder: (chatId: number) => void chats.loadOlder(chatId),
    retryLog(chatId: number) {
      void chats.load(chatId);
      void chats.loadLog(chatId);
    },
    openChat: (chatId: number) => chats.open(chatId),
    warmChat: (chatId: number) => chats.warm(chatId),
  };
}

interface Writing {
  outbox: Outbox;
  chats: Chats;
  signals: ReturnType<typeof createSignals>;
  store: ReturnType<typeof createLiveStore>;
}

/** Messages of this operator on their way, and the signals around writing. */
function writingOf({ outbox, chats, signals, store }: Writing) {
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
function seenOf(store: Writing["store"], chatId: number): number {
  const { snapshot } = store.get();
  return snapshot.logs.get(chatId)?.messages.at(-1)?.seq ?? snapshot.chats.get(chatId)?.chat.seq ?? 0;
}
