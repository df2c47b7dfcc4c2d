import { defineTexts } from "../../text/index.ts";

/** Sizes of files. */
export const t = defineTexts({
  en: {
    "size.b": "{n} B",
    "size.kb": "{n} KB",
    "size.mb": "{n} MB",
    "size.gb": "{n} GB",
  },
  ru: {
    "size.b": "{n} Б",
    "size.kb": "{n} КБ",
    "size.mb": "{n} МБ",
    "size.gb": "{n} ГБ",
  },
});
