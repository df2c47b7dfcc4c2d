import type { ConnectionNotice } from "../core/channel/connection-notice.ts";
import type { ConnectorKind } from "@parlour/protocol/settings/connectors";
import type { FastifyPluginAsync } from "fastify";
import type { ConnectorSettings } from "../core/channel/connector-settings.ts";
import type { ChannelTemplate } from "../core/entity.ts";
import type { ConnectorChannel, ListedChannel } from "./connector-channel.ts";
import type { DeliveryDriver } from "../delivery/index.ts";
import type { ReplyAddress, ReplyTarget } from "../mail/templates/mail-data.ts";
import type { MailPorts } from "./mail-ports.ts";
import type { ConnectorPorts, ConnectorTarget } from "./ports.ts";

export type { ConnectorChannel, ListedChannel } from "./connector-channel.ts";
export type { ConnectorTarget } from "./ports.ts";

/** Result of a test in one direction: what happened, and what to do on failure. */
export interface DirectionTest extends ConnectionNotice {
  readonly ok: boolean;
}
export interface ConnectorTest {
  readonly outbound: DirectionTest;
  readonly inbound: DirectionTest;
}

/** Settings that a connector found out from an address (MAIL-120). */
export interface FoundConnection {
  /** How they were found. null: they were not found. */
  readonly source: "provider" | "autoconfig" | "dns" | null;
  readonly provider: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether this installation receives by SMTP, and whether it has a mail server to send with. */
  readonly hasReceiver: boolean;
  readonly hasMailServer: boolean;
}
/** A channel that is tested before it is created. */
export interface ChannelDraft extends ConnectorSettings {
  readonly account: number;
  /** Whether the account may use the address (CON-067). */
  readonly addressState: "proved" | "unproved";
}

/**
 * Connects one external service as a kind of channel (CON-020). Its deliveries use the lanes, the
 * delivery log and the retries of all channels.
 */
export interface Connector {
  readonly kind: ConnectorKind;
  /**
   * Checks settings before they are saved, usually by asking the service. Resolves with what to
   * store: settings, secrets, and `info` about the account at the service. Rejects with Refusal
   * `invalid_request` and the field, for example `settings.bot_token`.
   */
  prepare(settings: ConnectorSettings, account: number): Promise<ConnectorSettings>;
  readonly driver: DeliveryDriver;
  /** Routes for the requests of the service. */
  readonly routes?: FastifyPluginAsync;
  /**
   * Starts, changes and ends the work for the channels of this kind, such as polling. Called when
   * the server is ready, after each change of settings, and when another node takes over a job.
   * `channels` are all that exist, also those that are switched off.
   */
  synchronize(channels: readonly ListedChannel[]): void;
  /** Tests both directions. Takes at most 20 s. */
  test(channel: ListedChannel): Promise<ConnectorTest>;
  /** Finds settings by the address of a new channel. Never rejects. Takes at most 5 s. */
  findSettings?(address: string): Promise<FoundConnection>;
  /**
   * Tests settings in both directions before a channel has them (CON-075). Rejects with Refusal
   * `invalid_request` and the field if they are incomplete. Takes at most 40 s.
   */
  testSettings?(draft: ChannelDraft): Promise<ConnectorTest>;
  /** Shows the visitor that an operator starts or stops typing. */
  typing?(target: ConnectorTarget, isTyping: boolean): Promise<void>;
  /** Lists the templates that can be sent (CON-051). Throws Refusal `not_available`. */
  templates?(channel: ConnectorChannel): Promise<readonly ChannelTemplate[]>;
  /**
   * Returns the address at which a reply to a mail of Parlour continues a conversation (MAIL-039).
   * Only a connector that receives mails has addresses. null: the channel does not receive now.
   */
  replyAddress?(channel: ListedChannel, target: ReplyTarget): ReplyAddress | null;
  /**
   * Stores an ignored email as the message that it would have been (MAIL-084), and resolves with
   * its chat. Only a connector that ignores emails has this.
   */
  acceptIgnored?(
    channel: ConnectorChannel,
    raw: Buffer,
  ): Promise<{ readonly chatId: number; readonly messageId: number }>;
  /** The address of a channel that receives mails, and whether another one belongs to it. */
  readonly address?: {
    get(channel: ConnectorChannel): string;
    matches(channel: ConnectorChannel, address: string): boolean;
  };
  /** Ends all work. The journal still accepts commands. */
  close(): Promise<void>;
}

/**
 * Creates a connector. Each edge of a service exports one such function. Only that of mail channels
 * uses `mail`.
 */
export type CreateConnector = (ports: ConnectorPorts, mail: MailPorts) => Connector;
