import { defineTexts } from "../../../../text/index.ts";

/** Interface texts of the actions that edit and delete messages. */
export const t = defineTexts({
  en: {
    "messageedit.verb": "Edit",
    "messageedit.title": "Edit your message of {time}",
    "messageedit.title.note": "Edit your note of {time}",
    "messageedit.hint": "{name} sees “Edited”. Your team can read both versions.",
    "messageedit.hint.note": "Your team can read both versions.",
    "messageedit.text": "New text",
    "messageedit.save": "Save",
    "messageedit.failed": "Could not save the message.",
    "delete.verb": "Delete",
    "delete.title": "Delete this message?",
    "delete.title.note": "Delete this note?",
    "delete.hint": "{name} sees “Message deleted”. Your team can still read the text.",
    "delete.hint.note": "Your team can still read the text.",
  },
  ru: {
    "messageedit.verb": "Изменить",
    "messageedit.title": "Изменить ваше сообщение от {time}",
    "messageedit.title.note": "Изменить вашу заметку от {time}",
    "messageedit.hint": "{name} увидит «Изменено». Команда сможет прочитать обе версии.",
    "messageedit.hint.note": "Команда сможет прочитать обе версии.",
    "messageedit.text": "Новый текст",
    "messageedit.save": "Сохранить",
    "messageedit.failed": "Не удалось сохранить сообщение.",
    "delete.verb": "Удалить",
    "delete.title": "Удалить это сообщение?",
    "delete.title.note": "Удалить эту заметку?",
    "delete.hint": "{name} увидит «Сообщение удалено». Команда сможет прочитать текст.",
    "delete.hint.note": "Команда сможет прочитать текст.",
  },
});
