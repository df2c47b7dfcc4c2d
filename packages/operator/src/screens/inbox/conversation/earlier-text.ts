import { defineTexts } from "../../../text/index.ts";

/** Interface texts of an earlier chat that is shown above the one that continues it. */
export const t = defineTexts({
  en: {
    "earlier.open": "Show the conversation of {time}",
    "earlier.close": "Hide the conversation of {time}",
    "earlier.more": "Show earlier messages",
    "earlier.ended": "This conversation ended {time}",
    "earlier.failed": "The earlier conversation could not be loaded.",
    "earlier.chat": "Open",
  },
  ru: {
    "earlier.open": "Показать переписку от {time}",
    "earlier.close": "Скрыть переписку от {time}",
    "earlier.more": "Показать более ранние сообщения",
    "earlier.ended": "Этот чат закрыт {time}",
    "earlier.failed": "Прежнюю переписку не удалось загрузить.",
    "earlier.chat": "Открыть",
  },
});
