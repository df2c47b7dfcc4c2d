import {
  createUploads,
  type Api,
  type Outbox,
  type Timers,
  type Uploads,
  type UploadsDeps,
} from "@parlour/client";
import type { ClientFrame } from "@parlour/protocol";
import type { Mention } from "@parlour/protocol/api";
import { createChats, type Chats } from "./chats/chats.ts";
import { createDelayedClose } from "./sending/delayed-close.ts";
import { createLiveEvents } from "./events.ts";
import { createErasedVisitors } from "./chats/erased-visitors.ts";
import { createFrameDispatcher, type FrameDispatcher } from "./dispatch.ts";
import { createInboxLists } from "./lists.ts";
import { createMentions } from "./chats/mentions.ts";
import { createLiveOutbox, type OutboxPlatform } from "./sending/outbox.ts";
import { createReadMarks } from "./chats/read-marks.ts";
import { watchTakenChat } from "./chats/taken-chat.ts";
import { createChatAccess, type CurrentOperator } from "./chat-access.ts";
import { createSignals } from "./signals.ts";
import { createLiveStore } from "./store.ts";

export interface LiveServicesDeps {
  api: Api;
  me: CurrentOperator;
  timers: Timers;
  random: () => number;
  outbox: OutboxPlatform;
  /** Without a store, the files chosen for replies are lost when the page closes. */
  uploads?: Pick<UploadsDeps, "store" | "maxMib" | "measure">;
  /** Runs a task soon. In a hidden tab, the task is not throttled. */
  schedule: (run: () => void) => void;
  onSettings: (kind: string, id: number | null) => void;
  /** Called when a visitor was erased (CORE-116), with the ids of the chats that were loaded. */
  onErased: (chats: readonly number[]) => void;
}
/** The functions of the socket that services use. The socket is created after the services. */
export interface SocketHandle {
  readonly isLive: () => boolean;
  /** Sends a frame. Returns false when not connected. */
  readonly send: (frame: ClientFrame) => boolean;
}
export type LiveServices = ReturnType<typeof createLiveServices>;

/** Creates the services of the live client and connects them to each other. */
export function createLiveServices(deps: LiveServicesDeps, socket: SocketHandle) {
  const services = createServices(deps, socket);
  return { ...services, dispatcher: createLiveDispatcher(deps, services, socket.isLive) };
}

function createServices(deps: LiveServicesDeps, { isLive, send }: SocketHandle) {
  const { api, timers, random } = deps;
  const me = deps.me.id;
  const store = createLiveStore();
  watchTakenChat({ store, timers, me });
  const signals = createSignals({ store, me, timers, send });
  const erased = createErasedVisitors();
  const chats: Chats = createChats({
    api,
    store,
    timers,
    random,
    erased,
    onMessagesLoaded(messages) {
      for (const message of messages) if (message.client_id) outbox.confirmSent(message.client_id);
      outbox.sendPending();
    },
  });
  const lists = createInboxLists({ api, store, timers, random, chats, erased });
  const chatAccess = createChatAccess({
    loadCounters: api.counters,
    store,
    me: deps.me,
    lists,
    timers,
  });
  const uploads = createLiveUploads(deps);
  const outbox: Outbox = createLiveOutbox({
    ...deps.outbox,
    api,
    state: store,
    chats,
    uploads,
    me,
    timers,
    random,
    isLive,
  });
  const delayedClose = createDelayedClose({ api, store, timers, isLive });
  const mentions = createMentions({
    loadMentions: () => api.list<Mention>("/mentions"),
    store,
    me,
  });
  const readMarks = createReadMarks({
    sendMark: api.markRead,
    store,
    timers,
    isLive,
    onSeen: mentions.markRead,
    readChat: (id) => void chats.load(id),
  });
  const events = createLiveEvents({ send });
  return {
    store,
    signals,
    chats,
    lists,
    chatAccess,
    uploads,
    outbox,
    delayedClose,
    mentions,
    readMarks,
    events,
  };
}

function createLiveUploads({
  me,
  api,
  timers,
  random,
  outbox,
  uploads,
}: LiveServicesDeps): Uploads {
  return createUploads({
    owner: me.id,
    timers,
    random,
    newId: outbox.newId,
    send: (file, request) => api.upload(file, request),
    store: null,
    ...uploads,
  });
}

function createLiveDispatcher(
  { me, schedule, onErased, onSettings }: LiveServicesDeps,
  services: ReturnType<typeof createServices>,
  isLive: () => boolean,
): FrameDispatcher {
  const { store, signals, events, chats, lists, chatAccess, outbox, readMarks, mentions } =
    services;
  return createFrameDispatcher({
    store,
    signals,
    events,
    isLive,
    me: me.id,
    schedule,
    onSettings(kind, id) {
      if (kind === "visitor" && id !== null) onErased(chats.removeVisitor(id));
      chatAccess.handleSettingsChange(kind);
      onSettings(kind, id);
    },
    messages: {
      onConfirmed: (clientId) => outbox.confirmSent(clientId),
      onCreated: mentions.handleMessage,
      onChanged: chats.changed,
    },
    onChatEnded: lists.markClosedStale,
    onChatChanged: lists.handleChatChange,
    onReadMark: readMarks.applyServerMark,
    onApplied() {
      chats.repair();
      chats.prune();
    },
  });
}
