import { defineTexts } from "../../../../text/index.ts";

/** Interface texts of the actions that edit and delete messages. */
export const t = defineTexts({
  en: {
    "edit.verb": "Edit",
    "edit.title": "Edit your message of {time}",
    "edit.title.note": "Edit your note of {time}",
    "edit.hint": "{name} sees “Edited”. Your team can read both versions.",
    "edit.hint.note": "Your team can read both versions.",
    "edit.text": "New text",
    "edit.save": "Save",
    "edit.failed": "Could not save the message.",
    "delete.verb": "Delete",
    "delete.title": "Delete this message?",
    "delete.title.note": "Delete this note?",
    "delete.hint": "{name} sees “Message deleted”. Your team can still read the text.",
    "delete.hint.note": "Your team can still read the text.",
  },
  ru: {
    "edit.verb": "Изменить",
    "edit.title": "Изменить ваше сообщение от {time}",
    "edit.title.note": "Изменить вашу заметку от {time}",
    "edit.hint": "{name} увидит «Изменено». Команда сможет прочитать обе версии.",
    "edit.hint.note": "Команда сможет прочитать обе версии.",
    "edit.text": "Новый текст",
    "edit.save": "Сохранить",
    "edit.failed": "Не удалось сохранить сообщение.",
    "delete.verb": "Удалить",
    "delete.title": "Удалить это сообщение?",
    "delete.title.note": "Удалить эту заметку?",
    "delete.hint": "{name} увидит «Сообщение удалено». Команда сможет прочитать текст.",
    "delete.hint.note": "Команда сможет прочитать текст.",
  },
});
