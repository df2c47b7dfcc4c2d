import { projectAll, type Timers } from "@parlour/client";
import type { Draft } from "@parlour/protocol/api";
import type { Call, Chat, Delivery, EventFrame, Message, ServerFrame } from "@parlour/protocol";
import { isOfferedTo, ringingOf, takenBy } from "../offers.ts";
import type { Signals } from "./signals.ts";
import type { LiveStore } from "./store.ts";
import { createListeners } from "../listeners.ts";

/** One request as it passed by. */
export type InspectedFrame = Extract<ServerFrame, { type: "inspected" }>;

/** Something that may sound or be announced; only for events that came live, never for history. */
export type Happening =
  | { readonly kind: "waiting"; readonly chat: Chat }
  | { readonly kind: "message"; readonly chat: Chat; readonly message: Message }
  /** A transfer of this operator was accepted, or one to them ended before they answered; `name`: the other side. */
  | { readonly kind: "transfer"; readonly chat: Chat; readonly end: "accepted" | "withdrawn" | "expired"; readonly name: string };

export interface FrameDeps {
  store: LiveStore;
  me: number;
  timers: Timers;
  signals: Signals;
  /** Runs soon, never throttled in a hidden tab. */
  soon: (run: () => void) => void;
  isLive: () => boolean;
  onSettings: (kind: string, id: number | null) => void;
  /** A message came by, with its client id when it was written here. */
  onOwn: (clientId: string) => void;
  /** A delivery changed; screens of the integrations show it. */
  onDelivery: (delivery: Delivery) => void;
  /** A chat ended. */
  onEnded: () => void;
  /** A call began or went on. */
  onCall: (call: Call) => void;
  /** An offline message came or was dealt with. */
  onOffline: () => void;
  /** A request passed by, while somebody asked to hear of them (API-052). */
  onInspected: (signal: InspectedFrame) => void;
  onMessage: (message: Message) => void;
  /** A message that was there before was changed. */
  onChanged: (chatId: number, seq: number) => void;
  /** The own read mark of a chat was moved, here or on another device (API-029); what came before it is counted. */
  onMark: (chatId: number, seq: number) => void;
  /** The server keeps a draft of this operator (API-045). */
  onDraft: (draft: Draft) => void;
  /** The snapshot has taken some frames: what they leave incomplete may be read, what is too much forgotten. */
  onTaken: () => void;
}
export type Frames = ReturnType<typeof createFrames>;

const takenMs = 4000;

/** Takes frames in bundles: one change of the state for all that came meanwhile. */
export function createFrames(deps: FrameDeps) {
  const { store, timers, me } = deps;
  const happenings = createListeners<Happening>();
  let pending: ServerFrame[] = [];

  const take = (frame: ServerFrame) => {
    if (frame.type === "inspected") return deps.onInspected(frame);
    if (frame.type === "draft") return deps.onDraft(frame.draft);
    if (frame.type === "read") {
      flush();
      return deps.onMark(frame.chat_id, frame.seq);
    }
    if (frame.type === "typing" || frame.type === "viewing") return deps.signals.take(frame);
    pending.push(frame);
    if (pending.length === 1) deps.soon(flush);
  };

  const flush = () => {
    if (pending.length === 0) return;
    const frames = pending;
    pending = [];
    const before = store.get().snapshot;
    const ringing = ringingOf(store.get(), me)?.id ?? null;
    const snapshot = projectAll(before, frames);
    const taken = takenBy(frames, ringing, snapshot, me);
    store.set({ snapshot, ...(taken && { taken }) });
    if (taken)
      timers.set(() => {
        if (store.get().taken === taken) store.set({ taken: null });
      }, takenMs);
    for (const frame of frames) if (frame.type === "event" && frame.position > before.position) react(frame);
    deps.onTaken();
  };

  const react = (frame: EventFrame) => {
    tellOwners(deps, frame);
    const happening = deps.isLive() ? happeningOf(frame, store, me) : null;
    if (happening) happenings.tell(happening);
  };

  return {
    take,
    flush,
    /** Sounds and announcements listen here. */
    onHappening: happenings.add,
  };
}

/** Whoever keeps what an event is about, beside the projection. */
function tellOwners(deps: FrameDeps, frame: EventFrame): void {
  if (frame.name === "settings_changed") deps.onSettings(frame.data.kind, frame.data.id);
  if (frame.name === "delivery_updated") {
    const { delivery } = frame.data;
    deps.onDelivery(delivery);
    if (delivery.chat_id !== null && delivery.seq !== null) deps.onChanged(delivery.chat_id, delivery.seq);
  }
  if (frame.name === "message_updated") deps.onChanged(frame.data.message.chat_id, frame.data.message.seq);
  if (frame.name === "chat_closed") deps.onEnded();
  if (frame.name === "call_updated") deps.onCall(frame.data.call);
  if (frame.name === "offline_message_updated") deps.onOffline();
  if (frame.name !== "message_created") return;
  const { message } = frame.data;
  if (message.client_id) deps.onOwn(message.client_id);
  deps.signals.end(message);
  deps.onMessage(message);
}

function happeningOf(frame: EventFrame, store: LiveStore, me: number): Happening | null {
  const chatOf = (id: number) => store.get().snapshot.chats.get(id)?.chat;
  if (frame.name === "message_created" && frame.data.message.author.kind === "visitor") {
    // CORE-071: no sound, no announcement.
    if (frame.data.message.blacklisted === true) return null;
    const chat = chatOf(frame.data.message.chat_id);
    return chat ? { kind: "message", chat, message: frame.data.message } : null;
  }
  const transfer = transferEnd(frame, me);
  if (transfer !== null) {
    const chat = chatOf(transfer.chatId);
    return chat ? { kind: "transfer", chat, end: transfer.end, name: transfer.name } : null;
  }
  if (
    (frame.name === "chat_created" ||
      frame.name === "chat_updated" ||
      frame.name === "chat_transferred" ||
      frame.name === "chat_handed_over") &&
    frame.data.chat.state === "waiting"
  ) {
    const chat = chatOf(frame.data.chat.id);
    return chat && isOfferedTo(chat, me) ? { kind: "waiting", chat } : null;
  }
  return null;
}

const transferEnds: Readonly<Record<string, "withdrawn" | "expired">> = { transfer_withdrawn: "withdrawn", transfer_expired: "expired" };

/** The end of a transfer that this operator asked for or was asked by, where nothing else on the screen says so (API-025, API-135). */
function transferEnd(
  frame: EventFrame,
  me: number,
): { readonly chatId: number; readonly end: "accepted" | "withdrawn" | "expired"; readonly name: string } | null {
  if (frame.name === "chat_transferred") {
    const { chat, by, to } = frame.data;
    return by.id === me && chat.state === "open" ? { chatId: chat.id, end: "accepted", name: to.name } : null;
  }
  if (frame.name !== "message_created") return null;
  const { chat_id: chatId, line } = frame.data.message;
  const end = transferEnds[line?.code ?? ""];
  return end !== undefined && line?.to?.id === me ? { chatId, end, name: line.by?.name ?? "" } : null;
}
