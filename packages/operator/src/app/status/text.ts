import { defineTexts } from "../../text/index.ts";

/** Texts of the dialog for the end of a status. */
export const t = defineTexts({
  en: {
    "presence.end": "Status with an end or a comment…",
    "presence.end.title": "Set a status",
    "presence.end.status": "Status",
    "presence.end.until": "Until",
    "presence.end.comment": "Comment",
    "presence.end.comment.hint": "Your team sees it. You can leave it empty.",
    "presence.end.set": "Set status",
  },
  ru: {
    "presence.end": "Статус с окончанием или комментарием…",
    "presence.end.title": "Выбрать статус",
    "presence.end.status": "Статус",
    "presence.end.until": "До",
    "presence.end.comment": "Комментарий",
    "presence.end.comment.hint": "Его видят коллеги. Можно оставить пустым.",
    "presence.end.set": "Выбрать",
  },
});
