import type { ConnectorChannel } from "../../../connectors/connector.ts";
import type { Inbox } from "../../../connectors/inbox.ts";
import type { MailConversationsPort, MailPorts } from "../../../connectors/mail-ports.ts";
import type { ConnectorTarget, Outbox, WaitingMessage } from "../../../connectors/ports.ts";
import { getSeries, listSending } from "../../../core/delivery/failed-recipients.ts";
import type { Message } from "../../../core/entity.ts";
import type { NewMessage } from "../../../core/event.ts";
import type {
  AttemptOutcome,
  DeliveryDriver,
  RequestImpossible,
  RequestPostponed,
  RequestReady,
  RequestSettled,
  RequestUnavailable,
} from "../../../delivery/index.ts";
import type { Claim } from "../../../delivery/queue/index.ts";
import { interpretMailReply, listRefused, toMailReply } from "../../../mail/delivery-result.ts";
import { refusalTexts } from "../../../mail/outbound.ts";
import type { Mail, MailDraft, MailServer } from "../../../mail/settings.ts";
import { toMessageId, type SendMailResult } from "../../../mail/smtp.ts";
import type { DeriveMarker } from "../format/marker.ts";
import { createReplyAddress, type ReplyTokens } from "../format/reply-address.ts";
import { getNotice } from "../notices.ts";
import {
  canSend,
  parseMailSettings,
  selectServer,
  type MailSettings,
  type SelectedServer,
} from "../settings.ts";
import { readAttachments } from "./attachments.ts";
import { composeAnswer, type Answer } from "../format/compose-answer.ts";
import { answerRetryPolicy, maxMergedMessages, mergeWindowMs } from "./retry-policy.ts";

/** Sends one mail of a channel. Never rejects. */
export type SendMail = (
  server: SelectedServer,
  mail: Mail,
  timeoutMs: number,
) => Promise<SendMailResult>;

export interface MailDriverDeps {
  readonly tokens: ReplyTokens;
  readonly deriveMarker: DeriveMarker;
  readonly inbox: Inbox;
  /** Returns the mail server of the installation, or null if none is set. */
  readonly installationServer: () => MailServer | null;
  readonly send: SendMail;
  readonly outbox: Outbox;
  readonly readThread: MailConversationsPort["readThread"];
  readonly gate: MailPorts["gate"];
  readonly stopLink: MailPorts["stopLink"];
  readonly now: () => number;
  readonly readMessages: MailConversationsPort["readMessages"];
}

/** A mail that is being sent, and the ids that are stored when it was accepted. */
interface SendingMail {
  readonly channel: ConnectorChannel;
  readonly messageId: string;
  readonly messages: Answer["messages"];
  readonly chatId: number;
}

/** Sends the answers of a mail channel (MAIL-060 to MAIL-064). */
export function createMailDriver(deps: MailDriverDeps): DeliveryDriver {
  const sending = new WeakMap<Claim, SendingMail>();
  return {
    policy: answerRetryPolicy,
    buildRequest: (claim) => buildRequest(deps, claim, (mail) => void sending.set(claim, mail)),
    interpretResponse: interpretReply,
    async afterAttempt(claim, { verdict }) {
      const mail = sending.get(claim);
      if (mail === undefined || verdict.means !== "delivered") return null;
      await linkMessages(deps, mail);
      // The others were sent with this one, so they need not wait for their own time.
      if (mail.messages.length > 1) await deps.outbox.releaseWaiting(claim);
      return null;
    },
  };
}

/**
 * Interprets the reply. Recipients whom the server refused can be sent the mail again (MAIL-145).
 */
function interpretReply(reply: Parameters<DeliveryDriver["interpretResponse"]>[0]): AttemptOutcome {
  const outcome = interpretMailReply(reply);
  const refused = listRefused(reply);
  if (refused.length === 0) return outcome;
  const failure = { code: "recipient_refused", message: "", state: "failed" } as const;
  return {
    ...outcome,
    failedRecipients: Object.fromEntries(
      refused.map((address) => [address.toLowerCase(), failure]),
    ),
  };
}

async function buildRequest(
  deps: MailDriverDeps,
  claim: Claim,
  onReady: (mail: SendingMail) => void,
): Promise<
  RequestReady | RequestImpossible | RequestPostponed | RequestSettled | RequestUnavailable
