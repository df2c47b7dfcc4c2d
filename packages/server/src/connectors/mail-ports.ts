import type { Socket } from "node:net";
import type { Message } from "../core/entity.ts";
import type { EgressError } from "../egress/egress-error.ts";
import type { NameRecords } from "../egress/index.ts";
import type { SocketAddress } from "../egress/socket.ts";
import type { MailGate } from "../mail/gate/mail-gate.ts";
import type { MailAccessTokens } from "../mail/oauth/access-tokens.ts";
import type { MailServer } from "../mail/settings.ts";
import type { ReplyTarget } from "../mail/templates/mail-data.ts";
import type { ConnectorChannel } from "./connector-channel.ts";
import type { IgnoredEmails } from "./ignored-emails.ts";

/** What the connector of mail channels uses besides {@link ConnectorPorts}. */
export interface MailPorts {
  readonly servers: MailServersPort;
  readonly conversations: MailConversationsPort;
  /** Lets emails out by the rules of their kind (CORE-302). */
  readonly gate: MailGate;
  /** Returns the link with which a customer stops further emails (CORE-163). */
  readonly stopLink: (account: number, address: string) => Promise<StopLink>;
  /** Returns the origin of the public URLs of files (CFG-052). */
  readonly filesUrl: () => string;
}

/** A link that stops emails, and its text in the language of the account. */
export interface StopLink {
  readonly url: string;
  readonly text: string;
}

/** The servers from which and with which emails travel. */
export interface MailServersPort {
  /** Opens a connection to a server that an administrator of an account set (CORE-123). */
  readonly connect: (
    to: { readonly host: string; readonly port: number },
    signal: AbortSignal,
  ) => Promise<Socket | EgressError>;
  /** Opens a raw connection to an address that the owner of the installation set. */
  readonly connectOfInstallation: (
    to: SocketAddress,
    signal: AbortSignal,
  ) => Promise<Socket | EgressError>;
  /** Returns the mail server of the installation (CFG-032), or null if none is set. */
  readonly installationServer: () => MailServer | null;
  /** Access tokens of mailboxes to which somebody signed in at a provider (MAIL-126). */
  readonly accessTokens: MailAccessTokens;
  readonly records: NameRecords;
  /** Where the SMTP receiver listens (CFG-123), or null if there is none. */
  readonly listen: {
    readonly host: string;
    readonly port: number;
    readonly tls: { readonly cert: string; readonly key: string } | null;
  } | null;
}

/** What is stored about conversations by email, and the emails that became no chat. */
export interface MailConversationsPort {
  readonly readThread: (channel: ConnectorChannel, chatId: number) => Promise<MailThread>;
  /** Reads messages of a chat that a mail quotes or whose files it attaches. */
  readonly readMessages: (
    account: number,
    chatId: number,
    seqs: readonly number[],
  ) => Promise<readonly Message[]>;
  /** Finds the visitor of a chat, or a visitor by their id. Resolves with null if there is none. */
  readonly findVisitor: (account: number, target: ReplyTarget) => Promise<MailVisitor | null>;
  readonly ignored: IgnoredEmails;
}

export interface MailThread {
  readonly subject: string | null;
  readonly isSenderVerified: boolean;
  /** Whether somebody has written in the conversation. Else its mails arrive unasked. */
  readonly isAnswer: boolean;
  /** Ids of earlier mails, oldest first. The last one is the one that is answered. */
  readonly references: readonly string[];
}

/**
 * A visitor: their channel, their key there, and their email address, or null if it is unknown.
 */
export interface MailVisitor {
  readonly channelId: number;
  readonly customer: string;
  readonly email: string | null;
}
