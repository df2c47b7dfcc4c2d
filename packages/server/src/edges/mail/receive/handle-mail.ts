import type {
  ConnectorChannel,
  ConnectorRequest,
  MailPorts,
  MailVisitor,
} from "../../../connectors/connector.ts";
import type { ExternalMessages } from "../../../connectors/external-messages.ts";
import type { Inbox, InboundFile, InboundMessage } from "../../../connectors/inbox.ts";
import type { Clock } from "../../../core/command.ts";
import { Refusal } from "../../../core/failure.ts";
import { cutText, maxOperatorTextLength } from "../../../core/text.ts";
import { createOriginal } from "../original/stored-original.ts";
import { parseMail } from "../parse/index.ts";
import type { ParsedMail } from "../parse/types.ts";
import type { ReplyTarget } from "../../../mail/templates/mail-data.ts";
import type { DeriveMarker } from "../marker.ts";
import type { ReplyTokens } from "../reply-address.ts";
import { toPartId } from "../send/driver.ts";
import { parseMailSettings } from "../settings.ts";
import { findConversation } from "./find-conversation.ts";

/** A mail that a channel received by IMAP or SMTP. */
export interface IncomingMail {
  readonly raw: Buffer;
  /** Recipients of the envelope. Empty for a mailbox, whose headers name them. */
  readonly recipients: readonly string[];
  /** Where the mail came from, for the request inspector: `imap://host/INBOX`, `smtp://address`. */
  readonly source: string;
}
export interface HandleMailDeps {
  readonly clock: Pick<Clock, "now" | "monotonic">;
  readonly maxMailBytes: number;
  readonly tokens: ReplyTokens;
  readonly deriveMarker: DeriveMarker;
  readonly inbox: Pick<Inbox, "receive" | "fail">;
  readonly messages: Pick<ExternalMessages, "find">;
  readonly findVisitor: MailPorts["findVisitor"];
  /** Notes the arrival of a test mail of the channel. Resolves with false for other mails. */
  readonly takeTest: (channel: ConnectorChannel, messageId: string) => Promise<boolean>;
  readonly record: (channel: ConnectorChannel, request: ConnectorRequest) => void;
}

type MailFault = NonNullable<ConnectorRequest["fault"]>;

/** Maximum lengths of the facts about a mail that are stored with its message, in code points. */
const maxQuoteLength = 4_000;
const maxSignatureLength = 1_000;
/** Maximum number of files of one mail that become messages. */
const maxFiles = 30;

/**
 * Stores a mail of a customer, or applies a report about a delivery. Resolves when it is stored or
 * becomes no message. Rejects if it cannot be stored now, and must then be handled again. Each mail
 * is shown in the request inspector (MAIL-035).
 */
export async function handleMail(
  deps: HandleMailDeps,
  channel: ConnectorChannel,
  incoming: IncomingMail,
): Promise<void> {
  const startedAt = deps.clock.monotonic();
  const settings = parseMailSettings(channel);
  const mail = await parseMail(incoming.raw, {
    maxBytes: deps.maxMailBytes,
    receivedAt: deps.clock.now(),
    authenticationServers: settings.authenticationServers,
    // Mails that were sent before the marker was derived have the public id.
    markers: [deps.deriveMarker(channel), channel.publicId],
  });
  if (mail.kind === "loop" && (await deps.takeTest(channel, mail.messageId))) return;
  const { target, forgedTokens } = findConversation(deps.tokens, channel, settings.address, {
    ...mail,
    envelope: incoming.recipients,
  });
  const fault = await applyMail(deps, channel, mail, target);
  deps.record(channel, {
    method: "MAIL",
    url: incoming.source,
    headers: toShownHeaders(mail),
    body: incoming.raw,
    status: 250,
    durationMs: Math.round(deps.clock.monotonic() - startedAt),
    fault: fault ?? toForgedFault(forgedTokens),
    requestId: mail.messageId,
  });
}

const toForgedFault = (tokens: readonly string[]): MailFault | null =>
  tokens.length === 0
    ? null
    : {
        code: "unknown_reply_address",
        message: "The reply address was not created for this channel, so it was not followed.",
        rule: "MAIL-033",
      };

const toShownHeaders = (mail: ParsedMail): Record<string, string> => ({
  "message-id": mail.messageId,
  from: mail.from?.address ?? "",
  to: mail.recipients.map(({ address }) => address).join(", "),
  subject: mail.subject,
});