> {
  const target = deps.outbox.openTarget(claim.source.target);
  if (target === null) return { never: "channel_deleted", message: "The channel was deleted." };
  const { channel } = target;
  const settings = parseMailSettings(channel);
  const listed = await deps.inbox.findChannel("mail", channel.publicId);
  if (listed !== null && !canSend(settings, listed))
    return {
      failed: "endpoint_off",
      message: getNotice("address_unproved", { address: settings.address }).message,
    };
  const server = selectServer(settings, deps.installationServer());
  if (server === null)
    return {
      failed: "endpoint_off",
      message: "The installation has no mail server. Set one, or one of the channel.",
    };
  const { seq, body } = claim.source.entry;
  const chatId = (JSON.parse(body) as NewMessage).chat_id;
  const linkedIds = await deps.outbox.messages.listOf(channel, { chatId, seq: seq ?? 0 });
  const series = getSeries(claim.delivery);
  if (series === 0 && linkedIds.length > 0) return sentTogether;
  const mail = await loadMail(deps, target, settings, { claim, chatId, series });
  const messageId = toMessageId(mail.content.messageId, settings.address);
  if (linkedIds.includes(messageId)) return sentTogether;
  const admission = await deps.gate.admit({
    kind: mail.kind,
    account: channel.account,
    to: mail.content.to,
    isSenderVerified: mail.isSenderVerified,
    isRepeat: claim.delivery.totalAttempts > 0,
  });
  if ("refused" in admission)
    return { never: "withdrawn", message: refusalTexts[admission.refused] };
  if ("retryAfterMs" in admission) return { later: deps.now() + admission.retryAfterMs };
  onReady({ channel, messageId, messages: mail.messages, chatId });
  return createRequest(deps, server, { ...mail.content, pass: admission.pass }, messageId);
}

const sentTogether: RequestSettled = {
  settled: { code: "sent_together", message: "Sent in one email with an earlier message." },
};

interface LoadedMail {
  readonly kind: "bot_answer" | "broadcast" | "channel_answer" | "new_email";
  readonly content: MailDraft;
  readonly messages: Answer["messages"];
  readonly isSenderVerified: boolean;
}
/** Loads and composes the mail of a claim, with the messages that are sent together. */
async function loadMail(
  deps: MailDriverDeps,
  { channel, customer }: ConnectorTarget,
  settings: MailSettings,
  sent: { readonly claim: Claim; readonly chatId: number; readonly series: number },
): Promise<LoadedMail> {
  const { claim, chatId, series } = sent;
  const messages = selectMessages(await deps.outbox.listWaiting(claim), chatId, series > 0);
  const thread = await deps.readThread(channel, chatId);
  const { address, token } = createReplyAddress(deps.tokens, channel, { chat: chatId });
  const { quoted, attached } = await readReferred(deps, channel.account, chatId, messages);
  const isBroadcast = messages[0].cause?.kind === "broadcast";
  const stop = await deps.stopLink(channel.account, customer);
  const content = composeAnswer(settings, deps.deriveMarker(channel), {
    visitorAddress: customer,
    channelName: channel.name,
    messages,
    quoted,
    attached,
    files: await readAttachments(deps.outbox.files, [...messages, ...attached]),
    thread,
    token,
    replyTo: address === settings.address ? null : address,
    series,
    stop: isBroadcast ? stop : null,
  });
  const kind = isBroadcast
    ? "broadcast"
    : content.isAutomatic
      ? "bot_answer"
      : thread.isAnswer
        ? "channel_answer"
        : "new_email";
  // Operators answer in the customer's thread. What bots write can be stopped, and what arrives
  // unasked. A link is for one person.
  const stopHeader =
    kind === "channel_answer" || content.to.length > 1 ? {} : { stopUrl: stop.url };
  return {
    kind,
    content: { ...content, ...stopHeader, to: selectEnvelope(content.to, claim.delivery) },
    messages,
    isSenderVerified: thread.isSenderVerified,
  };
}

/** Returns who gets the mail: everybody, or when it is sent again, those who failed (MAIL-143). */
function selectEnvelope(
  to: readonly string[],
  { failedRecipients }: Claim["delivery"],
): readonly string[] {
  const failed = listSending(failedRecipients);
  return failed.length === 0 ? to : to.filter((address) => failed.includes(address.toLowerCase()));
}

