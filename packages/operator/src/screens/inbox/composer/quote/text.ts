import { defineTexts } from "../../../../text/index.ts";

/** Interface texts of the quote of an answer. */
export const t = defineTexts({
  en: {
    "quotedraft.verb": "Reply with a quote",
    "quotedraft.label": "Quoted message",
    "quotedraft.title": "Reply to {name}",
    "quotedraft.remove": "Remove the quote",
  },
  ru: {
    "quotedraft.verb": "Ответить с цитатой",
    "quotedraft.label": "Цитируемое сообщение",
    "quotedraft.title": "Ответ на сообщение: {name}",
    "quotedraft.remove": "Убрать цитату",
  },
});
