import type { Message, OfflineMessage } from "../../core/entity.ts";
import type { RequestImpossible } from "../../delivery/index.ts";
import type { Claim } from "../../delivery/queue/index.ts";
import { toOneLine } from "../one-line.ts";
import { answerMergeMs } from "../policy.ts";
import {
  renderAnswerMail,
  renderChatAnswerMail,
  renderTranscriptMail,
} from "./visitor-templates.ts";
import type { MailRenderDeps, RenderedMails } from "./mail-data.ts";

/**
 * The address is taken from the system message, so that later changes of the visitor's contact data
 * do not affect it.
 */
export async function renderTranscript(
  deps: MailRenderDeps,
  account: number,
  chatId: number,
  body: string,
): Promise<RenderedMails | RequestImpossible> {
  const { line } = JSON.parse(body) as Message;
  const conversation = await deps.transcript(account, chatId);
  if (conversation === null || conversation.entries.length === 0)
    return { never: "withdrawn", message: "Nothing of the conversation is left." };
  const to = line?.detail ?? "";
  const language = conversation.language ?? (await deps.language(account));
  // Somebody else's answer would reach the chat as one of the visitor.
  const isVisitor = conversation.visitorAddresses.includes(to);
  const reply = isVisitor ? await deps.replyAddress(account, { chat: chatId }) : null;
  const stopUrl = deps.unsubscribe.createUrl(account, to, language);
  const content = renderTranscriptMail(language, {
    ...conversation,
    canReply: reply !== null,
    stopUrl,
  });
  return [
    {
      ...content,
      to: [to],
      stopUrl,
      fromName: toOneLine(conversation.channel),
      isAutomatic: line?.by == null,
      reply: reply ?? undefined,
    },
  ];
}

/** Renders the answers to a visitor of another channel who last wrote by mail (MAIL-038). */
export async function renderChatAnswers(
  deps: MailRenderDeps,
  account: number,
  { chatId, seq, createdAt }: Claim["delivery"],
): Promise<RenderedMails | RequestImpossible> {
  const chat = chatId ?? 0;
  const range = { fromSeq: seq ?? 0, until: createdAt + answerMergeMs };
  const answers = await deps.answers(account, chat, range);
  const last = answers?.messages.at(-1);
  if (answers === null || last === undefined)
    return { never: "withdrawn", message: "The visitor no longer gets answers by email." };
  const { to, channel } = answers;
  const language = answers.language ?? (await deps.language(account));
  const reply = await deps.replyAddress(account, { chat });
  const stopUrl = deps.unsubscribe.createUrl(account, to, language);
  const content = renderChatAnswerMail(language, {
    ...answers,
    canReply: reply !== null,
    stopUrl,
  });
  return [
    {
      ...content,
      to: [to],
      stopUrl,
      fromName: toOneLine(`${last.author} · ${channel}`),
      isAutomatic: answers.messages.every(({ isBot }) => isBot),
      reply: reply ?? undefined,
    },
  ];
}

export async function renderOfflineAnswer(
  deps: MailRenderDeps,
  account: number,
  message: OfflineMessage,
  deliveryId: number,
): Promise<RenderedMails> {
  const sentAnswer = message.answers?.find((candidate) => candidate.delivery_id === deliveryId);
  if (sentAnswer?.to === undefined) throw new Error("an answer by mail without its address");
  const { by, subject = "", text = "", to } = sentAnswer;
  const language = message.session?.language ?? (await deps.language(account));
  const quoted = sentAnswer.quoted === true ? message.text : null;
  const reply = await deps.replyAddress(account, { visitor: message.visitor.id });
  const stopUrl = deps.unsubscribe.createUrl(account, to, language);
  const content = renderAnswerMail(language, {
    subject,
    text,
    quoted,
    operator: by.name,
    channel: message.channel.name,
    canReply: reply !== null,
    stopUrl,
  });
  return [
    {
      ...content,
      to: [to],
      stopUrl,
      fromName: `${by.name} · ${message.channel.name}`,
      isAutomatic: false,
      reply: reply ?? undefined,
    },
  ];
}
