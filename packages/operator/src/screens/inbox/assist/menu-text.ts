import { defineTexts } from "../../../text/index.ts";

/** Text of the menu of a chat, which loads before the drafts of the model. */
export const t = defineTexts({
  en: { "summary.cmd": "Summarise" },
  ru: { "summary.cmd": "Сводка чата" },
});
