import { renderLayout, type MailContent, type MailPart } from "./layout.ts";
import { getVisitorMailText, type VisitorMailText } from "./visitor-text.ts";

/**
 * Renders an operator's answer to an offline message in the visitor's language. Quotes the offline
 * message unless `quoted` is null.
 */
export function renderAnswerMail(
  language: string,
  mailData: {
    readonly subject: string;
    readonly text: string;
    readonly quoted: string | null;
    readonly operator: string;
    readonly channel: string;
    readonly canReply: boolean;
    readonly stopUrl: string;
  },
): MailContent {
  const texts = getVisitorMailText(language);
  return renderLayout(mailData.subject, [
    { kind: "line", text: mailData.text },
    { kind: "line", text: `${mailData.operator}, ${mailData.channel}` },
    ...(mailData.quoted === null
      ? []
      : [
          { kind: "line" as const, text: texts.youWrote },
          { kind: "quote" as const, text: mailData.quoted },
        ]),
    ...endParts(texts, mailData),
  ]);
}

/** Returns the end of an email to a visitor: whether replies are read, and the unsubscribe link. */
const endParts = (
  texts: VisitorMailText,
  mailData: { readonly channel: string; readonly canReply: boolean; readonly stopUrl: string },
): readonly MailPart[] => [
  ...(mailData.canReply
    ? []
    : [{ kind: "line" as const, text: texts.noReplies(mailData.channel) }]),
  { kind: "link", text: texts.notMe, with: mailData.stopUrl },
];

/** Renders answers of a chat whose visitor last wrote by email (MAIL-038). */
export function renderChatAnswerMail(
  language: string,
  mailData: {
    readonly channel: string;
    readonly canReply: boolean;
    readonly stopUrl: string;
    readonly messages: readonly { readonly author: string; readonly text: string }[];
  },
): MailContent {
  const texts = getVisitorMailText(language);
  return renderLayout(texts.transcriptSubject(mailData.channel), [
    ...mailData.messages.flatMap(({ author, text }, n): readonly MailPart[] => [
      { kind: "line", text },
      ...(mailData.messages[n + 1]?.author === author
        ? []
        : [{ kind: "line" as const, text: `${author}, ${mailData.channel}` }]),
    ]),
    ...endParts(texts, mailData),
  ]);
}

/**
 * Renders an email with a code that proves access to an address (CORE-162). It contains no text of
 * the visitor.
 */
export function renderCodeMail(
  language: string,
  mailData: { readonly code: string; readonly channel: string; readonly stopUrl: string },
): MailContent {
  const texts = getVisitorMailText(language);
  return renderLayout(texts.codeSubject(mailData.channel), [
    { kind: "line", text: mailData.code },
    { kind: "line", text: texts.codeText },
    { kind: "link", text: texts.notMe, with: mailData.stopUrl },
  ]);
}

/** Renders a transcript for the visitor in their language (CORE-111). */
export function renderTranscriptMail(
  language: string,
  mailData: {
    readonly channel: string;
    readonly canReply: boolean;
    readonly stopUrl: string;
    /** Time zone in which times are shown. */
    readonly zone: string;
    /** Whether earlier messages were left out. */
    readonly isCut: boolean;
    readonly entries: readonly {
      readonly at: string;
      readonly by: "visitor" | "operator" | "bot" | "system";
      readonly name: string;
      readonly text: string;
    }[];
  },
): MailContent {
  const texts = getVisitorMailText(language);
  const time = new Intl.DateTimeFormat(texts.locale, {
    timeZone: mailData.zone,
    dateStyle: "medium",
    timeStyle: "short",
  });
  const authorName = (entry: (typeof mailData.entries)[number]): string =>
    entry.by === "visitor" ? texts.you : entry.name || mailData.channel;
  return renderLayout(texts.transcriptSubject(mailData.channel), [
    { kind: "line", text: `${texts.transcriptText(mailData.channel)} (${mailData.zone})` },
    ...(mailData.isCut ? [{ kind: "line" as const, text: texts.transcriptCut }] : []),
    ...mailData.entries.map((entry) => ({
      kind: "entry" as const,
      text: entry.text,
      with: `${time.format(Date.parse(entry.at))} · ${authorName(entry)}`,
    })),
    ...endParts(texts, mailData),
  ]);
}
