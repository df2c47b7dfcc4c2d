import type { Message } from "@parlour/protocol";
import type { EmailContent } from "@parlour/protocol/email/chat-email";
import type { SentSuggestion } from "@parlour/protocol/api";
import type { Upload } from "@parlour/protocol/api/upload";
import type { Timers } from "../timers.ts";

/** `put` and `remove` resolve when the change survives a crash of the page. */
export interface OutboxStore {
  /** Returns the items of one operator, oldest first. */
  list(owner: number): Promise<OutboxItem[]>;
  put(item: OutboxItem): Promise<void>;
  remove(clientId: string): Promise<void>;
}

export interface OutboxFile {
  /** Identifies the file in this browser. */
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** null until the file is uploaded. */
  readonly upload: Upload | null;
  /** The bytes until the file is uploaded. Null if a crash of the page lost the bytes. */
  readonly blob: Blob | null;
  /** Duration of audio or video, whole seconds. */
  readonly duration?: number;
  /** Present if the file was recorded to be sent as a voice message. */
  readonly voice?: true;
}

/** A message that an operator sends. */
export interface NewItem {
  readonly chatId: number;
  readonly kind: "text" | "note" | "file";
  /** Message text. For a file its comment, or "". */
  readonly text: string;
  readonly file?: OutboxFile;
  /** Ids of the operators mentioned in a note. */
  readonly mentions?: readonly number[];
  /** Subject and recipients, for a chat whose messages are emails. */
  readonly email?: EmailContent;
  /** `seq` of the message that the answer quotes. */
  readonly quotes?: number;
  /** The suggestion of the model from which the text comes. */
  readonly suggestion?: SentSuggestion;
  /** What the author wrote, if a machine translated it into the text. */
  readonly original?: string;
  /** `seq` of the last message that the author had read when they began, or `sendAnyway`. */
  readonly afterSeq: number;
}

/** A message that the server has not confirmed yet. */
export interface OutboxItem extends NewItem {
  /** Idempotency key: the server stores the message once, however often it is sent (CORE-044). */
  readonly clientId: string;
  /** Id of the author. The message is never sent for another operator who uses the same browser. */
  readonly owner: number;
  /** Creation time, Unix milliseconds. Defines the order within a chat. */
  readonly createdAt: number;
  /**
   * `held`: another operator replied before this message was sent, got the chat or is writing, so
   * the server did not write it (API-522, API-524). `failed`: the server rejected the message, see
   * `error`. `queued` with an `error`: the last attempt failed and another follows.
   */
  readonly state: "queued" | "held" | "failed";
  /** Who replied (`crossed`), got the chat (`assigned`) or is writing (`reserved`). */
  readonly heldBy: { readonly name: string; readonly code: string } | null;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly status: number;
    readonly requestId: string | null;
    readonly at: number;
  } | null;
}

interface OutboxUploads {
  /** Uploads the file of a message. Throws `ApiError`, or `AbortError` after `cancel`. */
  finishUpload: (file: OutboxFile & { readonly blob: Blob }) => Promise<Upload>;
  cancel: (fileId: string) => void;
}

export interface OutboxDeps {
  owner: number;
  store: OutboxStore;
  timers: Timers;
  random: () => number;
  newId: () => string;
  uploads?: OutboxUploads;
  /** Sends a message and returns the stored message. Throws `ApiError`. */
  send: (item: OutboxItem) => Promise<Message>;
  /** False while offline or catching up: the author cannot see newer messages yet. */
  canSend: (chatId: number) => boolean;
  onSent: (message: Message) => void;
  onChange: (items: readonly OutboxItem[]) => void;
  /** Under a lock of all tabs. Browsers without locks have only the client id against repeats. */
  lock: (name: string, run: () => Promise<void>) => Promise<void>;
}
