import { defineTexts } from "../../../text/index.ts";

/** Texts about suggestions that were sent. */
export const t = defineTexts({
  en: {
    "suggestion.unchanged": "Suggested by {model}, sent unchanged",
    "suggestion.changed": "Suggested by {model}, changed",
  },
  ru: {
    "suggestion.unchanged": "Предложено моделью {model}, отправлено без изменений",
    "suggestion.changed": "Предложено моделью {model}, изменено",
  },
});
