import { createUploads, type Api, type Outbox, type OutboxDeps, type Uploads, type UploadsDeps } from "@parlour/client";
import type { ClientFrame, Operator } from "@parlour/protocol";
import { createChats, type Chats } from "./chats.ts";
import { createCloses } from "./closes.ts";
import { createDesk } from "./desk.ts";
import { createErased } from "./erased.ts";
import { createFrames, type Frames } from "./frames.ts";
import { createLists } from "./lists.ts";
import { createMentions } from "./mentions.ts";
import { createLiveOutbox } from "./outbox.ts";
import { createReads } from "./reads.ts";
import { createSight } from "./sight.ts";
import { createSignals } from "./signals.ts";
import { createLiveStore } from "./store.ts";

export interface PartsDeps {
  api: Api;
  me: Pick<Operator, "id" | "name" | "role">;
  timers: OutboxDeps["timers"];
  random: () => number;
  outbox: Pick<OutboxDeps, "store" | "newId" | "lock">;
  /**
   * Files chosen for replies, stored on this device. Without it they are lost when the page closes.
   */
  staged?: UploadsDeps["store"];
  mostUploadMib?: () => number;
  measure?: UploadsDeps["measure"];
  /** Runs a task soon, and without throttling in a hidden tab. */
  soon: (run: () => void) => void;
  onSettings: (kind: string, id: number | null) => void;
  /** Called with the known chats of an erased visitor (CORE-116). */
  onErased: (chats: readonly number[]) => void;
}
/** The socket as the services need it. It is created after them. */
export interface LiveLink {
  readonly isLive: () => boolean;
  /** Returns false when not connected. */
  readonly send: (frame: ClientFrame) => boolean;
}
export type LiveParts = ReturnType<typeof createParts>;

/** Creates the services of the live client and connects them to each other. */
export function createParts(deps: PartsDeps, { isLive, send }: LiveLink) {
  const { api, timers, random } = deps;
  const me = deps.me.id;
  const store = createLiveStore();
  const signals = createSignals({ store, me, timers, send });
  const erased = createErased();
  const chats: Chats = createChats({
    api,
    store,
    timers,
    random,
    erased,
    onRead(messages) {
      for (const message of messages) if (message.client_id) outbox.confirmSent(message.client_id);
      outbox.sendPending();
    },
  });
  const lists = createLists({ api, store, timers, random, chats, erased });
  const sight = createSight({ api, store, me: deps.me, lists, timers });
  const uploads = uploadsOf(deps);
  const outbox: Outbox = createLiveOutbox({ ...deps.outbox, api, state: store, chats, uploads, me, timers, random, isLive });
  const closes = createCloses({ api, store, timers, isLive });
  const mentions = createMentions({ api, store, me });
  const reads = createReads({ api, store, timers, isLive, onSeen: mentions.readTo, readChat: (id) => void chats.load(id) });
  const desk = createDesk({ send });
  const frames = framesOf(deps, { store, signals, isLive, chats, lists, sight, outbox, reads, desk, mentions });
  return { store, signals, chats, lists, sight, uploads, outbox, closes, mentions, reads, desk, frames };
}

function uploadsOf({ me, api, timers, random, outbox, staged, mostUploadMib, measure }: PartsDeps): Uploads {
  return createUploads({
    owner: me.id,
    timers,
    random,
    newId: outbox.newId,
    send: (file, request) => api.upload(file, request),
    store: staged ?? null,
    ...(mostUploadMib && { maxMib: mostUploadMib }),
    ...(measure && { measure }),
  });
}

type FrameParts = Pick<LiveParts, "store" | "signals" | "chats" | "lists" | "sight" | "outbox" | "reads" | "desk" | "mentions">;

/** Creates the dispatcher that passes frames of the socket to the services. */
function framesOf(
  { me, timers, soon, onErased, onSettings }: PartsDeps,
  { chats, lists, sight, outbox, reads, desk, mentions, ...rest }: FrameParts & Pick<LiveLink, "isLive">,
): Frames {
  return createFrames({
    ...rest,
    me: me.id,
    timers,
    soon,
    onSettings(kind, id) {
      if (kind === "visitor" && id !== null) onErased(chats.forgetVisitor(id));
      sight.changed(kind);
      onSettings(kind, id);
    },
    onDelivery: desk.tellDelivery,
    onEnded: lists.ended,
    onCall: desk.tellCall,
    onOffline: desk.tellOffline,
    onInspected: desk.tellInspected,
    onDraft: desk.tellDraft,
    onMessage: mentions.take,
    onChanged: chats.changed,
    onMark: reads.follow,
    onOwn: (clientId) => outbox.confirmSent(clientId),
    onTaken() {
      chats.repair();
      chats.prune();
    },
  });
}
