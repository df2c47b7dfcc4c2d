import { defineTexts } from "../../../text/index.ts";

/** Texts of the menu of a chat, which loads before the drafts of the model. */
export const t = defineTexts({
  en: {
    "summary.cmd": "Summarise",
    "archive.cmd": "Ask closed chats",
    "translation.cmd": "Translate messages",
    "translation.stop": "Stop translating",
    "reply.ready": "Translation ready. Send sends it.",
  },
  ru: {
    "summary.cmd": "Сводка чата",
    "archive.cmd": "Спросить закрытые чаты",
    "translation.cmd": "Переводить сообщения",
    "translation.stop": "Не переводить",
    "reply.ready": "Перевод готов. Отправка отправит его.",
  },
});
