import { defineTexts } from "../../text/index.ts";

/** Interface texts of due times. */
export const t = defineTexts({
  en: {
    "due.in": "due in {time}",
    "due.at": "due {time}",
    "due.late": "{time} late",
    "due.days": "{n} d",
    "due.first_reply": "First reply",
    "due.next_reply": "Next reply",
    "due.close": "Close",
    "due.promise": "Promised answer",
    "due.snoozed": "Snoozed until",
    "due.message": "next message",
  },
  ru: {
    "due.in": "срок через {time}",
    "due.at": "срок {time}",
    "due.late": "опоздание {time}",
    "due.days": "{n} д",
    "due.first_reply": "Первый ответ",
    "due.next_reply": "Следующий ответ",
    "due.close": "Закрытие",
    "due.promise": "Обещанный ответ",
    "due.snoozed": "Отложен до",
    "due.message": "сообщения",
  },
});