/** Applies a mail by its kind. Resolves with a note if it became no message. */
async function applyMail(
  deps: HandleMailDeps,
  channel: ConnectorChannel,
  mail: ParsedMail,
  target: ReplyTarget | null,
): Promise<MailFault | null> {
  if (mail.kind === "bounce") return applyReport(deps, channel, mail);
  if (mail.kind === "list" || mail.kind === "loop") return ignoredMails[mail.kind];
  if (mail.from === null)
    return { code: "no_sender", message: "The mail names no sender.", rule: "MAIL-034" };
  try {
    await storeMail(deps, channel, { ...mail, from: mail.from }, target);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal) || !finalRefusals.has(error.failure.failure)) throw error;
    return mail.kind === "auto_reply"
      ? ignoredMails.auto_reply
      : { code: error.failure.failure, message: error.failure.message, rule: "MAIL-034" };
  }
}

/** Refusals that a repeat of the mail cannot change. */
const finalRefusals = new Set(["chat_closed", "invalid_request"]);

const ignoredMails: Readonly<Record<"auto_reply" | "list" | "loop", MailFault>> = {
  auto_reply: {
    code: "automatic_mail",
    message: "A program wrote this mail. It starts no chat.",
    rule: "MAIL-036",
  },
  list: {
    code: "list_mail",
    message: "The mail came by a mailing list. It starts no chat.",
    rule: "MAIL-036",
  },
  loop: {
    code: "mail_loop",
    message: "This channel sent the mail itself. It starts no chat.",
    rule: "MAIL-036",
  },
};

/** Marks the messages of a mail as not delivered (MAIL-037). */
async function applyReport(
  { inbox, messages }: HandleMailDeps,
  channel: ConnectorChannel,
  { report }: ParsedMail,
): Promise<MailFault | null> {
  const unknown: MailFault = {
    code: "unknown_report",
    message: "The report is about no mail of this channel.",
    rule: "MAIL-037",
  };
  const failed = report?.recipients.find(({ action }) => action === "failed");
  if (failed === undefined)
    return { code: "no_failure", message: "The report names no failure.", rule: "MAIL-037" };
  const messageId = report?.originalMessageId ?? null;
  if (messageId === null) return unknown;
  const code = failed.status ?? "bounced";
  const message = failed.diagnostic ?? `The mail could not be delivered to ${failed.address}.`;
  for (let n = 0; ; n++) {
    const externalId = toPartId(messageId, n);
    if ((await messages.find(channel, externalId)) === null) return n === 0 ? unknown : null;
    await inbox.fail(channel, { externalId, code, message });
  }
}

async function storeMail(
  deps: HandleMailDeps,
  channel: ConnectorChannel,
  mail: ParsedMail & { readonly from: NonNullable<ParsedMail["from"]> },
  target: ReplyTarget | null,
): Promise<void> {
  const address = mail.from.address.toLowerCase();
  const visitor = target === null ? null : await deps.findVisitor(channel.account, target);
  const isAutomatic = mail.kind === "auto_reply";
  const original = isAutomatic ? undefined : createOriginal(mail);
  const message: InboundMessage = {
    customer: address,
    externalId: mail.messageId,
    ...(mail.from.name === "" ? {} : { name: mail.from.name }),
    email: address,
    text: mail.text.trim() === "" ? mail.subject : mail.text,
    files: isAutomatic ? [] : toFiles(mail),
    origin: {
      ...(mail.subject === "" ? {} : { subject: mail.subject }),
      from: address,
      verified: mail.authentication.verified,
      ...(isAutomatic ? { automatic: true } : {}),
      ...(mail.forwarded ? { forwarded: true } : {}),
      ...(mail.quote === "" ? {} : { quote: cutText(mail.quote, maxQuoteLength).text }),
      ...(mail.signature === ""
        ? {}
        : { signature: cutText(mail.signature, maxSignatureLength).text }),
    },
    ...(original === undefined ? {} : { original }),
    ...(visitor === null ? {} : toOtherVisitor(channel, address, visitor)),
  };
  await deps.inbox.receive(channel, message);
}

/**
 * Returns the visitor of the conversation, or nothing if the address of the sender is theirs.
 * Answers to a visitor of another channel are also mailed to the stored address of this visitor,
 * never to another address in the mail (MAIL-038).
 */
function toOtherVisitor(
  channel: ConnectorChannel,
  sender: string,
  { channelId, customer, email }: MailVisitor,
): Pick<InboundMessage, "visitor"> {
  if (channelId === channel.id)
    return customer === sender ? {} : { visitor: { channelId, customer } };
  return { visitor: { channelId, customer, ...(email === null ? {} : { answersTo: email }) } };
}

/** Returns the attachments, and the whole text if a message cannot contain it. */
function toFiles({ attachments, text }: ParsedMail): readonly InboundFile[] {
  const files = attachments
    .slice(0, maxFiles)
    .map(({ name, content }): InboundFile => ({ name, body: content }));
  return cutText(text, maxOperatorTextLength).cut
    ? [...files, { name: "mail.txt", body: Buffer.from(text) }]
    : files;
}
