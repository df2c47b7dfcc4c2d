import type { Chat, EventFrame, Message, ServerFrame } from "@parlour/protocol";
import { changeVisitor, withEntity, withHttp } from "./project-chat.ts";
import { addMessage, applyDelivery, changeMessage, counts, keepDelivery, newestRun } from "./project-message.ts";
import { markSeen, noteRead } from "./project-seen.ts";
import { Draft } from "./snapshot-draft.ts";
import { emptyLog, type Snapshot } from "./snapshot.ts";

/**
 * Applies one frame of the socket. Pure function. Events at or below the snapshot's position change
 * nothing, so a frame may be applied twice (API-107). Messages after a missing `seq` are stored
 * separately, and `hasMissingMessages` returns true. Signals and unknown event names change
 * nothing.
 */
export function project(snapshot: Snapshot, frame: ServerFrame): Snapshot {
  return projectAll(snapshot, [frame]);
}

/** Applies many frames. Copies each map at most once. */
export function projectAll(snapshot: Snapshot, frames: readonly ServerFrame[]): Snapshot {
  const draft = new Draft(snapshot);
  for (const frame of frames) applyFrame(draft, frame);
  return draft.done();
}

/**
 * Merges chats read over HTTP. `since` is the snapshot's position when the request was sent:
 * changes by later events are newer and stay.
 */
export function mergeChats(snapshot: Snapshot, chats: readonly Chat[], since: number): Snapshot {
  const draft = new Draft(snapshot);
  for (const read of chats) {
    const known = draft.chats().get(read.id);
    // Lists do not include the assignment (API-020), so the stored one stays.
    const chat = read.assignment === null && known?.chat.assignment ? { ...read, assignment: known.chat.assignment } : read;
    draft.setChat(
      known && (known.position > since || known.lastTouched > since || known.counted > chat.seq)
        ? withHttp(known, chat, since)
        : { chat, position: known?.position ?? 0, lastTouched: known?.lastTouched ?? 0, counted: chat.seq, thin: false },
    );
    markSeen(draft, chat.id);
  }
  return draft.done();
}

/**
 * Merges messages read over HTTP or returned by a POST. `since` is as in {@link mergeChats}. The
 * log keeps the contiguous messages that end at the newest.
 */
export function mergeMessages(snapshot: Snapshot, chatId: number, messages: readonly Message[], since: number): Snapshot {
  const draft = new Draft(snapshot);
  const log = draft.logs().get(chatId) ?? emptyLog;
  const all = new Map([...log.messages, ...log.beyond].map((message) => [message.seq, message]));
  for (const message of messages) {
    const known = all.get(message.seq);
    if (!known || (log.touched.get(message.seq) ?? 0) <= since) all.set(message.seq, known ? keepDelivery(message, known) : message);
  }
  draft.setLog(chatId, { ...log, messages: newestRun([...all.values()].toSorted((a, b) => a.seq - b.seq)), beyond: [] });
  markSeen(draft, chatId);
  return draft.done();
}

/** Moves the operator's own read mark. Counts unread messages again from the loaded messages. */
export function markRead(snapshot: Snapshot, chatId: number, seq: number): Snapshot {
  const record = snapshot.chats.get(chatId);
  if (!record) return snapshot;
  const log = snapshot.logs.get(chatId);
  const unread = (log?.messages ?? []).filter((message) => message.seq > seq && counts(message)).length;
  if (unread === record.chat.unread) return snapshot;
  const draft = new Draft(snapshot);
  draft.setChat({ ...record, chat: { ...record.chat, unread } });
  return draft.done();
}

/**
 * Removes chats and message logs that no screen shows, so that a page open for weeks stays small.
 */
export function forget(snapshot: Snapshot, chats: readonly number[], logs: readonly number[]): Snapshot {
  const draft = new Draft(snapshot);
  for (const id of chats) draft.dropChat(id);
  for (const id of logs) draft.dropLog(id);
  return draft.done();
}

function applyFrame(draft: Draft, frame: ServerFrame): void {
  switch (frame.type) {
    case "ready":
      begin(draft, frame);
      return;
    case "reset":
      draft.renumber(frame.epoch, frame.position);
      return;
    case "live":
      draft.position = Math.max(draft.position, frame.position);
      return;
    case "presence":
      draft.setPresence(new Map(draft.presence()).set(frame.operator_id, frame.status));
      return;
    case "event": {
      if (frame.position <= draft.position) return;
      draft.position = frame.position;
      applyEvent(draft, frame);
      return;
    }
    case "typing":
    case "viewing":
    case "inspected":
    case "draft":
    case "read":
    case "wait":
      return;
    default:
      return; // The server may add new types of frames.
  }
}

function begin(draft: Draft, { epoch, position, presence }: Extract<ServerFrame, { type: "ready" }>): void {
  if (draft.epoch !== epoch) {
    draft.epoch = epoch;
    draft.position = position;
  }
  draft.setPresence(new Map(presence.map((entry) => [entry.operator_id, entry.status])));
}

function applyEvent(draft: Draft, frame: EventFrame): void {
  switch (frame.name) {
    case "chat_created":
    case "chat_updated":
    case "chat_closed":
    case "chat_accepted":
    case "chat_transferred":
    case "chat_handed_over":
    case "chat_assigned":
      draft.setChat(withEntity(draft.chats().get(frame.data.chat.id), frame.data.chat, frame.position, frame.name === "chat_created"));
      markSeen(draft, frame.data.chat.id);
      return;
    case "message_created":
      addMessage(draft, frame.data.message, frame.position);
      return;
    case "message_updated":
      replaceMessage(draft, frame.data.message, frame.position);
      return;
    case "delivery_updated":
      applyDelivery(draft, frame.data.delivery, frame.position);
      return;
    case "visitor_updated":
      changeVisitor(draft, frame.data.visitor, frame.position);
      return;
    case "visitor_created":
    case "call_updated":
    case "offline_message_updated":
    case "settings_changed":
    default:
      return; // The server may add new event names (API-107).
  }
}

function replaceMessage(draft: Draft, message: Message, position: number): void {
  changeMessage(draft, message.chat_id, message.seq, position, (known) => keepDelivery(message, known));
  noteRead(draft, message, position);
}
