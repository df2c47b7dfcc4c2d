import type { Chat, EventFrame, Message, ServerFrame } from "@parlour/protocol";
import { omitFields } from "@parlour/protocol/omit-fields";
import { applyVisitorEvent, applyChatEvent, mergeHttpChat } from "./reduce-chat.ts";
import {
  addMessage,
  applyDelivery,
  changeMessage,
  countsAsUnread,
  preserveDelivery,
  getLatestContiguousMessages,
} from "./reduce-message.ts";
import { applyReadReceipt, applyDeliveryReceipt } from "./reduce-chat.ts";
import { SnapshotBuilder } from "./snapshot-builder.ts";
import { emptyMessageLog, type Snapshot } from "./snapshot.ts";

/**
 * Applies one socket frame to a snapshot. Pure function. Events at or below the snapshot's position
 * change nothing, so a frame may be applied twice (API-107). If a `seq` is missing, the messages
 * after the gap are stored separately, and `hasMissingMessages` returns true. Signals and unknown
 * event names change nothing.
 */
export function applyFrame(snapshot: Snapshot, frame: ServerFrame): Snapshot {
  return applyFrames(snapshot, [frame]);
}

/** Applies many frames. Copies each map at most once. */
export function applyFrames(snapshot: Snapshot, frames: readonly ServerFrame[]): Snapshot {
  const builder = new SnapshotBuilder(snapshot);
  for (const frame of frames) reduceFrame(builder, frame);
  return builder.build();
}

/** Merges chats. `since`: position at the request. Changes by later events are kept. */
export function mergeChats(snapshot: Snapshot, chats: readonly Chat[], since: number): Snapshot {
  const builder = new SnapshotBuilder(snapshot);
  for (const received of chats) {
    const current = builder.chats().get(received.id);
    // Responses with lists do not include the assignment (API-020), so the known assignment is
    // kept.
    const chat =
      received.assignment === null && current?.chat.assignment
        ? { ...received, assignment: current.chat.assignment }
        : received;
    builder.setChat(
      current &&
        (current.position > since ||
          current.lastMessagePosition > since ||
          current.countedSeq > chat.seq)
        ? mergeHttpChat(current, chat, since)
        : {
            chat,
            position: current?.position ?? 0,
            lastMessagePosition: current?.lastMessagePosition ?? 0,
            countedSeq: chat.seq,
            isIncomplete: false,
          },
    );
    applyReadReceipt(builder, chat.id);
  }
  return builder.build();
}

/** Keeps the contiguous messages that end at the newest. `since`: as in {@link mergeChats}. */
export function mergeMessages(
  snapshot: Snapshot,
  chatId: number,
  messages: readonly Message[],
  since: number,
): Snapshot {
  const builder = new SnapshotBuilder(snapshot);
  const log = builder.logs().get(chatId) ?? emptyMessageLog;
  const bySeq = new Map(
    [...log.messages, ...log.afterGap].map((message) => [message.seq, message]),
  );
  for (const message of messages) {
    const current = bySeq.get(message.seq);
    if (!current || (log.changePositions.get(message.seq) ?? 0) <= since)
      bySeq.set(message.seq, current ? preserveDelivery(message, current) : message);
  }
  builder.setLog(chatId, {
    ...log,
    messages: getLatestContiguousMessages([...bySeq.values()].toSorted((a, b) => a.seq - b.seq)),
    afterGap: [],
  });
  applyReadReceipt(builder, chatId);
  return builder.build();
}

/** Applies the operator's own read mark `seq`. Counts unread among the loaded messages again. */
export function markRead(snapshot: Snapshot, chatId: number, seq: number): Snapshot {
  const record = snapshot.chats.get(chatId);
  if (!record) return snapshot;
  const log = snapshot.logs.get(chatId);
  const unread = (log?.messages ?? []).filter(
    (message) => message.seq > seq && countsAsUnread(message),
  ).length;
  if (unread === record.chat.unread) return snapshot;
  const builder = new SnapshotBuilder(snapshot);
  builder.setChat({ ...record, chat: { ...record.chat, unread } });
  return builder.build();
}

/** Removes what no screen shows, so that a page open for weeks stays small. */
export function evictUnshownChats(
  snapshot: Snapshot,
  chats: readonly number[],
  logs: readonly number[],
): Snapshot {
  const builder = new SnapshotBuilder(snapshot);
  for (const id of chats) builder.evictChat(id);
  for (const id of logs) builder.evictLog(id);
  return builder.build();
}

