import type { ChatData, NewEvent, VisitorData } from "./event.ts";
import type { Failure } from "./failure.ts";
import type { AccountConfig } from "./account-config.ts";
import type { Call } from "./entity.ts";

export type * from "./account-config.ts";

/**
 * Interfaces to the environment. Code in core reads no clock, draws no random number and never
 * waits.
 */

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds that never go back, for durations. */
  monotonic(): number;
  /**
   * Calls `fire` once when `now() >= at`; the returned function cancels. Only wakes up work: the
   * work itself must be stored elsewhere.
   */
  scheduleAt(at: number, fire: () => void): () => void;
}

export interface IdGenerator {
  /** Keyed permutation of a counter of the installation, 31 bits (CORE-004). */
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
  /** JSON literal of the id in the latest request (CH-043). */
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
  /** null: this visitor is unknown. */
  readonly visitor: StoredVisitor | null;
  /** The visitor's chat on this channel that is not closed. */
  readonly currentChat: StoredChat | null;
  /** The chat that the command names (`subject.chat`); null: it names none. */
  readonly chat: StoredChat | null;
  /** The visitor's unfinished calls, oldest first (CORE-101). */
  readonly calls: readonly Call[];
  /** True if an earlier command of the same batch added a message to `chat`. */
  readonly hasNewMessage?: boolean;
  /**
   * Number of open chats of the operator that the command names (`subject.operator`). Read under a
   * guard (CORE-003).
   */
  readonly openChats: number | null;
  /** Milliseconds since 1970 when the command was received. */
  readonly now: number;
  readonly ids: IdGenerator;
}

/** The visitor or chat of a command. Commands about one visitor are decided one after another. */
export type CommandSubject =
  | { readonly customer: { readonly channelId: number; readonly key: string } }
  | { readonly chat: number; readonly operator?: number };

/** Result of a command handler. */
export interface Decision {
  readonly events: readonly NewEvent[];
  /** Changes to stored visitor data that is not part of the entity. */
  readonly visitor?: { readonly recipient?: string; readonly invite?: string };
  /**
   * JSON text for the caller, stored with the idempotency key. Each `"seq":null` is replaced by the
   * number of the chat's last message after this command, each `"number":null` by the visitor's
   * number. Neither text can occur inside a JSON string.
   */
  readonly answer: string;
}
export type CommandHandler = (context: CommandContext) => Decision | Failure;

export interface IdempotencyKey {
  /** `channel:<id>` or `operator:<id>`. Keys of different scopes are independent (H-124). */
  readonly scope: string;
  readonly key: string;
  /** SHA-256 of the body, byte for byte (CH-058). */
  readonly hash: Uint8Array;
}
export interface Command {
  readonly account: number;
  readonly subject: CommandSubject;
  readonly handler: CommandHandler;
  readonly idempotency?: IdempotencyKey;
  /**
   * Client id of an operator's or widget's message. A repeat in the same chat returns the first
   * message (CORE-044).
   */
  readonly client?: {
    readonly authorKind: "operator" | "visitor";
    readonly authorId: number;
    readonly id: string;
  };
  /** Size of the command's data in bytes, for the limit of queued commands; default 2 KiB. */
  readonly bytes?: number;
}
/** Result of a command, with the numbers that the write path assigned. */
export interface WriteResult {
  /** The decision's answer with its numbers filled in, or the first answer if `replayed`. */
  readonly answer: string;
  /**
   * Whether the command was a repeat, and what identified it: its idempotency key or its client id.
   * A repeat writes nothing.
   */
  readonly replayed: false | "key" | "client";
  /** Position of the last entry written; 0 if none. */
  readonly position: number;
  /**
   * The decided events, without assigned numbers. Absent for a repeat of which only the answer is
   * stored.
   */
  readonly events?: readonly NewEvent[];
}
/**
 * Executes a command. The only write path (CORE-042): resolves after the flush to disk, rejects
 * with Refusal.
 */
export type WriteCommand = (command: Command) => Promise<WriteResult>;
