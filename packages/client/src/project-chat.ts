import type { Chat, ChatEntity, Visitor } from "@parlour/protocol";
import type { Draft } from "./snapshot-draft.ts";
import type { ChatRecord } from "./snapshot.ts";

/** Applies a chat entity of an event at `position`. */

export function withEntity(known: ChatRecord | undefined, entity: ChatEntity, position: number, created: boolean): ChatRecord {
  if (!known)
    return { chat: { ...entity, assignment: null, unread: 0, last_message: null }, position, lastTouched: 0, counted: 0, thin: !created };
  // A closed chat never reopens (CORE-031). A chat read over HTTP may be newer than the events that
  // follow.
  if (known.chat.state === "closed" && entity.state !== "closed") return known;
  const seq = Math.max(known.chat.seq, entity.seq);
  // The entity is complete (API-107): absent fields are cleared, except those that only HTTP
  // returns.
  const { assignment, unread, last_message, queue } = known.chat;
  const chat: Chat = { ...entity, seq, assignment: entity.assignment ?? assignment, unread, last_message, ...(queue && { queue }) };
  return { ...known, chat, position };
}

/**
 * Merges a chat read over HTTP. `unread` and `assignment` come from HTTP. The rest comes from the
 * newer of both.
 */
export function withHttp(known: ChatRecord, chat: Chat, since: number): ChatRecord {
  const newer = known.position > since ? known.chat : chat;
  const ahead = known.counted > chat.seq;
  return {
    ...known,
    thin: false,
    counted: Math.max(known.counted, chat.seq),
    chat: {
      ...newer,
      seq: Math.max(known.chat.seq, chat.seq),
      assignment: chat.assignment ?? known.chat.assignment,
      unread: ahead ? Math.max(known.chat.unread, chat.unread) : chat.unread,
      last_message: known.lastTouched > since ? known.chat.last_message : chat.last_message,
    },
  };
}

export function changeVisitor(draft: Draft, visitor: Visitor, position: number): void {
  for (const record of draft.chats().values()) {
    if (record.chat.visitor.id === visitor.id) draft.setChat({ ...record, position, chat: { ...record.chat, visitor } });
  }
}
