import { defineTexts } from "../../text/index.ts";

/** Texts for the state of a chat. */
export const t = defineTexts({
  en: {
    "state.open": "Open",
    "state.open.by": "Open · {name}",
    "state.open.you": "Open · you",
    "state.waiting.for": "Waiting {time}",
    "state.bot": "Bot",
    "state.closed": "Closed",
  },
  ru: {
    "state.open": "Открыт",
    "state.open.by": "Открыт · {name}",
    "state.open.you": "Открыт · вы",
    "state.waiting.for": "Ждёт {time}",
    "state.bot": "Бот",
    "state.closed": "Закрыт",
  },
});
