import type { ConnectionTest } from "@parlour/protocol/api";
import type { ConnectorKind } from "@parlour/protocol/entity/channel-kinds/settings";
import type { ChannelTemplate } from "../../../core/entity.ts";
import type { ConnectorSettings } from "../../../core/channel/connector-settings.ts";

/** The addresses of the channels that receive mails. */
export interface MailAddresses {
  /** The address of the channel, or null if it receives no mails. */
  readonly from: string | null;
  /** Returns whether an address, also with a token, is one of any channel of the installation. */
  readonly isOwn: (address: string) => boolean;
}

/** What the routes of channels need from the connectors. */
export interface ConnectorPort {
  /**
   * Checks settings before they are saved, by asking the service (CON-011). Resolves with what to
   * store. Rejects with Refusal `invalid_request` and the field, or `not_available`.
   */
  prepare(kind: ConnectorKind, settings: ConnectorSettings): Promise<ConnectorSettings>;
  /**
   * Lists the templates that a channel can send (CON-051). Throws Refusal `not_found`, or
   * `not_available` if there are none or the service does not answer.
   */
  templates(account: number, channelId: number): Promise<readonly ChannelTemplate[]>;
  /**
   * Stores an ignored email of a channel as a message (MAIL-084). Throws Refusal `not_found`, or
   * `not_available` if the kind of the channel ignores none.
   */
  acceptIgnored(
    account: number,
    channelId: number,
    raw: Buffer,
  ): Promise<{ readonly chatId: number; readonly messageId: number }>;
  mailAddresses(account: number, channelId: number): Promise<MailAddresses>;
  /** Tests a channel in both directions (CON-040). */
  test(account: number, channelId: number): Promise<ConnectionTest>;
}