/** Reads the letter that the messages quote, and the messages whose files they attach. */
async function readReferred(
  { readMessages }: MailDriverDeps,
  account: number,
  chatId: number,
  messages: Answer["messages"],
): Promise<Pick<Answer, "quoted" | "attached">> {
  const quotes = messages.find(({ email }) => email?.quotes !== undefined)?.email?.quotes;
  const attach = messages.flatMap(({ email }) => email?.attach ?? []);
  const found = await readMessages(account, chatId, [
    ...attach,
    ...(quotes === undefined ? [] : [quotes]),
  ]);
  return {
    quoted: found.find(({ seq, erased }) => seq === quotes && erased !== true) ?? null,
    attached: found.filter(({ seq, media }) => attach.includes(seq) && media !== undefined),
  };
}

/**
 * Returns the messages of the mail: the first one, and those of the same chat and for the same
 * recipients that were written within {@link mergeWindowMs} after it and were not sent yet. So a
 * repeat of an interrupted attempt has the same messages, and with them the same Message-ID.
 */
function selectMessages(
  waiting: readonly WaitingMessage[],
  chatId: number,
  isResent: boolean,
): Answer["messages"] {
  const [first, ...others] = waiting;
  if (first === undefined) throw new Error("a claim without its message");
  const toAnswer = ({ message, authorName }: WaitingMessage) => ({
    ...message,
    author: { kind: message.author.kind, name: authorName },
  });
  if (isResent) return [toAnswer(first)];
  const heading = toHeading(first.message);
  const end = others.findIndex(
    ({ message, totalAttempts, createdAt }) =>
      totalAttempts > 0 ||
      message.chat_id !== chatId ||
      createdAt >= first.createdAt + mergeWindowMs ||
      toHeading(message) !== heading,
  );
  const merged = end < 0 ? others : others.slice(0, end);
  return [toAnswer(first), ...merged.slice(0, maxMergedMessages - 1).map(toAnswer)];
}

/** Returns subject and recipients as text. Only messages with the same ones share a mail. */
function toHeading({ email }: Message): string {
  if (email === undefined) return "";
  const list = (recipients: readonly { readonly address: string }[]) =>
    recipients.map(({ address }) => address);
  return JSON.stringify([email.subject, list(email.to), list(email.cc), list(email.bcc)]);
}

function createRequest(
  { send }: MailDriverDeps,
  server: SelectedServer,
  mail: Mail,
  messageId: string,
): RequestReady {
  const request = {
    url: `smtp://${server.host}:${server.port}`,
    headers: { from: server.from, to: mail.to.join(", "), "message-id": messageId },
    body: `${mail.subject}\n\n${mail.text}`,
  };
  return {
    ...request,
    chunked: false,
    unsigned: true,
    webhookId: messageId,
    warning: null,
    async send(timeoutMs) {
      const result = await send(server, mail, timeoutMs);
      return {
        reply: toMailReply(isFinal(result) ? result : { ...result, mayRepeat: true }, server),
        request,
        answer: result.reply === null ? null : { headers: {}, body: result.reply },
      };
    },
  };
}

/**
 * Returns whether another attempt cannot succeed. A refused sign-in or sender is a matter of the
 * settings, so the messages wait until they are corrected.
 */
const isFinal = ({ step, mayRepeat }: SendMailResult): boolean =>
  !mayRepeat && (step === "recipient" || step === "message");

/**
 * Stores the id of the mail for its messages, the first one last: if this is interrupted, the whole
 * mail is sent again under the same id.
 */
async function linkMessages({ outbox }: MailDriverDeps, mail: SendingMail): Promise<void> {
  const { channel, messageId, chatId } = mail;
  for (let n = mail.messages.length - 1; n >= 0; n--) {
    const message = mail.messages[n];
    if (message !== undefined)
      await outbox.messages.link(channel, {
        externalId: toPartId(messageId, n),
        chatId,
        messageId: message.id,
        seq: message.seq,
      });
  }
}

/** Returns the id under which the message at this index of a mail is stored. */
export const toPartId = (messageId: string, index: number): string =>
  index === 0 ? messageId : `${messageId}#${index + 1}`;
