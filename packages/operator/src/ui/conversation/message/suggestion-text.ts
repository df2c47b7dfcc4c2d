import { defineTexts } from "../../../text/index.ts";

/** Texts about what the model did for a message. */
export const t = defineTexts({
  en: {
    "suggestion.unchanged": "Suggested by {model}, sent unchanged",
    "suggestion.changed": "Suggested by {model}, changed",
    "original.translated": "Translated by a machine",
    "original.show": "Show original",
    "original.hide": "Hide original",
  },
  ru: {
    "suggestion.unchanged": "Предложено моделью {model}, отправлено без изменений",
    "suggestion.changed": "Предложено моделью {model}, изменено",
    "original.translated": "Машинный перевод",
    "original.show": "Показать оригинал",
    "original.hide": "Скрыть оригинал",
  },
});
