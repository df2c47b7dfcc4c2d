import type { StoredVisitor } from "../command.ts";
import type { Call, EventFrame, Message } from "../entity.ts";
import type {
  ChatData,
  EventName,
  NewEvent,
  NewMessage,
  NewOfflineMessage,
  VisitorData,
} from "../event.ts";

/** What a command must have been given, or create itself, to decide an event. */
type EventNeed =
  /** An unknown customer, who becomes a visitor. */
  | "new visitor"
  | "visitor"
  /** A visitor without a running chat. */
  | "new chat"
  /** The chat of the event, which may close but not open again. */
  | "chat"
  | "chat of message"
  /** No command may decide it. */
  | "no command";

/** A changed call or offline message. */
export type ChangedRecord =
  | { readonly kind: "call"; readonly entity: Call }
  | { readonly kind: "offline_message"; readonly entity: NewOfflineMessage };

/** State that the events of a command change. `C`: a chat in it. `at`: ms since 1970. */
export interface BatchState<C> {
  createVisitor(visitor: VisitorData): void;
  changeVisitor(visitor: VisitorData): void;
  createChat(chat: ChatData, at: number): C;
  changeChat(chat: ChatData, at: number): C;
  /** Counts a new message. Returns its chat. */
  addMessage(message: NewMessage): C | null;
  /** Replaces a message that later commands of the batch may read. */
  editMessage(chat: C, message: Message): void;
  changeRecord(record: ChangedRecord): void;
}

export type EventOf<N extends EventName> = NewEvent & { readonly name: N };
/** The stored data of an entry. For `message_created`: the message without its `seq`. */
export type EntryData<N extends EventName> = N extends "message_created"
  ? Partial<Message>
  : Extract<EventFrame, { readonly name: N }>["data"];

/** Whether the visitor of an entry was erased, or the entry only reached its retention. */
export type VisitorErasure = "erased" | "kept";

/** All that the journal does with one kind of event. */
export interface EventRules<N extends EventName> {
  readonly needs: EventNeed;
  /**
   * Returns the data of the entry as a draft, in the order in which it is stored. `visitor`: at the
   * time of the event. See "Where a body is serialised" in architecture.md.
   */
  readonly data: (event: EventOf<N>, visitor: StoredVisitor) => object;
  /** Applies the event to the state of the batch. Returns its chat, or null if it has none. */
  readonly apply: <C>(state: BatchState<C>, event: EventOf<N>, at: number) => C | null;
  /** Returns the data without what an erasure removes, with its keys in the same order. */
  readonly erase: (data: EntryData<N>, visitor: VisitorErasure) => object;
}
