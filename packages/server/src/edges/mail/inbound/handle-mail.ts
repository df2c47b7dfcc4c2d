import type { ClientAddress } from "../../../core/client/address.ts";
import type { ConnectorChannel } from "../../../connectors/connector.ts";
import type { IgnoredReason } from "../../../connectors/ignored-emails.ts";
import type { MailConversationsPort } from "../../../connectors/mail-ports.ts";
import type { ServicePort } from "../../../connectors/ports.ts";
import type { Clock } from "../../../core/command.ts";
import { Refusal } from "../../../core/failure.ts";
import type { ReplyTarget } from "../../../mail/templates/mail-data.ts";
import { parseMail } from "../format/parse/index.ts";
import type { ParsedMail } from "../format/parse/types.ts";
import type { DeriveMarker } from "../format/marker.ts";
import type { ReplyTokens } from "../format/reply-address.ts";
import { parseMailSettings, type MailSettings } from "../settings.ts";
import { applyReport, type ApplyReportDeps } from "./apply-report.ts";
import { chooseEffect } from "./choose-effect.ts";
import { toMailKey } from "./mail-key.ts";
import { findConversation } from "./find-conversation.ts";
import { storeMail, type StoredMail, type StoreMailDeps } from "./store-mail.ts";

/** A mail that a channel received by IMAP or SMTP. */
export interface IncomingMail {
  readonly raw: Buffer;
  /** Recipients of the envelope. Empty for a mailbox, whose headers name them. */
  readonly recipients: readonly string[];
  /** Address of the client that sent it by SMTP. Absent for a mailbox. */
  readonly client?: ClientAddress;
  /** Where the mail came from, for the request inspector: `imap://host/INBOX`, `smtp://address`. */
  readonly source: string;
}
export interface HandleMailDeps extends StoreMailDeps, ApplyReportDeps {
  readonly clock: Clock;
  readonly maxMailBytes: number;
  readonly tokens: ReplyTokens;
  readonly deriveMarker: DeriveMarker;
  readonly ignored: MailConversationsPort["ignored"];
  /** Notes the arrival of a test mail of the channel. Resolves with false for other mails. */
  readonly takeTest: (channel: ConnectorChannel, messageId: string) => Promise<boolean>;
  readonly record: ServicePort["record"];
}

/**
 * Stores a mail: as a message, as a report about a delivery, or in the list of ignored emails. So a
 * person can see each mail that was accepted (MAIL-080). Resolves when it is stored. Rejects if it
 * cannot be stored now, and must then be handled again. Each mail is shown in the request inspector
 * (MAIL-035).
 */
export async function handleMail(
  deps: HandleMailDeps,
  channel: ConnectorChannel,
  incoming: IncomingMail,
): Promise<void> {
  const startedAt = deps.clock.monotonic();
  const read = await readIncoming(deps, channel, incoming);
  const { mail } = read;
  if (mail.kind === "loop" && (await deps.takeTest(channel, mail.messageId))) return;
  const note = await applyMail(deps, channel, { ...read, client: incoming.client });
  if (isIgnored(note))
    await deps.ignored.add(channel, toIgnored(mail, note, incoming.raw, deps.clock.now()));
  const code = note ?? (read.forgedTokens.length > 0 ? "unknown_reply_address" : null);
  deps.record(channel, {
    method: "MAIL",
    url: incoming.source,
    headers: toShownHeaders(mail),
    body: incoming.raw,
    status: 250,
    durationMs: Math.round(deps.clock.monotonic() - startedAt),
    fault: code === null ? null : { code, ...notes[code] },
    requestId: mail.messageId,
  });
}

/**
 * Stores an ignored email as the message that it would have been (MAIL-084). The same email becomes
 * one message, however often this is called.
 */
export async function acceptIgnoredMail(
  deps: HandleMailDeps,
  channel: ConnectorChannel,
  raw: Buffer,
): Promise<StoredMail> {
  const { mail, target } = await readIncoming(deps, channel, { raw, recipients: [] });
  const automatic = mail.kind !== "message" && mail.kind !== "no_answer";
  return storeMail(deps, channel, mail, { target, automatic, startsChat: true });
}

interface ReadMail {
  readonly mail: ParsedMail;
  readonly settings: MailSettings;
  readonly target: ReplyTarget | null;
  readonly forgedTokens: readonly string[];
}

