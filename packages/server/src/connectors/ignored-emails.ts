/** Why an email became no chat (MAIL-082). The request inspector shows the same codes. */
export type IgnoredReason =
  /** Sent to many people, and the sender is unknown. */
  | "newsletter"
  /** A program wrote it, and the channel ignores such emails. */
  | "automatic_mail"
  /** An absence reply or a report, and its chat is closed or unknown. */
  | "automatic_reply"
  /** A report about a delivery that is not of this channel, or that names no failure. */
  | "unknown_report"
  | "no_failure"
  /** The channel sent the email itself. */
  | "mail_loop"
  /** The core refused its message, and a repeat cannot change that. */
  | "not_accepted";

/** An email that became no chat. */
interface IgnoredEmail {
  /** Id by which a repeat is recognised. */
  readonly externalId: string;
  readonly reason: IgnoredReason;
  /** Address of the sender, or "" if the email names none. */
  readonly from: string;
  readonly name: string;
  readonly subject: string;
  readonly text: string;
  readonly receivedAt: number;
  readonly raw: Buffer;
}

/** The emails of each channel that became no chat. Their number and age are limited (MAIL-083). */
export interface IgnoredEmails {
  /** Stores an email once. Resolves after the flush to disk. */
  add(
    channel: { readonly account: number; readonly id: number },
    email: IgnoredEmail,
  ): Promise<void>;
}