function reduceFrame<N extends FrameType>(builder: SnapshotBuilder, frame: FrameOfType<N>): void {
  // The server may add new types of frames.
  const reduce: Reduce<FrameOfType<N>> | null | undefined = frameReducers[frame.type as N];
  reduce?.(builder, frame);
}

type FrameType = ServerFrame["type"];
type FrameOfType<N extends FrameType> = ServerFrame & { readonly type: N };
type Reduce<F extends ServerFrame> = (builder: SnapshotBuilder, frame: F) => void;

/** The effect of each frame on the snapshot. null: none. */
const frameReducers: { readonly [N in FrameType]: Reduce<FrameOfType<N>> | null } = {
  ready: applyReady,
  reset: (builder, { epoch, position }) => builder.changeEpoch(epoch, position),
  live(builder, { position }) {
    builder.position = Math.max(builder.position, position);
  },
  presence: (builder, frame) =>
    builder.setPresence([...builder.presenceEntries().values(), omitFields(frame, "type")]),
  event(builder, frame) {
    if (frame.position <= builder.position) return;
    builder.position = frame.position;
    reduceEvent(builder, frame);
  },
  typing: null,
  viewing: null,
  inspected: null,
  draft: null,
  reminder: null,
  scheduled_message: null,
  read: null,
  view_counts: null,
  live_report: null,
  wait: null,
  move: null,
  pong: null,
};

function applyReady(
  builder: SnapshotBuilder,
  { epoch, position, presence }: Extract<ServerFrame, { type: "ready" }>,
): void {
  if (builder.epoch !== epoch) {
    builder.epoch = epoch;
    builder.position = position;
  }
  builder.setPresence(presence);
}

function reduceEvent<N extends EventName>(builder: SnapshotBuilder, frame: FrameOf<N>): void {
  // The server may add new event names (API-107).
  const reduce: Reduce<FrameOf<N>> | null | undefined = eventReducers[frame.name as N];
  reduce?.(builder, frame);
}

type EventName = EventFrame["name"];
type FrameOf<N extends EventName> = EventFrame & { readonly name: N };
type ChatEventFrame = Extract<EventFrame, { readonly data: { readonly chat: unknown } }>;

function reduceChat(builder: SnapshotBuilder, { name, data, position }: ChatEventFrame): void {
  const { chat } = data;
  const current = builder.chats().get(chat.id);
  builder.setChat(applyChatEvent(current, chat, position, name === "chat_created"));
  applyReadReceipt(builder, chat.id);
}

/** The effect of each event on the snapshot. null: none. */
const eventReducers: { readonly [N in EventName]: Reduce<FrameOf<N>> | null } = {
  chat_created: reduceChat,
  chat_updated: reduceChat,
  chat_closed: reduceChat,
  chat_accepted: reduceChat,
  chat_transferred: reduceChat,
  chat_handed_over: reduceChat,
  chat_assigned: reduceChat,
  chat_promised: reduceChat,
  chat_promise_at_risk: reduceChat,
  chat_promise_kept: reduceChat,
  chat_promise_broken: reduceChat,
  chat_sla_at_risk: reduceChat,
  chat_sla_broken: reduceChat,
  chat_snoozed: reduceChat,
  chat_snooze_ended: reduceChat,
  message_created: (builder, { data, position }) => addMessage(builder, data.message, position),
  message_updated: (builder, { data, position }) => replaceMessage(builder, data.message, position),
  delivery_updated: (builder, { data, position }) =>
    applyDelivery(builder, data.delivery, position),
  visitor_updated: (builder, { data, position }) =>
    applyVisitorEvent(builder, data.visitor, position),
  visitor_created: null,
  field_changed: null,
  call_updated: null,
  offline_message_updated: null,
  settings_changed: null,
};

/** A report that a message was seen may have it from before an edit or a reaction (CORE-410). */
const isFromBeforeChange = (message: Message, current: Message): boolean =>
  changedAt(message) < changedAt(current);
const changedAt = ({ edited_at = "", reactions = [] }: Message): string =>
  reactions.reduce((latest, { at }) => (at > latest ? at : latest), edited_at);
function replaceMessage(builder: SnapshotBuilder, message: Message, position: number): void {
  changeMessage(builder, { chatId: message.chat_id, seq: message.seq, position }, (current) =>
    isFromBeforeChange(message, current) ? current : preserveDelivery(message, current),
  );
  applyDeliveryReceipt(builder, message, position);
}
