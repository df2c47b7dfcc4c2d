import { defineTexts } from "../../text/index.ts";

/** Sizes and formats of files. */
export const t = defineTexts({
  en: {
    "size.b": "{n} B",
    "size.kb": "{n} KB",
    "size.mb": "{n} MB",
    "size.gb": "{n} GB",
    "table.csv": "CSV",
    "table.xlsx": "Excel",
  },
  ru: {
    "size.b": "{n} Б",
    "size.kb": "{n} КБ",
    "size.mb": "{n} МБ",
    "size.gb": "{n} ГБ",
    "table.csv": "CSV",
    "table.xlsx": "Excel",
  },
});
