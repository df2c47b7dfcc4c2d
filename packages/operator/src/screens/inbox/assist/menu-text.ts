import { defineTexts } from "../../../text/index.ts";

/** Texts of the menu of a chat, which loads before the drafts of the model. */
export const t = defineTexts({
  en: {
    "summary.cmd": "Summarise",
    "translation.cmd": "Translate messages",
    "translation.stop": "Stop translating",
  },
  ru: {
    "summary.cmd": "Сводка чата",
    "translation.cmd": "Переводить сообщения",
    "translation.stop": "Не переводить",
  },
});
