import type { ChatDraft, Event, VisitorDraft } from "./event.ts";
import type { Failure } from "./failure.ts";
import type { AccountConfig } from "./account-config.ts";
import type { Call } from "./entity.ts";

export type * from "./account-config.ts";

/** What core needs from the world. Nothing in core reads a clock, draws a number or waits. */

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds that never go back, for durations. */
  monotonic(): number;
  /** Calls `fire` once when `now() >= at`. The returned function cancels. Wakes up work; never is the work's memory. */
  alarm(at: number, fire: () => void): () => void;
}

export interface Ids {
  /** Keyed permutation of an instance-wide counter, 31 bits (CORE-004). */
  chat(): number;
  visitor(): number;
  /** Messages and deliveries: 52 bits. */
  message(): number;
  delivery(): number;
}

export interface VisitorState {
  readonly id: number;
  readonly channelId: number;
  readonly customer: string;
  /** JSON literal of the id as it last came (CH-043). */
  readonly recipient: string;
  readonly invite: string | null;
  readonly entity: VisitorDraft;
}
export interface ChatStateRow {
  readonly id: number;
  readonly channelId: number;
  readonly entity: ChatDraft;
}

/** What one verb may read: a visitor with the chats that matter, after all commands before it in the batch. */
export interface Scene {
  readonly config: AccountConfig;
  /** null: this customer was never seen. */
  readonly visitor: VisitorState | null;
  /** The visitor's chat that is not closed, on its channel. */
  readonly running: ChatStateRow | null;
  /** The chat that the command names (`subject.chat`), else null. */
  readonly chat: ChatStateRow | null;
  /** The visitor's calls that are not over, oldest first (CORE-101). */
  readonly calls: readonly Call[];
  /** A message or line was written in `chat` by a command before this one in the same batch. */
  readonly isSaid?: boolean;
  /** Chats that the operator named by the command (`subject.operator`) has open; read under a guard (CORE-003). */
  readonly openChats: number | null;
  /** Milliseconds since 1970 at which the command was taken in. */
  readonly now: number;
  readonly ids: Ids;
}

/** Whose chats a command is about. One visitor's commands are decided one after another. */
export type Subject =
  | { readonly customer: { readonly channelId: number; readonly key: string } }
  | { readonly chat: number; readonly operator?: number };

/** What a verb decided. */
export interface Decision {
  readonly events: readonly Event[];
  /** Changes to what is known of the visitor beside its entity. */
  readonly visitor?: { readonly recipient?: string; readonly invite?: string };
  /**
   * JSON text for the caller, kept with the idempotency key. Every `"seq":null` in it becomes the number of the chat's last
   * message after this command, every `"number":null` the visitor's number; neither text can occur inside a JSON string.
   */
  readonly answer: string;
}
export type Verb = (scene: Scene) => Decision | Failure;

export interface IdempotencyKey {
  /** `channel:<id>` or `operator:<id>`: keys of one scope never meet another's (H-124). */
  readonly scope: string;
  readonly key: string;
  /** SHA-256 of the body, byte for byte (CH-058). */
  readonly hash: Uint8Array;
}
export interface Command {
  readonly account: number;
  readonly subject: Subject;
  readonly verb: Verb;
  readonly idempotency?: IdempotencyKey;
  /** Of an operator's or a widget's message: a repeat in the chat gives the first message (CORE-044). */
  readonly client?: { readonly authorKind: "operator" | "visitor"; readonly authorId: number; readonly id: string };
  /** Size of what the command carries, for the bound on what waits; 2 KiB when absent. */
  readonly bytes?: number;
}
/** What was written, with the numbers that the write gave. */
export interface Written {
  /** The decision's answer with its slots filled, or the first answer when `replayed`. */
  readonly answer: string;
  /** By what the command was known from before, its idempotency key or its client id: nothing was written then. */
  readonly replayed: false | "key" | "client";
  /** Position of the last entry written; 0 when nothing was. */
  readonly position: number;
  /** What was decided, without the numbers that the write gave; absent for a repeat of which only the answer is known. */
  readonly events?: readonly Event[];
}
/** The one write path (CORE-042): resolves after the flush to disk. Rejects with Refusal. */
export type Write = (command: Command) => Promise<Written>;
