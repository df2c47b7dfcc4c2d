import type { ChatEntity } from "../../core/entity.ts";

/** Data that a body needs besides its journal entry. Read once, when the body is built (WH-033). */

export interface AgentData {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}
/**
 * A message of the chat history that the customer saw. Notes, system messages and hidden messages
 * are excluded (WH-103).
 */
export interface LogMessage {
  readonly author: { readonly kind: string; readonly id: number | null; readonly name: string };
  /** Plain text: media as comment, new line and URL, buttons with their texts. */
  readonly text: string;
  /** In ms since 1970. */
  readonly at: number;
  /** Set if the visitor was blocked when the message arrived (CORE-071). */
  readonly isBlacklisted?: true;
}
export interface EventData {
  /** Number of this delivery among those of its endpoint and chat: 1, 2, 3 … (WH-003). */
  readonly sequence: number;
  /** Number of the visitor's chats until then, including this one (WH-022). */
  readonly chatsCount: number;
  /** The last invitation that was shown in the chat. */
  readonly invitation: { readonly text: string; readonly at: number } | null;
  /** Value that the page set with setUserToken (WG-046). Null if it was never set. */
  readonly userToken: string | null;
}

/** Queries that compose provides. */
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
  /** Returns the current chat with its visitor. Null if there is none. */
  chat(account: number, chatId: number): Promise<ChatEntity | null>;
  /** Returns the operators with these ids. Unknown ids are skipped. */
  operators(account: number, ids: readonly number[]): Promise<readonly AgentData[]>;
  /**
   * Returns the operators who were assigned to the chat or wrote in it, in order of joining
   * (WH-024).
   */
  agents(account: number, chatId: number): Promise<readonly AgentData[]>;
  /**
   * Returns one page of messages up to a journal position, newest first. `before` is the seq of the
   * previous page's end.
   */
  log(
    account: number,
    chatId: number,
    position: number,
    before: number | null,
  ): Promise<{ messages: readonly LogMessage[]; next: number | null }>;
}

/** A request as it is sent in every attempt (WH-033). */
export interface StoredRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export interface RequestStore {
  /** Returns the stored request of a delivery. Null if there is none. */
  find(account: number, deliveryId: number): Promise<StoredRequest | null>;
  /** Stores the request unless one is stored already. Returns the stored one. */
  keep(account: number, deliveryId: number, content: StoredRequest): Promise<StoredRequest>;
}
