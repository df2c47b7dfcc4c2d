import { defineTexts } from "../../../../text/index.ts";

/** Interface texts of the actions that edit and delete messages. */
export const t = defineTexts({
  en: {
    "agentreply.use": "Send this",
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
    "delete.hint.service":
      "{service} takes it back until {until}. Your team can still read the text.",
    "messageedit.hint.service":
      "{name} sees “Edited”. {service} accepts it until {until}. Your team can read both versions.",
    "delete.hint.endpoint":
      "Your app is asked to take it back. The message then shows whether it did. Your team can still read the text.",
    "messageedit.hint.endpoint":
      "Your app is asked to change it. The message then shows whether it did. Your team can read both versions.",
    "change.edit.pending": "Waits to be changed in {service}",
    "change.edit.confirmed": "Changed in {service} at {time}, confirmed",
    "change.edit.refused": "The customer still has the earlier text.",
    "change.deletion.pending": "Waits to be taken back from {service}",
    "change.deletion.confirmed": "Taken back from {service} at {time}, confirmed",
    "change.deletion.refused": "The customer still has it.",
    "change.unsent": "The message never reached the customer.",
  },
  ru: {
    "agentreply.use": "Отправить это",
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
    "delete.hint.service": "{service} отзовёт его до {until}. Команда сможет прочитать текст.",
    "messageedit.hint.service":
      "{name} увидит «Изменено». {service} принимает изменения до {until}. Команда сможет прочитать обе версии.",
    "delete.hint.endpoint":
      "Ваше приложение получит запрос на отзыв. У сообщения будет видно, удалось ли это. Команда сможет прочитать текст.",
    "messageedit.hint.endpoint":
      "Ваше приложение получит запрос на изменение. У сообщения будет видно, удалось ли это. Команда сможет прочитать обе версии.",
    "change.edit.pending": "Ожидает изменения в {service}",
    "change.edit.confirmed": "Изменено в {service} в {time}, подтверждено",
    "change.edit.refused": "У клиента остался прежний текст.",
    "change.deletion.pending": "Ожидает отзыва из {service}",
    "change.deletion.confirmed": "Отозвано из {service} в {time}, подтверждено",
    "change.deletion.refused": "Сообщение осталось у клиента.",
    "change.unsent": "Клиент не получал это сообщение.",
  },
});
