import { applyFrames } from "@parlour/client";
import type { Chat, EventFrame, Message, ServerFrame } from "@parlour/protocol";
import { isOfferedTo } from "../inbox/offers.ts";
import type { LiveEvents } from "./events.ts";
import type { Signals } from "./signals.ts";
import type { LiveStore } from "./store.ts";
import { createEventEmitter } from "../api/event-emitter.ts";

/** An event that may cause a sound or a notification. Only live events, never missed ones. */
export type AlertEvent =
  | { readonly kind: "waiting"; readonly chat: Chat }
  | { readonly kind: "message"; readonly chat: Chat; readonly message: Message }
  /** A transfer by this operator was accepted, or one to them ended before they answered. */
  | {
      readonly kind: "transfer";
      readonly chat: Chat;
      readonly end: "accepted" | "withdrawn" | "expired";
      readonly name: string;
    };

/** Is notified of live messages. */
interface MessageListener {
  /** Called for a message with a client id. It may come from this outbox. */
  onConfirmed: (clientId: string) => void;
  onCreated: (message: Message) => void;
  /** Called when a stored message was changed. */
  onChanged: (chatId: number, seq: number) => void;
}

interface FrameDispatcherDeps {
  store: LiveStore;
  me: number;
  signals: Signals;
  /** Runs a task soon. In a hidden tab, the task is not throttled. */
  schedule: (run: () => void) => void;
  isLive: () => boolean;
  onSettings: (kind: string, id: number | null) => void;
  /** Receives the events that are not part of the live state. */
  events: LiveEvents;
  messages: MessageListener;
  /** Called when a chat ended. */
  onChatEnded: () => void;
  /** Called when a chat changed or got a message. */
  onChatChanged: (chatId: number) => void;
  /**
   * Called when this operator's read mark moved, here or elsewhere (API-029), after earlier frames.
   */
  onReadMark: (chatId: number, seq: number) => void;
  /** Called after frames were applied, to load incomplete data and evict unused data. */
  onApplied: () => void;
}
export type FrameDispatcher = ReturnType<typeof createFrameDispatcher>;

/** Creates the dispatcher. It applies frames in batches, with one change of the state per batch. */
export function createFrameDispatcher(deps: FrameDispatcherDeps) {
  const { store, me } = deps;
  const alertEvents = createEventEmitter<AlertEvent>();
  let pending: ServerFrame[] = [];

  const dispatch = (frame: ServerFrame) => {
    if (frame.type === "inspected") return deps.events.emitInspected(frame);
    if (frame.type === "view_counts") return deps.events.emitViewCounts(frame.views);
    if (frame.type === "reminder" || frame.type === "scheduled_message")
      return deps.events.emitPersonal();
    if (frame.type === "live_report") return deps.events.emitReport(frame.report);
    if (frame.type === "draft") return deps.events.emitDraft(frame.draft);
    if (frame.type === "read") {
      flush();
      return deps.onReadMark(frame.chat_id, frame.seq);
    }
    if (frame.type === "typing" || frame.type === "viewing") return deps.signals.receive(frame);
    pending.push(frame);
    if (pending.length === 1) deps.schedule(flush);
  };

  const flush = () => {
    if (pending.length === 0) return;
    const frames = pending;
    pending = [];
    const previous = store.get().snapshot;
    store.set({ snapshot: applyFrames(previous, frames) });
    for (const frame of frames)
      if (frame.type === "event" && frame.position > previous.position) handleEvent(frame);
    deps.onApplied();
  };

  const handleEvent = (frame: EventFrame) => {
    notifyConsumers(deps, frame);
    const alertEvent = deps.isLive() ? toAlertEvent(frame, store, me) : null;
    if (alertEvent) alertEvents.emit(alertEvent);
  };

  return {
    dispatch,
    flush,
    /** Subscribes to events for sounds and notifications. Returns the unsubscribe function. */
    onAlertEvent: alertEvents.subscribe,
  };
}

/** Notifies the parts of the client that store data outside the snapshot. */
function notifyConsumers(deps: FrameDispatcherDeps, frame: EventFrame): void {
  if (frame.name === "settings_changed") deps.onSettings(frame.data.kind, frame.data.id);
  if (frame.name === "delivery_updated") {
    const { delivery } = frame.data;
    deps.events.emitDelivery(delivery);
    if (delivery.chat_id !== null && delivery.seq !== null)
      deps.messages.onChanged(delivery.chat_id, delivery.seq);
  }
  if (frame.name === "message_updated")
    deps.messages.onChanged(frame.data.message.chat_id, frame.data.message.seq);
  if (frame.name === "chat_closed") deps.onChatEnded();
  if ("chat" in frame.data) deps.onChatChanged(frame.data.chat.id);
  if (frame.name === "call_updated") deps.events.emitCall(frame.data.call);
  if (frame.name === "offline_message_updated") deps.events.emitOffline();
  if (frame.name !== "message_created") return;
  const { message } = frame.data;
  if (message.client_id) deps.messages.onConfirmed(message.client_id);
  deps.signals.endTyping(message);
  deps.messages.onCreated(message);
  deps.onChatChanged(message.chat_id);
}

function toAlertEvent(frame: EventFrame, store: LiveStore, me: number): AlertEvent | null {
  const findChat = (id: number) => store.get().snapshot.chats.get(id)?.chat;
  if (frame.name === "message_created" && frame.data.message.author.kind === "visitor") {
    // Messages of blocked visitors cause no sound and no notification (CORE-071).
    if (frame.data.message.blacklisted === true) return null;
    const chat = findChat(frame.data.message.chat_id);
    // A message that does not end the snooze alerts nobody (SNZ-003).
    if (!chat || chat.snoozed?.stay) return null;
    return { kind: "message", chat, message: frame.data.message };
  }
  const transfer = findTransferEnd(frame, me);
  if (transfer !== null) {
    const chat = findChat(transfer.chatId);
    return chat ? { kind: "transfer", chat, end: transfer.end, name: transfer.name } : null;
  }
  if (
    (frame.name === "chat_created" ||
      frame.name === "chat_updated" ||
      frame.name === "chat_transferred" ||
      frame.name === "chat_handed_over") &&
    frame.data.chat.state === "waiting"
  ) {
    const chat = findChat(frame.data.chat.id);
    return chat && isOfferedTo(chat, me) ? { kind: "waiting", chat } : null;
  }
  return null;
}

const transferEnds: Readonly<Record<string, "withdrawn" | "expired">> = {
  transfer_withdrawn: "withdrawn",
  transfer_expired: "expired",
};

/**
 * Returns the end of a transfer by or to this operator that nothing else shows (API-025, API-135).
 */
function findTransferEnd(
  frame: EventFrame,
  me: number,
): {
  readonly chatId: number;
  readonly end: "accepted" | "withdrawn" | "expired";
  readonly name: string;
} | null {
  if (frame.name === "chat_transferred") {
    const { chat, by, to } = frame.data;
    return by.id === me && chat.state === "open"
      ? { chatId: chat.id, end: "accepted", name: to.name }
      : null;
  }
  if (frame.name !== "message_created") return null;
  const { chat_id, line } = frame.data.message;
  const end = transferEnds[line?.code ?? ""];
  return end !== undefined && line?.to?.id === me
    ? { chatId: chat_id, end, name: line.by?.name ?? "" }
    : null;
}
