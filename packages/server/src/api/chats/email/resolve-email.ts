import type { EmailContent, NewEmail } from "@parlour/protocol/api";
import { maxSubjectLength } from "@parlour/protocol/email/address";
import { findEmailAddressFault, type EmailAddressFault } from "@parlour/protocol/email/address";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { toKey } from "../../../core/chat/email/recipients.ts";
import type { EmailRecipient, Message, MessageEmail } from "../../../core/entity.ts";
import { refuse } from "../../../core/failure.ts";
import { cleanText, cutText } from "../../../core/text.ts";
import { listMessagesBySeq } from "../../../store/chats/mail-thread.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import type { EmailConversation } from "./load-conversation.ts";

type Header = "to" | "cc" | "bcc";

/** Checks recipients and finds their source (MAIL-098). Throws Refusal with the field. */
export async function resolveEmail(
  deps: RouteDeps,
  account: number,
  chatId: number,
  {
    content,
    conversation,
  }: { readonly content: EmailContent; readonly conversation: EmailConversation },
): Promise<MessageEmail> {
  const { quotes, attach = [] } = content;
  await assertMessagesExist(deps, account, chatId, { quotes, attach });
  return {
    ...resolveHeading(content, conversation),
    ...omitAbsent({ quotes, attach: attach.length === 0 ? undefined : attach }),
  };
}

/** Returns the email of a client that names no recipients. It goes to the visitor. */
export function createVisitorEmail({ customer, subject, reply }: EmailConversation): MessageEmail {
  const asked = reply.to.filter(({ source }) => source === "reply_to");
  const to = asked.length > 0 ? asked : [{ ...customer, source: "thread" as const }];
  return { subject, to: [...to], cc: [], bcc: [] };
}

async function assertMessagesExist(
  { sql }: RouteDeps,
  account: number,
  chatId: number,
  { quotes, attach }: { readonly quotes: number | undefined; readonly attach: readonly number[] },
): Promise<void> {
  const seqs = [...attach, ...(quotes === undefined ? [] : [quotes])];
  const found = await listMessagesBySeq(sql, account, chatId, seqs);
  if (quotes !== undefined && !found.some((one) => one.seq === quotes && isVisible(one)))
    refuse("invalid_request", "The chat has no such message.", { field: "email.quotes" });
  const missing = attach.findIndex(
    (seq) => !found.some((one) => one.seq === seq && isVisible(one) && one.media !== undefined),
  );
  if (missing >= 0)
    refuse("invalid_request", "The chat has no such message with a file.", {
      field: `email.attach.${missing}`,
    });
}

/** Notes and system messages never leave the team. */
const isVisible = ({ kind, author, hidden }: Message): boolean =>
  kind !== "note" && author.kind !== "system" && hidden !== true;

/** Resolves recipients that an operator wrote. Throws as {@link resolveEmail}. */
export const resolveNewEmail = (
  content: NewEmail["email"],
  isOwn: EmailConversation["isOwn"],
): MessageEmail => {
  const noRecipients = { to: [], cc: [] };
  return resolveHeading(content, {
    isOwn,
    reply: noRecipients,
    replyAll: noRecipients,
    subject: "",
  });
};

function resolveHeading(
  content: EmailContent,
  conversation: Pick<EmailConversation, "isOwn" | "reply" | "replyAll" | "subject">,
): Pick<MessageEmail, "subject" | Header> {
  const { reply, replyAll, isOwn } = conversation;
  const sources = new Map(
    [...replyAll.to, ...replyAll.cc, ...reply.to].map((one) => [toKey(one.address), one]),
  );
  const taken = new Set<string>();
  const read = (header: Header): EmailRecipient[] =>
    (content[header] ?? []).flatMap((recipient, n) => {
      const address = recipient.address.trim();
      const field = `email.${header}.${n}`;
      const fault = findEmailAddressFault(address);
      if (fault !== null) refuse("invalid_request", `"${address}" ${faultTexts[fault]}`, { field });
      if (isOwn(address))
        refuse(
          "invalid_request",
          `"${address}" is the address of a channel, so the email would come back.`,
          { field },
        );
      const key = toKey(address);
      if (taken.has(key)) return [];
      taken.add(key);
      return [
        {
          address,
          name: toOneLine(recipient.name ?? ""),
          source: sources.get(key)?.source ?? ("operator" as const),
        },
      ];
    });
  const email = { to: read("to"), cc: read("cc"), bcc: read("bcc") };
  if (email.to.length === 0)
    refuse("invalid_request", "The email has no recipient.", { field: "email.to" });
  const subject = toOneLine(content.subject ?? "");
  return { subject: subject === "" ? conversation.subject : subject, ...email };
}

const faultTexts: Readonly<Record<EmailAddressFault, string>> = {
  no_at: "has no @.",
  no_domain_ending: "has no domain ending.",
  wrong_characters: "has characters that no address has.",
  too_long: "is too long.",
};

const toOneLine = (text: string): string =>
  cutText(
    cleanText(text)
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
      .trim(),
    maxSubjectLength,
  ).text;
