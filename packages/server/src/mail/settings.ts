import type { MailRecord } from "../store/settings/installation/mail-changes.ts";
import type { MailGrant } from "./oauth/access-tokens.ts";
import type { MailPass } from "./gate/mail-gate.ts";

/** Outgoing mail server of the installation (CFG-032). */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly tls: "starttls" | "implicit" | "none";
  /** User name for authentication, or null if the server needs none. */
  readonly user: string | null;
  readonly password: string | null;
  /** The sign-in of the user at a provider, which replaces the password (MAIL-126). */
  readonly grant?: MailGrant | null;
  /** The token of that sign-in (RFC 7628). */
  readonly accessToken?: string;
  /** An address, or a name and an address: `Shop <chat@shop.example>`. */
  readonly from: string;
}
/** An email before MIME encoding. Its texts are never interpreted as headers. */
export interface Mail {
  /**
   * Envelope recipients. If there are several, the header names none of them, so that operators do
   * not see who else got the email.
   */
  readonly to: readonly string[];
  /** Recipients that the headers name, if they are not those of the envelope. */
  readonly shown?: {
    readonly to: readonly MailRecipient[];
    readonly cc: readonly MailRecipient[];
  };
  /** Display name of the sender. */
  readonly fromName?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /**
   * Message-ID without angle brackets. It is the same in every attempt, so that receivers detect
   * repeats.
   */
  readonly messageId: string;
  /** The pass of the gate, without which no email leaves (CORE-302). */
  readonly pass: MailPass;
  /** Link that stops further emails. Mail programs show it as a button (RFC 8058). */
  readonly stopUrl?: string;
  /** Whether the email is marked as automatic (RFC 3834). */
  readonly isAutomatic: boolean;
  /** Address to which replies are sent, if it is not that of the sender. */
  readonly replyTo?: string | undefined;
  /** Earlier emails of the conversation, without angle brackets, oldest first. */
  readonly inReplyTo?: string;
  readonly references?: readonly string[];
  readonly attachments?: readonly MailFile[] | undefined;
  /** Marks emails of this sender, so that it recognises them when they return. */
  readonly marker?: string;
}
/** An email that the gate has not let out yet. */
export type MailDraft = Omit<Mail, "pass">;
export interface MailRecipient {
  readonly address: string;
  /** Display name, or "". */
  readonly name: string;
}
/** A file that is sent with an email. */
export interface MailFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** Opens the stored settings of the mail server. */
export function openMailServer(
  { password, ...rest }: MailRecord,
  open: (sealed: Buffer) => string,
): MailServer {
  return { ...rest, password: password === null ? null : open(password) };
}
