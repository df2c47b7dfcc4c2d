import type { MailChannelSettings } from "@parlour/protocol/settings/connectors/mail";
import type { ConnectorCredentials } from "../../core/channel/connector-settings.ts";
import type { ListedChannel } from "../../connectors/connector.ts";
import type { MailGrant } from "../../mail/oauth/access-tokens.ts";
import type { MailServer } from "../../mail/settings.ts";

interface MailServerAddress {
  readonly host: string;
  readonly port: number;
  /** `tls`: from the first byte on. `starttls`: required after the greeting. */
  readonly security: "tls" | "starttls" | "none";
  /** The sign-in at the provider, which replaces the password. Absent or null: there is none. */
  readonly grant?: MailGrant | null;
}
/** A mail server of a channel, with the user who signs in. */
export interface MailHost extends MailServerAddress {
  readonly user: string;
  readonly password: string;
}
/** The mailbox that a channel reads. */
export interface ImapSettings extends MailHost {
  readonly mailbox: string;
  /** Folder to which read mails are moved. "": they stay where they are. */
  readonly moveTo: string;
}
/** The outgoing server of a channel. Without a user, nobody signs in. */
type SmtpSettings =
  | MailHost
  | (MailServerAddress & { readonly user: null; readonly password: null });

/** Settings of a mail channel, as the parts of the edge use them. */
export interface MailSettings {
  /** Address to which customers write. Answers come from it. */
  readonly address: string;
  /** Null: mails arrive at the SMTP receiver of the installation. */
  readonly imap: ImapSettings | null;
  /** Null: answers are sent by the mail server of the installation. */
  readonly smtp: SmtpSettings | null;
  /** Display name of the sender beside that of the operator. "": the name of the channel. */
  readonly senderName: string;
  /** Text below each answer, with `{operator}` and `{channel}` in it. */
  readonly signature: string;
  /** Whether answers have a reply address with a token: `shop+token@…` (MAIL-033). */
  readonly usesReplyAddress: boolean;
  /** Names under which the receiving server reports that it checked the sender (RFC 8601). */
  readonly authenticationServers: readonly string[];
  /** Whether mails that a program wrote, and newsletters of unknown senders, start a chat. */
  readonly automaticMailsStartChats: boolean;
  readonly newslettersStartChats: boolean;
}

/** Stored settings and secrets of a channel, or of one that does not exist yet. */
export type StoredMailSettings = ConnectorCredentials & {
  readonly account: number;
};

/** Reads the stored settings and secrets of a channel. */
export function parseMailSettings({
  account,
  settings,
  secrets,
}: StoredMailSettings): MailSettings {
  const stored = settings as MailChannelSettings;
  const { imap, smtp, oauth } = stored;
  const grant = oauth === undefined ? null : { account, id: oauth.grant };
  return {
    address: stored.address,
    imap:
      stored.receive === "smtp" || imap === undefined
        ? null
        : {
            ...imap,
            password: secrets["imap_password"] ?? "",
            grant,
            mailbox: imap.mailbox ?? "INBOX",
            moveTo: imap.move_to ?? "",
          },
    smtp:
      stored.send === "installation" || smtp === undefined
        ? null
        : {
            ...smtp,
            grant,
            ...(smtp.user === undefined || smtp.user === ""
              ? { user: null, password: null }
              : { user: smtp.user, password: secrets["smtp_password"] ?? "" }),
          },
    senderName: stored.sender_name ?? "",
    signature: stored.signature ?? defaultSignature,
    usesReplyAddress: stored.reply_address !== "plain",
    authenticationServers: (stored.authentication_servers ?? "").split(/\s+/).filter(Boolean),
    automaticMailsStartChats: stored.automatic_emails !== "ignored",
    newslettersStartChats: stored.newsletters === "chat",
  };
}

const defaultSignature = "{operator}\n{channel}";

/** The server that sends the mails of a channel. */
export interface SelectedServer extends MailServer {
  /** Whether the owner of the installation chose it, so that its address may be private. */
  readonly isOfInstallation: boolean;
}

/**
 * Returns whether a channel gets its mails: by its mailbox, or by the SMTP receiver if it may use
 * its address (MAIL-090).
 */
export const canReceive = (channel: ListedChannel): boolean =>
  channel.addressState === "proved" || parseMailSettings(channel).imap !== null;

/**
 * Returns whether a channel may send: by a server of its own, or by that of the installation if the
 * account may use the address (MAIL-090).
 */
export const canSend = ({ smtp }: MailSettings, channel: ListedChannel): boolean =>
  smtp !== null || channel.addressState !== "unproved";

/** Returns the server that sends the mails of a channel, or null if there is none. */
export function selectServer(
  { address, smtp }: MailSettings,
  installation: MailServer | null,
): SelectedServer | null {
  if (smtp === null)
    return installation === null
      ? null
      : { ...installation, from: address, isOfInstallation: true };
  const { security, ...server } = smtp;
  return {
    ...server,
    tls: security === "tls" ? "implicit" : security,
    from: address,
    isOfInstallation: false,
  };
}
