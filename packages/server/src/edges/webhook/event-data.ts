import type { ChatEntity, Message, Visitor } from "../../core/entity.ts";

/** Data for a body beside its journal entry, read when the body is built (WH-033). */

export interface AgentData {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}
/**
 * A message of the chat history that the customer could see. Notes, system messages and hidden
 * messages are excluded (WH-103).
 */
export interface LogMessage {
  readonly author: { readonly kind: string; readonly id: number | null; readonly name: string };
  /** Plain text of a message. Media are comment and URL. Buttons are their texts. */
  readonly text: string;
  /** Time of the message, in ms since 1970. */
  readonly at: number;
  /** Whether the visitor was blocked when the message arrived (CORE-071). */
  readonly isBlacklisted?: true;
}
export interface EventData {
  /**
   * Number of this delivery among the deliveries of the same endpoint and chat: 1, 2, 3 … (WH-003).
   */
  readonly sequence: number;
  /** Number of chats the visitor had so far, including this one (WH-022). */
  readonly chatsCount: number;
  /** The last invitation that was shown in the chat. */
  readonly invitation: { readonly text: string; readonly at: number } | null;
  /** Value that the page passed to setUserToken (WG-046). Null if the page never set one. */
  readonly userToken: string | null;
}

export interface EventDataReader {
  /**
   * `chatId` is null for an offline message. Chats of `visitorId` are counted. Without
   * `withInvitation` the invitation is null.
   */
  facts(of: {
    account: number;
    endpointId: number;
    chatId: number | null;
    visitorId: number;
    position: number;
    at: number;
    withInvitation: boolean;
  }): Promise<EventData>;
  /** Returns the current chat with its visitor. Resolves to null if there is none. */
  chat(account: number, chatId: number): Promise<ChatEntity | null>;
  /** Returns the current visitor. Resolves to null if there is none. */
  visitor(account: number, visitorId: number): Promise<Visitor | null>;
  /** Returns a message of a chat by its `seq`. Resolves to null if there is none. */
  message(account: number, chatId: number, seq: number): Promise<Message | null>;
  /** Returns the operators with these ids. Ignores unknown ids. */
  operators(account: number, ids: readonly number[]): Promise<readonly AgentData[]>;
  /**
   * Returns the operators who were assigned to the chat or wrote in it, in the order in which they
   * joined (WH-024).
   */
  agents(account: number, chatId: number): Promise<readonly AgentData[]>;
  /**
   * Returns one page of messages up to a journal position, newest first. `before` is the sequence
   * number at which the previous page ended.
   */
  log(
    account: number,
    chatId: number,
    position: number,
    before: number | null,
  ): Promise<{ messages: readonly LogMessage[]; next: number | null }>;
}

/** A request, which is the same in every attempt (WH-033). */
export interface StoredRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export interface RequestStore {
  /** Returns the stored request of a delivery. Resolves to null if there is none. */
  find(account: number, deliveryId: number): Promise<StoredRequest | null>;
  /** Stores the request if none is stored yet. Returns the stored request. */
  store(account: number, deliveryId: number, content: StoredRequest): Promise<StoredRequest>;
}
