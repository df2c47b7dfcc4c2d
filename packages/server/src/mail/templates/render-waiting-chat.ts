import type { Message } from "../../core/entity.ts";
import type { RequestImpossible, RequestPostponed, RequestSettled } from "../../delivery/index.ts";
import type { Claim } from "../../delivery/queue/index.ts";
import { toOneLine } from "../one-line.ts";
import { missedChatMailTtlMs } from "../policy.ts";
import type { AddressedMail, MailRecipient, MailRenderDeps, RenderedMails } from "./mail-data.ts";
import { renderWaitingChatMail, renderWaitingChatsMail } from "./operator-templates.ts";
import { noRecipients, renderPerLanguage, tooLate } from "./render-per-language.ts";

/**
 * Renders the emails about a chat that no operator accepts (CORE-035). An operator who had such an
 * email shortly before gets the number of waiting chats and the longest wait (CORE-365).
 */
export async function renderWaitingChat(
  deps: MailRenderDeps,
  account: number,
  delivery: Claim["delivery"],
  body: string,
): Promise<RenderedMails | RequestImpossible | RequestPostponed | RequestSettled> {
  const now = deps.clock.now();
  const chatId = delivery.chatId ?? 0;
  const chat = await deps.waiting.find(account, chatId);
  if (chat === null || !(chat.isWaiting || chat.assigned))
    return { never: "withdrawn", message: "The chat is no longer waiting." };
  if (now - delivery.createdAt > missedChatMailTtlMs) return tooLate;
  const { line } = JSON.parse(body) as Message;
  const eligible = line?.assignment?.eligible ?? [];
  const isReminder = line?.code === "ladder_remind";
  const readers = await deps.recipients.list(
    account,
    isReminder ? await deps.recipients.filterByReminders(account, eligible) : eligible,
  );
  if (readers.length === 0) return noRecipients;
  const { channel, text } = chat;
  const visitor = toOneLine(chat.visitor);
  if (!chat.isWaiting) {
    // It waits for one operator, at most once a day, so its emails are not merged (CORE-342).
    const details = { visitor, channel, text, minutes: 0 };
    const operator = chat.assigned?.to.name ?? null;
    const url = `${deps.publicUrl()}/inbox/all/${chatId}`;
    return renderPerLanguage(readers, (language) =>
      renderWaitingChatMail(language, { ...details, operator, url }),
    );
  }
  const turn = await deps.waiting.claim(
    account,
    delivery,
    readers.map(({ id }) => id),
  );
  if ("later" in turn) return turn;
  if ("covered" in turn)
    return {
      settled: { code: "merged", message: "A later email about several chats contains this one." },
    };
  const current = { id: chatId, since: chat.since };
  const others =
    turn.merged.length === 0
      ? []
      : (await deps.waiting.list(account)).filter(({ id }) => id !== chatId);
  const groups = groupReaders(
    readers.filter(({ id }) => turn.operators.includes(id)),
    (id) => [
      current,
      ...(turn.merged.includes(id)
        ? others.filter(({ operators }) => isReminder || operators.includes(id))
        : []),
    ],
  );
  const mails = groups.map(({ readers, count, since, reader }): AddressedMail => {
    const minutes = Math.max(1, Math.round((now - since) / 60_000));
    const url = `${deps.publicUrl()}/inbox/waiting`;
    const isOnly = count === 1;
    return {
      ...(isOnly
        ? renderWaitingChatMail(reader.language, {
            visitor,
            channel,
            minutes,
            operator: null,
            text,
            url: `${url}/${chatId}`,
          })
        : renderWaitingChatsMail(reader.language, { count, minutes, url })),
      to: readers.map(({ email }) => email),
      isAutomatic: true,
      part: isOnly ? reader.language : `${reader.language}.${reader.id}`,
    };
  });
  const [first, ...more] = mails;
  return first === undefined ? noRecipients : [first, ...more];
}

interface ReaderGroup {
  readonly reader: MailRecipient;
  readonly readers: readonly MailRecipient[];
  readonly count: number;
  readonly since: number;
}
/** Groups recipients who get the same text: one language, one number of chats, one longest wait. */
function groupReaders(
  readers: readonly MailRecipient[],
  findChats: (operator: number) => readonly { readonly since: number }[],
): readonly ReaderGroup[] {
  const groups = new Map<string, ReaderGroup>();
  for (const reader of readers) {
    const chats = findChats(reader.id);
    const since = chats.reduce((first, chat) => Math.min(first, chat.since), Infinity);
    const key = `${reader.language} ${chats.length} ${since}`;
    const before = groups.get(key);
    groups.set(key, {
      reader: before?.reader ?? reader,
      readers: [...(before?.readers ?? []), reader],
      count: chats.length,
      since,
    });
  }
  return [...groups.values()].toSorted((a, b) =>
    a.reader.language.localeCompare(b.reader.language),
  );
}
