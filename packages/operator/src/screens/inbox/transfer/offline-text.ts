import { defineTexts } from "../../../text/index.ts";

/** Texts of going offline with open chats, loaded with the dialog. */
export const t = defineTexts({
  en: {
    "dialog.cancel": "Cancel",
    "offline.title": "Go offline with open chats?",
    "offline.text":
      "You have {n, plural, one {# open chat} other {# open chats}}. Visitors will not see that you left.",
    "offline.keep": "Keep them",
    "offline.keep.hint":
      "They stay assigned to you. If a visitor writes, the chat returns to Waiting after a while.",
    "offline.transfer": "Transfer them",
    "offline.transfer.hint": "To a department, or to an operator who accepts.",
    "offline.release": "Leave them",
    "offline.release.hint": "They return to Waiting for other operators.",
    "offline.close": "Close them",
    "offline.close.hint": "They close immediately and cannot be reopened.",
    "offline.to": "Transfer to",
    "offline.verb": "Go offline",
    "offline.failed":
      "{n, plural, one {# chat could not be changed. You are still online.} other {# chats could not be changed. You are still online.}}",
  },
  ru: {
    "dialog.cancel": "Отмена",
    "offline.title": "Уйти из сети с открытыми чатами?",
    "offline.text":
      "{n, plural, one {У вас # открытый чат.} few {У вас # открытых чата.} other {У вас # открытых чатов.}} Посетители не увидят, что вас нет.",
    "offline.keep": "Оставить за собой",
    "offline.keep.hint":
      "Чаты останутся вашими. Если посетитель напишет, чат через некоторое время вернётся в «Ждут».",
    "offline.transfer": "Передать",
    "offline.transfer.hint": "Отделу или оператору, который примет.",
    "offline.release": "Выйти из них",
    "offline.release.hint": "Они сразу вернутся в «Ждут» для других операторов.",
    "offline.close": "Закрыть",
    "offline.close.hint": "Закроются сразу, открыть снова нельзя.",
    "offline.to": "Кому передать",
    "offline.verb": "Уйти из сети",
    "offline.failed":
      "{n, plural, one {# чат не изменён. Вы ещё на связи.} few {# чата не изменены. Вы ещё на связи.} other {# чатов не изменены. Вы ещё на связи.}}",
  },
});
