import { defineTexts } from "../../text/index.ts";

/** Sizes and formats of files. */
export const t = defineTexts({
  en: {
    "file.choose": "Choose a file",
    "file.replace": "Choose another file",
    "size.b": "{n} B",
    "size.kb": "{n} KB",
    "size.mb": "{n} MB",
    "size.gb": "{n} GB",
    "table.csv": "CSV",
    "table.xlsx": "Excel",
  },
  ru: {
    "file.choose": "Выбрать файл",
    "file.replace": "Выбрать другой файл",
    "size.b": "{n} Б",
    "size.kb": "{n} КБ",
    "size.mb": "{n} МБ",
    "size.gb": "{n} ГБ",
    "table.csv": "CSV",
    "table.xlsx": "Excel",
  },
});