async function readIncoming(
  { clock, maxMailBytes, tokens, deriveMarker }: HandleMailDeps,
  channel: ConnectorChannel,
  { raw, recipients }: Omit<IncomingMail, "source">,
): Promise<ReadMail> {
  const settings = parseMailSettings(channel);
  const mail = await parseMail(raw, {
    maxBytes: maxMailBytes,
    receivedAt: clock.now(),
    authenticationServers: settings.authenticationServers,
    // Mails that were sent before the marker was derived have the public id.
    markers: [deriveMarker(channel), channel.publicId],
    address: settings.address,
  });
  const conversation = findConversation(tokens, channel, settings.address, {
    ...mail,
    envelope: recipients,
  });
  return { mail, settings, ...conversation };
}

type MailNote = IgnoredReason | "repeated_mail" | "same_message_id" | "unknown_reply_address";
const isIgnored = (note: MailNote | null): note is IgnoredReason =>
  note !== null &&
  note !== "repeated_mail" &&
  note !== "same_message_id" &&
  note !== "unknown_reply_address";

/** Applies a mail. Resolves with what is unusual about it, or null. */
async function applyMail(
  deps: HandleMailDeps,
  channel: ConnectorChannel,
  { mail, settings, target, client }: ReadMail & { readonly client: ClientAddress | undefined },
): Promise<MailNote | null> {
  const chosen = chooseEffect(mail, {
    isAnswer: target !== null,
    isKnownSender: await isKnownSender(deps, channel, mail),
    settings,
  });
  if (chosen.effect === "ignore") return chosen.reason;
  if (chosen.effect === "report") return applyReport(deps, channel, mail);
  try {
    const stored = await storeMail(deps, channel, mail, {
      ...chosen,
      target,
      client,
    });
    if (stored.isRepeated) return "repeated_mail";
    return stored.sharesId ? "same_message_id" : null;
  } catch (error) {
    if (!(error instanceof Refusal) || !finalRefusals.has(error.failure.failure)) throw error;
    return error.failure.failure === "chat_closed" ? "automatic_reply" : "not_accepted";
  }
}

/** Refusals that a repeat of the mail cannot change. */
const finalRefusals = new Set(["chat_closed", "invalid_request"]);

const isKnownSender = async (
  { outbox }: HandleMailDeps,
  channel: ConnectorChannel,
  { kind, from }: ParsedMail,
): Promise<boolean> =>
  kind === "newsletter" &&
  from !== null &&
  (await outbox.messages.findLatestOfCustomer(channel, from.address.toLowerCase())) !== null;

const toIgnored = (mail: ParsedMail, reason: IgnoredReason, raw: Buffer, receivedAt: number) => ({
  externalId: toMailKey(mail),
  reason,
  from: mail.from?.address ?? "",
  name: mail.from?.name ?? "",
  subject: mail.subject,
  text: mail.text,
  receivedAt,
  raw,
});

const toShownHeaders = (mail: ParsedMail): Record<string, string> => ({
  "message-id": mail.messageId,
  from: mail.from?.address ?? "",
  to: mail.recipients.map(({ address }) => address).join(", "),
  subject: mail.subject,
});

/** What the request inspector says about a mail. */
const notes: Readonly<Record<MailNote, { readonly message: string; readonly rule: string }>> = {
  newsletter: {
    message: "The email is a newsletter of an unknown sender. It is in the ignored emails.",
    rule: "MAIL-081",
  },
  automatic_mail: {
    message: "A program wrote this email. It is in the ignored emails.",
    rule: "MAIL-081",
  },
  automatic_reply: {
    message: "An automatic reply whose chat is closed or unknown. It is in the ignored emails.",
    rule: "MAIL-036",
  },
  unknown_report: {
    message: "The report is not about an email of this channel. It is in the ignored emails.",
    rule: "MAIL-037",
  },
  no_failure: {
    message: "The report names no failure. It is in the ignored emails.",
    rule: "MAIL-037",
  },
  mail_loop: {
    message: "This channel sent the email itself. It is in the ignored emails.",
    rule: "MAIL-036",
  },
  not_accepted: {
    message: "The message was refused. The email is in the ignored emails.",
    rule: "MAIL-080",
  },
  repeated_mail: {
    message: "This email was stored before. The repeat is dropped.",
    rule: "MAIL-031",
  },
  same_message_id: {
    message: "Another email had the same Message-ID with other content. Both are stored.",
    rule: "MAIL-031",
  },
  unknown_reply_address: {
    message: "The reply address was not created for this channel, so it was not followed.",
    rule: "MAIL-033",
  },
};
