import { createHash } from "node:crypto";
import type { MailThread, StopLink } from "../../../connectors/mail-ports.ts";
import { toPlainText } from "../../../core/chat/message/message-text.ts";
import { cutText } from "../../../core/text.ts";
import { toReplySubject } from "../../../core/chat/email/subject.ts";
import type { Author, Message, MessageEmail } from "../../../core/entity.ts";
import { renderLayout, type MailPart } from "../../../mail/templates/layout.ts";
import type { Mail, MailDraft, MailFile, MailRecipient } from "../../../mail/settings.ts";
import type { MailSettings } from "../settings.ts";

/** A message that is sent in a mail. */
export interface AnswerMessage extends Pick<
  Message,
  "id" | "seq" | "kind" | "text" | "media" | "title" | "buttons" | "nodes" | "email" | "cause"
> {
  readonly author: Pick<Author, "kind" | "name">;
}
/** The contents of one mail: at least one message, oldest first. */
export interface Answer {
  /** Recipient of messages that name no recipients. */
  readonly visitorAddress: string;
  readonly channelName: string;
  readonly messages: readonly [AnswerMessage, ...AnswerMessage[]];
  /** The letter that is quoted below the text, or null. */
  readonly quoted: Pick<Message, "text" | "origin" | "author" | "created_at"> | null;
  /** Earlier messages of the chat whose files are sent too. */
  readonly attached: readonly AnswerMessage[];
  /** Files by message id. A file that is not here is sent as a link. */
  readonly files: ReadonlyMap<number, MailFile>;
  readonly thread: MailThread;
  /** Token of the conversation (MAIL-033), and the address for replies, or null. */
  readonly token: string;
  readonly replyTo: string | null;
  /** 0, or the series of attempts after the operator sent the messages again. */
  readonly series: number;
  /** The link at the end of a broadcast that stops further mails. null: no link in the text. */
  readonly stop: StopLink | null;
}

/** Maximum number of earlier mails that a mail names. */
const maxReferences = 20;

/**
 * Composes the mail with the messages (MAIL-060). Text and HTML have the same parts, and texts of
 * users are never markup. A mail with only messages of bots is marked as automatic (MAIL-064).
 */
export function composeAnswer(settings: MailSettings, marker: string, answer: Answer): MailDraft {
  const { channelName, messages, attached, thread, files } = answer;
  const { email } = messages[0];
  const senderName = settings.senderName === "" ? channelName : settings.senderName;
  const last = messages.at(-1) ?? messages[0];
  const content = renderLayout(
    email === undefined || email.subject === ""
      ? toSubject(thread.subject, senderName)
      : email.subject,
    createParts(answer, (author) => createSignature(settings.signature, author.name, senderName)),
  );
  return {
    ...content,
    ...toRecipients(email, answer.visitorAddress),
    fromName: last.author.name === "" ? senderName : `${last.author.name} · ${senderName}`,
    messageId: createMessageId(answer),
    isAutomatic: messages.every(({ author }) => author.kind === "bot"),
    marker,
    replyTo: answer.replyTo ?? undefined,
    ...toThreadHeaders(thread),
    attachments:
      files.size === 0
        ? undefined
        : [...messages, ...attached].flatMap(({ id }) => files.get(id) ?? []),
  };
}

/**
 * Returns the part of the Message-ID before the `@`. It contains the token, so that a reply is
 * found by it too. It is derived from the messages: a repeat after an interrupted attempt has the
 * same id, and receivers drop it (MAIL-061). A mail with other messages has another id.
 */
export function createMessageId({ token, messages: [first, ...others], series }: Answer): string {
  const rest = others.map(({ id }) => id).join(" ");
  return [
    token,
    first.id.toString(36),
    ...(rest === "" ? [] : [createHash("sha256").update(rest).digest("hex").slice(0, 12)]),
    ...(series === 0 ? [] : [`r${series}`]),
  ].join(".");
}

/** Returns the token in a Message-ID of {@link createMessageId}, or null if it has another form. */
export function parseMessageIdToken(messageId: string): string | null {
  return /^([a-z2-7]{24})\.[0-9a-z.]+@/i.exec(messageId)?.[1] ?? null;
}

/** Returns the series of attempts in a Message-ID of {@link createMessageId}, or 0. */
export function parseMessageIdSeries(messageId: string): number {
  const [, , ...rest] = (messageId.split("@")[0] ?? "").split(".");
  const digits = rest.map((part) => /^r(\d{1,15})$/.exec(part)?.[1]).find(Boolean);
  return Number(digits ?? 0);
}

