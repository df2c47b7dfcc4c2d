import { defineTexts } from "../../../text/index.ts";

/** Interface texts of the dialogs about one chat. */
export const t = defineTexts({
  en: {
    "close.title": "Close the chat with {name}",
    "close.reason": "Reason",
    "close.reason.hint":
      "Saved in the chat and sent to your webhooks. The visitor does not see it.",
    "close.verb": "Close the chat",
  },
  ru: {
    "close.title": "Закрыть чат: {name}",
    "close.reason": "Причина",
    "close.reason.hint":
      "Сохраняется в чате и отправляется в ваши вебхуки. Посетитель её не видит.",
    "close.verb": "Закрыть чат",
  },
});
