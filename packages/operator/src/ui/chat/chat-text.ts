import { defineTexts } from "../../text/index.ts";

/** Texts about chats that several screens share: visitors without a name, views of the inbox. */
export const chatText = defineTexts({
  en: {
    "view.chats": "Chats",
    "visitor.somebody": "Visitor",
    "visitor.from": "Visitor from {city}",
    "view.mine": "Mine",
    "view.waiting": "Waiting",
    "view.bot": "Bot",
    "view.all": "All",
    "view.closed": "Closed",
    "view.missed": "Missed",
    "view.offline": "Offline messages",
    "view.calls": "Calls",
    "view.ignored": "Ignored emails",
    "conversation.number.copy": "Copy chat number {n}",
    "conversation.number.copied": "Chat number {n} copied",
  },
  ru: {
    "view.chats": "Чаты",
    "visitor.somebody": "Посетитель",
    "visitor.from": "Посетитель, {city}",
    "view.mine": "Мои",
    "view.waiting": "Ждут",
    "view.bot": "Бот",
    "view.all": "Все",
    "view.closed": "Закрытые",
    "view.missed": "Пропущенные",
    "view.offline": "Офлайн-сообщения",
    "view.calls": "Звонки",
    "view.ignored": "Пропущенные письма",
    "conversation.number.copy": "Скопировать номер чата {n}",
    "conversation.number.copied": "Номер чата {n} скопирован",
  },
});
