import { defineTexts } from "../../../text/index.ts";

/**
 * Texts of going offline with open chats. They are loaded with the dialog, which is rarely shown on
 * a first visit.
 */
export const t = defineTexts({
  en: {
    "dialog.cancel": "Cancel",
    "offline.title": "Go offline with open chats?",
    "offline.text": "{n, plural, one {# open chat is yours.} other {# open chats are yours.}} Visitors cannot see that you are gone.",
    "offline.keep": "Keep them",
    "offline.keep.hint": "They stay yours. If a visitor writes, the chat goes back to waiting after a while.",
    "offline.transfer": "Hand them over",
    "offline.transfer.hint": "To a department, or to a colleague who accepts.",
    "offline.release": "Leave them",
    "offline.release.hint": "They wait for the next free colleague at once.",
    "offline.close": "Close them",
    "offline.close.hint": "Each closes at once and cannot be opened again.",
    "offline.to": "Hand them to",
    "offline.verb": "Go offline",
    "offline.failed":
      "{n, plural, one {# chat was not changed; you are still online.} other {# chats were not changed; you are still online.}}",
  },
  ru: {
    "dialog.cancel": "Отмена",
    "offline.title": "Уйти из сети с открытыми чатами?",
    "offline.text":
      "{n, plural, one {У вас # открытый чат.} few {У вас # открытых чата.} other {У вас # открытых чатов.}} Посетители не увидят, что вас нет.",
    "offline.keep": "Оставить за собой",
    "offline.keep.hint": "Чаты останутся вашими. Если посетитель напишет, чат через время снова станет ждать.",
    "offline.transfer": "Передать",
    "offline.transfer.hint": "Отделу или коллеге, который примет.",
    "offline.release": "Выйти из них",
    "offline.release.hint": "Они сразу ждут следующего свободного коллегу.",
    "offline.close": "Закрыть",
    "offline.close.hint": "Каждый закроется сразу, открыть снова нельзя.",
    "offline.to": "Кому передать",
    "offline.verb": "Уйти из сети",
    "offline.failed":
      "{n, plural, one {# чат не изменён, вы ещё на связи.} few {# чата не изменены, вы ещё на связи.} other {# чатов не изменены, вы ещё на связи.}}",
  },
});
