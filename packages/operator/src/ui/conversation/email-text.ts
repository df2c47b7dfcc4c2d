import { defineTexts } from "../../text/index.ts";

/** Texts of emails in a conversation. */
export const t = defineTexts({
  en: {
    "forward.verb": "Forward",
    "waiting.plain": "Goes out at {time}",
    "forward.line": "Forwarded email",
    "forward.from": "From: {from}",
    "forward.date": "Date: {date}",
    "forward.subject": "Subject: {subject}",
    "forward.to": "To: {to}",
    "failed.reason": "Not delivered to {address}: {why}.",
    "failed.plain": "Not delivered to {address}.",
    "failed.server": "“{text}”",
    "failed.unknown": "the address does not exist",
    "failed.full": "the mailbox is full",
    "failed.refused": "the mail server refused this address",
    "failed.sending": "Sending again to {address}.",
    "failed.sent": "Sent again to {address}.",
    "failed.others":
      "{n, plural, one {Sent to # other recipient.} other {Sent to # other recipients.}}",
    "failed.ask":
      "The report does not say who did not get it. Send it again to all {n}? Some may get it twice.",
    "failed.ask.all": "Send to all {n}",
    "failed.ask.cancel": "Cancel",
    "sent.to": "To {list}",
    "sent.cc": "Cc {list}",
    "sent.bcc": "Bcc {list}",
  },
  ru: {
    "forward.verb": "Переслать",
    "waiting.plain": "Уйдёт в {time}",
    "forward.line": "Пересланное письмо",
    "forward.from": "От: {from}",
    "forward.date": "Дата: {date}",
    "forward.subject": "Тема: {subject}",
    "forward.to": "Кому: {to}",
    "failed.reason": "Не доставлено на {address}: {why}.",
    "failed.plain": "Не доставлено на {address}.",
    "failed.server": "«{text}»",
    "failed.unknown": "такого адреса нет",
    "failed.full": "ящик переполнен",
    "failed.refused": "почтовый сервер отклонил этот адрес",
    "failed.sending": "Отправляется снова на {address}.",
    "failed.sent": "Отправлено снова на {address}.",
    "failed.others":
      "{n, plural, one {Отправлено ещё # получателю.} other {Отправлено ещё # получателям.}}",
    "failed.ask":
      "В отчёте не сказано, кто не получил письмо. Отправить снова всем ({n})? Кто-то может получить его дважды.",
    "failed.ask.all": "Отправить всем ({n})",
    "failed.ask.cancel": "Отмена",
    "sent.to": "Кому: {list}",
    "sent.cc": "Копия: {list}",
    "sent.bcc": "Скрытая копия: {list}",
  },
});
