import { defineTexts } from "../../text/index.ts";

/** Interface texts of lists of options. */
export const t = defineTexts({
  en: {
    "options.find": "Find",
    "options.nothing": "Nothing found",
    "options.create": "Add “{text}”",
  },
  ru: {
    "options.find": "Найти",
    "options.nothing": "Ничего не найдено",
    "options.create": "Добавить «{text}»",
  },
});
