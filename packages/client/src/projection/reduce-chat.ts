import type { Chat, ChatEntity, Visitor } from "@parlour/protocol";
import type { SnapshotBuilder } from "./snapshot-builder.ts";
import type { ChatRecord } from "./snapshot.ts";

/** Applies a chat entity of an event at `position`. */

export function applyChatEvent(
  current: ChatRecord | undefined,
  entity: ChatEntity,
  position: number,
  isCreated: boolean,
): ChatRecord {
  if (!current)
    return {
      chat: { ...entity, assignment: null, unread: 0, last_message: null },
      position,
      lastMessagePosition: 0,
      countedSeq: 0,
      isIncomplete: !isCreated,
    };
  // A closed chat never reopens (CORE-031). A chat read over HTTP may be newer than the events that
  // follow.
  if (current.chat.state === "closed" && entity.state !== "closed") return current;
  const seq = Math.max(current.chat.seq, entity.seq);
  // The entity is complete (API-107): absent fields are cleared, except those that only HTTP
  // returns.
  const { assignment, unread, last_message, queue } = current.chat;
  const chat: Chat = {
    ...entity,
    seq,
    assignment: entity.assignment ?? assignment,
    unread,
    last_message,
    ...(queue && { queue }),
  };
  return { ...current, chat, position };
}

/**
 * Merges a chat read over HTTP. `unread` and `assignment` come from HTTP. The rest comes from the
 * newer of both.
 */
export function mergeHttpChat(current: ChatRecord, chat: Chat, since: number): ChatRecord {
  const newer = current.position > since ? current.chat : chat;
  const hasNewerMessages = current.countedSeq > chat.seq;
  return {
    ...current,
    isIncomplete: false,
    countedSeq: Math.max(current.countedSeq, chat.seq),
    chat: {
      ...newer,
      seq: Math.max(current.chat.seq, chat.seq),
      assignment: chat.assignment ?? current.chat.assignment,
      unread: hasNewerMessages ? Math.max(current.chat.unread, chat.unread) : chat.unread,
      last_message:
        current.lastMessagePosition > since ? current.chat.last_message : chat.last_message,
    },
  };
}

export function applyVisitorEvent(
  builder: SnapshotBuilder,
  visitor: Visitor,
  position: number,
): void {
  for (const record of builder.chats().values()) {
    if (record.chat.visitor.id === visitor.id)
      builder.setChat({ ...record, position, chat: { ...record.chat, visitor } });
  }
}
