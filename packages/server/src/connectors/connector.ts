import type { ConnectionNotice } from "../core/channel/connection-notice.ts";
import type { Socket } from "node:net";
import type { ConnectorKind } from "@parlour/protocol/entity/channel-kinds/settings";
import type { FastifyPluginAsync } from "fastify";
import type { Config } from "../config/read-config.ts";
import type { ConnectorSettings } from "../core/channel/connector-settings.ts";
import type { Clock } from "../core/command.ts";
import type { ChannelTemplate, Message } from "../core/entity.ts";
import type { ConnectorChannel, ListedChannel } from "./connector-channel.ts";
import type { DeliveryDriver } from "../delivery/index.ts";
import type { Claim, DeliveryTarget } from "../delivery/queue/index.ts";
import type { EgressError } from "../egress/egress-error.ts";
import type { Egress, NameRecords } from "../egress/index.ts";
import type { Files } from "../files/index.ts";
import type { SocketAddress } from "../egress/socket.ts";
import type { Limits } from "../limits/index.ts";
import type { MailGate } from "../mail/gate/mail-gate.ts";
import type { MailAccessTokens } from "../mail/oauth/access-tokens.ts";
import type { MailServer } from "../mail/settings.ts";
import type { ReplyAddress, ReplyTarget } from "../mail/templates/mail-data.ts";
import type { ChannelStates, ExternalMessages } from "./external-messages.ts";
import type { IgnoredEmails } from "./ignored-emails.ts";
import type { Inbox } from "./inbox.ts";

export type { ConnectorChannel, ListedChannel } from "./connector-channel.ts";

/** Result of a test in one direction: what happened, and what to do on failure. */
export interface DirectionTest extends ConnectionNotice {
  readonly ok: boolean;
}
/** Result of a test of a channel in both directions (CON-040). */
export interface ConnectorTest {
  readonly outbound: DirectionTest;
  readonly inbound: DirectionTest;
}

/** Settings that a connector found out from an address (MAIL-120). */
export interface FoundConnection {
  /** How they were found. null: they were not found. */
  readonly source: "provider" | "autoconfig" | "dns" | null;
  /** Name of the provider, if it is a known one. */
  readonly provider: string | null;
  /** A part of the settings of a channel. */
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

/** The customer that a request goes to. */
export interface ConnectorTarget {
  readonly channel: ConnectorChannel;
  readonly customer: string;
}

/** What a connector may use. */
export interface ConnectorDeps {
  readonly clock: Clock;
  readonly log: Record<"debug" | "info" | "warn", (fields: object, message: string) => void>;
  readonly onFault: (error: unknown) => void;
  readonly egress: Egress;
  /** Opens a raw connection to an address that the owner of the installation set. */
  readonly connect: (to: SocketAddress, signal: AbortSignal) => Promise<Socket | EgressError>;
  readonly limits: Limits;
  readonly version: string;
  /** The environment variables, for the address of a service's API. */
  readonly config: Config;
  readonly publicUrl: () => string;
  /** Returns 32 bytes derived from SECRET_KEY. The same purpose gives the same bytes. */
  readonly derive: (purpose: string) => Buffer;
  /** Finds a channel of a kind by its public id (CON-065), cached until settings change. */
  readonly findChannel: (kind: ConnectorKind, publicId: string) => Promise<ListedChannel | null>;
  /** Opens the channel of a delivery with its secrets. Returns null if it was deleted. */
  readonly openTarget: (target: DeliveryTarget) => ConnectorTarget | null;
  /** Returns whether this node does a job that only one node needs to do. */
  readonly isResponsible: (job: string) => boolean;
  readonly inbox: Inbox;
  readonly messages: ExternalMessages;
  readonly states: ChannelStates;
  readonly files: Pick<Files, "open">;
  readonly outbox: Outbox;
  readonly mail: MailPorts;
  /** Shows a request of the service in the request inspector (API-052). */
  readonly record: (channel: ConnectorChannel, request: ConnectorRequest) => void;
}

/** A message whose delivery waits. */
export interface WaitingMessage {
  readonly message: Message;
  /** Name of the author now (CH-071). */
  readonly authorName: string;
  /** Attempts so far, and the time at which the message was written, in ms since 1970. */
  readonly tries: number;
  readonly createdAt: number;
}
/**
 * The deliveries that wait in the lane of a claim, for services to which several are sent together.
 */
export interface Outbox {
  /** Lists their messages in order, of which the first is that of the claim. */
  listWaiting(claim: Claim): Promise<readonly WaitingMessage[]>;
  /** Ends the delay of those that wait for it. */
  releaseWaiting(claim: Claim): Promise<void>;
}

/** What the connector of mail channels uses besides. */
export interface MailPorts {
  /** Lets emails out by the rules of their kind (CORE-302). */
  readonly gate: MailGate;
  /** Returns the link with which a customer stops further emails (CORE-163). */
  readonly stopUrl: (account: number, address: string) => Promise<string>;
  /** Reads the mail exchangers and services of a domain. */
  readonly records: NameRecords;
  /** Opens a connection to a server that an administrator of an account set (CORE-123). */
  readonly connect: (
    to: { readonly host: string; readonly port: number },
    signal: AbortSignal,
  ) => Promise<Socket | EgressError>;
  /** Returns the mail server of the installation (CFG-032), or null if none is set. */
  readonly installationServer: () => MailServer | null;
  /** Access tokens of mailboxes to which somebody signed in at a provider (MAIL-126). */
  readonly accessTokens: MailAccessTokens;
  /** Returns the origin of the public URLs of files (CFG-052). */
  readonly filesUrl: () => string;
  /** Where the SMTP receiver listens (CFG-123), or null if there is none. */
  readonly listen: {
    readonly host: string;
    readonly port: number;
    readonly tls: { readonly cert: string; readonly key: string } | null;
  } | null;
  /** Reads the subject and the ids of the mails of a chat. */
  readonly readThread: (channel: ConnectorChannel, chatId: number) => Promise<MailThread>;
  /** Emails that became no chat. */
  readonly ignored: IgnoredEmails;
  readonly readMessages: ReadMessages;
  /** Finds the visitor of a chat, or a visitor by their id. Resolves with null if there is none. */
  readonly findVisitor: (account: number, target: ReplyTarget) => Promise<MailVisitor | null>;
}
/** The mails of a chat. */
export interface MailThread {
  /** Subject of the latest mail of the visitor, or null if there is none. */
  readonly subject: string | null;
  /** Whether the sender of the visitor's latest mail was verified. */
  readonly isSenderVerified: boolean;
  /** Whether somebody has written in the conversation. Else its mails arrive unasked. */
  readonly isAnswer: boolean;
  /** Ids of earlier mails, oldest first. The last one is the one that is answered. */
  readonly references: readonly string[];
}
/** Messages of a chat that a mail quotes or whose files it attaches. */
type ReadMessages = (
  account: number,
  chatId: number,
  seqs: readonly number[],
) => Promise<readonly Message[]>;
/**
 * A visitor: their channel, their key there, and their email address, or null if it is unknown.
 */
export interface MailVisitor {
  readonly channelId: number;
  readonly customer: string;
  readonly email: string | null;
}

/** A request of a service, or a poll or mail, as the request inspector shows it. */
export interface ConnectorRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer | null;
  readonly status: number;
  readonly durationMs: number;
  readonly fault: { readonly code: string; readonly message: string; readonly rule: string } | null;
  readonly requestId: string;
}

/** Creates a connector. Each edge of a service exports one such function. */
export type CreateConnector = (deps: ConnectorDeps) => Connector;
