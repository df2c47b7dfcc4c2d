/** Bounds of a parsed mail. Everything beyond a bound is dropped and noted as a fault. */
export const mailLimits = {
  /** Parts of a mail. The content after the last permitted part is not read. */
  maxParts: 200,
  /** Size of the headers of a part, in bytes. A line counts as at least 64. */
  maxHeaderBytes: 1024 * 1024,
  maxRecipients: 100,
  maxReplyTo: 5,
  maxReferences: 50,
  /** Length of a message id, in characters. */
  maxIdLength: 500,
  /** Length of the subject and of a name, in code points. */
  maxSubjectLength: 500,
  maxNameLength: 200,
  /** Length of the text, the quote and the signature, in code points. */
  maxTextLength: 200_000,
  /** Length of the HTML that is kept, and of the HTML from which text is extracted. */
  maxHtmlLength: 4 * 1024 * 1024,
  maxConvertedHtmlLength: 512 * 1024,
  /** Received headers after which a mail counts as a loop (RFC 5321 6.3). */
  maxHops: 100,
} as const;

export interface MailParseOptions {
  /** Maximum size of the mail, in bytes. A larger one is refused with `payload_too_large`. */
  readonly maxBytes: number;
  /** Time of arrival, in ms. A date of the sender later than the next day is dropped. */
  readonly receivedAt: number;
  /**
   * Names under which the receiving servers add `Authentication-Results` (authserv-id), and their
   * host names in `Received`. [] trusts no results.
   */
  readonly authenticationServers: readonly string[];
  /** Values of the header `X-Parlour-Mail` in mails of this channel. */
  readonly markers: readonly string[];
  /** Address of the channel. Lists of its domain are its own groups. Absent: it has no groups. */
  readonly address?: string;
}

/** Header that marks mails of an installation (MAIL-022). */
export const markerHeader = "x-parlour-mail";

export interface MailAddress {
  /** Address with the domain in lower case. */
  readonly address: string;
  /** Display name on one line, or "". */
  readonly name: string;
}

export interface MailAttachment {
  /** Safe display name: no path, control characters or direction marks. */
  readonly name: string;
  /** Media type that the sender claims, also by the name. The content may be something else. */
  readonly claimedType: string;
  readonly content: Buffer;
  /** Content-ID without angle brackets, or null. */
  readonly contentId: string | null;
  /** Whether the HTML shows the attachment as a picture. */
  readonly isInline: boolean;
}

/** What a mail is (MAIL-020). All but `message` must not get an answer of a program. */
export type MailKind =
  | "message"
  /** Probably written by a person, but it came by a list or asks programs not to answer. */
  | "no_answer"
  /** Sent to many people at once. */
  | "newsletter"
  /** A program says that it wrote the mail, for example a form of a website. */
  | "automatic"
  /** A program answered a mail: an absence reply, or a report that is not a bounce. */
  | "auto_reply"
  | "bounce"
  | "loop";

/** A report about the delivery of a mail (RFC 3464). */
export interface DeliveryReport {
  /** Message-ID of the mail that the report is about, without angle brackets, or null. */
  readonly originalMessageId: string | null;
  readonly recipients: readonly ReportedRecipient[];
}
export interface ReportedRecipient {
  readonly address: string;
  /** The address in the mail, if another server redirected it to `address`. */
  readonly original?: string | undefined;
  readonly action: "failed" | "delayed" | "delivered" | "relayed" | "expanded";
  /** Enhanced status code, such as `5.1.1`, or null. */
  readonly status: string | null;
  /** What the other server answered, on one line, or null. */
  readonly diagnostic: string | null;
}

/** Results of one method (RFC 8601), or null if the receiving server did not report it. */
export type AuthenticationResult =
  | "pass"
  | "fail"
  | "softfail"
  | "neutral"
  | "none"
  | "policy"
  | "temperror"
  | "permerror";
export interface MailAuthentication {
  readonly spf: AuthenticationResult | null;
  readonly dkim: AuthenticationResult | null;
  readonly dmarc: AuthenticationResult | null;
  /** Whether the receiving server proved the domain of the sender. Otherwise it is claimed. */
  readonly verified: boolean;
}

/** Defects of a mail, which never prevent reading the rest. */
export type MailFault =
  | "too_many_parts"
  /** Too many bytes of headers, or an error of a part. The mail is an attachment of itself. */
  | "too_complex"
  | "too_many_recipients"
  | "too_many_references"
  | "unknown_charset"
  /** Nothing declares the character set of the text, or what declares it is wrong. */
  | "guessed_charset"
  /** Parts, their boundary or the end of the headers are not where the mail says. */
  | "broken_structure"
  /** Text is not encoded as the mail says. */
  | "broken_encoding"
  /** The text is in a signed container whose signature was not checked. */
  | "signature_not_checked"
  /** The mail is encrypted. */
  | "encrypted"
  /** Nothing of the body could be read. The mail is an attachment of itself. */
  | "unreadable"
  | "undecodable_text"
  | "text_cut"
  | "html_cut"
  /** The HTML is nested too deep. The text is that of the plain part, or has no structure. */
  | "html_too_deep"
  | "no_sender"
  | "several_senders"
  | "no_message_id"
  | "duplicate_header"
  | "invalid_date";

/** A text whose character set nothing declares. */
export interface GuessedText {
  readonly charset: string;
  readonly isHtml: boolean;
  readonly bytes: Buffer;
}

/** What the headers of a mail say: who wrote what to whom, and when. */
export interface MailEnvelope {
  /** Message-ID without angle brackets, or `sha256:` and a hash of the mail if it has none. */
  readonly messageId: string;
  readonly inReplyTo: string | null;
  /** Oldest first. If there are too many, the first one and the latest ones. */
  readonly references: readonly string[];
  readonly from: MailAddress | null;
  /** Addresses to which the sender asks for replies. Untrusted, as `from`. */
  readonly replyTo: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  /** `to` and `cc`, each address once. */
  readonly recipients: readonly MailAddress[];
  /** Addresses to which the receiving server delivered the mail, from its trace headers. */
  readonly deliveredTo: readonly string[];
  readonly subject: string;
  /** Time that the sender claims, in ms, or null. */
  readonly date: number | null;
}

export interface ParsedMail extends MailEnvelope {
  /** What the sender wrote now. Contains forwarded content and quotes between answers. */
  readonly text: string;
  /** The quoted earlier mail with its introduction, without one level of `>`, or "". */
  readonly quote: string;
  readonly signature: string;
  readonly forwarded: boolean;
  /** The HTML of the sender, unchanged. Untrusted: only `edges/mail/original` may show it. */
  readonly html: string | null;
  /** The text whose character set was guessed (`guessed_charset`), or null. */
  readonly guessed: GuessedText | null;
  readonly attachments: readonly MailAttachment[];
  readonly kind: MailKind;
  readonly report: DeliveryReport | null;
  readonly authentication: MailAuthentication;
  readonly faults: readonly MailFault[];
}
