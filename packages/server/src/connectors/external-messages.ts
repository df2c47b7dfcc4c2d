import type { ConnectionNotice } from "../core/channel/connection-notice.ts";
export interface ExternalMessage {
  readonly externalId: string;
  readonly chatId: number;
  readonly messageId: number;
  readonly seq: number;
}
type ChannelRef = { readonly account: number; readonly id: number };

/** The ids that services gave to messages (CON-030). Rows exist as long as their chats. */
export interface ExternalMessages {
  /**
   * Stores an id. A known id keeps its first message. `receivedAt`: when a message with facts of
   * the service came, in ms since 1970.
   */
  link(
    channel: ChannelRef,
    message: ExternalMessage & { readonly receivedAt?: number },
  ): Promise<void>;
  /** Removes an id. The message stays. */
  unlink(channel: ChannelRef, externalId: string): Promise<void>;
  find(channel: ChannelRef, externalId: string): Promise<ExternalMessage | null>;
  /** Lists the ids of a message, oldest first. A long message can have several. */
  listOf(channel: ChannelRef, message: { chatId: number; seq: number }): Promise<string[]>;
  /** Finds the newest of the chat's messages that has an id. */
  findLatest(channel: ChannelRef, chatId: number): Promise<ExternalMessage | null>;
  /** Finds the newest message that a customer sent and that has an id. */
  findLatestOfCustomer(channel: ChannelRef, customer: string): Promise<ExternalMessage | null>;
  /**
   * Finds the newest message that the team or a bot wrote to a customer until a time, in
   * milliseconds since 1970, and that has an id.
   */
  findLatestSent(
    channel: ChannelRef,
    customer: string,
    until: number,
  ): Promise<ExternalMessage | null>;
}

/** What a connector remembers about its service across restarts (CON-031). */
export interface ChannelStates {
  load<T>(channel: ChannelRef): Promise<T | null>;
  save(channel: ChannelRef, state: object): Promise<void>;
  /**
   * Reports why the channel cannot receive messages now, or null when it can again (CON-041).
   * Repeats cost one query.
   */
  report(channel: ChannelRef, problem: ConnectionNotice | null): Promise<void>;
}
