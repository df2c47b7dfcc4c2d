import type { ChatEntity } from "../../core/entity.ts";

/** What a body needs beside its journal entry, read once, when it is built (WH-033). */

export interface AgentFacts {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
}
/** A line of the chat's log: what the customer saw, so no notes, system lines or hidden messages (WH-028). */
export interface LoggedMessage {
  readonly author: { readonly kind: string; readonly id: number | null; readonly name: string };
  /** As a person reads it: media as comment, new line, URL; buttons with their texts. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Its visitor was blocked when it came (CORE-071); absent: no. */
  readonly isBlacklisted?: true;
}
export interface Facts {
  /** Place of this delivery among those of its endpoint and chat: 1, 2, 3 … (WH-003). */
  readonly sequence: number;
  /** Chats of the visitor until then, this one included (WH-022). */
  readonly chatsCount: number;
  /** The last invitation that was shown in the chat. */
  readonly invitation: { readonly text: string; readonly at: number } | null;
  /** What the page named the visitor by (WG-046); null: never set. */
  readonly userToken: string | null;
}

/** Reads of the store, handed in by compose. */
export interface Material {
  /** `chatId` null: an offline message. `visitorId`: whose chats are counted. `withInvitation`: else it is null. */
  facts(of: {
    account: number;
    endpointId: number;
    chatId: number | null;
    visitorId: number;
    position: number;
    at: number;
    withInvitation: boolean;
  }): Promise<Facts>;
  /** The chat as it is now, with its visitor; null: there is none. */
  chat(account: number, chatId: number): Promise<ChatEntity | null>;
  /** Operators by id, whoever of them there is. */
  operators(account: number, ids: readonly number[]): Promise<readonly AgentFacts[]>;
  /** Who held the chat or wrote in it, in order of joining (WH-024). */
  agents(account: number, chatId: number): Promise<readonly AgentFacts[]>;
  /** Messages up to a journal position, newest first, a page at a time; `before`: the seq to go on from. */
  log(
    account: number,
    chatId: number,
    position: number,
    before: number | null,
  ): Promise<{ messages: readonly LoggedMessage[]; next: number | null }>;
}

/** A request as it is sent in every attempt (WH-033). */
export interface Content {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export interface Contents {
  /** What was kept for the delivery before; null: nothing yet. */
  find(account: number, deliveryId: number): Promise<Content | null>;
  /** Keeps it unless something is kept; gives what is. */
  keep(account: number, deliveryId: number, content: Content): Promise<Content>;
}