/** Returns the recipients of the envelope and of the headers. Those of Bcc have no header. */
function toRecipients(
  email: MessageEmail | undefined,
  visitorAddress: string,
): Pick<Mail, "to" | "shown"> {
  if (email === undefined) return { to: [visitorAddress] };
  const { to, cc, bcc } = email;
  const list = (recipients: readonly MailRecipient[]) =>
    recipients.map(({ address, name }) => ({ address, name }));
  return {
    to: [...to, ...cc, ...bcc].map(({ address }) => address),
    shown: { to: list(to), cc: list(cc) },
  };
}

/** Maximum length of a quote, in code points. */
const maxQuoteLength = 20_000;

/** Returns the letter that the mail answers, with a line that names its author and its time. */
function createQuoteParts(quoted: Answer["quoted"]): readonly MailPart[] {
  if (quoted === null) return [];
  const { text, origin, author, created_at } = quoted;
  const name = origin?.from_name ?? author.name;
  const sender = origin?.from === undefined ? name : `${name} <${origin.from}>`.trim();
  return [
    { kind: "line", text: `${created_at.slice(0, 16).replace("T", " ")} UTC, ${sender}:` },
    { kind: "quote", text: cutText(text, maxQuoteLength).text },
  ];
}

function createParts(
  answer: Answer,
  sign: (author: AnswerMessage["author"]) => string,
): readonly MailPart[] {
  return [
    ...createAnswerParts(answer, sign),
    ...answer.attached.flatMap((message) => createFileParts(message, answer.files.has(message.id))),
    ...createQuoteParts(answer.quoted),
    ...createStopParts(answer.stop),
  ];
}

const createStopParts = (stop: StopLink | null): readonly MailPart[] =>
  stop === null ? [] : [{ kind: "link", text: stop.text, with: stop.url }];

function createAnswerParts(
  { messages, files }: Answer,
  sign: (author: AnswerMessage["author"]) => string,
): readonly MailPart[] {
  return messages.flatMap((message, n): MailPart[] => {
    const next = messages[n + 1];
    const isLastOfAuthor =
      next === undefined ||
      next.author.name !== message.author.name ||
      next.author.kind !== message.author.kind;
    const signature = isLastOfAuthor ? sign(message.author) : "";
    return [
      ...createMessageParts(message, files.has(message.id)),
      ...(signature === "" ? [] : [{ kind: "line" as const, text: signature }]),
    ];
  });
}

function createMessageParts(message: AnswerMessage, isAttached: boolean): readonly MailPart[] {
  const { media, text, nodes } = message;
  return media === undefined
    ? toLines(text === "" ? toPlainText(message) : text, nodes)
    : [...toLines(text, nodes), ...createFileParts(message, isAttached)];
}

/** Returns the file or place of a message, without its text. */
function createFileParts({ media }: AnswerMessage, isAttached: boolean): readonly MailPart[] {
  if (media === undefined) return [];
  if (media.type === "location")
    return [
      {
        kind: "link",
        text: `${media.latitude}, ${media.longitude}`,
        with: `https://www.openstreetmap.org/?mlat=${media.latitude}&mlon=${media.longitude}`,
      },
    ];
  const name = media.file_name ?? media.type;
  const url = media.file ?? "";
  return !isAttached && /^https?:\/\//.test(url)
    ? [{ kind: "link", text: name, with: url }]
    : [{ kind: "line", text: name }];
}
const toLines = (text: string, nodes?: AnswerMessage["nodes"]): readonly MailPart[] =>
  text === "" ? [] : [{ kind: "line", text, nodes }];

function createSignature(template: string, operator: string, channel: string): string {
  return template
    .replaceAll(/\{(operator|channel)\}/g, (_all, field) =>
      field === "operator" ? operator : channel,
    )
    .trim();
}

/** Returns the subject of an answer. Conversations without one have the name of the sender. */
const toSubject = (subject: string | null, senderName: string): string =>
  toReplySubject(subject ?? "") || senderName;

function toThreadHeaders({ references }: MailThread): Partial<MailDraft> {
  const latest = references.at(-1);
  if (latest === undefined) return {};
  const sentReferences =
    references.length <= maxReferences
      ? references
      : [...references.slice(0, 1), ...references.slice(1 - maxReferences)];
  return { inReplyTo: latest, references: sentReferences };
}
