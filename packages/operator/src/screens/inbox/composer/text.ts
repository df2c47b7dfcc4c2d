import { defineTexts } from "../../../text/index.ts";

/** Words of writing: files, emoji. */
export const t = defineTexts({
  en: {
    "emoji.suggestions": "Emoji",
  },
  ru: {
    "emoji.suggestions": "Эмодзи",
  },
});
