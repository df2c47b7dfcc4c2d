import type { ChatData, NewEvent, VisitorData } from "./event.ts";
import type { Failure } from "./failure.ts";
import type { AccountConfig } from "./account-config.ts";
import type { Draft } from "./draft.ts";
import type { Call, Message, MessageCause } from "./entity.ts";

export type * from "./account-config.ts";

/** Interfaces to the environment. Core reads no clock, draws no random numbers and never waits. */

export interface Clock {
  /** Returns the time in milliseconds since 1970, UTC. */
  now(): number;
  /** Returns milliseconds that never go back, for measuring durations. */
  monotonic(): number;
  /**
   * Calls `fire` once when `now() >= at`. The returned function cancels the call. It is only a
   * wake-up, so the work to do must be stored elsewhere.
   */
  scheduleAt(at: number, fire: () => void): () => void;
}

export interface IdGenerator {
  /** Returns a new id: a keyed permutation of a counter of the installation, 31 bits (CORE-004). */
  chat(): number;
  visitor(): number;
  /** Ids of messages and deliveries have 52 bits. */
  message(): number;
  delivery(): number;
}

export interface StoredVisitor {
  readonly id: number;
  readonly channelId: number;
  readonly customer: string;
  /** JSON literal of the customer's id in the latest request (CH-043). */
  readonly recipient: string;
  readonly invite: string | null;
  readonly entity: VisitorData;
}
export interface StoredChat {
  readonly id: number;
  readonly channelId: number;
  readonly entity: ChatData;
}

/**
 * Data that a command handler may read: a visitor with the relevant chats, after all earlier
 * commands of the batch.
 */
export interface CommandContext {
  readonly config: AccountConfig;
  /** null if the visitor is unknown. */
  readonly visitor: StoredVisitor | null;
  /** The visitor's chat on this channel that is not closed, or null if there is none. */
  readonly currentChat: StoredChat | null;
  /** The chat that the command refers to with `subject.chat`, or null if it refers to none. */
  readonly chat: StoredChat | null;
  /**
   * The message that the command refers to with `subject.message`. Absent if it refers to none, or
   * if the chat has no such message.
   */
  readonly message?: Message;
  /**
   * Time until which the message waits to be sent, in milliseconds since 1970, as long as no
   * attempt to send it has started. Absent if it does not wait.
   */
  readonly messageWaitsUntil?: number | undefined;
  /**
   * Answers, and lines that give the chat to an operator, after `subject.after`. Oldest first, with
   * those that the same batch has decided before. Absent without `subject.after`.
   */
  readonly laterMessages?: readonly Message[] | undefined;
  /** The visitor's unfinished calls, oldest first (CORE-101). */
  readonly calls: readonly Call[];
  /** `seq` of the last message of `chat` that this node has read, or 0 if there is none. */
  readonly lastSeq: number;
  /**
   * Number of open chats of the operator in `subject.operator`. It is read under a guard
   * (CORE-003), so that it is correct when the command is stored.
   */
  readonly openChats: number | null;
  /** Fields that every message of the command has. Absent: none. */
  readonly mark?: { readonly cause: MessageCause } | undefined;
  /** Time at which the command was received, in milliseconds since 1970. */
  readonly now: number;
  readonly ids: IdGenerator;
}

/** The last message that a writer had read (`seq`), or when they began to write, ms since 1970. */
export type ReadUntil = { readonly seq: number } | { readonly at: number };

/**
 * The visitor or chat of a command. Commands about the same visitor are decided one after another.
 * `message`: number (`seq`) of the message that the command reads. `after`: what the writer of a
 * text had read when they began it (API-522).
 */
type CommandSubject =
  | {
      readonly customer: { readonly channelId: number; readonly key: string };
      readonly operator?: number;
    }
  | {
      readonly chat: number;
      readonly operator?: number;
      readonly message?: number;
      readonly after?: ReadUntil | undefined;
    };

/** Result of a command handler that answers its caller with `A`. */
export interface Decision<A = unknown> {
  readonly events: readonly NewEvent[];
  /**
   * `seq` of the last message of `chat` that the events were decided on. If the chat has another
   * one when they are written, the command is decided again. Absent if no message matters.
   */
  readonly decidedAtSeq?: number;
  /**
   * The command imports from another system (MV-020): no delivery is planned, and entries of new
   * chats and messages have the times of that system.
   */
  readonly isImport?: true;
  /** Changes to stored data of the visitor that is not part of the entity. */
  readonly visitor?: { readonly recipient?: string; readonly invite?: string } | undefined;
  /** Result for the caller, stored with the idempotency key. null if the command has none. */
  readonly answer: Draft<A>;
}
export type CommandHandler<A = unknown> = (context: CommandContext) => Decision<A> | Failure;

export interface IdempotencyKey {
  /** Scope of the key: `channel:<id>` or `operator:<id>`. Scopes are independent (H-124). */
  readonly scope: string;
  readonly key: string;
  /** SHA-256 of the exact bytes of the body (CH-058). */
  readonly hash: Uint8Array;
}
export interface Command<A = unknown> {
  readonly account: number;
  readonly subject: CommandSubject;
  readonly handler: CommandHandler<A>;
  readonly idempotency?: IdempotencyKey | undefined;
  /** The client's id of a message. A repeat in the chat returns the first one (CORE-044). */
  readonly client?: {
    readonly authorKind: "operator" | "visitor";
    readonly authorId: number;
    readonly id: string;
  };
  /**
   * Size of the command's data in bytes, for the limits of waiting commands and of a batch.
   * Commands with long texts state it (`countCommandBytes`). The default is 2 KiB.
   */
  readonly bytes?: number;
  /** What runs the command: a macro, a bulk action or a rule (ACT-013). Absent: nothing does. */
  readonly cause?: MessageCause | undefined;
  /** Maximum number of events if it is above 8. Ids are reserved for them. */
  readonly maxEvents?: number;
}
/** Result of a command, with the numbers that the write path assigned. */
export interface WriteResult<A = unknown> {
  /** The answer of the decision with its numbers, or the first answer if `replayed` is set. */
  readonly answer: A;
  /**
   * Whether the command was a repeat, and whether its idempotency key (`key`) or its client id
   * (`client`) identified it. A repeat writes nothing.
   */
  readonly replayed: false | "key" | "client";
  /** Position of the last entry written, or 0 if none was written. */
  readonly position: number;
  /** The decided events, without assigned numbers. A repeat may have none. */
  readonly events?: readonly NewEvent[];
}
/**
 * Executes a command. This is the only write path (CORE-042). Resolves after the flush to disk, and
 * rejects with Refusal.
 */
export type WriteCommand = <A>(command: Command<A>) => Promise<WriteResult<A>>;
