import { defineTexts } from "../../text/index.ts";

/** Texts of questions that no article answers. */
export const t = defineTexts({
  en: {
    "gap.note": "Note as gap",
    "gap.noted": "Noted. The report of articles shows the question as a gap.",
    "gap.undo": "Undo",
  },
  ru: {
    "gap.note": "Отметить пробел в статьях",
    "gap.noted": "Отмечено. Вопрос есть в отчёте о статьях.",
    "gap.undo": "Отменить",
  },
});
